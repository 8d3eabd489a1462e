"""Points and pennies as money, where a stake is given and the rules say who gets what."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import numpy as np
import polars as pl
import pytest

import cardsim
from cardsim.errors import UserError
from cardsim.files.saved import load
from cardsim.runs.preparation import prepare
from cardsim.runs.replays import replay
from cardsim.runs.result import Result
from cardsim.runs.sealed import sealed

N = 60


def pennies_of(game: str, state: Any, seat: int, players: int) -> int:
    """What a seat has when a match is over, with the pot if it has won."""
    if game == "scat":
        held = [max(int(state["lives"][s]), 0) for s in range(players)]
        won = int(state["lives"][seat]) >= 0
        return held[seat] + (int(state["kitty"]) if won else 0)
    held = [int(state["pennies"][s]) for s in range(players)]
    return held[seat] + (int(state["pot"]) if held[seat] else 0)


@pytest.mark.parametrize(
    ("game", "options", "pennies"),
    [
        ("scat", {}, 3),
        ("scat", {"players": 4, "start_lives": 2, "charity": False, "vs": "chase-31"}, 2),
        ("scat", {"players": 2, "two_life_overflow": "to-county"}, 3),
        ("ninety-nine", {}, 3),
        ("ninety-nine", {"players": 2, "start_pennies": 5, "strategy": "hoarder"}, 5),
    ],
)
@pytest.mark.kept(3)
def test_a_match_is_worth_what_its_last_hand_leaves_you(
    game: str, options: dict[str, Any], pennies: int
) -> None:
    """Match by match from the pennies on the table, and to the penny."""
    options = {"vs": "usual", **options}
    table = {name: options[name] for name in ("players", "vs", "strategy") if name in options}
    rules = {name: value for name, value in options.items() if name not in table}
    setup = prepare(game, seed=8, hands=N, unit="match", options=rules, **table)
    players = setup.spec.players

    found = cardsim.run(game, N, seed=8, unit="match", stake=0.25, **options).estimates["money"]
    won = []
    for match in range(N):
        state = replay(setup, match).steps[-1].after
        won.append(pennies_of(game, state, match % players, players) - pennies)

    assert set(won) == {-pennies, (players - 1) * pennies}
    assert found.value == pytest.approx(0.25 * sum(won) / N, abs=1e-12)
    assert found.sd == pytest.approx(0.25 * np.std(won), rel=0.02)
    assert not found.is_share


def test_a_point_over_par_is_worth_the_stake() -> None:
    options: dict[str, Any] = {"strategy": "random-legal", "seed": 8}
    plain = cardsim.run("chinese-ten", 500, players=3, vs="usual", **options)
    points = pl.DataFrame(cardsim.hands("chinese-ten", 500, players=3, vs="usual", **options))

    paid = cardsim.run("chinese-ten", 500, players=3, stake=0.1, vs="usual", **options)

    assert "money" not in plain.estimates
    assert paid.tables.keys() == plain.tables.keys()
    assert all(paid.tables[name].equals(plain.tables[name]) for name in plain.tables)
    mine = points.filter(pl.col("hand") % 3 == pl.col("seat"))["score"].to_numpy()
    # Par of three players is 80.
    assert len(mine) == 500
    assert paid.estimates["money"].value == pytest.approx(0.1 * (mine.mean() - 80), abs=1e-12)
    money, net = paid.estimates["money"], plain.estimates["net"]
    assert [money.value, money.low, money.sd] == pytest.approx(
        [0.1 * net.value, 0.1 * net.low, 0.1 * net.sd]
    )


def test_the_dice_game_pays_who_rolls_last_all_units() -> None:
    """The winner of three wins two times three units, and the others lose theirs."""
    paid = cardsim.run("dice-game", 4000, players=3, seed=8, stake=2)

    money = [paid.estimates[f"player_{seat + 1}_money"].value for seat in range(3)]
    shares = [paid.estimates[f"player_{seat + 1}_wins"].value for seat in range(3)]

    assert money == pytest.approx([2 * (9 * share - 3) for share in shares])
    assert sum(money) == pytest.approx(0)
    unclaimed = cardsim.run("dice-game", 4000, players=2, seed=8, stake=1, wipe_out="no-winner")
    lost = sum(unclaimed.estimates[f"player_{seat + 1}_money"].value for seat in range(2))
    nobody = unclaimed.tables["end"].filter(pl.col("winner") == -1)["count"].sum()
    assert lost == pytest.approx(-6 * nobody / 4000)
    assert nobody > 0


@pytest.fixture(scope="module")
def paid() -> Result:
    """Losing money at Scat."""
    return cardsim.run("scat", 4000, seed=8, unit="match", vs="chase-31", stake=0.25)


def test_money_is_told_in_words_and_the_stake_is_repeated(paid: Result, tmp_path: Path) -> None:
    file = tmp_path / "paid.json"
    file.write_text(paid.to_json(), "utf-8")
    alike = cardsim.run("scat", 100, seed=8, unit="match", stake=0.25, vs="usual")

    assert "At a stake of 0.25 you lose 0.1" in paid.sentence
    assert "--stake 0.25" in paid.command
    again = load(file)
    assert isinstance(again, Result)
    assert again.estimates == paid.estimates
    assert "stake" not in alike.sentence


def test_a_result_from_before_there_were_stakes_is_read(tmp_path: Path) -> None:
    file = tmp_path / "older.json"
    about = cardsim.run("scat", 50, seed=8, vs="usual").to_dict()
    del about["display"]["stake"]
    file.write_text(json.dumps(sealed(about)), "utf-8")

    older = load(file)

    assert isinstance(older, Result)
    assert dict(older.spec.display) == {"stake": 0}
    assert older.more(50).hands == 100


def test_money_is_a_measure_like_any_other(paid: Result) -> None:
    """Compared, swept over and played to a precision, money agrees with the matches won."""
    asked: dict[str, Any] = {"seed": 8, "unit": "match", "stake": 0.25}
    both = cardsim.compare(
        "scat", "threshold", "chase-31", n=3000, vs="chase-31", measure="money", **asked
    )
    by_wins = cardsim.compare("scat", "threshold", "chase-31", n=3000, vs="chase-31", **asked)
    precise = cardsim.run("scat", vs="chase-31", measure="money", precision=0.1, **asked)

    # Nine pennies lie in the pot.
    found, wins = both.gap(0, 1), by_wins.gap(0, 1)
    assert found.value == pytest.approx(9 * 0.25 * wins.value)
    assert found.high - found.low == pytest.approx(9 * 0.25 * (wins.high - wins.low), rel=0.02)
    assert both.contenders[0].estimate.value == pytest.approx(
        9 * 0.25 * by_wins.contenders[0].estimate.value - 3 * 0.25
    )
    assert precise.reached
    assert precise.headline.half <= 0.1
    assert precise.headline.low < paid.estimates["money"].value < precise.headline.high
    assert precise.sentence.startswith("If you knock at 21 against two players")
    assert "you lose 0." in precise.sentence


@pytest.mark.parametrize(
    ("game", "options", "said"),
    [
        (
            "scat",
            {"unit": "hand", "stake": 1},
            "effect with --unit hand; it needs --unit match",
        ),
        (
            "scat",
            {"unit": "match", "score_mode": "gin", "stake": 1},
            "effect with --score-mode",
        ),
        ("ninety-nine", {"unit": "match", "continue_after_loss": True, "stake": 1}, "no effect"),
        (
            "scat",
            {"unit": "match", "measure": "money"},
            "--measure must be wins or",
        ),
        ("scat", {"unit": "match", "stake": -1}, "--stake must be a number from 0 to 1000000"),
        ("square-nine", {"stake": 1}, "no option --stake"),
    ],
)
def test_a_stake_where_nobody_pays_is_refused(
    game: str, options: dict[str, Any], said: str
) -> None:
    with pytest.raises(UserError, match=said):
        cardsim.run(game, 10, **options)


def test_exact_answers_take_no_stake() -> None:
    with pytest.raises(UserError, match="no option --stake for chinese-ten layout"):
        cardsim.exact("chinese-ten", "layout", stake=1)


def test_a_replay_tells_the_money_at_the_stake() -> None:
    shown = cardsim.replay("dice-game", 4, seed=8, players=3, stake=2)
    plain = cardsim.replay("dice-game", 4, seed=8, players=3)

    winner = shown.outcome["winner"]
    money = [shown.outcome[f"player_{seat + 1}_money"] for seat in range(3)]
    assert money == [12 if seat == winner else -6 for seat in range(3)]
    assert ("money that the first to roll wins in a game", f"{money[0]:g}") in shown.results
    assert not any("money" in name for name in plain.outcome)


def test_a_replay_tells_the_points_over_par_at_the_stake() -> None:
    shown = cardsim.replay("chinese-ten", 3, seed=8, stake=0.5, vs="usual")

    assert shown.outcome["money"] == 0.5 * shown.outcome["your_net"] != 0
