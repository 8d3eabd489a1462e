"""Side by Side, a small game of partners.

Four seats, seats 0 and 2 against 1 and 3, have three cards each of the aces, kings, queens and
jacks; four cards stay hidden. In turn from the dealer's left each bids how many of its cards it
will lay. Then each, in the same order, calls a number, which may not be the one that the seat
before it has called, and lays at least as many of its cards. That is worth the number times what
the cheapest of these cards is worth: J 1, Q 2, K 3, A 4. A side that has laid as many cards as it
bid has a bonus. The boards go round with the dealer, and on odd boards all points count double.

Sources: none; it was made up to test the toolkit.

Decisions taken:
- A match or session begins with the board of its own number, and each hand after it is the next.
- Cards that are laid lie open; those that are not are never shown.
"""

from __future__ import annotations

from cardsim.game import Axis, Column, CountTable, Decision, Game, Measure, Unit, numbered
from cardsim.usual_units import share_won, you_win, your_seat

from . import play, rules, state, story
from .rules import Rules
from .state import MATCH, SESSION, SESSION_BOARDS, SHARES

MOST_WORTH = 4


def sides(rules: Rules, players: int) -> tuple[int, ...]:
    """The side of each seat."""
    return tuple(seat % 2 if rules.partnership else seat for seat in range(players))


def _most_points(rules: Rules) -> int:
    """The most points that a side can have in a hand."""
    seats = 2 if rules.partnership else 1
    return 2 * (seats * rules.hand_size * MOST_WORTH + rules.bonus)


def _unit(
    rules: Rules,
    players: int,
    name: str,
    plural: str,
    *,
    most: int,
    objective: str,
    also: tuple[CountTable, ...] = (),
    measures: tuple[Measure, ...] = (),
    shares: tuple[tuple[str, str], ...] = (),
    by_seat: tuple[tuple[str, str], ...] = (),
    goes_on: int = 0,
) -> Unit:
    count = len(set(sides(rules, players)))
    side = Axis("side", 0, count - 1)
    won = share_won("your_share", SHARES, "your side's share of the win")
    win = share_won("win", SHARES, "the side's share of the win", field="share")
    net = Column("your_net", -most, most, "points of your side less the best of the others")
    return Unit(
        name,
        plural,
        tables=(
            CountTable("you", (your_seat(numbered(players)), won)),
            CountTable("net", (net,)),
            CountTable("sides", (win, Column("points", 0, most, "points of the side")), by=side),
            *also,
        ),
        measures=(
            you_win("your_share", plural, count),
            Measure("net", net.help, "net", "your_net", lower_is_better=False),
            *measures,
        ),
        objective=objective,
        shares=shares,
        by_seat=(("sides", "win"), ("sides", "points"), *by_seat),
        facts="Your side has {net} points more than the best of the others.".format_map,
        goes_on=goes_on,
    )


def _hand_unit(rules: Rules, players: int) -> Unit:
    side = Axis("side", 0, len(set(sides(rules, players))) - 1)
    made = Column("made", 0, 1, "whether the side has laid as many cards as it bid")
    bid = Column("bid", 0, rules.hand_size, "cards that the seat bid")
    laid = Column("laid", 1, rules.hand_size, "cards that the seat laid")
    return _unit(
        rules,
        players,
        "hand",
        "hands",
        most=_most_points(rules),
        objective="net",
        also=(CountTable("made", (made,), by=side), CountTable("seats", (bid, laid), by_seat=True)),
        measures=(
            Measure("made", made.help, "made", "made", as_share=True, lower_is_better=False),
            Measure("laid", "cards that a seat lays", "seats", "laid", neutral=True),
        ),
        shares=(("seats", "bid"),),
        by_seat=(("made", "made"), ("seats", "laid")),
    )


def _match_unit(rules: Rules, players: int) -> Unit:
    count = len(set(sides(rules, players)))
    hands = Column("hands", 1, count * rules.goal, "hands played")
    return _unit(
        rules,
        players,
        "match",
        "matches",
        most=rules.goal + _most_points(rules),
        objective="wins",
        also=(CountTable("hands", (hands,)),),
        measures=(Measure("hands", "hands per match", "hands", "hands", neutral=True),),
        shares=(("hands", "hands"),),
        goes_on=MATCH,
    )


def _session_unit(rules: Rules, players: int) -> Unit:
    return _unit(
        rules,
        players,
        "session",
        "sessions",
        most=SESSION_BOARDS * _most_points(rules),
        objective="net",
        goes_on=SESSION,
    )


GAME = Game.of(
    __name__,
    __doc__,
    title="Side by Side",
    rules=rules,
    state=state,
    play=play,
    story=story,
    players=(4, 4, 4),
    decisions=(
        Decision("bid", "how many of the own cards to lay", story.BIDS, legal=play.legal_bid),
        Decision(
            "lay",
            "the number to call, and the cards to lay as a set of ids: (number, cards)",
            (),
            legal=play.legal_lay,
            count=play.count_lays,
            nth=play.nth_lay,
            tell=story.told_lay,
            wide=True,
        ),
    ),
    units={"hand": _hand_unit, "match": _match_unit, "session": _session_unit},
    default_strategy="thrifty",
    sides=sides,
    seat_names=lambda _rules, players: numbered(players),
    imagine=play.imagine,
    words_ahead=16,
)
