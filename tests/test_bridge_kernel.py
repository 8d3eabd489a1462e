"""Bridge as its rules file has it: invariants, and the baselines told exactly."""

from __future__ import annotations

import random
from itertools import product
from typing import Any

import pytest

import cardsim
from cardsim import UserError, borrowed
from cardsim.engine.table import Table
from cardsim.games.bridge import GAME
from cardsim.games.bridge.scoring import duplicate_points
from cardsim.games.bridge.state import CALL, DOUBLE, PASS
from cardsim.tricks import strength
from cardsim.workspace import load_strategy
from harness import in_set, part_of, random_plays
from harnesses.bridge import oracle_tips, put_down
from oracles import bridge as oracle
from trick_games import tile


def test_sides_that_play_alike_are_even_on_every_board() -> None:
    result = cardsim.run("bridge", 640, unit="match", boards=1, seed=4, threads=1, vs="usual")

    assert result.tables["vulnerable"]["imps"].unique().to_list() == [0]
    assert result.tables["vulnerable"]["who_vulnerable"].to_list() == [0, 1, 2, 3]
    assert result.tables["vulnerable"]["count"].to_list() == [160] * 4


def test_imps_are_those_of_a_match_only() -> None:
    with pytest.raises(cardsim.UserError, match=r"--measure must be net or .*, not imps") as error:
        cardsim.run("bridge", 10, measure="imps")

    assert "--unit match has it" in str(error.value.hint)


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


def test_every_contract_scores_what_the_rules_file_says() -> None:
    """Slams are too rare to be met among a few hands played at random."""
    for level, strain, doubled, tricks in product(range(1, 8), range(5), range(3), range(14)):
        contract, over = oracle.Contract(level, strain, doubled), tricks - 6 - level
        for vulnerable in (False, True):
            points = duplicate_points(level, strain, doubled, int(vulnerable), over)

            assert points == oracle.duplicate_score(contract, tricks, vulnerable=vulnerable)


@pytest.mark.full
def test_endplay_gives_the_same_duplicate_scores() -> None:
    theirs: Any = pytest.importorskip("endplay.types", reason="endplay is in the extra 'bridge'")
    denom = [
        getattr(theirs.Denom, each) for each in ("clubs", "diamonds", "hearts", "spades", "nt")
    ]
    penalty = [getattr(theirs.Penalty, each) for each in ("passed", "doubled", "redoubled")]
    table = Table(GAME)
    for level, strain, doubled, tricks, vulnerable in product(
        range(1, 8), range(5), range(3), range(14), (0, 1)
    ):
        table.states["vul"] = vulnerable
        points = put_down(table, oracle.Contract(level, strain, doubled), tricks)["points"]
        score = theirs.Contract(
            level=level,
            denom=denom[strain],
            declarer=theirs.Player.north,
            penalty=penalty[doubled],
            result=tricks - 6 - level,
        ).score(theirs.Vul.both if vulnerable else theirs.Vul.none)
        assert points.tolist() == [score, -score]


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

    assert (
        cardsim.run("bridge", 10, strategy="tips:nt_low=18", nt_high=20, seed=1, vs="usual").hands
        == 10
    )


@pytest.mark.full
def test_no_range_that_is_empty_is_tried_where_both_ends_are_tuned() -> None:
    found = cardsim.tune("bridge", over="nt_low=10..25,nt_high=12..27", n=2000, seed=1, vs="usual")

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
    told = cardsim.replay("bridge", unit="rubber", seed=3, vs="usual")

    text = "\n".join(told.lines)
    assert "North deals, nobody is vulnerable" in text
    assert "Pass" in text
    assert "1NT" in text
    assert "NT by" in text or "♠ by" in text
    assert " win after " in text


def test_a_match_is_told_board_by_board_at_both_tables() -> None:
    told = cardsim.replay("bridge", unit="match", boards=2, strategy="come-in", seed=1, vs="usual")

    text = "\n".join(told.lines)
    assert text.index("Board 1, first table") < text.index("Board 1, second table")
    assert "North and South have 6 IMPs\nEast and West have 0 IMPs\nBoard 2, first table" in text
    assert " have in all " in text
    assert " after 2 boards" in text
