"""High Card, the smallest game there is.

Every seat gets one card of a pack of 52. In turn from seat 0 a seat keeps its card or swaps it for
the top of the stock; what it puts aside is out of play. The highest card wins, the ace low; seats
with equal cards share the win.

Sources: none; it was made up to test the toolkit.

Decisions taken:
- With more than one swap a seat decides again after each.
- A card put aside is seen by nobody, and how often a seat has swapped by everybody.
"""

from __future__ import annotations

from cardsim.game import Column, CountTable, Decision, Game, Measure, Unit, in_turn
from cardsim.usual_units import share_won, you_win, your_seat

from . import play, rules, state, story
from .rules import Rules
from .state import SHARES


def _hand_unit(rules: Rules, players: int) -> Unit:
    your_share = share_won("your_share", SHARES, "your share of the win")
    win = share_won("win", SHARES, "the seat's share of the win", field="share")
    value = Column("value", 1, 14, "what the seat's last card is worth")
    swaps = Column("swaps", 0, rules.swaps, "how many times the seat swapped", field="swapped")
    return Unit(
        "hand",
        "hands",
        tables=(
            CountTable("you", (your_seat(in_turn(players)), your_share)),
            CountTable("wins", (win,), by_seat=True),
            CountTable("seats", (swaps, value), by_seat=True),
        ),
        measures=(
            you_win("your_share", "hands", players),
            Measure("swaps", "swaps of a seat per hand", "seats", "swaps", neutral=True),
        ),
        objective="wins",
        shares=(("seats", "value"),),
        by_seat=(("wins", "win"), ("seats", "swaps")),
        facts="A player swaps {swaps} times a hand.".format_map,
    )


GAME = Game.of(
    __name__,
    __doc__,
    title="High Card",
    rules=rules,
    state=state,
    play=play,
    story=story,
    players=(2, 6, 3),
    decisions=(
        Decision("swap", "keep the card, or swap it for the top of the stock", ("keep", "swap")),
    ),
    units={"hand": _hand_unit},
    default_strategy="threshold",
    imagine=play.imagine,
    words_ahead=12,
)
