"""The story of a look back at a hand or match: what each decision gave away."""

from __future__ import annotations

from cardsim.runs import told
from cardsim.story import Chart, Section, Series, Story, Table
from cardsim.table.advice_story import IMAGINED, MOST_DRAWN
from cardsim.table.looked_back import LookBack

AS_GOOD = (
    "Each cost compares what you did with the best that was found. If its interval reaches 0, what "
    "you did may have been as good."
)


def story(back: LookBack) -> Story:
    """Tell what the decisions of a game gave away."""
    chart = _costs(back) if any(one.tried for one in back.verdicts) else None
    losses = [text.removesuffix(".") for text in back.losses()]
    worst = tuple(losses) if len(losses) > 1 or any(back.reasons) else ()
    most = " What cost most, and why:" if worst else ""
    heading = "Your decisions, and what each gave away"
    return Story(
        question="What did your decisions give away?",
        answer=back.sentence,
        numbers=(),
        sections=(Section(heading, f"{AS_GOOD}{most}", chart, _decisions(back), worst),),
        much=f"one {back.unit.name}",
        specs=(back.spec,),
        method=(IMAGINED,),
    )


def _costs(back: LookBack) -> Chart:
    """Draw what each decision gave away that was tried."""
    tried = [(n, one) for n, one in enumerate(back.verdicts, 1) if one.tried]
    times, more = back.measure.shown_times, len(tried) - MOST_DRAWN
    gaps = [(one.cost, one.low, one.high) for _, one in tried[:MOST_DRAWN]]
    cost, low, high = (tuple(times * x for x in ends) for ends in zip(*gaps, strict=True))
    names = tuple(f"{n}. {one.did}" for n, one in tried[:MOST_DRAWN])
    return Chart(
        "What each decision gave away" + (f"; {more} more are not drawn" if more > 0 else ""),
        "decision",
        f"gave away, compared with the best, {told.noun(back.unit, back.measure)}",
        (Series("", names, cost, low, high),),
        kind="points",
        reference=(0.0, "the best"),
    )


def _decisions(back: LookBack) -> Table:
    """List all decisions: what was done, what was best, and what that gave away."""
    tried = [one for one in back.verdicts if one.tried]
    gaps = told.gap_texts(back.measure, [(one.cost, one.low, one.high) for one in tried])
    costs = iter(told.cells(gaps))
    rows = tuple(
        (str(one.hand), one.did, *((one.best, next(costs)) if one.best else ("not tried", "-")))
        for one in back.verdicts
    )
    heads = ("hand", "you did", "the best", f"gave away, {told.noun(back.unit, back.measure)}")
    if len({one.hand for one in back.verdicts}) == 1:
        # There is nothing to tell apart, and a terminal has no room for it.
        return Table("Your decisions", heads[1:], tuple(row[1:] for row in rows), numbers=(2,))
    return Table("Your decisions", heads, rows, numbers=(0, 3))
