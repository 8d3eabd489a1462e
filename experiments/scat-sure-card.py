"""Somebody knocked in Scat: do I take the sure card, or draw?

You have one turn left. The top discard makes your hand worth more, and you know by how much; a card
from the stock may add more, or nothing. We play the same hands with the sure card and with a draw,
by what the hand is worth with the sure card and by what that card adds. Before the knock you take
whatever helps, and you would knock at 28. Three players: against beginners, in mixed company and
against good players.
"""

from typing import Annotated, Any

import polars as pl

from cardsim import Experiment, Number, Strategy, borrowed, one_of
from cardsim.studies import (
    Lab,
    gains_chart,
    gains_in_three,
    gains_table,
    gains_told,
    joined,
    mixed_first,
)

GAME, LIKE, KNOCK = "scat", "threshold", 28
NOUN = "pennies in 100 such hands"
BANDS = {"17 or less": 0, "18 to 20": 18, "21 to 23": 21, "24 to 26": 24, "27 or more": 27}
"""Worth with the sure card, each from that on."""
ADDS = {"3 or fewer": 1, "4 to 6": 4, "7 or more": 7}
"""Points that the sure card adds, each from that on."""
AT = [f"it makes {band}" for band in BANDS]
SMALL = [f"it adds {adds}" for adds in ADDS]
CELLS = [f"it adds {adds} points and makes {band}" for band in BANDS for adds in ADDS]
WHEN = ("never", *AT, *SMALL, *CELLS)
"""Situations in which you draw: by what the hand would be worth, by what is added, and by both."""
by_rule = borrowed(GAME, LIKE, "draw_source")


def band(worth: Any) -> Any:
    """Return the number of a band of `BANDS`."""
    return (worth >= 18) + (worth >= 21) + (worth >= 24) + (worth >= 27)


def step(adds: Any) -> Any:
    """Return the number of a step of `ADDS`."""
    return (adds >= 4) + (adds >= 7)


def draw_source(
    view: Any, when: Annotated[str, one_of(WHEN, "the situation in which it draws")] = AT[0]
) -> Any:
    """Draw in one situation after a knock, and else take whatever helps."""
    takes, worth = by_rule(view), view.value_with_discard
    if view.knocker < 0 or not takes:
        return takes
    at, adds = band(worth), step(worth - view.value)
    return when not in (1 + at, 6 + adds, 9 + 3 * at + adds)


def plays(when: str) -> str:
    """Say when it draws."""
    if when == "never":
        return "take~ every sure card after a knock"
    return f"draw~ after a knock when the sure card {when.removeprefix('it ')}"


DRAWER = Strategy(
    GAME,
    name="draws late",
    plays=plays,
    draw_source=draw_source,
    knock=borrowed(GAME, LIKE, "knock", knock_threshold=KNOCK),
)


def study(lab: Lab) -> None:
    """Play, show, answer."""
    found = gains_in_three(
        lab,
        GAME,
        DRAWER,
        WHEN,
        seen,
        fields="value,value_with_discard,knocker",
        unit="hand",
    )
    for heading, names in (
        ("By what your hand is worth with it", AT),
        ("By what it adds", SMALL),
    ):
        lab.section(
            heading,
            "Pennies that a draw wins more than the sure card, counted as what the others lose on "
            "average less what you lose.",
            gains_chart(
                found,
                names,
                "What a draw wins, once somebody has knocked",
                "the sure card",
                "pennies in 100 such hands more than with the sure card",
            ),
        )
    lab.section(
        "By both",
        "A minus is what you lose by drawing.",
        table=gains_table(found, CELLS, "Pennies that a draw wins in 100 such hands"),
    )
    better = [
        cell for cell in CELLS if {by[cell].sign for by in found.values() if cell in by} == {1}
    ]
    mixed = mixed_first(found)[0][1]
    unless = f", unless {joined(better, 'or')}: then draw" if better else ""
    answer = [f"Take the sure card{unless}."]
    for cell in better:
        told = gains_told(found, cell, "drawing", "taking it", NOUN)
        answer.append(f"{told[:1].upper()}{told[1:]}.")
    costs = [f"{mixed[at].size} if {at}" for at in AT if at in mixed and mixed[at].sign < 0]
    if costs:
        answer.append(
            f"In mixed company a draw costs this many pennies in 100 hands: {joined(costs)}."
        )
    lab.answer(
        " ".join(answer),
        *(
            Number.of(by[CELLS[0]], f"pennies in 100 by drawing then, {who.where}")
            for who, by in mixed_first(found)
            if CELLS[0] in by
        ),
    )


def seen(decisions: pl.DataFrame) -> pl.DataFrame:
    """Return your last turns after a knock in which the discard helps, by situation."""
    asked = decisions.filter(
        (pl.col("decision") == "draw_source")
        & (pl.col("seat") == pl.col("your_seat"))
        & (pl.col("knocker") >= 0)
        & (pl.col("value_with_discard") > pl.col("value"))
    )
    rows = []
    for hand, value, worth in asked.select("hand", "value", "value_with_discard").iter_rows():
        at, adds = int(band(worth)), int(step(worth - value))
        rows += [(hand, AT[at]), (hand, SMALL[adds]), (hand, CELLS[3 * at + adds])]
    return pl.DataFrame(rows, {"hand": pl.Int64, "when": pl.String}, orient="row")


# By a number of hands: a situation that is rare decides only the hands in which it comes up.
EXPERIMENT = Experiment(study, n=200_000)
