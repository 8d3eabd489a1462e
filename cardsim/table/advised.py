"""Advice on one decision of a hand.

Hands that agree with the player's view are imagined. Each legal action is tried in each of them,
and strategies play on. If the game can be rewound, hands are weighted by what the others did.
Otherwise all hands are equally likely.
"""

from __future__ import annotations

import math
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

from cardsim.engine.look_ahead import Plan
from cardsim.engine.table import Table
from cardsim.errors import UserError
from cardsim.game import Action, Measure, Unit
from cardsim.options.params import Option
from cardsim.process.once import once
from cardsim.runs import wording
from cardsim.runs.answer import PlayedAnswer
from cardsim.runs.company import three_of
from cardsim.runs.preparation import MAX_SEED, checked_precision, resolve
from cardsim.runs.request import Request
from cardsim.runs.sealed import FORMAT
from cardsim.runs.seating import Rivals, Who
from cardsim.runs.spec import Player, RunSpec
from cardsim.runs.words import listed
from cardsim.statistics.stats import (
    CONFIDENCE,
    Estimate,
    tied_share,
    wilson,
    z_value,
)
from cardsim.table.chances import OutcomeChance, chances_of
from cardsim.table.differences import Compared, facts_of, outcome_told, turned_by, turning_told
from cardsim.table.positions import (
    Position,
    filters_for,
    first_hand,
    own_name,
    plan_at,
    position,
    seats_called,
)
from cardsim.table.seat_words import gerund, part_of, told
from cardsim.table.tried_hands import MOST_KEPT, joined, tried_hands
from cardsim.table.usual_seat import seat_of
from cardsim.version import VERSION
from cardsim.workspace import find_field, load_strategy

SCHEMA = f"cardsim.advice/{FORMAT}"
FORKS = 20_000
"""Default number of hands played on, whatever is legal."""
FEWEST_USUAL, MOST_USUAL = 400, 4000
EFFORT = 8_000_000
"""Decisions that may be taken again to find all imagined hands of a default advice: some 1.2 s."""
TRIAL = 64
"""Hands that are imagined to find out what one costs."""
MOST_TRIED = 500
"""Largest number of actions tried."""
FEWEST_WORLDS = 100
"""Smallest number of worlds: with fewer the intervals would be too narrow."""
MOST_WORLDS, MOST_ELSEWHERE = 100_000, 400
PART = 4
"""In each other company a fourth of the worlds is imagined, `MOST_ELSEWHERE` at most: it only has
to tell what turns."""
SPARE = 1.1
MOST_SHOWN = 4
"""Choices whose chances are shown."""
ALIKE = "Each is as likely: what the others would have done with their cards is not thought of."
WEIGHED = "Hands that explain what the others are known to have done come more often."
NOTHING_SEEN = "Each is as likely: nothing that the others have done tells of their cards."
UNEXPLAINED = (
    "Each is about as likely: whatever the others hold, those who play on here would have done "
    "none of what was seen."
)


FEW = 100
"""Independent worlds below which the answer says that they are few."""
FEW_EXPLAIN = (
    "Few hands explain it: they tell as much as {} that do not depend on each other, and the "
    "intervals are as wide as that makes them."
)
ALL_BETTER = 6
"""Worlds that all speak for one choice by chance less than once in twenty times (the sign test)."""
LIKELY, MOST_BELIEVED = 0.5, 2
"""Share of worlds from which on a seat's way of playing is named, and seats that are named."""


@dataclass(frozen=True)
class Choice:
    """A legal action, and its value.

    Attributes:
        decision: name of the decision; a later one if no other action lies between.
        action: the action as strategies answer.
        told: the action in words, such as `throw K♣`.
        value: its mean, by the measure that wins the unit.
        low, high: interval of the mean.
        cost, cost_low, cost_high: cost compared with the best; these intervals hold together.
        chances: chances after it that you win, lose, and of other outcomes.
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
    chances: tuple[OutcomeChance, ...] = ()

    @property
    def tied(self) -> bool:
        """True if it may be as good as the best."""
        return self.cost_low <= 0


class Elsewhere(NamedTuple):
    """Advice against other opponents, or if you yourself go on otherwise.

    Attributes:
        where: the opponents or your play, such as `against beginners`, `if you then knock at 21`.
        best: the best choice there, in words.
        value, low, high: value of the advised choice there, with its interval.
        cost, cost_low, cost_high: its cost there, compared with the best.
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
    """The advice on a decision.

    Attributes:
        spec: the table: rules, players, and who plays on.
        said: the position as it was described, by options.
        decision: name of the decision.
        seen: your view: names and what they show.
        you: your place among `spec.seats`.
        choices: all choices: the advised one, then the best first.
        worlds: number of imagined hands.
        seconds: time that it took; not part of the answer.
        reached: True if the intervals are as narrow as was asked.
        explained: number of others' decisions that were seen, and the largest number of them that
            those who play on take alike.
        effective: number of independent worlds that would tell as much of the best choice.
        elsewhere: advice against other kinds of opponents, and if you go on otherwise.
        believed: who probably sits in the seats that a mixture fills.
        why: what makes the advised choice better, in words; empty if nothing surely does.
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
    why: str = ""
    rows = "choices"

    def _asked(self) -> str:
        return self.command

    @property
    def measure(self) -> Measure:
        """The measure of the choices."""
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
            # A part of the best choice would read as if it were the best choice.
            only = " and no more" if best.told.startswith(worse[0].told) else ""
            doing = gerund(worse[0].told)
            costs = f" {doing[:1].upper()}{doing[1:]}{only} costs {much}."
        turned: dict[str, list[str]] = {}
        for other in self.elsewhere:
            if other.turns:
                turned.setdefault(other.best, []).append(other.where)
        instead = "".join(
            f" {where[:1].upper()}{where[1:]}, {what} instead."
            for what, places in turned.items()
            for where in [listed(places)]
        )
        return (
            f"{text}{as_well}.{costs} If from then on {self.company}, "
            f"{wording.outcome(self.measure, estimate)}.{instead}"
        )

    @property
    def likelihoods(self) -> tuple[tuple[Choice, ...], list[tuple[str, list[float]]]]:
        """The first choices, and the chances of each outcome after each of them."""
        shown = self.choices[:MOST_SHOWN]
        by_what = zip(*(choice.chances for choice in shown), strict=True)
        rows = [(row[0].what, [chance.value for chance in row]) for row in by_what]
        return shown, [row for row in rows if row[0] != self.measure.text]

    @property
    def unsure(self) -> float:
        """The largest error of a chance."""
        return max((c.half for choice in self.choices for c in choice.chances), default=0.0)

    @property
    def who(self) -> str:
        """A sentence on who probably sits where; empty if nobody is likely."""
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
        """The player you play on as."""
        return self.spec.seats[self.you]

    @property
    def company(self) -> str:
        """The play of all from here on: `all knock at 21`."""
        how = wording.of_several(self.player.plays)
        if len(set(self.spec.seats)) == 1:
            return f"all {how}"
        if self.you:
            return "all play on as they did"
        return f"you {how} {wording.against(self.spec, None)}"

    @property
    def likely(self) -> str:
        """A sentence on how likely each imagined hand is."""
        if self.game.rewind is None:
            return ALIKE
        decisions, alike = self.explained
        if not alike:
            return UNEXPLAINED if decisions else NOTHING_SEEN
        few = self.effective < min(FEW, self.worlds / 4)
        lacks = getattr(part_of(self.game, "seat"), "FORGOTTEN", "")
        explain = FEW_EXPLAIN.format(round(self.effective)) if few else ""
        return " ".join(filter(None, (WEIGHED, explain, lacks)))

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
        plays_on = own_name(self.game, spec.preset, self.spec.players)
        if "replay" in dict(self.said):
            plays_on = self.game.default_strategy
        if spec.hero.strategy != plays_on or own:
            words += ["--strategy", spec.hero.as_option]
        words += spec.versus(self.game)
        return shlex.join([*words, "--worlds", str(self.worlds), "--seed", str(self.spec.seed)])

    def to_dict(self) -> dict[str, Any]:
        """Return everything as plain data, laid out by `SCHEMA`."""
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
            "why": self.why,
            "choices": [asdict(c) for c in self.choices],
            "seed": self.spec.seed,
            "command": self.command,
            "run": self.spec.to_dict(self.game),
        }

    def frame(self) -> pl.DataFrame:
        """Return a row for each choice, the advised first, with its value and cost."""
        rows = [
            {**asdict(choice), **{c.what: c.value for c in choice.chances}}
            for choice in self.choices
        ]
        return pl.DataFrame(rows).drop("chances")


@once()
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
        game: name of the game.
        players: number of players; the usual number by default.
        unit: the unit played, whose measure values the choices; the usual one by default.
        preset: the house rules.
        strategy: how you play on; by default the game's default.
        vs: how the others play on, as in `cardsim.run`.
        replay: SEED:HAND:STEP, a decision of a hand of a run; the others are as in that run.
        view: FILE or FILE:N, a view that `cardsim replay GAME --json` wrote.
        worlds: number of imagined hands; by default as many as take a second or two.
        precision: imagine as many, up to `MOST_WORLDS`, as it takes to know the costs of the next
            best choice, and of all that may be as good, to within this half width.
        seed: seed of the worlds; a fresh one by default.
        options: your position, as the game has it (`cardsim advise GAME --help`), and house rules.

    Raises:
        UserError: there is no such position, or a strategy cannot play on.

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
    spec = replace(run.spec, seed=int(Option("seed", 0, low=0, high=MAX_SEED).check(seed)))
    plan = place.plan()
    count = wanted or worlds_for(table, plan, spec.seed)
    found = tried_further(table, plan, played, worlds=count, seed=spec.seed)
    while narrow is not None and _widest(found.choices) > narrow and count < MOST_WORLDS:
        # A little more, because the scatter seen so far may be too small.
        needed = math.ceil(count * SPARE * (_widest(found.choices) / narrow) ** 2)
        count = min(needed, MOST_WORLDS)
        found = tried_further(table, plan, played, worlds=count, seed=spec.seed)
    found, there = settled(place, found, worlds=count, seed=spec.seed)
    choices, of_hand = found.choices, None
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
    there |= _going_on(place, found, worlds=count, seed=spec.seed)
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
        why_at(place, found, of_hand),
    )


def why_at(place: Position, found: Imagined, of_hand: Imagined | None) -> str:
    """Return what makes the first choice better than the best one that surely costs something.

    Empty if none does, or nothing surely differs in the hands that were imagined.

    Args:
        place: the position.
        found: the values there.
        of_hand: the same of the hand alone, in a match.
    """
    best, rest = found.choices[0], [choice for choice in found.choices if not choice.tied]
    if not rest:
        return ""
    other = min(rest, key=lambda choice: choice.cost)
    game, spec, seat = place.run.game, place.run.spec, place.table.seat
    names = seats_called(game, game.rules(**dict(spec.rules)), spec.players, seat)
    words, both = [gerund(c.told) for c in (best, other)], found.compared(best, other)
    end = outcome_told(found.unit, both, words)
    if of_hand is not None and not end:
        end = outcome_told(of_hand.unit, of_hand.compared(best, other), words)
    turning = turned_by(both, facts_of(game, both.states, seat, names))
    depends = "" if turning is None else turning_told(found.unit, turning, words)
    return " ".join(filter(None, (end, depends)))


def settled(
    place: Position, found: Imagined, *, worlds: int, seed: int
) -> tuple[Imagined, dict[str, tuple[Choice, ...]]]:
    """Return the values led by the choice to advise, and the choices in each kind of company.

    Args:
        place: the position.
        found: the values there, as `tried_further` has them.
        worlds: number of imagined hands of `found`.
        seed: their seed.
    """
    there = dict(_in_companies(place, found, worlds=worlds, seed=seed))
    if sum(c.tied for c in found.choices) > 1:
        own = _own_choice(place)
        best = preferred(found.choices, found.worth, tuple(there.values()), own)
        if best is not found.choices[0]:
            found = found.led_by(best)
    return found, there


def _in_companies(
    place: Position, asked: Imagined, *, worlds: int, seed: int
) -> Iterator[tuple[str, tuple[Choice, ...]]]:
    """Yield the choices, the best first, against each kind of opponents that the game knows.

    Against those that were asked about, these are the choices that are known.
    """
    run, spec = place.run, place.run.spec
    if find_field(run.game, spec.preset) is None or spec.fixed:
        return
    rules: dict[str, Any] = spec.changed_rules(run.game)
    table: dict[str, Any] = {"players": spec.players, "unit": spec.unit, "preset": spec.preset}
    for company in three_of(spec.game, spec.preset, spec.players):
        # A field may have no beginners, and a program's own strategy no name.
        with suppress(UserError):
            who: dict[str, Any] = {"strategy": place.own.as_option, "vs": company.vs}
            there = resolve(Request(spec.game, options=rules, seed=seed, **table, **who), 1)
            if there.spec.seats == spec.seats:
                yield company.where, asked.choices
                continue
            seat = place.table.seat
            plan = plan_at(there, first_hand(there, seat), seat)
            found = tried_further(place.table, plan, asked.unit, worlds=_fewer(worlds), seed=seed)
            yield company.where, found.choices


def _going_on(
    place: Position, asked: Imagined, *, worlds: int, seed: int
) -> dict[str, tuple[Choice, ...]]:
    """Return the choices, the best first, if you go on by the default or the safest strategy.

    Nothing is tried where there is no choice, nor again how you go on anyway.
    """
    run, seat = place.run, place.table.seat
    safest = own_name(run.game, run.spec.preset, run.spec.players)
    found: dict[str, tuple[Choice, ...]] = {}
    if len(asked.choices) == 1:
        return found
    for name in dict.fromkeys((run.usual.name, safest)):
        if name == place.own.as_option:
            continue
        strategy = load_strategy(run.game, name)
        plays, _ = strategy.told({p.name: p.default for p in strategy.parameters})
        how = wording.of_several(plays or f"play~ {name}")
        where = "if you then play as is safest" if name == safest else f"if you then {how}"
        plan = plan_at(run, place.hand, seat, own=(strategy, {}))
        found[where] = tried_further(
            place.table, plan, asked.unit, worlds=_fewer(worlds), seed=seed
        ).choices
    return found


def _fewer(worlds: int) -> int:
    """Return how many worlds are imagined where the others, or you, play otherwise."""
    return max(min(worlds // PART, MOST_ELSEWHERE), FEWEST_WORLDS)


def _same(choices: Sequence[Choice], one: Choice) -> Choice:
    """Return the choice among several that is this one."""
    return next(c for c in choices if (c.decision, c.action) == (one.decision, one.action))


def _valued(where: str, found: Sequence[Choice], best: Choice) -> Elsewhere:
    """Return the value of the advised choice against other opponents."""
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
    worth: np.ndarray[Any, Any],
    there: Sequence[Sequence[Choice]],
    own: tuple[str, Action],
) -> Choice:
    """Return the choice to advise among those that may be as good.

    A choice drops out if another is never worse in any world and sometimes better. Of the rest,
    choices that are as good against all opponents go first, then what the own strategy does, then
    the best mean.

    Args:
        choices: all choices, the best first.
        worth: their values, float64, shape (choices, worlds).
        there: the choices against other opponents.
        own: the decision and the action of the strategy that you play on by.
    """
    tied = [n for n, c in enumerate(choices) if c.tied]
    ties = [choices[n] for n in tied if not any(_never_worse(worth[m], worth[n]) for m in tied)]
    good = [c for c in ties if all(_same(found, c).tied for found in there)] or ties
    mine = [c for c in good if (c.decision, c.action) == own]
    return (mine or good)[0]


def _never_worse(one: np.ndarray[Any, Any], other: np.ndarray[Any, Any]) -> bool:
    """Return True if one choice is never worse in any world, and better in enough of them."""
    return bool((one >= other).all() and (one > other).sum() >= ALL_BETTER)


def believed_at(place: Position, plan: Plan, seated: np.ndarray[Any, Any]) -> tuple[Believed, ...]:
    """Return who probably sits in the seats that a mixture fills, the surest first.

    Args:
        place: the position.
        plan: plan of the imagined hands.
        seated: its rows that sat in each seat, shape (worlds, players).
    """
    drawn = place.run.spec.drawn
    if plan.drawn is None or drawn is None:
        return ()
    game, spec = place.run.game, place.run.spec
    names = seats_called(game, game.rules(**dict(spec.rules)), spec.players, place.table.seat)
    found = []
    for seat, draw in enumerate(np.asarray(plan.drawn.draws).tolist()):
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
    """Return half the widest interval of the costs of the next best and of all ties."""
    return max(
        (c.cost_high - c.cost for c in choices[1:] if c.tied or c is choices[1]), default=0.0
    )


def with_chances(choices: Sequence[Choice], others: Sequence[Choice]) -> tuple[Choice, ...]:
    """Return the choices with the chances of the same choices in another list added."""
    more = {(c.decision, c.action): c.chances for c in others}
    if {*more} != {(c.decision, c.action) for c in choices}:
        return tuple(choices)
    return tuple(replace(c, chances=(*c.chances, *more[c.decision, c.action])) for c in choices)


def most_worlds(table: Table) -> int:
    """Return the largest default number of worlds at a decision.

    A game whose past takes long to play again says how many it affords.
    """
    afforded = getattr(part_of(table.game, "seat"), "most_imagined", None)
    most = MOST_USUAL if afforded is None else int(afforded(table.view))
    return max(FEWEST_USUAL, min(MOST_USUAL, most, FORKS // max(table.count, 1)))


def worlds_for(table: Table, plan: Plan, seed: int) -> int:
    """Return the default number of worlds at a decision: mostly as many as take a second or two.

    What a world costs is counted in a few of them, not timed, so that it is the same everywhere. A
    decision counts one, however long a strategy takes for it: in Casino now and then half a minute.

    Args:
        table: table at the decision.
        plan: plan of the imagined hands.
        seed: seed of the worlds.
    """
    most = most_worlds(table)
    if table.game.rewind is None or most == FEWEST_USUAL:
        return most
    _, _, effort = tried_hands(table, plan, [0], worlds=TRIAL, seed=seed).explained.tolist()
    return max(FEWEST_USUAL, min(most, EFFORT * TRIAL // max(int(effort), 1)))


class LegalAction(NamedTuple):
    """A legal action, before its value is known."""

    decision: str
    action: Action
    told: str


class Imagined(NamedTuple):
    """Values of the choices in imagined hands.

    Attributes:
        choices: the choices, the best first.
        effective: number of independent worlds that would tell as much of the best choice.
        explained: number of others' decisions that were seen, and the largest number of them that
            those who play on take alike.
        seated: player in each seat, as the plan's rows; int64, shape (worlds, players).
        worth: value of each choice in each world; float64, shape (choices, worlds).
        batch: number of neighbouring worlds that depend on each other.
        unit: the unit played.
        outcomes: records of outcomes of each choice, shape (choices, worlds).
        hands: the first of the imagined hands, at least `MOST_KEPT` if there are as many.
    """

    choices: tuple[Choice, ...]
    effective: float
    explained: tuple[int, int]
    seated: np.ndarray[Any, Any]
    worth: np.ndarray[Any, Any]
    batch: int
    unit: Unit
    outcomes: np.ndarray[Any, Any]
    hands: np.ndarray[Any, Any]

    def led_by(self, best: Choice) -> Imagined:
        """Return the values with another choice first, with which all are compared."""
        ways = [LegalAction(c.decision, c.action, c.told) for c in self.choices]
        at = self.choices.index(best)
        led, effective = choices_by(ways, self.worth, self.unit, batch=self.batch, best=at)
        chances = (_same(self.choices, c).chances for c in led)
        told_of = tuple(replace(c, chances=some) for c, some in zip(led, chances, strict=True))
        order = [ways.index(LegalAction(c.decision, c.action, c.told)) for c in led]
        ends = self.outcomes[order]
        return self._replace(
            choices=told_of, effective=effective, worth=self.worth[order], outcomes=ends
        )

    def compared(self, one: Choice, other: Choice) -> Compared:
        """Return two of the choices in the hands that were kept."""
        both, many = [self.choices.index(_same(self.choices, c)) for c in (one, other)], self.hands
        return Compared(
            self.worth[both, : len(many)], self.outcomes[both, : len(many)], many, self.batch
        )


def tried(table: Table, plan: Plan, unit: Unit, *, worlds: int, seed: int) -> Imagined:
    """Return the value of each legal action at a decision.

    Args:
        table: table at the decision.
        plan: plan of the imagined hands.
        unit: the unit played.
        worlds: number of imagined hands.
        seed: their seed.
    """
    return _tried([table], plan, unit, worlds=worlds, seed=seed)


def tried_further(table: Table, plan: Plan, unit: Unit, *, worlds: int, seed: int) -> Imagined:
    """Return as `tried`, looking through an action that only leads to another own decision."""
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
    """Return the values of actions at decisions, each of which the one before leads to."""
    filters, share = filters_for(tables[0].game, worlds)
    worlds, explained = filters * share, np.zeros(3, np.int64)
    seated = np.zeros((worlds, tables[0].players), np.int64)
    ways: list[LegalAction] = []
    outcomes: list[np.ndarray[Any, Any]] = []
    values: list[np.ndarray[Any, Any]] = []
    hands = np.zeros(0, tables[0].game.state)
    for n, table in enumerate(tables):
        game, asks = table.game, table.asks
        on = getattr(part_of(game, "seat"), "LEADS_ON", {}).get(asks.name)
        kept = [k for k in range(table.count) if n + 1 == len(tables) or table.nth(k) != on]
        ends = np.zeros((table.count, worlds), game.outcome)
        found = np.zeros((table.count, worlds), np.int64)
        for k in range(filters):
            part = slice(k * share, (k + 1) * share)
            seed_k = (seed + k) % MAX_SEED
            some = tried_hands(table, plan, range(table.count), worlds=share, seed=seed_k)
            found[:, part], ends[:, part], seated[part] = some.values, some.outcomes, some.seated
            explained = np.maximum(explained, some.explained)
            if n == 0 and len(hands) < MOST_KEPT:
                hands = joined([hands, some.hands])
        actions = [table.nth(k) for k in kept]
        ways += [LegalAction(asks.name, a, told(game, asks, table.view, a)) for a in actions]
        values.append(found[kept])
        outcomes.append(ends[kept])
    # A world in which the score lies in the measure's range counts one.
    scale = 1.0 if unit.won_by.has_range else unit.column(unit.won_by).scale
    worth = np.concatenate(values) * scale
    # If the past tells nothing all worlds are drawn independently.
    batch = share if explained[0] > 0 else 1
    choices, effective = choices_by(ways, worth, unit, batch=batch)
    ends = joined(outcomes)
    chances = dict(zip(ways, chances_of(unit, ends, batch=batch), strict=True))
    told_of = tuple(
        replace(c, chances=chances[LegalAction(c.decision, c.action, c.told)]) for c in choices
    )
    seen_and_alike = int(explained[0]), int(explained[1])
    order = [ways.index(LegalAction(c.decision, c.action, c.told)) for c in choices]
    return Imagined(
        told_of, effective, seen_and_alike, seated, worth[order], batch, unit, ends[order], hands
    )


def seen_at(place: Position) -> tuple[tuple[str, str], ...]:
    """Return the view of the seat on turn, as `cardsim play` shows it."""
    game, spec, table = place.run.game, place.run.spec, place.table
    names = seats_called(game, game.rules(**dict(spec.rules)), spec.players, table.seat)
    return tuple(seat_of(game).rows(table.view, names))


def choices_by(
    ways: Sequence[LegalAction],
    worth: np.ndarray[Any, Any],
    unit: Unit,
    *,
    batch: int,
    best: int | None = None,
) -> tuple[tuple[Choice, ...], float]:
    """Return all choices, the best first, and the effective worlds of the best.

    Args:
        ways: the choices.
        worth: float64, shape (ways, worlds).
        unit: the unit played.
        batch: number of neighbouring worlds that depend on each other, and count as one.
        best: index of the choice that all are compared with; by default that of the highest mean.
    """
    # Values of measures that should be small are negative.
    of_shares = unit.won_by.in_per_cent and not unit.won_by.lower_is_better
    means, worlds = worth.mean(axis=1), worth.shape[1]
    batches = worth.reshape(len(worth), -1, batch).mean(axis=2)
    number = batches.shape[1]
    best = int(means.argmax()) if best is None else best
    freedom = student_t(df=number - 1)
    # The best was chosen among all, so all others are compared with it at once.
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
        if np.count_nonzero(apart) < ALL_BETTER:
            # So few worlds may differ by chance, however alike the batches are.
            surely = min(surely, 0.0)
        elif surely <= 0 and apart.min() >= 0:
            # Never better in any world, and worse in enough of them: it cannot be as good.
            most = float(apart.max())
            surely = most * wilson(float(apart.sum()) / most, worlds)[0]
        low, high = mean - alone * error, mean + alone * error
        # Independent worlds with the same error, but no more than there are.
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
