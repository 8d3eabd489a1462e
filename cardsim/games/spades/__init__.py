"""Spades, a game of tricks for two pairs of partners.

Partners sit across from each other, with thirteen cards each. Everybody bids how many tricks to
take, from 1 to 13, or nil: none at all. Then suit is followed where it can be, and spades are
trumps, which may be led once one has been played. Partners who take as many tricks as they bid
together score 10 for each, and lose as much if they do not; every trick above is a point and a bag,
and ten bags cost 100. A nil wins or costs 100 by itself. The first side with 500 points wins.

Sources: a set of rules for playing Spades with tiles, and other public pages for options.

Decisions taken where the sources are silent:
- A single hand begins without points and bags, and the same seat always deals; you sit in each seat
  in turn. In a match the first dealer is drawn by lot.
- Who holds nothing but spades may lead one before they are broken, and breaks them by that.
- Tricks of a nil bidder who fails help nobody and are no bags.
- A bid of 0 is nil. Bids may come to more than 13, of a side too.
- If both sides come to 500 in a hand the higher one wins; if they are level another hand is played.
- After 200 hands the higher side wins, and sides that are level share the win.
- By hand a bag counts as its share of the penalty, 10 points less the 1 that it scores.
"""

from __future__ import annotations

from cardsim import ending_question
from cardsim.cards import PACK, card_name
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
from cardsim.games.spades import exact, features, play, rules, state, story
from cardsim.games.spades.features import *  # noqa: F403
from cardsim.games.spades.imagine import imagine
from cardsim.games.spades.memory import forget
from cardsim.games.spades.recall import rewind, seen
from cardsim.games.spades.rules import A_TRICK, BLIND_NIL, Rules
from cardsim.games.spades.state import CONTRACTS, SHARES, TRICKS
from cardsim.partners import SIDE, match_by_hands, points_ahead, sides
from cardsim.tricks import LIMITS, SEATS, cards_left
from cardsim.usual_units import mean, your_seat

__all__ = ["GAME"]
__all__ += features.__all__


def _most_points(rules: Rules) -> int:
    """Return the most points that a side can win or lose in a hand, apart from the bag penalty."""
    nil = max(rules.nil_bonus, rules.nil_penalty, BLIND_NIL)
    return 2 * nil + 2 * TRICKS * A_TRICK + rules.moon_bonus + TRICKS * rules.bag_points


def _most_change(rules: Rules) -> int:
    """Return the most points by which a hand can change a side's score."""
    return _most_points(rules) + (TRICKS // rules.bag_limit + 1) * rules.bag_penalty


def _hand_unit(rules: Rules, players: int) -> Unit:
    most, change = _most_points(rules), _most_change(rules)
    most_net = 2 * (most * rules.bag_limit + TRICKS * rules.bag_penalty)
    told = "points your side wins more than the others, a bag at its share of the penalty"
    your_net = Column("your_net", -most_net, most_net, told, scale=1 / rules.bag_limit)
    net = points_ahead(your_net, "net", "hand")
    points = mean(
        "points",
        Column("your_points", -change, change, "points your side scores"),
        lower_is_better=False,
        you=("your side scores {} points a hand", "your side loses {} points a hand"),
        cost="{} points a hand",
    )
    bags = mean(
        "bags",
        Column("your_bags", 0, TRICKS, "bags your side takes"),
        you="your side takes {} bags a hand",
        cost="{} bags a hand",
    )
    fails = Measure(
        "fails",
        "your side fails its bid",
        "you",
        "your_made",
        at_most=0,
        you="your side fails its bid in {} of hands",
    )
    your_made = Column("your_made", 0, 2, "what became of your side's bid", told=CONTRACTS)
    contract = Column("contract", 0, 2 * TRICKS, "tricks that partners bid together")
    made = Column("made", 0, 2, "what became of a side's bid", told=CONTRACTS)
    bid = Column("bid", 0, TRICKS, "tricks that a player bids, by where he sits; 0 is nil")
    taken = Column("taken", 0, TRICKS, "tricks that a player takes, by where he sits")
    return Unit(
        "hand",
        "hands",
        tables=(
            CountTable("you", (your_seat(in_turn(players)), your_made)),
            net.table,
            points.table,
            bags.table,
            CountTable("contracts", (contract, made), by=SIDE),
            CountTable("bids", (bid, taken), by_seat=True),
        ),
        measures=(net.measure, points.measure, fails, bags.measure),
        objective="net",
        shares=(("contracts", "contract"),),
        by_seat=(("bids", "bid"), ("bids", "taken")),
        facts=(
            "Your side fails its bid in {fails} of hands and takes {bags} bags a hand."
        ).format_map,
    )


def _match_unit(rules: Rules, players: int) -> Unit:
    most = _most_change(rules) * rules.max_hands
    return match_by_hands(
        numbered(players), 2 * most, (-most, most), most_hands=rules.max_hands, shares=SHARES
    )


GAME = Game.of(
    __name__,
    __doc__,
    title="Spades",
    rules=rules,
    state=state,
    play=play,
    story=story,
    features=features,
    players=(SEATS, SEATS, SEATS),
    decisions=(
        Decision(
            "blind",
            "before the cards are seen: bid a blind nil? Asked with blind-nil, far behind",
            ("look", "blind-nil"),
            left=cards_left,
        ),
        Decision(
            "bid",
            "how many tricks to take; 0 is nil",
            ("nil", *map(str, range(1, TRICKS + 1))),
            left=cards_left,
        ),
        Decision(
            "play",
            "which card of the own hand to play; the action is the card",
            tuple(card_name(card) for card in range(PACK)),
            left=cards_left,
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
    words_ahead=PACK,
    settled=(
        *("target", "bag_limit", "bag_penalty", "bag_points", "nil_bonus", "nil_penalty"),
        *("blind_nil", "failed_nil_tricks", "moon_bonus", "loss_limit", "max_hands"),
    ),
    exact=(
        Question(
            "hand",
            "what a hand holds: spades, voids, and tricks by count",
            cost=exact.cost,
            solve=exact.solve,
            sentence=exact.sentence,
            options=exact.Options,
            depends=(),
        ),
        Question(
            "ending",
            "what the last tricks bring with all cards seen",
            cost=exact.ending_cost,
            solve=exact.solve_ending,
            sentence=ending_question.sentence,
            options=exact.Ending,
            depends=("spade_lead",),
        ),
    ),
)
