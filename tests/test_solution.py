"""Exact answers: what they hold, how they are kept, and how a run shows them."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import polars as pl
import pytest

import cardsim
from cardsim import UserError
from cardsim.ask import solved
from cardsim.cli import main
from cardsim.game import Figure, FigureTable, Question, Solution
from cardsim.games import game_names, load_game
from cardsim.games.dice_game import exact as chain
from cardsim.options.params import option
from cardsim.runs import solution
from cardsim.runs.solution import prepare

Command = Callable[..., tuple[int, str, str]]


@pytest.fixture
def command(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> Command:
    """The command line in this process, in an empty folder: status, stdout, stderr."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("COLUMNS", "80")

    def run(*words: str) -> tuple[int, str, str]:
        status = main(words)
        said = capsys.readouterr()
        return status, said.out, said.err

    return run


@pytest.fixture
def cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A cache folder that begins empty, with all that it would compile in memory already."""
    monkeypatch.setenv("CARDSIM_CACHE_DIR", str(tmp_path / "before"))
    cardsim.exact("dice-game", players=2)
    folder = tmp_path / "cache"
    monkeypatch.setenv("CARDSIM_CACHE_DIR", str(folder))
    return folder


@pytest.fixture
def no_solver(monkeypatch: pytest.MonkeyPatch) -> Callable[[], None]:
    """Makes the solver fail from now on."""

    def stop() -> None:
        def fail(**_: Any) -> None:
            raise AssertionError("solved again")

        monkeypatch.setattr(chain, "solve", fail)

    return stop


# ---------------------------------------------------------------- answers


def test_an_answer_has_numbers_tables_and_a_sentence() -> None:
    law = cardsim.exact("dice-game", players=4)

    assert law.figures["turns"] == pytest.approx(30.379989, abs=5e-7)
    assert law.figures["dice"] == pytest.approx(6 * (11 + law.figures["wiped"]), rel=1e-9)
    assert [law.figures[f"player_{s + 1}_wins"] for s in range(4)] == pytest.approx(
        [0.248437, 0.249122, 0.251423, 0.251017], abs=5e-7
    )
    assert law.sentence.startswith("With 4 players a game lasts 30.379989 turns on average")
    assert "17 to 48 turns" in law.sentence
    distribution = law.tables["distribution"]
    assert distribution["chance"].sum() == pytest.approx(1, abs=1e-9)
    assert (distribution["turns"] * distribution["chance"]).sum() == pytest.approx(
        law.figures["turns"]
    )
    assert dict(law.tables["quantiles"].iter_rows())[0.99] == 57
    assert law.frame().height == len(law.figures)
    assert law.to_pandas("quantiles").shape == (9, 2)
    assert "30.379989" in law._repr_html_()
    page = law.encoded(".html").decode()
    assert "House rules, preset seed" in page
    assert all(text in page for text in ("30.379989", "dice-game-distribution.csv"))


def test_the_display_changes_the_sentence_and_no_number() -> None:
    usual = cardsim.exact("dice-game", players=2)
    slow = cardsim.exact("dice-game", players=2, seconds_per_turn=60)

    assert usual.solution == slow.solution
    assert "4.2 minutes at 20 seconds" in usual.sentence
    assert "13 minutes at 60 seconds" in slow.sentence


def test_the_command_of_an_answer_gives_it_again(command: Command) -> None:
    given: dict[str, Any] = {"players": 3, "preset": "lcr", "max_dice": 2, "seconds_per_turn": 7}
    law = cardsim.exact("dice-game", None, **given)
    words = law.spec.command(law.game).split()

    status, out, _ = command(*words[1:], "--json")

    assert words[:5] == ["cardsim", "exact", "dice-game", "--players", "3"]
    assert status == 0
    assert json.loads(out) == json.loads(law.to_json())


def test_a_file_has_all_of_it(command: Command, tmp_path: Path) -> None:
    for suffix in ("json", "csv", "parquet"):
        assert command("exact", "dice-game", "--players", "2", "-o", f"law.{suffix}")[0] == 0

    data = json.loads((tmp_path / "law.json").read_text())
    numbers = pl.read_csv(tmp_path / "law.csv")
    table = pl.read_parquet(tmp_path / "law.parquet")
    assert data["schema"] == "cardsim.exact/4"
    assert data["tables"]["distribution"]["chance"] == table["chance"].to_list()
    assert data["figures"][0]["value"] == numbers["value"][0] == pytest.approx(12.726473, abs=5e-7)


def test_a_page_has_no_line_that_is_too_long(command: Command) -> None:
    _, solved, _ = command("exact", "dice-game", "--players", "3")
    _, estimated, _ = command("run", "dice-game", "--players", "6", "-n", "1e6", "--seed", "1")

    for line in [*solved.splitlines(), *estimated.splitlines()]:
        assert len(line) <= 80, line
    assert "Again  cardsim exact dice-game --players 3" in solved
    assert re.search(r"^ *50 % +20$", solved, re.MULTILINE)
    assert re.search(r"`distribution`\.\n  \(\d+ rows of data: see a file", solved)


# ---------------------------------------------------------------- beside a run


def test_a_run_shows_the_exact_values_and_how_far_off_it_is(command: Command) -> None:
    result = cardsim.run("dice-game", 50_000, players=3, seed=1)
    _, out, _ = command("run", "dice-game", "--players", "3", "-n", "5e4", "--seed", "1")

    value, errors = result.exact["turns"]
    turns = result.estimates["turns"]
    assert value == pytest.approx(21.510076, abs=5e-7)
    assert errors == pytest.approx((turns.value - value) / (turns.half / 1.959964), rel=1e-5)
    assert result.exact["turns_95"] == (36, None)
    assert result.exact["minutes"].value == pytest.approx(value / 3)
    assert "comeback" not in result.exact
    assert re.search(
        r"turns that a game lasts +21\.\d+ .* 21\.51\d* +[+-]\d\.\d$", out, re.MULTILINE
    )
    assert json.loads(result.to_json())["exact"]["turns"]["value"] == value


def test_a_share_is_measured_by_the_error_that_the_exact_one_gives() -> None:
    result = cardsim.run("dice-game", 50_000, players=2, seed=1)
    wiped, n = result.estimates["wiped"].value, 50_000

    value, errors = result.exact["wiped"]

    assert errors == pytest.approx((wiped - value) / (value * (1 - value) / n) ** 0.5)


@pytest.mark.usefixtures("cache")
@pytest.mark.full
def test_a_run_spends_no_long_time_on_an_exact_value() -> None:
    assert cardsim.run("dice-game", 1000, players=8, seed=1).exact == {}
    assert cardsim.run("dice-game", 1000, players=12, seed=1).exact == {}
    assert cardsim.run("dice-game", 1000, players=2, seed=1).exact != {}


@pytest.mark.usefixtures("cache")
def test_a_run_shows_what_was_solved_before_however_long_it_took(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(solution, "CHEAP", 0.0)
    before = cardsim.run("dice-game", 1000, players=3, seed=1)
    assert before.exact == {}

    law = cardsim.exact("dice-game", players=3)
    after = cardsim.run("dice-game", 1000, players=3, seed=1)

    assert after.exact["turns"].value == law.figures["turns"]


# ---------------------------------------------------------------- the cache


def test_an_answer_is_kept(cache: Path, no_solver: Callable[[], None]) -> None:
    law = cardsim.exact("dice-game", players=3)
    no_solver()

    again = cardsim.exact("dice-game", players=3, seconds_per_turn=9)

    assert again.solution == law.solution
    assert [f.suffix for f in cache.iterdir()] == [".json"]


@pytest.mark.usefixtures("cache")
@pytest.mark.parametrize(
    "other",
    [{"players": 4}, {"start_units": 2}, {"preset": "lcr"}, {"wipe_out": "reroll"}],
    ids=str,
)
def test_another_question_is_not_answered_from_the_cache(
    no_solver: Callable[[], None], other: dict[str, Any]
) -> None:
    cardsim.exact("dice-game", players=3)
    no_solver()

    with pytest.raises(AssertionError, match="solved again"):
        cardsim.exact("dice-game", **{"players": 3, **other})


@pytest.mark.usefixtures("cache")
def test_a_preset_by_another_name_is_the_same_question(no_solver: Callable[[], None]) -> None:
    cardsim.exact("dice-game", players=2, preset="lcr")
    no_solver()

    cardsim.exact("dice-game", players=2, max_dice=3, end_condition="one-holder")


@pytest.mark.usefixtures("cache")
def test_an_answer_of_other_sources_is_not_used(
    no_solver: Callable[[], None], monkeypatch: pytest.MonkeyPatch
) -> None:
    cardsim.exact("dice-game", players=2)
    monkeypatch.setattr(solution, "code_key", lambda *_: "edited")
    no_solver()

    with pytest.raises(AssertionError, match="solved again"):
        cardsim.exact("dice-game", players=2)


@pytest.mark.parametrize(
    "damage",
    [lambda d: d[:-1], lambda d: d[:40] + b"9" + d[41:], lambda _: b""],
    ids=["cut off", "changed", "empty"],
)
def test_a_damaged_answer_is_not_used(cache: Path, damage: Callable[[bytes], bytes]) -> None:
    law = cardsim.exact("dice-game", players=2)
    (file,) = cache.iterdir()
    file.write_bytes(damage(file.read_bytes()))

    again = cardsim.exact("dice-game", players=2)

    assert again.solution == law.solution


def test_what_is_refused_is_refused_before_the_cache_is_asked() -> None:
    with pytest.raises(UserError, match=r"would take about 33\.9 GB; the exact solver stops at 6"):
        cardsim.exact("dice-game", players=10)


# ---------------------------------------------------------------- the contract


@pytest.mark.usefixtures("cache")
def test_a_game_may_ask_several_questions_with_options_of_their_own(
    monkeypatch: pytest.MonkeyPatch, command: Command
) -> None:
    """As another game would: a table of odds, asked for by name, and no link to a run."""
    import dataclasses

    from cardsim import games

    @dataclasses.dataclass(frozen=True)
    class Own:
        target: int = option(4, "the number wanted", low=1, high=6)

    odds = Question(
        "one-die",
        "how likely a number is",
        cost=lambda _rules, _players, _own: 0.0,
        solve=lambda _rules, _players, own: Solution(
            (Figure("at_most", "a die shows no more", int(own["target"]) / 6, is_share=True),),
            (FigureTable("faces", "The faces", {"face": [1, 2], "says": ["keep", "keep"]}),),
        ),
        sentence=lambda n, tables, players, _: (
            f"{n['at_most']:.2f} {len(tables['faces'].columns)} {players}"
        ),
        options=Own,
    )
    game = load_game("dice-game")
    several = dataclasses.replace(game, exact=(*game.exact, odds))
    for module in (games, solution, solved):
        monkeypatch.setattr(module, "load_game", lambda _name: several)

    status, out, err = command("exact", "dice-game", "one-die", "--target", "3", "--players", "5")

    assert (status, err) == (0, "")
    assert out.splitlines()[0] == "0.50 2 5"
    assert "a die shows no more  50.0000 %" in out
    assert "Again  cardsim exact dice-game one-die --players 5 --target 3" in out
    assert command("exact", "dice-game")[2].startswith(
        "cardsim: say what to solve about dice-game: outcome, one-die"
    )
    with pytest.raises(UserError, match="--target must be a whole number from 1 to 6, not 7"):
        cardsim.exact("dice-game", "one-die", target=7)
    assert "comeback" not in cardsim.run("dice-game", 100, players=2, seed=1).exact


def test_the_specification_holds_every_option() -> None:
    spec, rules = prepare("dice-game", None, players=2, options={"max_dice": "3"})

    assert dict(spec.rules)["max_dice"] == rules.max_dice == 3
    assert [name for name, _ in spec.rules] == [o.name for o in load_game("dice-game").options]


# ---------------------------------------------------------------- which house rules matter


class Noting:
    """Rules that note which of them are looked at."""

    def __init__(self, rules: Any, noted: set[str]) -> None:
        self._rules, self._noted = rules, noted

    def __getattr__(self, name: str) -> Any:
        self._noted.add(name)
        return getattr(self._rules, name)


QUESTIONS = [(name, q.name) for name in game_names() for q in load_game(name).exact]
ASKED: dict[str, dict[str, Any]] = {
    "ending": {"hands": "AS KS / QH JH / 9C TC / 9D TD"},
    "double-dummy": {
        "deal": "N:AKQJ.AKQ.AKQ.AKQ T987.JT9.JT9.JT9 65432.876.876.87 .5432.5432.65432"
    },
    "one-card": {"hand_size": 1, "infinite_deck": True},
}


@pytest.mark.parametrize(("name", "question"), QUESTIONS)
@pytest.mark.kept(6)
def test_a_question_takes_the_house_rules_that_it_looks_at(name: str, question: str) -> None:
    game = load_game(name)
    asked, noted = solution.find_question(game, question), set[str]()
    spec, rules = prepare(name, question, options=ASKED.get(question))
    noting = Noting(rules, noted)

    if asked.cost(noting, spec.players, dict(spec.options)) < 1 and question != "double-dummy":
        asked.solve(noting, spec.players, dict(spec.options))

    assert asked.depends is not None
    assert noted & {option.name for option in game.options} <= set(asked.depends)
    for rule in game.options:
        if rule.name not in asked.depends:
            with pytest.raises(UserError, match=f"{rule.flag} has no effect on what"):
                prepare(name, question, options={rule.name: rule.default})
