"""Scat, also called Thirty-One, Blitz, Ride the Bus and Cadillac.

Three cards each; the value of a hand is its best sum in one suit, ace 11, court cards 10. In turn
take the top discard or the top of the stock and throw a card, or knock instead: everybody else
then has one more turn and the lowest hand loses a life, or two if it is the knocker's. 31 shown at
once ends the hand and costs everybody else a life. Everybody pays for three lives with a penny each
and has one more without pennies. The last player with a life wins.

Sources: John McLeod, "Thirty-One", pagat.com, and an older text of it; below they are "Pagat".

Decisions taken where the sources are silent:
- The same seat always plays first in a single hand, and in the first hand of a match; you sit in
  each seat in turn.
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

from cardsim.game import Column, CountTable, Decision, Game, Measure, Unit, in_turn
from cardsim.games.scat import features, play, rules, state, story
from cardsim.games.scat.features import *  # noqa: F403
from cardsim.games.scat.imagine import imagine
from cardsim.games.scat.recall import rewind, seen, settle
from cardsim.games.scat.rules import Rules
from cardsim.games.scat.state import ENDS
from cardsim.usual_units import hand_end, lasts, match, who, your_seat

__all__ = ["GAME"]
__all__ += features.__all__

_TOP = 66
_CHANGES = {
    "lives": ("lose", "a life", "lives"),
    "bus": ("lose", "a step", "steps"),
    "gin": ("take", "a letter", "letters"),
    "points": ("score", "a point", "points"),
}
"""Verb, unit and plural: what the lowest hand loses, or the highest wins, by score mode."""


def _hand_unit(rules: Rules, players: int) -> Unit:
    points = rules.score_mode == "points"
    most = 1 if points else 2
    verb, one, several = _CHANGES[rules.score_mode]
    often = f"{verb}s"
    more, fewer = (
        f"you {verb} {{}} {several} {than} in 100 hands than the others"
        for than in ("more", "fewer")
    )
    net = (
        f"{several} you {verb} in a hand, less those of the others on average"
        if points
        else f"{several} the others {verb} in a hand, on average, less yours"
    )
    names = in_turn(players)
    hero, end = your_seat(names), hand_end(ENDS)
    change = Column("change", 0, most, f"{several} a player {verb}s, by where he sits")
    tables = (
        CountTable(
            "you",
            (
                hero,
                end,
                Column("you_knocked", 0, 1, "whether you knocked"),
                Column("your_change", 0, most, f"{several} you {verb}"),
            ),
        ),
        CountTable("seats", (hero, change), by_seat=True),
        CountTable(
            "field",
            (
                Column(
                    "share",
                    0,
                    players,
                    f"share of the players who {verb} {one}",
                    field="losers",
                    scale=1 / players,
                ),
            ),
        ),
        CountTable(
            "turns",
            (
                end,
                who("knocker", "who knocked or called", names, "nobody"),
                Column("turns", 0, rules.max_turns, "turns taken, a knock is one"),
            ),
        ),
        CountTable(
            "values",
            (
                end,
                Column("knocker_value", 0, _TOP, "value the knocker showed; 0 nobody", scale=0.5),
                Column("knocker_change", 0, most, f"{several} the knocker {verb}s"),
                Column("high", 0, _TOP, "highest value shown", scale=0.5),
                Column("low", 0, _TOP, "lowest value shown", scale=0.5),
            ),
        ),
        CountTable(
            "net",
            (
                hero,
                Column(
                    "your_net",
                    -most * (players - 1),
                    most * (players - 1),
                    net,
                    scale=1 / (players - 1),
                ),
            ),
        ),
    )
    measures = (
        Measure(
            "net",
            net,
            "net",
            "your_net",
            lower_is_better=False,
            you=(more, fewer) if points else (fewer, more),
            times=100,
            cost=f"{{}} {several} in 100 hands",
        ),
        Measure(
            often,
            f"you {verb} {one}",
            "you",
            "your_change",
            at_least=1,
            lower_is_better=not points,
            you=f"you {verb} {one} in {{}} of hands",
        ),
        Measure(
            several,
            f"{several} you {verb} in a hand",
            "you",
            "your_change",
            lower_is_better=not points,
            you=f"you {verb} {{}} {several} in 100 hands",
            times=100,
            cost=f"{{}} {several} in 100 hands",
        ),
        Measure(
            "fair_share",
            f"a player {verb}s {one}, average of all",
            "field",
            "share",
            as_share=True,
            neutral=True,
            you=f"a player {verb}s {one} in {{}} of hands, on average of all",
        ),
        lasts("turns", "turns", "a hand"),
    )
    return Unit(
        "hand",
        "hands",
        tables,
        measures,
        objective="net",
        shares=(("turns", "end"),),
        by_seat=(("seats", "change"),),
        facts=(
            f"A hand lasts {{turns}} turns; on average a player {verb}s {one} in "
            "{fair_share} of hands."
        ).format_map,
    )


def _match_unit(rules: Rules, players: int) -> Unit:
    return match(
        players,
        most_hands=32767,
        places="when they went out",
        pennies=rules.start_lives if rules.score_mode == "lives" else 0,
    )


def _limits(rules: Rules) -> str:
    """Return the house conditions for a knock as a clause; empty if there are none."""
    parts = []
    if rules.min_knock_score:
        parts.append(f"a knock is allowed from {rules.min_knock_score} on")
    if rules.knock_needs_suited:
        parts.append("a knock needs three cards of one suit")
    return " and ".join(parts)


GAME = Game.of(
    __name__,
    __doc__,
    title="Scat (Thirty-One)",
    rules=rules,
    state=state,
    play=play,
    story=story,
    features=features,
    players=(2, 16, 3),
    decisions=(
        Decision(
            "throw-down", "first seat, cards unseen: call an immediate showdown?", ("pass", "call")
        ),
        Decision("hammer", "first seat, cards seen: call an immediate showdown?", ("pass", "call")),
        Decision(
            "knock",
            "knock instead of taking a turn?",
            ("continue", "knock"),
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
        ),
    ),
    units={"match": _match_unit, "hand": _hand_unit},
    default_strategy="threshold",
    imagine=imagine,
    rewind=rewind,
    seen=seen,
    settle=settle,
    limits=_limits,
    words_ahead=20,
    settled=("players", "alive", "match"),
)
