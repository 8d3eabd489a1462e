"""Fit what actions are worth, and temperatures for the dial of strength: `worths.toml` of a game.

    python -m cardsim.search.worths spades 20000

Hands of the safest strategy against the field are forked with every other choice, where it leads
and where it does not. In each place, what an action brought is explained by the numbers that
describe it and by whether it is the strategy's own (ridge regression). Then that
strategy plays with several temperatures. The dial has those at which it keeps 90, 80, ... 10 % of
what it wins more than a player who takes any legal action. In Bridge that is a share of boards.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from dataclasses import replace
from statistics import fmean
from typing import Any

import numpy as np

from cardsim.ask.runs import run
from cardsim.game import Decision, Game, Scores
from cardsim.games import load_game
from cardsim.kernels.jit import kernel
from cardsim.quantal import HOTTEST, described
from cardsim.runs.company import FIELD, safest_of
from cardsim.runs.preparation import compile_run, resolve
from cardsim.runs.request import Request
from cardsim.runs.result import Result
from cardsim.runs.rollouts import DecisionTable, fork
from cardsim.runs.strengths import NAMED
from cardsim.statistics.scores import Choices, joined
from cardsim.workspace import load_strategy, shipped, worths_of

SEED = 52
PLACES = 2000
"""Places whose sums of squares are added up at a time."""
RIDGE = 50.0
"""Places without any difference that are added to those of a decision."""
LEAST = 0.02
"""The smallest habit, as a part of the spread of what actions bring."""
HEATS = 3.0 ** np.arange(-3, 6)
"""Temperatures that are tried, in mean habits."""
HEATS.flags.writeable = False
BY_SHARE = ("bridge",)
"""Games whose dial goes by the share of hands in which the hero's side scores more.

Any legal call is seven notrump before long. By points a pair that goes down in nearly every board
would be half as strong as the best.
"""
NOTHING = Scores(kernel(lambda _view, _action, _numbers: 0), ("nothing",))


def table_of(game: Game, decision: Decision) -> DecisionTable | None:
    """Return a decision with the numbers that describe its actions; None if it cannot be forked."""
    experts = () if decision.actions else game.experts.get(decision.name, ())
    if not decision.actions and not experts:
        return None
    compared = tuple(load_strategy(game, name) for name in experts)
    scores = described(game, decision) or NOTHING
    number = game.decisions.index(decision)
    return DecisionTable(number, decision, (), compared, scores, game.name)


def fitted(choices: Choices, tables: int) -> tuple[float, np.ndarray]:
    """Return the habit, and the weights by number and table, of some places.

    `choices` has the actions of each place, the strategy's own first.
    """
    count = choices.numbers.shape[1]
    size = 1 + count * tables
    squares, sums = np.zeros((size, size)), np.zeros(size)
    for rows, brought, often in _places(choices, tables):
        squares += (rows * often[:, None]).T @ rows
        sums += (rows * often[:, None]).T @ brought
    squares += np.diag(RIDGE / len(choices.sizes) * np.diag(squares) + 1e-9)
    found = np.linalg.solve(squares, sums)
    return float(found[0]), found[1:].reshape(tables, count).T


def _places(choices: Choices, tables: int) -> Iterator[tuple[np.ndarray, np.ndarray, np.ndarray]]:
    """Yield rows of numbers, what they brought, both about the mean of their place, and weights."""
    count, ends = choices.numbers.shape[1], np.cumsum(choices.sizes)
    for first in range(0, len(ends), PLACES):
        sizes = choices.sizes[first : first + PLACES]
        start, end = ends[first] - sizes[0], ends[first : first + PLACES][-1]
        rows = np.zeros((end - start, 1 + count * tables))
        starts = np.cumsum(sizes) - sizes
        rows[starts, 0] = 1
        for k in range(count):
            at = 1 + choices.table[start:end].astype(int) * count + k
            rows[np.arange(len(rows)), at] = choices.numbers[start:end, k]
        place = np.repeat(np.arange(len(sizes)), sizes)
        brought = choices.brought[start:end].astype(float)
        rows -= (np.add.reduceat(rows, starts) / sizes[:, None])[place]
        brought -= (np.add.reduceat(brought, starts) / sizes)[place]
        yield rows, brought, (choices.often[first : first + PLACES] / sizes)[place]


def worths_text(name: str, hands: int) -> str:
    """Return the text of a game's file, but for its dial."""
    game = load_game(name)
    asked = Request(name, n=2 * hands, unit=game.single_unit, seed=SEED)
    table = resolve(replace(asked, strategy=safest_of(game), vs=FIELD), 2 * hands)
    tables = [t for d in game.decisions if (t := table_of(game, d)) is not None]
    setup, unit = compile_run(table), table.unit
    step = unit.step(unit.won_by, dict(table.spec.display))
    made = f"python -m cardsim.search.worths {name} {hands}"
    lines = [f"# What actions of {game.title} are worth; made by `{made}`.", ""]
    lines += [f'unit = "{game.single_unit}"', f'base = "{safest_of(game)}"', "dial = []"]
    parts = [
        fork(setup, tables, hands, threads=1, first=hands * explores, explores=bool(explores))
        for explores in (0, 1)
    ]
    for k, one in enumerate(tables):
        scores = one.scores or NOTHING
        found = joined([c for p in parts for both in p.worth[k].described for c in both])
        if not len(found.sizes):
            continue
        habit, weights = fitted(found, scores.tables)
        least = LEAST * float(np.std(found.brought))
        lines += ["", f"[{one.decision.name}]  # {len(found.sizes)} places"]
        lines += [f"habit = {step * max(habit, least):.4g}"]
        if scores is not NOTHING:
            lines += ["weights = ["]
            for row, word in zip(step * weights, scores.words, strict=True):
                lines += [f"    [{', '.join(f'{w:.4g}' for w in row)}],  # {word}"]
            lines += ["]"]
    return "\n".join(lines) + "\n"


def dial_of(name: str, habit: float, hands: int) -> list[float]:
    """Return the temperatures at strengths 90, 80 ... 10, looked for in two rounds.

    What is won may fall steeply with the temperature. So the second round plays those found first.
    """
    game, won = load_game(name), dict[float, float]()
    dial = [float(heat) for heat in habit * HEATS]
    for _ in range(2):
        for heat in sorted({0.0, *dial, HOTTEST} - won.keys()):
            who = f"{safest_of(game)}:temperature={heat:.4g}"
            won[heat] = _won(_among_people(game, who, hands), by_share=name in BY_SHARE)
            sys.stderr.write(f"{name} {who} {won[heat]:.5g}\n")
        heats = np.array(sorted(won))
        wins = np.minimum.accumulate([won[heat] for heat in heats])
        kept = (wins - wins[-1]) / (wins[0] - wins[-1])
        logs = np.log(np.maximum(heats, habit * HEATS[0] / 4))
        found = np.exp(np.interp(-np.arange(9, 0, -1) / 10, -kept, logs))
        dial = [float(f"{heat:.3g}") for heat in found]
    return dial


def _among_people(game: Game, who: str, hands: int) -> Result:
    """Return what single hands of one player among the field come to."""
    how: dict[str, Any] = {"vs": FIELD, "unit": game.single_unit, "seed": SEED}
    return run(game.name, hands, strategy=who, threads=1, progress=False, **how)


def _won(played: Result, *, by_share: bool) -> float:
    """Return what the hero wins; by share, how often his side scores more, 1/2 if both the same."""
    if by_share:
        net = played.tables["net"]
        ahead = (1 + np.sign(net["your_net"].to_numpy())) / 2
        return float(np.average(ahead, weights=net["count"].to_numpy()))
    sign = played.measure.sign
    return float(sign * played.headline.value)


def fares_text(name: str, hands: int) -> str:
    """Return how one player of each named strength fares against the field."""
    lines = ["", "[fares]  # in hands against the field, with the ends of the interval"]
    for word in NAMED:
        found = _among_people(load_game(name), word, hands).headline
        lines += [f"{word} = [{found.value:.5g}, {found.low:.5g}, {found.high:.5g}]"]
    return "\n".join(lines) + "\n"


def main(name: str, hands: int) -> None:
    """Write the file of a game."""
    file = shipped() / "strategies" / name / "worths.toml"
    text = worths_text(name, hands)
    file.write_text(text, "utf-8")
    found = worths_of(load_game(name))
    habit = fmean(worth.habit for worth in found.values())
    text = text.replace("dial = []", f"dial = {dial_of(name, habit, hands // 2)}")
    file.write_text(text, "utf-8")
    file.write_text(text + fares_text(name, hands // 2), "utf-8")


if __name__ == "__main__":
    main(sys.argv[1], int(sys.argv[2]))
