"""Columns, measures and units of many games: your seat, the end of a hand, the winner, the length.

A game puts these into its units beside its own columns and measures.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import NamedTuple

from cardsim.game import MONEY, Column, CountTable, Measure, Unit, numbered


def your_seat(names: Sequence[str]) -> Column:
    """Return the column of your seat, by the names of the seats."""
    return who("your_seat", "where you sat", names)


def who(name: str, told: str, names: Sequence[str], nobody: str = "") -> Column:
    """Return the column of a seat by its name, or -1 with a word for nobody."""
    low = -1 if nobody else 0
    words = (nobody, *names) if nobody else tuple(names)
    return Column(name, low, len(names) - 1, told, told=words)


def hand_end(ends: Sequence[str]) -> Column:
    """Return the column of how a hand ended, in words; the first is for one still going on."""
    return Column("end", 1, len(ends) - 1, "how the hand ended", labels=tuple(ends[1:]))


def share_won(name: str, parts: int, told: str, *, field: str = "") -> Column:
    """Return the column of a share of a win that may be split, kept as a number of parts."""
    return Column(name, 0, parts, told, field=field, scale=1 / parts)


def you_win(column: str, plural: str, players: int) -> Measure:
    """Return the measure of the hero's wins: the mean of a `share_won` in the table `you`."""
    return Measure(
        "wins",
        "you win, ties shared",
        "you",
        column,
        lower_is_better=False,
        as_share=True,
        you=f"you win {{}} of {plural}",
        even=1 / players,
    )


def pays(table: str, column: str, unit: str, *, scale: float = 1.0) -> Measure:
    """Return the measure of money won, if a unit of the column is worth `scale` stakes."""
    return Measure(
        MONEY,
        f"money you win in a {unit}",
        table,
        column,
        lower_is_better=False,
        per="stake",
        scale=scale,
        you=(f"you win {{}} in money a {unit}", f"you lose {{}} in money a {unit}"),
        cost=f"{{}} in money a {unit}",
    )


def lasts(table: str, column: str, what: str) -> Measure:
    """Return the measure of how long something lasts: the mean of a column, such as `turns`."""
    return Measure(
        column,
        f"{column} that {what} lasts",
        table,
        column,
        neutral=True,
        you=f"{what} lasts {{}} {column}",
        cost=f"{{}} {column}",
    )


class Counted(NamedTuple):
    """A measure with the table that it is read from, for a unit's `tables` and `measures`."""

    table: CountTable
    measure: Measure


def mean(
    name: str,
    column: Column,
    *beside: Column,
    you: str | tuple[str, str],
    cost: str = "{}",
    text: str = "",
    table: str = "",
    lower_is_better: bool = True,
    neutral: bool = False,
) -> Counted:
    """Return a measure that is the mean of a column, with a table of its own.

    Args:
        name: of the measure.
        column: what is counted.
        beside: columns that stand before it in the table.
        you: the sentence that tells it, as in `Measure`.
        cost: a difference in words, as in `Measure`.
        text: of the measure, where it is not what the column means.
        table: its name, where it is not that of the measure.
        lower_is_better: as in `Measure`.
        neutral: as in `Measure`.
    """
    measure = Measure(
        name,
        text or column.help,
        table or name,
        column.name,
        lower_is_better=lower_is_better,
        neutral=neutral,
        you=you,
        cost=cost,
    )
    return Counted(CountTable(measure.table, (*beside, column)), measure)


def lasting(name: str, most: int, what: str, told: str) -> Counted:
    """Return the measure of how long something lasts, in turns or hands, at least one."""
    return Counted(CountTable(name, (Column(name, 1, most, told),)), lasts(name, name, what))


def points_more(
    column: Column, name: str, unit: str, *beside: Column, others: str = "the others"
) -> Counted:
    """Return the measure of how many points you are ahead of the others."""
    more, fewer = ("you have {} points " + than for than in ("more", "fewer"))
    return mean(
        name,
        column,
        *beside,
        table="net",
        lower_is_better=False,
        you=(f"{more} than {others} a {unit}", f"{fewer} than {others} a {unit}"),
        cost=f"{{}} points a {unit}",
    )


def match(
    players: int,
    *,
    most_hands: int,
    places: str,
    also: tuple[Column, ...] = (),
    pennies: int = 0,
) -> Unit:
    """Return the unit of a match that one seat wins, with the others placed behind it.

    The outcome has `your_place`, `winner`, `hands` and, by seat, `place`.

    Args:
        players: seats at the table.
        most_hands: the most hands that a match can last.
        places: what the other places go by, in words.
        also: further columns that are counted together with the hands.
        pennies: each player's money at the start, where the winner ends with all of it and the
            others with none; 0 where nobody pays.
    """
    names = numbered(players)
    hero = your_seat(names)
    place = Column(
        "place",
        1,
        players,
        f"a player's place: 1 won, the rest by {places}",
    )
    return Unit(
        "match",
        "matches",
        tables=(
            CountTable("you", (hero, Column("your_place", 1, players, "your place; 1 won"))),
            CountTable("winner", (hero, who("winner", "who won", names))),
            CountTable("hands", (Column("hands", 1, most_hands, "hands played"), *also)),
            CountTable("seats", (hero, place), by_seat=True),
        ),
        measures=(
            Measure(
                "wins",
                "you win the match",
                "you",
                "your_place",
                at_most=1,
                lower_is_better=False,
                you="you win {} of matches",
                even=1 / players,
            ),
            Measure(
                "place",
                "your place, 1 is the winner's",
                "you",
                "your_place",
                you="your place is {} on average",
                cost="{} places",
                even=(players + 1) / 2,
            ),
            lasts("hands", "hands", "a match"),
            *([_takes_all(players, pennies)] if pennies else []),
        ),
        objective="wins",
        shares=(("you", "your_place"),),
        by_seat=(("seats", "place"),),
        facts="A match lasts {hands} hands.".format_map,
        goes_on=1,
    )


def _takes_all(players: int, pennies: int) -> Measure:
    """Return the measure of money won where the winner of a match ends with all pennies."""
    whole = pays("you", "your_place", "match", scale=players * pennies)
    return replace(whole, at_most=1, less=pennies)
