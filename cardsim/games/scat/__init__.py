"""Scat, also called Thirty-One, Blitz, Ride the Bus and Cadillac.

Three cards each; the value of a hand is its best sum in one suit, ace 11, court cards 10. In turn
take the top discard or the top of the stock and throw a card, or knock instead: everybody else
then has one more turn and the lowest hand loses a life. 31 shown at once ends the hand and costs
everybody else a life. The last player with a life wins.

Sources: John McLeod, "Thirty-One", pagat.com, and an older text of it; below they are "Pagat".

Decisions taken where the sources are silent:
- The first seat to play in a single hand, and in the first hand of a match, is seat 0; the hero
  sits in each seat in turn.
- A throw-down opens all cards: every 31 counts as declared, and the caller as the knocker.
- A 31 that its holder was silent about is offered again only when a draw makes another 31.
- After a knock with four cards in hand (`knock-timing = after-draw`), the discard must leave a
  hand that may knock. A 31 declared with that discard withdraws the knock.
- With `stock-exhausted = reshuffle` the discards are shuffled when a seat is about to draw from an
  empty stock.
- With `exhausted-after-knock = skip` a pass counts as a turn.
- A match for points goes on until one seat alone has the most points and they reach the target.
- If a hand would put everybody out, all go back to their last level and play another hand; this is
  no option.
- Poker tie-break: a triple or a straight flush compares its three ranks, ace high.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from cardsim.game import Column, CountTable, Decision, Game, Measure, Unit
from cardsim.games.scat import play, story
from cardsim.games.scat.imagine import imagine
from cardsim.games.scat.rules import PRESETS, Rules
from cardsim.games.scat.state import ENDS, LAYOUT, OUTCOME

_END = Column("end", "end", 1, len(ENDS) - 1, "how the hand ended", labels=ENDS[1:])
_TOP = 66


def _hand_unit(rules: Rules, players: int) -> Unit:
    most = 1 if rules.score_mode == "points" else 2
    points = rules.score_mode == "points"
    noun = {
        "lives": "lives lost",
        "bus": "steps lost",
        "gin": "letters taken",
        "points": "points won",
    }[rules.score_mode]
    hero = Column("hero", "hero", 0, players - 1, "seat of the hero")
    knocker = Column(
        "knocker", "knocker", -1, players - 1, "seat that knocked or called; -1 nobody"
    )
    hero_change = Column("hero_change", "hero_change", 0, most, f"{noun} by the hero")
    tables = (
        CountTable(
            "hero",
            (
                hero,
                _END,
                Column("hero_knocked", "hero_knocked", 0, 1, "whether the hero knocked"),
                hero_change,
            ),
        ),
        CountTable(
            "seats",
            (hero, Column("change", "change", 0, most, f"{noun} by the seat")),
            by_seat=True,
        ),
        CountTable(
            "field",
            (
                Column(
                    "share",
                    "losers",
                    0,
                    players,
                    f"share of the seats with {noun}",
                    scale=1 / players,
                ),
            ),
        ),
        CountTable(
            "turns",
            (
                _END,
                knocker,
                Column("turns", "turns", 0, rules.max_turns, "turns taken, a knock is one"),
            ),
        ),
        CountTable(
            "values",
            (
                _END,
                Column(
                    "knocker_value",
                    "knocker_value",
                    0,
                    _TOP,
                    "value the knocker showed; 0 nobody",
                    scale=0.5,
                ),
                Column("knocker_change", "knocker_change", 0, most, f"{noun} by the knocker"),
                Column("high", "high", 0, _TOP, "highest value shown", scale=0.5),
                Column("low", "low", 0, _TOP, "lowest value shown", scale=0.5),
            ),
        ),
    )
    verb = "scores" if points else "loses"
    what = {"lives": "a life", "bus": "a step", "gin": "a letter", "points": "a point"}[
        rules.score_mode
    ]
    measures = (
        Measure(
            "hero_" + verb,
            f"the hero {verb} {what}",
            "hero",
            "hero_change",
            at_least=1,
            lower_is_better=not points,
        ),
        Measure(
            "hero_change",
            f"{noun} by the hero per hand",
            "hero",
            "hero_change",
            lower_is_better=not points,
        ),
        Measure(
            "fair_share",
            f"a seat {verb} {what}, average of all seats",
            "field",
            "share",
            as_share=True,
        ),
        Measure("turns", "turns per hand", "turns", "turns"),
    )

    def sentence(n: Mapping[str, Any]) -> str:
        return (
            f"{n['hero']} {verb} {what} in {n['hero_' + verb]} of hands, {n['field']}; "
            f"the average seat does in {n['fair_share']}."
        )

    return Unit(
        "hand",
        "hands",
        tables,
        measures,
        shares=(("turns", "end"),),
        by_seat=(("seats", "change"),),
        sentence=sentence,
    )


def _match_unit(rules: Rules, players: int) -> Unit:
    most_hands = 32767
    hero = Column("hero", "hero", 0, players - 1, "seat of the hero")
    place = Column(
        "place", "place", 1, players, "place of the seat: 1 won, the rest by when they went out"
    )
    tables = (
        CountTable(
            "hero",
            (hero, Column("hero_place", "hero_place", 1, players, "place of the hero; 1 won")),
        ),
        CountTable("winner", (hero, Column("winner", "winner", 0, players - 1, "seat that won"))),
        CountTable("hands", (Column("hands", "hands", 1, most_hands, "hands played"),)),
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
    del rules

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
    name="scat",
    title="Scat (Thirty-One)",
    page=__doc__ or "",
    rules=Rules,
    presets=PRESETS,
    players=(2, 16, 3),
    layout=LAYOUT,
    outcome=OUTCOME,
    decisions=(
        Decision(
            "throw-down",
            "first seat, cards unseen: call an immediate showdown?",
            ("pass", "call"),
            play.apply_throw_down,
        ),
        Decision(
            "hammer",
            "first seat, cards seen: call an immediate showdown?",
            ("pass", "call"),
            play.apply_hammer,
        ),
        Decision(
            "knock",
            "knock instead of taking a turn?",
            ("continue", "knock"),
            play.apply_knock,
            observe=play.observe_top,
        ),
        Decision(
            "draw-source",
            "take the top discard? Otherwise a card is drawn from the stock; "
            "with an empty stock the hand ends",
            ("draw-stock", "take-discard"),
            play.apply_draw,
            observe=play.observe_draw,
        ),
        Decision(
            "discard",
            "which of the four cards to throw: 0 to 3, its place in `hand`; "
            "not a card just taken from the discards",
            ("first", "second", "third", "drawn"),
            play.apply_discard,
            observe=play.observe_four,
        ),
        Decision(
            "declare-31",
            "show a 31, or keep silent about it?",
            ("silent", "declare"),
            play.apply_declare,
        ),
        Decision(
            "knock-after-draw",
            "knock with four cards in hand? Asked with knock-timing after-draw",
            ("continue", "knock"),
            play.apply_knock_after_draw,
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
    default_strategy="threshold",
    imagine=imagine,
    words_ahead=20,
    settled=("players", "alive", "match"),
)
