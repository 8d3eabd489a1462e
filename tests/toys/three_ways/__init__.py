"""Three Ways: rock, paper and scissors, for two.

Both throw one of three at once; each beats one of the others and loses to the third. Every other
hand is decided by a coin instead.

Sources: none; it was made up to test the toolkit, where no strategy is best.
"""

from __future__ import annotations

from cardsim.game import CountTable, Decision, Game, Unit, in_turn
from cardsim.usual_units import share_won, you_win, your_seat

from . import play, rules, state, story
from .rules import Rules
from .state import SHARES, WAYS


def _hand_unit(rules: Rules, players: int) -> Unit:
    del rules
    your_share = share_won("your_share", SHARES, "your share of the win")
    win = share_won("win", SHARES, "the seat's share of the win", field="share")
    return Unit(
        "hand",
        "hands",
        tables=(
            CountTable("you", (your_seat(in_turn(players)), your_share)),
            CountTable("wins", (win,), by_seat=True),
        ),
        measures=(you_win("your_share", "hands", players),),
        objective="wins",
        shares=(),
        by_seat=(("wins", "win"),),
        facts="".format_map,
    )


GAME = Game.of(
    __name__,
    __doc__,
    title="Three Ways",
    rules=rules,
    state=state,
    play=play,
    story=story,
    players=(2, 2, 2),
    decisions=(Decision("throw", "what to throw", WAYS),),
    units={"hand": _hand_unit},
    default_strategy="rock",
)
