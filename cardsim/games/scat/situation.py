"""A position in Scat as a player describes it to get advice."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

from cardsim.cards import PACK, card_name
from cardsim.errors import UserError
from cardsim.games.scat.state import (
    CONTINUE,
    DECLARE,
    DRAW,
    FROM_DISCARD,
    FROM_STOCK,
    HAMMER,
    HISTORY,
    KNOCK,
    KNOCK_AFTER_DRAW,
    KNOCKED,
    KNOCKS,
    LEAVE_DISCARD,
    NO_CARD,
    NOBODY,
    PASSED,
    TAKE_DISCARD,
    THROW_DOWN,
)
from cardsim.games.scat.values import LANES
from cardsim.options.params import Value, option
from cardsim.places import (
    CARDS,
    NUMBERS,
    by_seat,
    card,
    cards,
    check_once,
    check_score,
    listed,
    others,
    seat_said,
    stack,
    words_of,
)

TURNS = (
    "turns with commas between them: the card thrown, such as 5D, or ? if you forgot it; 'take 5D' "
    "if the top discard was taken and 5D thrown; knock; pass"
)
PAIR, THREE, FOUR = 2, 3, 4
THIRTY_ONE = 31


@dataclass(frozen=True)
class Place:
    """The options that describe a position."""

    hand: str = option(
        "", "your cards: three, or four with the one you have just drawn last", language=CARDS
    )
    discard: str = option("", "the top discard", language=CARDS)
    drew: str = option("stock", "where your fourth card came from", choices=("stock", "pile"))
    turn: int = option(1, "which of your turns in this hand it is", low=1, high=400)
    first: int = option(0, "the seat that played first in this hand; 0 is yours", low=0, high=16)
    knocker: int = option(0, "the seat that has knocked; 0 is nobody", low=0, high=16)
    lives: str = option("", "lives of every seat; -1 is out", language=NUMBERS)
    points: str = option("", "points of every seat (score-mode points)", language=NUMBERS)
    seat: int = option(1, "your seat", low=1, high=16)
    played: str = option("", f"in place of --turn, all {TURNS}", language=words_of(TURNS))
    upcard: str = option("", "the card turned up at the deal, with --played", language=CARDS)
    knock: str = option("ask", "what you have decided about a knock", choices=("ask", "no", "yes"))
    throw: str = option("", "what you throw of four cards, before you show a 31", language=CARDS)
    declined: bool = option(False, "you have declined to show a dealt 31, or to call a showdown")


STANDS = ("lives",)
"""Fields of the view that change only when a hand is settled."""

EXAMPLES = (
    (
        '--hand "7S 9S 4D" --discard KS --players 4 --turn 2 --lives 2,3,1,3',
        "whether to knock, and what to draw; you sit in seat 1",
    ),
    (
        '--hand "7S 9S 4D QS" --upcard KH --played "2C, take 4C, 9H"',
        "what to throw, the queen just drawn, after three turns of the others",
    ),
)


class Turn(NamedTuple):
    """A turn as seen; cards by id, NO_CARD where there is none or it is forgotten."""

    source: int
    thrown: int = NO_CARD
    knocks: bool = False


def place(said: Mapping[str, Value], table: Any) -> None:
    """Set up a table as the player described it."""
    state, hand = table.state, cards(said, "hand")
    if said["drew"] == "pile" and len(hand) != FOUR:
        raise UserError(f"--drew pile has no effect with {len(hand)} cards; it needs 4")
    if len(hand) not in {0, THREE, FOUR}:
        raise UserError(f"--hand must have 3 cards, or 4 with the one just drawn, not {len(hand)}")
    check_once([("in your hand", hand)])
    seat = seat_said(said, "seat", table.players)
    _seats(said, table, seat)
    ring = [s for s in range(table.players) if state["lives"][s] >= 0]
    turns, upcard = _turns(said, ring, seat)
    first = ring[(ring.index(seat) - len(turns)) % len(ring)]
    state["dealer"] = ring[ring.index(first) - 1]
    deck = [*others(range(PACK), hand)][: 3 * len(ring)]
    for k, one in enumerate(hand[:THREE]):
        deck[len(turns) % len(ring) + k * len(ring)] = one
    stack(table, deck)
    table.deal()
    begins = len(hand) <= THREE and not said["declined"] and said["knock"] == "ask"
    shows = begins and said["turn"] == 1 and state["own"][seat]["value"] >= THIRTY_ONE
    if shows and not said["played"]:
        # Holders of a dealt 31 are asked before anybody plays.
        turns, upcard = [], cards(said, "discard")[0]
    state["upcard"] = upcard
    known = _play(state, table.house_rules, turns, ring, ring.index(first))
    _check(known, hand, seat, hand[-1] if said["drew"] == "pile" and hand else NO_CARD)
    _sit(state, seat, looked=bool(hand))
    _ask(said, table, hand, begins=begins and not turns)


class Known(NamedTuple):
    """The known places of cards that were seen."""

    pile: set[int]
    held: dict[int, int]


def _seats(said: Mapping[str, Value], table: Any, seat: int) -> None:
    """Write which seats are in the game, with their lives or points."""
    state, mode = table.state, table.house_rules.score_mode
    full = state["lives"][: table.players].tolist()
    lives = by_seat(said, "lives", full)
    for n in lives:
        if not -1 <= n <= full[0]:
            raise UserError(f"--lives must be from -1 (out) to {full[0]}, not {n}")
    state["lives"][: table.players] = lives
    points = by_seat(said, "points", [0] * table.players)
    check_score("points", points, table.house_rules.points_target, level=True)
    state["points"][: table.players] = points
    state["alive"] = alive = sum(n >= 0 for n in lives)
    if lives[seat] < 0:
        raise UserError(f"--lives says that seat {seat + 1}, which is yours, is out")
    if alive == 1:
        raise UserError("--lives says that all others are out: the match is over")
    if mode in {"lives", "gin"}:
        state["kitty"] = sum(full) - sum(max(n, 0) for n in lives)
    # A seat that is out went out in an earlier hand.
    state["deals"] = int(alive < table.players)
    state["out_hand"][: table.players] = [-1 if n >= 0 else 1 for n in lives]


def _turns(said: Mapping[str, Value], ring: Sequence[int], seat: int) -> tuple[list[Turn], int]:
    """Return the turns of the hand so far, and the card turned up at the deal."""
    if said["played"]:
        return _told_turns(said)
    pile = cards(said, "discard")
    if len(pile) != 1:
        raise UserError(f"--discard must name the top discard, one card, not {len(pile)}")
    first = seat_said(said, "first", ring[-1] + 1) if said["first"] else seat
    if first not in ring:
        raise UserError(f"--first {first + 1} is out")
    mine = ring.index(seat)
    count = (int(said["turn"]) - 1) * len(ring) + (mine - ring.index(first)) % len(ring)
    turns = [Turn(FROM_STOCK)] * count
    if said["knocker"]:
        knocker = seat_said(said, "knocker", ring[-1] + 1)
        if knocker not in ring or knocker == seat:
            raise UserError(f"--knocker {knocker + 1} is {'you' if knocker == seat else 'out'}")
        ago = (mine - ring.index(knocker)) % len(ring)
        if ago > count:
            raise UserError(
                f"--knocker {knocker + 1} has not had a turn yet",
                hint="say who began with --first, or which of your turns it is with --turn",
            )
        turns[count - ago] = Turn(KNOCKED)
    throws = [n for n, turn in enumerate(turns) if turn.source == FROM_STOCK]
    if not throws:
        return turns, pile[0]
    turns[throws[-1]] = Turn(FROM_STOCK, pile[0])
    return turns, NO_CARD


def _told_turns(said: Mapping[str, Value]) -> tuple[list[Turn], int]:
    """Return the turns and the upcard where the player gave every turn with --played."""
    for name in ("discard", "first", "knocker"):
        if said[name]:
            raise UserError(f"--played and --{name} contradict: each tells the turns before")
    up = cards(said, "upcard")
    if len(up) != 1:
        raise UserError("--upcard must name the card that was turned up at the deal")
    turns = []
    for told in listed(said, "played"):
        words = told.split()
        source = FROM_DISCARD if words[0] == "take" else FROM_STOCK
        if told in {"knock", "pass"}:
            turns.append(Turn(KNOCKED if told == "knock" else PASSED))
            continue
        words = words[source == FROM_DISCARD :]
        knocks = words[1:] == ["knock"]
        if knocks:
            words = words[:1]
        if len(words) != 1:
            raise UserError(f"--played must be {TURNS}, not {told}")
        thrown = NO_CARD if words[0] == "?" else card(words[0], "played")
        turns.append(Turn(source, thrown, knocks))
    return turns, up[0]


def _play(state: Any, rules: Any, turns: Sequence[Turn], ring: Sequence[int], first: int) -> Known:
    """Write what was seen of the turns so far, and return where known cards lie."""
    known = Known({int(state["upcard"])} - {NO_CARD}, {})
    top, by, knocker = int(state["upcard"]), NOBODY, NOBODY
    stock, end, reshuffled = int(state["stock_count"]), PACK, 0
    for t, turn in enumerate(turns):
        seat, taken = ring[(first + t) % len(ring)], NO_CARD
        if stock == 0 and turn.source not in {KNOCKED, PASSED}:
            if rules.stock_exhausted == "reshuffle":
                stock = end = end - int(state["deck_start"])
                state["deck_start"], reshuffled = 0, t
                known.pile.intersection_update({top})
            elif turn.source == FROM_STOCK:
                raise UserError(f"no card was left in the stock to draw in turn {t + 1}")
        if turn.source == FROM_DISCARD:
            if top == NO_CARD:
                raise UserError(
                    f"--played has 'take' after a card that you forgot, in turn {t + 1}"
                )
            taken = top
            known.pile.discard(top)
            known.held[top] = seat
        stock -= turn.source == FROM_STOCK
        if turn.source in {FROM_STOCK, FROM_DISCARD}:
            _throw(known, turn.thrown, seat)
            top, by = turn.thrown, seat
        if turn.source == KNOCKED or turn.knocks:
            if knocker != NOBODY:
                raise UserError(f"--played has a second knock in turn {t + 1}")
            knocker = seat
        state["history"][t % HISTORY] = (seat, turn.source, taken, turn.thrown)
    if knocker != NOBODY and len(turns) and knocker == ring[(first + len(turns)) % len(ring)]:
        raise UserError("you have knocked, and had no other turn after it")
    if stock == 0 and rules.stock_exhausted == "reshuffle":
        known.pile.intersection_update({top})
    state["turn"], state["stock_count"], state["reshuffled"] = len(turns), stock, reshuffled
    state["deck_end"], state["knocker"] = end, knocker
    state["top_discard"], state["discarded_by"], state["top_lanes"] = top, by, LANES[top]
    for k in range(len(ring)):
        seat = ring[(first + k) % len(ring)]
        state["own"][seat]["turns"] = max(len(turns) - k + len(ring) - 1, 0) // len(ring)
    return known


def _throw(known: Known, thrown: int, seat: int) -> None:
    """Put a card on the pile."""
    if thrown in known.pile:
        raise UserError(f"{card_name(thrown)} is on the pile, and was thrown again")
    holder = known.held.pop(thrown, seat)
    if holder != seat:
        raise UserError(
            f"seat {holder + 1} took {card_name(thrown)}, and seat {seat + 1} cannot throw it"
        )
    if thrown != NO_CARD:
        known.pile.add(thrown)


def _check(known: Known, hand: Sequence[int], seat: int, took: int) -> None:
    """Refuse a card that would lie in two places.

    `took` is the card just taken from the pile; NO_CARD for none.
    """
    for one in hand:
        if one in known.pile and one != took:
            raise UserError(f"{card_name(one)} is in your hand and on the pile")
        holder = known.held.get(one, seat)
        if holder != seat:
            raise UserError(f"{card_name(one)} is in your hand, and seat {holder + 1} took it")
    for one, holder in known.held.items():
        if holder == seat and one not in hand:
            raise UserError(f"you took {card_name(one)}, and it is not in your hand")


def _sit(state: Any, seat: int, *, looked: bool) -> None:
    """Make it this seat's turn."""
    own = state["own"][seat]
    state["seat"], state["own_lives"], state["own_turns"] = seat, state["lives"][seat], own["turns"]
    state["hand_word"] = own["hand"] if looked else 0
    state["value"], state["hand_size"] = (own["value"], THREE) if looked else (0, 0)
    state["value_with_discard"], state["value_without"], state["best_discard"] = 0, 0, 0
    state["took_discard"], state["end"] = False, 0


def _ask(said: Mapping[str, Value], table: Any, hand: Sequence[int], *, begins: bool) -> None:
    """Set the decision that comes next."""
    state, rules = table.state, table.house_rules
    opens = begins and state["seat"] == state["first"]
    if not hand:
        if rules.first_turn_option != "throw-down" or not opens:
            raise UserError("--hand must name your cards")
        _wait(table, THROW_DOWN)
    elif begins and state["value"] >= THIRTY_ONE:
        _wait(table, DECLARE)
    elif opens and rules.first_turn_option == "hammer":
        _wait(table, HAMMER)
    else:
        _begin_turn(said, table, hand)


def _wait(table: Any, decision: int) -> None:
    table.state["decision"], table.state["legal"] = decision, 3
    table.look(decision)


def _begin_turn(said: Mapping[str, Value], table: Any, hand: Sequence[int]) -> None:
    """Begin the turn, and take the actions given for it."""
    state, rules = table.state, table.house_rules
    may_knock = state["knocker"] == NOBODY and rules.knock_timing != "after-draw"
    may_knock &= state["value"] >= rules.min_knock_score
    may_knock &= len({one // 13 for one in hand[:THREE]}) == 1 or not rules.knock_needs_suited
    may_knock &= rules.first_turn_knock or state["own_turns"] > 0
    _wait(table, KNOCK)
    if may_knock and len(hand) == THREE and said["knock"] == "ask":
        return
    table.act(CONTINUE)
    own_back = state["knocker"] != NOBODY and state["alive"] == PAIR
    if own_back and state["discarded_by"] == state["seat"] and not rules.own_discard_after_knock:
        state["legal"] = 1 << LEAVE_DISCARD
        table.look(DRAW)
    if len(hand) == FOUR:
        _draw(said, table, hand)
    elif said["knock"] == "yes":
        raise UserError("--knock yes has no effect with three cards: the turn is over")


def _draw(said: Mapping[str, Value], table: Any, hand: Sequence[int]) -> None:
    """Take the fourth card, and the actions given after it."""
    state, take = table.state, said["drew"] == "pile"
    if take and hand[-1] != state["top_discard"]:
        raise UserError(f"--drew pile: {card_name(hand[-1])} is not the top discard")
    if not take and state["stock_count"] == 0:
        raise UserError("no card was left in the stock to draw")
    if take and not table.allows(TAKE_DISCARD):
        raise UserError("--drew pile: your own discard may not be taken back")
    # Fill the deck with this card, so that whatever is drawn is this one.
    state["deck"][:] = hand[-1]
    table.act(TAKE_DISCARD if take else LEAVE_DISCARD)
    if table.decision == KNOCK_AFTER_DRAW and said["knock"] != "ask":
        table.act(KNOCKS if said["knock"] == "yes" else CONTINUE)
    elif said["knock"] == "yes":
        raise UserError("--knock yes has no effect here: nobody may knock after a draw")
    thrown = cards(said, "throw")
    if not thrown:
        return
    slot = hand.index(thrown[0]) if thrown[0] in hand else FOUR
    if table.decision == KNOCK_AFTER_DRAW:
        table.act(CONTINUE)
    if not table.allows(slot):
        raise UserError(f"--throw {card_name(thrown[0])}: that card may not be thrown")
    table.act(slot)
    if table.decision != DECLARE:
        raise UserError(f"--throw {card_name(thrown[0])} leaves no 31 to show")
