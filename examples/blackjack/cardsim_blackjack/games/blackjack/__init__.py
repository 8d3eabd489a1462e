"""Blackjack, or twenty-one, alone against the dealer of a casino.

You bet, get two cards and see one of the dealer's. Come closer to 21 than the dealer without going
beyond: hit for another card, stand when you have enough, double your bet for exactly one more card,
or split a pair into two hands. The dealer has no choice, and draws to 17. An ace and a ten-card are
a blackjack, which wins 3 for 2. Your result is in bets: it is the house that wins what you lose.

Sources: R. Baldwin, W. Cantey, H. Maisel and J. McDermott, "The Optimum Strategy in Blackjack"
(1956); P. Griffin, "The Theory of Blackjack"; M. Shackleford, "The Wizard of Odds", Blackjack.

Decisions taken:
- The shoe is shuffled for every hand, so that counting cards is of no use.
- There is no insurance and no surrender.
- Any two cards worth ten are a pair. Aces that were split get one card each.
- A hand of 21 stands by itself, and a hand that was split makes no blackjack.
"""

from __future__ import annotations

from cardsim.game import Column, CountTable, Decision, Game, Measure, Unit, numbered
from cardsim.usual_units import mean, your_seat

from . import exact, features, play, rules, state, story
from .rules import Rules
from .state import BET, HANDS


def _hand_unit(rules: Rules, players: int) -> Unit:
    del rules, players
    most = 2 * HANDS * BET
    net = Column("your_net", -most, most, "bets you win", scale=1 / BET)
    bets = mean(
        "bets",
        Column("bets", 1, 2 * HANDS, "bets that you stake"),
        neutral=True,
        you="you stake {} bets a hand",
        cost="{} bets a hand",
    )
    return Unit(
        "hand",
        "hands",
        tables=(CountTable("you", (your_seat(numbered(1)), net)), bets.table),
        measures=(
            Measure(
                "net",
                "bets you win in a hand",
                "you",
                "your_net",
                lower_is_better=False,
                you=("you win {} bets in 100 hands", "you lose {} bets in 100 hands"),
                times=100,
                cost="{} bets in 100 hands",
            ),
            bets.measure,
        ),
        objective="net",
        shares=(("you", "your_net"),),
        by_seat=(),
        facts="You stake {bets} bets a hand.".format_map,
    )


GAME = Game.of(
    __name__,
    __doc__,
    title="Blackjack",
    rules=rules,
    state=state,
    play=play,
    story=story,
    features=features,
    players=(1, 1, 1),
    decisions=(
        Decision("split", "split the pair, or keep it together", story.WORDS[0]),
        Decision("double", "double the bet for one more card, or not", story.WORDS[1]),
        Decision("stand", "hit, or stand", story.WORDS[2]),
    ),
    units={"hand": _hand_unit},
    default_strategy="basic",
    seat_names=lambda _rules, players: numbered(players),
    exact=(exact.EDGE,),
    house="the dealer",
    zero_sum=False,
    words_ahead=8,
)
