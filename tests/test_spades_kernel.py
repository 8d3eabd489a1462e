"""Spades as its rules file has it: examples, invariants, and the baselines told exactly."""

from __future__ import annotations

import random
from dataclasses import replace
from typing import Any

import numpy as np
import pytest

from cardsim.cards import card_id
from cardsim.engine.table import Table
from cardsim.games.spades import GAME
from cardsim.games.spades.rules import BLIND_NIL, Rules
from cardsim.games.spades.state import PLAY
from cardsim.runs import preparation
from cardsim.tricks import strength
from cardsim.workspace import load_strategy
from harness import in_set, part_of, random_plays

TRICKS_OF_NILS = ("ignored", "bags", "count")
EXAMPLES = [
    ("2,3", "1,4", "50,0", "50,0", "50,0"),
    ("3,3", "2,3", "-60,0", "-60,0", "-60,0"),
    ("0,3", "0,3", "130,0", "130,0", "130,0"),
    ("0,3", "0,5", "132,2", "132,2", "132,2"),
    ("0,3", "1,3", "-70,0", "-69,1", "-69,1"),
    ("0,3", "2,3", "-70,0", "-68,2", "-68,2"),
    ("0,3", "2,2", "-130,0", "-128,2", "-69,1"),
    ("4,2", "5,4", "63,3", "63,3", "63,3"),
    ("0,0", "0,0", "200,0", "200,0", "200,0"),
    ("0,0", "1,2", "-200,0", "-197,3", "-197,3"),
    ("13,0", "13,0", "230,0", "230,0", "230,0"),
    ("0,0", "0,2", "0,0", "2,2", "2,2"),
    ("13,0", "0,13", "-230,0", "-217,13", "30,0"),
    ("13,0", "12,1", "-230,0", "-229,1", "30,0"),
    ("1,0", "13,0", "122,12", "122,12", "122,12"),
]
"""Section 10: bids, tricks, and points with bags by what becomes of the tricks of a failed nil."""


def numbers(text: str) -> list[int]:
    return list(map(int, text.split(",")))


def scored(rules: Rules, bids: str, tricks: str, *, side: int = 0, bags: int = 0) -> Any:
    """The state of a hand with these bids and tricks of two partners, once it is scored."""
    table = Table(GAME, rules, unit="match")
    table.states["bags"][0, side] = bags
    for number, (bid, taken) in enumerate(zip(numbers(bids), numbers(tricks), strict=True)):
        table.states["bids"][0, side + 2 * number] = bid
        table.states["taken"][0, side + 2 * number] = taken
    table.close()
    return table.state


@pytest.mark.parametrize("side", [0, 1])
@pytest.mark.parametrize("example", EXAMPLES, ids=lambda example: f"{example[0]} {example[1]}")
def test_a_hand_scores_as_in_the_examples(example: tuple[str, ...], side: int) -> None:
    bids, tricks, *results = example

    for failed_nil_tricks, result in zip(TRICKS_OF_NILS, results, strict=True):
        rules = Rules(failed_nil_tricks=failed_nil_tricks)
        state = scored(rules, bids, tricks, side=side)
        assert [state["points"][side], state["new_bags"][side]] == numbers(result)


@pytest.mark.parametrize(
    ("before", "bids", "tricks", "net", "left"),
    [(8, "4,2", "5,4", -37, 1), (9, "1,1", "6,5", -71, 8), (9, "1,1", "7,6", -169, 0)],
)
def test_ten_bags_cost_a_hundred_points_and_what_is_above_stays(
    before: int, bids: str, tricks: str, net: int, left: int
) -> None:
    state = scored(Rules(), bids, tricks, bags=before)

    assert state["points"][0] - state["penalty"][0] == net
    assert (before + state["new_bags"][0]) % 10 == left


@pytest.mark.parametrize(
    ("bids", "tricks", "points"),
    [("7,6", "7,6", 200), ("13,0", "13,0", 300), ("10,6", "7,6", -160)],
)
def test_the_moon_is_thirteen_bid_and_taken(bids: str, tricks: str, points: int) -> None:
    assert scored(Rules(moon_bonus=70), bids, tricks)["points"][0] == points


@pytest.mark.parametrize(("tricks", "points"), [("0,3", 230), ("1,3", -170)])
def test_a_blind_nil_is_two_hundred_points(tricks: str, points: int) -> None:
    table = Table(GAME, Rules(nil_bonus=50, nil_penalty=60))
    table.states["blind"][0, 0] = 1
    table.states["bids"][0] = [0, 1, 3, 1]
    table.states["taken"][0, [0, 2]] = numbers(tricks)

    table.close()

    assert table.state["points"][0] == points


@pytest.mark.parametrize(
    ("rules", "score", "change", "goes_on", "share"),
    [
        (Rules(), (495, 480), (61, 130), False, (0, 2)),
        (Rules(), (490, 400), (10, 100), True, None),
        (Rules(), (400, 400), (50, 60), True, None),
        (Rules(loss_limit=-200), (-150, 0), (-50, 0), False, (0, 2)),
        (Rules(loss_limit=-200), (-150, -150), (-50, -50), True, None),
        (Rules(loss_limit=-200), (-150, -150), (-49, 0), True, None),
        (Rules(max_hands=1), (0, 0), (20, 30), False, (0, 2)),
        (Rules(max_hands=1), (0, 0), (20, 20), False, (1, 1)),
    ],
)
def test_a_match_ends_at_the_target_at_the_limit_or_at_the_cap(
    rules: Rules, score: Any, change: Any, goes_on: bool, share: Any
) -> None:
    table = Table(GAME, rules, unit="match")
    table.states["score"][0] = score
    table.states["points"][0] = change

    assert table.settle() == goes_on

    assert table.state["score"].tolist() == np.add(score, change).tolist()
    if share is not None:
        assert table.outcome(0)["share"].tolist() == list(share)


def leading(rules: Rules, hand: str, *, broken: bool, tricks: int) -> list[int]:
    """What a leader who holds these cards may lead."""
    table = Table(GAME, rules)
    table.states["hand_of"][0, table.seat] = sum(1 << card_id(name) for name in hand.split())
    table.states["broken"], table.states["tricks"] = broken, tricks
    for _ in range(4):
        table.act(3)
    return table.legal


@pytest.mark.parametrize(
    ("rules", "hand", "broken", "tricks", "legal"),
    [
        (Rules(), "AS 4S 9D", False, 1, "9D"),
        (Rules(), "AS 4S", False, 1, "AS 4S"),
        (Rules(), "AS 4S 9D", True, 1, "9D AS 4S"),
        (Rules(spade_lead="any"), "AS 4S 9D", False, 0, "9D AS 4S"),
        (Rules(spade_lead="any", first_trick_spades=False), "AS 4S 9D", False, 0, "9D"),
        (Rules(spade_lead="any", first_trick_spades=False), "AS 4S 9D", False, 1, "9D AS 4S"),
        (Rules(first_trick_spades=False), "AS 4S", False, 0, "AS 4S"),
    ],
)
def test_who_leads_may_lead_spades_by_the_rules(
    rules: Rules, hand: str, broken: bool, tricks: int, legal: str
) -> None:
    found = leading(rules, hand, broken=broken, tricks=tricks)

    assert found == [card_id(name) for name in legal.split()]


@pytest.mark.parametrize(
    ("rules", "bids", "legal"),
    [
        (Rules(), [0], range(14)),
        (Rules(min_team_bid=4), [0, 1], range(4, 14)),
        (Rules(min_team_bid=4), [3, 0], range(1, 14)),
        (Rules(min_team_bid=4), [7, 0], range(14)),
        (Rules(double_nil_allowed=False), [0, 5], range(1, 14)),
        (Rules(double_nil_allowed=False), [5, 0], range(14)),
        (Rules(forbid_total_13=True), [3, 3, 3], [b for b in range(14) if b != 4]),
        (Rules(forbid_total_13=True), [3, 3], range(14)),
        (Rules(forbid_total_13=True), [5, 5, 5], range(14)),
        (Rules(forbid_total_13=True, min_team_bid=9), [5, 2, 4], range(7, 14)),
        (
            Rules(forbid_total_13=True, min_team_bid=4),
            [2, 2, 2],
            [b for b in range(2, 14) if b != 7],
        ),
    ],
)
def test_bids_are_allowed_by_the_rules(rules: Rules, bids: list[int], legal: Any) -> None:
    table = Table(GAME, rules)
    for bid in bids:
        table.act(bid)

    assert table.legal == list(legal)


def test_only_who_is_far_behind_is_asked_for_a_blind_nil_and_has_seen_no_card() -> None:
    table = Table(GAME, Rules(blind_nil=True), unit="match")
    table.states["score"] = [[0, 100]]
    table.deal()
    asked = []
    while table.decision != PLAY:
        asked.append((table.seat % 2, table.asked[1]))
        assert (table.view.hand == 0) == (table.asked[1] == "blind")
        table.act(1)

    assert sorted(asked) == [(0, "blind"), (0, "blind"), (1, "bid"), (1, "bid")]
    assert table.state["blind"].tolist() == [1, 0, 1, 0]
    assert table.state["bids"].tolist() == [0, 1, 0, 1]


def test_what_is_asked_without_seats_names_no_partner() -> None:
    """As `learn` does, which says again how to play against a default."""
    spec = preparation.prepare("spades", strategy="count-bid", partner="nil-if", seed=1).spec

    assert str(spec.partner).startswith("nil-if")
    assert replace(spec, seats=()).partner is None


# ---------------------------------------------------------------- what always holds


def test_cards_tricks_and_points_keep_within_the_rules() -> None:
    checked = 0
    for play in random_plays(part_of("spades"), 3, tables=30, hands=8):
        rules, end = play.table.rules, play.scored[-1]
        for state in play.states[:-1]:
            hands = [in_set(int(hand)) for hand in state["hand_of"]]
            held = sorted([card for hand in hands for card in hand] + in_set(int(state["played"])))
            assert held == list(range(52))
            assert state["taken"].sum() == state["tricks"]
        assert end["taken"].sum() == 13
        assert (end["taken"][:2] + end["taken"][2:] >= 7).sum() == 1
        for side in range(2):
            bids = end["bids"][side::2]
            nils = [int(end["blind"][seat]) for seat in range(side, 4, 2) if not end["bids"][seat]]
            bid, points = int(bids.sum()), int(end["points"][side])
            lost = sum(BLIND_NIL if blind else rules.nil_penalty for blind in nils)
            won = sum(BLIND_NIL if blind else rules.nil_bonus for blind in nils)
            most = won + 10 * bid + rules.bag_points * max(0, 13 - bid)
            assert -lost - 10 * bid <= points <= most + rules.moon_bonus * (bid == 13)
        checked += 1
    assert checked == 240


@pytest.mark.full
def test_what_becomes_of_a_failed_nil_changes_no_hand_without_one() -> None:
    seen = {True: 0, False: 0}
    for seed in range(150):
        ends = []
        for failed_nil_tricks in TRICKS_OF_NILS:
            rules = Rules(failed_nil_tricks=failed_nil_tricks)
            table, chance = Table(GAME, rules, seed=seed), random.Random(seed)
            while not table.over:
                legal = table.legal
                table.act(chance.choice([b for b in (0, 2, 3) if b in legal] or legal))
            table.close()
            ends.append(table.state.copy())
        failed = bool(((ends[0]["bids"] == 0) & (ends[0]["taken"] > 0)).any())
        same = len({(*e["points"].tolist(), *e["new_bags"].tolist()) for e in ends}) == 1
        seen[failed] += 1
        assert same or failed
    assert min(seen.values()) > 10


# ---------------------------------------------------------------- the baselines


def hand_count(hand: list[int]) -> int:
    """Section 13: what `count-bid` counts."""
    suits = [[card % 13 for card in hand if card // 13 == suit] for suit in range(4)]
    tricks = sum((0 in suit) + (12 in suit and len(suit) >= 2) for suit in suits)
    return tricks + max(len(suits[3]) - 3, 0)


def nearest(legal: list[int], wanted: int) -> int:
    return min((bid for bid in legal if bid > 0), key=lambda bid: (abs(bid - wanted), -bid))


@pytest.mark.full
def test_the_exact_baselines_bid_and_play_as_the_rules_say() -> None:
    named = ("count-bid", "fixed-bid", "nil-if", "highest-legal", "lowest-legal")
    known = {name: load_strategy(GAME, name) for name in named}
    nils = plays = 0
    for seed in range(120):
        rules = Rules(forbid_total_13=seed % 2 == 1, min_team_bid=seed % 5)
        table, chance = Table(GAME, rules, seed=seed), random.Random(seed)
        while not table.over:
            legal, hand = table.legal, in_set(int(table.view.hand))
            if table.asked[1] == "bid":
                count = hand_count(hand)
                high = max((strength(card) for card in hand if card >= 39), default=0)
                nil = 0 in legal and count == 0 and high <= 9
                honest = nearest(legal, max(1, count))
                nils += nil
                assert table.choice(known["count-bid"]) == honest
                assert table.choice(known["fixed-bid"]) == nearest(legal, 3)
                assert table.choice(known["nil-if"]) == (0 if nil else honest)
            else:
                by_strength = sorted(legal, key=lambda card: (strength(card), card // 13))
                assert table.choice(known["lowest-legal"]) == by_strength[0]
                assert table.choice(known["highest-legal"]) == by_strength[-1]
                plays += 1
            table.act(chance.choice(legal))
    assert nils > 3
    assert plays == 120 * 52
