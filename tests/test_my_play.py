"""What a person gives away in all games that he played: `cardsim review --mine`."""

from __future__ import annotations

import json
import math
from dataclasses import replace
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import polars as pl
import pytest

import cardsim
from cardsim.cli import main, screen
from cardsim.engine import bulk
from cardsim.games import load_game
from cardsim.runs import store as catalogue
from cardsim.runs.preparation import resolve
from cardsim.runs.request import Request
from cardsim.show.small_pages import my_page
from cardsim.story import Section
from cardsim.table import choice_values, looked_back, my_play_story, played
from cardsim.table.likeness import Like, Likeness, likeness
from cardsim.table.looked_back import LookBack
from cardsim.table.my_play import MyPlay, kind_of
from cardsim.table.own_strength import OwnStrength, own_strength
from cardsim.table.played import (
    DecisionVerdict,
    SavedGame,
    Sitting,
    keep,
    place_of,
    sit_down,
)


@pytest.fixture
def backs(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> list[LookBack]:
    """Two hands of Scat in which somebody did what was first in the list, kept in `play`."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(choice_values, "FEWEST_USUAL", 200)
    monkeypatch.setattr(choice_values, "FORKS", 400)
    monkeypatch.setattr(looked_back, "TRIALS", 1000)
    found = []
    for seed in (5, 6):
        asked: dict[str, Any] = {
            "game": "scat",
            "unit": "hand",
            "vs": "usual",
            "seed": seed,
            "options": {},
        }
        run, hand = sit_down(asked, 0)
        sitting = Sitting(run, hand)
        while not sitting.over:
            sitting.act(0)
        actions = tuple(turn.action for turn in sitting.turns)
        kept = SavedGame(asked, hand, actions, over=True)
        keep(tmp_path / "play" / f"scat-{seed}.json", kept)
        found.append(looked_back.look_back(sitting, kept))
    return found


def verdict(did: str, best: str, cost: float = 1.0) -> DecisionVerdict:
    return DecisionVerdict(1, "finish", did, best, cost, cost - 0.1, cost + 0.1)


def test_what_was_given_away_is_added_up_by_hand(backs: list[LookBack]) -> None:
    first = (verdict("throw K♣", "throw 7♠", 2.0), verdict("knock", "throw 7♠", 0.5))
    second = (
        verdict("throw 2♣", "throw 3♠", 4.0),
        verdict("knock", "throw 7♠", 0.01)._replace(low=-1.0),
    )
    mine = MyPlay((replace(backs[0], verdicts=first), replace(backs[1], verdicts=second)))

    throw, knock = mine.habits
    assert (throw.did, throw.better, throw.times) == ("throw a card", "another card", 2)
    assert throw.cost == 3.0
    # Student's 97.5 % with one degree of freedom is 12.706, and the standard error is 1.
    assert throw.high == pytest.approx(3 + 12.706, abs=0.001)
    # What is not sure costs nothing.
    assert (knock.did, knock.better, knock.times, knock.cost) == ("knock", "throw a card", 1, 0.25)
    assert mine.taken[0] == pytest.approx(3.25)
    assert [cost.cost for _, cost in mine.costly] == [4.0, 2.0, 0.5]
    assert math.isnan(MyPlay(mine.backs[:1]).taken[1])


def given_away(*costs: float) -> Any:
    """Look backs at hands of Scat of which only the costs are known."""
    game = load_game("scat")
    unit = game.units["hand"](game.rules(), 3)
    about = {"game": game, "unit": unit, "measure": unit.won_by, "luck": None, "sure": []}
    return tuple(SimpleNamespace(taken=(cost, 0.1), **about) for cost in costs)


def test_how_many_more_hands_tell_what_you_give_away() -> None:
    """Costs 1 and 5 scatter by 2.83: their mean of 3 is known to 1.5 after 14 hands."""
    unsure, sure = MyPlay(given_away(1, 5)), MyPlay(given_away(*(1, 5) * 20))

    assert unsure.missing == 12
    assert "That is a first impression: play 12 more hands to know." in unsure.sentence
    assert sure.missing == 0
    assert "first impression" not in sure.sentence
    assert MyPlay(given_away(1, 1)).missing == 8
    assert MyPlay(given_away(1)).missing == 9


def test_what_is_given_away_is_drawn_over_time() -> None:
    mine = MyPlay(given_away(1, 5, 3, 3))

    chart = my_play_story._over_time(mine)

    (line,) = chart.series
    assert line.x == (2, 3, 4)
    assert [y / mine.times for y in line.y] == [3, 3, 3]
    assert line.low[0] < line.low[1] < line.low[2] < line.y[2]
    assert "\n".join(screen.sections([Section("Over time", "", chart)])).count("\n") > 3


def test_a_likeness_is_told_from_enough_decisions_alone() -> None:
    spec: Any = None

    def likes(decisions: int, *likelihoods: float) -> Likeness:
        each = [Like("x", "plays", 1, decisions, 0.1, one) for one in likelihoods]
        return Likeness(spec, tuple(each))

    assert likes(2, -1, -9).missing == 18
    assert likes(40, -10, -14).missing == 0
    # A difference of 1 in 40 decisions grows to ln 20 = 3.0 in 120.
    assert likes(40, -10, -11).missing == pytest.approx(40 * (math.log(20) - 1))
    assert math.isinf(likes(40, -10, -10).missing)


@pytest.mark.parametrize(
    ("did", "best", "kinds"),
    [
        ("bid 3", "bid 5", ("bid", "bid more")),
        ("bid 3", "bid 1", ("bid", "bid less")),
        ("bid nil", "bid 1", ("bid nil", "bid")),
        ("take K♣", "draw from the stock", ("take a card", "draw from the stock")),
        ("take A♣ 2♣ with 3♦", "trail 3♦", ("take a card with a card", "trail a card")),
        ("7 and 7", "4 and 10", ("finish", "otherwise")),
    ],
)
def test_habits_are_told_without_cards(did: str, best: str, kinds: tuple[str, str]) -> None:
    assert kind_of(verdict(did, best)) == kinds


@pytest.mark.full
def test_the_command_adds_up_what_is_kept(
    backs: list[LookBack], capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    (tmp_path / "play" / "broken.json").write_text("{}", "utf-8")

    assert main(["review", "--mine"]) == 0
    said = capsys.readouterr()
    assert "In 2 hands of Scat (Thirty-One) your play gave away" in said.out
    assert "broken.json is left out" in said.err
    assert "decisions are too few to say which strategy you play like: play about" in said.out
    assert "would have done the same" not in said.out

    assert main(["review", "--mine", "--json"]) == 0
    (told,) = json.loads(capsys.readouterr().out)["games"]
    assert told["sentence"] == MyPlay(tuple(backs)).sentence
    likes = told["likes"]
    assert [like["likelihood"] for like in likes] == sorted(
        (like["likelihood"] for like in likes), reverse=True
    )
    assert {like["decisions"] for like in likes} == {sum(len(back.turns) for back in backs)}

    assert main(["review", "--mine", "-o", "mine.csv"]) == 0
    assert pl.read_csv("mine.csv")["did"].to_list() == [h["did"] for h in told["habits"]]

    (tmp_path / "play" / "broken.json").unlink()
    assert cardsim.my_play().equals(MyPlay(tuple(backs)).frame())


@pytest.mark.full
def test_the_page_of_all_that_was_played_tells_the_story_of_each_game(
    backs: list[LookBack],
) -> None:
    habits = (verdict("throw K♣", "throw 7♠", 2.0),)
    plays = [MyPlay((replace(back, verdicts=habits, turns=()),)) for back in backs]
    stories = [my_play_story.story(one) for one in plays]

    one = my_page(plays[:1], stories[:1]).decode()
    both = my_page(plays, stories).decode()

    assert "<h2>Your habits, and the decisions that cost most</h2>" in one
    head = "<h2>Scat (Thirty-One), 1 hand: Your habits, and the decisions that cost most</h2>"
    assert both.count(head) == 2
    assert "throw a card" in one
    assert "Gave away, lives in 100 hands" in one
    assert "<code>cardsim review --mine</code>" in one
    assert 'download="my-habits.csv"' in one
    # No section is a card, which alone would be printed.
    assert 'class="card"' not in both


@pytest.mark.full
def test_two_look_backs_of_the_same_game_are_the_same_bytes(
    backs: list[LookBack], tmp_path: Path
) -> None:
    again = looked_back.load_look_back(tmp_path / "play" / "scat-5.json")

    assert again.to_json() == backs[0].to_json()
    assert again.encoded(".html") == backs[0].encoded(".html")


class TriedAgainError(Exception):
    """Something is played that was played before."""


@pytest.mark.full
def test_what_was_looked_back_at_once_is_not_played_again(
    backs: list[LookBack], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Not the decisions' alternatives, and not what the usual player gets; another game is."""

    def again(*_: Any, **__: Any) -> Any:
        raise TriedAgainError

    monkeypatch.setenv(catalogue.CHOSEN, str(tmp_path / "runs.sqlite"))
    first = looked_back.load_look_back(tmp_path / "play" / "scat-5.json")
    monkeypatch.setattr(played, "tried", again)
    monkeypatch.setattr(bulk, "play", again)

    second = looked_back.load_look_back(tmp_path / "play" / "scat-5.json")

    assert second.to_json() == first.to_json() == backs[0].to_json()
    assert second.encoded(".html") == first.encoded(".html")
    with pytest.raises(TriedAgainError):
        looked_back.load_look_back(tmp_path / "play" / "scat-6.json")


@pytest.mark.full
def test_who_plays_by_a_strategy_plays_most_like_it(backs: list[LookBack]) -> None:
    """Somebody who knocks at 25, and once does what is first in the list."""
    run = resolve(Request("scat", strategy="threshold:knock_threshold=25", vs="same", seed=0), 1)
    strategy, player = run.seated[0]
    asked: dict[str, Any] = {**backs[0].kept.asked, "unit": "match", "seed": 7}
    table, hand = sit_down(asked, 0)
    sitting = Sitting(table, hand)
    while not sitting.over:
        wanted = sitting.table.choice(strategy, **dict(player.parameters))
        legal = [sitting.table.nth(n) for n in range(sitting.table.count)]
        sitting.act(legal.index(wanted) if len(sitting.turns) != 3 else 0)
    turns = tuple(sitting.turns)
    found = likeness([replace(backs[0], turns=turns)])

    assert found is not None
    likes = {like.name: like for like in found.likes}
    own = likes["threshold:knock_threshold=25"]
    assert own.decisions == len(turns)
    assert len(turns) - 1 <= own.same <= len(turns)
    assert own.likelihood > max(likes["threshold"].likelihood, likes["chase-31"].likelihood)
    assert found.likes[0].likelihood >= own.likelihood
    assert f"You play most like {found.likes[0].name}" in found.sentence


@pytest.mark.full
def test_strength_is_read_from_what_was_decided(backs: list[LookBack]) -> None:
    """Somebody who takes any legal action is told from somebody of strength 90."""
    found = []
    for who in ("random-legal", "strength=90"):
        run = resolve(Request("scat", strategy=who, vs="same", seed=0), 1)
        strategy, player = run.seated[0]
        played_by = []
        for seed in range(12):
            asked: dict[str, Any] = {**backs[0].kept.asked, "unit": "match", "seed": seed}
            sitting = Sitting(*sit_down(asked, 0))
            while not sitting.over:
                wanted = sitting.table.choice(strategy, **dict(player.parameters))
                sitting.act(place_of(sitting.table, wanted))
            played_by.append(replace(backs[0], turns=tuple(sitting.turns)))
        strength = own_strength(played_by)
        assert strength is not None
        assert strength.low <= strength.value <= strength.high
        found.append(strength)

    assert found[0].high < found[1].low
    assert own_strength(backs[:1]) is None


@pytest.mark.parametrize(
    ("strength", "told"),
    [
        (OwnStrength(62.4, 40, 80, 90), "You play at a strength of about 62 (40 to 80 fit; "),
        (OwnStrength(62.4, 20, 95, 21), "Your 21 decisions tell no strength yet: 20 to 95 fit"),
    ],
)
def test_no_one_strength_is_told_from_a_wide_interval(strength: OwnStrength, told: str) -> None:
    assert strength.sentence.startswith(told)


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["--mine"], "no game that you played to its end is kept in"),
        (["--mine", "-o", "mine.txt"], "-o mine.txt must end in .html or .csv"),
        (["--seat", "1", "--mine"], "--seat is about the look back of --hand"),
        (["--mine", "scat"], "--mine is about all games that you played, and takes none"),
        ([], "which game? cardsim review scat"),
        (["--json", "scat"], "the game comes before the options, so before --json"),
    ],
)
def test_what_cannot_be_is_one_line(
    words: list[str],
    message: str,
    monkeypatch: pytest.MonkeyPatch,
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.chdir(tmp_path)

    assert main(["review", *words]) == 2
    assert message in capsys.readouterr().err
