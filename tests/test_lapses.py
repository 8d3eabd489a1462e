"""Players who now and then take any legal action: `lapse`, which every strategy may be given."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

import cardsim
from cardsim import Strategy, UserError
from cardsim.runs.preparation import resolve
from cardsim.runs.request import Request
from cardsim.runs.result import Result
from typed import Command


def met(vs: Any, n: int = 300, **asked: Any) -> Result:
    return cardsim.run("scat", n, vs=vs, seed=5, progress=False, **asked)


def test_without_a_lapse_nothing_is_drawn() -> None:
    for name in ("chase-31", "random-legal"):
        alone, never = met(name, strategy=name), met(f"{name}:lapse=0", strategy=name)
        for table, rows in alone.tables.items():
            assert rows.equals(never.tables[table])


def test_what_lapses_draws_the_same_however_hands_are_divided() -> None:
    vs = "threshold:knock_threshold=20..21,lapse=0.1, random-legal:lapse=0.5"
    one, two = (met(vs, n=3000, threads=threads) for threads in (1, 2))

    assert one.to_dict() == two.to_dict()
    assert not one.tables["seats"].equals(met("threshold, random-legal", n=3000).tables["seats"])


# ---------------------------------------------------------------- what is told


def test_a_lapse_is_told_in_words_and_saved_with_the_player(tmp_path: Path) -> None:
    result = met("chase-31:lapse=0.05")
    result.save(tmp_path / "a.json")
    read = cardsim.load(tmp_path / "a.json")

    assert "but lapse in 5 % of decisions" in result.sentence
    assert "(lapse" not in result.sentence
    slipping = met("usual", strategy="threshold:lapse=0.05").sentence
    assert "but lapse in 5 % of decisions, against two players" in slipping
    assert "but lapse now and then" in met("chase-31:lapse=0.05, suit-keeper").sentence
    assert "--vs chase-31:lapse=0.05" in result.command
    assert isinstance(read, Result)
    assert read.more(200).to_dict() == met("chase-31:lapse=0.05", n=500).to_dict()


def test_the_hero_may_lapse_and_a_command_repeats_it() -> None:
    result = met("usual", strategy="threshold:knock_threshold=25,lapse=0.1")

    assert "--strategy threshold:knock_threshold=25,lapse=0.1" in result.command
    (row,) = (r for r in result.replay(3).seats if r == result.spec.hero)
    assert dict(row.parameters)["lapse"] == 0.1


@pytest.mark.full
def test_what_lapses_travels_to_workers() -> None:
    with cardsim.Workers(1) as one:
        far = met("suit-keeper:lapse=0.05, chase-31:lapse=0.2", executor=one)

    assert far.to_dict() == met("suit-keeper:lapse=0.05, chase-31:lapse=0.2").to_dict()


# ---------------------------------------------------------------- whose parameter it is


def plain(view: Any) -> bool:
    return bool(view.value > 20)


def test_a_strategy_may_have_a_lapse_of_its_own(write_strategy: Any) -> None:
    write_strategy(
        "mine",
        "from cardsim import Strategy\n"
        "def knock(view, lapse=3):\n    return view.value >= 20 + lapse\n"
        "STRATEGY = Strategy(game='scat', knock=knock)\n",
    )

    (other,) = set(resolve(Request("scat", vs="mine:lapse=9", seed=1), 1).spec.others)
    assert dict(other.parameters)["lapse"] == 9
    assert "lapse in" not in other.plays


@pytest.mark.parametrize(
    ("words", "why"),
    [
        ("--vs chase-31:lapse=2", "--vs: lapse must be a number from 0 to 1, not 2"),
        ("--vs chase-31:lapse=x", "lapse must be a number from 0 to 1, not x"),
        ("--vs chase-31:lapse=nan", "lapse must be a number from 0 to 1, not nan"),
        ("--vs chase-31:lapse=0..2:0.5", "lapse must be a number from 0 to 1, not 2"),
        ("--vs chase-31:lapse=-1", "lapse must be a number from 0 to 1, not -1"),
        ("--lapse 0.1", "no option --lapse for"),
    ],
)
def test_bad_lapses_are_refused(command: Command, words: str, why: str) -> None:
    said = command(f"run scat {words} -n 10 --seed 1")

    assert said.status == 2
    assert said.out == ""
    assert why in " ".join(said.err.split())


def test_what_is_in_python_cannot_lapse() -> None:
    with pytest.raises(UserError, match="plain Python, and lapse is for those that are compiled"):
        Strategy("scat", name="slow", knock=plain, compiled=False).lapsing()
