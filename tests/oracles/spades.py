"""Spades by the book: slow, plain, hands and matches from given cards and choices.

Written from the rules alone; sections are those of RULES.md in the game's folder. A card is
`13 * suit + strength - 2`: suits clubs 0, diamonds 1, hearts 2, spades 3; strength 2 to ace 14.
Teams are 0 (seats 0 and 2) and 1 (seats 1 and 3).

What happened is told as (kind, seat or team or -1, number), in this order:

- `hand`: the dealer, the number of the hand; `deal`: a seat, its card, 52 times as drawn;
- `blind`: a seat that was asked, 1 if it bids nil blind; `bid`: a seat, its bid, always four;
- `play`: a seat, the card; `broken`: the seat that has just played the first spade, the card;
  `trick`: the winner, the number of the trick from 1;
- for team 0, then for team 1: `nil`: each seat that bid nil, the points for it; `points`: those of
  the hand with nil and bags; `bags`: those of the hand; `penalty`, if there is one: the points
  lost; `score` and `counter`: the totals after the hand;
- in a match at the end `win`: the team, or `draw`: -1; and how many hands were played.

Where the rules are silent or leave two readings:

1. Hands are numbered from 1, so that the hand numbered `max-hands` is the last. A hand by itself
   has number 1 and begins at 0 to 0 without bags, unless it is told otherwise.
2. A seat that bids nil blind has bid: its 0 stands in `bids` as any other, and everybody sees
   `blind`. That a seat was asked and looked is no field of a view.
3. `score` and `bags` in a view are those before the hand, to its end.
4. The rules in force are not repeated in a view, but for `target`; `hand_number` is one of its
   fields. `blind` is there without `blind-nil` too.
5. `broken` becomes true, and is told, under `spade-lead = any` too, where it forbids nothing.
6. A match that both teams bring to an end with different scores is won by the higher, also where
   both are at `loss-limit` or below.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Any, Protocol

Event = tuple[str, int, int]
"""Kind, seat or team (-1 none), card or other number."""

Trick = tuple[int, tuple[int, ...], int]
"""Leader, the four cards in the order in which they were played, winner."""

View = dict[str, Any]
"""What a seat may see, by the names of section 5.

In `bid` `seat`, `dealer`, `hand`, `bids` (None for those to come), `blind`, `score`, `bags`,
`target` and `hand_number`; in `blind` the same without `hand`; in `play` also `current_trick`
(pairs of seat and card), `led_suit` (None for the leader), `broken`, `tricks_won`, `history` and
`voids`.
"""

Choose = Callable[[str, int, View, list[int]], int]
"""`choose(decision, seat, view, legal)` gives one of the legal actions."""

SEATS = range(4)
TEAMS = range(2)
TRICKS = 13
PACK = range(52)
SPADES = 3
LOOK, BLIND = 0, 1
NIL = 0
BLIND_NIL_POINTS = 200
BEHIND = 100
NONE = -1


class Chance(Protocol):
    """Where the cards come from."""

    def card(self, stock: list[int]) -> int:
        """The next card of a face-down stock of these."""
        ...


@dataclass(frozen=True)
class Rules:
    """The options of section 7; `loss_limit` None is none."""

    target: int = 500
    nil_bonus: int = 100
    nil_penalty: int = 100
    failed_nil_tricks: str = "ignored"
    bag_points: int = 1
    bag_limit: int = 10
    bag_penalty: int = 100
    moon_bonus: int = 0
    spade_lead: str = "broken"
    first_trick_spades: bool = True
    min_team_bid: int = 0
    forbid_total_13: bool = False
    blind_nil: bool = False
    loss_limit: int | None = None
    double_nil_allowed: bool = True
    max_hands: int = 200


@dataclass(frozen=True)
class TeamResult:
    """What a hand brings a team, before any penalty for its bags.

    Attributes:
        points: with those of its nils and bags.
        bags: of the hand.
        nils: points of the first and the second partner's nil; None if he bid no nil.
    """

    points: int
    bags: int
    nils: tuple[int | None, int | None]


@dataclass(frozen=True)
class Played:
    """One hand played to its end.

    Attributes:
        events: what happened.
        hands: the cards dealt, by seat, ascending.
        bids, blind, tricks_won: by seat.
        history: the tricks in order.
        results: by team.
        penalties: points lost to bags, by team.
        score, counter: the totals after the hand, by team.
    """

    events: list[Event]
    hands: list[list[int]]
    bids: list[int]
    blind: list[bool]
    tricks_won: list[int]
    history: list[Trick]
    results: list[TeamResult]
    penalties: list[int]
    score: list[int]
    counter: list[int]


@dataclass(frozen=True)
class PlayedMatch:
    """A match: its events, its hands, the score at the end and the winning team, -1 if none."""

    events: list[Event]
    hands: list[Played]
    score: list[int]
    winner: int


@dataclass
class Table:
    """The state of section 3."""

    rules: Rules
    choose: Choose
    dealer: int
    number: int
    score: list[int]
    bags: list[int]
    hands: list[list[int]] = field(default_factory=lambda: [[] for _ in SEATS])
    bids: list[int | None] = field(default_factory=lambda: [None] * 4)
    blind: list[bool] = field(default_factory=lambda: [False] * 4)
    tricks_won: list[int] = field(default_factory=lambda: [0] * 4)
    trick: list[tuple[int, int]] = field(default_factory=list)
    broken: bool = False
    voids: list[list[bool]] = field(default_factory=lambda: [[False] * 4 for _ in SEATS])
    history: list[Trick] = field(default_factory=list)
    events: list[Event] = field(default_factory=list)


def play_match(rules: Rules, chance: Chance, choose: Choose, *, dealer: int = 0) -> PlayedMatch:
    """Hands until a team has won or the cap of hands is reached: section 6, "Game".

    Args:
        rules: house rules.
        chance: the cards.
        choose: the players' decisions, as in `play_hand`.
        dealer: of the first hand; the deal moves left.
    """
    hands: list[Played] = []
    score, bags = [0, 0], [0, 0]
    while not match_over(rules, score, len(hands)):
        hand = play_hand(
            rules,
            chance,
            choose,
            dealer=(dealer + len(hands)) % 4,
            number=len(hands) + 1,
            score=score,
            bags=bags,
        )
        hands.append(hand)
        score, bags = hand.score, hand.counter
    winner = NONE if score[0] == score[1] else score.index(max(score))
    events = [event for hand in hands for event in hand.events]
    events.append(("draw" if winner == NONE else "win", winner, len(hands)))
    return PlayedMatch(events, hands, score, winner)


def match_over(rules: Rules, score: Sequence[int], hands: int) -> bool:
    """Whether a match ends with this score after so many hands."""
    if hands == 0:
        return False
    if hands >= rules.max_hands:
        return True
    reached = max(score) >= rules.target
    lost = rules.loss_limit is not None and min(score) <= rules.loss_limit
    return (reached or lost) and score[0] != score[1]


def play_hand(
    rules: Rules,
    chance: Chance,
    choose: Choose,
    *,
    dealer: int = 0,
    number: int = 1,
    score: Sequence[int] = (0, 0),
    bags: Sequence[int] = (0, 0),
) -> Played:
    """The hand that these cards and choices give.

    Args:
        rules: house rules.
        chance: the cards.
        choose: the players' decisions: `blind`, `bid`, `play`.
        dealer: a seat.
        number: of the hand in its match, from 1.
        score: by team, before the hand.
        bags: counters by team, before the hand.

    Raises:
        ValueError: a card or a choice is not among those there are.
    """
    table = Table(rules, choose, dealer, number, list(score), list(bags))
    table.events.append(("hand", dealer, number))
    _deal(table, chance)
    dealt = [list(hand) for hand in table.hands]

    for k in range(1, 5):
        _bid(table, (dealer + k) % 4)

    leader = (dealer + 1) % 4
    for _ in range(TRICKS):
        leader = _play_trick(table, leader)

    bids = [bid for bid in table.bids if bid is not None]
    results: list[TeamResult] = []
    penalties: list[int] = []
    for team in TEAMS:
        seats = (team, team + 2)
        result = score_team(
            rules,
            [bids[seat] for seat in seats],
            [table.tricks_won[seat] for seat in seats],
            [table.blind[seat] for seat in seats],
        )
        counter, lost = roll_over(rules, table.bags[team], result.bags)
        table.bags[team] = counter
        table.score[team] += result.points - lost
        results.append(result)
        penalties.append(lost)
        table.events += [
            ("nil", seat, points)
            for seat, points in zip(seats, result.nils, strict=True)
            if points is not None
        ]
        table.events += [("points", team, result.points), ("bags", team, result.bags)]
        if lost:
            table.events.append(("penalty", team, lost))
        table.events += [("score", team, table.score[team]), ("counter", team, counter)]
    return Played(
        events=table.events,
        hands=dealt,
        bids=bids,
        blind=table.blind,
        tricks_won=table.tricks_won,
        history=table.history,
        results=results,
        penalties=penalties,
        score=table.score,
        counter=table.bags,
    )


def suit_of(card: int) -> int:
    """Clubs 0, diamonds 1, hearts 2, spades 3."""
    return card // 13


def winner_of(trick: Sequence[tuple[int, int]]) -> int:
    """The seat whose card wins: the highest spade, or the highest card of the suit led."""
    led = suit_of(trick[0][1])
    has_spade = any(suit_of(card) == SPADES for _, card in trick)
    suit = SPADES if has_spade else led
    return max((card, seat) for seat, card in trick if suit_of(card) == suit)[1]


def legal_bids(rules: Rules, bids: Sequence[int | None], seat: int) -> list[int]:
    """D1 of section 5, ascending: what this seat may bid after these bids."""
    partner = bids[(seat + 2) % 4]
    others = [bid for bid in bids if bid is not None]
    legal = []
    for bid in range(TRICKS + 1):
        if partner is not None:
            if partner + bid < rules.min_team_bid:
                continue
            if bid == partner == NIL and not rules.double_nil_allowed:
                continue
        if rules.forbid_total_13 and len(others) == 3 and sum(others) + bid == TRICKS:
            continue
        legal.append(bid)
    return legal


def playable(
    rules: Rules, hand: Sequence[int], *, led: int | None, broken: bool, first_trick: bool
) -> list[int]:
    """The cards of a hand that may be played, ascending: section 4.3 and the options on spades.

    Args:
        rules: house rules.
        hand: cards of the seat.
        led: the suit led; None for the leader.
        broken: whether a spade has been played.
        first_trick: whether it is the first trick.
    """
    cards = sorted(hand)
    following = [card for card in cards if suit_of(card) == led]
    if following:
        return following
    no_spade_now = first_trick and not rules.first_trick_spades
    no_spade_led = led is None and rules.spade_lead == "broken" and not broken
    if no_spade_now or no_spade_led:
        return [card for card in cards if suit_of(card) != SPADES] or cards
    return cards


def score_team(
    rules: Rules, bids: Sequence[int], tricks: Sequence[int], blind: Sequence[bool] = (False, False)
) -> TeamResult:
    """Section 6, 1 and 2: a hand of two partners."""
    nils = [
        _nil_points(rules, won, is_blind) if bid == NIL else None
        for bid, won, is_blind in zip(bids, tricks, blind, strict=True)
    ]
    bid = sum(bids)
    by_nil = sum(won for each, won in zip(bids, tricks, strict=True) if each == NIL)
    toward_bid = sum(tricks) - by_nil
    if rules.failed_nil_tricks == "count":
        toward_bid += by_nil
    if bid == 0:
        points, bags = 0, toward_bid
    elif toward_bid >= bid:
        points, bags = 10 * bid, toward_bid - bid
    else:
        points, bags = -10 * bid, 0
    if rules.failed_nil_tricks == "bags":
        bags += by_nil
    points += bags * rules.bag_points
    if bid == toward_bid == TRICKS:
        points += rules.moon_bonus
    points += sum(each for each in nils if each is not None)
    return TeamResult(points, bags, (nils[0], nils[1]))


def roll_over(rules: Rules, counter: int, bags: int) -> tuple[int, int]:
    """Section 6, 3: the counter after a hand with these bags, and the points lost."""
    times, left = divmod(counter + bags, rules.bag_limit)
    return left, times * rules.bag_penalty


def agrees(rules: Rules, view: View, hands: Sequence[Sequence[int]]) -> bool:
    """Whether the seat of this view may believe that these are the four hands now.

    All that was played must then have been legal; see the end of section 5.
    """
    seat, tricks = view["seat"], view.get("history", [])
    on_table = view.get("current_trick", [])
    plays = [
        ((leader + k) % 4, card) for leader, cards, _ in tricks for k, card in enumerate(cards)
    ]
    plays += on_table
    held = [set(hand) for hand in hands]
    if "hand" in view and held[seat] != set(view["hand"]):
        return False
    for each, card in plays:
        held[each].add(card)
    everything = sorted(card for hand in held for card in hand)
    if everything != list(PACK) or any(len(hand) != TRICKS for hand in held):
        return False
    broken = False
    for k, (each, card) in enumerate(plays):
        led = suit_of(plays[k - k % 4][1]) if k % 4 else None
        if card not in playable(
            rules, list(held[each]), led=led, broken=broken, first_trick=k < len(SEATS)
        ):
            return False
        held[each].remove(card)
        broken = broken or suit_of(card) == SPADES
    return True


def _deal(table: Table, chance: Chance) -> None:
    """Section 2: singly, from left of the dealer."""
    stock = list(PACK)
    for k in PACK:
        card = chance.card(list(stock))
        if card not in stock:
            raise ValueError(f"card {card} is not among the unseen ones")
        stock.remove(card)
        seat = (table.dealer + 1 + k) % 4
        table.hands[seat].append(card)
        table.events.append(("deal", seat, card))
    for hand in table.hands:
        hand.sort()


def _bid(table: Table, seat: int) -> None:
    """D0, if it is asked, and D1."""
    rules, team = table.rules, seat % 2
    legal = legal_bids(rules, table.bids, seat)
    behind = table.score[1 - team] - table.score[team]
    if rules.blind_nil and behind >= BEHIND and NIL in legal:
        answer = _ask(table, "blind", seat, [LOOK, BLIND])
        table.events.append(("blind", seat, answer))
        table.blind[seat] = answer == BLIND
    bid = NIL if table.blind[seat] else _ask(table, "bid", seat, legal)
    table.bids[seat] = bid
    table.events.append(("bid", seat, bid))


def _play_trick(table: Table, leader: int) -> int:
    """Four cards; gives the winner."""
    table.trick = []
    for k in SEATS:
        seat = (leader + k) % 4
        hand = table.hands[seat]
        led = suit_of(table.trick[0][1]) if table.trick else None
        may = playable(
            table.rules, hand, led=led, broken=table.broken, first_trick=not table.history
        )
        card = hand[_ask(table, "play", seat, [hand.index(card) for card in may])]
        hand.remove(card)
        table.trick.append((seat, card))
        table.events.append(("play", seat, card))
        if suit_of(card) == SPADES and not table.broken:
            table.broken = True
            table.events.append(("broken", seat, card))
        if led is not None and suit_of(card) != led:
            table.voids[seat][led] = True
    winner = winner_of(table.trick)
    table.tricks_won[winner] += 1
    table.history.append((leader, tuple(card for _, card in table.trick), winner))
    table.events.append(("trick", winner, len(table.history)))
    return winner


def _ask(table: Table, decision: str, seat: int, legal: list[int]) -> int:
    view: View = {
        "seat": seat,
        "dealer": table.dealer,
        "bids": list(table.bids),
        "blind": list(table.blind),
        "score": list(table.score),
        "bags": list(table.bags),
        "target": table.rules.target,
        "hand_number": table.number,
    }
    if decision != "blind":
        view["hand"] = list(table.hands[seat])
    if decision == "play":
        view |= {
            "current_trick": list(table.trick),
            "led_suit": suit_of(table.trick[0][1]) if table.trick else None,
            "broken": table.broken,
            "tricks_won": list(table.tricks_won),
            "history": list(table.history),
            "voids": [list(row) for row in table.voids],
        }
    action = table.choose(decision, seat, view, legal)
    if action not in legal:
        raise ValueError(f"seat {seat} cannot choose {action} in {decision}")
    return action


def _nil_points(rules: Rules, tricks: int, blind: bool) -> int:
    if tricks == 0:
        return BLIND_NIL_POINTS if blind else rules.nil_bonus
    return -BLIND_NIL_POINTS if blind else -rules.nil_penalty
