"""The story of advice: the cost of each choice, its chances, and who probably sits there."""

from __future__ import annotations

from collections.abc import Iterator

from cardsim.runs import told
from cardsim.runs.words import capitalised
from cardsim.story import Chart, Section, Series, Story, Table
from cardsim.table.advised import Advised

MOST_DRAWN = 20
"""Choices that are drawn."""
IMAGINED = (
    "All that you do not see was dealt anew many times. In each of these hands every choice was "
    "tried, and played on to the end."
)
TOGETHER = (
    "Every choice is made in the same hands, imagined from what you see. {} The intervals of what "
    "each costs, compared with the best, hold for all of them together."
)


def story(advised: Advised) -> Story:
    """Tell what to do."""
    return Story(
        question="What should you do?",
        answer=advised.sentence,
        numbers=(),
        sections=tuple(_sections(advised)),
        much=f"{told.grouped(advised.worlds)} imagined hands",
        specs=(advised.spec,),
        method=(IMAGINED,),
        asked=(
            told.rules(advised.spec),
            *_company(advised),
            ("Imagined", f"{advised.worlds} hands"),
        ),
    )


def _company(advised: Advised) -> list[tuple[str, str]]:
    """Return how you and the others play on."""
    others = dict.fromkeys(player.brief for player in advised.spec.others)
    if {*others} <= {advised.player.brief}:
        return [("All play on as", advised.player.brief)]
    return [("You play on as", advised.player.brief), ("The others as", " and ".join(others))]


def _sections(advised: Advised) -> Iterator[Section]:
    if advised.seen:
        seen = tuple((capitalised(name), text) for name, text in advised.seen)
        place = Table("Where you are", ("at the table", "you see"), seen)
        yield Section("What you see", "", table=place)
    yield Section(
        "What each choice costs",
        TOGETHER.format(advised.likely),
        _costs(advised),
        _choices(advised),
    )
    if advised.why:
        yield Section("What makes the difference", advised.why)
    shown, rows = advised.likelihoods
    if rows:
        unsure = f"{100 * advised.unsure:.1f} percentage points"
        chances = [(what, *(f"{100 * x:.1f} %" for x in values)) for what, values in rows]
        heads, numbers = ("", *(c.told for c in shown)), tuple(range(1, len(shown) + 1))
        yield Section(
            "What may come of it",
            f"These chances are unsure by up to {unsure}.",
            table=Table("How likely it is", heads, tuple(chances), numbers),
        )
    if advised.elsewhere or advised.who:
        table = _companies(advised) if advised.elsewhere else None
        yield Section("If somebody plays otherwise", advised.who, table=table)


def _costs(advised: Advised) -> Chart:
    """Draw what each choice costs, compared with the best."""
    times, more = advised.measure.shown_times, len(advised.choices) - MOST_DRAWN
    drawn = advised.choices[:MOST_DRAWN]
    best = drawn[0]
    gaps = [(c.cost, c.cost_low, c.cost_high) if c is not best else (0.0, 0.0, 0.0) for c in drawn]
    cost, low, high = (tuple(times * x for x in ends) for ends in zip(*gaps, strict=True))
    return Chart(
        "What each choice costs" + (f"; {more} more are not drawn" if more > 0 else ""),
        "choice",
        f"costs, compared with the best, {told.noun(advised.unit, advised.measure)}",
        (Series("", tuple(c.told for c in drawn), cost, low, high),),
        kind="points",
        reference=(0.0, "the best"),
        interval="intervals, which hold together",
    )


def _choices(advised: Advised) -> Table:
    """List all choices: what each is worth, and what it costs compared with the best."""
    choices, measure = advised.choices, advised.measure
    noun = told.noun(advised.unit, measure)
    worth = told.gap_texts(measure, [(c.value, c.low, c.high) for c in choices])
    costs = told.gap_texts(measure, [(c.cost, c.cost_low, c.cost_high) for c in choices[1:]])
    names = [c.told for c in choices]
    rows = zip(names, told.cells(worth), ("0", *told.cells(costs)), strict=True)
    return Table(
        f"In {told.grouped(advised.worlds)} imagined hands that agree with all you know",
        ("you may", f"worth, {noun}", f"costs, {noun}"),
        tuple(rows),
        numbers=(1, 2),
    )


def _companies(advised: Advised) -> Table:
    """List what the best choice is worth with other play, and what is best there."""
    best, measure = advised.choices[0].told, advised.measure
    noun = told.noun(advised.unit, measure)
    there = advised.elsewhere
    worth = told.cells(told.gap_texts(measure, [(e.value, e.low, e.high) for e in there]))
    costs = told.gap_texts(measure, [(e.cost, e.cost_low, e.cost_high) for e in there])
    # What costs nothing there is as good as the best.
    as_good = [e.best == best or e.cost == e.cost_high == 0 for e in there]
    costly = ["0" if good else text for good, text in zip(as_good, told.cells(costs), strict=True)]
    led = [best if good else e.best for good, e in zip(as_good, there, strict=True)]
    rows = zip((e.where for e in there), worth, led, costly, strict=True)
    # Where the same is best everywhere nothing is lost.
    many = 3 if all(as_good) else 4
    return Table(
        "The same choice in each case that was tried",
        ("where", f"{best}, {noun}", "the best there", f"costs, {noun}")[:many],
        tuple(row[:many] for row in rows),
        numbers=(1, 3)[: many - 2],
    )
