"""The story of a review: the costliest situations, each decision, and maps of better choices."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple

import numpy as np

from cardsim.ask.reviewed import Cost, Review, Situation
from cardsim.ask.reviews import LEAST_A_CELL
from cardsim.game import Feature
from cardsim.runs import told
from cardsim.runs.rollouts import ActionValues, DecisionTable
from cardsim.story import Chart, Number, Section, Series, Story, Table

MOST_ROWS = 12
"""Situations that are seen at once."""
MOST_MORE = 150
"""Rows of a table that is seen only where somebody asks for it."""
TWO = 2
FIRST_ORDER = (
    "A cost is to first order: as if one choice were changed, and the old habit were back at the "
    "next turn. One half of the forks chooses what is better, the other half says what that is "
    "worth; the 95 % intervals hold together for all decisions and situations."
)
AS_RULES = (
    "As a rule: what it gains to choose so always, in {0} other {1} that both play; these "
    "intervals hold together too."
)
FORKS = (
    "Each {unit} was played to its end, and once more to one of your decisions in it, drawn among "
    "all of them; from there it was played on with every other choice: the same hidden cards, the "
    "same chance later on, everybody else as before."
)
HALVES = (
    "Which choice is better in a situation was decided by one half of the forks, and what it is "
    "worth by the other half, and the other way round. Situations side by side with the same "
    "advice are told as one. Intervals hold together for all decisions and all situations that one "
    "half proposed, and what is not certain is not shown."
)


def story(review: Review) -> Story:
    """Tell a review."""
    base, unit = review.spec.base, review.unit
    much = f"{told.grouped(review.hands)} {unit.plural} played on"
    return Story(
        question=f"Where does {base.hero.brief} give most away?",
        answer=review.sentence,
        numbers=tuple(numbers(review)),
        sections=(*sections(review), *details(review)),
        much=much,
        specs=(base,),
        method=(
            f"{much.capitalize()}. {told.whereabouts(base)}".strip(),
            FORKS.format(unit=unit.name),
            HALVES,
        ),
        files=(
            (f"{base.game}-situations.csv", "what costs something", review.frame()),
            (f"{base.game}-cells.csv", "every situation and choice", review.cells()),
        ),
        asked=told.asked(base),
    )


def numbers(review: Review) -> Iterator[Number]:
    """Tell what is given away in all, the costliest situation, and what the rules gain."""
    if not review.situations:
        return
    top = review.situations[0]
    if review.cost.is_certain:
        yield Number.of(
            review.cost_text(review.cost), "are given away, to first order", is_cost=True
        )
    where = review.where(top) or "always"
    yield Number.of(
        review.cost_text(top.cost),
        f"of them at {top.asked.decision.function}, {where}: choose {top.better_text}",
        is_cost=True,
    )
    rule = review.rules or top.rule
    if rule is not None and rule.low > 0:
        which = "these rules gain" if review.rules is not None else "this rule gains"
        yield Number.of(review.cost_text(rule), f"is what {which} in other {review.unit.plural}")


def sections(review: Review) -> Iterator[Section]:
    """Tell what the answer rests on."""
    if review.situations:
        yield _costliest(review)
    yield _decisions(review)


def details(review: Review) -> Iterator[Section]:
    """Tell what only a reader with time wants: other situations, and a map of each decision."""
    seen = [w for w in review.worth if np.isfinite(cells_of(review, w).gains).any()]
    top = review.situations[0].asked.decision if review.situations else None
    for worth in sorted(seen, key=lambda w: w.asked.decision != top):
        yield _map(review, worth, is_open=worth.asked.decision == top or top is None)
    others = review.situations[MOST_ROWS:]
    if others:
        yield Section(
            "What costs less", "", table=_situations(review, others[:MOST_MORE]), is_aside=True
        )


def _costliest(review: Review) -> Section:
    """Tell the situations that cost most."""
    many, text = len(review.situations), FIRST_ORDER
    if review.changed_hands:
        text += f" {AS_RULES.format(review.changed_hands, review.unit.plural)}"
    if many > MOST_ROWS:
        text += f" Here are the first {MOST_ROWS} of {many}; `-o FILE.csv` has all."
    return Section(
        "What costs most",
        text,
        table=_situations(review, review.situations[:MOST_ROWS]),
        is_open=True,
    )


def _situations(review: Review, shown: Sequence[Situation]) -> Table:
    """List situations, with what each costs and gains as a rule."""
    tried = [s.rule for s in shown if s.rule is not None]
    gains = iter(_amounts(review, tried))
    rows = tuple(
        (
            f"{s.asked.decision.function}: {review.where(s) or 'always'}",
            s.chosen_text,
            s.better_text,
            cost,
            *([next(gains) if s.rule is not None else ""] if tried else []),
            f"{s.often:.3g}",
        )
        for s, cost in zip(shown, _amounts(review, [s.cost for s in shown]), strict=True)
    )
    heads = (
        *("where", "you choose", "better", f"costs, {told.noun(review.unit, review.measure)}"),
        *(["gains as a rule"] if tried else []),
        f"comes a {review.unit.name}",
    )
    return Table(
        "What costs something for certain, the costliest first",
        heads,
        rows,
        numbers=tuple(range(3, len(heads))),
        spare=(len(heads) - 1,),
    )


def _amounts(review: Review, costs: Sequence[Cost]) -> list[str]:
    """Say what is given away or gained, without its noun: `5.2 (± 0.3)`."""
    return told.plus_minus(review.measure, [(c.value, c.low, c.high) for c in costs])


def _decisions(review: Review) -> Section:
    """Tell what is given away at each decision, and how much was looked at."""
    count = review.candidates
    many = f"{count} candidate{'' if count == 1 else 's'}"
    shown = "what costs something for certain is shown, once"
    first = () if review.situations else (FIRST_ORDER,)
    if not review.situations:
        shown = "none of them costs something for certain"
    found = f"Side by side they made {many}: {shown}." if count else "None costs anything."
    looked = (
        f"{review.looked_at} situations had forks enough to be looked at by themselves. {found}"
    )
    amounts = _amounts(review, [d.cost for d in review.decisions])
    rows = tuple(
        (d.name, cost, f"{d.often:.3g}", str(d.situations), str(d.looked_at))
        for d, cost in zip(review.decisions, amounts, strict=True)
    )
    costs, often = f"costs, {told.noun(review.unit, review.measure)}", f"comes a {review.unit.name}"
    return Section(
        "Decision by decision",
        " ".join(part for part in (*first, looked, review.note) if part),
        table=Table(
            "What is given away at each decision",
            ("decision", costs, often, "situations", "looked at"),
            rows,
            numbers=(1, 2, 3, 4),
            spare=(3, 4),
        ),
        is_open=True,
    )


# ---------------------------------------------------------------- maps


class Cells(NamedTuple):
    """The situations of a decision over its first two features, all others together.

    Attributes:
        gains: float64, shape (numbers across, numbers down): what the better choice brings more
            each time, as it is told; NaN where there were few forks. At a decision of two choices
            it is what the second brings more than the first.
        best: int64, the same shape: the choice that is better.
        own: int64, the same shape: what the hero chooses there most; -1 where no fork was.
        often: float64, the same shape: how many times the situation comes a hand.
    """

    gains: np.ndarray[Any, Any]
    best: np.ndarray[Any, Any]
    own: np.ndarray[Any, Any]
    often: np.ndarray[Any, Any]


def cells_of(review: Review, worth: ActionValues) -> Cells:
    """Return what the choices at a decision are worth over its first two features."""
    kept = min(len(worth.asked.features), TWO)
    rest = tuple(range(1 + kept, 1 + len(worth.asked.features)))

    def added(name: str) -> np.ndarray[Any, Any]:
        sums: np.ndarray[Any, Any] = getattr(worth, name).sum(axis=rest)
        return sums if kept == TWO else np.expand_dims(sums, 2)

    step = review.unit.step(review.measure, dict(review.spec.base.display))
    met, forks, own, more, possible = map(added, ("met", "forks", "own", "more", "possible"))
    seen = forks.min(axis=0) >= LEAST_A_CELL
    each = np.where(seen, np.maximum(met.sum(axis=0), 1), 1)
    chosen = own.sum(axis=0).argmax(axis=-1)
    if _has_two(worth.asked):
        gains = (more[..., 1] - more[..., 0]).sum(axis=0) / each
        best = (gains > 0).astype(np.int64)
    else:
        # What looks best in one half is valued by the other.
        tops = [_top(more[h], possible[h])[..., None] for h in (0, 1)]
        gains = sum(np.take_along_axis(more[1 - h], tops[h], -1)[..., 0] for h in (0, 1)) / each
        best = np.where(gains > 0, _top(more.sum(axis=0), possible.sum(axis=0)), chosen)
    return Cells(
        review.measure.shown_times * np.where(seen, step * gains, np.nan),
        best,
        np.where(forks.sum(axis=0) > 0, chosen, -1),
        met.sum(axis=0) / review.hands,
    )


def _top(more: np.ndarray[Any, Any], possible: np.ndarray[Any, Any]) -> np.ndarray[Any, Any]:
    """Return the choice that brings most, of those that were legal."""
    least = np.iinfo(np.int64).min
    best: np.ndarray[Any, Any] = np.where(possible > 0, more, least).argmax(axis=-1)
    return best


def _has_two(asked: DecisionTable) -> bool:
    """Return True if the gain of the second choice over the first says all."""
    return len(asked.choices) == TWO and not asked.experts


def _map(review: Review, worth: ActionValues, *, is_open: bool) -> Section:
    """Tell what is better at a decision, situation by situation."""
    asked, cells = worth.asked, cells_of(review, worth)
    own = next((s for s in review.situations if s.asked.decision == asked.decision), None)
    found = "No other choice is better here for certain."
    if own is not None:
        here = "" if own is review.situations[0] else " here"
        found = f"What costs most{here}: {review.told(own)}."
    line = "" if asked.experts else " The line is where what you choose changes."
    return Section(
        f"What is better at {asked.decision.function}",
        f"{found} A situation with few forks has no cell.{line}",
        chart=_chart(review, asked, cells),
        table=_cells_table(review, asked, cells),
        is_open=is_open,
        is_aside=True,
    )


def _chart(review: Review, asked: DecisionTable, cells: Cells) -> Chart:
    """Draw cells, as many as lie between those that were seen."""
    seen, two = np.isfinite(cells.gains), _has_two(asked)
    columns, rows = (
        range(at[0], at[-1] + 1) for at in (np.flatnonzero(seen.any(axis=k)) for k in (1, 0))
    )
    # Where nothing better was found there is nothing to gain.
    gains = cells.gains if two else np.maximum(cells.gains, 0)
    across, *down = asked.features
    places: tuple[float, ...] | tuple[str, ...] = tuple(float(across.low + k) for k in columns)
    if across.labels:
        places = across.labels[columns.start : columns.stop]
    return Chart(
        f"What is better at {asked.decision.function}",
        short(across),
        f"{_gain(asked)} brings each time, {told.noun(review.unit, review.measure)}",
        tuple(
            Series(
                number_name(down[0], k) if down else "",
                places,
                tuple(gains[columns.start : columns.stop, k].tolist()),
            )
            for k in reversed(rows)
        ),
        kind="map",
        rows=short(down[0]) if down else "",
        sides=(f"{asked.choices[1]} is better", f"{asked.choices[0]} is") if two else ("", ""),
        regions=()
        if asked.experts
        else tuple(
            tuple(cells.own[columns.start : columns.stop, k].tolist()) for k in reversed(rows)
        ),
    )


def _cells_table(review: Review, asked: DecisionTable, cells: Cells) -> Table:
    """List the cells of a map, those that come most often where they are many."""
    every = [tuple(at) for at in np.argwhere(np.isfinite(cells.gains)).tolist()]
    shown = sorted(sorted(every, key=lambda at: -cells.often[at])[:MOST_MORE])
    features = asked.features[:TWO]
    rows = tuple(
        (
            *(number_name(f, k) for f, k in zip(features, at, strict=False)),
            f"{cells.often[at]:.3g}",
            *([] if asked.experts else [asked.choices[cells.own[at]]]),
            asked.choices[cells.best[at]],
            f"{cells.gains[at]:+.3g}",
        )
        for at in shown
    )
    caption = f"The numbers of the map of {asked.decision.function}"
    if len(every) > len(shown):
        caption += f"; the {len(shown)} that come most often, of {len(every)}"
    heads = (
        *map(short, features),
        f"comes a {review.unit.name}",
        *([] if asked.experts else ["you choose most"]),
        "better",
        f"{_gain(asked)} brings each time, {told.noun(review.unit, review.measure)}",
    )
    named = [k for k, f in enumerate(features) if not f.labels]
    return Table(caption, heads, rows, numbers=(*named, len(features), len(heads) - 1))


def _gain(asked: DecisionTable) -> str:
    """Name the choice that brings a gain: `knock rather than continue`."""
    two = f"{asked.choices[-1]} rather than {asked.choices[0]}"
    return two if _has_two(asked) else "another choice"


def short(feature: Feature) -> str:
    """Return a feature's name, for people."""
    return feature.name.replace("-", " ")


def number_name(feature: Feature, k: int) -> str:
    """Return the number of a feature's cell, for people; the last stands for all beyond."""
    return feature.labels[k] if feature.labels else str(feature.low + k)
