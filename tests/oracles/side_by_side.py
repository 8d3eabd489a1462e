"""Side by Side played slowly and plainly, to check the fast kernel against.

Written from the rules alone; "section" is that of RULES.md in the game's folder. Where they are
silent, this oracle decides:

1. What a player has not bid, called or laid yet is None in a view.
2. Points of a match or session are shown as they stand before the hand.
3. A match or session is won by the side with the most points in all of its hands.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations
from typing import Any

Action = int | tuple[int, frozenset[int]]
"""A bid, or a called number and the cards laid with it."""

View = dict[str, Any]
"""What a seat may know, by the names of section 5."""

Choose = Callable[[str, int, View, list[Action]], Action]
"""`choose(decision, seat, view, legal)` gives one of the legal actions."""

Event = tuple[str, int, int]
"""Kind, seat or side, and a number: of the board, a card, what was bid or called, or points."""

PLAYERS = 4
HANDS_OF_A_SESSION = 4
WORTH = {"J": 1, "Q": 2, "K": 3, "A": 4}
RANKS = "A23456789TJQK"
PACK = frozenset(card for card in range(52) if RANKS[card % 13] in WORTH)


@dataclass(frozen=True)
class Rules:
    """The options of section 7."""

    partnership: bool = True
    hand_size: int = 3
    bonus: int = 3
    goal: int = 30


@dataclass(frozen=True)
class PlayedHand:
    """A hand, as section 6 scores it.

    Attributes:
        events: in order.
        board, dealer: the number of the board and who dealt.
        hands: what each seat was dealt.
        bids, calls, laid: of each seat.
        points: of each side, doubled on odd boards.
        shares: of the win, by side.
        made: by side, whether it has the bonus.
    """

    events: list[Event]
    board: int
    dealer: int
    hands: list[frozenset[int]]
    bids: list[int]
    calls: list[int]
    laid: list[frozenset[int]]
    points: list[int]
    shares: list[float]
    made: list[bool]


@dataclass(frozen=True)
class PlayedMatch:
    """A match or session.

    Attributes:
        hands: that were played.
        points: of each side in all of them.
        shares: of the win, by side.
    """

    hands: list[PlayedHand]
    points: list[int]
    shares: list[float]


def worth(card: int) -> int:
    """Section 1."""
    return WORTH[RANKS[card % 13]]


def side_of(seat: int, rules: Rules) -> int:
    """The side of a seat."""
    return seat % 2 if rules.partnership else seat


def sides(rules: Rules) -> int:
    """How many sides there are."""
    return 2 if rules.partnership else PLAYERS


def shares_of_win(points: Sequence[int]) -> list[float]:
    """The side with the most points wins; sides with as many share it."""
    best = [each == max(points) for each in points]
    return [each / sum(best) for each in best]


def legal_bids(hand: frozenset[int]) -> list[Action]:
    """Section 5, `bid`."""
    return list(range(len(hand) + 1))


def legal_lays(hand: frozenset[int], called_before: int | None) -> list[Action]:
    """Section 5, `lay`, in its order."""
    cards = sorted(hand)
    found: list[Action] = []
    for number in range(1, len(cards) + 1):
        if number == called_before:
            continue
        for chosen in range(1 << len(cards)):
            laid = frozenset(card for k, card in enumerate(cards) if chosen >> k & 1)
            if len(laid) >= number:
                found.append((number, laid))
    return found


def worlds(view: View) -> Iterator[tuple[frozenset[int], ...]]:
    """The hands that all seats may hold, as far as the player of this view can tell."""
    me, size = view["seat"], len(view["hand"])
    on_table = frozenset[int]().union(*(laid for laid in view["laid"] if laid is not None))
    unseen = PACK - view["hand"] - on_table

    def fill(seat: int, left: frozenset[int]) -> Iterator[tuple[frozenset[int], ...]]:
        if seat == PLAYERS:
            yield ()
            return
        if seat == me:
            yield from ((view["hand"], *rest) for rest in fill(seat + 1, left))
            return
        shown = view["laid"][seat] or frozenset()
        for others in combinations(sorted(left), size - len(shown)):
            for rest in fill(seat + 1, left - set(others)):
                yield (shown | set(others), *rest)

    return fill(0, unseen)


def play_hand(
    rules: Rules,
    deal: Sequence[Sequence[int]],
    choose: Choose,
    *,
    board: int,
    points: Sequence[int] | None = None,
) -> PlayedHand:
    """One hand.

    Args:
        rules: the options.
        deal: the cards of each seat, in the order in which they were dealt.
        choose: what players do.
        board: its number.
        points: of each side so far.
    """
    hands = [frozenset(cards) for cards in deal]
    dealt = [card for cards in deal for card in cards]
    if any(len(hand) != rules.hand_size for hand in hands) or len(set(dealt)) != len(dealt):
        raise AssertionError(f"no deal of {rules.hand_size} cards each: {deal}")
    if not PACK.issuperset(dealt):
        raise AssertionError(f"not in the pack: {deal}")
    dealer = board % PLAYERS
    order = [(dealer + k) % PLAYERS for k in range(1, PLAYERS + 1)]
    bids: list[Any] = [None] * PLAYERS
    calls: list[Any] = [None] * PLAYERS
    laid: list[Any] = [None] * PLAYERS
    events: list[Event] = [("board", dealer, board)]
    events += [("deal", seat, card) for seat, cards in enumerate(deal) for card in cards]

    def decide(decision: str, seat: int, legal: list[Action]) -> Any:
        view = {
            "seat": seat,
            "hand": hands[seat],
            "board": board,
            "dealer": dealer,
            "bids": list(bids),
            "calls": list(calls),
            "laid": list(laid),
            "points": list(points or [0] * sides(rules)),
        }
        action = choose(decision, seat, view, legal)
        if action not in legal:
            raise AssertionError(f"{action} is not legal at {decision}: {legal}")
        return action

    for seat in order:
        bids[seat] = decide("bid", seat, legal_bids(hands[seat]))
        events.append(("bid", seat, bids[seat]))
    for seat in order:
        before = calls[(seat - 1) % PLAYERS]
        calls[seat], laid[seat] = decide("lay", seat, legal_lays(hands[seat], before))
        events.append(("call", seat, calls[seat]))
        events += [("lay", seat, card) for card in sorted(laid[seat])]

    scored, made = [], []
    for side in range(sides(rules)):
        own = [seat for seat in range(PLAYERS) if side_of(seat, rules) == side]
        won = sum(calls[seat] * min(worth(card) for card in laid[seat]) for seat in own)
        as_bid = sum(len(laid[seat]) for seat in own) == sum(bids[seat] for seat in own)
        won += rules.bonus if as_bid else 0
        scored.append(won * 2 if board % 2 else won)
        made.append(as_bid)
    events += [("points", side, won) for side, won in enumerate(scored)]
    shares = shares_of_win(scored)
    return PlayedHand(events, board, dealer, hands, bids, calls, laid, scored, shares, made)


def play_on(
    rules: Rules,
    deals: Iterator[Sequence[Sequence[int]]],
    choose: Choose,
    *,
    unit: str,
    number: int,
) -> PlayedMatch:
    """A match or session, whose first board has the number that it has itself."""
    points, hands = [0] * sides(rules), list[PlayedHand]()
    over = False
    while not over:
        board = number + len(hands)
        hand = play_hand(rules, next(deals), choose, board=board, points=points)
        hands.append(hand)
        points = [a + b for a, b in zip(points, hand.points, strict=True)]
        over = len(hands) == HANDS_OF_A_SESSION if unit == "session" else max(points) >= rules.goal
    return PlayedMatch(hands, points, shares_of_win(points))
