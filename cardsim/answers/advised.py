"""Advice on a position that a player describes.

Hands that agree with what the player sees are imagined. In each of them every legal action is
tried, and one strategy plays on in all seats. All imagined hands are equally likely: what the
others' actions tell about their cards is ignored.
"""

from __future__ import annotations

import math
import secrets
import shlex
import time
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, field, replace
from statistics import NormalDist
from typing import Any

import numpy as np
import polars as pl

from cardsim.engine.look_ahead import Plan, worths
from cardsim.engine.table import Table
from cardsim.errors import UserError
from cardsim.game import Action, Game, Measure, Situation
from cardsim.games import game_names, load_game
from cardsim.options.params import Option, did_you_mean, options_of
from cardsim.runs import wording
from cardsim.runs.answer import PlayedAnswer
from cardsim.runs.preparation import Who, resolve
from cardsim.runs.result import RunSpec
from cardsim.runs.sealed import FORMAT
from cardsim.statistics.stats import CONFIDENCE, Estimate, tied_share, z_value
from cardsim.version import VERSION

SCHEMA = f"cardsim.advice/{FORMAT}"
WORLDS = 4000
FEWEST_WORLDS = 100
"""With fewer the intervals, which are those of many, would promise too much."""
MOST_WORLDS = 100_000


@dataclass(frozen=True)
class Choice:
    """What may be done, and what comes of it.

    Attributes:
        action: as strategies answer.
        told: in words, such as `throw K♣`.
        value: what is won by it on average, by the measure that the unit is won by.
        low, high: its interval.
        cost, cost_low, cost_high: what it costs beside the best; these intervals hold together.
    """

    action: Action
    told: str
    value: float
    low: float
    high: float
    cost: float
    cost_low: float
    cost_high: float

    @property
    def tied(self) -> bool:
        """Whether it may be as good as the one that did best."""
        return self.cost_low <= 0


@dataclass(frozen=True, repr=False)
class Advised(PlayedAnswer):
    """What to do.

    Attributes:
        spec: the table: rules, players, and who plays on.
        said: the place in the hand, by the game's options.
        decision: what is to be decided.
        choices: all that may be done, the best first.
        worlds: how many hands were imagined.
        seconds: how long it took; not part of the answer.
    """

    spec: RunSpec
    said: tuple[tuple[str, str], ...]
    decision: str
    choices: tuple[Choice, ...]
    worlds: int
    seconds: float = field(compare=False)
    _setup: Any = field(default=None, compare=False, repr=False)
    rows = "choices"

    def _asked(self) -> str:
        return self.command()

    @property
    def measure(self) -> Measure:
        """What is counted."""
        return self.unit.won_by

    @property
    def sentence(self) -> str:
        """The answer in words."""
        best, *others = self.choices
        told = f"{best.told[:1].upper()}{best.told[1:]}"
        if not others:
            return f"{told}: there is nothing else to do."
        unit, how = self.unit, wording.of_several(self.spec.hero.plays)
        estimate = Estimate(
            self.measure.name,
            self.measure.text,
            best.value,
            best.low,
            best.high,
            math.nan,
            self.worlds,
            is_share=self.measure.in_per_cent,
        )
        ties = [c.told for c in others if c.tied]
        as_well = f" ({wording.listed(ties, 'or')} may be as good)" if ties else ""
        worse = [c for c in others if not c.tied]
        costs = ""
        if worse:
            gap = abs(worse[0].cost), worse[0].cost_low, worse[0].cost_high
            much = wording.costs(unit, self.measure, *gap)
            # What is less of the same would read as if it were the best choice.
            only = " and no more" if best.told.startswith(worse[0].told) else ""
            costs = f" To {worse[0].told}{only} costs {much}."
        return (
            f"{told}{as_well}. If you do, and from then on all {how}, "
            f"{wording.outcome(self.measure, estimate)}.{costs}"
        )

    def command(self) -> str:
        """The command that gives the same advice."""
        words = ["cardsim", "advise", self.spec.game]
        for name, text in self.said:
            words += [f"--{name.replace('_', '-')}", text]
        words += replace(self.spec, unit=self.game.usual_unit, seats=()).options_with(
            self.game, None
        )
        if self.spec.hero.as_option != self.game.default_strategy:
            words += ["--strategy", self.spec.hero.as_option]
        return shlex.join([*words, "--worlds", str(self.worlds), "--seed", str(self.spec.seed)])

    def to_dict(self) -> dict[str, Any]:
        """Everything as plain data, in the layout of `SCHEMA`."""
        return {
            "schema": SCHEMA,
            "version": VERSION,
            "game": self.spec.game,
            "sentence": self.sentence,
            "decision": self.decision,
            "said": dict(self.said),
            "measure": self.measure.name,
            "worlds": self.worlds,
            "choices": [asdict(c) for c in self.choices],
            "seed": self.spec.seed,
            "command": self.command(),
            "run": self.spec.to_dict(self.game),
        }

    def frame(self) -> pl.DataFrame:
        """What may be done, a row each, the best first, with what each is worth and costs."""
        return pl.DataFrame([asdict(choice) for choice in self.choices])


def advise(
    game: str,
    *,
    players: int | None = None,
    preset: str | None = None,
    strategy: Who | None = None,
    worlds: object = None,
    seed: int | None = None,
    **options: Any,
) -> Advised:
    """What to do in a place of a hand.

    Args:
        game: its name.
        players: at the table; the usual number by default.
        preset: the house rules.
        strategy: how all play on; the game's default by default.
        worlds: hands that are imagined, 4000 by default.
        seed: of them; a fresh one by default.
        options: where you are, as the game has it (`cardsim advise GAME --help`), and house rules.

    Raises:
        UserError: the game gives no advice, or there is no such place in a hand.
    """
    begun = time.perf_counter()
    found = load_game(game)
    situation = check_advised(found)
    asked = Option("worlds", WORLDS, low=FEWEST_WORLDS, high=MOST_WORLDS)
    count = int(asked.check(WORLDS if worlds is None else worlds))
    own = options_of(situation.options)
    said = _said(found, own, options)
    rest = {name: value for name, value in options.items() if name not in said}
    seed = secrets.randbits(63) if seed is None else seed
    run = resolve(
        game,
        players=players,
        unit=found.single_unit,
        strategy=strategy,
        vs=strategy,
        preset=preset,
        seed=seed,
        options=rest,
    )
    spec, base = run.spec, run.strategies[0]
    if base.looks_ahead or base.in_python:
        raise UserError(f"'{base.name}' looks ahead or is not compiled, and cannot play on")
    rules = found.rules(**dict(spec.rules))
    table = Table(found, rules, spec.players, seed=spec.seed, unit=None)
    table.look(situation.place(said, rules, spec.players, table.state))
    plan = Plan(found, base, rules=table.rules, players=spec.players, unit=spec.unit_of(found))
    worth = worths(found, plan, table.states, table.asks, table.count, worlds=count, seed=spec.seed)
    unit = spec.unit_of(found)
    # What less of is better is worth less than nothing.
    of_shares = unit.won_by.in_per_cent and not unit.won_by.lower_is_better
    choices = choices_by(table, worth * unit.column(unit.won_by).scale, of_shares=of_shares)
    return Advised(
        spec,
        tuple((o.name, str(said[o.name])) for o in own if said[o.name] != o.default),
        table.asks.name,
        choices,
        count,
        time.perf_counter() - begun,
        run,
    )


def check_advised(game: Game) -> Situation:
    """How a player says where he is.

    Raises:
        UserError: the game gives no advice.
    """
    if game.situation is None:
        known = [name for name in game_names() if load_game(name).situation is not None]
        raise UserError(f"there is no advice for {game.name}; there is for {wording.listed(known)}")
    return game.situation


def _said(game: Game, own: Sequence[Option], options: Mapping[str, Any]) -> dict[str, Any]:
    """Where the player is, by the game's own options."""
    known = [o.name for o in (*own, *game.options)]
    for name in options:
        if name not in known:
            raise UserError(
                f"no option --{name.replace('_', '-')} for advice on {game.name}",
                hint=did_you_mean(name, known),
            )
    return {o.name: o.check(options[o.name]) if o.name in options else o.default for o in own}


def choices_by(table: Table, worth: np.ndarray[Any, Any], *, of_shares: bool) -> tuple[Choice, ...]:
    """All that may be done, the best first.

    Args:
        table: where it is to be decided.
        worth: float64, shape (actions, worlds).
        of_shares: whether all of it lies between 0 and 1.
    """
    means, number = worth.mean(axis=1), worth.shape[1]
    best = int(means.argmax())
    # The best was chosen among all, so that each other one is compared with it.
    together = NormalDist().inv_cdf(1 - (1 - CONFIDENCE) / 2 / max(len(worth) - 1, 1))
    found = []
    for n, mean in enumerate(means.tolist()):
        half = z_value(CONFIDENCE) * float(worth[n].std(ddof=1)) / math.sqrt(number)
        gaps = worth[best] - worth[n]
        cost = float(gaps.mean())
        wide = together * float(gaps.std(ddof=1)) / math.sqrt(number)
        action = table.nth(n)
        told = table.asks.word(table.view, action)
        low, high = mean - half, mean + half
        if of_shares:
            low, high = tied_share(mean, float(worth[n].var()), number)
        found.append(Choice(action, told, mean, low, high, cost, cost - wide, cost + wide))
    return tuple(sorted(found, key=lambda c: (c.action != found[best].action, c.cost)))
