"""The price list: the best card of few lines, where that is known, and never a line too many."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import Any

import pytest

import cardsim
from cardsim.cli import main
from cardsim.games import load_game
from cardsim.runs.preparation import prepare
from cardsim.runs.run import play
from cardsim.search.learned import loaded
from cardsim.search.lines import lenders_of, lines_of
from cardsim.studies.prices import _said
from cardsim.workspace import load_strategy
from test_learn_exact import MOST, turn_worth

pytestmark = pytest.mark.usefixtures("workspace")
SEED = 5


@cache
def priced() -> cardsim.Learned:
    """Cards of Roll On for most points, begun with one who stops far too late."""
    return learned(lines=2)


def learned(**asked: Any) -> cardsim.Learned:
    asked |= {"start": "hold:stop_at=30", "by": "press:total", "measure": "points", "seed": SEED}
    return cardsim.learn("roll-on", 20_000, **{"threads": 1} | asked)


@pytest.mark.full
def test_the_best_rule_of_one_line_is_found() -> None:
    """Whoever wants most points stops at 20, as is known."""
    payoff = [float(k) for k in range(MOST + 1)]
    best = turn_worth(payoff)
    late = turn_worth(payoff, lambda total: total >= 30)

    (line,) = priced().rounds[0].words

    stop_at = int(next(word for word in line.split() if word.isdecimal()))
    assert turn_worth(payoff, lambda total: total >= stop_at) > best - 0.05
    _, low, high = priced().rounds[0].gain
    assert low - 0.05 < best - late < high + 0.05
    assert low > 0.3


@pytest.mark.full
def test_a_line_that_gains_nothing_is_not_added() -> None:
    """One number is all there is to know of Roll On for most points."""
    one, two = priced().rounds

    assert two.words == one.words
    assert two.gain[0] == 0


@pytest.mark.full
def test_cards_have_no_more_lines_than_were_asked_for() -> None:
    found = priced()

    assert [done.number for done in found.rounds] == [1, 2]
    assert all(len(done.words) <= done.number for done in found.rounds)
    assert found.card == list(found.rounds[-1].words)
    assert f"- {found.card[0]}" in found.text


@pytest.mark.full
def test_each_card_has_its_lines_at_most_and_its_file_plays_as_it_was_valued() -> None:
    asked: dict[str, Any] = {"unit": "hand", "vs": "usual", "seed": SEED}

    found = cardsim.learn("scat", 3000, lines=3, threads=1, **asked)

    spec = found.after.spec
    for done in found.rounds:
        player = loaded(done.text)
        again = play(prepare("scat", strategy=player, first=spec.first, hands=spec.hands, **asked))
        assert len(done.words) <= done.number
        assert again.headline == done.result.headline
    assert len(found.rounds[-1].words) > 1


@pytest.mark.full
def test_the_same_seed_finds_the_same_cards_and_a_file_keeps_them(tmp_path: Path) -> None:
    path = tmp_path / "cards.json"
    path.write_text(priced().to_json(), "utf-8")

    kept = cardsim.load(path)
    assert isinstance(kept, cardsim.Learned)
    assert kept.rounds[0].words == priced().rounds[0].words
    assert learned(lines=2, threads=2).to_json() == priced().to_json()
    assert "--lines 2" in priced().command


@pytest.mark.parametrize(
    ("game", "line", "said"),
    [
        (
            "scat",
            "take discard where the top discard adds 3 or more points",
            "take the top discard where it adds 3 or more points",
        ),
        ("scat", "at knock: knock, holding 22 or more points", "knock, holding 22 or more points"),
        ("scat", "knock at 27 or more", "knock at 27 or more"),
        (
            "spades",
            "at bid: as count-bid does, with 2 spades",
            "bid as count-bid does, with 2 spades",
        ),
        ("spades", "bid: highest spade in a nil: 9", "bid: highest spade in a nil: 9"),
        ("spades", "play: throw high cards late", "throw high cards late"),
        (
            "spades",
            "at bid: as count-bid does, with 10 or the jack or the queen or the ace as highest",
            "bid as count-bid does, with 10 or higher as highest",
        ),
    ],
)
def test_a_line_is_said_as_a_player_would(game: str, line: str, said: str) -> None:
    assert _said(line, load_game(game)) == said


def test_what_is_borrowed_counts_as_its_lines_and_those_it_names() -> None:
    """`level-2` in Scat has three numbers of its own, and goes on as `level-1`."""
    scat = load_game("scat")

    assert len(lines_of(load_strategy(scat, "level-2"))) == 3
    assert lenders_of(scat, "level-2", "threshold") == {"level-2", "level-1"}


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["scat", "--lines", "0"], "--lines must be a whole number from 1 to 12, not 0"),
        (["scat", "--lines", "x"], "--lines must be a whole number from 1 to 12, not x"),
        (["scat", "--lines", "13"], "--lines must be a whole number from 1 to 12, not 13"),
        (["scat", "--lines", "2", "--rounds", "3"], "--rounds cannot go with --lines"),
        (["scat", "--lines", "2", "--from", "all"], "--lines begins with one strategy"),
        (["scat", "--lines", "2", "--self-play"], "--lines cannot go with --self-play"),
        (["scat", "--lines", "2", "--safest"], "--lines cannot go with --safest"),
        (["high-card", "--lines", "2"], "nothing is known of what players of high-card think by"),
        (["dice-game", "--lines", "2"], "nobody decides anything in dice-game"),
    ],
)
def test_what_cannot_be_priced_is_one_line(
    words: list[str], message: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["learn", *words]) == 2
    out, err = capsys.readouterr()
    assert out == ""
    assert message in err.splitlines()[0]
