"""Bridge, a game of calls and tricks for two pairs of partners.

North and South play against East and West, thirteen cards each. From the dealer on each calls in
turn: passes, or bids how many tricks above six its side will take, with a suit as trumps or without
trumps, higher than the last bid; a bid of the others may be doubled, and redoubled. After three
passes the last bid is the contract. Who of that side has named the strain first is declarer; the
player on the left leads, and declarer's partner lays the cards open and is dummy, whose cards
declarer plays. Suit is followed where it can be. A contract that is made scores its tricks, and a
bonus for a game or slam; one that is not brings the others points for each trick it lacks. In a
match two tables play the same boards, where each side has the cards of North and South at one and
those of East and West at the other, and boards are compared by IMPs.

Sources: a page of bidding tips, the Laws of Duplicate Bridge, the Laws of Rubber Bridge, and other
public pages for Chicago and options.

Decisions taken where the sources are silent:
- A single board has the dealer and vulnerability of its number; you sit in each seat in turn, and
  meet the same boards in each.
- Who may be doubled is as the Laws have it; nobody is asked for a claim, and nobody can revoke.
- All turns are asked for, also where only one card may be played.
- A rubber, Chicago or session is won by points: it is not enough to be ahead.
- The second table of a match plays the board turned by a seat, so that everybody keeps his place
  and each side plays the cards of both. Nobody is told of a score before the match is over.
- A rubber that is not over after 100 deals is scored as one that was left unfinished.
"""

from __future__ import annotations

from dataclasses import replace

from cardsim.cards import PACK, card_name
from cardsim.errors import UserError
from cardsim.game import Column, CountTable, Decision, Game, Measure, Question, Unit
from cardsim.games.bridge import (
    deals,
    double_dummy,
    exact,
    features,
    given,
    play,
    record,
    rules,
    state,
    story,
)
from cardsim.games.bridge.endgame import choices, points_with, tricks_seen
from cardsim.games.bridge.features import *  # noqa: F403
from cardsim.games.bridge.hands import balanced, length, points, shape
from cardsim.games.bridge.imagine import imagine
from cardsim.games.bridge.memory import forget
from cardsim.games.bridge.play import BY_IMPS, BY_MATCHPOINTS, LAST_OF_CHICAGO, TABLES
from cardsim.games.bridge.recall import rewind, seen
from cardsim.games.bridge.rules import Rules, code
from cardsim.games.bridge.state import (
    CHICAGO,
    DOWN,
    LEVELS,
    MADE_GAME,
    MADE_PART,
    MADE_SLAM,
    MATCH,
    RUBBER,
    SESSION,
    SHARES,
    SIDES,
    TRICKS,
    VULNERABLE,
    YOUR_ENDS,
)
from cardsim.partners import match, points_ahead, sides
from cardsim.tricks import LIMITS, NO_TRUMP, SEATS, cards_left, left_to_call
from cardsim.usual_units import Counted, lasting, mean, share_won, who, you_win, your_seat

__all__ = ["GAME", "balanced", "choices", "length", "points", "points_with", "shape", "tricks_seen"]
__all__ += features.__all__


SEAT_NAMES = ("North", "East", "South", "West")
MOST_POINTS = 7600
"""The most that a side can win in a deal: thirteen undertricks, redoubled and vulnerable."""
MOST_MORE = 850
"""The most that honors and the end of a rubber or Chicago can add to `MOST_POINTS`."""
MOST_IMPS = 24
MOST_TRIED = (1 << 31) - 1
MOST_HELD = 40
"""High-card points in the pack."""


def seat_names(rules: Rules, players: int) -> tuple[str, ...]:
    """Return the points of the compass."""
    return SEAT_NAMES[:players]


def _net(most: int, what: str) -> Counted:
    """Return the outcome "points your side wins more than the others" with its mean."""
    column = Column("your_net", -most, most, "points your side wins more than the others")
    return points_ahead(column, "net", what)


def _board_unit(rules: Rules, players: int) -> Unit:
    fits = mean(
        "tried",
        Column("tried", 1, MOST_TRIED, "deals of which one fits"),
        table="given",
        neutral=True,
        you="one of {} deals fits",
        cost="{} deals",
    )
    net = _net(MOST_POINTS, "board")
    end = Column("your_end", 0, len(YOUR_ENDS) - 1, "how the board ended", told=YOUR_ENDS)
    level = Column("level", 0, LEVELS, "level of the contract; 0 passed out")
    strain = Column(
        "strain", 0, NO_TRUMP, "its suit", told=("clubs", "diamonds", "hearts", "spades", "notrump")
    )
    doubled = Column("doubled", 0, 2, "whether it was doubled", told=("no", "doubled", "redoubled"))
    return Unit(
        "board",
        "boards",
        tables=(
            CountTable("you", (your_seat(seat_names(rules, players)), end)),
            net.table,
            *([fits.table] if rules.given else []),
            CountTable(
                "contracts",
                (level, strain, Column("points", 0, MOST_HELD, "declarer's side's points")),
            ),
            CountTable(
                "results",
                (level, strain, doubled, Column("tricks", 0, TRICKS, "tricks of declarer's side")),
            ),
            CountTable(
                "declarers",
                (
                    who("declarer", "who declared", seat_names(rules, players), "nobody"),
                    Column("vulnerable", 0, 1, "whether declarer was vulnerable"),
                ),
            ),
        ),
        measures=(
            net.measure,
            Measure(
                "declares",
                "your side declares",
                "you",
                "your_end",
                at_least=MADE_PART,
                at_most=DOWN,
                neutral=True,
                you="your side declares in {} of boards",
            ),
            Measure(
                "fails",
                "your side's contract goes down",
                "you",
                "your_end",
                at_least=DOWN,
                at_most=DOWN,
                you="your side's contract goes down in {} of boards",
            ),
            Measure(
                "games",
                "your side makes a game or slam that it bid",
                "you",
                "your_end",
                at_least=MADE_GAME,
                at_most=MADE_SLAM,
                lower_is_better=False,
                you="your side makes a game or slam in {} of boards",
            ),
            Measure(
                "passed_out",
                "nobody bids",
                "you",
                "your_end",
                at_most=0,
                neutral=True,
                you="{} of boards are passed out",
            ),
            *([fits.measure] if rules.given else []),
        ),
        objective="net",
        shares=(("contracts", "level"),),
        by_seat=(),
        facts=(
            "Your side declares in {declares} of boards, goes down in {fails}, and makes a game "
            f"or slam in {{games}}.{' One of {tried} deals fits.' * bool(rules.given)}"
        ).format_map,
    )


def _longer(name: str, plural: str, *, deals: int, most_deals: int, goes_on: int) -> Unit:
    """Return a unit that lasts several deals and is won by points.

    Args:
        name: in words.
        plural: of it.
        deals: the most deals that score.
        most_deals: the most deals, including those passed out and dealt again.
        goes_on: its number.
    """
    most = deals * (MOST_POINTS + MOST_MORE)
    return match(
        name,
        plural,
        SEAT_NAMES,
        _net(2 * most, name),
        length=lasting("deals", most_deals, f"a {name}", "deals played"),
        scores=(-most, most),
        shares=SHARES,
        objective="net",
        facts=f"Your side wins {{wins}} of {plural}.",
        goes_on=goes_on,
    )


def _session_unit(rules: Rules, players: int) -> Unit:
    deals = rules.boards
    return _longer("session", "sessions", deals=deals, most_deals=deals, goes_on=SESSION)


def _with_redeals(rules: Rules, deals: int) -> int:
    """Return the most deals possible, with those dealt again, where `deals` of them score."""
    return deals * (1 + rules.max_redeals * rules.redeal_passed_out)


def _chicago_unit(rules: Rules, players: int) -> Unit:
    deals = LAST_OF_CHICAGO
    most = _with_redeals(rules, deals)
    return _longer("Chicago", "Chicagos", deals=deals, most_deals=most, goes_on=CHICAGO)


def _rubber_unit(rules: Rules, players: int) -> Unit:
    deals = rules.max_deals
    most = _with_redeals(rules, deals)
    return _longer("rubber", "rubbers", deals=deals, most_deals=most, goes_on=RUBBER)


def objection(rules: Rules, players: int) -> str | None:
    """Return why nothing can be dealt, or None."""
    if rules.deals and rules.given:
        return "--given cannot go with --deals: the deals of a file are what they are"
    return given.objection(rules.given)


def hero_seat(rules: Rules, unit: str) -> int | None:
    """Return your seat: the one named first in a description of deals; None for each in turn.

    In a match your team sits in all seats, at one table or the other.
    """
    return given.first_named(rules.given) if rules.given and unit != "match" else None


def supply(rules: Rules, unit: str) -> int | None:
    """Return how many boards or sessions a file has; None where deals are random."""
    boards = deals.how_many(rules.deals)
    if boards is None or unit != "session":
        return boards
    if boards < rules.boards:
        raise UserError(f"--deals has {boards} boards, fewer than a session with {rules.boards}")
    return boards // rules.boards


def _match_unit(rules: Rules, players: int) -> Unit:
    boards, by = rules.boards, code("comparison", rules.comparison)
    most = MOST_IMPS if by == BY_IMPS else 2 if by == BY_MATCHPOINTS else TABLES * MOST_POINTS
    name = ("imps", "matchpoints", "points")[by]
    told = "IMPs" if by == BY_IMPS else name
    brings = Column(
        name,
        -most * boards,
        most * boards,
        f"{told} a board that your side scores more than the others",
        field="your_net",
        scale=1 / boards,
    )
    by_board = Measure(
        name,
        brings.help,
        "net",
        name,
        lower_is_better=False,
        you=f"a board brings your side {{}} {told}",
        cost=f"{{}} {told} a board",
    )
    share = replace(
        share_won("your_share", SHARES, "how the match ended for your side"),
        told=("lost", "shared", "won"),
    )
    vulnerable = Column(
        "who_vulnerable", 0, len(VULNERABLE) - 1, "who is vulnerable", told=VULNERABLE
    )
    apart = VULNERABLE if boards == 1 else ()
    return Unit(
        "match",
        "matches",
        tables=(
            CountTable("you", (your_seat(SEAT_NAMES), share)),
            CountTable("net", (brings,)),
            *([CountTable("vulnerable", (vulnerable, brings))] if apart else []),
        ),
        measures=(
            you_win("your_share", "matches", SIDES),
            by_board,
            *(
                replace(
                    by_board,
                    name=f"{name}_{('none', 'dealer', 'other', 'all')[who]}",
                    text=f"{told} where {words} is vulnerable",
                    you=f"where {words} is vulnerable a board brings your side {{}} {told}",
                    table="vulnerable",
                    where=(("who_vulnerable", who),),
                )
                for who, words in enumerate(apart)
            ),
        ),
        objective="wins",
        shares=(("you", "your_share"),),
        by_seat=(),
        facts=f"A board brings your side {{{name}}} {told}.".format_map,
        goes_on=MATCH,
    )


CARDS = tuple(card_name(card) for card in range(PACK))

GAME = Game.of(
    __name__,
    __doc__,
    title="Bridge",
    rules=rules,
    state=state,
    play=play,
    story=story,
    features=features,
    players=(SEATS, SEATS, SEATS),
    decisions=(
        Decision(
            "call",
            "what to call; 0 is pass, 1 to 35 bid one club to seven notrump",
            state.CALL_WORDS,
            count=play.count_legal,
            nth=play.nth_legal,
            left=left_to_call,
        ),
        Decision(
            "lead",
            "which card to lead before dummy is seen; the action is the card",
            CARDS,
            play.apply_play,
            count=play.count_legal,
            nth=play.nth_legal,
            left=cards_left,
        ),
        Decision(
            "play",
            "which card to play, from the own hand or from dummy's; the action is the card",
            CARDS,
            count=play.count_legal,
            nth=play.nth_legal,
            left=cards_left,
        ),
    ),
    units={
        "board": _board_unit,
        "session": _session_unit,
        "chicago": _chicago_unit,
        "rubber": _rubber_unit,
        "match": _match_unit,
    },
    default_strategy="tips",
    sides=sides,
    seat_names=seat_names,
    keeps_names=True,
    imagine=imagine,
    rewind=rewind,
    seen=seen,
    forget=forget,
    remembers=LIMITS,
    objection=objection,
    hero_seat=hero_seat,
    supply=supply,
    formats={"pbn": record.as_pbn, "lin": record.as_lin},
    words_ahead=PACK,
    settled=("unit", "scoring"),
    exact=(
        Question(
            "hand",
            "what hands hold: points, shapes, fits, breaks, and what the tips open with",
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
            sentence=exact.ending_sentence,
            options=exact.Ending,
            depends=(),
        ),
        Question(
            "double-dummy",
            "what a deal brings with all cards seen: tricks and par; needs cardsim[bridge]",
            cost=double_dummy.cost,
            solve=double_dummy.solve,
            sentence=double_dummy.sentence,
            options=double_dummy.Options,
            depends=("deals", "scoring", "doubles"),
        ),
    ),
)
