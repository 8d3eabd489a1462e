"""Ninety-Nine, the adding game.

Three cards each. In turn play a card, say the new total of the pile, and draw a card. The total may
not pass 99: who has no card that allows it pays a penny, and the next hand begins. Aces add 1 or
11, tens take away 10 or add 10, jacks and queens add 10, a king makes the total 99, a nine holds
it, and a four holds it and turns the direction round. The last player with a penny wins.

Sources: "Fun Games To Make Airport Waiting More Bearable!", a collection on the web, below "Airport
Waiting", which has lost its table of special cards; proteacher.net, which has it; and other public
pages for the other card tables.

Decisions taken where the sources are silent:
- In a single hand seat 0 plays first; the hero sits in each seat in turn. In a match the first
  dealer is drawn by lot.
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

from collections.abc import Mapping
from typing import Any

from cardsim.game import Column, CountTable, Decision, Game, Measure, Question, Unit
from cardsim.games.ninety_nine import exact, play, story
from cardsim.games.ninety_nine.imagine import imagine
from cardsim.games.ninety_nine.rules import MOST_CARDS, PRESETS, Rules, objection
from cardsim.games.ninety_nine.state import ENDS, LAYOUT, MOST_COUNTED, OUTCOME

_NAMES = ("first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth")


def _hand_unit(rules: Rules, players: int) -> Unit:
    going_on = rules.continue_after_loss
    verb = "takes the point" if going_on else "loses the hand"
    hero = Column("hero", "hero", 0, players - 1, "seat of the hero")
    first_out = "seat that first could not play" if going_on else "seat that lost"
    end = Column("end", "end", 1, len(ENDS) - 1, "how the hand ended", labels=ENDS[1:])
    change = f"whether the seat {verb}"
    tables = (
        CountTable(
            "hero",
            (hero, end, Column("hero_change", "hero_change", 0, 1, f"whether the hero {verb}")),
        ),
        CountTable("seats", (hero, Column("change", "change", 0, 1, change)), by_seat=True),
        CountTable("loser", (hero, Column("loser", "loser", 0, players - 1, first_out))),
        CountTable(
            "ending",
            (
                end,
                Column("total", "total", -MOST_COUNTED, 99, "total when the hand ended"),
                Column("cards", "cards", 0, MOST_COUNTED, "cards played"),
            ),
        ),
    )
    measures = (
        Measure(
            "hero_wins" if going_on else "hero_loses",
            f"the hero {verb}",
            "hero",
            "hero_change",
            at_least=1,
            lower_is_better=not going_on,
        ),
        Measure("cards", "cards played per hand", "ending", "cards"),
        Measure("at_99", "the total is 99 when the hand ends", "ending", "total", at_least=99),
    )

    def sentence(n: Mapping[str, Any]) -> str:
        share = n["hero_wins" if going_on else "hero_loses"]
        return (
            f"{n['hero']} {verb} in {share} of hands, {n['field']}; "
            f"a fair share is {100 / players:.4g} %. A hand lasts {n['cards']} cards."
        )

    return Unit(
        "hand",
        "hands",
        tables,
        measures,
        shares=(("ending", "end"),),
        by_seat=(("seats", "change"),),
        sentence=sentence,
    )


def _match_unit(rules: Rules, players: int) -> Unit:
    hero = Column("hero", "hero", 0, players - 1, "seat of the hero")
    by = "points" if rules.continue_after_loss else "when they went out"
    place = Column("place", "place", 1, players, f"place of the seat: 1 won, the rest by {by}")
    tables = (
        CountTable(
            "hero",
            (hero, Column("hero_place", "hero_place", 1, players, "place of the hero; 1 won")),
        ),
        CountTable("winner", (hero, Column("winner", "winner", 0, players - 1, "seat that won"))),
        CountTable(
            "hands",
            (
                Column("hands", "hands", 1, MOST_COUNTED, "hands played"),
                Column(
                    "pennies_left", "pennies_left", 0, rules.start_pennies, "pennies of the winner"
                ),
            ),
        ),
        CountTable("seats", (hero, place), by_seat=True),
    )
    measures = (
        Measure(
            "hero_wins",
            "the hero wins the match",
            "hero",
            "hero_place",
            at_most=1,
            lower_is_better=False,
        ),
        Measure("hero_place", "place of the hero, 1 is the winner", "hero", "hero_place"),
        Measure("hands", "hands per match", "hands", "hands"),
    )

    def sentence(n: Mapping[str, Any]) -> str:
        return (
            f"{n['hero']} wins {n['hero_wins']} of matches, {n['field']}; "
            f"a fair share is {100 / players:.4g} %. A match lasts {n['hands']} hands."
        )

    return Unit(
        "match",
        "matches",
        tables,
        measures,
        shares=(("hero", "hero_place"),),
        by_seat=(("seats", "place"),),
        sentence=sentence,
    )


GAME = Game(
    name="ninety-nine",
    title="Ninety-Nine",
    page=__doc__ or "",
    rules=Rules,
    presets=PRESETS,
    players=(2, 16, 3),
    layout=LAYOUT,
    outcome=OUTCOME,
    decisions=(
        Decision(
            "play-card",
            "which card to play: its place in `hand`, and 8 more for the higher of two options "
            "(an ace as 11, a ten as +10)",
            (*_NAMES[:MOST_CARDS], *(f"{name}-high" for name in _NAMES[:MOST_CARDS])),
            play.apply_play,
        ),
    ),
    start=play.start,
    deal=play.deal,
    observe=play.observe,
    legal=play.legal,
    close=play.close,
    next_hand=play.next_hand,
    score=play.score,
    units={"hand": _hand_unit, "match": _match_unit},
    narrate=story.narrate,
    tell=story.tell,
    default_strategy="dump-high",
    imagine=imagine,
    objection=objection,
    words_ahead=40,
    settled=("players", "alive", "match", "decks", "finite", "floor", "lapses", "table"),
    exact=(
        Question(
            "dead-hands",
            "how often a hand cannot be played, by total, and what a king led does",
            cost=exact.dead_cost,
            solve=exact.solve_dead,
            sentence=exact.dead_sentence,
        ),
        Question(
            "one-card",
            "how many cards are played with --hand-size 1 --infinite-deck",
            cost=exact.chain_cost,
            solve=exact.solve_chain,
            sentence=exact.chain_sentence,
            options=exact.Options,
        ),
    ),
)
