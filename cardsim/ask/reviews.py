"""Reviews: where a strategy gives most away, by situation, and better choices.

Many hands are forked (`cardsim.runs.rollouts`). One half of the forks picks the better choice, and
the other half values it. This value is first-order: one choice changes, and later turns follow the
old habit. So the costliest situations are also changed as rules, and both strategies play fresh
hands.
"""

from __future__ import annotations

import math
import time
from collections.abc import Callable, Sequence
from concurrent.futures import Executor
from dataclasses import dataclass, replace
from typing import Any, Literal

import numpy as np

from cardsim import showing
from cardsim.ask.reviewed import Cost, Review, Reviewed, ReviewSpec, Situation, check_fine
from cardsim.errors import UserError
from cardsim.games import load_game
from cardsim.runs.changed import changed_run
from cardsim.runs.journal import noted
from cardsim.runs.paired_runs import GroupResult, play_together
from cardsim.runs.preparation import (
    Resolved,
    Setup,
    check_by_hand,
    check_judged,
    check_threads,
    resolve,
    set_up,
)
from cardsim.runs.request import Request
from cardsim.runs.rollouts import (
    ActionValues,
    DecisionTable,
    Rollouts,
    asked_about,
    check_compiled,
    fork,
    texts_of,
)
from cardsim.runs.run import ready
from cardsim.runs.seating import Rivals, Who
from cardsim.runs.words import listed
from cardsim.runs.workers import check_executor, is_near
from cardsim.showing import Progress, teller
from cardsim.statistics.situations import (
    Amount,
    Half,
    ValuedBox,
    apart,
    found_in,
    half_width,
    together,
)

CHANGED = 5
"""Situations that are changed as rules."""
LEAST_A_CELL = 10
"""Forks that a situation needs in each half to be examined by itself."""
NOT_PLAYED = "What each gains as a rule was not played: {}."


@dataclass(frozen=True)
class PreparedReview:
    """A review ready to be played.

    Attributes:
        setup: the run that is forked; not compiled if an executor elsewhere plays it.
    """

    spec: ReviewSpec
    setup: Setup | Resolved
    asked: tuple[DecisionTable, ...]


@noted
def review(  # noqa: D417  (the others: see `run`)
    game: str,
    n: object = None,
    *,
    by: str | Sequence[str] | None = None,
    players: int | None = None,
    unit: str | None = None,
    measure: str | None = None,
    strategy: Who | None = None,
    partner: Who | None = None,
    vs: Rivals | None = None,
    seats: str | Sequence[Who] | None = None,
    preset: str | None = None,
    seed: int | None = None,
    threads: int | None = None,
    executor: Executor | None = None,
    progress: Callable[[Progress], None] | Literal[False] | None = None,
    **options: Any,
) -> Review:
    """Say where a strategy gives most away, situation by situation, and what would be better.

    Each hand is also played on from one of the hero's decisions with every other choice.

    Arguments that are not described here are those of `cardsim.run`.

    Args:
        game: `scat`, or another of `cardsim games`.
        n: hands, or matches, that are forked: 1000000, 1e6, "250k"; a million by default. As many
            others are played by the strategy and with each better rule.
        by: decisions with the features that tell their situations apart, such as
            "knock:value,own-turns", one text or several; by default the game's own. A number in the
            view may stand in for a feature.
        measure: the measure that judges choices; by default the one that wins the unit.
        strategy: as in `cardsim.run`; it must be compiled.
        seats: as in `cardsim.run`; the first is reviewed.
        options: house rules, display options and parameters of the strategy.
    """
    asked = Request.given(locals(), kind="review", own={"by": by})
    prepared = prepare_review(asked, executor)
    tell = teller(progress)
    threads = check_threads(threads)
    return play_review(prepared, threads=threads, executor=executor, progress=tell)


def dashed(by: Sequence[str]) -> tuple[str, ...]:
    """Return `by` with decisions named as in games: `name_trump:place` is `name-trump:place`."""
    parts = [text.partition(":") for text in by]
    return tuple(name.replace("_", "-") + colon + rest for name, colon, rest in parts)


def prepare_review(asked: Request, executor: Executor | None = None) -> PreparedReview:
    """Check everything about a review, and compile its run."""
    game, rules_of = asked.game, asked.rules_of
    if not rules_of.decisions:
        raise UserError(
            f"nobody decides anything in {game}: there is nothing to review",
            hint=f"house rules are compared by `cardsim sweep {game}`",
        )
    texts = dashed(texts_of(asked.own.get("by")))
    hands = asked.hands()
    run = resolve(replace(asked.seeded(), n=hands), hands)
    about = asked_about(rules_of, texts, source=run.strategies[0])
    if not about:
        names = listed([d.name for d in rules_of.decisions if d.actions], "or")
        raise UserError(
            f"{game} does not say what its situations are told apart by; --by must",
            hint=f"--by DECISION:NUMBER,NUMBER, with a decision ({names}) and numbers of its view",
        )
    check_by_hand(run.unit, "a review")
    check_judged(run.unit)
    check_compiled(run)
    check_executor(executor)
    if not is_near(executor):
        return PreparedReview(ReviewSpec(run.spec, texts), run, about)
    with showing.compiling():
        return PreparedReview(ReviewSpec(run.spec, texts), set_up(run), about)


def play_review(
    prepared: PreparedReview,
    *,
    threads: int = 1,
    executor: Executor | None = None,
    progress: Callable[[Progress], None] | None = None,
) -> Review:
    """Play the hands of a review.

    Raises:
        UserError: there are too many situations for so few hands.
        KeyboardInterrupt: the user interrupted before any hand was counted.
    """
    began = time.perf_counter()
    setup, hands = prepared.setup, prepared.spec.base.hands

    def far(done: int) -> None:
        if tell is not None:
            tell(Progress(done, hands, time.perf_counter() - began, None))

    with showing.bar(progress, setup.unit.plural) as tell:
        rollouts = fork(
            setup, prepared.asked, hands, threads=threads, executor=executor, progress=far
        )
    if not rollouts.partial:
        check_fine(rollouts, setup.unit, named=bool(prepared.spec.by))
    review = reviewed(prepared.spec, rollouts)
    if not rollouts.partial and review.situations:
        review = _with_rules(
            review, prepared, threads=threads, executor=executor, progress=progress
        )
    return replace(review, seconds=time.perf_counter() - began, _setup=setup)


def reviewed(spec: ReviewSpec, rollouts: Rollouts) -> Review:
    """Return the review from the forks."""
    unit = spec.base.unit_of(load_game(spec.base.game))
    step = unit.step(unit.measures[0], dict(spec.base.display))
    halves = [_halves(w, rollouts.halves) for w in rollouts.worth]
    candidates = found_in(halves)
    met = sum(1 for w in rollouts.worth if w.forks.any())
    wide = half_width(together=len(candidates) + met + 1)

    def cost(amount: Amount) -> Cost:
        value, half = step * amount.value, step * wide * amount.error
        return Cost(value, value - half, value + half)

    certain = [f for f in candidates if f.amount.value > wide * f.amount.error]
    kept = apart(certain, [w.forks.sum(axis=0) > 0 for w in rollouts.worth])
    return Review(
        spec,
        tuple(
            _decision(w, rollouts, cost(together([f for f in candidates if f.decision == k])))
            for k, w in enumerate(rollouts.worth)
            if w.forks.any()
        ),
        tuple(_situation(rollouts, f, cost(f.amount)) for f in kept),
        cost=cost(together(candidates)),
        rules=None,
        candidates=len(candidates),
        hands=rollouts.hands,
        changed_hands=0,
        note="",
        worth=rollouts.worth,
        halves=rollouts.halves,
        seconds=0.0,
        partial=rollouts.partial,
    )


def _halves(worth: ActionValues, hands: tuple[int, int]) -> tuple[Half, Half]:
    first, second = (
        Half(hands[h], worth.possible[h], worth.tried[h], worth.more[h], worth.squares[h])
        for h in (0, 1)
    )
    return first, second


def _decision(worth: ActionValues, rollouts: Rollouts, cost: Cost) -> Reviewed:
    forks = worth.forks
    return Reviewed(
        worth.asked,
        often=int(worth.met.sum()) / rollouts.hands,
        cost=cost,
        forks=int(forks.sum()),
        situations=int((forks.sum(axis=0) > 0).sum()),
        looked_at=int((forks.min(axis=0) >= LEAST_A_CELL).sum()),
    )


def _situation(rollouts: Rollouts, found_box: ValuedBox, cost: Cost) -> Situation:
    worth, box = rollouts.worth[found_box.decision], found_box.box
    cells = (slice(None), *box.cells)
    own = worth.own[cells].sum(axis=tuple(range(1 + len(box.lows))))
    others = np.where(np.arange(len(own)) == box.choice, 0, own)
    otherwise = int(worth.met[cells].sum() - own[box.choice])
    return Situation(
        worth.asked,
        tuple(
            (f.low + low, f.low + high)
            for f, low, high in zip(worth.asked.features, box.lows, box.highs, strict=True)
        ),
        chosen=-1 if worth.asked.experts else int(others.argmax()),
        better=box.choice,
        often=otherwise / rollouts.hands,
        cost=cost,
        forks=found_box.tried,
    )


def _with_rules(
    review: Review,
    prepared: PreparedReview,
    *,
    threads: int,
    executor: Executor | None,
    progress: Callable[[Progress], None] | None,
) -> Review:
    """Return the review with the gains of the costliest situations as rules.

    They are played on the hands that follow, so that the choice of rules does not bias the gains.
    """
    base, setup = prepared.spec.base, prepared.setup
    run = setup.run if isinstance(setup, Setup) else setup
    run = replace(run, spec=replace(base, first=base.first + base.hands))
    tried = review.situations[:CHANGED]
    changes = [[s.change] for s in tried]
    if len(tried) > 1:
        changes.append([s.change for s in tried])
    played: list[GroupResult] = []
    try:
        group = [ready(r, executor) for r in (run, *(changed_run(run, c) for c in changes))]
        played = play_together([group], threads=threads, executor=executor, progress=progress)
    except UserError as error:
        return replace(review, note=NOT_PLAYED.format(error))
    except KeyboardInterrupt:
        pass
    if not played:
        return replace(review, note=NOT_PLAYED.format("interrupted"), partial=True)
    moments = played[0].moments
    sign = review.measure.sign
    errors = half_width(together=len(changes)) * moments.sds(0) / math.sqrt(moments.n)

    def gain(number: int) -> Cost:
        value = sign * float(moments.means[number] - moments.means[0])
        half = float(errors[number])
        return Cost(value, value - half, value + half)

    situations = [replace(s, rule=gain(k)) for k, s in enumerate(tried, 1)]
    return replace(
        review,
        situations=(*situations, *review.situations[CHANGED:]),
        rules=gain(len(changes)) if len(tried) > 1 else None,
        changed_hands=moments.n,
        partial=played[0].partial,
    )
