"""The best answer found to a strategy: `learn` looks for it from several starts.

The answer plays hands from which nothing was learned. If it gains nothing there, that is no proof
that nothing does: the result says how much may still be gained, and from how many starts it was
looked for.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from concurrent.futures import Executor
from dataclasses import asdict, dataclass
from typing import Any

import numpy as np

from cardsim.ask.risks import bound_text, estimated
from cardsim.errors import UserError
from cardsim.game import Measure, Unit
from cardsim.games import load_game
from cardsim.runs import wording
from cardsim.runs.paired_runs import play_together
from cardsim.runs.preparation import resolve
from cardsim.runs.request import Request
from cardsim.runs.run import ready
from cardsim.runs.seating import Seated, Who
from cardsim.runs.spec import Player, RunSpec
from cardsim.runs.store import keeping, kept_now
from cardsim.runs.words import number_of
from cardsim.search.learned import Learned
from cardsim.search.learning import can_start, learn, other_starts
from cardsim.statistics.paired import Moments
from cardsim.statistics.stats import CONFIDENCE, Estimate, z_value

STARTS = 3
"""Starting strategies of the search for an answer."""
ROUNDS = 4
EACH = 4
"""Factor on a round's hands for those that value an answer."""
FRESH = 1 << 62
"""First of those hands."""
LEAST = 100
"""Smallest number of hands in a round."""


@dataclass(frozen=True)
class BestAnswer:
    """The best answer found to opponents who all play one strategy.

    Attributes:
        to: that strategy.
        why_not: why none was looked for; else empty.
        starts: starting strategies; the best answer came from the first.
        gets: result of the best answer among players of the strategy; None if none was looked for.
        gain: its gain on their own result, with an interval that holds for the answers of all
            starts together.
        most: upper limit of the gains of all answers found.
        hands: number of hands that they played.
        rules: rules of the best one, in words; none if it is the first start as it is.
        command: finds it again and writes it into a file.
    """

    to: Player
    why_not: str = ""
    starts: tuple[str, ...] = ()
    gets: Estimate | None = None
    gain: tuple[float, float, float] = (0.0, 0.0, 0.0)
    most: float = 0.0
    hands: int = 0
    rules: tuple[str, ...] = ()
    command: str = ""

    @property
    def found(self) -> bool:
        """True if an answer gains for certain."""
        return self.gain[1] > 0

    def told(self, measure: Measure, unit: Unit) -> str:
        """Return the answer in a sentence."""
        name = self.to.brief
        if self.gets is None:
            return f"No answer to {name} was looked for: {self.why_not}."
        starts = number_of(len(self.starts), "start")
        if not self.found:
            most = bound_text(measure, self.most, unit)
            text = f"Among players of {name}, no answer was found from {starts} that gains more"
            return f"{text} than {most}."
        better = f"an answer that was found from {starts}"
        if not self.rules:
            better = f"{self.starts[0]}, from which nothing better was found,"
        return (
            f"Among players of {name}, {better} gains "
            f"{wording.costs(unit, measure, *self.gain)}: with it, "
            f"{wording.outcome(measure, self.gets)}{wording.beside_even(measure)}."
        )

    def to_dict(self) -> dict[str, Any]:
        """Return the answer as plain data."""
        plain = {n: value for n, value in asdict(self).items() if n not in {"to", "gets"}}
        got = self.gets
        gets = None if got is None else [got.value, got.low, got.high, got.sd]
        return {"to": self.to.as_option, "gets": gets, **plain}


def look_for_answer(
    table: RunSpec,
    ways: Sequence[Seated],
    to: Seated,
    hands: int,
    *,
    threads: int,
    executor: Executor | None = None,
    tell: Callable[[str], None] | None = None,
) -> BestAnswer:
    """Return the best answer to a strategy that is found from several starts.

    The hero of `table` plays the strategy. Those of `ways` come first that do best against it, and
    `hands` are forked in each of `ROUNDS`.
    """
    game = load_game(table.game)
    some = [who for who in ways if can_start(who.strategy)]
    some += other_starts(game, {who.strategy.name for who in some})
    usual = {option.name: option.default for option in game.display_options}
    shown = {name: value for name, value in table.display if value != usual[name]}
    asked: dict[str, Any] = {
        "players": table.players,
        "unit": table.unit,
        "measure": table.measure or None,
        "preset": table.preset,
        "seed": table.seed,
    }
    options: dict[str, Any] = {**table.changed_rules(game), **shown}
    who: dict[str, Any] = {"threads": threads, "executor": executor}
    found: list[Learned] = []
    for start in some[:STARTS]:
        if tell is not None:
            tell(f"looking from {start.strategy.name} for an answer to {table.hero.brief} ...")
        more: dict[str, Any] = {"start": start, "vs": to, "rounds": ROUNDS, "progress": False}
        try:
            with keeping(hands=kept_now().hands, answers=False):
                learned: Learned = learn(table.game, hands, **asked, **who, **more, **options)
        except UserError as error:
            return BestAnswer(table.hero, why_not=str(error))
        if learned.partial:
            raise KeyboardInterrupt
        found.append(learned)
    if not found:
        return BestAnswer(table.hero, why_not="no strategy can be begun with")
    players: list[Who] = [to, *(learned.strategy for learned in found)]
    runs = [
        ready(
            resolve(
                Request(table.game, strategy=strategy, vs=to, options=options, **asked),
                EACH * hands,
                first=FRESH,
            ),
            executor,
        )
        for strategy in players
    ]
    (played,) = play_together([runs], **who)
    if played.partial:
        raise KeyboardInterrupt
    return _best(table, found, played.results[0].measure, played.moments)


def _best(
    table: RunSpec, found: Sequence[Learned], measure: Measure, moments: Moments
) -> BestAnswer:
    """Return the best of the answers, from moments whose first point is the strategy itself."""
    sign = measure.sign
    gaps = sign * (moments.means - moments.means[0])
    critical = z_value(1 - (1 - CONFIDENCE) / len(found))
    halves = critical * moments.sds(0) / math.sqrt(moments.n)
    best = 1 + int(np.argmax(gaps[1:]))
    # An answer that does worse, or plays the same, only says that so many hands show no gain.
    alone = z_value(CONFIDENCE) * math.sqrt(max(moments.variance(0), 0.0) / moments.n)
    shown = np.where(moments.twins == 0, alone, halves) + np.maximum(gaps, 0.0)
    tried = [done.gain[2] for one in found if not one.rules for done in one.rounds]
    starts = sorted(found, key=lambda one: one is not found[best - 1])
    gain, half, learned = float(gaps[best]), float(halves[best]), found[best - 1]
    return BestAnswer(
        table.hero,
        starts=tuple(one.before.spec.hero.as_option for one in starts),
        gets=estimated(measure, float(moments.means[best]), moments.variance(best), moments.n),
        gain=(gain, gain - half, gain + half),
        most=max([float(shown[1:].max()), *tried]),
        hands=moments.n,
        rules=tuple(line for words in learned.words.values() for line in words),
        command=learned.command,
    )
