"""Advice on one decision of a hand.

Hands that agree with what the player sees are imagined. Each legal action is tried in each of them,
and strategies play on. If the game can be rewound, hands are weighted by what the others did.
Otherwise all hands are equally likely.
"""

from __future__ import annotations

import math
import re
import secrets
import shlex
import time
from collections.abc import Sequence
from contextlib import suppress
from copy import copy
from dataclasses import asdict, dataclass, field, replace
from statistics import NormalDist
from typing import Any, NamedTuple

import numpy as np
import polars as pl

from cardsim.answers.chances import Chance, chances_of
from cardsim.answers.positions import Position, part_of, position, seats_called, told
from cardsim.answers.usual_seat import seat_of
from cardsim.engine.look_ahead import Plan, worths
from cardsim.engine.table import Table
from cardsim.errors import UserError
from cardsim.game import Action, Measure, Unit
from cardsim.options.params import Option
from cardsim.runs import wording
from cardsim.runs.answer import PlayedAnswer
from cardsim.runs.players_asked import Rivals, Who
from cardsim.runs.preparation import MAX_SEED, checked_precision
from cardsim.runs.result import Player, RunSpec
from cardsim.runs.sealed import FORMAT
from cardsim.statistics.stats import CONFIDENCE, Estimate, tied_share, z_value
from cardsim.version import VERSION

SCHEMA = f"cardsim.advice/{FORMAT}"
FORKS = 20_000
"""How often a hand is played on where nothing is said, whatever is legal."""
FEWEST_USUAL, MOST_USUAL = 400, 4000
CHAINED, FEWEST_BATCHES = 16, 20
"""Worlds of a chain that make one number, at most, and numbers that there are at least."""
MOST_TRIED = 500
"""Actions that are tried."""
FEWEST_WORLDS = 100
"""With fewer the intervals, which are those of many, would promise too much."""
MOST_WORLDS = 100_000
SPARE = 1.1
MOST_SHOWN = 4
"""Choices of which people are told what may come of them."""
ALIKE = "Each is as likely: what the others would have done with their cards is not thought of."
WEIGHED = "Hands that explain what the others are known to have done come more often."
NOTHING_SEEN = "Each is as likely: nothing that the others have done tells of their cards."
UNEXPLAINED = (
    "Each is about as likely: whatever the others hold, those who play on here would have done "
    "none of what was seen."
)


@dataclass(frozen=True)
class Choice:
    """What may be done, and what comes of it.

    Attributes:
        decision: the name of the decision; one that comes later where no other action is between.
        action: as strategies answer.
        told: in words, such as `throw K♣`.
        value: what is won by it on average, by the measure that the unit is won by.
        low, high: its interval.
        cost, cost_low, cost_high: what it costs beside the best; these intervals hold together.
        chances: how likely it is then that you win, lose, and whatever else may come of it.
    """

    decision: str
    action: Action
    told: str
    value: float
    low: float
    high: float
    cost: float
    cost_low: float
    cost_high: float
    chances: tuple[Chance, ...] = ()

    @property
    def tied(self) -> bool:
        """Whether it may be as good as the one that did best."""
        return self.cost_low <= 0


@dataclass(frozen=True, repr=False)
class Advised(PlayedAnswer):
    """What to do.

    Attributes:
        spec: the table: rules, players, and who plays on.
        said: how the place in the hand was told, by options.
        decision: what is to be decided.
        seen: what you see there: what it is, and what it shows.
        you: whose place among `spec.seats` you have.
        choices: all that may be done, the best first.
        worlds: how many hands were imagined.
        seconds: how long it took; not part of the answer.
        reached: whether the intervals are as narrow as was asked.
        explained: how many decisions of others were seen, and how many of them those who play on
            take alike, at most.
    """

    spec: RunSpec
    said: tuple[tuple[str, str], ...]
    decision: str
    seen: tuple[tuple[str, str], ...]
    you: int
    choices: tuple[Choice, ...]
    worlds: int
    seconds: float = field(compare=False)
    reached: bool = field(default=True, compare=False)
    _setup: Any = field(default=None, compare=False, repr=False)
    explained: tuple[int, int] = field(default=(1, 1), compare=False)
    rows = "choices"

    def _asked(self) -> str:
        return self.command

    @property
    def measure(self) -> Measure:
        """What is counted."""
        return self.unit.won_by

    @property
    def sentence(self) -> str:
        """The answer in words."""
        best, *others = self.choices
        text = f"{best.told[:1].upper()}{best.told[1:]}"
        if not others:
            return f"{text}: there is nothing else to do."
        unit = self.unit
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
            doing = gerund(worse[0].told)
            costs = f" {doing[:1].upper()}{doing[1:]}{only} costs {much}."
        return (
            f"{text}{as_well}.{costs} If from then on {self.company}, "
            f"{wording.outcome(self.measure, estimate)}."
        )

    @property
    def likelihoods(self) -> tuple[tuple[Choice, ...], list[tuple[str, list[float]]]]:
        """The first choices, and of what else may come of them how likely it is after each."""
        shown = self.choices[:MOST_SHOWN]
        by_what = zip(*(choice.chances for choice in shown), strict=True)
        rows = [(row[0].what, [chance.value for chance in row]) for row in by_what]
        return shown, [row for row in rows if row[0] != self.measure.text]

    @property
    def unsure(self) -> float:
        """The largest error that a chance may have."""
        return max((c.half for choice in self.choices for c in choice.chances), default=0.0)

    @property
    def player(self) -> Player:
        """How you play on."""
        return self.spec.seats[self.you]

    @property
    def company(self) -> str:
        """How all play on: `all knock at 21`."""
        how = wording.of_several(self.player.plays)
        if len(set(self.spec.seats)) == 1:
            return f"all {how}"
        if self.you:
            return "all play on as they did"
        return f"you {how} {wording.against(self.spec, None)}"

    @property
    def likely(self) -> str:
        """How likely each imagined hand is, in words."""
        if self.game.rewind is None:
            return ALIKE
        decisions, alike = self.explained
        return WEIGHED if alike else UNEXPLAINED if decisions else NOTHING_SEEN

    @property
    def command(self) -> str:
        """The command that gives the same advice."""
        words = ["cardsim", "advise", self.spec.game]
        for name, text in self.said:
            words += [f"--{name.replace('_', '-')}", *([] if text == str(True) else [text])]
        own, spec = dict(self.spec.hero.changed), self.spec
        if "view" in dict(self.said):
            usual = tuple((o.name, o.default) for o in self.game.options)
            spec = replace(spec, players=self.game.players[2], unit=self.game.usual_unit)
            spec = replace(spec, rules=usual, preset=next(iter(self.game.presets)))
        words += replace(spec, seats=()).options_with(self.game, None)
        if spec.hero.strategy != self.game.default_strategy or own:
            words += ["--strategy", spec.hero.as_option]
        words += spec.versus(self.game)
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
            "seen": [list(row) for row in self.seen],
            "you": self.you,
            "measure": self.measure.name,
            "worlds": self.worlds,
            "explained": list(self.explained),
            "choices": [asdict(c) for c in self.choices],
            "seed": self.spec.seed,
            "command": self.command,
            "run": self.spec.to_dict(self.game),
        }

    def frame(self) -> pl.DataFrame:
        """What may be done, a row each, the best first, with what each is worth and costs."""
        rows = [
            {**asdict(choice), **{c.what: c.value for c in choice.chances}}
            for choice in self.choices
        ]
        return pl.DataFrame(rows).drop("chances")


def advise(
    game: str,
    *,
    players: int | None = None,
    unit: str | None = None,
    preset: str | None = None,
    strategy: Who | None = None,
    vs: Rivals | None = None,
    replay: str | None = None,
    view: str | None = None,
    worlds: object = None,
    precision: object = None,
    seed: int | None = None,
    **options: Any,
) -> Advised:
    """Advise a move in the position you describe.

    Args:
        game: its name.
        players: at the table; the usual number by default.
        unit: what is played, and by whose measure the choices are valued; the usual one by default.
        preset: the house rules.
        strategy: how you play on; the game's default by default.
        vs: how the others do, as in `cardsim.run`.
        replay: SEED:HAND:STEP, a decision of a hand of a run; the others are as in that run.
        view: FILE or FILE:N, a view that `cardsim replay GAME --json` wrote.
        worlds: hands that are imagined; by default as many as take a second or two.
        precision: imagine so many, up to `MOST_WORLDS`, that what the next best costs, and all that
            may be as good, is known to within this: half the width of its interval.
        seed: of them; a fresh one by default.
        options: where you are, as the game has it (`cardsim advise GAME --help`), and house rules.

    Raises:
        UserError: there is no such place in a hand, or a strategy cannot play on.
    """
    begun = time.perf_counter()
    asked = Option("worlds", FEWEST_WORLDS, low=FEWEST_WORLDS, high=MOST_WORLDS)
    wanted = 0 if worlds is None else int(asked.check(worlds))
    seed = secrets.randbits(63) if seed is None else seed
    place = position(
        game,
        replay=replay,
        view=view,
        options=options,
        players=players,
        unit=unit,
        preset=preset,
        strategy=strategy,
        vs=vs,
        seed=seed,
    )
    table, run = place.table, place.run
    if table.count > MOST_TRIED:
        raise UserError(
            f"{table.count} actions are legal here, and advice tries at most {MOST_TRIED}"
        )
    if wanted and precision is not None:
        raise UserError("--worlds and --precision contradict: each says how much is imagined")
    played = run.spec.unit_of(run.game)
    narrow = None if precision is None else checked_precision(precision, played)
    count = wanted or worlds_for(table.count)
    spec = replace(run.spec, seed=int(Option("seed", 0, low=0, high=MAX_SEED).check(seed)))
    explained = np.zeros(2, np.int64)
    own: dict[str, Any] = {"seed": spec.seed, "explained": explained}
    choices = tried_further(table, place.plans(), played, worlds=count, **own)
    if narrow is not None and _widest(choices) > narrow:
        # A little more than that, for what has been seen may be narrower than what comes.
        needed = math.ceil(count * SPARE * (_widest(choices) / narrow) ** 2)
        count = min(needed, MOST_WORLDS)
        choices = tried_further(table, place.plans(), played, worlds=count, **own)
    if run.goes_on and replay is None and view is None:
        # The hand by itself is another unit, with chances of its own.
        who = {"preset": preset, "strategy": strategy, "vs": vs, "seed": seed}
        with suppress(UserError):
            alone = position(
                game,
                replay=None,
                view=None,
                options=options,
                players=players,
                unit=run.game.single_unit,
                **who,
            )
            single = alone.run.spec.unit_of(run.game)
            of_hand = tried_further(alone.table, alone.plans(), single, worlds=count, **own)
            choices = with_chances(choices, of_hand)
    # Two ways to lay the same dice are one choice.
    choices = tuple({choice.told: choice for choice in reversed(choices)}.values())[::-1]
    return Advised(
        spec,
        place.said,
        table.asks.name,
        seen_at(place),
        place.you,
        choices,
        count,
        time.perf_counter() - begun,
        narrow is None or _widest(choices) <= narrow,
        run,
        (int(explained[0]), int(explained[1])),
    )


def _widest(choices: Sequence[Choice]) -> float:
    """Half the widest interval of what the next best costs and all that may be as good."""
    return max(
        (c.cost_high - c.cost for c in choices[1:] if c.tied or c is choices[1]), default=0.0
    )


def with_chances(choices: Sequence[Choice], others: Sequence[Choice]) -> tuple[Choice, ...]:
    """The choices with the chances of others that are the same choices."""
    more = {(c.decision, c.action): c.chances for c in others}
    if {*more} != {(c.decision, c.action) for c in choices}:
        return tuple(choices)
    return tuple(replace(c, chances=(*c.chances, *more[c.decision, c.action])) for c in choices)


def gerund(words: str) -> str:
    """What is done, as what somebody does: `throwing K♣` of `throw K♣`."""
    verb, blank, rest = words.partition(" ")
    if verb == "silent":
        return f"keeping {words}"
    if re.fullmatch(r"[^aeiou]*[aeiou][^aeiouwxy]", verb):
        verb += verb[-1]
    elif verb.endswith("e"):
        verb = verb[:-1]
    return f"{verb}ing{blank}{rest}"


def worlds_for(count: int) -> int:
    """How many hands are imagined where nothing is said and so many actions are legal."""
    return max(FEWEST_USUAL, min(MOST_USUAL, FORKS // max(count, 1)))


class Way(NamedTuple):
    """What may be done, before it is known what comes of it."""

    decision: str
    action: Action
    told: str


def tried(
    table: Table, plans: Sequence[Plan], unit: Unit, *, worlds: int, seed: int
) -> tuple[Choice, ...]:
    """What each legal action is worth where a decision waits, the best first.

    Args:
        table: where it is to be decided.
        plans: what imagined hands are played on by, each in a part of the hands.
        unit: what is played.
        worlds: how many are imagined.
        seed: of them.
    """
    return _tried([table], plans, unit, worlds=worlds, seed=seed)


def tried_further(
    table: Table,
    plans: Sequence[Plan],
    unit: Unit,
    *,
    worlds: int,
    seed: int,
    explained: np.ndarray[Any, Any] | None = None,
) -> tuple[Choice, ...]:
    """The same, where an action that only leads to another decision of the same seat is none.

    How many decisions of others were seen, and how many of them the plans explain at most, is
    added to `explained`.
    """
    leads_on = getattr(part_of(table.game, "seat"), "LEADS_ON", {})
    action = leads_on.get(table.asks.name)
    tables = [table]
    if action is not None and table.allows(action):
        later = copy(table)
        later.states = table.states.copy()
        later.act(action)
        if not later.over and later.seat == table.seat:
            tables.append(later)
    return _tried(tables, plans, unit, worlds=worlds, seed=seed, explained=explained)


def _tried(
    tables: Sequence[Table],
    plans: Sequence[Plan],
    unit: Unit,
    *,
    worlds: int,
    seed: int,
    explained: np.ndarray[Any, Any] | None = None,
) -> tuple[Choice, ...]:
    """What may be done at some decisions, each of which the action before leads to."""
    ways: list[Way] = []
    outcomes: list[np.ndarray[Any, Any]] = []
    values: list[np.ndarray[Any, Any]] = []
    for n, table in enumerate(tables):
        game, asks = table.game, table.asks
        on = getattr(part_of(game, "seat"), "LEADS_ON", {}).get(asks.name)
        kept = [k for k in range(table.count) if n + 1 == len(tables) or table.nth(k) != on]
        parts, ends = [], []
        for k, plan in enumerate(plans):
            share = (worlds + k) // len(plans)
            ends.append(np.zeros((table.count, share), game.outcome))
            asked = game, plan, table.states.copy(), asks, table.count
            at = (seed + k) % MAX_SEED
            told_of: dict[str, Any] = {"outcomes": ends[-1], "explained": explained}
            parts.append(worths(*asked, worlds=share, seed=at, **told_of))
        actions = [table.nth(k) for k in kept]
        ways += [Way(asks.name, a, told(game, asks, table.view, a)) for a in actions]
        values.append(np.concatenate(parts, axis=1)[kept])
        outcomes.append(np.concatenate(ends, axis=1)[kept])
    # A world in which what is won lies in a range counts one, whatever that is worth.
    scale = 1.0 if unit.won_by.has_range else unit.column(unit.won_by).scale
    worth, batch = np.concatenate(values) * scale, 1
    if tables[0].game.rewind is not None:
        # Worlds that explain what the others did are drawn in a chain, where neighbours are alike.
        batch = min(CHAINED, worlds // FEWEST_BATCHES)
        whole = worlds - worlds % batch
        worth = worth[:, :whole].reshape(len(worth), -1, batch).mean(axis=2)
    choices = choices_by(ways, worth, unit)
    chances = dict(zip(ways, chances_of(unit, np.concatenate(outcomes), batch=batch), strict=True))
    return tuple(replace(c, chances=chances[Way(c.decision, c.action, c.told)]) for c in choices)


def seen_at(place: Position) -> tuple[tuple[str, str], ...]:
    """What the seat that is to decide sees, as `cardsim play` shows it."""
    game, spec, table = place.run.game, place.run.spec, place.table
    names = seats_called(game, game.rules(**dict(spec.rules)), spec.players, table.seat)
    return tuple(seat_of(game).rows(table.view, names))


def choices_by(ways: Sequence[Way], worth: np.ndarray[Any, Any], unit: Unit) -> tuple[Choice, ...]:
    """All that may be done, the best first.

    Args:
        ways: what that is.
        worth: float64, shape (ways, worlds).
        unit: what is played.
    """
    # What less of is better is worth less than nothing.
    of_shares = unit.won_by.in_per_cent and not unit.won_by.lower_is_better
    means, number = worth.mean(axis=1), worth.shape[1]
    best = int(means.argmax())
    # The best was chosen among all, so that each other one is compared with it.
    together = NormalDist().inv_cdf(1 - (1 - CONFIDENCE) / 2 / max(len(worth) - 1, 1))
    choices = []
    for n, mean in enumerate(means.tolist()):
        half = z_value(CONFIDENCE) * float(worth[n].std(ddof=1)) / math.sqrt(number)
        gaps = worth[best] - worth[n]
        cost = float(gaps.mean())
        wide = together * float(gaps.std(ddof=1)) / math.sqrt(number)
        low, high = mean - half, mean + half
        if of_shares:
            low, high = tied_share(mean, float(worth[n].var()), number)
        choices.append(Choice(*ways[n], mean, low, high, cost, cost - wide, cost + wide))
    return tuple(sorted(choices, key=lambda c: (c is not choices[best], c.cost)))
