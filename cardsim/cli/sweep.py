"""`cardsim sweep GAME`: the same hands at every point of a grid, and the best point."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from cardsim.cli import delivery, options, screen

if TYPE_CHECKING:
    from cardsim.ask.swept import Axis, Point, SweepResult

EXTRA = (
    *delivery.amount("Hands at each point, or matches with --unit match"),
    *delivery.playing(".csv a row for each point"),
)
FORM = options.Form(several=True)
MOST_ROWS = 40
BEST_ROWS = 20
"""Points shown if there are more than `MOST_ROWS`."""
MOST_GROUPS = 12
MOST_TIES = 6
NOTE = (
    "Worse by: than the truly best point, whichever of the tied ones that is; the intervals hold "
    "together for all points."
)


def sweep(chosen: options.Chosen) -> int:
    """Play the same hands with several settings, and say which is best.

    Any house rule or parameter, --players and --preset may be a range 17..31, with a step 17..31:2,
    or a list 17,19,25. Several of them make a grid.
    """
    from cardsim.ask.sweeps import play_sweep, prepare_sweep

    _, status = delivery.answered(
        chosen,
        page,
        prepare=prepare_sweep,
        play=play_sweep,
        runs=lambda prepared: prepared.setups[0],
        played=lambda result: sum(g.hands * len(g.points) for g in result.groups),
        done=lambda result: (
            f"{max(g.hands for g in result.groups)} of {result.spec.base.hands} "
            f"{result.unit.plural} a point"
        ),
    )
    return status


def page(result: SweepResult) -> list[str]:
    """Return a sweep for people: the answer, a plot, tables, and how to get it again."""
    from cardsim.options.params import settings_text

    lines = screen.answer(result.sentence)
    if not result.choices or len(result.groups) == 1:
        lines += _section(result, result.points)
    else:
        lines += ["", "The best", *_best(result)]
        for group in result.groups if len(result.groups) <= MOST_GROUPS else ():
            lines += ["", f"With {settings_text(group.circumstances)}:"]
            lines += _section(result, group.points)
        if len(result.groups) > MOST_GROUPS:
            lines += ["", "Every point: -o FILE.csv"]
    if result.choices:
        lines += ["", *screen.wrapped(NOTE)]
    return [*lines, "", *_origin(result)]


def _section(result: SweepResult, points: Sequence[Point]) -> list[str]:
    """Return the plot and the table of points that are compared with each other."""
    sign = 1 if result.measure.lower_is_better else -1
    listed = list(points)
    if len(points) > MOST_ROWS:
        listed = sorted(points, key=lambda p: sign * p.estimate.value)[:BEST_ROWS]
    axes = result.choices or result.circumstances
    labels = [_values(p, axes) for p in listed]
    heads = _heads(axes)
    bars = [
        (p.shortfall.low, p.shortfall.value, p.shortfall.high)
        if result.choices
        else (p.estimate.low, p.estimate.value, p.estimate.high)
        for p in listed
    ]
    marked = {
        k: screen.BEST if p.best else screen.TIED
        for k, p in enumerate(listed)
        if result.choices and (p.best or p.tied)
    }
    unit = "%" if result.measure.is_share or result.measure.as_share else ""
    drawn = screen.plot(
        [", ".join(label) for label in labels],
        bars,
        unit="pp" if unit and result.choices else unit,
        marked=marked,
    )
    subject = "worse than the best by" if result.choices else result.measure.text
    lines = ["", f"{subject}, for each {' and '.join(heads)}", *drawn] if drawn else []
    compared = ("worse by", delivery.INTERVAL, "") if result.choices else ()
    rows = [
        [*label, *p.estimate.parts, *(_shortfall(result, p) if compared else ())]
        for label, p in zip(labels, listed, strict=True)
    ]
    head = [*heads, "value", delivery.INTERVAL, *compared]
    # In a narrow terminal the interval of the difference matters more.
    spare = [len(heads) + 1] if compared else []
    flowing = range(len(heads))
    lines += ["", *screen.table(rows, head=head, marked=marked, flowing=flowing, spare=spare)]
    if len(points) > len(listed):
        lines.append(f"  and {len(points) - len(listed)} more points, no better: -o FILE.csv")
    return lines


def _heads(axes: Sequence[Axis]) -> list[str]:
    """Return the column heads of these axes, in words."""
    return [a.name.replace("_", " ") for a in axes]


def _values(point: Point, axes: Sequence[Axis]) -> list[str]:
    """Return the values of some axes at a point."""
    from cardsim.options.params import in_words

    settings = dict(point.settings)
    return [in_words(settings[axis.name]) for axis in axes]


def _shortfall(result: SweepResult, point: Point) -> tuple[str, str, str]:
    """Return a point's distance from the best, and a mark if it is best or tied."""
    value, interval = result.text_of(point.shortfall)
    if not point.best:
        return value, interval, "tied" if point.tied else ""
    high = interval.rpartition(" to ")[2]
    return "", f"at most {high}" if point.shortfall.high > 0 else "", "best"


def _best(result: SweepResult) -> list[str]:
    """Return a table of the best point for each combination of circumstances."""
    around, choices = result.circumstances, result.choices
    heads = _heads((*around, *choices))
    head, rows = [*heads, "value", delivery.INTERVAL, "tied with it"], []
    for group in result.groups:
        ties = [", ".join(_values(p, choices)) for p in group.tied[:MOST_TIES]]
        more = len(group.tied) - len(ties)
        separator = "; " if len(choices) > 1 else ", "
        tied = separator.join([*ties, *([f"{more} more"] if more else [])])
        rows.append([*_values(group.best, (*around, *choices)), *group.best.estimate.parts, tied])
    last = len(head) - 1
    return screen.table(rows, head=head, flowing=(*range(len(heads)), last), spare=[last - 1])


def _origin(result: SweepResult) -> list[str]:
    """Return what was played, and the command that plays exactly these hands again."""
    from cardsim.runs import wording

    spec = result.spec
    base, varied = spec.base, {a.name for a in spec.axes}
    if base.fixed:
        # Without decisions nobody sits anywhere.
        seats = [
            (place[:1].upper() + place[1:], str(player))
            for place, player in zip(base.places, base.seats, strict=False)
        ]
    else:
        fixed = tuple(p for p in base.hero.parameters if p[0] not in varied)
        hero = str(replace(base.hero, parameters=fixed))
        seats = [("You", wording.clauses(hero, base.your_place))]
        seats += (
            [("Other seats", delivery.met(base.others[0]))]
            if "players" in varied and base.others
            else delivery.company(base, spec.friend or "the hero's strategy itself")
        )
    hands = sorted({g.hands for g in result.groups})
    amount = f"{hands[0]} to {hands[-1]}" if len(hands) > 1 else f"{hands[0]}"
    rows = [
        ("Rules", delivery.rules(base, result.game, varied=varied)),
        *seats,
        ("Played", f"the same {amount} {result.unit.plural} at each of {spec.size} points"),
        ("Seed", str(base.seed)),
    ]
    return delivery.origin(rows, result.command)
