"""Gin Rummy, for three with seven tiles, and the classic game for two.

Seven tiles each of the usual 52, one is turned up as the first of a row, the rest is the stock. In
turn draw from the stock, or take the newest tile of the row, and throw a tile to the row. Melds are
three or four of a rank, or three and more in sequence in a suit, the ace low. What is in no meld is
deadwood: an ace 1, others their number, jack, queen and king 10. Who has at most 10 after his throw
may knock, and scores what the others have less his own. If one of them has less he is undercut, and
that one scores, and 20 more. Gin, no deadwood at all, brings 25 more and cannot be undercut; big
gin, without a throw, 50. The first with 100 points wins the match.

Sources: a three-player tile game on the web, which has all numbers; and pages on the game for two,
which the rules called classic-2p are: ten tiles, layoffs, an offer of the upcard, and bonuses.
Three or four can play by those too, where they are given one by one.

Decisions taken where the sources are silent:
- In a single hand the same seat always deals, and you sit in each seat in turn; in a match the
  first dealer is drawn by lot, and the deal goes to the left, after void hands too.
- A tile taken from the row is not thrown in the same turn. All may look at the whole row.
- The stock may be drawn to its end; who then comes to draw makes the hand void, and nobody scores.
- Of several with less deadwood than the knocker those with the least score, each by himself.
- With an offer each is asked in turn, the dealer last; if all pass, the first draws from the stock.
- Who may lay tiles off does so as well as can be. The knocker's melds lie in the first order of all
  that leave him least, unless the rules let him choose.
- A match is won by the highest total once somebody has the target; where two are level another hand
  is played. After `max-hands` hands nobody wins.
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
    numbered,
)
from cardsim.games.gin_rummy import exact, features, play, rules, state, story
from cardsim.games.gin_rummy.features import *  # noqa: F403
from cardsim.games.gin_rummy.imagine import imagine
from cardsim.games.gin_rummy.memory import LIMITS, forget
from cardsim.games.gin_rummy.recall import rewind, seen
from cardsim.games.gin_rummy.rules import Rules
from cardsim.games.gin_rummy.state import ENDS, SEATS, VOID, YOUR_ENDS
from cardsim.usual_units import lasting, lasts, mean, points_more, who, your_seat

__all__ = ["GAME"]
__all__ += features.__all__


_DEAREST_TILE = 10
_USUAL_WORDS = 36


def _most_deadwood(rules: Rules) -> int:
    """Return the most deadwood that a hand can have."""
    return _DEAREST_TILE * rules.hand_size


def _most_points(rules: Rules, players: int) -> int:
    """Return the most points that a player can score in a hand."""
    big = rules.big_gin_bonus if isinstance(rules.big_gin_bonus, int) else 0
    return players * _most_deadwood(rules) + max(rules.gin_bonus, big, rules.undercut_bonus)


def _others(players: int) -> str:
    """Return the other players in words."""
    return "the others" if players > 2 else "the other player"


def _net(most: int, players: int) -> Column:
    others = players - 1
    told = f"points you have more than {_others(players)}" + (" on average" if others > 1 else "")
    return Column("your_net", -most * others, most * others, told, scale=1 / others)


def _share(name: str, you: str, ends: tuple[int, int]) -> Measure:
    """Return a measure of how often a hand ends in one of a range of ways."""
    return Measure(
        name,
        you.format("").replace("  ", " ").strip(),
        "ends",
        "end",
        at_least=ends[0],
        at_most=ends[1],
        neutral=True,
        you=you,
    )


def _hand_unit(rules: Rules, players: int) -> Unit:
    names, most = in_turn(players), _most_points(rules, players)
    hero = your_seat(names)
    net = points_more(_net(most, players), "net", "hand", hero, others=_others(players))
    points = mean(
        "points",
        Column("your_points", 0, most, "points you score"),
        hero,
        lower_is_better=False,
        you="you score {} points a hand",
        cost="{} points a hand",
    )
    yours = Column("your_end", 0, len(YOUR_ENDS) - 1, "how the hand ended for you", told=YOUR_ENDS)
    end = Column("end", 0, len(ENDS) - 1, "how the hand ended", told=ENDS)
    knocker = who("knocker", "who knocked or had gin", names, "nobody")
    most_points = _most_deadwood(rules)
    return Unit(
        "hand",
        "hands",
        tables=(
            net.table,
            points.table,
            CountTable("yours", (hero, yours)),
            CountTable("ends", (end, knocker)),
            CountTable("turns", (Column("turns", 0, rules.max_turns, "turns in a hand"),)),
            CountTable(
                "knocks",
                (
                    Column(
                        "knocked_with", -1, rules.knock_limit, "deadwood of a knock; -1 void hand"
                    ),
                ),
            ),
            CountTable(
                "seats",
                (Column("points", 0, most, "points of a player, by where he sits"),),
                by_seat=True,
            ),
            CountTable(
                "deadwood",
                (Column("deadwood", 0, most_points, "deadwood of a player at the end"),),
                by_seat=True,
            ),
        ),
        measures=(
            net.measure,
            points.measure,
            lasts("turns", "turns", "a hand"),
            _share("void", "{} of hands are void", (VOID, VOID)),
            _share("gin", "{} of hands end with gin", (2, 3)),
            _share("undercuts", "{} of hands end with an undercut", (4, 4)),
        ),
        objective="net",
        shares=(("yours", "your_end"), ("ends", "end")),
        by_seat=(("seats", "points"), ("deadwood", "deadwood")),
        facts=(
            "A hand lasts {turns} turns; {gin} of hands end with gin, {undercuts} with an "
            "undercut, and {void} are void."
        ).format_map,
    )


def _match_unit(rules: Rules, players: int) -> Unit:
    names, hands = numbered(players), rules.max_hands
    hero = your_seat(names)
    most = 2 * hands * _most_points(rules, players) + rules.game_bonus + hands * rules.box_bonus
    net = points_more(_net(most, players), "margin", "match", others=_others(players))
    length = lasting("hands", hands, "a match", "hands played")
    won = Column("your_win", 0, 1, "whether you win the match")
    return Unit(
        "match",
        "matches",
        tables=(
            CountTable("you", (hero, won)),
            CountTable("winner", (hero, who("winner", "who won", names, "nobody"))),
            net.table,
            length.table,
            CountTable("voids", (Column("voids", 0, hands, "void hands"),)),
            CountTable(
                "seats", (Column("won", 0, hands, "hands that a player wins"),), by_seat=True
            ),
            CountTable(
                "final",
                (Column("final", 0, most, "points of a player with what the end brings"),),
                by_seat=True,
            ),
        ),
        measures=(
            Measure(
                "wins",
                "you win",
                "you",
                "your_win",
                at_least=1,
                lower_is_better=False,
                you="you win {} of matches",
                even=1 / players,
            ),
            length.measure,
            net.measure,
        ),
        objective="wins",
        shares=(("winner", "winner"), ("hands", "hands")),
        by_seat=(("seats", "won"), ("final", "final")),
        facts="A match lasts {hands} hands.".format_map,
        goes_on=1,
    )


GAME = Game.of(
    __name__,
    __doc__,
    title="Gin Rummy",
    rules=rules,
    state=state,
    play=play,
    story=story,
    features=features,
    players=(2, SEATS, 3),
    decisions=(
        Decision(
            "upcard",
            "whether to take the upcard when it is offered",
            ("pass", "take"),
            legal=play.legal_upcard,
            observe=play.observe_rest,
            tell=story.told_upcard,
        ),
        Decision(
            "draw",
            "where to draw from",
            ("stock", "row"),
            legal=play.legal_draw,
            observe=play.observe_rest,
            tell=story.told_draw,
        ),
        Decision(
            "finish",
            "which tile of the hand to throw, by its place from 0, or so many more than there are "
            "tiles to knock with it; twice as many are big gin",
            (),
            legal=play.legal_finish,
            observe=play.observe_finish,
            count=play.count_finish,
            nth=play.nth_finish,
            tell=story.told_finish,
        ),
        Decision(
            "knocker-melds",
            "which arrangement of the melds to lay down, by its number",
            (),
            play.apply_melds,
            legal=play.legal_melds,
            observe=play.observe_rest,
            count=play.count_melds,
            nth=play.nth_melds,
            tell=story.told_melds,
        ),
    ),
    units={"hand": _hand_unit, "match": _match_unit},
    default_strategy="take-improve",
    imagine=imagine,
    rewind=rewind,
    seen=seen,
    forget=forget,
    remembers=LIMITS,
    words_ahead=_USUAL_WORDS,
    exact=(
        Question(
            "deadwood",
            "how much deadwood is dealt, and how much the best throw leaves of one tile more",
            cost=exact.cost,
            solve=exact.solve,
            sentence=exact.sentence,
            depends=("hand_size", "knock_limit"),
        ),
    ),
    settled=(
        *("players", "dealer", "target", "deals", "voids"),
        *("hand_size", "knock_limit", "gin_bonus", "big_gin_bonus", "undercut_bonus"),
        *("undercut_on_tie", "multi_undercut", "layoffs", "upcard_offer", "stock_floor"),
        *("allow_return_discard", "game_bonus", "box_bonus", "shutout_doubles"),
        *("knocker_arrangement", "max_turns", "max_hands"),
    ),
)
