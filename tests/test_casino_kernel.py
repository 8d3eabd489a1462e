"""Casino as its rules file has it: long lists, invariants, and the baselines told exactly."""

from __future__ import annotations

import random
from collections.abc import Iterator
from functools import cache
from itertools import combinations
from typing import Any

import numpy as np
import pytest

from cardsim.cards import card_id, card_name
from cardsim.engine.table import Table
from cardsim.games.casino import GAME, next_legal
from cardsim.games.casino.rules import Rules
from cardsim.games.casino.state import CAPTURE, NOBODY
from cardsim.games.casino.story import move_of
from cardsim.workspace import load_strategy
from harness import in_set, part_of, random_plays
from harnesses.casino import table_with

ME, OTHER = 0, 1
PIPS = 10


# ---------------------------------------------------------------- long lists


@cache
def splits(pips: tuple[int, ...], value: int) -> bool:
    """Whether ascending numbers can be parted into sets that each add up to a value."""
    if not pips:
        return True
    *rest, last = pips
    return any(
        last + sum(rest[k] for k in places) == value
        and splits(tuple(n for k, n in enumerate(rest) if k not in places), value)
        for size in range(min(len(rest), value) + 1)
        for places in combinations(range(len(rest)), size)
    )


@pytest.mark.parametrize("maximal", [False, True])
def test_captures_are_those_found_by_trying_all(maximal: bool) -> None:
    rng, seen = random.Random(4), 0
    rules = Rules(action_set="maximal" if maximal else "all")
    for _ in range(120):
        pack = [card for card in range(52) if card % 13 < PIPS]
        rng.shuffle(pack)
        value, lying = rng.randint(5, 10), sorted(pack[: rng.randint(4, 10)])
        held = next(c for c in pack[10:] if c % 13 == value - 1)
        table = Table(GAME, rules)
        hand = np.uint64(1 << held)
        table.state["hand_of"][ME], table.state["hand"] = hand, hand
        table.state["loose"] = sum(1 << card for card in lying)
        found = [
            some
            for size in range(1, len(lying) + 1)
            for some in combinations(lying, size)
            if splits(tuple(sorted(card % 13 + 1 for card in some)), value)
        ]
        if maximal:
            found = [s for s in found if not any(set(s) < set(other) for other in found)]

        actions = [a for a in table.legal if move_of(a).kind == CAPTURE]

        assert [move_of(a).cards for a in actions] == found
        assert all(table.allows(a) for a in actions)
        seen += len(found)
    assert seen > 200


def test_a_ten_has_fifteen_thousand_million_captures_of_all_other_numerals() -> None:
    table = Table(GAME, Rules())
    loose = sum(1 << c for c in range(52) if c % 13 < PIPS and c != card_id("TS"))
    table.state["loose"] = loose
    table.state["hand_of"][ME] = table.state["hand"] = np.uint64(1 << card_id("TS"))

    assert table.count == 15_109_038_399 + 1


def tabled(seed: int) -> Table:
    """Return a table of two to four players with house rules that go by the seed."""
    rules = Rules(
        keep_capturing_card=seed % 2 == 0,
        trail_with_own_build=seed % 3 == 0,
        table_cards_raise=seed % 5 < 2,
        face_capture=("one", "one-or-three", "all")[seed % 3],
        must_capture=seed % 7 < 3,
        action_set=("all", "maximal")[seed % 4 == 0],
    )
    return Table(GAME, rules, 2 + seed % 3, seed=seed)


def test_what_is_legal_is_what_is_counted() -> None:
    """Each action with one thing changed is legal if, and only if, it is another of the list."""
    rng, checked, refused = random.Random(7), 0, 0
    for seed in range(60):
        table = tabled(seed)
        while not table.over:
            legal = table.legal
            listed = set(legal)
            assert len(listed) == len(legal)
            for _ in range(6):
                number, chosen = rng.choice(legal)
                number ^= rng.choice([0, 1 << rng.randrange(17), rng.getrandbits(17)])
                chosen ^= rng.choice([0, 1 << rng.randrange(52), 1 << rng.randrange(52)])
                assert table.allows((number, chosen)) == ((number, chosen) in listed)
                refused += (number, chosen) not in listed
                checked += 1
            table.act(rng.choice(legal))
    assert checked - refused > 1000
    assert refused > 1000


@pytest.mark.full
def test_each_action_is_found_from_the_one_before() -> None:
    rng = random.Random(8)
    for seed in range(30):
        table = tabled(seed)
        while not table.over:
            legal = table.legal
            assert list(one_after_another(table)) == legal
            table.act(rng.choice(legal))


def one_after_another(table: Table) -> Iterator[tuple[int, int]]:
    """Give the legal actions, each found from the one before."""
    view = table.state
    action = next_legal(view, -1, -1)
    while action[0] >= 0:
        yield action
        action = next_legal(view, *action)


@pytest.mark.parametrize("action", [(-1, 0), (1 << 40, 0), (0, -1), (0, 1 << 60), (63, 0)])
def test_numbers_that_are_no_action_are_refused(action: tuple[int, int]) -> None:
    table = table_with(Rules(), {"holds": "2C", "loose": "3C"})

    assert not table.allows(action)


# ---------------------------------------------------------------- what always holds


@pytest.mark.full
def test_cards_builds_and_points_keep_within_the_rules() -> None:
    checked = {"hands": 0, "builds": 0}
    for play in random_plays(part_of("casino"), 3, tables=30, hands=6):
        rules, end = play.table.rules, play.scored[-1]
        players, number = play.table.players, int(end["sides"])
        for state in play.states[:-1]:
            dealt = int(state["deals_left"]) * 4 * players
            built = [in_set(int(some)) for some in state["build_cards"]]
            piles = [in_set(int(some)) for some in (*state["piles"], *state["hand_of"])]
            lying = in_set(int(state["loose"]))
            everything = [c for some in (*built, *piles, lying) for c in some]
            everything += state["deck"].tolist()[52 - dealt :] if dealt else []
            assert sorted(everything) == list(range(52))
            for value, some in enumerate(built):
                pips = tuple(sorted(card % 13 + 1 for card in some))
                assert sum(pips) == value * state["build_groups"][value]
                if some:
                    checked["builds"] += 1
                    assert splits(pips, value) or len(pips) > 12
                    held = in_set(int(state["hand_of"][state["build_owner"][value]]))
                    kept = any(card % 13 + 1 == value for card in held)
                    assert kept or not rules.keep_capturing_card
        mine = [end["piles"][side::number] for side in range(number)]
        counts = [sum(len(in_set(int(p))) for p in piles) for piles in mine]
        spades = [sum(len(in_set(int(p) >> 39)) for p in piles) for piles in mine]
        swept = rules.sweep_points * int(end["sweeps"].sum())
        for_cards = 3 if rules.cards_points == "majority-3" else 2
        expected = 0 if end["last_capturer"] == NOBODY else 11 + swept
        expected -= for_cards * (counts.count(max(counts)) > 1 and expected > 0)
        expected -= spades.count(max(spades)) > 1 and expected > 0
        assert end["points"].sum() == expected
        checked["hands"] += 1
    assert checked["hands"] == 180
    assert checked["builds"] > 500


# ---------------------------------------------------------------- the baselines


@pytest.mark.full
def test_the_exact_baselines_play_as_the_rules_say() -> None:
    known = {n: load_strategy(GAME, n) for n in ("pair-only", "greedy-cards", "greedy-value")}
    anything, seen = load_strategy(GAME, "random-legal"), dict.fromkeys(known, 0)
    for seed in range(80):
        table = Table(GAME, Rules(), 2 + seed % 3, seed=seed)
        mover = list(known.values())[seed % 3] if seed % 2 else anything
        while not table.over:
            legal = table.legal
            wanted = {
                "pair-only": pair_only(table),
                "greedy-cards": greedy(table, legal, lambda _: 1.0, min),
                "greedy-value": greedy(table, legal, worth, by_worth),
            }
            for name, action in wanted.items():
                if action in legal:
                    assert table.choice(known[name]) == action
                    seen[name] += 1
            table.act(table.choice(mover))
    assert min(seen.values()) > 2500


def pair_only(table: Table) -> tuple[int, int]:
    """Section 11's words: the first card whose rank lies loose takes that rank."""
    hand, loose = in_set(int(table.view.hand)), in_set(int(table.view.loose))
    for card in hand:
        there = [other for other in loose if other % 13 == card % 13]
        if there:
            taken = there if card % 13 < PIPS else there[:1]
            number = card | CAPTURE << 6 | (card % 13 + 1) << 8
            return number, sum(1 << other for other in taken)
    return hand[0], 0


def greedy(table: Table, legal: list[Any], value: Any, trailed: Any) -> tuple[int, int]:
    """The capture worth most, the first of equals; else a card is trailed."""
    captures = [a for a in legal if move_of(a).kind == CAPTURE]
    if not captures:
        return trailed(in_set(int(table.view.hand))), 0

    def total(action: Any) -> float:
        move = move_of(action)
        build = in_set(int(table.view.build_cards[move.value])) if move.take else []
        return float(round(sum(value(card) for card in (move.card, *move.cards, *build)), 6))

    best: tuple[int, int] = max(captures, key=total)
    return best


def worth(card: int) -> float:
    """What `greedy-value` counts a card at its defaults."""
    special = {"TD": 2.0, "2S": 1.0}.get(card_name(card), 0.0)
    found: float = 0.1 + 0.12 * (card >= 39) + (card % 13 == 0) + special
    return found


def by_worth(hand: list[int]) -> int:
    """The card that counts least, the first of equals."""
    return min(hand, key=lambda card: (round(worth(card), 6), card))
