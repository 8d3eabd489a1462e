"""Side by Side, the toy of partners, and its oracle; see `test_partner_toy.py`."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

from cardsim.workspace import load_file
from harness import Longer, Part, Play, Shown, Told, between, in_set, same
from oracles import side_by_side as oracle
from toys.side_by_side import GAME
from toys.side_by_side.state import NOT_YET, SHARES

STRATEGIES = Path(__file__).parents[1] / "toys" / "strategies" / "side-by-side"
UNITS = ("hand", "match", "session")


def means(shown: Shown, action: Any) -> oracle.Action:
    """A bid, or a called number and the cards laid."""
    if shown.decision == "bid":
        return int(action)
    number, cards = action
    return number, frozenset(in_set(cards))


def deals(play: Play) -> Iterator[list[list[int]]]:
    """The cards that the kernel dealt, hand by hand."""
    hands: list[list[int]] = []
    for kind, seat, number in play.events:
        if kind == "board":
            hands = [[] for _ in range(oracle.PLAYERS)]
        elif kind == "deal":
            hands[seat].append(number)
        elif kind == "points" and seat == 0:
            yield hands


def told(play: Play) -> Told:
    """The oracle's account of a traced hand, match or session."""
    table = play.table
    rules, number = table.oracle_rules, play.hand // len(table.seating.heroes)
    hero = oracle.side_of(table.hero(play.hand), rules)
    dealt = deals(play)

    def choose(decision: str, seat: int, view: oracle.View, legal: list[oracle.Action]) -> Any:
        shown = play.decide(decision, seat, legal)
        in_order = [means(shown, action) for action in shown.legal]
        same("order of what is legal", in_order, legal)
        check_view(shown, view, table.unit or "hand", number, rules)
        return shown.answer

    if table.unit:
        match = oracle.play_on(rules, dealt, choose, unit=table.unit, number=number)
        hands, points, shares = match.hands, match.points, match.shares
    else:
        hand = oracle.play_hand(rules, next(dealt), choose, board=number)
        hands, points, shares = [hand], hand.points, hand.shares
    same("no more deals", list(dealt), [])
    for state, each in zip(play.scored, hands, strict=True):
        same("won", state["won"][: oracle.sides(rules)].tolist(), each.points)
        same("hands", [set(in_set(int(h))) for h in state["hand_of"]], list(map(set, each.hands)))
    last, others = hands[-1], [each for side, each in enumerate(points) if side != hero]
    outcome = {
        "your_seat": table.hero(play.hand),
        "your_share": parts(shares)[hero],
        "your_net": points[hero] - max(others),
        "hands": len(hands),
        "share": parts(shares),
        "points": points,
        "made": list(map(int, last.made)),
        "bid": last.bids,
        "laid": [len(cards) for cards in last.laid],
    }
    return Told(
        [event for each in hands for event in each.events],
        outcome,
        len(hands),
        [name for each in hands for name in situations(each, rules)],
    )


def parts(shares: list[float]) -> list[int]:
    """Shares of a win as the kernel writes them."""
    return [round(SHARES * share) for share in shares]


def check_view(
    shown: Shown, view: oracle.View, unit: str, number: int, rules: oracle.Rules
) -> None:
    """Compare all that a seat was shown."""
    sides = oracle.sides(rules)
    expected = {
        "seat": view["seat"],
        "hand": bits(view["hand"]),
        "unit": UNITS.index(unit),
        "board": number,
        "deals": view["board"] - number,
        "dealer": view["dealer"],
        "double": 1 + view["board"] % 2,
        "side_of": [oracle.side_of(seat, rules) for seat in range(oracle.PLAYERS)],
        "bids": [NOT_YET if bid is None else bid for bid in view["bids"]],
        "calls": [call or 0 for call in view["calls"]],
        "laid": [bits(cards or frozenset()) for cards in view["laid"]],
        "points": [*view["points"], *[0] * (oracle.PLAYERS - sides)],
    }
    same("fields of the view", set(expected), set(GAME.view.names or ()))
    for name, value in expected.items():
        same(name, shown[name], value)


def bits(cards: frozenset[int]) -> int:
    """A set of cards as a number."""
    return sum(1 << card for card in cards)


SITUATIONS = (
    "points count double",
    "a side has the bonus",
    "a side has no bonus",
    "sides share the win",
    "more cards laid than called",
    "a player calls 1, and the next may not",
    "a card above the 32nd is laid alone",
)


def situations(hand: oracle.PlayedHand, rules: oracle.Rules) -> list[str]:
    """Which of `SITUATIONS` occurred in a hand."""
    found = {
        "points count double": hand.board % 2 == 1,
        "a side has the bonus": any(hand.made) and rules.bonus > 0,
        "a side has no bonus": not all(hand.made),
        "sides share the win": max(hand.shares) < 1,
        "more cards laid than called": any(
            len(cards) > call for cards, call in zip(hand.laid, hand.calls, strict=True)
        ),
        "a player calls 1, and the next may not": any(
            hand.calls[(hand.dealer + k) % oracle.PLAYERS] == 1 for k in range(1, oracle.PLAYERS)
        ),
        "a card above the 32nd is laid alone": any(
            len(cards) == 1 and min(cards) >= 32 for cards in hand.laid
        ),
    }
    return [name for name, is_so in found.items() if is_so]


PART = Part(
    game=GAME,
    oracle=oracle,
    told=told,
    means=means,
    # One acts at random, one to win, two remember.
    strategies=(
        "random-legal",
        *(load_file(STRATEGIES / f"{name}.py") for name in ("thrifty", "planner", "learner")),
    ),
    mixes=((0,), (0, 1, 2, 3)),
    parameters={"bid_from": between(1, 5), "miss": between(0, 9), "first": between(0, 2)},
    longer={
        "match": Longer(share=0.3, count=4, rules={"goal": between(1, 60)}),
        "session": Longer(share=0.3, count=4),
    },
    push=90,
    events={"board", "deal", "bid", "call", "lay", "points"},
    situations=dict.fromkeys(SITUATIONS, 20),
)
