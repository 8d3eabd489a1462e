"""Three Ways: rock, paper and scissors, for two.

Both throw one of three at once; each beats one of the others and loses to the third. Every other
hand is decided by a coin instead.

Sources: none; it was made up to test the toolkit, where no strategy is best.
"""

from __future__ import annotations

from cardsim.game import CountTable, Decision, Game, Unit, in_turn
from cardsim.usual_units import share_won, you_win, your_seat

from . import play, story
from .rules import PRESETS, Rules
from .state import LAYOUT, OUTCOME, SHARES, WAYS


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


GAME = Game(
    name="three-ways",
    title="Three Ways",
    page=__doc__ or "",
    rules=Rules,
    presets=PRESETS,
    players=(2, 2, 2),
    layout=LAYOUT,
    outcome=OUTCOME,
    decisions=(Decision("throw", "what to throw", WAYS, play.apply_throw, legal=play.legal),),
    start=play.start,
    deal=play.deal,
    observe=play.observe,
    close=play.close,
    next_hand=None,
    score=play.score,
    units={"hand": _hand_unit},
    narrate=story.narrate,
    tell=story.tell,
    holdings=story.holdings,
    default_strategy="rock",
)
