"""The story of tuning: the best values, what each is worth, and how the search went."""

from __future__ import annotations

import shlex
from collections.abc import Iterator

from cardsim.ask.tuned import Tuned, TuneResult
from cardsim.options.params import shown
from cardsim.runs import told
from cardsim.story import Chart, Number, Section, Series, Story, Table

MOST_DRAWN = 12
"""Parameters that have a small chart."""


def story(tuned: TuneResult) -> Story:
    """Tell what was found."""
    base, after = tuned.base, tuned.after
    played = after.spec.command(tuned.game).replace(f"-n {after.hands} ", "")
    return Story(
        question=f"Which values are best for {base.hero.strategy}?",
        answer=tuned.sentence,
        numbers=tuple(_numbers(tuned)),
        sections=(_values(tuned), _check(tuned)),
        much=f"{told.grouped(base.hands)} {tuned.unit.plural} to search",
        specs=(tuned.before.spec, tuned.after.spec),
        method=tuple(_method(tuned)),
        files=(
            (f"{base.game}-parameters.csv", "every parameter", tuned.frame()),
            (f"{base.game}-counts.csv", "every distinct outcome", tuned.counts()),
        ),
        asked=(
            told.rules(base),
            ("Seed", str(base.seed)),
            ("Play it", shlex.join(shlex.split(played)[:-2])),
        ),
    )


def _numbers(tuned: TuneResult) -> Iterator[Number]:
    """Tell how well one plays with the best values, and what they gain."""
    played = tuned.after if tuned.is_better else tuned.before
    yield told.number(tuned.measure, played.headline, f", with {played.spec.hero.brief}")
    if tuned.is_better:
        yield Number.of(tuned.gain_text, "is what these values gain over those it started from")


def _values(tuned: TuneResult) -> Section:
    """Tell the best value of each parameter, and what it is worth."""
    drawn, plural = tuned.parameters[:MOST_DRAWN], tuned.unit.plural
    generations = tuple(float(k) for k in range(1, len(tuned.found) + 1))
    series = tuple(
        Series(_name(p), generations, tuple(float(values[k]) for _, _, values in tuned.found))
        for k, p in enumerate(drawn)
    )
    rows = tuple(
        (
            _name(p),
            shown(p.start),
            shown(p.best),
            _worth(tuned, p),
            f"{100 * p.differ:.1f} %",
            "nothing" if p.does_nothing else "hardly" if p.negligible else "yes",
        )
        for p in tuned.parameters
    )
    most = f" {len(drawn)} of {len(rows)} parameters are drawn." if len(drawn) < len(rows) else ""
    return Section(
        "The best values",
        "Worth: what the best value brings more than the one it started from, the others as found; "
        f"these intervals hold together. Differ: the share of {plural} that the lowest or the "
        f"highest value makes come out otherwise.{most}",
        Chart(
            "Where the best of each generation lay",
            "generation",
            "value in the best of a generation",
            series,
            own_scales=True,
        ),
        Table(
            "What each parameter is worth",
            (
                *("parameter", "started from", "best"),
                f"worth, {told.noun(tuned.unit, tuned.measure)}",
                *("differ", "matters"),
            ),
            rows,
            numbers=(1, 2, 3, 4),
        ),
    )


def _name(parameter: Tuned) -> str:
    return parameter.name.replace("_", "-")


def _worth(tuned: TuneResult, parameter: Tuned) -> str:
    """Tell what the best value is worth; a dash where it is what it was."""
    value, low, high = parameter.value, parameter.low, parameter.high
    if value is None or low is None or high is None:
        return "-"
    return told.cells(told.gap_texts(tuned.measure, [(value, low, high)]))[0]


def _check(tuned: TuneResult) -> Section:
    """Tell how the search went, and what fresh hands say of its end."""
    measure, both = tuned.measure, [tuned.before, tuned.after]
    gains, names = "save" if measure.lower_is_better else "gain", ("started from", "found")
    scale = 1 if measure.in_per_cent else measure.times
    generations = tuple(float(k) for k in range(1, len(tuned.found) + 1))
    lines = []
    for name, e in zip(names, [r.headline for r in both], strict=True):
        y, low, high = ((scale * x,) * len(generations) for x in (e.value, e.low, e.high))
        lines.append(Series(name, generations, y, low, high))
    best = tuple(scale * value for _, value, _ in tuned.found)
    values = told.cells(told.estimate_texts(measure, [r.headline for r in both]))
    (gain,) = told.cells(told.gap_texts(measure, [(tuned.gain, tuned.low, tuned.high)]))
    counted, hands = told.noun(tuned.unit, measure), told.grouped(tuned.after.hands)
    same = tuned.player == tuned.spec.base.hero
    verdict = "no values did better" if same else f"the values found {gains} {gain} {counted}"
    return Section(
        f"Checked in fresh {tuned.unit.plural}",
        f"In {hands} {tuned.unit.plural} from which nothing was chosen, {verdict}.",
        Chart(
            "How the search went",
            "generation",
            measure.text if measure.in_per_cent else counted,
            (Series("best of a generation", generations, best), *lines),
            percent=measure.in_per_cent,
        ),
        Table(
            "What it started from, and what was found",
            ("", "strategy", measure.text),
            tuple(
                (name, r.spec.hero.brief, value)
                for name, r, value in zip(names, both, values, strict=True)
            ),
            numbers=(2,),
            best=(1,) if tuned.is_better else (),
        ),
    )


def _method(tuned: TuneResult) -> Iterator[str]:
    """Tell how the values were looked for and checked."""
    base = tuned.spec.base
    yield (
        f"{len(tuned.found)} generations of points were tried by CMA-ES with margin, in at most "
        f"{told.grouped(base.hands)} {tuned.unit.plural} of {tuned.game.title} in all. The points "
        "of a generation played the very same deals, and a point that was clearly worse was "
        f"dropped early. {told.whereabouts(base)}"
    ).strip()
    yield (
        "What looked best was chosen by deals of its own. A value went back to where it started "
        "where that changed nothing, or did as well. The best of several points looks too good, "
        "and the more so the fewer hands it played: so both were played in fresh deals."
    )
    yield told.EACH
