"""Players with a temperature, and company by its strength."""

from __future__ import annotations

import math
from itertools import pairwise
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

import cardsim
from cardsim import Strategy, UserError
from cardsim.ask.fields import told_strengths
from cardsim.game import Scores
from cardsim.games import load_game
from cardsim.kernels.jit import kernel
from cardsim.quantal import Worth
from cardsim.runs.company import parts_of
from cardsim.runs.live import live_game
from cardsim.runs.preparation import resolve
from cardsim.runs.request import Request
from cardsim.runs.result import Result
from cardsim.runs.strengths import NAMED, alone, is_strength, temperature_at
from cardsim.search import worths
from cardsim.show.live import live_of
from cardsim.strategy import Strategy as Compiled
from cardsim.workspace import STRENGTHS
from checks import assert_uniform
from typed import Command

MEASURED = (
    *("scat", "gin-rummy", "euchre", "spades", "cheat", "casino"),
    *("bridge", "counter-cameroon", "ninety-nine"),
)
"""Games in which every strength plays."""
DIAL = (0, 25, 50, 75, 100)


def met(vs: Any, n: int = 300, **asked: Any) -> Result:
    return cardsim.run("scat", n, vs=vs, seed=5, progress=False, **asked)


# ---------------------------------------------------------------- the formula

HABIT, HEAT = 0.3, 0.7


@kernel
def describe(_view, action, numbers):  # type: ignore[no-untyped-def]  # compiled
    numbers[0] = action
    numbers[1] = action * action
    return 0


def rock(_view):  # type: ignore[no-untyped-def]  # compiled
    return 0


def paper(_view):  # type: ignore[no-untyped-def]  # compiled
    return 1


def taken(function: Any, worth: Worth) -> list[int]:
    """How often each action is taken: 20 000 throws."""
    game = load_game("three-ways")
    (decision,) = game.decisions
    decides: dict[str, Any] = {decision.function: function}
    wants: Compiled = Strategy(game.name, name="wants", **decides)
    slips = wants.tempered({decision.function: worth})
    asked: dict[str, Any] = {"strategy": slips, "vs": "rock", "temperature": HEAT, "seed": 3}
    throws = cardsim.decisions("three-ways", 20_000, **asked)
    mine = throws.filter(throws["strategy"] != "rock")["action"].value_counts().sort("action")
    assert mine["action"].to_list() == [0, 1, 2]
    counts: list[int] = mine["count"].to_list()
    return counts


@pytest.mark.full
@pytest.mark.usefixtures("workspace")
@pytest.mark.parametrize("wanted", [rock, paper])
def test_an_action_is_taken_by_the_logit_of_what_it_gives_away(wanted: Any) -> None:
    """Chi-square: a true program fails once in a million."""
    worths = [0.0, -0.5, -2.0]
    weights = ((0.0,), (-0.5,))
    own = wanted(None)
    given = [0.0 if k == own else HABIT + max(0.0, worths[own] - worths[k]) for k in range(3)]
    shares = [math.exp(-loss / HEAT) for loss in given]

    counts = taken(wanted, Worth(HABIT, weights, Scores(describe, ("it", "its square"))))

    assert_uniform(counts, resolves=0.1, weights=shares)


@pytest.mark.full
@pytest.mark.usefixtures("workspace")
def test_where_nothing_describes_actions_all_others_cost_the_same() -> None:
    """Chi-square, as above."""
    counts = taken(rock, Worth(HABIT))

    assert_uniform(counts, resolves=0.1, weights=[1, *[math.exp(-HABIT / HEAT)] * 2])


# ---------------------------------------------------------------- the dial


def test_a_dial_keeps_the_part_that_it_says(monkeypatch: pytest.MonkeyPatch) -> None:
    """Even where what is won falls so steeply that a first round is 6 in 100 off."""

    def kept(heat: float) -> float:
        return 1 / (1 + (heat / 0.07) ** 3)

    def run(_game: str, _hands: int, *, strategy: str, **_how: Any) -> SimpleNamespace:
        won = kept(float(strategy.partition("=")[2]))
        return SimpleNamespace(measure=SimpleNamespace(sign=1), headline=SimpleNamespace(value=won))

    monkeypatch.setattr(worths, "run", run)

    parts = [kept(heat) for heat in worths.dial_of("scat", 0.05, 1)]

    assert parts == pytest.approx([k / 10 for k in range(9, 0, -1)], abs=0.015)


# ---------------------------------------------------------------- chance


@pytest.mark.full
def test_what_slips_draws_the_same_however_hands_are_divided() -> None:
    one, two = (met("strength=40", n=2000, threads=threads) for threads in (1, 2))

    assert one.to_dict() == two.to_dict()
    assert "but slip where it costs little" in one.sentence


@pytest.mark.full
def test_without_a_temperature_nothing_is_drawn() -> None:
    alone, never = (met(f"chase-31{cool}") for cool in ("", ":temperature=0"))

    for table, rows in alone.tables.items():
        assert rows.equals(never.tables[table])


@pytest.mark.full
def test_what_slips_travels_to_workers_and_goes_on_when_saved(tmp_path: Any) -> None:
    with cardsim.Workers(1) as one:
        far = met("club", executor=one)
    near = met("club")
    near.save(tmp_path / "a.json")
    read = cardsim.load(tmp_path / "a.json")

    assert far.to_dict() == near.to_dict()
    assert isinstance(read, Result)
    assert read.more(200).to_dict() == met("club", n=500).to_dict()
    assert "--vs club" in near.command


def test_what_is_in_python_has_no_temperature() -> None:
    def slow(view: Any) -> bool:
        return bool(view.value > 20)

    with pytest.raises(UserError, match="plain Python, and temperature is for those"):
        Strategy("scat", name="slow", knock=slow, compiled=False).tempered({"knock": Worth()})


# ---------------------------------------------------------------- the dial


@pytest.mark.parametrize("game", MEASURED)
def test_temperatures_fall_from_anything_legal_to_no_slip(game: str) -> None:
    rules = load_game(game)
    heats = [temperature_at(rules, at, label="--vs") for at in range(101)]

    assert heats[-1] == 0
    assert all(hot > cool for hot, cool in pairwise(heats))


@pytest.mark.parametrize("game", MEASURED)
@pytest.mark.kept(0, full=1)
def test_a_stronger_bot_wins_more(game: str) -> None:
    """Each wins more than the one before it, by more than the noise of both together."""
    unit = load_game(game).single_unit
    bots = [
        cardsim.run(game, 2000, strategy=f"strength={at}", unit=unit, seed=5, progress=False)
        for at in DIAL
    ]
    sign = -1 if bots[0].measure.lower_is_better else 1
    won = [sign * bot.headline.value for bot in bots]

    for (weak, strong), (one, other) in zip(pairwise(won), pairwise(bots), strict=True):
        assert strong - weak > math.hypot(one.headline.half, other.headline.half), won


@pytest.mark.full
@pytest.mark.parametrize("game", ["scat"])
def test_of_the_named_each_beats_the_one_before(game: str) -> None:
    unit = load_game(game).single_unit
    each = [
        cardsim.run(game, 2000, strategy=name, unit=unit, seed=5, progress=False).headline.value
        for name in NAMED
    ]
    rises = load_game(game).units[unit](load_game(game).rules(), 2)

    assert each == sorted(each, reverse=rises.won_by.lower_is_better)


# ---------------------------------------------------------------- what is typed


@pytest.mark.parametrize("name", NAMED)
def test_a_company_by_name_is_drawn_from_the_field(name: str) -> None:
    spec = resolve(Request("scat", vs=name, seed=1), 1).spec
    (drawn,) = set(spec.others)

    assert drawn.plays
    for member in drawn.members or (drawn,):
        assert float(dict(member.parameters)["temperature"]) > 0
        assert "lapse" not in dict(member.parameters)


@pytest.mark.parametrize(
    ("players", "best"),
    [(2, "planner"), (3, "steady"), (4, "until-wrong"), (6, "early-doubter")],
)
def test_an_expert_plays_as_is_best_with_so_many_at_the_table(players: int, best: str) -> None:
    def asked(**who: Any) -> Any:
        return resolve(Request("cheat", players=players, seed=1, **who), 1).spec

    assert asked(vs="expert").others[0].strategy == best
    assert asked(vs="strength=100").others[0].strategy == best
    assert asked(vs="expert, club").others[0].members[0].strategy == best
    assert asked(strategy="strength=60").hero.strategy == best
    assert asked(seats=["expert"] * players).seats[-1].strategy == best


@pytest.mark.parametrize(
    "vs",
    [["expert"], "steady; expert", "strength:100", {"club": 1, "steady": 1}, cardsim.mix(["club"])],
)
def test_a_strength_is_seen_wherever_it_is_listed(vs: Any) -> None:
    """Else all tables of a sweep have the best player of the usual one."""
    assert is_strength(vs)
    assert not is_strength(["steady"])


@pytest.mark.full
def test_experts_of_a_sweep_play_as_is_best_at_each_of_its_tables() -> None:
    swept = cardsim.sweep("cheat", 20, players="2..3", vs="expert", seed=1, progress=False)

    assert [point.result.spec.others[0].strategy for point in swept.points] == ["planner", "steady"]


def test_the_words_for_strengths_are_those_that_mean_something() -> None:
    assert tuple(NAMED) == STRENGTHS


def test_a_field_tells_of_each_strength_and_how_it_fares(command: Command) -> None:
    said = " ".join(command("games field scat").out.split())

    for name, strength in NAMED.items():
        assert f"{name} {strength.about}; " in " ".join(said.split())
    assert "of one such player against the field" in said


@pytest.mark.parametrize(
    ("words", "why"),
    [
        ("--vs strength=101", "--vs strength must be a number from 0 to 100, not 101"),
        ("--vs strength=", "--vs strength must be a number from 0 to 100, not ''"),
        ("--vs strength=x", "--vs strength must be a number from 0 to 100, not x"),
        ("--vs strength", "--vs strength must be a number from 0 to 100, not ''"),
        ("--strategy strength=-1", "--strategy strength must be a number from 0 to 100, not -1"),
        ("--vs chase-31:temperature=-1", "--vs: temperature must be a number from 0 to 1"),
        ("--vs chase-31:temperature=", "must be a strategy's name, or name:parameter=value"),
        ("--vs clubb", "did you mean 'club'?"),
        ("--vs club:x=1", "--vs club:x=1: club takes no parameters"),
        ("--temperature 1", "no option --temperature for"),
    ],
)
def test_a_wrong_strength_is_refused(command: Command, words: str, why: str) -> None:
    said = command(f"run scat {words} -n 10 --seed 1")

    assert said.status == 2
    assert said.out == ""
    assert why in " ".join(said.err.split())


@pytest.mark.parametrize(
    ("game", "plays"),
    [
        ("scat", "threshold:knock_threshold=20"),
        ("ninety-nine", "dump-high"),
        ("spades", "by-the-book:nil_count=0"),
        ("cheat", "doubter:doubts=0.05"),
    ],
)
def test_one_beginner_plays_as_the_usual_player_does_if_some_do(game: str, plays: str) -> None:
    who = alone(load_game(game), "beginner")

    assert who.startswith(f"{plays}{',' if ':' in plays else ':'}temperature=")


@pytest.mark.usefixtures("workspace")
def test_no_strength_is_offered_where_there_is_no_dial(command: Command) -> None:
    said = command("run three-ways --vs clubb -n 10 --seed 1")

    assert said.status == 2
    assert "no strategy called 'clubb' for three-ways" in said.err
    assert "strength" not in said.err


@pytest.mark.usefixtures("workspace")
def test_a_game_of_ones_own_has_no_dial(command: Command) -> None:
    said = command("run three-ways --vs strength=40 -n 10 --seed 1")

    assert said.status == 2
    assert "no temperatures are measured there" in said.err


# ---------------------------------------------------------------- files of one's own


@pytest.fixture
def own_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return the folder of Scat in a workspace of one's own."""
    folder = tmp_path / "strategies" / "scat"
    folder.mkdir(parents=True)
    monkeypatch.chdir(tmp_path)
    return folder


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ('dial = "hot"', "dial must be 9 numbers above 0, each above the one before, not hot"),
        ("dial = [1]", "dial must be 9 numbers"),
        ("dial = [1, 2, 3, 4, 5, 6, 7, 8, 8]", "dial must be 9 numbers"),
        ("dial = [1, 2, 3, 4, 5, 6, 7, 8, 1e9]", "dial must be 9 numbers"),
        ("dial = [", "cannot be read"),
        ("base = 3", "base must be text, not 3"),
        ('base = "program:true"', "names program:true, and starts nothing"),
        ("fares = 3", "fares must be a table, not 3"),
        ("[fares]\nclub = [1, 2]", "fares of club must be three numbers"),
        ("[knok]\nhabit = 1", "there is no knok; there are unit, base, dial, fares, "),
        ("[knock]", "knock needs a habit, a number from 0 on"),
        ("[knock]\nhabit = nan", "knock needs a habit"),
        ("[knock]\nhabit = 1e300", "knock needs a habit"),
        ("[knock]\nhabit = 1\nweights = 2", "the weights of knock must be lists of numbers"),
        ("[knock]\nhabit = 1\nweights = [[inf]]", "the weights of knock must be lists"),
        ("[knock]\nhabit = 1\nweights = [[1]]", "knock must have 15 weights in each of 2 columns"),
    ],
)
def test_a_file_of_worths_that_means_nothing_is_refused(
    own_folder: Path, command: Command, text: str, why: str
) -> None:
    own = own_folder / "worths.toml"
    own.write_text(text, "utf-8")

    said = command("run scat --vs chase-31:temperature=1 -n 10 --seed 1")

    assert (said.status, said.out) == (2, "")
    assert "worths.toml" in said.err
    assert why in " ".join(said.err.split())


@pytest.mark.parametrize("how", ["--vs", "--strategy"])
def test_a_strategy_called_like_a_strength_is_not_passed_over(
    own_folder: Path, command: Command, how: str
) -> None:
    own = own_folder / "club.py"
    own.write_text("", "utf-8")

    said = command(f"run scat {how} club -n 10 --seed 1")

    assert said.status == 2
    assert "'club' stands for players of a table" in said.err


def test_a_club_of_ones_own_field_has_ones_own_strategies(own_folder: Path) -> None:
    own = own_folder
    (own / "mine.py").write_text(
        'from cardsim import Strategy\n\nSTRATEGY = Strategy(game="scat", plays="play~ mine")\n',
        "utf-8",
    )
    (own / "field.toml").write_text(
        '[[member]]\nlevel = 0\nstrategy = "threshold"\n[[member]]\nlevel = 1\nstrategy = "mine"\n',
        "utf-8",
    )

    spec = resolve(Request("scat", vs="club", seed=1), 1).spec

    assert spec.others[0].strategy == "mine"


def test_half_of_casual_players_are_those_that_the_field_names(own_folder: Path) -> None:
    (own_folder / "field.toml").write_text(
        'casual = "chase-31"\n[[member]]\nlevel = 0\nstrategy = "threshold"\n'
        '[[member]]\nlevel = 1\nstrategy = "suit-keeper:temperature=0.01"\n',
        "utf-8",
    )

    (casual,) = set(resolve(Request("scat", vs="casual", seed=1), 1).spec.others)

    assert {m.strategy: share for m, share in zip(casual.members, casual.shares, strict=True)} == {
        "threshold": 0.5,
        "chase-31": 0.5,
    }
    assert told_strengths(load_game("scat"))["casual"].endswith("half of them play as `chase-31`")


def test_a_member_that_slips_has_the_temperature_of_a_strength_in_its_place(
    own_folder: Path,
) -> None:
    (own_folder / "field.toml").write_text(
        '[[member]]\nlevel = 0\nstrategy = "threshold"\n'
        '[[member]]\nlevel = 1\nstrategy = "suit-keeper:temperature=0.01"\n',
        "utf-8",
    )
    heat = temperature_at(load_game("scat"), NAMED["club"].at, label="--vs")

    club = resolve(Request("scat", vs="club", seed=1), 1).spec.others[0]

    assert dict(club.parameters)["temperature"] == pytest.approx(heat, rel=0.01)


def test_what_was_measured_against_another_field_is_not_told(own_folder: Path) -> None:
    (own_folder / "field.toml").write_text('[[member]]\nstrategy = "threshold"\n', "utf-8")

    told = told_strengths(load_game("scat"))

    assert told == {name: strength.about for name, strength in NAMED.items()}


# ---------------------------------------------------------------- where a strength may stand


def test_a_strength_is_the_same_player_on_both_sides_of_a_preset() -> None:
    asked = Request(
        "gin-rummy", strategy="strength=40", vs="strength=40", preset="classic-2p", seed=1
    )
    hero, other = resolve(asked, 1).spec.seats

    assert hero == other


@pytest.mark.parametrize(
    ("named", "words"), [(["chase-31:temperature=1"], []), ([], ["club"])], ids=["alone", "club"]
)
def test_a_page_refuses_a_temperature(named: list[str], words: list[str]) -> None:
    with pytest.raises(UserError, match="slips by a temperature"):
        live_game(load_game("scat"), named, words)


def test_a_page_refuses_the_table_of_one_who_slips_by_a_temperature() -> None:
    asked = Request("scat", strategy="chase-31:temperature=1", seed=1)
    answer = SimpleNamespace(spec=SimpleNamespace(base=resolve(asked, 1).spec))

    with pytest.raises(UserError, match="not by a temperature"):
        live_of(answer)


def test_a_parameter_that_begins_like_a_strength_stays_with_its_strategy() -> None:
    assert parts_of("a:x=1,strength_of_hand=3,strength=4") == [
        "a:x=1,strength_of_hand=3",
        "strength=4",
    ]


def test_a_player_may_be_given_other_worths() -> None:
    usual = Strategy("scat", name="mine", knock=rock)
    cheap, dear = (usual.tempered({"knock": Worth(habit)}) for habit in (0.1, 0.2))

    assert cheap.fingerprint != dear.fingerprint
