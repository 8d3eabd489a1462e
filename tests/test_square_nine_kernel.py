"""The kernel of Square 9: the examples of its rules file, the oracle, and what must always hold."""

from __future__ import annotations

from collections import Counter
from functools import cache
from itertools import pairwise
from typing import Any

import numpy as np
import pytest

import cardsim
import harness
from cardsim.cards import RANKS as RANK_NAMES
from cardsim.engine.table import Table
from cardsim.engine.trace import trace
from cardsim.games.square_nine import GAME
from cardsim.games.square_nine.rules import Rules
from cardsim.games.square_nine.state import (
    CELLS,
    CLOSED,
    DISCARD_IT,
    DRAW_STOCK,
    FACE_DOWN,
    JOKER,
    LINES,
    NOBODY,
    RANKS,
    SEATS,
    TAKE_DISCARD,
)
from cardsim.workspace import load_file, shipped
from checks import assert_mean, assert_share
from harnesses.square_nine import PART

NAMES = RANK_NAMES + "X"
STRATEGIES = sorted(p.stem for p in (shipped() / "strategies" / "square-nine").glob("[!_]*.py"))


def ranks(text: str) -> list[int]:
    """The ranks of cards written as in the rules file; 255 for `?`."""
    return [FACE_DOWN if c == "?" else NAMES.index(c) for c in text if c not in " /"]


# ---------------------------------------------------------------- examples of the rules file


GRIDS = {
    "K59 777 2AX": {"rows-diagonals": 15, "rows": 15, "columns": 36, "all": 15},
    "83Q 486 JK8": {"rows-diagonals": 33, "rows": 57, "columns": 57, "all": 33},
    "999 294 93A": {"rows-diagonals": 10, "rows": 28, "columns": 55, "all": 10},
    "JQJ 55A 23K": {"rows-diagonals": 46, "rows": 46, "columns": 46, "all": 46},
    "XXX KKK A23": {"rows-diagonals": 6, "rows": 6, "columns": 0, "all": 6},
    "529 5K8 5AQ": {"rows-diagonals": 45, "rows": 45, "columns": 30, "all": 30},
}
ZEROED = {
    "K59 777 2AX": {"345"},
    "83Q 486 JK8": {"048"},
    "999 294 93A": {"012", "246"},
    "JQJ 55A 23K": set(),
    "XXX KKK A23": {"012", "345"},
    "529 5K8 5AQ": set(),
}


def scored(grid: str, **rules: Any) -> Any:
    """The seat of a hand that ended with these nine cards."""
    table = Table(GAME, Rules(**rules), 2)
    table.state["seats"]["grid"][0, :CELLS] = ranks(grid)
    table.close()
    return table.state["seats"][0]


@pytest.mark.parametrize("grid", GRIDS)
def test_a_grid_scores_what_the_rules_file_says(grid: str) -> None:
    for match_lines, points in GRIDS[grid].items():
        assert scored(grid, match_lines=match_lines)["shown"] == points, match_lines
    lines = int(scored(grid)["lines"])

    assert {"".join(map(str, LINES[k])) for k in range(8) if lines >> k & 1} == ZEROED[grid]


def test_a_line_of_jokers_may_keep_its_points() -> None:
    assert scored("XXX KKK A23", joker_line="keep-negative")["shown"] == 0
    assert scored("XXX KKK A23")["shown"] == 6


def table_with(grid: str, *, discard: str, stock: str = "A", hides: str = "2") -> Table:
    """Seat 0 to draw: cell 4 is open, the other face-up cells are locked, all else as given."""
    table = Table(GAME, Rules(), 2)
    table.act(4)
    table.act(4)
    state, shown = table.state, ranks(grid)
    own = state["seats"][0]
    points = state["points"]
    for cell, rank in enumerate(shown):
        up = rank != FACE_DOWN
        own["cards"][cell] = rank
        own["grid"][cell] = rank if up else ranks(hides)[0]
        own["values"][cell] = points[rank] if up else 0
    own["down"] = sum(1 << c for c, rank in enumerate(shown) if rank == FACE_DOWN)
    own["face_down"] = shown.count(FACE_DOWN)
    own["total"] = own["shown"] = sum(int(v) for v in own["values"][:CELLS])
    state["top_discard"] = ranks(discard)[0]
    state["discard_value"] = points[state["top_discard"]]
    state["deck"][:] = ranks(stock)[0]
    return table


def up_cells(table: Table) -> str:
    """Seat 0's cards as others see them."""
    cards = table.state["seats"][0]["cards"][:CELLS]
    return "".join("?" if c == FACE_DOWN else NAMES[c] for c in cards)


def test_the_open_card_may_be_replaced_by_the_discard() -> None:
    table = table_with("????Q????", discard="3")

    table.act(TAKE_DISCARD)
    table.act(4)

    assert up_cells(table) == "????3????"
    assert NAMES[table.state["top_discard"]] == "Q"


def test_a_card_face_down_is_replaced_and_goes_off_face_up() -> None:
    table = table_with("????3????", discard="9", stock="K", hides="8")

    table.act(DRAW_STOCK)
    table.act(0)

    assert up_cells(table) == "K???3????"
    assert NAMES[table.state["top_discard"]] == "8"


def test_a_locked_cell_is_no_target_and_the_open_one_always_is() -> None:
    table = table_with("K???3????", discard="9", stock="A")

    table.act(DRAW_STOCK)

    assert table.legal == [1, 2, 3, 4, 5, 6, 7, 8, DISCARD_IT]
    table.act(4)
    assert up_cells(table) == "K???A????"
    assert NAMES[table.state["top_discard"]] == "3"


def test_a_card_from_the_discards_must_be_placed() -> None:
    table = table_with("K???3????", discard="9")

    table.act(TAKE_DISCARD)

    assert DISCARD_IT not in table.legal


def test_after_the_close_each_other_seat_has_one_more_turn() -> None:
    """Three players; seat 1 fills his last cell, seats 2 and 0 play once, then the hand is over."""
    table = Table(GAME, Rules(), 3)
    for _ in range(3):
        table.act(4)
    table.act(DRAW_STOCK)
    table.act(DISCARD_IT)
    own = table.state["seats"][1]
    own["down"], own["face_down"] = 1 << 8, 1

    table.act(DRAW_STOCK)
    table.act(8)

    assert table.state["closer"] == 1
    for seat in (2, 0):
        assert table.asked[0] == seat
        table.act(DRAW_STOCK)
        table.act(DISCARD_IT)
    assert table.decision == -1
    assert table.state["end"] == CLOSED


def test_ties_share_the_hand() -> None:
    table = Table(GAME, Rules(max_turns=1), 3)
    for seat, grid in enumerate(("KKK KKA 234", "KKK KKA 234", "QQJ JTT 999")):
        table.state["seats"]["grid"][seat, :CELLS] = ranks(grid)

    table.close()

    assert table.outcome()["won"][:3].tolist() == [3, 3, 0]


# ---------------------------------------------------------------- what must always hold


MANY = 120


@cache
def random_plays() -> list[harness.Play]:
    return harness.random_plays(PART, 5, tables=MANY, hands=1)


@pytest.mark.full
def test_no_card_is_lost_or_made() -> None:
    """Invariants 1 and 5: stock, face-down cells, face-up cards, hand and discards are the pack."""
    for play in random_plays():
        table, steps = play.table, play.steps
        for before, step in pairwise(steps):
            state = step.after
            end, count = int(state["deck_end"]), int(state["stock_count"])
            stock = Counter(state["deck"][end - count : end].tolist())
            own = [state["seats"][seat] for seat in range(table.players)]
            hidden = Counter(
                int(o["grid"][c]) for o in own for c in range(CELLS) if int(o["down"]) >> c & 1
            )
            grids = Counter(int(o["grid"][c]) for o in own for c in range(CELLS))
            pack = Counter({r: int(n) for r, n in enumerate(state["pack"]) if n})
            pile = pack - grids - stock
            assert (grids + stock + pile) == pack
            if step.decision is not None and step.decision.name != "expose":
                told = {r: int(n) for r, n in enumerate(state["unseen"]) if n}
                assert told == dict(stock + hidden)
            if step.decision is not None and step.decision.name == "place":
                drawn = not step.before["took_discard"]
                before_count = int(before.before["stock_count"])
                new = int(step.after["reshuffled"]) > int(before.before["reshuffled"])
                assert new or before_count - count == int(drawn)


def test_grids_change_as_the_rules_allow() -> None:
    """Invariants 2, 3, 4, 6 and 7."""
    for play in random_plays():
        table, steps = play.table, play.steps
        places = [s for s in steps if s.decision is not None and s.decision.name == "place"]
        changed: Counter[tuple[int, int]] = Counter()
        for step in places:
            before, after = step.before["seats"][step.seat], step.after["seats"][step.seat]
            assert after["face_down"] <= before["face_down"]
            if step.action != DISCARD_IT:
                assert after["cards"][step.action] == step.before["card"]
                if table.rules.replace_once and not int(before["open"]) >> step.action & 1:
                    changed[step.seat, step.action] += 1
                    assert before["cards"][step.action] == FACE_DOWN
        assert all(n == 1 for n in changed.values())
        last = steps[-1].after
        turns = Counter(step.seat for step in places)
        assert max(turns.values(), default=0) - min(
            (turns[s] for s in range(table.players)), default=0
        ) in (0, 1)
        closing = [
            i for i, s in enumerate(places) if int(s.after["seats"][s.seat]["face_down"]) == 0
        ]
        assert int(last["closer"]) == (places[closing[0]].seat if closing else NOBODY)
        if last["end"] == CLOSED:
            more = table.players - 1 if table.rules.final_turn else 0
            assert len(places) == closing[0] + 1 + more
            if table.rules.open_cells == 1 and table.rules.final_turn:
                assert len(places) >= 8 * table.players
        worst = max(10, table.rules.joker_value, table.rules.king_value)
        best = min(0, table.rules.joker_value, table.rules.king_value)
        for seat in range(table.players):
            assert CELLS * best <= last["seats"][seat]["shown"] <= CELLS * worst


@pytest.mark.full
def test_scores_of_the_usual_table_stay_within_the_limits_of_the_rules_file() -> None:
    """Invariant 6: 2 decks -8 to 90, 3 or more -12 to 90."""
    for decks, low in (("2", -8), ("3", -12)):
        scores = cardsim.run("square-nine", 200_000, seed=6, decks=decks, a=-2, vs="low-card:a=-2")
        seen = scores.tables["seats"]["score"]
        assert low <= int(seen.min()) < 4  # type: ignore[arg-type]
        assert int(seen.max()) <= 90  # type: ignore[arg-type]


def test_threads_and_chunks_change_nothing() -> None:
    runs = [
        cardsim.run("square-nine", 30_000, seed=3, players=3, threads=threads, chunk=chunk)
        for threads, chunk in ((1, 30_000), (2, 1_000), (2, 4_096))
    ]

    texts = ["".join(t.write_json() for t in r.tables.values()) for r in runs]

    assert texts[0] == texts[1] == texts[2]


def test_the_view_has_no_name_for_hidden_memory() -> None:
    names = set(GAME.view["seats"].base.names or ())

    assert names.isdisjoint({"grid", "down", "total"})
    assert {"deck", "deck_end", "pack"}.isdisjoint(GAME.view.names or ())
    assert set(GAME.view_help) == {n for n in GAME.view.names or () if n != "seats"} | {
        f"seats.{n}" for n in names
    }


def test_the_cards_of_a_hand_do_not_depend_on_who_plays_it() -> None:
    decks = []
    for brain in ("low-card", "random-legal"):
        setup = cardsim.runs.preparation.prepare("square-nine", strategy=brain, vs=brain, seed=8)
        steps = trace(
            GAME, setup.seating, rules=setup.rules, players=2, unit=0, seed=8, hand=3
        ).steps
        end, left = int(steps[-1].after["deck_end"]), int(steps[-1].after["stock_count"])
        decks.append(steps[-1].after["deck"][: end - left].tolist())
    shorter = min(map(len, decks))

    assert shorter > 25
    assert decks[0][:shorter] == decks[1][:shorter]


# ---------------------------------------------------------------- figures of the rules file


@pytest.mark.parametrize("decks", ["2", "3"])
@pytest.mark.kept(1)
def test_hands_that_nobody_plays_score_the_exact_mean(decks: str) -> None:
    """One turn in which the card drawn is discarded: `keep` nothing, with a = -20."""
    from cardsim.games.square_nine.exact import untouched

    exact = untouched(Rules(decks=decks), 2)
    result = cardsim.run(
        "square-nine", 1_500_000, seed=17, decks=decks, max_turns=1, a=-20, vs="low-card:a=-20"
    )
    rows = result.tables["seats"]
    scores, counts = rows["score"].to_numpy(), rows["count"].to_numpy()
    mean = float((scores * counts).sum() / counts.sum())
    sd = float(np.sqrt((scores**2 * counts).sum() / counts.sum() - mean**2))
    lines = result.tables["seat_lines"]
    any_line = int(lines.filter(lines["lines"] > 0)["count"].sum())

    # The two seats of a hand share a pack, which makes their sum vary less than two hands would.
    assert_mean((mean, sd, int(counts.sum())), float(exact.score_mean), resolves=0.1)
    assert_share((any_line, int(lines["count"].sum())), float(exact.any_line), resolves=0.001)


REFERENCES = {
    (2, "2", 2): (45.541, [9.839, 11.147], 5.397, [0.540, 0.460], [0.535, 0.465]),
    (2, "2", 4): (28.777, [16.727, 18.020], 14.433, [0.567, 0.433], [0.544, 0.456]),
    (3, "2", 4): (
        40.614,
        [18.366, 19.385, 20.044],
        14.459,
        [0.401, 0.321, 0.278],
        [0.377, 0.326, 0.297],
    ),
    (4, "3", 2): (
        80.100,
        [14.418, 15.336, 15.875, 16.212],
        5.412,
        [0.290, 0.251, 0.236, 0.223],
        [0.284, 0.252, 0.237, 0.227],
    ),
}
"""Turns, mean score by seat, closer's mean score, closes and wins by seat; 400 000 hands each."""
REFERENCE_HANDS = 400_000


@pytest.mark.parametrize(("players", "decks", "a"), REFERENCES)
@pytest.mark.full
def test_low_card_plays_as_an_independent_program_measured(
    players: int, decks: str, a: int
) -> None:
    """Standard errors of the reference: .022 turns, .018 points, and of its shares by their n."""
    turns, scores, closer, closes, wins = REFERENCES[players, decks, a]
    n = 1_000_000
    result = cardsim.run(
        "square-nine", n, seed=23, players=players, decks=decks, a=a, vs=f"low-card:a={a}"
    )
    tables = result.tables

    assert_mean(sample(tables["turns"], "turns"), turns, resolves=0.3, reference_error=0.022)
    assert_mean(
        sample(tables["closers"], "closer_score"), closer, resolves=0.3, reference_error=0.018
    )
    by_seat = tables["seats"]
    won = tables["wins"]
    for seat in range(players):
        rows = by_seat.filter(by_seat["seat"] == seat)
        assert_mean(sample(rows, "score"), scores[seat], resolves=0.25, reference_error=0.018)
        share = (closes[seat] * (1 - closes[seat]) / REFERENCE_HANDS) ** 0.5 + 0.0003
        closed = tables["closers"].filter(tables["closers"]["closer"] == seat)
        assert_share(
            (int(closed["count"].sum()), n), closes[seat], resolves=0.012, reference_error=share
        )
        assert_mean(
            sample(won.filter(won["seat"] == seat), "won"),
            wins[seat],
            resolves=0.012,
            reference_error=share,
        )


def sample(rows: Any, column: str) -> tuple[float, float, int]:
    """Mean, standard deviation and number of a column of counted rows."""
    values, counts = rows[column].to_numpy(), rows["count"].to_numpy()
    n = int(counts.sum())
    mean = float((values * counts).sum() / n)
    return mean, float(np.sqrt((values**2 * counts).sum() / n - mean**2)), n


# ---------------------------------------------------------------- matches, limits, bad input


def test_a_match_is_as_many_hands_as_there_are_holes_and_the_deal_passes_left() -> None:
    setup = cardsim.runs.preparation.prepare(
        "square-nine", unit="match", players=3, seed=2, options={"holes": 4}
    )

    steps = trace(GAME, setup.seating, rules=setup.rules, players=3, unit=1, seed=2, hand=0).steps

    deals = [s for s in steps if s.decision is None and s.action == -1]
    assert [int(s.after["first"]) for s in deals] == [0, 1, 2, 0]
    assert [int(s.after["holes_left"]) for s in deals] == [3, 2, 1, 0]
    totals = [s for s in steps if s.decision is None and s.action == -3]
    points = sum(int(s.before["seats"][1]["shown"]) for s in totals)
    assert int(steps[-1].after["seats"][1]["score"]) == points


def test_a_table_with_too_few_cards_is_refused_in_one_line() -> None:
    with pytest.raises(
        cardsim.UserError, match=r"--decks 1 gives 54 cards .* 7 players need .* 64"
    ):
        cardsim.run("square-nine", 10, players=7, decks=1)


def test_a_table_without_any_stock_can_only_take_discards() -> None:
    """Six players and a pack of 55: 54 cards lie in the grids, one is turned up."""
    table = Table(GAME, Rules(decks="1", jokers_per_deck=3), 6)
    for _ in range(6):
        table.act(0)

    assert table.state["stock_count"] == 0
    assert table.legal == [TAKE_DISCARD]


def test_the_most_players_and_the_largest_pack_fit() -> None:
    result = cardsim.run(
        "square-nine",
        2_000,
        seed=4,
        players=SEATS,
        decks="8",
        jokers_per_deck=4,
        joker_value=-20,
        king_value=20,
        match_lines="all",
        strategy="random-legal",
        vs="random-legal",
        max_turns=2400,
    )

    assert result.hands == 2_000
    assert JOKER == RANKS - 1


def test_every_strategy_file_names_the_game() -> None:
    assert "low-card" in STRATEGIES
    for name in STRATEGIES:
        path = shipped() / "strategies" / "square-nine" / f"{name}.py"
        assert load_file(path).game == "square-nine"
