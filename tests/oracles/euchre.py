"""Euchre by the book: slow, plain, hands and matches from given cards and choices.

Written from the rules alone; sections are those of RULES.md in the game's folder. A card is
`6 * suit + rank`: suits clubs 0, diamonds 1, hearts 2, spades 3; ranks nine 0 to ace 5. Teams are
0 (seats 0 and 2) and 1 (seats 1 and 3).

What happened is told as (kind, seat or team or -1, number), in this order:

- `hand`: the dealer, the number of the hand; `deal`: a seat, its card, 20 times as dealt; `upcard`:
  -1, the card;
- `farmer`: a seat that was asked, 1 if it throws in; `order`: a seat, its code; `turn-down`: -1,
  the upcard; `name`: a seat, its code; `trump`: the maker, the suit;
- `pick-up`: the dealer, the upcard; `discard`: the dealer, the card; `defend`: a seat that was
  asked, 1 if it defends alone;
- `play`: a seat, the card; `trick`: the winner, the number of the trick from 1;
- `throw-in`: -1, -1, in place of tricks; `points`: those of each team, also where they are 0, and
  then `score`: the total of each team;
- in a match at the end `win`: the team, or `draw`: -1; and how many hands were played.

Where the rules are silent or leave two readings:

1. Chance is asked for 21 cards; the three that are left are the hidden kitty, in ascending order.
2. A seat is asked also where only one action is legal, as a pass without a trump.
3. `lone-lead = left-of-maker`: if the seat left of the maker sits out, the first seat clockwise
   from there that does not leads, as section 4.7 has it for the seat left of the dealer.
4. A stuck dealer who needs a trump to call, and holds only cards of the turned-down suit, may name
   any of the other three.
5. Whether a seat was asked `farmer` and played on is no field of a view.
6. The dealer knows his discard at `defend-alone` too. `defend_calls` stay in the view in `play`.
7. Hands are numbered from 1; `hand_number` is in every view, for anybody can count them. The rules
   in force are not repeated there. A hand by itself has number 1 and begins at 0 to 0, unless it is
   told otherwise. `score` in a view is the one before the hand.
8. `calls` are kept in the view to the end of the hand, passes too.
9. A match ends with the hand that takes a team to `target`; after the last of `max-hands` the
   higher score wins, so that an equal one, also 0 to 0, is a draw.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Any, Protocol

Event = tuple[str, int, int]
"""Kind, seat or team (-1 none), card or other number (-1 none)."""

Trick = tuple[int, tuple[tuple[int, int], ...], int]
"""Leader, pairs of seat and card in the order in which they were played, winner."""

View = dict[str, Any]
"""What a seat may see, by the names of section 5.

Always `seat`, `dealer`, `score`, `hand_number`, `hand`, `upcard`, `upcard_state` (`pending`,
`picked-up`, `turned-down`) and `calls` (seat, round, code); in `name` also `turned_down_suit`; in
`discard`, `defend-alone` and `play` also `trump`, `maker` and `alone`; in the last two also
`defend_calls` (pairs of seat and answer) and `discard` (None but for a dealer who discarded); in
`play` also `sitting_out`, `current_trick` (pairs of seat and card), `tricks` (by team), `history`
and `voids` (seat, effective suit).
"""

Choose = Callable[[str, int, View, list[int]], int]
"""`choose(decision, seat, view, legal)` gives one of the legal actions."""

SEATS = range(4)
SUITS = range(4)
PACK = range(24)
NINE, TEN, JACK, QUEEN, KING, ACE = range(6)
HAND_SIZE = 5
TRICKS = 5
ENOUGH = 3
"""Tricks that the makers need."""
PASS = 0
ORDER, ORDER_ALONE = 1, 2
NAME, NAME_ALONE = 1, 5
NO, YES = 0, 1
PENDING, PICKED_UP, TURNED_DOWN = "pending", "picked-up", "turned-down"
PLAYED, PASSED_OUT, FARMER = "played", "passed-out", "farmer"
NONE = -1


class Chance(Protocol):
    """Where the cards come from."""

    def card(self, stock: list[int]) -> int:
        """The next card of a face-down stock of these."""
        ...


@dataclass(frozen=True)
class Rules:
    """The options of section 8."""

    target: int = 10
    stick_the_dealer: bool = False
    partner_must_go_alone: bool = False
    trump_needed_to_call: bool = False
    defend_alone: bool = False
    lone_points: int = 4
    march_points: int = 2
    made_points: int = 1
    euchre_points: int = 2
    lone_lead: str = "left-of-dealer"
    farmers_hand: bool = False
    max_hands: int = 200


@dataclass(frozen=True)
class Played:
    """One hand played to its end, or thrown in.

    Attributes:
        events: what happened.
        hands: the cards dealt, by seat, ascending.
        upcard: the card turned up.
        kitty: the three hidden cards, ascending.
        end: `played`, `passed-out` or `farmer`.
        maker, trump, called_in: seat, suit and round of the call; -1, -1 and 0 if nobody called.
        alone: whether the maker is alone.
        defender: the seat that defends alone, or -1.
        discard: the dealer's, or -1.
        sitting_out: by seat.
        tricks: by team.
        history: the tricks in order.
        points: of the hand, by team.
        score: after the hand, by team.
    """

    events: list[Event]
    hands: list[list[int]]
    upcard: int
    kitty: list[int]
    end: str
    maker: int
    trump: int
    called_in: int
    alone: bool
    defender: int
    discard: int
    sitting_out: list[bool]
    tricks: list[int]
    history: list[Trick]
    points: list[int]
    score: list[int]


@dataclass(frozen=True)
class PlayedMatch:
    """A match: its events, its hands, the score at the end and the winning team, -1 if none."""

    events: list[Event]
    hands: list[Played]
    score: list[int]
    winner: int


@dataclass
class Table:
    """The state of section 3; `trump` and the seats are -1 until there is one."""

    rules: Rules
    choose: Choose
    dealer: int
    number: int
    score: list[int]
    hands: list[list[int]] = field(default_factory=lambda: [[] for _ in SEATS])
    upcard: int = NONE
    upcard_state: str = PENDING
    calls: list[tuple[int, int, int]] = field(default_factory=list)
    trump: int = NONE
    maker: int = NONE
    alone: bool = False
    defend_calls: list[tuple[int, int]] = field(default_factory=list)
    defender: int = NONE
    discard: int = NONE
    sitting_out: list[bool] = field(default_factory=lambda: [False] * 4)
    trick: list[tuple[int, int]] = field(default_factory=list)
    tricks: list[int] = field(default_factory=lambda: [0, 0])
    voids: list[list[bool]] = field(default_factory=lambda: [[False] * 4 for _ in SEATS])
    history: list[Trick] = field(default_factory=list)
    events: list[Event] = field(default_factory=list)


def play_match(rules: Rules, chance: Chance, choose: Choose, *, dealer: int = 0) -> PlayedMatch:
    """Hands until a team has reached the target or the cap of hands is reached.

    Args:
        rules: house rules.
        chance: the cards.
        choose: the players' decisions, as in `play_hand`.
        dealer: of the first hand. The deal moves left, but not after a farmer's hand.
    """
    hands: list[Played] = []
    score = [0, 0]
    while not match_over(rules, score, len(hands)):
        hand = play_hand(rules, chance, choose, dealer=dealer, number=len(hands) + 1, score=score)
        hands.append(hand)
        score = hand.score
        if hand.end != FARMER:
            dealer = left_of(dealer)
    winner = NONE if score[0] == score[1] else score.index(max(score))
    events = [event for hand in hands for event in hand.events]
    events.append(("draw" if winner == NONE else "win", winner, len(hands)))
    return PlayedMatch(events, hands, score, winner)


def match_over(rules: Rules, score: Sequence[int], hands: int) -> bool:
    """Whether a match ends with this score after so many hands."""
    return max(score) >= rules.target or hands >= rules.max_hands


def play_hand(
    rules: Rules,
    chance: Chance,
    choose: Choose,
    *,
    dealer: int = 0,
    number: int = 1,
    score: Sequence[int] = (0, 0),
) -> Played:
    """The hand that these cards and choices give.

    Args:
        rules: house rules.
        chance: the cards.
        choose: the players' decisions: `farmer`, `order`, `name`, `discard`, `defend-alone`,
            `play`.
        dealer: a seat.
        number: of the hand in its match, from 1.
        score: by team, before the hand.

    Raises:
        ValueError: a card or a choice is not among those there are.
    """
    table = Table(rules, choose, dealer, number, list(score))
    table.events.append(("hand", dealer, number))
    kitty = _deal(table, chance)
    dealt = [list(hand) for hand in table.hands]

    if _farmer_throws_in(table):
        end = FARMER
    elif _call_in_round_1(table) or _call_in_round_2(table):
        end = PLAYED
    else:
        end = PASSED_OUT

    points = [0, 0]
    if end == PLAYED:
        _settle_who_plays(table)
        leader = first_leader(
            rules, dealer=dealer, maker=table.maker, alone=table.alone, out=table.sitting_out
        )
        for _ in range(TRICKS):
            leader = _play_trick(table, leader)
        team = table.maker % 2
        made, euchred = score_hand(
            rules, table.tricks[team], alone=table.alone, defended=table.defender != NONE
        )
        points[team], points[1 - team] = made, euchred
    else:
        table.events.append(("throw-in", NONE, NONE))
    table.score = [sum(both) for both in zip(table.score, points, strict=True)]
    table.events += [("points", team, each) for team, each in enumerate(points)]
    table.events += [("score", team, each) for team, each in enumerate(table.score)]
    return Played(
        events=table.events,
        hands=dealt,
        upcard=table.upcard,
        kitty=kitty,
        end=end,
        maker=table.maker,
        trump=table.trump,
        called_in=table.calls[-1][1] if end == PLAYED else 0,
        alone=table.alone,
        defender=table.defender,
        discard=table.discard,
        sitting_out=table.sitting_out,
        tricks=table.tricks,
        history=table.history,
        points=points,
        score=table.score,
    )


def left_of(seat: int) -> int:
    """The next seat clockwise."""
    return (seat + 1) % 4


def partner_of(seat: int) -> int:
    """The seat opposite."""
    return (seat + 2) % 4


def printed_suit(card: int) -> int:
    """Clubs 0, diamonds 1, hearts 2, spades 3."""
    return card // 6


def rank_of(card: int) -> int:
    """Nine 0 to ace 5."""
    return card % 6


def same_colour(suit: int) -> int:
    """The other suit of this colour: clubs and spades, diamonds and hearts."""
    return 3 - suit


def is_right(card: int, trump: int) -> bool:
    """Whether it is the right bower."""
    return rank_of(card) == JACK and printed_suit(card) == trump


def is_left(card: int, trump: int) -> bool:
    """Whether it is the left bower."""
    return rank_of(card) == JACK and printed_suit(card) == same_colour(trump)


def suit_of(card: int, trump: int) -> int:
    """The effective suit: the left bower is a trump."""
    return trump if is_left(card, trump) else printed_suit(card)


def power(card: int, trump: int) -> int:
    """Section 1: 0..5 of a plain card, 6..12 of a trump."""
    if is_right(card, trump):
        return 12
    if is_left(card, trump):
        return 11
    if printed_suit(card) == trump:
        return {NINE: 6, TEN: 7, QUEEN: 8, KING: 9, ACE: 10}[rank_of(card)]
    return rank_of(card)


def winner_of(trick: Sequence[tuple[int, int]], trump: int) -> int:
    """The seat with the highest trump, or else the highest card of the effective suit led."""
    suits = [suit_of(card, trump) for _, card in trick]
    wins = trump if trump in suits else suits[0]
    may_win = [pair for pair in trick if suit_of(pair[1], trump) == wins]
    return max(may_win, key=lambda pair: power(pair[1], trump))[0]


def playable(hand: Sequence[int], trump: int, led: int | None) -> list[int]:
    """The cards of a hand that may be played to an effective suit, None for the leader."""
    following = [card for card in hand if suit_of(card, trump) == led]
    return sorted(following or hand)


def holds_farmers_hand(hand: Sequence[int]) -> bool:
    """Whether all cards are nines and tens."""
    return all(rank_of(card) in (NINE, TEN) for card in hand)


def legal_orders(
    rules: Rules, hand: Sequence[int], upcard: int, *, seat: int, dealer: int
) -> list[int]:
    """D1 of section 5, ascending."""
    suit = printed_suit(upcard)
    has_trump = seat == dealer or any(printed_suit(card) == suit for card in hand)
    if rules.trump_needed_to_call and not has_trump:
        return [PASS]
    if rules.partner_must_go_alone and seat == partner_of(dealer):
        return [PASS, ORDER_ALONE]
    return [PASS, ORDER, ORDER_ALONE]


def legal_names(
    rules: Rules, hand: Sequence[int], upcard: int, *, seat: int, dealer: int
) -> list[int]:
    """D2 of section 5, ascending."""
    stuck = rules.stick_the_dealer and seat == dealer
    others = [suit for suit in SUITS if suit != printed_suit(upcard)]
    held = [suit for suit in others if any(printed_suit(card) == suit for card in hand)]
    suits = others
    if rules.trump_needed_to_call and (held or not stuck):
        suits = held
    return [
        *([] if stuck else [PASS]),
        *(NAME + suit for suit in suits),
        *(NAME_ALONE + suit for suit in suits),
    ]


def first_leader(rules: Rules, *, dealer: int, maker: int, alone: bool, out: Sequence[bool]) -> int:
    """Who leads the first trick: section 4.7 and `lone-lead`."""
    against_maker = alone and rules.lone_lead == "left-of-maker"
    leader = left_of(maker if against_maker else dealer)
    while out[leader]:
        leader = left_of(leader)
    return leader


def score_hand(rules: Rules, tricks: int, *, alone: bool, defended: bool) -> tuple[int, int]:
    """Section 6: points of the makers, who took these tricks, and of the defenders.

    Args:
        rules: house rules.
        tricks: of the makers.
        alone: whether the maker was alone.
        defended: whether one of the defenders was alone too.
    """
    if tricks < ENOUGH:
        return 0, rules.lone_points if defended else rules.euchre_points
    if tricks < TRICKS:
        return rules.made_points, 0
    return (rules.lone_points if alone else rules.march_points), 0


def agrees(
    rules: Rules,
    view: View,
    hands: Sequence[Sequence[int]],
    *,
    kitty: Sequence[int],
    discard: int | None = None,
) -> bool:
    """Whether the seat of this view may believe that the hidden cards lie like this now.

    All that was called and played must then have been legal.

    Args:
        rules: house rules.
        view: of the seat.
        hands: of all four seats now, those that sit out too.
        kitty: the three hidden cards.
        discard: the dealer's, once there is one.
    """
    dealer, upcard, state = view["dealer"], view["upcard"], view["upcard_state"]
    plays = [pair for _, pairs, _ in view.get("history", []) for pair in pairs]
    plays += view.get("current_trick", [])
    discarding = "trump" in view and "defend_calls" not in view
    if sorted(hands[view["seat"]]) != view["hand"] or len(kitty) != len(PACK) - 21:
        return False
    if view.get("discard") is not None and discard != view["discard"]:
        return False
    if (discard is not None) != (state == PICKED_UP and not discarding):
        return False

    held = [list(hand) for hand in hands]
    for seat, card in plays:
        held[seat].append(card)
    at_call = [list(hand) for hand in held]
    if discard is not None:
        at_call[dealer].append(discard)
    if state == PICKED_UP:
        if upcard not in at_call[dealer]:
            return False
        at_call[dealer].remove(upcard)
    everything = sorted([upcard, *kitty, *(card for hand in at_call for card in hand)])
    if everything != list(PACK) or any(len(hand) != HAND_SIZE for hand in at_call):
        return False

    for seat, number, code in view["calls"]:
        legal = legal_orders if number == 1 else legal_names
        if code not in legal(rules, at_call[seat], upcard, seat=seat, dealer=dealer):
            return False
    trump, to_trick = view.get("trump", NONE), view.get("sitting_out", []).count(False)
    for k, (seat, card) in enumerate(plays):
        led = suit_of(plays[k - k % to_trick][1], trump) if k % to_trick else None
        if card not in playable(held[seat], trump, led):
            return False
        held[seat].remove(card)
    return True


def _deal(table: Table, chance: Chance) -> list[int]:
    """Section 2: 20 cards from left of the dealer, then the upcard; gives the kitty."""
    stock = list(PACK)

    def draw() -> int:
        card = chance.card(list(stock))
        if card not in stock:
            raise ValueError(f"card {card} is not among the unseen ones")
        stock.remove(card)
        return card

    for k in range(4 * HAND_SIZE):
        seat, card = (table.dealer + 1 + k) % 4, draw()
        table.hands[seat].append(card)
        table.events.append(("deal", seat, card))
    table.upcard = draw()
    table.events.append(("upcard", NONE, table.upcard))
    for hand in table.hands:
        hand.sort()
    return stock


def _from_left_of(seat: int) -> list[int]:
    """All four seats clockwise, this one last."""
    return [(seat + k) % 4 for k in range(1, 5)]


def _farmer_throws_in(table: Table) -> bool:
    """D0, if anybody is asked."""
    if table.rules.farmers_hand:
        for seat in SEATS:
            if holds_farmers_hand(table.hands[seat]):
                answer = _ask(table, "farmer", seat, [NO, YES])
                table.events.append(("farmer", seat, answer))
                return answer == YES
    return False


def _call_in_round_1(table: Table) -> bool:
    """D1 of each seat until one orders, then the dealer's pick-up and D3."""
    dealer, upcard = table.dealer, table.upcard
    for seat in _from_left_of(dealer):
        legal = legal_orders(table.rules, table.hands[seat], upcard, seat=seat, dealer=dealer)
        code = _ask(table, "order", seat, legal)
        table.calls.append((seat, 1, code))
        table.events.append(("order", seat, code))
        if code == PASS:
            continue
        _make(table, seat, printed_suit(upcard), alone=code == ORDER_ALONE)
        table.upcard_state = PICKED_UP
        hand = table.hands[dealer]
        hand.append(upcard)
        hand.sort()
        table.events.append(("pick-up", dealer, upcard))
        index = _ask(table, "discard", dealer, list(range(len(hand))))
        table.discard = hand.pop(index)
        table.events.append(("discard", dealer, table.discard))
        return True
    return False


def _call_in_round_2(table: Table) -> bool:
    """D2 of each seat until one names a suit."""
    dealer, upcard = table.dealer, table.upcard
    table.upcard_state = TURNED_DOWN
    table.events.append(("turn-down", NONE, upcard))
    for seat in _from_left_of(dealer):
        legal = legal_names(table.rules, table.hands[seat], upcard, seat=seat, dealer=dealer)
        code = _ask(table, "name", seat, legal)
        table.calls.append((seat, 2, code))
        table.events.append(("name", seat, code))
        if code != PASS:
            alone = code >= NAME_ALONE
            _make(table, seat, code - (NAME_ALONE if alone else NAME), alone=alone)
            return True
    return False


def _make(table: Table, maker: int, trump: int, *, alone: bool) -> None:
    table.maker, table.trump, table.alone = maker, trump, alone
    table.events.append(("trump", maker, trump))


def _settle_who_plays(table: Table) -> None:
    """The maker's partner sits out if the maker is alone, then D4."""
    if not table.alone:
        return
    maker = table.maker
    table.sitting_out[partner_of(maker)] = True
    if not table.rules.defend_alone:
        return
    for seat in (left_of(maker), partner_of(left_of(maker))):
        answer = _ask(table, "defend-alone", seat, [NO, YES])
        table.defend_calls.append((seat, answer))
        table.events.append(("defend", seat, answer))
        if answer == YES:
            table.defender = seat
            table.sitting_out[partner_of(seat)] = True
            return


def _play_trick(table: Table, leader: int) -> int:
    """A card of each seat that does not sit out; gives the winner."""
    table.trick = []
    for k in SEATS:
        seat = (leader + k) % 4
        if table.sitting_out[seat]:
            continue
        hand = table.hands[seat]
        led = suit_of(table.trick[0][1], table.trump) if table.trick else None
        may = playable(hand, table.trump, led)
        card = hand[_ask(table, "play", seat, [hand.index(card) for card in may])]
        hand.remove(card)
        table.trick.append((seat, card))
        table.events.append(("play", seat, card))
        if led is not None and suit_of(card, table.trump) != led:
            table.voids[seat][led] = True
    winner = winner_of(table.trick, table.trump)
    table.tricks[winner % 2] += 1
    table.history.append((leader, tuple(table.trick), winner))
    table.events.append(("trick", winner, len(table.history)))
    return winner


def _ask(table: Table, decision: str, seat: int, legal: list[int]) -> int:
    view: View = {
        "seat": seat,
        "dealer": table.dealer,
        "score": list(table.score),
        "hand_number": table.number,
        "hand": list(table.hands[seat]),
        "upcard": table.upcard,
        "upcard_state": table.upcard_state,
        "calls": list(table.calls),
    }
    if decision == "name":
        view["turned_down_suit"] = printed_suit(table.upcard)
    if decision in ("discard", "defend-alone", "play"):
        view |= {"trump": table.trump, "maker": table.maker, "alone": table.alone}
    if decision in ("defend-alone", "play"):
        knows = seat == table.dealer and table.discard != NONE
        view |= {
            "defend_calls": list(table.defend_calls),
            "discard": table.discard if knows else None,
        }
    if decision == "play":
        view |= {
            "sitting_out": list(table.sitting_out),
            "current_trick": list(table.trick),
            "tricks": list(table.tricks),
            "history": list(table.history),
            "voids": [list(row) for row in table.voids],
        }
    action = table.choose(decision, seat, view, legal)
    if action not in legal:
        raise ValueError(f"seat {seat} cannot choose {action} in {decision}")
    return action
