"""A drill: decisions where the choice matters, what each choice was worth, and a score.

Hands are dealt and played by the usual players until one of your decisions matters: what may be
as good as the best is at most half of the choices, and the best of the rest costs at least
`least`. What was missed is kept, and comes back in later drills.
"""

from __future__ import annotations

import math
import random
from collections.abc import Iterable, Mapping, Sequence
from datetime import date
from itertools import takewhile
from operator import itemgetter
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
from msgspec.structs import replace

from cardsim.cards import PACK
from cardsim.engine.table import Table
from cardsim.errors import UserError, echoed
from cardsim.game import Game, Unit
from cardsim.options.params import did_you_mean
from cardsim.runs import wording
from cardsim.runs.preparation import Resolved, resolve
from cardsim.runs.request import Request
from cardsim.table.choice_values import MOST_TRIED, Choice, tried
from cardsim.table.drilled import (
    NO_RECORD,
    Drill,
    DrillAnswer,
    Missed,
    Past,
    Record,
    Spot,
    keep,
    read,
)
from cardsim.table.my_play import MyPlay, my_plays
from cardsim.table.played import Hold, SavedGame, Sitting, named, place_of, resume, sit_down
from cardsim.table.positions import own_of
from cardsim.table.reasons import why, why_among

SCREENED = 150
"""Worlds in which a decision is tried before it is judged in as many as in `play`."""
TRIED = 5
"""Decisions of a hand or match that are tried; the hardest that matters is asked."""
LOOKED_THROUGH = 40
"""Hands or matches without a decision that matters after which the search is given up."""
LEAST_SHARE, LEAST_SPREAD = 0.02, 0.04
"""Default cost of a mistake: 2 in 100, or this part of the standard deviation of a result."""
MOST_OF_LOSS = 0.6
"""Share of what was given away that the kinds of decisions drilled make up."""
OPENING, LEAD, FOLLOW = "opening-lead", "lead", "follow"
IN_TRICKS = {
    OPENING: "the first lead of a hand",
    LEAD: "any lead to a trick",
    FOLLOW: "any card to a trick that another led",
}


class DrillQuestion(NamedTuple):
    """A decision that is asked in a drill.

    Attributes:
        spot: where it lies.
        sitting: you at the table, to decide.
        choices: each legal action in words, with its value, the best first.
        back: True if it was missed before.
    """

    spot: Spot
    sitting: Sitting
    choices: tuple[tuple[str, Choice], ...]
    back: bool

    def place_of(self, answer: DrillAnswer) -> int:
        """Return the place of an answer among the choices, some of which may cost the same."""
        asks = self.sitting.table.asks
        words = [named(asks, word) for word, _ in self.choices]
        return words.index(answer.did)


class Score(NamedTuple):
    """The result of a drill.

    Attributes:
        before: drills of the same unit before it, the oldest first.
        due: number of decisions that come back, and the day of the first; empty if there are none.
    """

    answers: tuple[DrillAnswer, ...]
    unit: Unit
    before: tuple[Past, ...]
    due: tuple[int, str]

    @property
    def cost(self) -> tuple[float, float]:
        """Total cost that is certain, and half the width of its interval."""
        lost = [answer for answer in self.answers if not answer.held]
        halves = [answer.cost - answer.low for answer in lost]
        return sum(answer.cost for answer in lost), math.hypot(*halves)

    @property
    def held(self) -> int:
        """Number of answers that may be as good as the best."""
        return sum(answer.held for answer in self.answers)

    @property
    def sentence(self) -> str:
        """The score in words."""
        cost, half = self.cost
        many = len(self.answers)
        what = "one decision" if many == 1 else f"{many} decisions"
        if self.held == many:
            return f"You gave away nothing for certain in {what}."
        much = wording.costs(self.unit, self.unit.won_by, cost, cost - half, cost + half)
        return f"You gave away {much} in {what}; you got {self.held} right."


class Drilling:
    """A drill under way, kept after each answer.

    Attributes:
        record: all drills of the game.
        file: where they are kept.
        told: messages on decisions that are no longer what they were, or were not found.
    """

    def __init__(self, file: Path, record: Record) -> None:
        """Begin the open drill of a record, or go on with it.

        Raises:
            UserError: another process drills, or has drilled since the record was read, or a
                strategy or a kind of decision is not there.
        """
        if record.open is None:
            raise ValueError("the record has no open drill")
        self.file, self.record, self.drill = file, record, record.open
        self.run = _table(self.drill.asked)
        if not {*self.drill.only} <= {*kinds_of(self.run.game)}:
            raise UserError(NO_RECORD.format(file))
        self.told: list[str] = []
        self._hold = Hold(file)
        try:
            check_is_last(file, record)
            keep(file, record)
        except BaseException:
            self.close()
            raise

    def close(self) -> None:
        """Let other processes drill."""
        self._hold.close()

    @property
    def number(self) -> int:
        """Number of the decision to come, from 1."""
        return len(self.drill.answers) + 1

    @property
    def sought(self) -> str:
        """The decisions looked for, in words."""
        least, unit = self.drill.least, self.run.unit
        amount = wording.cost_text(unit.won_by, f"{unit.won_by.shown_times * least:g}", unit)
        kinds = f" ({', '.join(self.drill.only)})" if self.drill.only else ""
        # It is not known yet if no decision was found at all.
        return f"decision{kinds} that costs at least {amount}" if least else f"decision{kinds}"

    def next(self) -> DrillQuestion | None:
        """Return the decision to come; None if the drill is over."""
        if self.number > self.drill.many:
            return None
        # What comes back stands between fresh decisions.
        while self.drill.back and self.number % 2 == 0:
            spot = self.drill.back[0]
            try:
                return self._question(spot, back=True)
            except UserError as error:
                self.told.append(f"a decision that was to come back is left out: {error}")
                kept = tuple(one for one in self.record.missed if one.spot != spot)
                self._write(self._shortened(), kept)
        found = self._fresh()
        if found is None:
            none = f"{self.sought} was found in {LOOKED_THROUGH} {self.run.unit.plural}"
            if not self.drill.answers:
                raise UserError(f"no {none}", hint="a smaller --least, or another --only")
            self.told.append(f"no further {none}")
            self._write(replace(self.drill, many=len(self.drill.answers)))
        return found

    def _question(self, spot: Spot, *, back: bool) -> DrillQuestion:
        run = self.run if spot.asked == self.drill.asked else _table(spot.asked)
        kept = SavedGame(spot.asked, spot.hand, spot.actions, spot.seen)
        sitting = resume(kept, run)
        return DrillQuestion(spot, sitting, tuple(sitting.tried), back)

    def _fresh(self) -> DrillQuestion | None:
        """Return a decision that matters, in the first hand or match that has one."""
        drill = self.drill
        _, first = sit_down(drill.asked, None)
        for at in range(drill.at, drill.at + LOOKED_THROUGH):
            found = self._found(first + at)
            if found is not None:
                self._write(replace(self.drill, at=at))
                return found
        self._write(replace(self.drill, at=drill.at + LOOKED_THROUGH))
        return None

    def _found(self, hand: int) -> DrillQuestion | None:
        """Return the hardest of some decisions of a hand or match; None if none matters."""
        sitting = walked(self.run, hand)
        kinds, game = self.drill.only, self.run.game
        tables = [
            (number, table)
            for number, turn in enumerate(sitting.turns)
            if (table := sitting.judge.table_at(turn)).count <= MOST_TRIED
            and (not kinds or {*kinds} & kinds_at(game, table))
        ]
        order = random.Random(f"{self.run.spec.seed} {hand}")  # noqa: S311  (no secret)
        # An early one comes first: how far results scatter after it gives the default of `least`.
        drawn = sorted(order.sample(tables, min(TRIED, len(tables))), key=itemgetter(0))
        hard: list[tuple[float, int]] = []
        for number, table in drawn:
            found = tried(table, sitting.judge.plan, self.run.unit, worlds=SCREENED, seed=number)
            if not self.drill.least:
                spread = float(found.worth[0].std())
                self._write(replace(self.drill, least=least_of(self.run.unit, spread)))
            costs = [choice.cost for choice in found.choices if choice.cost >= self.drill.least]
            if 2 * len(costs) >= len(found.choices):
                hard.append((min(costs), number))
        for _, number in sorted(hard):
            choices = sitting.judge.worth(number, sitting.judge.table_at(sitting.turns[number]))
            if matters(choices, self.drill.least):
                actions = tuple(turn.action for turn in sitting.turns[:number])
                at = resume_at(self.run, hand, actions)
                at.judge = sitting.judge
                spot = Spot(self.drill.asked, hand, actions, at.seen)
                return DrillQuestion(spot, at, tuple(at.tried), back=False)
        return None

    def answer(self, question: DrillQuestion, nth: int, day: date) -> DrillAnswer:
        """Take a decision, and keep what it gave away.

        `nth` counts the legal actions from 0.
        """
        table = question.sitting.table
        action, asks = table.nth(nth), table.asks
        did, own = next(pair for pair in question.choices if pair[1].action == action)
        best, _ = question.choices[0]
        words = named(asks, did), named(asks, best)
        # Of two choices that are worth the same one may be better in the last bit.
        cost, high = max(own.cost, 0.0), max(own.cost_high, 0.0)
        answer = DrillAnswer(asks.name, *words, cost, own.cost_low, high)
        drill = self.drill
        drill = self._shortened() if question.back else replace(drill, at=drill.at + 1)
        drill = replace(drill, answers=(*drill.answers, answer))
        self._write(drill, self._missed(question, day, held=answer.held))
        return answer

    def why(self, question: DrillQuestion, answer: DrillAnswer) -> str:
        """Return what makes the best action better than yours, or than the best of the others."""
        sitting = question.sitting
        judge, table, number = sitting.judge, sitting.table, len(sitting.turns)
        choices = [choice for _, choice in question.choices]
        if answer.held:
            return why_among(judge, table, choices, number)
        own = choices[question.place_of(answer)]
        return why(judge, table, choices[0].action, own.action, number)

    def _missed(self, question: DrillQuestion, day: date, *, held: bool) -> tuple[Missed, ...]:
        """Return the decisions that come back after an answer."""
        others = tuple(one for one in self.record.missed if one.spot != question.spot)
        known = [one for one in self.record.missed if one.spot == question.spot]
        if not known:
            return others if held else (*others, Missed(question.spot, day.isoformat()))
        again = known[0].answered(day, held=held)
        return others if again is None else (*others, again)

    def _shortened(self) -> Drill:
        return replace(self.drill, back=self.drill.back[1:])

    def _write(self, drill: Drill, missed: tuple[Missed, ...] | None = None) -> None:
        kept = self.record.missed if missed is None else missed
        record = replace(self.record, open=drill, missed=kept)
        keep(self.file, record)
        self.record, self.drill = record, drill

    def finish(self, day: date) -> Score:
        """End the drill, and return its score."""
        drill, unit = self.drill, self.run.unit
        before = tuple(past for past in self.record.past if past.unit == unit.name)
        missed = self.record.missed
        due = [one.due for one in missed if same_table(one.spot.asked, drill.asked)]
        score = Score(drill.answers, unit, before, (len(due), min(due, default="")))
        cost, half = score.cost
        past = Past(day.isoformat(), unit.name, len(drill.answers), score.held, cost, half)
        record = replace(self.record, past=(*self.record.past, past), open=None)
        keep(self.file, record)
        self.record = record
        return score


def check_is_last(file: Path, record: Record) -> None:
    """Refuse a record to which another process has added; a new drill may replace an open one."""
    now = read(file, record.game)
    begins = record.open is not None and not record.open.answers
    if now != (replace(record, open=now.open) if begins else record):
        raise UserError(f"the drills in {file} have gone on elsewhere; begin again")


def begun(
    file: Path,
    asked: Mapping[str, Any],
    *,
    many: int,
    least: float | None,
    only: Sequence[str],
    day: date | None,
) -> Record:
    """Return a game's record with a new drill, which takes the place of an unfinished one.

    Args:
        file: the record's file.
        asked: the arguments of `resolve`, with a seed.
        many: number of decisions.
        least: smallest cost of a mistake, in the measure's numbers; the default if None.
        only: kinds of decisions; empty for all.
        day: today, up to which missed decisions come back; None for fresh ones alone.
    """
    record = read(file, str(asked["game"]))
    run = _table(asked)
    if run.game.imagine is None:
        raise UserError(
            f"there are no drills of {run.game.name}, whose hands cannot be imagined",
            hint=f"play it: cardsim play {run.game.name}",
        )
    wanted = kinds_named(run.game, only)
    due = [
        missed.spot
        for missed in sorted(record.missed, key=lambda one: one.due)
        if day is not None
        and missed.due <= day.isoformat()
        and same_table(missed.spot.asked, asked)
    ]
    drill = Drill(
        dict(asked),
        many,
        (LEAST_SHARE if run.unit.won_by.in_per_cent else 0.0) if least is None else least,
        wanted,
        tuple(due[: many // 2]),
    )
    return replace(record, open=drill)


def _table(asked: Mapping[str, Any]) -> Resolved:
    return resolve(Request(**asked), 1)


def same_table(one: Mapping[str, Any], other: Mapping[str, Any]) -> bool:
    """Return True if two requests differ in their seed alone."""
    return {**one, "seed": 0} == {**other, "seed": 0}


def matters(choices: Sequence[Choice], least: float) -> bool:
    """Return True if half of the choices surely cost at least `least`, and all others less."""
    rest = [choice for choice in choices if not choice.tied]
    ties = [choice for choice in choices if choice.tied]
    if 2 * len(rest) < len(choices) or max((c.cost for c in ties), default=0.0) >= least:
        return False
    return min(choice.cost for choice in rest) >= least


def least_of(unit: Unit, spread: float) -> float:
    """Return the default cost of a mistake, with one digit in the numbers for people."""
    scale = unit.won_by.shown_times
    much = max(LEAST_SPREAD * spread * scale, 0.01)
    return float(f"{much:.0e}") / scale


def walked(run: Resolved, hand: int) -> Sitting:
    """Return a hand or match that the usual player has played for you."""
    sitting = Sitting(run, hand)
    strategy, parameters = own_of(run)
    while not sitting.over:
        action = sitting.table.choice(strategy, **dict(parameters))
        sitting.act(place_of(sitting.table, action))
    return sitting


def resume_at(run: Resolved, hand: int, actions: Iterable[Any]) -> Sitting:
    """Return a hand or match after some of your actions."""
    sitting = Sitting(run, hand)
    for action in actions:
        sitting.act(place_of(sitting.table, action))
    return sitting


# ---------------------------------------------------------------- kinds of decisions


def kinds_of(game: Game) -> dict[str, str]:
    """Return the kinds of decisions that can be drilled, with their meaning."""
    kinds = {decision.name: decision.help for decision in game.decisions}
    if {"history", "leaders", "laid"} <= {*(game.view.names or ())}:
        kinds = {**{n: text for n, text in IN_TRICKS.items() if n not in kinds}, **kinds}
    return kinds


def kinds_at(game: Game, table: Table) -> set[str]:
    """Return the kinds of a decision."""
    asks, kinds = table.asks.name, {table.asks.name}
    if OPENING not in kinds_of(game) or asks not in {"play", "lead"}:
        return kinds
    view = table.view
    if int(view.laid):
        return {*kinds, FOLLOW}
    first = not int(view.tricks) and bool((np.asarray(view.history) >= PACK).all())
    return {*kinds, LEAD, OPENING} if first else {*kinds, LEAD}


def kinds_named(game: Game, said: Sequence[str]) -> tuple[str, ...]:
    """Return kinds of decisions by what a person called them."""
    known, found = kinds_of(game), []
    for text in said:
        word = "-".join(text.lower().split())
        near = [one for one in known if word in {one, f"{one}s"}]
        near = near or [one for one in known if word and one.startswith(word)]
        # "knock or wait" is the decision whether to knock.
        near = near or [one for one in known if one in word.split("-")]
        if len(near) != 1:
            many = ", ".join(known)
            raise UserError(
                f"--only must be one of {many}, not {echoed(text)}", hint=did_you_mean(word, known)
            )
        found += near
    return tuple(dict.fromkeys(found))


def worst_kinds(game: str, unit: str) -> tuple[str, ...]:
    """Return the kinds of decisions that cost most in what you played; empty without a record."""
    try:
        plays = my_plays(lambda _file, _why: None, game=game)
    except UserError:
        return ()
    mine = next((one for one in plays if one.backs[0].unit.name == unit), None)
    return () if mine is None else _dearest(mine)


def _dearest(mine: MyPlay) -> tuple[str, ...]:
    """Return the fewest kinds of decisions that make up most of what was given away."""
    lost: dict[str, float] = {}
    for back in mine.backs:
        for verdict in back.sure:
            lost[verdict.decision] = lost.get(verdict.decision, 0.0) + verdict.cost
    total, ranked = sum(lost.values()), sorted(lost, key=lambda kind: -lost[kind])
    sums = np.cumsum([lost[kind] for kind in ranked])
    enough = len([*takewhile(lambda upto: upto < MOST_OF_LOSS * total, sums)]) + 1
    return tuple(ranked[:enough])
