"""Compiled Scat against its RULES.md: examples, figures and invariants."""

import itertools
from collections import Counter
from functools import cache
from typing import Any

import numpy as np
import pytest
from numba import types
from numba.np.numpy_support import from_dtype

import harness
from by_hand import ByHand
from cardsim.compile.fingerprint import fingerprint
from cardsim.games.scat import GAME
from cardsim.games.scat.rules import PRESETS, Rules
from cardsim.games.scat.state import ENDS
from cardsim.games.scat.values import hand_value
from cardsim.kernels.jit import Entry, entry
from cardsim.options.params import pack, packed_dtype
from cardsim.workspace import load_strategy
from harness import Play, table_of
from harnesses.scat import PART, means
from oracles import scat


def seated(rules: Rules, players: int) -> ByHand:
    return ByHand(GAME, rules, players, means)


def show(
    table: ByHand,
    rules: Rules,
    hands: list[str],
    *,
    knocker: int,
    end: str,
    shown_31: tuple[int, ...],
) -> None:
    """Set a hand up as ended in this way; who holds a 31 and did not show it was silent."""
    cards = np.array([[scat.card_id(name) for name in hand.split()] for hand in hands], np.uint8)
    values = values_of(cards, pack(rules)).tolist()
    table.state["knocker"], table.state["end"] = knocker, ENDS.index(end)
    for seat, (hand, value) in enumerate(zip(cards.tolist(), values, strict=True)):
        own = table.state["own"][seat]
        own["hand"] = sum(card << 8 * k for k, card in enumerate(hand))
        own["lanes"] = sum(scat.card_points(card) << 8 * (card // 13) for card in hand)
        own["value"] = value
        own["declared"] = seat in shown_31
        own["spoiled"] = value >= scat.THIRTY_ONE and seat not in shown_31


def values_of(hands: np.ndarray[Any, Any], rules: np.ndarray[Any, Any]) -> np.ndarray[Any, Any]:
    """What hands are worth: uint8, shape (n, 3), by packed rules."""
    values = np.zeros(len(hands), np.float32)
    values_entry().call(hands, rules, values)
    return values


@cache
def values_entry() -> Entry:
    """The loop over hands of `values_of`."""

    def value_all(hands, rules, values):  # type: ignore[no-untyped-def]
        for i in range(len(hands)):
            values[i] = hand_value(hands[i, 0], hands[i, 1], hands[i, 2], rules[0])

    rules = types.Array(from_dtype(packed_dtype(GAME.rules)), 1, "C")
    hands, values = types.Array(types.uint8, 2, "C"), types.Array(types.float32, 1, "C")
    signature = types.void(hands, rules, values)
    return entry(value_all, signature=signature, content=fingerprint(value_all))


# --- Worked examples, section 10 -----------------------------------------------------------------

VARIANTS: dict[str, Rules] = {
    "base": Rules(),
    "triple 30": Rules(three_of_a_kind="30"),
    "triple 30.5": Rules(three_of_a_kind="30.5"),
    "straight flush 30": Rules(straight_flush="30"),
    "cadillac": Rules(three_of_a_kind="30", grand_cadillac=True),
}
HAND_VALUES = {
    "KH 8H 5H": (23, 23, 23, 23, 23),
    "QS 9D 8D": (17, 17, 17, 17, 17),
    "AC 6S 4S": (11, 11, 11, 11, 11),
    "JC 7H 4S": (10, 10, 10, 10, 10),
    "AS KS JS": (31, 31, 31, 31, 31),
    "AS KS QS": (31, 31, 31, 31, 31),
    "KC KD KH": (10, 30, 30.5, 10, 30),
    "AC AD AH": (11, 30, 30.5, 11, 33),
    "7H 8H 9H": (24, 24, 24, 30, 24),
    "AC 2C 3C": (16, 16, 16, 30, 16),
    "TC JC QC": (30, 30, 30, 30, 30),
}


def ids_of(hand: str) -> list[int]:
    return [scat.card_id(name) for name in hand.split()]


@pytest.mark.parametrize("variant", VARIANTS)
def test_hands_are_worth_what_the_rules_file_says(variant: str) -> None:
    hands = np.array([ids_of(hand) for hand in HAND_VALUES], np.uint8)
    column = list(VARIANTS).index(variant)

    for order in itertools.permutations(range(3)):
        values = values_of(hands[:, order].copy(), pack(VARIANTS[variant]))

        assert values.tolist() == [row[column] for row in HAND_VALUES.values()]


def test_ace_two_three_is_no_sequence_where_the_ace_is_only_high() -> None:
    rules = Rules(straight_flush="30", straight_flush_ace_low=False)
    hands = np.array([ids_of("AC 2C 3C"), ids_of("KC AC 2C"), ids_of("2C 3C 4C")], np.uint8)

    assert values_of(hands, pack(rules)).tolist() == [16, 23, 30]


WORTH = {
    10: "KH 9C 8D",
    12: "TH 2H 3C",
    14: "TH 4H 2C",
    15: "KH 5H 2C",
    18: "KH 8H 2C",
    20: "KH QH 2C",
    22: "KH 9H 3H",
    25: "KH 8H 7H",
    26: "KH 9H 7H",
    27: "KH 9H 8H",
    30: "KH QH JH",
    31: "AH KH QH",
}
"""A hand of each value; several seats may hold the same one, for scoring does not mind."""
BY_TIE = ("others-lose", "knocker-two-others-one", "knocker-only")


def lost(
    rules: Rules,
    hands: list[int | str],
    *,
    knocker: int = 0,
    end: str = "knock",
    shown_31: tuple[int, ...] = (),
) -> list[int]:
    """What each seat loses, or gains, when the hand has ended in this way."""
    table = seated(rules, len(hands))
    held = [WORTH[hand] if isinstance(hand, int) else hand for hand in hands]
    show(table, rules, held, knocker=knocker, end=end, shown_31=shown_31)
    return table.close()


@pytest.mark.parametrize("tie", BY_TIE)
@pytest.mark.parametrize("penalty", [1, 2])
def test_a_tie_below_the_knocker_costs_each_of_the_lowest_a_life(tie: str, penalty: int) -> None:
    rules = Rules(knocker_tie=tie, knocker_lowest_penalty=penalty)

    assert lost(rules, [20, 18, 18, 25]) == [0, 1, 1, 0]


@pytest.mark.parametrize("penalty", [1, 2])
def test_a_knocker_who_is_alone_lowest_pays_the_penalty(penalty: int) -> None:
    rules = Rules(knocker_lowest_penalty=penalty)

    assert lost(rules, [15, 20, 20, 25]) == [penalty, 0, 0, 0]


@pytest.mark.parametrize(
    ("tie", "losses"), list(zip(BY_TIE, ([0, 1, 0, 0], [2, 1, 0, 0], [2, 0, 0, 0]), strict=True))
)
def test_a_tie_with_the_knocker_costs_what_the_house_says(tie: str, losses: list[int]) -> None:
    assert lost(Rules(knocker_tie=tie), [18, 18, 20, 25]) == losses


@pytest.mark.parametrize(("rule", "price"), [("knocker-one", 1), ("knocker-two", 2)])
def test_a_31_after_a_knock_costs_everybody_else_a_life(rule: str, price: int) -> None:
    rules = Rules(thirty_one_after_knock=rule)

    losses = lost(rules, [27, 31, 20, 20], end="31-after-knock", shown_31=(1,))

    assert losses == [price, 0, 1, 1]


def test_without_a_knock_each_of_the_lowest_loses_a_life() -> None:
    assert lost(Rules(), [18, 18, 22, 30], knocker=-1, end="stock-out") == [1, 1, 0, 0]


def test_when_all_would_be_out_they_play_another_hand_without_lives() -> None:
    table = seated(Rules(), 3)
    table.state["lives"][:3] = 0
    show(table, Rules(), [WORTH[12]] * 3, knocker=-1, end="stock-out", shown_31=())

    assert table.close() == [1, 1, 1]
    assert table.settle()
    assert table.state["lives"][:3].tolist() == [0, 0, 0]
    assert table.state["replays"] == 1


@pytest.mark.parametrize(
    ("hands", "losses"), [([25, 25, 20, 18], [0, 1, 1, 1]), ([25, 26, 20, 18], [1, 0, 0, 0])]
)
def test_a_knock_in_gin_promises_the_highest_hand(
    hands: list[int | str], losses: list[int]
) -> None:
    assert lost(Rules(score_mode="gin"), hands) == losses


def test_a_knocker_who_ties_for_highest_leaves_the_point_to_the_other() -> None:
    assert lost(Rules(score_mode="points"), [30, 30, 20, 20]) == [0, 1, 0, 0]


@pytest.mark.parametrize(
    ("hands", "gained"),
    [
        (["AS TS 9S", "KH QH JH", 20, 20], [1, 0, 0, 0]),
        (["KH QH JH", "AS TS 9S", 20, 20], [0, 1, 0, 0]),
        (["KH TH 9H", "QS JS 9S", 20, 20], [1, 0, 0, 0]),
        (["KS 9S 8S", "KH JH 7H", 20, 20], [0, 1, 0, 0]),
        (["KS 9S 8S", "KH 9H 8H", 20, 20], [0, 1, 0, 0]),
    ],
)
def test_ranks_break_a_tie_in_jacobs_game(hands: list[int | str], gained: list[int]) -> None:
    rules = Rules(**PRESETS["jacobs"])  # type: ignore[arg-type]

    assert lost(rules, hands) == gained


@pytest.mark.parametrize(
    ("hands", "losses"), [([14, 20, 12], [0, 0, 1]), ([10, 20, 12], [2, 0, 0])]
)
def test_the_caller_of_a_hammer_counts_as_the_knocker(
    hands: list[int | str], losses: list[int]
) -> None:
    assert lost(Rules(first_turn_option="hammer"), hands, end="called") == losses


@pytest.mark.parametrize(("rule", "losses"), [("counts-30", [0, 1]), ("counts-31", [2, 0])])
def test_a_silent_31_counts_what_the_house_says(rule: str, losses: list[int]) -> None:
    assert lost(Rules(undeclared_31=rule), [30, 31]) == losses


def test_two_dealt_31s_cost_only_the_others() -> None:
    losses = lost(Rules(), [31, 12, 31], knocker=-1, end="dealt-31", shown_31=(0, 2))

    assert losses == [0, 1, 0]


@pytest.mark.parametrize(
    ("overflow", "had", "loses", "left", "kitty"),
    [
        ("out", 3, 1, 2, 1),
        ("out", 2, 2, 0, 2),
        ("out", 1, 2, -1, 1),
        ("to-county", 1, 2, 0, 1),
        ("out", 0, 1, -1, 0),
    ],
)
def test_lives_go_to_the_kitty_as_far_as_there_are_any(
    overflow: str, had: int, loses: int, left: int, kitty: int
) -> None:
    table = seated(Rules(two_life_overflow=overflow), 3)
    table.state["lives"][0] = had
    table.state["change"][0] = loses
    before = 3 - had

    table.settle()

    assert table.state["lives"][:3].tolist() == [left, 3, 3]
    assert table.state["kitty"] - before == kitty


def after_a_knock_of_two(rules: Rules) -> ByHand:
    """B, in seat 0, has discarded 9H, and A has knocked."""
    table = seated(rules, 2)
    table.deal("9H 2C 3S 4D KD QS 7C 8C")
    table.act("continue")
    table.act("draw-stock")
    table.act("9H")
    table.act("knock")
    return table


@pytest.mark.parametrize(
    ("allowed", "words"), [(True, {"draw-stock", "take-discard"}), (False, {"draw-stock"})]
)
def test_of_two_players_one_may_take_his_own_discard_back_only_if_the_house_lets_him(
    *, allowed: bool, words: set[str]
) -> None:
    table = after_a_knock_of_two(Rules(own_discard_after_knock=allowed))

    assert table.asked == (0, "draw-source")
    assert set(table.choices) == words


def test_the_best_discard_after_a_knock_is_one_that_the_knock_allows() -> None:
    table = seated(Rules(knock_timing="after-draw", knock_needs_suited=True), 2)
    table.deal("2H 2C 3H 3S 4H 4D 9C KS")
    table.act("draw-stock")

    table.act("knock")

    assert table.choices == {"KS": 3}
    assert table.state["best_discard"] == 3


def test_a_throw_down_is_decided_with_nothing_of_the_own_cards_in_view() -> None:
    table = seated(Rules(first_turn_option="throw-down"), 2)

    for _ in range(2):
        table.deal("AH 2C KH 3S QH 4D 9C KS")

        assert table.asked == (0, "throw-down")
        for field in ("hand_size", "value", "value_with_discard", "own_turns"):
            assert table.state[field] == 0
        assert not table.state["hand"].any()
        table.act("pass")
        table.act("silent")
        table.act("knock")


def test_the_first_upcard_stays_in_view_under_other_discards() -> None:
    table = seated(Rules(), 2)
    table.deal("AH 2C KH 3S 5H 4D 9C KS")

    table.act("continue")
    table.act("draw-stock")
    table.act("KS")

    assert scat.card_name(table.state["top_discard"]) == "KS"
    assert scat.card_name(table.state["upcard"]) == "9C"


def test_the_scripted_hand_goes_as_the_rules_file_tells() -> None:
    table = seated(Rules(), 3)
    table.deal("KH QS AC 8H 9D 6S 5C 8D 4S 3H 7C JH 2D")
    threshold = load_strategy(GAME, "threshold")
    told = []

    while table.decision >= 0:
        seat, decision = table.asked
        told.append((seat, decision, table.follow(threshold, knock_threshold=21)))

    assert [(seat, word) for seat, _, word in told if word != "continue"] == [
        (0, "take-discard"),
        (0, "5C"),
        (1, "draw-stock"),
        (1, "7C"),
        (2, "take-discard"),
        (2, "4S"),
        (0, "knock"),
        (1, "draw-stock"),
        (1, "JH"),
        (2, "draw-stock"),
        (2, "2D"),
    ]
    assert table.close() == [0, 1, 0]
    state = table.state
    assert state["own"]["value"][:3].tolist() == [21, 17, 18]
    assert (ENDS[state["end"]], state["turn"], state["knocker"]) == ("knock", 6, 0)
    assert scat.card_name(state["top_discard"]) == "2D"


# --- All hands, section 12 -----------------------------------------------------------------------

DEALT = [4, 28, 76, 196, 316, 532, 724, 1040, 5732, 2652, 1104, 1264, 1112, 1132, 980]
DEALT += [996, 844, 856, 1168, 712, 96, 104, 88, 80, 64, 60, 44, 40, 32, 24]
"""Hands of each base value, 2 to 31."""


@pytest.mark.parametrize(
    ("variant", "highest", "mean"),
    [
        ("base", {30: 32, 31: 24}, 13.087964),
        ("triple 30", {30: 84, 31: 24}, 13.141357),
        ("triple 30.5", {30: 32, 30.5: 52, 31: 24}, 13.142534),
        ("straight flush 30", {30: 68, 31: 24}, 13.105882),
        ("cadillac", {30: 80, 31: 24, 33: 4}, 13.141900),
    ],
)
def test_all_hands_are_worth_what_the_enumeration_gives(
    variant: str, highest: dict[float, int], mean: float
) -> None:
    hands = list(itertools.combinations(range(52), 3))
    rules = VARIANTS[variant]

    values = values_of(np.array(hands, np.uint8), pack(rules))

    counts = Counter(values.tolist())
    assert sum(counts.values()) == 22_100
    assert {value: n for value, n in counts.items() if value >= 30} == highest
    assert abs(values.mean(dtype=np.float64) - mean) < 5e-7
    if variant == "base":
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
