"""Pages that play a game of one's own, with strategies of one's own."""

from __future__ import annotations

from pathlib import Path
from random import Random
from typing import Any

import pytest

import cardsim
from cardsim.errors import UserError
from cardsim.games import load_game
from cardsim.runs.live import checksum, live_game
from cardsim.show.live import Live, live_of, played_by_node
from live_pages import NODE, check_digits, needs_node
from typed import Command

pytestmark = [
    pytest.mark.full,
    pytest.mark.usefixtures("workspace"),
    needs_node,
]
FORGETFUL = '''"""Swap by luck, by memory, by an array of its own and by lists that grow."""

import numpy as np

from cardsim import Strategy
from cardsim.rng import uniform


def swap(view, chance, memory, keep_from: int = 8, bold: bool = False):
    memory.turns += 1
    luck = np.zeros(view.swaps_left + 2)
    for k in range(luck.shape[0]):
        luck[k] = uniform(chance)
    drawn = [luck[:k] for k in range(1, 4)]
    ten = [1.0]
    for k in range(9 * memory.turns):
        ten.append(luck[-1] if k % 2 else drawn[k % 3].sum())
    return view.value + 4 * ten[-1] - memory.turns < keep_from + 2 * bold


STRATEGY = Strategy(game="high-card", swap=swap, memory=[("turns", "i8")], forgets="match")
'''
BY_EXP = '''"""Swap by a function that machines do not agree on."""

import numpy as np

from cardsim import Strategy


def swap(view, rate: float = 0.1):
    return np.exp(-rate * view.value) > 0.5


STRATEGY = Strategy(game="high-card", swap=swap)
'''

BY_REMAINDER = '''"""Swap by the remainder of a fraction."""

from cardsim import Strategy
from cardsim.rng import uniform


def swap(view, chance):
    return (view.value + uniform(chance)) % 2.5 > 1


STRATEGY = Strategy(game="high-card", swap=swap)
'''
BY_POWERS = '''"""Swap by functions that all machines agree on."""

from cardsim import Strategy
from cardsim.powers import exp, log, power, whole_power
from cardsim.rng import uniform


def swap(view, chance, rate: float = 0.1):
    value = float(view.value) + uniform(chance)
    likely = power(value, rate) * exp(-rate * value) + whole_power(1 - rate, view.swaps_left)
    return int(likely * 2**52 + log(value)) % 2 == 0


STRATEGY = Strategy(game="high-card", swap=swap)
'''
WRONG = '''"""Go wrong."""

from cardsim import Strategy


def swap(view):
    if view.value > 0:
        go_wrong()
    return 0


STRATEGY = Strategy(game="high-card", swap=swap)
'''


@pytest.fixture(autouse=True)
def strategies(workspace: Path) -> None:
    folder = workspace / "strategies" / "high-card"
    (folder / "forgetful.py").write_text(FORGETFUL, "utf-8")
    (folder / "by-exp.py").write_text(BY_EXP, "utf-8")
    (folder / "by-powers.py").write_text(BY_POWERS, "utf-8")
    (folder / "by-remainder.py").write_text(BY_REMAINDER, "utf-8")


def test_a_strategy_of_ones_own_plays_in_node_what_it_plays_here() -> None:
    game = live_game(load_game("high-card"), ["forgetful"])

    assert Live(game, {}).check()
    assert {"forgetful", "threshold"} <= {
        one["strategy"]
        for s in Live(game, {}).tables
        for one in (s["you"], s["they"])
        if "strategy" in one
    }


def test_powers_are_the_same_in_node_to_the_last_bit() -> None:
    """Its choice hangs on the last bits of what it works out."""
    game = live_game(load_game("high-card"), ["by-powers"])
    job: dict[str, Any] = {
        "setting": {
            "players": 3,
            "unit": "hand",
            "rules": {},
            "you": {"strategy": "by-powers", "values": {}},
            "they": {"company": "same"},
        },
        "seed": "1",
        "first": "0",
        "hands": 50_000,
    }

    (there,) = played_by_node(NODE, game, [job])

    assert there["sum"] == checksum(game.played(job["setting"], seed=1, first=0, hands=50_000))


@pytest.mark.parametrize(
    ("body", "wrong"),
    [
        ("return 7", "a strategy took an action that is not legal, in hand 5"),
        ("raise ValueError", "a strategy stopped with error 1"),
    ],
)
def test_a_strategy_that_goes_wrong_is_told_in_a_page(
    workspace: Path, body: str, wrong: str
) -> None:
    name = f"wrong-{body[:5].strip()}"
    text = WRONG.replace("go_wrong()", body)
    (workspace / "strategies" / "high-card" / f"{name}.py").write_text(text, "utf-8")
    game = live_game(load_game("high-card"), [name])
    you = {"you": {"strategy": name, "values": {}}, "they": {"company": "same"}}
    setting = {"players": 3, "unit": "hand", "rules": {}, **you}

    (there,) = played_by_node(
        NODE, game, [{"setting": setting, "seed": "1", "first": "5", "hands": 10}]
    )

    assert there["wrong"] == wrong


def test_digits_of_shares_are_those_of_python() -> None:
    game, draw = live_game(load_game("high-card"), ["forgetful"]), Random(7)

    check_digits(game, [game.some(draw) for _ in range(6)])


@pytest.mark.parametrize(("name", "needs"), [("by-exp", "exp"), ("by-remainder", "fmod")])
def test_a_strategy_that_needs_what_browsers_do_not_agree_on_is_refused(
    name: str, needs: str
) -> None:
    game = live_game(load_game("high-card"), [name])

    with pytest.raises(
        UserError, match=f"'{name}' of high-card cannot go into a page: it needs {needs}"
    ):
        game.fitted([name])


def test_a_page_says_which_strategy_it_leaves_out_and_why() -> None:
    game = live_game(load_game("high-card"), ["by-exp"]).fitted([])

    assert "by-exp" not in game.described["strategies"]
    (said,) = game.described["leftOut"]
    assert said.startswith("by-exp cannot be played in a browser: it needs exp, which a browser ")


def test_a_page_begins_with_the_table_asked_for(command: Command, workspace: Path) -> None:
    said = command("live high-card --strategy forgetful --keep-from 9 --players 4 -n 1000 --force")

    text = (workspace / "high-card.html").read_text("utf-8")
    assert said.status == 0
    assert "--strategy forgetful --keep-from 9" in text
    assert len(text) < 250_000


ASKED = '''"""When should I swap?"""

from cardsim import Experiment


def study(lab):
    lab.sweep("high-card", keep_from="3..9")
    lab.answer("Below eight.")


EXPERIMENT = Experiment(study, n=2000)
'''


def test_a_page_of_an_experiment_begins_with_what_it_asks(workspace: Path) -> None:
    (workspace / "experiments").mkdir()
    (workspace / "experiments" / "when-to-swap.py").write_text(ASKED, "utf-8")
    findings = cardsim.experiment("when-to-swap", 2000)
    (sweep,) = findings.parts
    assert isinstance(sweep, cardsim.SweepResult)

    start = live_of(findings).start

    assert start["chart"] == "you.keep_from"
    assert start["you"] == {
        "strategy": "threshold",
        "values": {"keep_from": sweep.groups[0].best["keep_from"]},
    }


HOW_TO_PLAY = '''"""How do I play high card well?"""

from cardsim import Experiment, Strategy, borrowed


def study(lab):
    bold = borrowed("high-card", "by-powers", "swap", rate=0.2)
    without = Strategy("high-card", name="without", plays="be~ bold", swap=bold)
    lab.compare("high-card", ["threshold", "by-powers"])
    lab.compare("high-card", ["by-powers", "threshold", without])
    lab.answer("Reckon.")


EXPERIMENT = Experiment(study, n=2000)
'''


def test_a_page_on_how_to_play_begins_with_the_play_that_it_advises(workspace: Path) -> None:
    (workspace / "experiments").mkdir(exist_ok=True)
    (workspace / "experiments" / "high-card-how-to-play.py").write_text(HOW_TO_PLAY, "utf-8")

    live = live_of(cardsim.experiment("high-card-how-to-play", 2000))

    assert live.start["you"] == {"strategy": "by-powers", "values": {}}
    assert "by-powers" in live.game.strategies
