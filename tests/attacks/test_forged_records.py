"""Offered functions take the view of their own game, the chance that is given, and nothing else.

`cheat.own_laid(memory, 3)`, with a memory that has a field `pile_size`, once read the notes of
other seats, and with `1 << 40` ended the process.
"""

from __future__ import annotations

import importlib
import inspect
import itertools
import random
import textwrap
from collections import Counter
from functools import cache
from typing import Any

import pytest

from attacks.conftest import Attack, compiled
from cardsim import Strategy, UserError
from cardsim.compile.offered import CARD_SETS, GAMES, offered_by
from cardsim.engine.table import Table
from cardsim.game import Decision, Game
from cardsim.games import game_names, load_game
from cardsim.workspace import complete, load_file, load_strategy
from imagining import dealt_anew

PLAYED = [name for name in game_names() if load_game(name).decisions]


def functions_of(module: str) -> list[tuple[str, list[str]]]:
    """The functions that a module offers, with the names of their parameters."""
    found = importlib.import_module(module)
    names = offered_by(module)
    return [(n, list(inspect.signature(getattr(found, n).py_func).parameters)) for n in names]


def module_of(game: str) -> str:
    return GAMES + game.replace("-", "_")


FORGERS = [
    pytest.param(module_of(game), name, parameters, id=f"{game} {name}")
    for game in PLAYED
    for name, parameters in functions_of(module_of(game))
    if "view" in parameters
]


def strategy_text(module: str, name: str, arguments: list[str], game: str) -> str:
    """A strategy of a game that calls a function of a module once."""
    decision = load_game(game).decisions[0]
    wide = "(0, 0)" if decision.wide else "0"
    return textwrap.dedent(
        f"""
        import numpy as np
        from cardsim import Strategy
        from cardsim.games import load_game
        from {module} import {name}

        VIEW = load_game("{game}").view
        FORGED = np.zeros(3, VIEW)
        NUMBERS = np.zeros(64)

        def decide(view, chance, memory, scratch):
            {name}({", ".join(arguments)})
            return {wide}

        FIELDS = {fields_of(game)!r}
        STRATEGY = Strategy("{game}", memory=FIELDS, scratch=FIELDS, {decision.function}=decide)
        """
    )


@cache
def fields_of(game: str) -> list[Any]:
    """The fields of a view, for a memory that looks like one."""
    view = load_game(game).view
    found: list[Any] = []
    for name in view.names or ():
        kind = view[name]
        base, shape = kind.subdtype or (kind, ())
        if base.names is None:
            found.append((name, base.str, shape) if shape else (name, base.str))
    return found


def said_of(tmp_path: Any, text: str, game: str) -> str:
    path = tmp_path / "idea.py"
    path.write_text(text)
    decision = load_game(game).decisions[0].function
    with pytest.raises(UserError) as caught:
        compiled(path, game, decision)
    return str(caught.value)


@pytest.mark.kept(1, full=1, by="module")
@pytest.mark.parametrize(("module", "name", "parameters"), FORGERS)
def test_no_other_record_is_taken_for_a_view(
    tmp_path: Any, module: str, name: str, parameters: list[str]
) -> None:
    game = module.removeprefix(GAMES).replace("_", "-")
    plain = {"chance": "chance", "numbers": "NUMBERS", "weights": "NUMBERS"}
    for record in ("memory", "scratch", "FORGED[0]"):
        arguments = [record if p == "view" else plain.get(p, "0") for p in parameters]
        said = said_of(tmp_path, strategy_text(module, name, arguments, game), game)
        assert f"'view' of {name} must be the view of {game} itself" in said


@pytest.mark.parametrize("game", PLAYED)
def test_a_game_refuses_the_view_of_another(tmp_path: Any, game: str) -> None:
    other = "scat" if game != "scat" else "cheat"
    names = [n for n, parameters in functions_of(module_of(other)) if parameters == ["view"]]

    said = said_of(tmp_path, strategy_text(module_of(other), names[0], ["view"], game), game)

    assert f"must be the view of {other} itself" in said


SEALED = [
    pytest.param("cardsim.rng", "below", ["{}", "6"], "words", id="below"),
    pytest.param("cardsim.rng", "uniform", ["{}"], "words", id="uniform"),
    pytest.param("cardsim.worlds", "worth", ["{}", "0", "0"], "future", id="worth"),
    pytest.param("cardsim.worlds", "usual", ["{}"], "future", id="usual"),
    pytest.param("cardsim.worlds", "plan_ahead", ["{}"], "future", id="plan_ahead"),
    pytest.param(
        "cardsim.games.counter_cameroon",
        "best_split",
        ["view", "{}", "1", "2", "3"],
        "chance",
        id="best_split",
    ),
    pytest.param(
        "cardsim.games.bridge",
        "tricks_seen",
        ["view", "{}", "1", "NUMBERS"],
        "chance",
        id="tricks_seen",
    ),
]


@pytest.mark.parametrize(("module", "name", "arguments", "parameter"), SEALED)
@pytest.mark.kept(3)
def test_no_record_is_taken_for_chance_or_a_future(
    tmp_path: Any, module: str, name: str, arguments: list[str], parameter: str
) -> None:
    game = module.removeprefix(GAMES).replace("_", "-") if module.startswith(GAMES) else "scat"
    for record in ("memory", "view", "FORGED[0]", "5", "NUMBERS"):
        given = [a.format(record) for a in arguments]
        said = said_of(tmp_path, strategy_text(module, name, given, game), game)
        assert f"'{parameter}' of {name} must be the" in said, record


def test_the_legal_actions_are_those_of_the_view_itself(refused: Attack) -> None:
    for kernel in ("count_legal({})", "nth_legal({}, 0)", "left({})"):
        error = refused(
            f"""
            import numpy as np
            from cardsim.games import load_game

            FORGED = np.zeros(1, load_game("scat").view)

            def knock(view, count_legal, nth_legal, left):
                return {kernel.format("FORGED[0]")} > 0
            """
        )
        assert "must be the view" in str(error), kernel


HOSTILE = (-1, -13, 1 << 40, -(1 << 40), 1 << 31, 255, 64, 52, 20, 5, 0)
"""Numbers that are a place somewhere, or nowhere."""
MANY = {"numbers", "weights", "power", "tricks"}
"""Parameters that take an array; one of three numbers is too short for all of them but one."""
GIVE_SEVERAL = {
    *("best_build", "best_capture", "best_ending", "best_throw"),
    *("first_legal", "next_legal"),
}
"""Functions of which the first of several answers is looked at."""
ASKED = 6
"""Decisions at which each function is tried with hostile numbers."""


def caller(game: str) -> tuple[str, list[str]]:
    """The text of a strategy that calls any function offered to it, and their names."""
    modules = [module_of(game), CARD_SETS, "cardsim.tricks"]
    named = [(m, n, p) for m in modules for n, p in functions_of(m)]
    imports = "".join(f"from {m} import {n}\n" for m, n, _ in named)
    number = "np.int64(number)"
    usual = {"view": "view", "chance": "chance", **dict.fromkeys(MANY, "few")}
    usual["usual"] = f"({number}, {number})"
    found = load_game(game)
    wide: list[Any] = [
        s.describe for d, s in found.scores.items() if found.decision(d.replace("-", "_")).wide
    ]
    takes_pair = {kernel.py_func.__name__ for kernel in wide}
    lines = []
    for which, (_, name, parameters) in enumerate(named):
        action = f"({number}, {number})" if name in takes_pair else number
        given = [action if p == "action" else usual.get(p, number) for p in parameters]
        call = f"{name}({', '.join(given)})" + "[0]" * (name in GIVE_SEVERAL)
        # What fills an array gives back nothing.
        told = (
            f"{call}\n        return told(few.sum())"
            if "tricks" in parameters
            else f"return told({call})"
        )
        lines.append(f"    if which == {which}:\n        {told}")
    body = "\n".join(lines)
    return CALLER.format(imports=imports, body=body), [n for _, n, _ in named]


CALLER = """
import numpy as np
from cardsim import Strategy
{imports}

def told(answer):
    return np.int64(answer)


def called(view, chance, which, number):
    few = np.zeros(3)
{body}
    return np.int64(0)


def one(view, chance, which: int = 0, number: int = 0):
    return called(view, chance, which, number)


def pair(view, chance, which: int = 0, number: int = 0):
    return called(view, chance, which, number), np.int64(0)
"""


@pytest.mark.kept(2)
@pytest.mark.parametrize("game", PLAYED)
def test_numbers_that_are_no_place_show_nothing_that_is_hidden(tmp_path: Any, game: str) -> None:
    """The same answer, or the same error, where all that the seat does not see is another."""
    found = load_game(game)
    asked_at = commonest(found)
    way = "pair" if asked_at.wide else "one"
    text, names = caller(game)
    path = tmp_path / "idea.py"
    path.write_text(f"{text}\nSTRATEGY = Strategy('{game}', {asked_at.function}={way})\n")
    strategy = complete(found, load_file(path))
    legal = load_strategy(found, "random-legal")
    rng, asked = random.Random(game), 0

    for seed in itertools.count():
        table = Table(found, seed=seed)
        while not table.over:
            if table.waits_for_chance:
                table.happen()
                continue
            if table.asks is asked_at and rng.random() < 0.3:
                asked += 1
                true = table.states.copy()
                other = dealt_anew(found, true, table.rules, hand=seed)
                for which, _ in enumerate(names):
                    for number in rng.sample(HOSTILE, 4):
                        answers = []
                        for states in (true, other):
                            table.states[:] = states
                            answers.append(answer_of(table, strategy, which, number))
                        assert answers[0] == answers[1], (names[which], number)
                table.states[:] = true
            table.act(table.choice(legal))
        if asked > ASKED:
            break


def commonest(game: Game) -> Decision:
    """The decision that is met most often in random play."""
    met: Counter[str] = Counter()
    legal = load_strategy(game, "random-legal")
    for seed in range(3):
        table = Table(game, seed=seed)
        while not table.over:
            if table.waits_for_chance:
                table.happen()
                continue
            met[table.asks.function] += 1
            table.act(table.choice(legal))
    return game.decision(met.most_common(1)[0][0])


def answer_of(table: Table, strategy: Strategy, which: int, number: int) -> Any:
    chances = table.chances.copy()
    try:
        return table.choice(strategy, which=which, number=number)
    except (IndexError, ValueError, ZeroDivisionError, OverflowError) as error:
        return repr(error)
    finally:
        table.chances[:] = chances
