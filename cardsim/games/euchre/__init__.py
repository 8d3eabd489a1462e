"""Euchre, a game of tricks for two pairs of partners, with 24 cards and two bowers.

Partners sit across from each other, with five cards each, from nines to aces. A card is turned up,
and everybody in turn may order it into the dealer's hand and so make its suit trumps; if nobody
does, everybody in turn may name another suit. The jack of trumps is the highest card and the other
jack of its colour, which is a trump too, the next. Who made trumps needs three of five tricks with
his partner for a point, and all five for two; alone, for four. With fewer than three the others
score two. The first side with 10 points wins.

Sources: nathanlong/rules, ohioeuchre.com, and other public pages for options.

Decisions taken where the sources are silent:
- The pack is that of 24 cards. If nobody names a suit the hand is thrown in, and the next deals.
- A single hand begins without points, and the same seat always deals; you sit in each seat in turn.
  In a match the first dealer is drawn by lot.
- The suit that was turned down may not be named; the other of its colour may.
- A dealer takes up the card that was ordered and discards even where his partner plays alone.
- Who leads against a lone maker is the first who plays, from the left of the dealer on, or of the
  maker by that house rule.
- After 200 hands the higher side wins, and sides that are level share the win.
"""

from __future__ import annotations

from cardsim import ending_question
from cardsim.cards import PACK as CARDS_IN_ALL
from cardsim.cards import SUIT_NAMES, card_name
from cardsim.game import (
    Column,
    CountTable,
    Decision,
    Game,
    Measure,
    Question,
    Unit,
    in_turn,
    numbered,
)
from cardsim.games.euchre import deals, exact, features, play, record, rules, state, story
from cardsim.games.euchre.deck import TRICKS
from cardsim.games.euchre.features import *  # noqa: F403
from cardsim.games.euchre.imagine import imagine
from cardsim.games.euchre.memory import forget
from cardsim.games.euchre.recall import rewind, seen
from cardsim.games.euchre.rules import Rules
from cardsim.games.euchre.state import ENDS, EUCHRED, IN_FORCE, MADE, SHARES, YOUR_ENDS
from cardsim.partners import match_by_hands, points_ahead, sides
from cardsim.tricks import LIMITS, SEATS, cards_left
from cardsim.usual_units import who, your_seat

__all__ = ["GAME"]
__all__ += features.__all__


_CARDS = tuple(card_name(card) for card in range(CARDS_IN_ALL))


def _most_points(rules: Rules) -> int:
    """Return the most points that a hand can score."""
    return max(rules.lone_points, rules.march_points, rules.made_points, rules.euchre_points)


def _hand_unit(rules: Rules, players: int) -> Unit:
    most, names = _most_points(rules), in_turn(players)
    your_net = Column("your_net", -most, most, "points your side wins more than the others")
    net = points_ahead(your_net, "net", "hand")
    your_end = Column("your_end", 0, 2 * EUCHRED, "how the hand ended", told=YOUR_ENDS)
    tables = (
        CountTable("you", (your_seat(names), your_end)),
        net.table,
        CountTable("ends", (Column("end", 0, EUCHRED, "how the hand ended", told=ENDS),)),
        CountTable(
            "makers",
            (
                who("maker", "who made trumps", names, "nobody"),
                Column("round", 0, 2, "when: 1 the upcard's suit, 2 another, 0 never"),
                Column("alone", 0, 1, "whether he played alone"),
                Column("defended", 0, 1, "whether a defender played alone as well"),
                Column("tricks", 0, TRICKS, "tricks that the makers took"),
            ),
        ),
        CountTable(
            "seats",
            (
                Column("makes", 0, 1, "whether a player made trumps, by where he sits"),
                Column("taken", 0, TRICKS, "tricks that a player takes, by where he sits"),
            ),
            by_seat=True,
        ),
    )
    measures = (
        net.measure,
        Measure(
            "makes",
            "your side makes trumps",
            "you",
            "your_end",
            at_least=MADE,
            at_most=EUCHRED,
            neutral=True,
            you="your side makes trumps in {} of hands",
        ),
        Measure(
            "euchred",
            "your side is euchred",
            "you",
            "your_end",
            at_least=EUCHRED,
            at_most=EUCHRED,
            you="your side is euchred in {} of hands",
        ),
        Measure(
            "euchres",
            "your side euchres the others",
            "you",
            "your_end",
            at_least=2 * EUCHRED,
            lower_is_better=False,
            you="your side euchres the others in {} of hands",
        ),
    )
    return Unit(
        "hand",
        "hands",
        tables,
        measures,
        objective="net",
        shares=(("you", "your_end"), ("makers", "tricks")),
        by_seat=(("seats", "makes"), ("seats", "taken")),
        facts=(
            "Your side makes trumps in {makes} of hands and is euchred in {euchred}."
        ).format_map,
    )


def _match_unit(rules: Rules, players: int) -> Unit:
    most = rules.target - 1 + _most_points(rules)
    return match_by_hands(
        numbered(players), most, (0, most), most_hands=rules.max_hands, shares=SHARES
    )


def supply(rules: Rules, unit: str) -> int | None:
    """Return how many deals a file has; None where deals are random."""
    return deals.how_many(rules.deals)


GAME = Game.of(
    __name__,
    __doc__,
    title="Euchre",
    rules=rules,
    state=state,
    play=play,
    story=story,
    features=features,
    players=(SEATS, SEATS, SEATS),
    decisions=(
        Decision(
            "farmer",
            "with nothing but nines and tens: throw the hand in? Asked with farmers-hand",
            ("play", "throw-in"),
            left=cards_left,
            observe=play.observe_rest,
        ),
        Decision(
            "order",
            "order the upcard into the dealer's hand, so that its suit is trumps",
            ("pass", "order-up", "alone"),
            left=cards_left,
            observe=play.observe_order,
        ),
        Decision(
            "name-trump",
            "name another suit as trumps once the upcard is turned down",
            ("pass", *SUIT_NAMES, *(f"{suit}-alone" for suit in SUIT_NAMES)),
            play.apply_name,
            left=cards_left,
            observe=play.observe_rest,
        ),
        Decision(
            "discard",
            "which card the dealer lays away for the upcard; the action is the card",
            _CARDS,
            left=cards_left,
            observe=play.observe_rest,
            count=play.count_legal,
            nth=play.nth_legal,
        ),
        Decision(
            "defend-alone",
            "play alone against a lone maker? Asked with defend-alone",
            ("no", "yes"),
            play.apply_defend,
            left=cards_left,
            observe=play.observe_rest,
        ),
        Decision(
            "play",
            "which card of the own hand to play; the action is the card",
            _CARDS,
            left=cards_left,
            observe=play.observe_play,
            count=play.count_legal,
            nth=play.nth_legal,
        ),
    ),
    units={"match": _match_unit, "hand": _hand_unit},
    default_strategy="by-the-book",
    sides=sides,
    imagine=imagine,
    rewind=rewind,
    seen=seen,
    forget=forget,
    remembers=LIMITS,
    supply=supply,
    formats={"egn": record.as_egn},
    settled=("target", *IN_FORCE),
    exact=(
        Question(
            "deal",
            "what a deal holds: trumps, bowers, voids, and hands of nines and tens",
            cost=exact.cost,
            solve=exact.solve,
            sentence=exact.sentence,
            depends=(),
        ),
        Question(
            "ending",
            "what the last tricks bring with all cards seen",
            cost=exact.ending_cost,
            solve=exact.solve_ending,
            sentence=ending_question.sentence,
            options=exact.Ending,
            depends=(),
        ),
    ),
)
