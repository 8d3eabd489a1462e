"""Compiled Scat against its RULES.md: figures and invariants."""

import itertools
from collections import Counter
from functools import cache
from typing import Any

import numpy as np
import pytest

import harness
from by_hand import ByHand
from cardsim.games.scat import GAME
from cardsim.games.scat.rules import Rules
from cardsim.games.scat.state import ENDS
from cardsim.options.params import pack
from harness import Play, table_of
from harnesses.scat import PART, VARIANTS, means, values_of
from oracles import scat


def test_a_throw_down_is_decided_with_nothing_of_the_own_cards_in_view() -> None:
    table = ByHand(GAME, Rules(first_turn_option="throw-down"), 2, means)

    for _ in range(2):
        table.deal("AH 2C KH 3S QH 4D 9C KS")

        assert table.asked == (0, "throw-down")
        for field in ("hand_size", "value", "value_with_discard", "own_turns"):
            assert table.state[field] == 0
        assert not table.state["hand"].any()
        table.act("pass")
        table.act("silent")
        table.act("knock")


# --- All hands, section 12 -----------------------------------------------------------------------

DEALT = [4, 28, 76, 196, 316, 532, 724, 1040, 5732, 2652, 1104, 1264, 1112, 1132, 980]
DEALT += [996, 844, 856, 1168, 712, 96, 104, 88, 80, 64, 60, 44, 40, 32, 24]
"""Hands of each base value, 2 to 31."""


@pytest.mark.parametrize(
    ("variant", "highest", "mean"),
    [
        ("standard", {30: 32, 31: 24}, 13.087964),
        ("triple-30", {30: 84, 31: 24}, 13.141357),
        ("triple-30.5", {30: 32, 30.5: 52, 31: 24}, 13.142534),
        ("flush-30", {30: 68, 31: 24}, 13.105882),
        ("cadillac", {30: 80, 31: 24, 33: 4}, 13.141900),
    ],
)
def test_all_hands_are_worth_what_the_enumeration_gives(
    variant: str, highest: dict[float, int], mean: float
) -> None:
    hands = list(itertools.combinations(range(52), 3))
    rules = Rules(**VARIANTS[variant])  # type: ignore[arg-type]

    values = values_of(np.array(hands, np.uint8), pack(rules))

    counts = Counter(values.tolist())
    assert sum(counts.values()) == 22_100
    assert {value: n for value, n in counts.items() if value >= 30} == highest
    assert abs(values.mean(dtype=np.float64) - mean) < 5e-7
    if variant == "standard":
        assert counts == dict(enumerate(DEALT, start=2))
    oracle_rules = harness.oracle_rules(PART, rules)
    assert values.tolist() == [scat.hand_value(hand, oracle_rules) for hand in hands]


# --- Invariants, section 11 ----------------------------------------------------------------------


@cache
def traced_hands() -> list[Play]:
    return harness.random_plays(PART, 11, tables=60, hands=8)


@cache
def traced_matches() -> list[Play]:
    return harness.random_plays(PART, 12, tables=60, hands=1, unit="match")


def held(state: Any) -> list[list[int]]:
    """The three cards of every seat, and the fourth of the seat that has drawn one."""
    players = range(int(state["players"]))
    words = [int(state["own"][seat]["hand"]) for seat in players if state["lives"][seat] >= 0]
    hands = [[word >> 8 * k & 255 for k in range(3)] for word in words]
    return [*hands, [int(state["hand"][3])]] if state["hand_size"] == 4 else hands


def stock_of(state: Any) -> list[int]:
    end, count = int(state["deck_end"]), int(state["stock_count"])
    cards: list[int] = state["deck"][end - count : end].tolist()
    return cards


def piles(play: Play) -> list[list[int]]:
    """The discard pile after each step."""
    asked = {each.row + 1: each for each in play.asked}
    found: list[list[int]] = []
    pile: list[int] = []
    for row, state in enumerate(play.states):
        decision = asked.get(row)
        if row == 0 or row - 2 in play.scored_at:
            pile = [int(state["top_discard"])]
        elif decision is not None and decision.decision == "discard":
            pile = [*pile, decision["hand"][decision.action]]
        elif state["hand_size"] == 4 and state["took_discard"] and decision is not None:
            pile = pile if decision.decision == "knock-after-draw" else pile[:-1]
        if row > 0 and state["reshuffles"] > play.states[row - 1]["reshuffles"]:
            pile = pile[-1:]
        found.append(pile)
    return found


def turns_of(events: list[scat.Event]) -> list[int]:
    """The seats that had a turn, in order, in one hand."""
    taken = []
    last = ("", -1, -1)
    for event in events:
        knocked_after_draw = event[0] == "knocked" and last[0] in ("took", "drew")
        if event[0] in ("took", "drew", "passed", "ended") or (
            event[0] == "knocked" and not knocked_after_draw
        ):
            taken.append(event[1])
        last = event
    return taken


@pytest.mark.full
def test_the_52_cards_are_in_the_stock_the_pile_and_the_hands_at_all_times() -> None:
    for play in traced_hands() + traced_matches():
        settled = {row + 1 for row in play.scored_at}
        for row, (state, pile) in enumerate(zip(play.states, piles(play), strict=True)):
            if row not in settled:
                cards = [*stock_of(state), *pile, *itertools.chain(*held(state))]
                assert sorted(cards) == list(range(52))


def test_the_stock_shrinks_by_one_card_for_each_draw_and_the_pile_keeps_step() -> None:
    for play in traced_hands():
        if play.table.rules.stock_exhausted == "reshuffle":
            continue
        for row, pile in enumerate(piles(play)):
            state = play.states[row]
            drawn = 52 - 3 * play.table.players - 1 - int(state["stock_count"])
            in_hand = state["hand_size"] == 4
            assert len(pile) == 1 + drawn - in_hand


def test_after_a_knock_everybody_else_has_exactly_one_turn() -> None:
    for play in traced_hands():
        knocks = [event for event in play.events if event[0] == "knocked"]
        assert len(knocks) <= 1
        if knocks:
            seats = turns_of(play.events[play.events.index(knocks[0]) + 1 :])
            others = [
                (knocks[0][1] + step) % play.table.players for step in range(1, play.table.players)
            ]
            if ENDS[play.outcome["end"]] == "knock":
                assert seats == others
            else:
                assert seats == others[: len(seats)]


def hands_in(events: list[scat.Event]) -> list[list[scat.Event]]:
    """The events of a match, hand by hand."""
    starts = [
        at
        for at, (kind, _, _) in enumerate(events)
        if kind == "deal" and (at == 0 or events[at - 1][0] != "deal")
    ]
    return [events[a:b] for a, b in itertools.pairwise([*starts, len(events)])]


def test_the_turn_goes_round_and_leaves_out_nobody_who_is_in_the_game() -> None:
    for play in traced_hands() + traced_matches():
        for events in hands_in(play.events):
            dealt = [seat for kind, seat, _ in events if kind == "deal"]
            order = dealt[: len(dealt) // 3]
            seats = turns_of(events)
            assert seats == [order[turn % len(order)] for turn in range(len(seats))]


def test_the_hand_that_was_knocked_with_is_the_hand_that_is_shown() -> None:
    for play in traced_hands():
        for knock in (each for each in play.asked if each.decision.startswith("knock")):
            if knock.action != 1:
                continue
            frozen = knock.row if knock.decision == "knock" else knock.row + 2
            shown = play.scored[0]["own"][knock.seat]["hand"]
            assert play.states[frozen]["own"][knock.seat]["hand"] == shown


def test_a_card_taken_from_the_pile_is_not_thrown_in_the_same_turn() -> None:
    for play in traced_hands() + traced_matches():
        taken = -1
        for kind, _, card in play.events:
            assert not (kind == "discarded" and card == taken)
            if kind in ("took", "drew"):
                taken = card if kind == "took" else -1


def test_pennies_are_with_the_players_or_in_the_kitty() -> None:
    for play in traced_matches():
        if play.table.rules.score_mode in ("lives", "gin"):
            lives = np.maximum(play.states["lives"][:, : play.table.players], 0).sum(axis=1)
            pennies = play.table.players * play.table.rules.start_lives
            assert (lives + play.states["kitty"] == pennies).all()


def is_free(state: Any) -> bool:
    """Whether everybody declared a dealt 31, so that nobody loses."""
    seats = [s for s in range(state["players"]) if state["lives"][s] >= 0]
    return all(state["own"]["declared"][s] for s in seats)


def test_every_hand_costs_somebody_a_life_and_nobody_more_than_two() -> None:
    for play in traced_hands() + traced_matches():
        for state in play.scored:
            change = state["change"][: play.table.players]
            assert change.max() <= (1 if play.table.rules.score_mode in ("points", "gin") else 2)
            assert change.sum() > 0 or is_free(state)


def test_a_match_is_no_longer_than_the_lives_at_the_table_allow() -> None:
    for play in traced_matches():
        rules = play.table.rules
        if rules.score_mode != "points":
            to_be_out = scat.full_lives(play.table.oracle_rules)
            to_be_out += bool(rules.charity or rules.score_mode == "bus")
            free = sum(map(is_free, play.scored))
            replays = int(play.states[-1]["replays"])
            assert play.outcome["hands"] - free - replays <= to_be_out * play.table.players - 1


def test_who_declares_a_31_loses_nothing() -> None:
    for play in traced_hands() + traced_matches():
        for state in play.scored:
            if "31" in ENDS[state["end"]] and play.table.rules.score_mode != "points":
                assert not (state["own"]["declared"] & state["change"]).any()


def test_a_knocker_who_ties_for_lowest_loses_nothing_by_the_usual_rule() -> None:
    table = table_of(PART, Rules(), [[1] * 3], parameters={"knock_threshold": 16})
    ties = 0

    for play in harness.plays(table, seed=10, hands=range(300)):
        state = play.scored[0]
        values = state["own"]["value"][:3].tolist()
        knocked_on = values[state["knocker"]]
        if ENDS[state["end"]] == "knock" and values.count(knocked_on) > 1:
            ties += knocked_on == min(values)
            assert knocked_on > min(values) or state["change"][state["knocker"]] == 0

    assert ties > 10


def test_no_31_is_kept_silent_by_those_who_always_show_it() -> None:
    rules = Rules(grand_cadillac=True, three_of_a_kind="30")
    table = table_of(PART, rules, [[1] * 6], parameters={"knock_threshold": 30})
    shown = 0

    for play in harness.plays(table, seed=10, hands=range(300)):
        last = play.scored[0]["own"]
        assert not play.states["own"]["spoiled"].any()
        assert not ((last["value"] >= 31) & (last["declared"] == 0))[:6].any()
        shown += last["declared"].any()

    assert shown > 50
