"""Casino, a fishing game in which cards of the table are also built upon.

Four cards each, four face up on the table. In turn play one card: it takes loose cards of its rank,
or sets of cards that add up to it; or it makes a build with loose cards, to be taken whole by a
card of its value that the player holds; or it raises a build of a single set; or it trails. A jack,
queen or king takes one of its rank. When all hands are empty four more cards are dealt, until the
deck is out; what is left on the table goes to who captured last. Most cards count 3, most spades 1,
the ten of diamonds 2, the two of spades 1 and each ace 1. The first with 21 points wins.

Sources: two copies of "Rules of card games: Casino"; Pagat's page through public copies, Wikipedia,
Britannica, Cats at Cards and Bicycle for what these leave open.

Decisions taken where the sources are silent:
- Hands are dealt four cards at once, from the dealer's left. In a single hand the same seat always
  deals, and you sit in each seat in turn; in a match the first dealer is drawn by lot.
- There is one build of a value at most: what is built to it again is added.
- Who owns a build, as the last to make, add to or raise it, does not trail, and keeps a card of its
  value as long as he owns it.
- Nobody has to capture, nor to take all that a card could take. One who owns a build and holds
  nothing for anything else, as can be with keep-capturing-card false, may trail.
- With face-capture one-or-three a card takes three where exactly three lie loose.
- Several who tie for most cards, or most spades, score nothing for them.
- After `max-hands` hands the highest total wins, and those who are level share the win.
"""

from __future__ import annotations

from cardsim.cards import PACK
from cardsim.game import (
    Axis,
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
from cardsim.games.casino import exact, features, moves, play, rules, state, story
from cardsim.games.casino.ending import best_ending
from cardsim.games.casino.features import *  # noqa: F403
from cardsim.games.casino.imagine import imagine
from cardsim.games.casino.memory import LIMITS, forget
from cardsim.games.casino.recall import rewind, seen, settle
from cardsim.games.casino.rules import Rules, sides
from cardsim.games.casino.state import PLAYS, SEATS, SHARES
from cardsim.usual_units import (
    lasting,
    mean,
    points_more,
    share_won,
    who,
    you_win,
    your_seat,
)

__all__ = ["GAME", "best_ending"]
__all__ += features.__all__


_POINTS = 11
"""Points of a hand without sweeps."""


def _most_points(rules: Rules) -> int:
    """Return the most points that a side can have in a hand."""
    return _POINTS + PLAYS * rules.sweep_points


def _side(rules: Rules, players: int) -> Axis:
    return Axis("side", 0, len(set(sides(rules, players))) - 1)


def _net(rules: Rules, players: int, hands: int) -> Column:
    others = _side(rules, players).high
    most = others * _most_points(rules) * hands
    told = "points you have more than the others" + (" on average" if others > 1 else "")
    return Column("your_net", -most, most, told, scale=1 / others)


def _hand_unit(rules: Rules, players: int) -> Unit:
    side, most, names = _side(rules, players), _most_points(rules), in_turn(players)
    hero = your_seat(names)
    net = points_more(_net(rules, players, 1), "net", "hand", hero)
    won = "share of the hand won by points; those who tie split it"
    points = mean(
        "points",
        Column("your_points", 0, most, "points you score"),
        hero,
        lower_is_better=False,
        you="you score {} points a hand",
        cost="{} points a hand",
    )
    cards = mean(
        "cards",
        Column("your_cards", 0, PACK, "cards you capture"),
        hero,
        table="your_cards",
        lower_is_better=False,
        you="you capture {} cards a hand",
        cost="{} cards a hand",
    )
    tied = Column("cards_tied", 0, 1, "whether nobody has most cards")
    return Unit(
        "hand",
        "hands",
        tables=(
            CountTable("you", (hero, share_won("your_share", SHARES, won))),
            net.table,
            points.table,
            cards.table,
            CountTable(
                "sides",
                (hero, Column("score", 0, most, "points of a side, by where it sits")),
                by=side,
            ),
            CountTable("cards", (Column("cards", 0, PACK, "cards of a side"),), by=side),
            CountTable("spades", (Column("spades", 0, 13, "spades of a side"),), by=side),
            CountTable(
                "named",
                (Column("named", 0, 7, "points of a side for the ten, the two and aces"),),
                by=side,
            ),
            CountTable(
                "seats",
                (
                    Column("sweeps", 0, PLAYS, "sweeps of a player, by where he sits"),
                    Column("builds", 0, PLAYS, "builds and raises of a player"),
                ),
                by_seat=True,
            ),
            CountTable(
                "ends",
                (
                    tied,
                    Column("spades_tied", 0, 1, "whether nobody has most spades"),
                    who("last", "who captured last", names, "nobody"),
                ),
            ),
        ),
        measures=(
            net.measure,
            points.measure,
            you_win("your_share", "hands", side.high + 1),
            cards.measure,
            Measure(
                "tied",
                "nobody has most cards",
                "ends",
                "cards_tied",
                at_least=1,
                neutral=True,
                you="nobody has most cards in {} of hands",
            ),
        ),
        objective="net",
        shares=(("ends", "last"),),
        by_seat=(("sides", "score"), ("cards", "cards"), ("seats", "sweeps"), ("seats", "builds")),
        facts="You score {points} points a hand and capture {cards} cards.".format_map,
    )


def _match_unit(rules: Rules, players: int) -> Unit:
    side = _side(rules, players)
    net = points_more(_net(rules, players, rules.max_hands), "margin", "match")
    hands = lasting("hands", rules.max_hands, "a match", "hands played")
    most = _most_points(rules) * rules.max_hands
    won = "share of the match won; those who tie split it"
    win = share_won("win", SHARES, "a side's share of the win", field="share")
    return Unit(
        "match",
        "matches",
        tables=(
            CountTable("you", (your_seat(numbered(players)), share_won("your_share", SHARES, won))),
            net.table,
            hands.table,
            CountTable("wins", (win,), by=side),
            CountTable("scores", (Column("score", 0, most, "points of a side"),), by=side),
        ),
        measures=(
            you_win("your_share", "matches", side.high + 1),
            hands.measure,
            net.measure,
        ),
        objective="wins",
        shares=(("hands", "hands"),),
        by_seat=(("wins", "win"), ("scores", "score")),
        facts="A match lasts {hands} hands.".format_map,
        goes_on=1,
    )


GAME = Game.of(
    __name__,
    __doc__,
    title="Casino",
    rules=rules,
    state=state,
    play=play,
    story=story,
    features=features,
    players=(2, SEATS, 2),
    decisions=(
        Decision(
            "play",
            "which card to play and how: the card with what is done, and the loose cards it takes",
            (),
            legal=moves.legal,
            count=moves.count_legal,
            nth=moves.nth_legal,
            tell=story.told_action,
            wide=True,
        ),
    ),
    units={"hand": _hand_unit, "match": _match_unit},
    default_strategy="greedy-value",
    imagine=imagine,
    rewind=rewind,
    seen=seen,
    forget=forget,
    remembers=LIMITS,
    settle=settle,
    exact=(
        Question(
            "table",
            "what four cards lie on the table at first, and who can take some of them",
            cost=exact.cost,
            solve=exact.solve,
            sentence=exact.sentence,
            depends=("face_capture",),
        ),
    ),
    words_ahead=PACK,
    settled=(
        "players",
        "dealer",
        "sides",
        "partnership",
        "target",
        "max_hands",
        "cards_points",
        "sweep_points",
        "sweep_on_final_card",
        "keep_capturing_card",
        "trail_with_own_build",
        "table_cards_raise",
        "face_capture",
        "must_capture",
        "action_set",
    ),
)
