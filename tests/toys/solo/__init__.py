"""Solo, a die that one may press alone.

You pay the stake to the bank and throw a die as often as you like, adding up the pips. A one ends
the hand with nothing; if you stop in time, or reach the limit, the bank pays your points. Up to
three may sit at the table, each against the bank: what one wins the others do not lose.

Sources: none; it was made up to test the toolkit, with one player and with no winner.

Decisions taken:
- You may stop before your first throw, with nothing.
"""

from __future__ import annotations

from cardsim.game import Column, CountTable, Decision, Game, Measure, Unit, numbered
from cardsim.usual_units import your_seat

from . import play, rules, state, story
from .rules import Rules


def _hand_unit(rules: Rules, players: int) -> Unit:
    most = rules.limit + rules.sides - 1
    net = Column("your_net", -rules.stake, most - rules.stake, "points you win from the bank")
    return Unit(
        "hand",
        "hands",
        tables=(
            CountTable("you", (your_seat(numbered(players)), net)),
            CountTable("seats", (Column("points", 0, most, "points of the seat"),), by_seat=True),
        ),
        measures=(
            Measure(
                "net",
                "points you win from the bank",
                "you",
                "your_net",
                lower_is_better=False,
                you=("you win {} points a hand", "you lose {} points a hand"),
                cost="{} points a hand",
            ),
            Measure("points", "points of a seat", "seats", "points", neutral=True),
        ),
        objective="net",
        shares=(("seats", "points"),),
        by_seat=(("seats", "points"),),
        facts="A hand ends with {points} points.".format_map,
    )


GAME = Game.of(
    __name__,
    __doc__,
    title="Solo",
    rules=rules,
    state=state,
    play=play,
    story=story,
    features=play,
    players=(1, 3, 1),
    decisions=(
        Decision("press", "throw the die, or stop with the points you have", ("throw", "stop")),
    ),
    units={"hand": _hand_unit},
    default_strategy="hold",
    seat_names=lambda _rules, players: numbered(players),
    zero_sum=False,
)
