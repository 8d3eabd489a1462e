"""Euchre as its rules file has it: invariants, and the baselines told exactly."""

from __future__ import annotations

import random
from collections import Counter

import pytest

from cardsim.engine.table import Table
from cardsim.games.euchre import GAME
from cardsim.games.euchre.deck import CARDS
from cardsim.games.euchre.rules import Rules
from cardsim.games.euchre.state import (
    BURIED,
    DISCARD,
    ENDS,
    KITTY,
    NAME,
    NAMES,
    NAMES_ALONE,
    NO_TRUMP_YET,
    ORDER,
    PICKED_UP,
    PLAY,
)
from cardsim.tricks import NO_CARD
from cardsim.workspace import load_strategy
from harness import in_set, part_of, random_plays

# ---------------------------------------------------------------- what always holds


@pytest.mark.full
def test_cards_tricks_and_points_keep_within_the_rules() -> None:
    ends: Counter[str] = Counter()
    for play in random_plays(part_of("euchre"), 3, tables=20, hands=40):
        rules, end = play.table.rules, play.scored[-1]
        for state in play.states[:-1]:
            places = [in_set(int(each)) for each in state["hand_of"]]
            known = [card for place in places for card in place] + in_set(int(state["played"]))
            picked = state["upcard_state"] == PICKED_UP
            assert sorted(known + [int(state["upcard"])] * (not picked)) == sorted(CARDS)
            assert len(places[KITTY]) == 3
            assert state["taken"].sum() == state["tricks"]
            assert state["discard"] in (NO_CARD, *places[BURIED])
        points = end["points"].tolist()
        called = end["trump"] != NO_TRUMP_YET
        thrown = ENDS[end["end"]] == "thrown-in"
        ends[ENDS[end["end"]]] += 1
        assert called != thrown
        assert min(points) == 0
        assert (max(points) == 0) == thrown
        assert end["taken"].sum() == end["tricks"] == 5 * called
        if called:
            laid = (end["history"] != NO_CARD).sum(axis=1).tolist()
            assert laid == [4 - int(end["sitting_out"].sum())] * 5
            in_upcards = end["trump"] == end["upcard"] // 13
            assert in_upcards == (end["upcard_state"] == PICKED_UP)
        elif rules.stick_the_dealer:
            assert end["thrown"] == 1
    assert min(ends.values()) > 10
    assert set(ends) == set(ENDS)


def test_a_match_has_at_most_nineteen_hands_in_which_somebody_scores() -> None:
    table, anything = Table(GAME, unit="match"), load_strategy(GAME, "by-the-book")
    most = 0
    for number in range(60):
        table.begin(1, number)
        scoring, goes_on = 0, True
        while goes_on:
            while not table.over:
                table.act(table.choice(anything))
            table.close()
            points = table.state["points"].tolist()
            assert set(points) in ({0}, {0, 1}, {0, 2}, {0, 4})
            scoring += max(points) > 0
            goes_on = table.settle()
            if goes_on:
                table.deal()
        most = max(most, scoring)
    assert 10 < most <= 19


# ---------------------------------------------------------------- the baselines


def power(card: int, trump: int) -> int:
    """Section 1 of the rules."""
    rank, suit = card % 13, card // 13
    if rank == 10 and suit in (trump, 3 - trump):
        return 12 if suit == trump else 11
    plain = {8: 0, 9: 1, 10: 2, 11: 3, 12: 4, 0: 5}[rank]
    return 6 + plain - (plain > 2) if suit == trump else plain


@pytest.mark.full
def test_the_exact_baselines_call_discard_and_play_as_the_rules_say() -> None:
    named = ("trump-count", "power-sum", "never-call", "always-order")
    others = ("lowest-power", "create-void", "highest-legal", "lowest-legal", "simple-partner")
    known = {name: load_strategy(GAME, name) for name in (*named, *others)}
    seen: Counter[str] = Counter()

    def chosen(table: Table, strategy: str) -> int:
        return int(table.choice(known[strategy]))

    for seed in range(700):
        rules = Rules(
            stick_the_dealer=seed % 2 == 1,
            partner_must_go_alone=seed % 3 == 1,
            trump_needed_to_call=seed % 5 == 1,
        )
        table, chance = Table(GAME, rules, seed=seed), random.Random(seed)
        while not table.over:
            legal, hand, seat = table.legal, in_set(int(table.view.hand)), table.seat
            state, trump = table.state, int(table.state["trump"])
            named_calls = [code for code in legal if code]

            def trumps(suit: int, held: list[int]) -> list[int]:
                return [card for card in held if power(card, suit) > 5]

            def total(suit: int, held: list[int]) -> int:
                aces = [c for c in held if c % 13 == 0 and c // 13 != suit]
                return sum(power(card, suit) for card in trumps(suit, held)) + 5 * len(aces)

            if table.decision == ORDER:
                suit = int(state["upcard"]) // 13
                held = [*hand, int(state["upcard"])] if seat == 3 else hand
                most = total(suit, held)
                orders = len(trumps(suit, held)) >= (2 if seat in (1, 3) else 3) and 1 in legal
                assert chosen(table, "trump-count") == orders
                power_call = 2 if most >= 34 else 1 if most >= 20 else 0
                assert chosen(table, "power-sum") == (power_call if power_call in legal else 0)
                assert chosen(table, "never-call") == 0
                assert chosen(table, "always-order") == (named_calls[0] if named_calls else 0)
                seen["order"] += orders
            elif table.decision == NAME:
                suits = [code - NAMES for code in named_calls if code < NAMES_ALONE]
                stuck = 0 not in legal
                by_count = [(len(trumps(s, hand)), total(s, hand), -s) for s in suits]
                by_power = [(total(s, hand), -s) for s in suits]
                count, _, suit = max(by_count, default=(0, 0, 0))
                calls = bool(suits) and (stuck or count >= 3)
                assert chosen(table, "trump-count") == (NAMES - suit if calls else 0)
                assert chosen(table, "never-call") == (NAMES - suit if stuck else 0)
                most, suit = max(by_power, default=(0, 0))
                calls = bool(suits) and (stuck or most >= 20)
                first = NAMES_ALONE if most >= 34 else NAMES
                assert chosen(table, "power-sum") == (first - suit if calls else 0)
                assert chosen(table, "always-order") == (named_calls[0] if named_calls else 0)
                seen["stuck"] += stuck
            elif table.decision == DISCARD:
                by_worth = sorted(hand, key=lambda card: (power(card, trump), card // 13))
                suits = [c // 13 for c in hand if power(c, trump) < 6]
                lonely = [
                    card
                    for card in by_worth
                    if power(card, trump) < 5 and suits.count(card // 13) == 1
                ]
                assert chosen(table, "lowest-power") == by_worth[0]
                assert chosen(table, "create-void") == (lonely or by_worth)[0]
                seen["lonely"] += bool(lonely) and lonely[0] != by_worth[0]
            elif table.decision == PLAY:
                by_worth = sorted(legal, key=lambda card: (power(card, trump), card // 13))
                assert chosen(table, "lowest-legal") == by_worth[0]
                assert chosen(table, "highest-legal") == by_worth[-1]
                wins = [card for card in by_worth if int(state["beats"]) >> card & 1]
                if state["laid"]:
                    takes = wins and state["best_seat"] != seat ^ 2
                    assert chosen(table, "simple-partner") == (wins if takes else by_worth)[0]
                else:
                    is_maker = seat == state["maker"]
                    leads = [c for c in by_worth if (power(c, trump) > 5) == is_maker]
                    assert chosen(table, "simple-partner") == (leads or by_worth)[-1]
                seen["play"] += 1
            # Most pass, so that all come to call.
            passes = table.decision in (ORDER, NAME) and chance.random() < 0.6
            table.act(legal[0] if passes else chance.choice(legal))
    assert min(seen.values()) > 30
