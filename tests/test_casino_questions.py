"""What the pages on Casino reckon by themselves, beside a count of the cards by hand."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from typing import Any

import pytest

import cardsim
from cardsim.game import Event
from cardsim.runs import preparation, replays
from cardsim.studies.experiments import load

pytestmark = pytest.mark.full

SEED, HANDS = 11, 1500
OTHER, DEALER = 0, 1


def points(own: Iterable[int], others: Iterable[int]) -> int:
    """What one of two has more than the other for these cards."""
    sides = [set(own), set(others)]
    total = [0, 0]
    for at, cards in enumerate(sides):
        against = sides[1 - at]
        total[at] += 3 * (len(cards) > len(against))
        total[at] += len([c for c in cards if c >= 39]) > len([c for c in against if c >= 39])
        total[at] += 2 * (22 in cards) + (40 in cards) + len({0, 13, 26, 39} & cards)
    return total[0] - total[1]


def told(events: list[Event]) -> tuple[list[set[int]], set[int], int]:
    """The piles before the rest is taken, the rest, and who takes it, by what happened."""
    piles: list[set[int]] = [set(), set()]
    builds: dict[int, set[int]] = {}
    rest: set[int] = set()
    made: set[int] = set()
    last = -1
    for event in events:
        kind, seat, number = event.kind, event.seat, event.values[0]
        if kind in ("capture", "take"):
            piles[seat].add(number)
        elif kind == "take-build":
            piles[seat] |= builds.pop(number)
        elif kind in ("build", "raise"):
            made = {number}
        elif kind == "join":
            made.add(number)
        elif kind == "from":
            made |= builds.pop(number)
        elif kind == "value":
            builds[number] = builds.get(number, set()) | made
        elif kind == "residue":
            rest.add(number)
            last = seat
    return piles, rest, last


@pytest.mark.parametrize("way", ["greedy-value", "bold-builder"])
def test_what_lies_there_at_the_end_brings_the_dealer_what_a_count_by_hand_says(way: str) -> None:
    reckon: Any = load("casino-dealer")[0].study.__globals__["left_at_the_end"]
    gained, cards = reckon(way, HANDS, seed=SEED)
    setup = preparation.prepare("casino", unit="hand", strategy=way, vs=way, seed=SEED)
    takers: Counter[int] = Counter()

    for hand in range(HANDS):
        piles, rest, last = told(replays.replay(setup, hand).events)
        own, others = piles[DEALER], piles[OTHER]
        after = [own | rest, others] if last == DEALER else [own, others | rest]
        assert len(own) + len(others) + len(rest) == 52
        assert (int(cards[hand]), int(gained[hand])) == (
            len(rest),
            points(*after) - points(own, others),
        ), hand
        takers[last] += 1

    assert len(gained) == len(cards) == HANDS
    assert min(takers[OTHER], takers[DEALER]) > 20
    assert len(set(gained.tolist())) > 5


@pytest.mark.parametrize(
    "way",
    ["builder:max_unseen_stealers=0,min_gain=-3", "bold-builder:max_unseen_stealers=1,min_gain=0"],
)
def test_who_may_not_trail_and_takes_nothing_builds_whatever_he_would(way: str) -> None:
    """Among these hands one player owns a build without its card, and may only build."""
    table: dict[str, Any] = {"players": 2, "unit": "hand", "keep_capturing_card": False}
    played = cardsim.run("casino", 1000, strategy=way, vs="same", seed=6, progress=False, **table)

    assert played.hands == 1000
