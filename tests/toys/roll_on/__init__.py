"""Roll On, a die that one may press.

In turn from seat 0 each throws a die as often as it likes and adds up the pips. A one ends its
turn with nothing; whoever stops in time keeps what it has, and whoever reaches the limit has to
stop. The most points win; seats with equal points share the win.

Sources: none; it was made up to test the toolkit, as a game whose best play is known.

Decisions taken:
- A seat may stop before its first throw, with nothing.
- What the seats before it have is seen by everybody.
"""

from __future__ import annotations

from cardsim.game import Column, CountTable, Decision, Game, Measure, Unit, in_turn
from cardsim.usual_units import share_won, you_win, your_seat

from . import play, rules, state, story
from .play import lead
from .rules import Rules
from .state import SHARES

__all__ = ["GAME", "lead"]


def _hand_unit(rules: Rules, players: int) -> Unit:
    most = rules.limit + rules.sides - 1
    points = Column("points", 0, most, "points of the seat")
    return Unit(
        "hand",
        "hands",
        tables=(
            CountTable(
                "you",
                (
                    your_seat(in_turn(players)),
                    share_won("your_share", SHARES, "your share of the win"),
                ),
            ),
            CountTable("points", (Column("your_points", 0, most, "your points"),)),
            CountTable("seats", (points,), by_seat=True),
        ),
        measures=(
            you_win("your_share", "hands", players),
            Measure(
                "points",
                "your points",
                "points",
                "your_points",
                lower_is_better=False,
                you="you get {} points a hand",
                cost="{} points",
            ),
        ),
        objective="wins",
        shares=(("seats", "points"),),
        by_seat=(("seats", "points"),),
        facts="You get {points} points a hand.".format_map,
    )


GAME = Game.of(
    __name__,
    __doc__,
    title="Roll On",
    rules=rules,
    state=state,
    play=play,
    story=story,
    features=play,
    players=(2, 4, 2),
    decisions=(
        Decision("press", "throw the die, or stop with the points one has", ("throw", "stop")),
    ),
    units={"hand": _hand_unit},
    default_strategy="hold",
)
