"""Shared parts of games with partners: two sides of two seats across from each other.

Seats 0 and 2 play against seats 1 and 3. Trick games have the fields of `tricks.shown`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Any

from cardsim.cards import PACK, card_symbol, card_symbols
from cardsim.game import Axis, Column, CountTable, Event, Measure, Unit
from cardsim.telling import number_of
from cardsim.usual_units import Counted, lasting, mean, share_won, you_win, your_seat

SIDES = 2
SIDE = Axis("side", 0, SIDES - 1)


def sides(_rules: Any, players: int) -> tuple[int, ...]:
    """Return the side of each seat."""
    return tuple(seat % SIDES for seat in range(players))


def points_ahead(column: Column, name: str, a_unit: str, verb: str = "wins") -> Counted:
    """Return the measure of how many points your side is ahead of the others."""
    more, fewer = (f"your side {verb} {{}} points {than}" for than in ("more", "fewer"))
    return mean(
        name,
        column,
        table="net",
        lower_is_better=False,
        you=(f"{more} than the others a {a_unit}", f"{fewer} than the others a {a_unit}"),
        cost=f"{{}} points a {a_unit}",
    )


def match(
    name: str,
    plural: str,
    names: Sequence[str],
    net: Counted,
    *,
    length: Counted,
    scores: tuple[int, int],
    shares: int,
    objective: str,
    facts: str,
    goes_on: int,
) -> Unit:
    """Return the unit of a match over several hands that is won by points.

    The outcome has `your_share`, `share` and `score` by side, and the columns of the two measures.

    Args:
        name: of the unit.
        plural: of the name.
        names: of the seats.
        net: by how much your side is ahead.
        length: how long it lasts.
        scores: the lowest and highest points of a side.
        shares: parts in which a win is kept.
        objective: the measure that it is won by.
        facts: a further sentence, with measures in braces.
        goes_on: `Unit.goes_on`.
    """
    your_share = share_won("your_share", shares, "your side's share of the win")
    win = share_won("win", shares, "a side's share of the win", field="share")
    wins = you_win("your_share", plural, SIDES)
    measures: tuple[Measure, ...] = (wins, length.measure)
    first = objective == net.measure.name
    return Unit(
        name,
        plural,
        tables=(
            CountTable("you", (your_seat(names), your_share)),
            net.table,
            length.table,
            CountTable("sides", (win,), by=SIDE),
            CountTable("scores", (Column("score", *scores, "points of a side"),), by=SIDE),
        ),
        measures=(net.measure, *measures) if first else (*measures, net.measure),
        objective=objective,
        shares=((length.table.name, length.measure.column),),
        by_seat=(("sides", "win"), ("scores", "score")),
        facts=facts.format_map,
        goes_on=goes_on,
    )


def match_by_hands(
    names: Sequence[str], margin: int, scores: tuple[int, int], *, most_hands: int, shares: int
) -> Unit:
    """Return the unit of a match of two sides to a number of points, over several hands."""
    ahead = Column("your_net", -margin, margin, "points your side ends ahead of the others")
    ends = ("your side ends {} points ahead of", "your side ends {} points behind")
    net = mean(
        "margin",
        ahead,
        table="net",
        lower_is_better=False,
        you=(f"{ends[0]} the others", f"{ends[1]} the others"),
        cost="{} points a match",
    )
    return match(
        "match",
        "matches",
        names,
        net,
        length=lasting("hands", most_hands, "a match", "hands played"),
        scores=scores,
        shares=shares,
        objective="wins",
        facts="A match lasts {hands} hands.",
        goes_on=1,
    )


def partners(side: int, who: Sequence[str]) -> str:
    """Return the names of both seats of a side."""
    return f"{who[side]} and {who[side + SIDES]}"


def told_trick(state: Any, who: Sequence[str]) -> str:
    """Return the last trick of a hand in words."""
    trick = int(state["tricks"]) - 1
    first, *others = [card for card in state["history"][trick].tolist() if 0 <= card < PACK]
    led, winner = int(state["leaders"][trick]), int(state["leader"])
    return (
        f"{who[led]} leads {card_symbol(first)}, then {card_symbols(others)}: "
        f"{who[winner]} wins trick {trick + 1}"
    )


def told_winner(event: Event, who: Sequence[str], what: str = "hand") -> str:
    """Return in words which side wins after how many hands, or other deals."""
    won = "nobody wins" if event.seat < 0 else f"{partners(event.seat, who)} win"
    return f"{won} after {number_of(event.values[0], what)}"


def told_hands(
    hands: Iterable[Any], who: Sequence[str], strength: Callable[[int], int]
) -> Iterator[str]:
    """Yield what each seat holds, suit by suit from spades down, the strongest cards first."""
    for name, hand in zip(who, hands, strict=False):
        held = [card for card in range(PACK) if int(hand) >> card & 1]
        held.sort(key=lambda card: (-(card // 13), -strength(card)))
        yield f"{name} holds {card_symbols(held)}"
