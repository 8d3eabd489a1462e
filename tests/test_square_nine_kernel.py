"""The kernel of Square 9: what must always hold, and the figures of its rules file."""

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
from cardsim.engine.trace import trace
from cardsim.games.square_nine import GAME
from cardsim.games.square_nine.rules import Rules
from cardsim.games.square_nine.state import (
    CELLS,
    CLOSED,
    DISCARD_IT,
    FACE_DOWN,
    JOKER,
    NOBODY,
    RANKS,
    SEATS,
)
from checks import assert_mean, assert_share
from harnesses.square_nine import PART

NAMES = RANK_NAMES + "X"
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
    lines = result.tables["seat_lines"]
    any_line = int(lines.filter(lines["lines"] > 0)["count"].sum())

    # The two seats of a hand share a pack, which makes their sum vary less than two hands would.
    scores = sample(result.tables["seats"], "score")
    assert_mean(scores, float(exact.score_mean), resolves=0.1)
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


def test_a_table_with_too_few_cards_is_refused_in_one_line() -> None:
    with pytest.raises(
        cardsim.UserError, match=r"--decks 1 gives 54 cards .* 7 players need .* 64"
    ):
        cardsim.run("square-nine", 10, players=7, decks=1)


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
