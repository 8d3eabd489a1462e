"""High Card: hands imagined from what a seat sees."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from cardsim import Strategy
from cardsim.engine.table import Table
from cardsim.workspace import load_file, load_strategy
from checks import assert_uniform
from imagining import Point, assert_agrees, imagined, played_on, points
from toys.high_card import GAME
from toys.high_card.rules import Rules
from toys.high_card.state import KEEP_CARD, SWAP, SWAP_CARD

FOLDER = Path(__file__).parent / "toys" / "strategies" / "high-card"
TABLES = [(Rules(swaps=swaps, ace_high=swaps == 2), n) for n in (2, 3, 6) for swaps in (1, 2, 3)]
WORLDS = 400_000


@pytest.fixture(scope="module", autouse=True)
def cold(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    """The key of compiled code has the sources of `cardsim`, and by this name the toy is none."""
    with pytest.MonkeyPatch.context() as patched:
        patched.setenv("CARDSIM_CACHE_DIR", str(tmp_path_factory.mktemp("cache")))
        yield


@cache
def strategies() -> list[Strategy]:
    shipped = load_strategy(GAME, "random-legal")
    return [shipped, load_file(FOLDER / "threshold.py")]


@cache
def all_points() -> list[Point]:
    return list(points(GAME, TABLES, strategies(), hands=72))


@pytest.mark.full
def test_what_is_imagined_agrees_with_what_the_seat_sees() -> None:
    found = all_points()

    for point in found:
        assert_agrees(GAME, point)

    assert len(found) > 250


def test_every_card_is_somewhere_and_hands_hold_the_cards_drawn_for_them() -> None:
    for point in all_points():
        state = imagined(GAME, point.state, point.rules, hand=point.hand)[0]

        players, swapped = point.players, state["swapped"].tolist()
        drawn = players
        expected = []
        for seat in range(players):
            drawn += swapped[seat]
            expected.append(state["deck"][drawn - 1 if swapped[seat] else seat])
        assert state["card_of"][:players].tolist() == expected
        assert drawn == 52 - state["stock_count"]
        assert sorted(state["deck"].tolist()) == list(range(52))


def test_an_imagined_hand_is_played_on_to_its_end() -> None:
    random_legal = strategies()[0]
    outcomes: dict[int, set[bytes]] = {}

    for at, point in enumerate(all_points()):
        for hand in (1, 2):
            state = imagined(GAME, point.state, point.rules, hand=hand)
            how: dict[str, Any] = {"following": SWAP, "players": point.players, "hand": hand}
            outcome = played_on(GAME, state, point.rules, random_legal, **how)
            again = played_on(GAME, state, point.rules, random_legal, **how)
            assert outcome.tobytes() == again.tobytes()
            assert outcome["share"].sum() == 12
            assert (outcome["swapped"] >= point.state[0]["swapped"]).all()
            outcomes.setdefault(at, set()).add(outcome.tobytes())

    assert sum(len(each) for each in outcomes.values()) > 1.5 * len(outcomes)


def test_other_words_imagine_another_hand() -> None:
    for point in all_points():
        states = imagined(GAME, point.state, point.rules, count=8)

        assert len({state["card_of"].tobytes() for state in states}) > 1


def seat_one(actions: list[int], swaps: int = 1) -> Table:
    """The turn of the second of three seats, or a later one."""
    table = Table(GAME, Rules(swaps=swaps), 3)
    for action in actions:
        table.act(action)
    return table


@pytest.mark.parametrize(
    ("actions", "swaps"),
    [
        ([], 1),
        ([SWAP_CARD], 1),
        ([SWAP_CARD, SWAP_CARD, KEEP_CARD, SWAP_CARD, SWAP_CARD], 3),
    ],
)
def test_all_other_hands_are_as_likely(actions: list[int], swaps: int) -> None:
    """Two cards that are not the own one; 2550 pairs, each as likely."""
    table = seat_one(actions, swaps)
    own, seat = int(table.state["card"]), int(table.state["seat"])
    first, second = (other for other in range(3) if other != seat)

    cards = imagined(GAME, table.states, table.rules, count=WORLDS)["card_of"].astype(int)

    counts = np.bincount(52 * cards[:, first] + cards[:, second], minlength=52 * 52)
    possible = [52 * a + b for a in range(52) for b in range(52) if own not in (a, b) and a != b]
    assert counts[possible].sum() == WORLDS
    assert_uniform(counts[possible], resolves=0.06)


def test_what_was_put_aside_is_as_likely_to_be_any_card() -> None:
    """The card that seat 0 has put aside, and the one that it holds, 2550 pairs."""
    table = seat_one([SWAP_CARD])
    own = int(table.state["card"])

    states = imagined(GAME, table.states, table.rules, count=WORLDS)

    aside, holds = states["deck"][:, 0].astype(int), states["card_of"][:, 0].astype(int)
    seen = Counter(zip(aside.tolist(), holds.tolist(), strict=True))
    assert not any(own in pair or pair[0] == pair[1] for pair in seen)
    assert len(seen) == 2550
    assert_uniform(list(seen.values()), resolves=0.06)
