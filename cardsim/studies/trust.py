"""Pages on trust: whether what advice says comes true, in each of the three companies."""

from __future__ import annotations

from dataclasses import replace

from cardsim.games import load_game
from cardsim.runs.told import grouped
from cardsim.runs.words import capitalised
from cardsim.story import Number, Table
from cardsim.studies.companies import in_three
from cardsim.studies.experiments import Lab
from cardsim.table.calibrated import Calibration, limit_of
from cardsim.table.calibration_story import HEADS, bins_section, kinds_section, row_of


def tell_trust(lab: Lab, game: str) -> None:
    """Tell whether what advice on a game says comes true, among three kinds of people.

    The hands of `lab` are the decisions drawn in each company.
    """
    unit = load_game(game).single_unit
    results = in_three(game, lambda vs: lab.calibrate(game, vs=vs, unit=unit))
    found = {company.where: one for company, one in results.items()}
    _, (at, mixed), _ = found.items()
    rows = [row_of(one, where, one.overall) for where, one in found.items()]
    how, chart, _ = bins_section(mixed)
    lab.section(
        "In three kinds of company",
        how,
        replace(chart, finding=f"What came, by what was said, {at}"),
        Table(mixed.counted, ("", *HEADS[1:]), tuple(rows), numbers=tuple(range(1, 7))),
    )
    for where, one in found.items():
        _, chart, table = bins_section(one)
        lab.section(f"By what was said, {where}", "", chart if one is not mixed else None, table)
    lab.section(f"By kind of decision, {at}", *kinds_section(mixed))
    said, came = mixed.in_few_digits(mixed.overall)
    told = ""
    if mixed.measure.in_per_cent:
        told = f" {mixed.told(max(mixed.bins, key=lambda one: (one.n, one.said)))}"
    lab.answer(
        f"{_verdict(found)} {capitalised(at)} {mixed.said_and_came(mixed.overall)}.{told}",
        Number.of(came, f"came, {said} said"),
    )


def _verdict(found: dict[str, Calibration]) -> str:
    """Return whether advice is calibrated in all companies, as a sentence.

    All kinds of decisions in all companies are looked at together: some kind is called off by
    chance once in twenty pages.
    """
    limit = limit_of(a for one in found.values() for a in one.by_kind.values())
    for where, one in found.items():
        for kind in one.off_by(limit):
            said = one.said_and_came(one.by_kind[kind])
            return f"Not everywhere: {where}, at {kind}, {said}."
    many = sum(len(one.found) for one in found.values())
    return f"Yes, as far as {grouped(many)} decisions in three kinds of company can tell."
