"""Ninety-Nine, the adding game.

Three cards each. In turn play a card, say the new total of the pile, and draw a card. The total may
not pass 99: who has no card that allows it pays a penny, and the next hand begins. Aces add 1 or
11, tens take away 10 or add 10, jacks and queens add 10, a king makes the total 99, a nine holds
it, and a four holds it and turns the direction round. The last player with a penny wins.

Sources: "Fun Games To Make Airport Waiting More Bearable!", a collection on the web, below "Airport
Waiting", which has lost its table of special cards; proteacher.net, which has it; and other public
pages for the other card tables.

Decisions taken where the sources are silent:
- In a single hand the same seat always plays first; you sit in each seat in turn. In a match the
  first dealer is drawn by lot.
- A hand has at most 8 cards and a table at most 16 players and 8 packs; a card at least must be
  left in the stock after the deal. With `continue-after-loss` and a stock that is shuffled again,
  players hold no more cards in all than there are ordinary ones: else those that leave could lay
  down all that could ever end the hand.
- A reshuffle takes the cards played since the last one, and the card then kept; the cards that a
  player laid down when he left the hand stay out of it.
- Where a player forgets to draw he does not look whether there is a stock, so that nothing is
  reshuffled for him.
- A skip leaves out the next player in the direction that holds after the card; with two players
  the same one plays again.
- The hand that a player lays down is not part of what the others see.
- With `continue-after-loss` no pennies move: the last one left takes a point, and `start-pennies`
  points win the match.
- With `infinite-deck` the deal too is of independent cards; there is no stock, and nothing is
  reshuffled.
"""

from __future__ import annotations

from cardsim.game import (
    Column,
    CountTable,
    Decision,
    Game,
    Measure,
    Question,
    Unit,
    in_turn,
)
from cardsim.games.ninety_nine import exact, features, play, rules, state, story
from cardsim.games.ninety_nine.features import *  # noqa: F403
from cardsim.games.ninety_nine.imagine import imagine
from cardsim.games.ninety_nine.recall import rewind, seen, settle
from cardsim.games.ninety_nine.rules import MOST_CARDS, Rules
from cardsim.games.ninety_nine.state import ENDS, MOST_COUNTED
from cardsim.usual_units import hand_end, match, who, your_seat

__all__ = ["GAME"]
__all__ += features.__all__

_NAMES = ("first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth")


def _hand_unit(rules: Rules, players: int) -> Unit:
    going_on = rules.continue_after_loss
    verb, what = ("win", "the point") if going_on else ("lose", "the hand")
    often = "wins" if going_on else "loses"
    names = in_turn(players)
    hero, end = your_seat(names), hand_end(ENDS)
    loser = who("loser", "who first could not play" if going_on else "who lost the hand", names)
    change = Column("change", 0, 1, f"how often a player {verb}s {what}, by where he sits")
    tables = (
        CountTable("you", (hero, end, Column("your_change", 0, 1, f"whether you {verb} {what}"))),
        CountTable("seats", (hero, change), by_seat=True),
        CountTable("loser", (hero, loser)),
        CountTable(
            "ending",
            (
                end,
                Column("total", -MOST_COUNTED, 99, "total when the hand ended"),
                Column("cards", 0, MOST_COUNTED, "cards played"),
            ),
        ),
    )
    measures = (
        Measure(
            often,
            f"you {verb} {what}",
            "you",
            "your_change",
            at_least=1,
            lower_is_better=not going_on,
            you=f"you {verb} {{}} of {'points' if going_on else 'hands'}",
            even=1 / players,
        ),
        Measure(
            "cards",
            "cards played in a hand",
            "ending",
            "cards",
            neutral=True,
            you="{} cards are played in a hand",
            cost="{} cards",
        ),
        Measure(
            "at_99",
            "the total is 99 when the hand ends",
            "ending",
            "total",
            at_least=99,
            neutral=True,
            you="the total is 99 at the end of {} of hands",
        ),
    )
    return Unit(
        "hand",
        "hands",
        tables,
        measures,
        objective=often,
        shares=(("ending", "end"),),
        by_seat=(("seats", "change"),),
        facts="{cards} cards are played in a hand.".format_map,
    )


def _match_unit(rules: Rules, players: int) -> Unit:
    return match(
        players,
        most_hands=MOST_COUNTED,
        places="points" if rules.continue_after_loss else "when they went out",
        pennies=0 if rules.continue_after_loss else rules.start_pennies,
        also=(Column("pennies_left", 0, rules.start_pennies, "pennies of the winner"),),
    )


GAME = Game.of(
    __name__,
    __doc__,
    title="Ninety-Nine",
    rules=rules,
    state=state,
    play=play,
    story=story,
    features=features,
    players=(2, 16, 3),
    decisions=(
        Decision(
            "play-card",
            "which card to play: its place in `hand`, and 8 more for the higher of two options "
            "(an ace as 11, a ten as +10)",
            (*_NAMES[:MOST_CARDS], *(f"{name}-high" for name in _NAMES[:MOST_CARDS])),
            play.apply_play,
        ),
    ),
    units={"match": _match_unit, "hand": _hand_unit},
    default_strategy="dump-high",
    imagine=imagine,
    rewind=rewind,
    seen=seen,
    settle=settle,
    words_ahead=40,
    settled=("players", "alive", "match", "decks", "finite", "floor", "lapses", "table"),
    exact=(
        Question(
            "dead-hands",
            "how often a hand cannot be played, by total, and what a king led does",
            cost=exact.dead_cost,
            solve=exact.solve_dead,
            sentence=exact.dead_sentence,
            depends=("card_table", "decks", "hand_size", "infinite_deck"),
        ),
        Question(
            "one-card",
            "how many cards are played with --hand-size 1 --infinite-deck",
            cost=exact.chain_cost,
            solve=exact.solve_chain,
            sentence=exact.chain_sentence,
            options=exact.Options,
            depends=(
                "hand_size",
                "infinite_deck",
                "continue_after_loss",
                "forget_draw_prob",
                "card_table",
                "negative_total",
            ),
        ),
    ),
)
