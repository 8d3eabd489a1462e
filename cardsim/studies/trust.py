"""Pages on trust: whether what advice says comes true, in each of the three companies."""

from __future__ import annotations

from cardsim.games import load_game
from cardsim.story import Number, Table
from cardsim.studies.companies import in_three
from cardsim.studies.experiments import Lab, joined
from cardsim.table.calibrated import Calibration
from cardsim.table.calibration_story import HEADS, bins_section, kinds_section, row_of


def tell_trust(lab: Lab, game: str) -> None:
    """Tell whether what advice on a game says comes true, among three kinds of people.

    Args:
        lab: laboratory of the experiment, whose hands are the decisions drawn in each company.
        game: name of the game.
    """
    unit = load_game(game).single_unit
    results = in_three(game, lambda vs: lab.calibrate(game, vs=vs, unit=unit))
    found = {company.where: one for company, one in results.items()}
    mixed = next(one for company, one in results.items() if company.name == "mixed company")
    rows = [row_of(one, where, one.overall) for where, one in found.items()]
    lab.section(
        "In three kinds of company",
        "The game's safest strategy played. At one of its decisions in a hand at most advice was "
        "asked what would come of it, and then the hand was played to its end.",
        table=Table(mixed.counted, ("", *HEADS[1:]), tuple(rows), numbers=tuple(range(1, 7))),
    )
    for n, (where, one) in enumerate(found.items()):
        how, chart, table = bins_section(one)
        lab.section(f"What came, {where}", "" if n else how, chart, table)
    lab.section("By kind of decision, in mixed company", *kinds_section(mixed))
    fullest = max(mixed.bins, key=lambda one: (one.n, one.said))
    number = Number(mixed.value(fullest.came), f"it said {mixed.between(fullest)}")
    lab.answer(f"{_verdict(found)} {mixed.told(fullest)}", number)


def _verdict(found: dict[str, Calibration]) -> str:
    """Return whether advice is calibrated in each company, as a sentence."""
    many = sum(len(one.found) for one in found.values())
    off = {where: one for where, one in found.items() if one.off}
    if not off:
        return f"Yes, as far as {many} decisions in three kinds of company can tell."
    where, one = next(iter(off.items()))
    said = one.said_and_came(one.by_kind[one.off[0]])
    return f"Not {joined([*off], 'nor')}: {where}, at {one.off[0]}, {said}."
