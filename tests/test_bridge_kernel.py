"""Bridge as its rules file has it: examples, invariants, and the baselines told exactly."""

from __future__ import annotations

import random
from typing import Any

import pytest

import cardsim
from cardsim import UserError, borrowed
from cardsim.cards import card_id
from cardsim.engine.table import Table
from cardsim.games.bridge import GAME
from cardsim.games.bridge.play import worth
from cardsim.games.bridge.rules import Rules, code
from cardsim.games.bridge.state import CALL, DOUBLE, LEAD, PASS, PLAY, REDOUBLE
from cardsim.games.bridge.story import CALL_WORDS
from cardsim.tricks import strength
from cardsim.workspace import load_strategy
from harness import in_set, part_of, random_plays
from harnesses.bridge import tile
from oracles import bridge as oracle

EXAMPLES = """
1C 7: 70 140 230 / 70 140 230
1N 7: 90 180 560 / 90 180 760
2S 8: 110 470 640 / 110 670 840
2H 9: 140 570 840 / 140 870 1240
3N 9: 400 550 800 / 600 750 1000
4H 10: 420 590 880 / 620 790 1080
5C 11: 400 550 800 / 600 750 1000
6H 12: 980 1210 1620 / 1430 1660 2070
6S 13: 1010 1310 1820 / 1460 1860 2470
7N 13: 1520 1790 2280 / 2220 2490 2980
3N 8: -50 -100 -200 / -100 -200 -400
4S 8: -100 -300 -600 / -200 -500 -1000
1D 4: -150 -500 -1000 / -300 -800 -1600
2C 4: -200 -800 -1600 / -400 -1100 -2200
7S 0: -650 -3500 -7000 / -1300 -3800 -7600
1N 13: 270 780 1760 / 270 1380 3160
"""
"""Section 10: contract and tricks, points not vulnerable and vulnerable."""


def numbers(text: str) -> list[int]:
    return list(map(int, text.split()))


def scored(rules: Rules, contract: str, tricks: int, **more: Any) -> Table:
    """A deal with this contract and the tricks of its side, once it is scored."""
    table = Table(GAME, rules, unit=more.pop("unit", None))
    set_up(table, contract, tricks, **more)
    table.close()
    return table


def set_up(
    table: Table,
    contract: str,
    tricks: int,
    *,
    declarer: int = 0,
    doubled: int = 0,
    vul: tuple[int, int] | None = None,
    honors: str = "",
) -> None:
    """Write a contract and its tricks into a deal."""
    states = table.states
    states["level"], states["strain"] = int(contract[0]), "CDHSN".index(contract[1])
    states["declarer"], states["doubled"] = declarer, doubled
    states["taken"] = 0
    states["taken"][0, declarer] = tricks
    if vul is not None:
        states["vul"] = [vul]
    if honors:
        states["dealt"] = 0
        states["dealt"][0, declarer] = sum(1 << card_id(name) for name in honors.split())


@pytest.mark.parametrize("declarer", range(4))
@pytest.mark.parametrize("example", EXAMPLES.strip().splitlines())
def test_a_board_scores_as_in_the_examples(example: str, declarer: int) -> None:
    head, _, tail = example.partition(":")
    contract, tricks = head.split()

    for vulnerable, points in enumerate(tail.split("/")):
        vul = [0, 0]
        vul[declarer % 2] = vulnerable
        for doubled, expected in enumerate(numbers(points)):
            table = scored(
                Rules(),
                contract,
                int(tricks),
                declarer=declarer,
                doubled=doubled,
                vul=(vul[0], vul[1]),
            )
            own = declarer % 2
            assert table.state["points"][own] == expected
            assert table.state["points"][1 - own] == -expected
            assert table.outcome(declarer)["your_net"] == expected


def test_the_extremes_are_those_of_the_rules() -> None:
    found = [
        int(
            scored(Rules(), f"{level}{strain}", tricks, doubled=doubled, vul=(vulnerable, 0)).state[
                "points"
            ][0]
        )
        for level in (1, 7)
        for strain in "CHN"
        for doubled in range(3)
        for vulnerable in range(2)
        for tricks in (0, 13)
    ]

    assert (min(found), max(found)) == (-7600, 3160)


@pytest.mark.parametrize(
    ("contract", "tricks", "points"), [("2S", 8, 60), ("1N", 13, 220), ("3D", 9, 60), ("4H", 9, 0)]
)
def test_bare_trick_points_count_the_tricks_taken(contract: str, tricks: int, points: int) -> None:
    state = scored(Rules(scoring="trick-points"), contract, tricks, doubled=2, vul=(1, 1)).state

    assert state["points"].tolist() == [points, 0]


def play_out(table: Table, *deals: dict[str, Any]) -> list[list[int]]:
    """Score and settle deals of what goes on; the totals after each."""
    totals = []
    for number, deal in enumerate(deals):
        set_up(table, **deal)
        table.close()
        goes_on = table.settle()
        totals.append(table.state["totals"].tolist())
        if goes_on:
            table.deal()
        assert goes_on or number == len(deals) - 1
    return totals


RUBBER_DEALS: list[dict[str, Any]] = [
    {"contract": "2S", "tricks": 9},
    {"contract": "3N", "tricks": 9, "declarer": 1},
    {"contract": "4H", "tricks": 8, "doubled": 1, "declarer": 2},
    {"contract": "1N", "tricks": 7},
    {"contract": "3D", "tricks": 9, "declarer": 2},
    {"contract": "6C", "tricks": 12, "declarer": 3, "honors": "AC KC QC JC"},
]


def test_a_rubber_scores_as_in_the_example() -> None:
    table = Table(GAME, Rules(honors=True), unit="rubber")

    totals = play_out(table, *RUBBER_DEALS)

    assert totals[-1] == [190, 1870]
    assert table.state["games"].tolist() == [1, 2]
    assert table.outcome(0)["your_net"] == -1680
    assert table.outcome(1)["share"].tolist() == [0, 2]


def test_a_rubber_that_is_left_scores_the_only_game_and_the_only_part_score() -> None:
    table = Table(GAME, Rules(honors=True, max_deals=4), unit="rubber")

    assert play_out(table, *RUBBER_DEALS[:4])[-1] == [230, 700]


CHICAGO_DEALS: list[dict[str, Any]] = [
    {"contract": "2S", "tricks": 8},
    {"contract": "2D", "tricks": 9, "declarer": 2},
    {"contract": "3N", "tricks": 8, "declarer": 1},
    {"contract": "2H", "tricks": 9, "declarer": 3},
]


def test_a_chicago_scores_as_in_the_example() -> None:
    table = Table(GAME, Rules(), unit="chicago")

    totals = play_out(table, *CHICAGO_DEALS)

    # East and West deal second, and are vulnerable then; the third dealer is South.
    assert totals == [[60, 0], [420, 0], [470, 0], [470, 190]]


def test_a_chicago_in_duplicate_style_adds_up_what_boards_score() -> None:
    table = Table(GAME, Rules(chicago_style="duplicate"), unit="chicago")

    assert play_out(table, *CHICAGO_DEALS)[-1] == [110 + 110 + 50 - 140, -110 - 110 - 50 + 140]


@pytest.mark.parametrize(
    ("side", "vul"), [("dealer", "00 01 10 11"), ("non-dealer", "00 10 01 11")]
)
def test_who_is_vulnerable_in_a_chicago(side: str, vul: str) -> None:
    table, found = Table(GAME, Rules(chicago_vul_23=side), unit="chicago"), []
    for deal in CHICAGO_DEALS:
        found.append("".join(map(str, table.state["vul"].tolist())))
        play_out(table, deal)

    assert " ".join(found) == vul


def test_boards_have_the_dealers_and_vulnerability_of_their_numbers() -> None:
    found = []
    for board in range(32):
        state = Table(GAME, board=board).state
        found.append((int(state["dealer"]), *state["vul"].tolist()))

    assert found[:16] == found[16:]
    assert [dealer for dealer, _, _ in found[:16]] == [0, 1, 2, 3] * 4
    none, ns, ew, both = (0, 0), (1, 0), (0, 1), (1, 1)
    row = [none, ns, ew, both]
    assert [vul for _, *vul in found[:16]] == [list(row[(k + k // 4) % 4]) for k in range(16)]


FOUR_SPADES: list[dict[str, Any]] = [
    {"contract": "4S", "tricks": 10},
    {"contract": "4S", "tricks": 9, "declarer": 1},
]


@pytest.mark.parametrize(
    ("comparison", "scored"), [("imps", 10), ("matchpoints", 2), ("total", 470)]
)
def test_a_match_of_one_board_scores_as_in_the_example(comparison: str, scored: int) -> None:
    table = Table(GAME, Rules(boards=1, comparison=comparison), unit="match")

    assert play_out(table, *FOUR_SPADES) == [[0, 0], [scored, 0]]
    assert [int(table.outcome(seat)["your_net"]) for seat in range(4)] == [scored, -scored] * 2
    assert table.outcome(1)["share"].tolist() == [2, 0]


def test_scores_of_a_match_are_told_at_its_end_and_even_boards_have_no_imps() -> None:
    # Two boards; 20 points in favor of East and West on the second, with a sign of their own.
    even = [{"contract": "2S", "tricks": 8}, {"contract": "2S", "tricks": 8, "declarer": 1}]
    last = [{"contract": "2S", "tricks": 8}, {"contract": "1N", "tricks": 8, "declarer": 3}]
    ahead = [
        {"contract": "1N", "tricks": 7, "vul": (0, 0)},
        {"contract": "2S", "tricks": 8, "declarer": 1},
    ]

    assert play_out(Table(GAME, Rules(boards=2), unit="match"), *even, *last)[-1] == [0, 0]
    totals = play_out(Table(GAME, Rules(boards=2), unit="match"), *even, *ahead)
    assert totals == [[0, 0], [0, 0], [0, 0], [0, 1]]
    matchpoints = Rules(boards=2, comparison="matchpoints")
    assert play_out(Table(GAME, matchpoints, unit="match"), *even, *ahead)[-1] == [1, 3]


def test_imps_go_by_the_scale_of_the_laws() -> None:
    by_imps = code("comparison", "imps")

    for ahead in range(-4100, 4101, 10):
        assert worth(ahead, by_imps) == max(oracle.imps(ahead), 0)
    assert (worth(4000, by_imps), worth(3990, by_imps), worth(15200, by_imps)) == (24, 23, 24)


def test_the_second_table_has_the_cards_of_the_first_one_seat_on() -> None:
    # The boards of the third match in a seat.
    table = Table(GAME, Rules(boards=5), unit="match", board=2)

    for number in range(11, 16):
        first = table.states[0].copy()
        assert first["deal_number"] == number
        assert first["dealer"] == (number - 1) % 4
        play_out(table, FOUR_SPADES[0])
        second = table.state
        assert second["deal_number"] == number
        assert second["dealer"] == number % 4
        assert second["hand_of"].tolist() == [int(first["dealt"][seat - 1]) for seat in range(4)]
        assert second["vul"].tolist() == first["vul"].tolist()[::-1]
        play_out(table, FOUR_SPADES[1])


def test_sides_that_play_alike_are_even_on_every_board() -> None:
    result = cardsim.run("bridge", 640, unit="match", boards=1, seed=4, threads=1)

    assert result.tables["vulnerable"]["imps"].unique().to_list() == [0]
    assert result.tables["vulnerable"]["who_vulnerable"].to_list() == [0, 1, 2, 3]
    assert result.tables["vulnerable"]["count"].to_list() == [160] * 4


def test_imps_are_those_of_a_match_only() -> None:
    with pytest.raises(cardsim.UserError, match=r"--measure must be net or .*, not imps") as error:
        cardsim.run("bridge", 10, measure="imps")

    assert "--unit match has it" in str(error.value.hint)


def called(words: str, rules: Rules | None = None) -> Table:
    """A board after these calls."""
    table = Table(GAME, rules or Rules())
    for word in words.split():
        table.act(CALL_WORDS.index({"x": "double", "xx": "redouble", "-": "pass"}.get(word, word)))
    return table


@pytest.mark.parametrize(
    ("calls", "level", "strain", "doubled", "declarer"),
    [
        ("1S - 2S - 3S - - -", 3, 3, 0, 0),
        ("1D - 1H - 1S - 4S - - -", 4, 3, 0, 0),
        ("- 1H 1S 2H 2S - - -", 2, 3, 0, 2),
        ("1N x xx - - -", 1, 4, 2, 0),
        ("1N x 2C - - -", 2, 0, 0, 2),
        ("1C - - x - 1H - 2H - - -", 2, 2, 0, 1),
    ],
)
def test_who_named_the_strain_first_declares(
    calls: str, level: int, strain: int, doubled: int, declarer: int
) -> None:
    table = called(calls)

    state = table.state
    assert table.decision == LEAD
    assert (state["level"], state["strain"], state["doubled"]) == (level, strain, doubled)
    assert state["declarer"] == declarer
    assert table.seat == (declarer + 1) % 4
    assert table.view.dummy_hand == 0
    table.act(table.legal[0])
    assert table.decision == PLAY
    assert table.seat == declarer
    assert table.view.acting_for == (declarer + 2) % 4
    assert table.view.dummy_hand == table.state["dealt"][(declarer + 2) % 4]


@pytest.mark.parametrize(
    ("calls", "doubles"),
    [
        ("", ""),
        ("1C", "x"),
        ("1C -", ""),
        ("1C - -", "x"),
        ("1C x", "xx"),
        ("1C x -", ""),
        ("1C x - -", "xx"),
        ("1C x xx", ""),
        ("1C x 1D", "x"),
    ],
)
def test_doubles_are_legal_by_the_last_call(calls: str, doubles: str) -> None:
    names = {DOUBLE: "x", REDOUBLE: "xx"}

    found = [names[call] for call in called(calls).legal if call >= DOUBLE]

    assert " ".join(found) == doubles
    assert all(call < DOUBLE for call in called("1C", Rules(doubles=False)).legal)


def test_the_longest_auction_has_319_calls() -> None:
    table, calls = Table(GAME), 0
    while table.decision == CALL:
        legal = table.legal
        bids = [call for call in legal if PASS < call < DOUBLE]
        state = table.state
        # Three passes before the first bid, two before all that can be called after it.
        passes = 3 if state["level"] == 0 else 2
        wanted = [call for call in legal if call >= DOUBLE] or bids[:1]
        table.act(wanted[0] if wanted and state["passes"] == passes else PASS)
        calls += 1

    assert calls == 319
    assert table.state["called"] == 319


# ---------------------------------------------------------------- what always holds


@pytest.mark.full
def test_cards_tricks_and_points_keep_within_the_rules() -> None:
    checked = 0
    for play in random_plays(part_of("bridge"), 3, tables=30, hands=8):
        end = play.scored[-1]
        for state in play.states[:-1]:
            hands = [in_set(int(hand)) for hand in state["hand_of"]]
            held = sorted([card for hand in hands for card in hand] + in_set(int(state["played"])))
            assert held == list(range(52))
            assert state["taken"].sum() == state["tricks"]
        calls = [c for c in end["calls"][: int(end["called"])].tolist() if PASS < c < DOUBLE]
        assert calls == sorted(set(calls))
        assert end["taken"].sum() == (13 if calls else 0)
        if calls:
            own = int(end["declarer"]) % 2
            made = end["taken"][own::2].sum() >= 6 + end["level"]
            assert (end["points"][own] > 0) == made
            if play.table.rules.scoring == "duplicate":
                assert end["points"].sum() == 0
        checked += 1
    assert checked == 240


# ---------------------------------------------------------------- the baselines


def oracle_tips(given: dict[str, Any]) -> oracle.Tips:
    """The parameters of `tips` as the oracle takes them."""
    given = given | {"nt_with_five_card_major": given["nt_with_five_card_major"] == "yes"}
    least = given.pop("penalty_double_hcp")
    nt_range = (given.pop("nt_low"), given.pop("nt_high"))
    penalty = None if least > 37 else least
    return oracle.Tips(**given, nt_range=nt_range, penalty_double_hcp=penalty)


def drawn_tips(source: random.Random) -> dict[str, Any]:
    """Parameters of `tips`: its own, or others."""
    usual = source.random() < 0.4
    low = 15 if usual else source.randint(10, 18)
    return {
        "open_hcp": 12 if usual else source.randint(9, 15),
        "nt_low": low,
        "nt_high": 17 if usual else low + source.randint(0, 4),
        "nt_with_five_card_major": "yes" if usual or source.random() < 0.5 else "no",
        "game_hcp": 25 if usual else source.randint(18, 27),
        "slam_hcp": 33 if usual else source.randint(27, 34),
        "grand_hcp": 37 if usual else source.randint(34, 38),
        "invite_hcp": 23 if usual else source.randint(18, 27),
        "overcalls": source.choice(["none", "simple"]),
        "penalty_double_hcp": source.choice([38, 38, source.randint(0, 20)]),
    }


@pytest.mark.parametrize("strange", [0, 0.15])
@pytest.mark.full
def test_tips_calls_as_the_oracle_does(strange: float) -> None:
    """With others who call the same way, and with any calls in between."""
    tips, said = load_strategy(GAME, "tips"), 0
    for seed in range(400):
        source = random.Random(seed)
        given = drawn_tips(source)
        table = Table(GAME, seed=seed)
        calls: list[oracle.Call] = []
        while table.decision == CALL:
            hand = sorted(tile(card) for card in in_set(int(table.view.hand)))
            legal = table.legal
            expected = oracle.tips_call(oracle_tips(given), hand, calls, table.seat, legal)
            call = table.choice(tips, **given)
            assert call == expected, (given, calls, hand)
            if source.random() < strange:
                call = source.choice(legal[:12])
            calls.append((table.seat, call))
            table.act(call)
            said += 1
        assert len(calls) <= 40
    assert said > 2500


def test_a_range_of_one_notrump_that_is_empty_is_refused() -> None:
    refused: dict[str, dict[str, Any]] = {
        "--nt-low must be at most --nt-high 17, not 18": {"nt_low": 18},
        "--nt-low must be at most --nt-high 14, not 15": {"vs": "tips:nt_high=14"},
        "--nt-low must be at most --nt-high 12, not 15": {
            "strategy": "double-dummy",
            "nt_high": 12,
        },
    }
    for message, asked in refused.items():
        with pytest.raises(UserError, match=message):
            cardsim.run("bridge", 10, **asked)
    with pytest.raises(UserError, match="--nt-low must be at most --nt-high 17, not 20"):
        borrowed("bridge", "tips", "call", nt_low=20)

    assert cardsim.run("bridge", 10, strategy="tips:nt_low=18", nt_high=20, seed=1).hands == 10


@pytest.mark.full
def test_no_range_that_is_empty_is_tried_where_both_ends_are_tuned() -> None:
    found = cardsim.tune("bridge", over="nt_low=10..25,nt_high=12..27", n=2000, seed=1)

    tried = [(int(low), int(high)) for _, _, (low, high) in found.found]
    assert all(low <= high for low, high in tried)
    assert any(low == high for low, high in tried)


def test_the_exact_baselines_play_as_the_rules_say() -> None:
    known = {name: load_strategy(GAME, name) for name in ("highest-legal", "lowest-legal")}
    passes = load_strategy(GAME, "pass-always")
    plays = 0
    for seed in range(60):
        table, chance = Table(GAME, seed=seed), random.Random(seed)
        while not table.over:
            legal = table.legal
            if table.decision == CALL:
                assert table.choice(passes) == PASS
            else:
                by_strength = sorted(legal, key=lambda card: (strength(card), card // 13))
                assert table.choice(known["lowest-legal"]) == by_strength[0]
                assert table.choice(known["highest-legal"]) == by_strength[-1]
                plays += 1
            table.act(chance.choice(legal))
    assert plays > 2500


def test_a_rubber_is_told_with_the_auctions_as_players_write_them() -> None:
    told = cardsim.replay("bridge", unit="rubber", seed=3)

    text = "\n".join(told.lines)
    assert "North deals, nobody is vulnerable" in text
    assert "Pass" in text
    assert "1NT" in text
    assert "NT by" in text or "♠ by" in text
    assert " win after " in text


def test_a_match_is_told_board_by_board_at_both_tables() -> None:
    told = cardsim.replay("bridge", unit="match", boards=2, strategy="come-in", seed=1)

    text = "\n".join(told.lines)
    assert text.index("Board 1, first table") < text.index("Board 1, second table")
    assert "North and South have 6 IMPs\nEast and West have 0 IMPs\nBoard 2, first table" in text
    assert " have in all " in text
    assert " after 2 boards" in text
