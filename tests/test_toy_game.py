"""A game made by the steps of cardsim/games/README.md has the whole toolkit.

It lies in `toys/`, not in the package; nothing but the two folders says that it is there.
"""

from __future__ import annotations

import importlib
import json
from io import StringIO
from itertools import product
from pathlib import Path
from typing import Any

import polars as pl
import pytest

import cardsim
from cardsim import games
from cardsim.cards import card_id
from cardsim.game import Game
from cardsim.games import game_names, load_game, rules_text
from cardsim.table import played
from checks import assert_mean, assert_share
from typed import Command
from written_rules import assert_complete

pytestmark = pytest.mark.usefixtures("workspace")


@pytest.fixture
def high_card() -> Game:
    """The game, as it is found."""
    return load_game("high-card")


def counts(**options: Any) -> dict[str, str]:
    """The tables of counts of a run, as text."""
    given: dict[str, Any] = {"n": 2_000, "seed": 31, "threads": 1, **options}
    return {name: t.write_json() for name, t in cardsim.run("high-card", **given).tables.items()}


# ---------------------------------------------------------------- it is found


def test_a_call_looks_for_the_game_once(monkeypatch: pytest.MonkeyPatch) -> None:
    looks, files = [], games.game_files

    def watched() -> dict[str, Path]:
        looks.append("")
        return files()

    monkeypatch.setattr(games, "game_files", watched)

    cardsim.compare("high-card", *(f"threshold:keep_from={k}" for k in (2, 3, 4)), n=200, seed=1)

    assert len(looks) == 1


def test_the_game_is_listed_with_its_strategies(command: Command) -> None:
    said = command("games")

    assert said.status == 0
    assert "high-card         High Card, 2 to 6 players, usually 3\n" in said.out
    assert "strategies: look-ahead, random-legal, threshold\n" in said.out


def test_the_page_shows_rules_options_presets_decisions_view_and_strategies(
    command: Command,
) -> None:
    said = command("games show high-card")

    text = " ".join(said.out.split())
    assert said.status == 0
    for part in (
        "High Card (high-card) 2 to 6 players, usually 3; by hand",
        "Every seat gets one card of a pack of 52.",
        "--ace-high / --no-ace-high the ace beats the king",
        "--swaps how many times a seat may swap its card [a whole number from 1 to 3; default 1]",
        "long: swaps 3",
        "swap: keep the card, or swap it for the top of the stock [0 keep, 1 swap]",
        "card (uint8): own card",
        "threshold (the default): Swap every card that is worth less than `keep_from`.",
        "--keep-from keep cards worth this or more [a whole number from 0 to 15; default 8]",
    ):
        assert part in text


def test_its_rules_are_complete_and_printed(command: Command, high_card: Game) -> None:
    said = command("games rules high-card")

    assert (said.status, said.out) == (0, rules_text("high-card"))
    assert_complete(high_card, said.out)


def test_the_game_is_gone_once_its_folder_is(monkeypatch: pytest.MonkeyPatch) -> None:
    games = importlib.import_module("cardsim.games")

    monkeypatch.setattr(games, "__path__", games.__path__[:-1])

    assert "high-card" not in game_names()


# ---------------------------------------------------------------- it is played


@pytest.mark.full
def test_the_command_line_and_python_give_the_same_result(command: Command) -> None:
    said = command("run high-card --keep-from 10 --ace-high -n 3e3 --seed 5 --json --quiet")
    result = cardsim.run("high-card", keep_from=10, ace_high=True, n=3_000, seed=5)

    assert (said.status, said.err) == (0, "")
    assert json.loads(said.out) == json.loads(result.to_json())


@pytest.mark.full
def test_a_run_answers_in_a_sentence(command: Command) -> None:
    said = command("run high-card -n 1000 --seed 1")

    assert said.status == 0
    level = "play threshold, so that nobody plays better than another."
    assert said.out.startswith(f"All three players {level}")
    assert said.out.rstrip().endswith("cardsim run high-card -n 1000 --seed 1")
    two = command("run high-card --players 2 -n 1000 --seed 1")
    assert two.out.startswith(f"Both players {level}")


@pytest.mark.parametrize(
    ("words", "line"),
    [
        ("run high-card --swaps 4", "--swaps must be a whole number from 1 to 3, not 4"),
        ("run high-card --players 7", "--players must be a whole number from 2 to 6, not 7"),
        ("run high-card --keep-from 16", "--keep-from must be a whole number from 0 to 15, not 16"),
        ("run high-kard", "no game called 'high-kard'"),
    ],
)
def test_bad_input_gets_a_clear_line(command: Command, words: str, line: str) -> None:
    said = command(words)

    assert (said.status, said.out) == (2, "")
    assert said.err.startswith(f"cardsim: {line}")


def test_two_threads_count_what_one_does() -> None:
    options = {"n": 100_000, "strategy": "random-legal", "swaps": 3}

    assert counts(**options, threads=2) == counts(**options, threads=1)


def test_with_one_swap_nobody_swaps_twice() -> None:
    swaps = cardsim.run("high-card", keep_from=15, vs="random-legal", n=5_000, seed=2)
    more = cardsim.run("high-card", keep_from=15, vs="random-legal", n=5_000, seed=2, swaps=3)

    assert set(swaps.tables["seats"]["swaps"]) == {0, 1}
    assert set(more.tables["seats"]["swaps"]) == {0, 1, 2, 3}


# ---------------------------------------------------------------- what is known exactly


@pytest.mark.parametrize("players", [2, 3, 6])
def test_who_never_swaps_wins_a_fair_share(players: int) -> None:
    """By symmetry; where only the others swap, one of three wins 0.11 less."""
    options: dict[str, Any] = {"seats": "; ".join(["threshold:keep_from=0"] * players)}
    result = cardsim.run("high-card", players=players, n=120_000, seed=11, **options)

    wins = result.tables["wins"].to_dicts()
    for seat in range(players):
        assert_mean(sample(wins, "win", seat), 1 / players, resolves=0.015)
    assert sum(row["count"] for row in result.tables["seats"].to_dicts() if row["swaps"]) == 0


def test_two_cards_tie_as_often_as_they_should() -> None:
    """The second card is one of the three of 51 of the first one's rank."""
    seats = "threshold:keep_from=0; threshold:keep_from=0"
    result = cardsim.run("high-card", seats=seats, n=100_000, seed=12)

    wins = result.tables["you"].to_dicts()
    ties = sum(row["count"] for row in wins if row["your_share"] == 0.5)
    assert_share((ties, 100_000), 3 / 51, resolves=0.01)


@pytest.mark.parametrize("ace_high", [False, True])
def test_two_thresholds_win_what_all_orders_of_ranks_say(*, ace_high: bool) -> None:
    """All 13^4 ranks of two hands and two cards of the stock, by how often they come."""
    value = {rank: 14 if ace_high and rank == 1 else rank for rank in range(1, 14)}
    keep_from, won, total = (6, 10), 0.0, 0
    for ranks in product(value, repeat=4):
        weight, hands, stock = 1, [value[r] for r in ranks[:2]], [value[r] for r in ranks[2:]]
        for k, rank in enumerate(ranks):
            weight *= 4 - ranks[:k].count(rank)
        for seat in range(2):
            if hands[seat] < keep_from[seat]:
                hands[seat] = stock.pop(0)
        total += weight
        won += weight * ((hands[0] > hands[1]) + (hands[0] == hands[1]) / 2)
    seats = "; ".join(f"threshold:keep_from={value}" for value in keep_from)

    result = cardsim.run("high-card", seats=seats, n=400_000, seed=13, ace_high=ace_high)

    assert total == 52 * 51 * 50 * 49
    assert_mean(sample(result.tables["wins"].to_dicts(), "win", 0), won / total, resolves=0.008)


def sample(rows: list[dict[str, Any]], column: str, seat: int) -> tuple[float, float, int]:
    """Mean, standard deviation and number of a column of a table by seat."""
    own = [(row[column], row["count"]) for row in rows if row["seat"] == seat]
    n = sum(count for _, count in own)
    mean = sum(value * count for value, count in own) / n
    squares = sum((value - mean) ** 2 * count for value, count in own)
    return mean, (squares / (n - 1)) ** 0.5, n


# ---------------------------------------------------------------- sweeps and comparisons


def test_a_sweep_finds_the_best_threshold_and_the_command_says_so_too(command: Command) -> None:
    swept = cardsim.sweep("high-card", keep_from="2,9,14", swaps="1,3", n=20_000, seed=3)
    said = command("sweep high-card --keep-from 2,9,14 --swaps 1,3 -n 2e4 --seed 3 --json --quiet")

    assert [dict(group.best.settings)["keep_from"] for group in swept.groups] == [9, 9]
    assert said.status == 0
    assert json.loads(said.out) == json.loads(swept.to_json())


def test_a_comparison_ranks_the_strategies_and_the_command_says_so_too(command: Command) -> None:
    strategies = ["random-legal", "threshold", "threshold:keep_from=14"]
    compared = cardsim.compare("high-card", strategies, n=20_000, seed=3)
    said = command(f"compare high-card {' '.join(strategies)} -n 2e4 --seed 3 --json --quiet")
    told = command(f"compare high-card {' '.join(strategies)} -n 2e4 --seed 3 --quiet")

    assert said.status == 0
    assert json.loads(said.out) == json.loads(compared.to_json())
    assert told.out.startswith("Of three strategies threshold does best: you win ")


# ---------------------------------------------------------------- a hand, move by move


@pytest.mark.full
def test_a_hand_is_told_move_by_move(command: Command) -> None:
    said = command("replay high-card --seed 1 --hand 3")

    assert said.status == 0
    assert (
        """
The first to play is dealt 3♥
The second to play is dealt 7♠
The dealer is dealt 10♠
The first to play swaps and gets 4♣
The second to play swaps and gets 8♦
The dealer keeps 10♠
The dealer wins with 10♠
"""
        in said.out
    )


@pytest.mark.parametrize("hand", range(12))
def test_a_hand_obeys_the_rules(command: Command, hand: int) -> None:
    said = command(
        f"replay high-card --seed 8 --hand {hand} --players 4 --swaps 2 --ace-high "
        "--strategy random-legal --vs random-legal --json --quiet"
    )

    played = json.loads(said.out)
    cards, seen, swaps, turn = [-1] * 4, [], [0] * 4, 0
    for event in played["events"]:
        kind, seat, (card,) = event.values()
        if kind in {"deal", "swap"}:
            cards[seat] = card
            seen.append(card)
        if kind == "swap":
            swaps[seat] += 1
        if kind in {"swap", "keep"}:
            assert seat >= turn
            turn = seat
    values = [14 if card % 13 == 0 else card % 13 + 1 for card in cards]
    best = [value == max(values) for value in values]
    assert len(seen) == len(set(seen))
    assert max(swaps) <= 2
    assert played["outcome"]["swaps"] == swaps
    assert played["outcome"]["value"] == values
    assert played["outcome"]["win"] == pytest.approx([b / sum(best) for b in best])


# ---------------------------------------------------------------- hands and decisions as frames


def test_frames_tell_what_seats_held_and_what_came_of_a_decision() -> None:
    given: dict[str, Any] = {"n": 300, "keep_from": 9, "seed": 4}
    hands = cardsim.hands("high-card", **given)
    decisions = cardsim.decisions("high-card", **given)

    swapped = {
        (row["hand"], row["seat"]) for row in decisions.to_dicts() if row["choice"] == "swap"
    }
    assert len(hands) == 900
    for row in hands.to_dicts():
        (dealt,), (held,) = row["dealt_cards"], row["held_cards"]
        assert (dealt != held) == ((row["hand"], row["seat"]) in swapped)
        assert "A23456789TJQK".index(held[0]) + 1 == row["value"]
    for row in decisions.to_dicts():
        assert row["action"] == (row["value"] < (9 if row["seat"] == row["your_seat"] else 8))
        assert row["final_value"] == row["value"] or row["action"]


@pytest.mark.parametrize("unit", ["hand", "match", "session"])
@pytest.mark.full
def test_frames_know_partners_and_moves_of_two_numbers(unit: str) -> None:
    given: dict[str, Any] = {"n": 40, "unit": unit, "seed": 4}
    hands = cardsim.hands("side-by-side", **given)
    decisions = cardsim.decisions("side-by-side", **given)
    result = cardsim.run("side-by-side", **given)

    won = hands.unique(["hand", "seat"]).filter(hand=0).sort("seat")["win"].to_list()
    total = hands.unique(["hand", "seat"]).filter(pl.col("seat") < 2)["win"].sum()
    counted = result.tables["sides"]
    assert won[0] == won[2]
    assert won[1] == won[3]
    assert total == (counted["win"] * counted["count"]).sum()
    lays = decisions.filter(decision="lay")
    laid = hands.select(
        "hand", *(["deal"] if unit != "hand" else []), "seat", "dealt_cards", "held_cards"
    )
    both = lays.join(laid, on=[c for c in laid.columns if not c.endswith("cards")])
    assert len(both) == len(lays) == len(hands)
    assert lays["choice"].null_count() == len(lays)
    for row in both.to_dicts():
        gone = {card_id(card) for card in row["dealt_cards"]} - set(map(card_id, row["held_cards"]))
        assert gone == {card for card in range(52) if row["action_2"] >> card & 1}


# ---------------------------------------------------------------- strategies


def test_a_new_strategy_starts_from_the_default_and_plays(
    command: Command, workspace: Path
) -> None:
    written = command("new-strategy high-card mine")
    mine = cardsim.run("high-card", strategy="mine", keep_from=10, n=2_000, seed=4)
    default = cardsim.run("high-card", keep_from=10, n=2_000, seed=4)

    assert written.status == 0
    assert "view.swaps_left" in (workspace / "strategies/high-card/mine.py").read_text("utf-8")
    assert mine.tables["you"].equals(default.tables["you"])


def test_a_strategy_cannot_look_at_the_cards_of_others(command: Command, workspace: Path) -> None:
    (workspace / "strategies/high-card/peek.py").write_text(
        "from cardsim import Strategy\n\n\ndef swap(view):\n    return view.card_of[0] < 5\n\n\n"
        "STRATEGY = Strategy(game='high-card', swap=swap)\n"
    )

    said = command("run high-card --strategy peek -n 100")

    assert said.status == 2
    assert "the view has no field 'card_of'" in said.err


@pytest.mark.full
def test_an_action_that_is_none_stops_the_run_with_the_hand_to_replay(
    command: Command, workspace: Path
) -> None:
    (workspace / "strategies/high-card/wild.py").write_text(
        "from cardsim import Strategy\n\n\ndef swap(view):\n    return 2\n\n\n"
        "STRATEGY = Strategy(game='high-card', swap=swap)\n"
    )

    said = command("run high-card --strategy wild -n 100 --seed 6 --quiet")

    assert said.status == 1
    assert "cardsim replay high-card --strategy wild --seed 6 --hand " in said.err


# ---------------------------------------------------------------- reports


@pytest.mark.parametrize(
    "words",
    [
        "run high-card -n 500 --seed 1",
        "sweep high-card --keep-from 6..8 -n 500 --seed 1",
        "compare high-card threshold random-legal -n 500 --seed 1",
    ],
)
@pytest.mark.kept(2)
def test_an_answer_becomes_a_page(command: Command, workspace: Path, words: str) -> None:
    said = command(f"{words} -o now.html --force")

    page = (workspace / "now.html").read_text("utf-8")
    assert said.status == 0
    for part in ("High Card", "<svg", "ties shared", "The ace beats the king", words):
        assert part in page


@pytest.mark.full
def test_a_saved_run_becomes_the_same_page_later(command: Command, workspace: Path) -> None:
    words = "run high-card -n 500 --seed 1 -o"

    said = [command(f"{words} then.html"), command(f"{words} saved.json")]
    said += [command("report saved.json -o later.html")]

    assert [each.status for each in said] == [0, 0, 0]
    assert (workspace / "later.html").read_bytes() == (workspace / "then.html").read_bytes()


def test_a_game_that_does_not_say_what_a_seat_sees_is_played_by_its_fields(
    command: Command, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr(played, "folder", lambda: tmp_path)
    monkeypatch.setattr("sys.stdin", StringIO("q\n"))

    said = command("play high-card --vs usual --seed 1")

    assert said.status == 0, said.err
    assert "Your game is kept." in said.out
