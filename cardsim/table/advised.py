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
from collections.abc import Iterator, Sequence
from contextlib import suppress
from copy import copy
from dataclasses import asdict, dataclass, field, replace
from typing import Any, NamedTuple

import numpy as np
import polars as pl
from scipy.stats import t as student_t

from cardsim.engine.look_ahead import Plan, worths
from cardsim.engine.table import Table
from cardsim.errors import UserError
from cardsim.game import Action, Measure, Unit
from cardsim.options.params import Option
from cardsim.runs import wording
from cardsim.runs.answer import PlayedAnswer
from cardsim.runs.company import three_of
from cardsim.runs.players_asked import Rivals, Who
from cardsim.runs.preparation import MAX_SEED, checked_precision, resolve
from cardsim.runs.sealed import FORMAT
from cardsim.runs.spec import Player, RunSpec
from cardsim.runs.words import listed
from cardsim.statistics.stats import (
    CONFIDENCE,
    Estimate,
    estimate_text,
    gap_text,
    tied_share,
    wilson,
    z_value,
)
from cardsim.table.chances import Chance, chances_of
from cardsim.table.positions import Position, filters_for, own_name, plan_at, position, seats_called
from cardsim.table.seat_words import part_of, told
from cardsim.table.usual_seat import seat_of
from cardsim.version import VERSION
from cardsim.workspace import find_field

SCHEMA = f"cardsim.advice/{FORMAT}"
FORKS = 20_000
"""How often a hand is played on where nothing is said, whatever is legal."""
FEWEST_USUAL, MOST_USUAL = 400, 4000
MOST_TRIED = 500
"""Actions that are tried."""
FEWEST_WORLDS = 100
"""With fewer the intervals, which are those of many, would promise too much."""
MOST_WORLDS, MOST_ELSEWHERE = 100_000, 2000
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


FEW = 100
"""Independent worlds below which it is said that they are few."""
FEW_EXPLAIN = (
    "Few hands explain it: they tell as much as {} that do not depend on each other, and the "
    "intervals are as wide as that makes them."
)
INTERVAL = f"{100 * CONFIDENCE:g} % interval"
LIKELY, MOST_BELIEVED = 0.5, 2
"""Share of worlds from which a way to play is named, and seats at most for which one is."""


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


class Elsewhere(NamedTuple):
    """Advice in another company.

    Attributes:
        where: the company, such as `against beginners`.
        best: what is best there, in words.
        value, low, high: what the choice that is advised is worth there, with its interval.
        cost, cost_low, cost_high: what that costs there, compared with the best.
    """

    where: str
    best: str
    value: float
    low: float
    high: float
    cost: float
    cost_low: float
    cost_high: float

    @property
    def turns(self) -> bool:
        """True if another choice is surely better there."""
        return self.cost_low > 0


class Believed(NamedTuple):
    """The likeliest way to play in a seat that is drawn, and its share of the worlds."""

    seat: str
    plays: str
    share: float


@dataclass(frozen=True, repr=False, eq=False)
class Advised(PlayedAnswer):
    """What to do.

    Attributes:
        spec: the table: rules, players, and who plays on.
        said: how the place in the hand was told, by options.
        decision: what is to be decided.
        seen: what you see there: what it is, and what it shows.
        you: whose place among `spec.seats` you have.
        choices: all that may be done: what is advised, then the best first.
        worlds: how many hands were imagined.
        seconds: how long it took; not part of the answer.
        reached: whether the intervals are as narrow as was asked.
        explained: how many decisions of others were seen, and how many of them those who play on
            take alike, at most.
        effective: how many independent imagined hands would tell as much of the best choice.
        elsewhere: what is best in other kinds of company.
        believed: who probably sits in the seats that a mixture fills.
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
    effective: float = field(default=math.inf, compare=False)
    elsewhere: tuple[Elsewhere, ...] = ()
    believed: tuple[Believed, ...] = ()
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
        as_well = f" ({listed(ties, 'or')} may be as good)" if ties else ""
        worse = [c for c in others if not c.tied]
        costs = ""
        if worse:
            gap = abs(worse[0].cost), worse[0].cost_low, worse[0].cost_high
            much = wording.costs(unit, self.measure, *gap)
            # What is less of the same would read as if it were the best choice.
            only = " and no more" if best.told.startswith(worse[0].told) else ""
            doing = gerund(worse[0].told)
            costs = f" {doing[:1].upper()}{doing[1:]}{only} costs {much}."
        turned: dict[str, list[str]] = {}
        for other in self.elsewhere:
            if other.turns:
                turned.setdefault(other.best, []).append(other.where)
        instead = "".join(
            f" {listed(places).capitalize()}, {what} instead." for what, places in turned.items()
        )
        return (
            f"{text}{as_well}.{costs} If from then on {self.company}, "
            f"{wording.outcome(self.measure, estimate)}.{instead}"
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
    def companies(self) -> tuple[tuple[str, ...], list[tuple[str, ...]]]:
        """Return what the best choice is worth in other company: headings, and a row for each."""
        share, best = self.measure.in_per_cent, self.choices[0].told
        rows: list[tuple[str, ...]] = []
        for there in self.elsewhere:
            value, _ = estimate_text(there.value, there.low, there.high, is_share=share)
            gap = gap_text(there.cost, there.cost_low, there.cost_high, is_share=share)
            rows.append(
                (there.where, value, there.best, *(gap if there.best != best else ("", "")))
            )
        head = (best, self.measure.text, "the best there", "costs there", INTERVAL)
        # Where the same is best everywhere nothing is lost.
        many = len(head) if any(there.best != best for there in self.elsewhere) else 3
        return (head[:many], [row[:many] for row in rows]) if rows else ((), [])

    @property
    def who(self) -> str:
        """Return who probably sits where, as a sentence; empty where nobody is likely."""
        likely = [one for one in self.believed if one.share >= LIKELY][:MOST_BELIEVED]
        if not likely or not self.explained[0]:
            return ""
        said = [
            f"{one.seat} probably {wording.of_one(one.plays)} ({100 * one.share:.0f} %)"
            for one in likely
        ]
        text = listed(said)
        return f"{text[:1].upper()}{text[1:]}."

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
        if not alike:
            return UNEXPLAINED if decisions else NOTHING_SEEN
        few = self.effective < min(FEW, self.worlds / 4)
        return f"{WEIGHED} {FEW_EXPLAIN.format(round(self.effective))}" if few else WEIGHED

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
        plays_on = own_name(self.game, spec.preset)
        if "replay" in dict(self.said):
            plays_on = self.game.default_strategy
        if spec.hero.strategy != plays_on or own:
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
            "effective": self.effective if math.isfinite(self.effective) else None,
            "elsewhere": [other._asdict() for other in self.elsewhere],
            "believed": [one._asdict() for one in self.believed],
            "choices": [asdict(c) for c in self.choices],
            "seed": self.spec.seed,
            "command": self.command,
            "run": self.spec.to_dict(self.game),
        }

    def frame(self) -> pl.DataFrame:
        """Return a row for each choice, the advised first, with what it is worth and costs."""
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
    plan = place.plan()
    found = tried_further(table, plan, played, worlds=count, seed=spec.seed)
    while narrow is not None and _widest(found.choices) > narrow and count < MOST_WORLDS:
        # A little more than that, for what has been seen may be narrower than what comes.
        needed = math.ceil(count * SPARE * (_widest(found.choices) / narrow) ** 2)
        count = min(needed, MOST_WORLDS)
        found = tried_further(table, plan, played, worlds=count, seed=spec.seed)
    choices = found.choices
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
            asked_alone = alone.table, alone.plan(), single
            of_hand = tried_further(*asked_alone, worlds=count, seed=spec.seed)
            choices = with_chances(choices, of_hand.choices)
    there = dict(_in_companies(place, played, worlds=count, seed=spec.seed))
    if sum(c.tied for c in choices) > 1:
        best = preferred(choices, tuple(there.values()), _own_choice(place))
        if best is not choices[0]:
            choices = found._replace(choices=choices).led_by(best).choices
    elsewhere = tuple(_valued(where, some, choices[0]) for where, some in there.items())
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
        found.explained,
        found.effective,
        elsewhere,
        believed_at(place, plan, found.seated),
    )


def _in_companies(
    place: Position, unit: Unit, *, worlds: int, seed: int
) -> Iterator[tuple[str, tuple[Choice, ...]]]:
    """Return the choices, the best first, for each kind of company that the game knows."""
    run, spec = place.run, place.run.spec
    if find_field(run.game, spec.preset) is None or spec.fixed:
        return
    rules: dict[str, Any] = spec.changed_rules(run.game)
    table: dict[str, Any] = {"players": spec.players, "unit": spec.unit, "preset": spec.preset}
    for company in three_of(spec.game, spec.preset):
        # A field may have no beginners, and a strategy of a program's own no name.
        with suppress(UserError):
            who: dict[str, Any] = {"strategy": place.own.as_option, "vs": company.vs}
            there = resolve(spec.game, options=rules, seed=seed, **table, **who)
            plan = plan_at(there, place.hand, place.table.seat)
            half = max(min(worlds // 2, MOST_ELSEWHERE), FEWEST_WORLDS)
            found = tried_further(place.table, plan, unit, worlds=half, seed=seed)
            yield company.where, found.choices


def _same(choices: Sequence[Choice], one: Choice) -> Choice:
    """The choice among some that is this one."""
    return next(c for c in choices if (c.decision, c.action) == (one.decision, one.action))


def _valued(where: str, found: Sequence[Choice], best: Choice) -> Elsewhere:
    """Return the value of the advised choice in another company."""
    mine = _same(found, best)
    gap = mine.cost, mine.cost_low, mine.cost_high
    return Elsewhere(where, found[0].told, mine.value, mine.low, mine.high, *gap)


def _own_choice(place: Position) -> tuple[str, Action]:
    """Return the decision and the action of the strategy that you play on by."""
    table, run = copy(place.table), place.run
    row = int(run.table[place.hand % len(run.table)][table.seat])
    strategy, player = run.seated[max(row, 0)]
    table.states, table.chances = table.states.copy(), table.chances.copy()
    name, action = table.asks.name, table.choice(strategy, **dict(player.parameters))
    leads_on = getattr(part_of(table.game, "seat"), "LEADS_ON", {})
    if name in leads_on and leads_on[name] == action:
        table.act(action)
        if not table.over and table.seat == place.table.seat:
            return table.asks.name, table.choice(strategy, **dict(player.parameters))
    return name, action


def preferred(
    choices: Sequence[Choice],
    there: Sequence[Sequence[Choice]],
    own: tuple[str, Action],
) -> Choice:
    """Return the one to advise among those that may be as good.

    What is as good in every company comes before what is not, then what the own strategy does,
    then what did best.

    Args:
        choices: all that may be done, the best first.
        there: the same in other companies.
        own: the decision and the action of the strategy that you play on by.
    """
    ties = [c for c in choices if c.tied]
    good = [c for c in ties if all(_same(found, c).tied for found in there)] or ties
    mine = [c for c in good if (c.decision, c.action) == own]
    return (mine or good)[0]


def believed_at(place: Position, plan: Plan, seated: np.ndarray[Any, Any]) -> tuple[Believed, ...]:
    """Return who probably sits in the seats that a mixture fills, the surest first.

    Args:
        place: where a decision waits.
        plan: what imagined hands are played on by.
        seated: the rows of it that sat in each seat, shape (worlds, players).
    """
    drawn = place.run.spec.drawn
    if plan.drawn is None or drawn is None:
        return ()
    game, spec = place.run.game, place.run.spec
    names = seats_called(game, game.rules(**dict(spec.rules)), spec.players, place.table.seat)
    found = []
    for seat, draw in enumerate(plan.drawn.draws):
        shares: dict[str, float] = {}
        for row, count in zip(*np.unique(seated[:, seat], return_counts=True), strict=True):
            at = int(row) - spec.players
            if draw >= 0 and at < len(drawn.members):
                plays = drawn.members[at].plays
                shares[plays] = shares.get(plays, 0.0) + float(count) / len(seated)
        if shares:
            plays, share = max(shares.items(), key=lambda item: item[1])
            found.append(Believed(names[seat], plays, share))
    return tuple(sorted(found, key=lambda one: -one.share))


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


class Imagined(NamedTuple):
    """Values of the choices in imagined hands, and how much these hands tell.

    Attributes:
        choices: what may be done, the best first.
        effective: how many independent ones would tell as much of the best choice.
        explained: how many decisions of others were seen, and how many of them those who play on
            take alike, at most.
        seated: who sits in each seat, as the plan's rows; int64, shape (worlds, players).
        worth: what each choice is worth in each world; float64, shape (choices, worlds).
        batch: worlds side by side that depend on each other.
        unit: what is played.
    """

    choices: tuple[Choice, ...]
    effective: float
    explained: tuple[int, int]
    seated: np.ndarray[Any, Any]
    worth: np.ndarray[Any, Any]
    batch: int
    unit: Unit

    def led_by(self, best: Choice) -> Imagined:
        """Return the same where another choice stands first, and all are compared with it."""
        ways = [Way(c.decision, c.action, c.told) for c in self.choices]
        at = self.choices.index(best)
        led, effective = choices_by(ways, self.worth, self.unit, batch=self.batch, best=at)
        chances = (_same(self.choices, c).chances for c in led)
        told_of = tuple(replace(c, chances=some) for c, some in zip(led, chances, strict=True))
        return self._replace(choices=told_of, effective=effective)


def tried(table: Table, plan: Plan, unit: Unit, *, worlds: int, seed: int) -> Imagined:
    """Return what each legal action is worth where a decision waits.

    Args:
        table: where it is to be decided.
        plan: what imagined hands are played on by.
        unit: what is played.
        worlds: how many are imagined.
        seed: of them.
    """
    return _tried([table], plan, unit, worlds=worlds, seed=seed)


def tried_further(table: Table, plan: Plan, unit: Unit, *, worlds: int, seed: int) -> Imagined:
    """Return the same where an action that leads to another decision of the same seat is none."""
    leads_on = getattr(part_of(table.game, "seat"), "LEADS_ON", {})
    action = leads_on.get(table.asks.name)
    tables = [table]
    if action is not None and table.allows(action):
        later = copy(table)
        later.states = table.states.copy()
        later.act(action)
        if not later.over and later.seat == table.seat:
            tables.append(later)
    return _tried(tables, plan, unit, worlds=worlds, seed=seed)


def _tried(tables: Sequence[Table], plan: Plan, unit: Unit, *, worlds: int, seed: int) -> Imagined:
    """What may be done at some decisions, each of which the action before leads to."""
    filters, share = filters_for(tables[0].game, worlds)
    worlds, explained = filters * share, np.zeros(2, np.int64)
    seated = np.zeros((worlds, tables[0].players), np.int64)
    ways: list[Way] = []
    outcomes: list[np.ndarray[Any, Any]] = []
    values: list[np.ndarray[Any, Any]] = []
    for n, table in enumerate(tables):
        game, asks = table.game, table.asks
        on = getattr(part_of(game, "seat"), "LEADS_ON", {}).get(asks.name)
        kept = [k for k in range(table.count) if n + 1 == len(tables) or table.nth(k) != on]
        ends = np.zeros((table.count, worlds), game.outcome)
        found = np.zeros((table.count, worlds), np.int64)
        for k in range(filters):
            part = slice(k * share, (k + 1) * share)
            part_ends, seen = np.zeros((table.count, share), game.outcome), np.zeros(2, np.int64)
            found[:, part] = worths(
                game,
                plan,
                table.states.copy(),
                asks,
                table.count,
                worlds=share,
                seed=(seed + k) % MAX_SEED,
                outcomes=part_ends,
                explained=seen,
                seated=seated[part],
            )
            ends[:, part] = part_ends
            explained = np.maximum(explained, seen)
        actions = [table.nth(k) for k in kept]
        ways += [Way(asks.name, a, told(game, asks, table.view, a)) for a in actions]
        values.append(found[kept])
        outcomes.append(ends[kept])
    # A world in which what is won lies in a range counts one, whatever that is worth.
    scale = 1.0 if unit.won_by.has_range else unit.column(unit.won_by).scale
    worth = np.concatenate(values) * scale
    # Where the past tells nothing all worlds are drawn by themselves.
    batch = share if explained[0] > 0 else 1
    choices, effective = choices_by(ways, worth, unit, batch=batch)
    chances = dict(zip(ways, chances_of(unit, np.concatenate(outcomes), batch=batch), strict=True))
    told_of = tuple(replace(c, chances=chances[Way(c.decision, c.action, c.told)]) for c in choices)
    seen_and_alike = int(explained[0]), int(explained[1])
    order = [ways.index(Way(c.decision, c.action, c.told)) for c in choices]
    return Imagined(told_of, effective, seen_and_alike, seated, worth[order], batch, unit)


def seen_at(place: Position) -> tuple[tuple[str, str], ...]:
    """What the seat that is to decide sees, as `cardsim play` shows it."""
    game, spec, table = place.run.game, place.run.spec, place.table
    names = seats_called(game, game.rules(**dict(spec.rules)), spec.players, table.seat)
    return tuple(seat_of(game).rows(table.view, names))


def choices_by(
    ways: Sequence[Way],
    worth: np.ndarray[Any, Any],
    unit: Unit,
    *,
    batch: int,
    best: int | None = None,
) -> tuple[tuple[Choice, ...], float]:
    """Return all that may be done, the best first, and how many worlds are effective for the best.

    Args:
        ways: what that is.
        worth: float64, shape (ways, worlds).
        unit: what is played.
        batch: worlds side by side that depend on each other, and count as one.
        best: the place of the one that all are compared with; that of the highest mean by default.
    """
    # What less of is better is worth less than nothing.
    of_shares = unit.won_by.in_per_cent and not unit.won_by.lower_is_better
    means, worlds = worth.mean(axis=1), worth.shape[1]
    batches = worth.reshape(len(worth), -1, batch).mean(axis=2)
    number = batches.shape[1]
    best = int(means.argmax()) if best is None else best
    freedom = student_t(df=number - 1)
    # The best was chosen among all, so that each other one is compared with it.
    together = float(freedom.ppf(1 - (1 - CONFIDENCE) / 2 / max(len(worth) - 1, 1)))
    alone = float(freedom.ppf((1 + CONFIDENCE) / 2))
    choices, effective = [], float(worlds)
    for n, mean in enumerate(means.tolist()):
        error = float(batches[n].std(ddof=1)) / math.sqrt(number)
        gaps = batches[best] - batches[n]
        cost = float(gaps.mean())
        wide = together * float(gaps.std(ddof=1)) / math.sqrt(number)
        surely = cost - wide
        apart = worth[best] - worth[n]
        if surely <= 0 and apart.min() >= 0 and apart.max() > 0:
            # Never better in any world, and worse in some: it cannot be as good.
            most = float(apart.max())
            surely = most * wilson(float(apart.sum()) / most, worlds)[0]
        low, high = mean - alone * error, mean + alone * error
        # As many independent worlds as would err as much, and no more than there are.
        enough = worlds
        if error > 0:
            widened = (error * alone / z_value(CONFIDENCE)) ** 2
            enough = min(worlds, max(2, round(float(worth[n].var()) / widened)))
        if of_shares:
            low, high = tied_share(mean, float(worth[n].var()), enough)
        if n == best:
            effective = float(enough)
        choices.append(Choice(*ways[n], mean, low, high, cost, surely, cost + wide))
    ordered = tuple(sorted(choices, key=lambda c: (c is not choices[best], c.cost)))
    return ordered, effective
