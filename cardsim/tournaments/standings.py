"""The result of a tournament: places, gains, regrets, and all of it in words."""

from __future__ import annotations

import itertools
import math
import shlex
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Any

import numpy as np
import polars as pl

from cardsim.ask import certificates
from cardsim.ask.certificates import Certificate
from cardsim.ask.risks import Risk, bound_text, estimated, risks_of
from cardsim.errors import one_line
from cardsim.game import Game
from cardsim.runs import wording
from cardsim.runs.answer import PlayedAnswer
from cardsim.runs.company import FIELD, SUFFIX, is_mixture
from cardsim.runs.sealed import FORMAT
from cardsim.runs.spec import Player, RunSpec
from cardsim.runs.words import capitalised, counted, listed, number_of
from cardsim.statistics import populations
from cardsim.statistics.paired import Moments
from cardsim.statistics.stats import CONFIDENCE, Estimate, critical, z_value
from cardsim.tournaments.best_answers import BestAnswer
from cardsim.version import VERSION

SCHEMA = f"cardsim.tournament/{FORMAT}"
MOST_NAMED = 3
"""Largest number of strategies named in a list."""
ONE_IN_100 = 0.01
"""Gain that a ranking should be able to show before it calls anything the best."""
WORTH_TELLING = 0.01
"""Smallest share of the population that a sentence names."""
UNTOLD = 0.5
"""Width of a share's interval from which on it says nothing."""
DRAWS = 400
"""Draws for the intervals of shares."""
DRAW_SEED = 21


@dataclass(frozen=True)
class Entrant:
    """One of the strategies of a tournament.

    Attributes:
        estimate: its result if the others are drawn from all strategies alike.
        first, last: its possible places, 1 the best; simultaneous with all differences.
        weight: its share of the equilibrium mixture; `low` and `high` the interval of that.
        survives: its share in the end of the replicator dynamics.
    """

    player: Player
    estimate: Estimate
    first: int
    last: int
    weight: float
    low: float
    high: float
    survives: float

    def __repr__(self) -> str:
        return one_line(self, f"{self.player.brief}: {self.estimate}", f"place {self.place}")

    @property
    def place(self) -> str:
        """Its place for people: `1`, or `2 to 3` if that is within noise."""
        return f"{self.first}" if self.first == self.last else f"{self.first} to {self.last}"


@dataclass(frozen=True)
class Gain:
    """The gain of one player who plays differently among others who all play alike.

    Attributes:
        one, among: numbers of the strategies.
        value: its result there beyond what they get among themselves; negative if it loses.
        low, high: the interval, simultaneous for all pairs.
    """

    one: int
    among: int
    value: float
    low: float
    high: float

    @property
    def beats(self) -> bool:
        """True if it gains for certain."""
        return self.low > 0


def errors_of(moments: Moments) -> populations.Array:
    """Return a square root of the covariance of the means, float64, shape (k, k)."""
    sums = moments.sums.astype(np.float64)
    scatter = moments.products - np.outer(sums, sums) / moments.n
    roots, axes = np.linalg.eigh(scatter / max(moments.n - 1, 1) / moments.n)
    errors: populations.Array = axes * np.sqrt(np.maximum(roots, 0.0)) * moments.unit
    return errors


@dataclass(frozen=True)
class TournamentSpec:
    """Everything that decides the outcome of a tournament; text and numbers only.

    Attributes:
        players: the strategies, in the order given.
        base: the run in which the first of them plays against itself; `base.hands` are played at
            each table.
        met: opponents of each strategy at one more table, as `--vs` takes them, such as a mixture;
            empty for none.
        look: hands of a round in which answers are looked for; 0 for none.
    """

    players: tuple[Player, ...]
    base: RunSpec
    met: str = ""
    look: int = 0

    @property
    def parties(self) -> int:
        """Number of parties at a table, with partners as one."""
        return len(set(self.base.sides)) if self.base.sides else self.base.players

    def command(self, game: Game) -> str:
        """Return the command that repeats the tournament."""
        words = ["cardsim", "tournament", self.base.game, *(p.as_option for p in self.players)]
        words += replace(self.base, seats=()).options_with(game, None)
        words += ["--vs", self.met] if self.met else []
        words += ["--answers", str(self.look)] if self.look else []
        return shlex.join([*words, *self.base.ending(game, None)])


@dataclass(frozen=True, repr=False, eq=False)
class TournamentResult(PlayedAnswer):
    """The outcome of a tournament.

    Attributes:
        spec: the specification, with the strategies that played to the end.
        companies: moments of all strategies with the same others, by the numbers of these, in order
            from the hero's left.
        failed: errors of strategies that were removed, by name.
        seconds: time that it took; not part of the answer.
        partial: True if it was interrupted.
        met: moments of all strategies against the players of `spec.met`; None without any.
        answers: best answers to the winner, and to the strategy that takes over.
    """

    spec: TournamentSpec
    companies: Mapping[tuple[int, ...], Moments] = field(repr=False)
    failed: Mapping[str, str]
    seconds: float = field(compare=False)
    partial: bool
    version: str = VERSION
    met: Moments | None = field(default=None, repr=False)
    answers: tuple[BestAnswer, ...] = ()
    _setup: Any = field(default=None, compare=False, repr=False)
    reached = True
    rows = "gains"

    @cached_property
    def tables(self) -> dict[str, pl.DataFrame]:
        """The ranking, the gains, and the results at each table."""
        return {
            "strategies": self.ranking_frame(),
            self.rows: self.frame(),
            "tables": self.tables_frame(),
        }

    @property
    def hands(self) -> int:
        """Smallest number of hands (or matches) of a strategy at a table."""
        return min(m.n for m in self._every)

    @property
    def played(self) -> int:
        """Number of hands played in all."""
        return sum(m.n for m in self._every) * len(self.spec.players)

    @property
    def _every(self) -> list[Moments]:
        return [*self.companies.values(), *([] if self.met is None else [self.met])]

    @cached_property
    def values(self) -> populations.Array:
        """Results of each strategy at each table, in the measure's unit.

        Returns:
            float64, shape (k, ..., k): the last axis is the strategy, those before it the others.
        """
        count = len(self.spec.players)
        values = np.empty((count,) * self.spec.parties)
        for others, moments in self.companies.items():
            values[others] = moments.means
        return values

    @property
    def payoffs(self) -> populations.Array:
        """The values, with more always better."""
        return -self.values if self.measure.lower_is_better else self.values

    def among(self, other: int) -> Moments:
        """Return the moments of all strategies among others who all play this one."""
        return self.companies[(other,) * (self.spec.parties - 1)]

    @cached_property
    def gains(self) -> tuple[Gain, ...]:
        """Gains of each among players of each other."""
        count, gains = len(self.spec.players), []
        together = 1 - (1 - CONFIDENCE) / max(count * (count - 1), 1)
        sign = self.measure.sign
        for among in range(count):
            moments = self.among(among)
            limit = critical(together, moments.n) / math.sqrt(moments.n)
            halves = limit * moments.sds(among)
            values = sign * (moments.means - moments.means[among])
            gains += [
                Gain(k, among, *(float(values[k] + s * halves[k]) for s in (0, -1, 1)))
                for k in range(count)
                if k != among
            ]
        return tuple(gains)

    @cached_property
    def beats(self) -> np.ndarray[Any, np.dtype[np.bool_]]:
        """bool, shape (k, k): True if one gains for certain among players of the other."""
        beats = np.zeros((len(self.spec.players),) * 2, bool)
        for gain in self.gains:
            beats[gain.one, gain.among] = gain.beats
        return beats

    @property
    def cycle(self) -> tuple[str, ...]:
        """Strategies that each beat the next, and the last the first; empty without any."""
        return tuple(self.spec.players[k].brief for k in populations.cycle_in(self.beats))

    @property
    def unbeaten(self) -> tuple[str, ...]:
        """Strategies among whose players no other gains for certain."""
        return tuple(
            player.brief
            for player, beaten in zip(self.spec.players, self.beats.T, strict=True)
            if not beaten.any()
        )

    @cached_property
    def crowd(self) -> populations.Array:
        """Shares of a population under the replicator dynamics.

        Returns:
            float64, shape (generations + 1, k).
        """
        return populations.replicated(self.payoffs)

    @cached_property
    def left_to_gain(self) -> float:
        """Gain of the best answer to the mixture of the weights, in the measure's unit."""
        weights = np.array([e.weight for e in self.entrants])
        return populations.gain_against(self.payoffs, weights)

    @cached_property
    def entrants(self) -> tuple[Entrant, ...]:
        """The strategies, in the order given."""
        count, tables = len(self.spec.players), list(self.companies.values())
        means = np.mean([m.means for m in tables], axis=0)
        good = -means if self.measure.lower_is_better else means
        # Tables have hands of their own, so variances add up.
        gaps = (
            np.array([sum(m.sds(k) ** 2 / m.n for m in tables) for k in range(count)])
            / len(tables) ** 2
        )
        fewest = min(m.n for m in tables)
        limit = critical(1 - (1 - CONFIDENCE) / max(count * (count - 1) // 2, 1), fewest)
        worse = good[:, None] - good > limit * np.sqrt(gaps)
        own = [sum(m.variance(k) / m.n for m in tables) / len(tables) ** 2 for k in range(count)]
        weights = populations.settled(self.payoffs, self.crowd)
        survivors = populations.left_over(self.crowd[-1])
        low, high = self._spread
        hands = sum(m.n for m in tables)
        measure, entrants = self.measure, []
        for k, player in enumerate(self.spec.players):
            # The scatter of all tables together, as if their hands were those of one.
            estimate = estimated(measure, float(means[k]), own[k] * hands, hands)
            entrants.append(
                Entrant(
                    player,
                    estimate,
                    first=1 + int(worse[:, k].sum()),
                    last=count - int(worse[k].sum()),
                    weight=float(weights[k]),
                    low=float(min(low[k], weights[k])),
                    high=float(max(high[k], weights[k])),
                    survives=float(survivors[k]),
                )
            )
        return tuple(entrants)

    @cached_property
    def risks(self) -> tuple[Risk, ...]:
        """Risks of each strategy, in the order given, against unknown opponents.

        These all play one of the strategies, or are the players of `spec.met`.
        """
        companies = [self.among(c) for c in range(len(self.spec.players))]
        return risks_of(companies + ([] if self.met is None else [self.met]), self.measure)

    def company(self, number: int) -> str:
        """Return the name of the opponents of a risk."""
        players = self.spec.players
        return players[number].brief if number < len(players) else self.spec.met

    @cached_property
    def versus(self) -> tuple[Estimate, ...]:
        """Results of each strategy against the players of `spec.met`, in the order given."""
        met = self.met
        if met is None:
            return ()
        numbers = range(len(self.spec.players))
        values = ((float(met.means[k]), met.variance(k)) for k in numbers)
        return tuple(estimated(self.measure, mean, var, met.n) for mean, var in values)

    @property
    def certificates(self) -> tuple[Certificate, ...]:
        """Limits of the safest strategy, of the winner, and of each that was answered."""
        options = [player.as_option for player in self.spec.players]
        companies = [*(f"players of {option}" for option in options), self.spec.met]
        answers = {answer.to.as_option: answer for answer in self.answers}
        named = self.safest.player.as_option, self.ranking[0].player.as_option, *answers
        found = []
        for name in dict.fromkeys(named):
            lost = dict(zip(companies, self.risks[options.index(name)].regrets, strict=False))
            answer = answers.get(name)
            if answer is None or answer.gets is None:
                found.append(Certificate(name, lost, name, None, "", ""))
                continue
            starts = number_of(len(answer.starts), "start")
            better = "; ".join(answer.rules) or answer.starts[0]
            best = better if answer.found else ""
            found.append(Certificate(name, lost, name, answer.gain, best, f"learn, from {starts}"))
        return tuple(found)

    @property
    def safest(self) -> Entrant:
        """The strategy of the least regret."""
        return min(zip(self.risks, self.entrants, strict=True), key=lambda r: r[0].regret)[1]

    @property
    def _spread(self) -> tuple[populations.Array, populations.Array]:
        """Limits of the weights, from payoffs drawn with their errors."""
        rng = np.random.default_rng(DRAW_SEED)
        count, sign = len(self.spec.players), self.measure.sign
        drawn = []
        errors = {others: errors_of(moments) for others, moments in self.companies.items()}
        for _ in range(DRAWS if self.spec.parties == populations.TWO else DRAWS // 20):
            payoffs = self.payoffs.copy()
            for others, root in errors.items():
                payoffs[others] += sign * (root @ rng.standard_normal(count))
            drawn.append(populations.settled(payoffs))
        tail = (1 - CONFIDENCE) / 2
        low, high = np.quantile(drawn, [tail, 1 - tail], axis=0)
        return low, high

    @property
    def leaders(self) -> list[int]:
        """Numbers of the winner, and of the strategy that takes over if that is another."""
        last = max(self.entrants, key=lambda e: e.weight)
        return list(dict.fromkeys(map(self.entrants.index, (self.ranking[0], last))))

    @property
    def ranking(self) -> tuple[Entrant, ...]:
        """The strategies, the best first."""
        sign = -self.measure.sign
        return tuple(sorted(self.entrants, key=lambda e: sign * e.estimate.value))

    @cached_property
    def sentence(self) -> str:
        """The answer in a few sentences."""
        best, measure = self.ranking[0], self.measure
        count = counted(len(self.entrants))
        outcome = f"{wording.outcome(measure, best.estimate)}{wording.beside_even(measure)}"
        text = (
            f"Of {count} strategies {best.player.brief} does best when the others at the table "
            f"are drawn from all of them: {outcome}."
        )
        ties = [e.player.brief for e in self.ranking[1:] if e.first == 1]
        if ties:
            who = listed(ties)
            text += f" {capitalised(who)} may be as good."
        found = [answer.told(measure, self.unit) for answer in self.answers]
        more: tuple[str, ...] = (self.careful, self.around, self.left)
        if not any(moments.twins.any() for moments in self.companies.values()):
            every = "Both" if len(self.entrants) == 2 else f"All {count}"  # noqa: PLR2004
            otherwise = f"no {self.unit.name} came out otherwise"
            text, more = f"{every} strategies play alike: {outcome}, and {otherwise}.", ()
        parts = (text, *found, self.against, *more)
        text = " ".join(filter(None, parts))
        if self.failed:
            without = "it" if len(self.failed) == 1 else "them"
            text += f" {listed([*self.failed])} failed: the others played on without "
            text += f"{without}."
        if self.partial:
            text = f"Interrupted after {self.hands} {self.unit.plural} a table. {text}"
        return text

    @property
    def careful(self) -> str:
        """A sentence or two on what to play against unknown opponents."""
        safest = self.safest
        risk = self.risks[self.entrants.index(safest)]
        others = [
            e.player.brief
            for e, r in zip(self.entrants, self.risks, strict=True)
            if e is not safest and r.low <= risk.high
        ]
        named = safest.player.brief
        all_play = "whichever of these they all play"
        all_play += f", and {self.who(len(self.entrants))}" if self.met is not None else ""
        text = f"If you do not know how the others play, {named} is the safest: "
        if risk.regret > 0:
            text += f"{all_play}, not knowing it costs you at most "
            text += f"{self.text_of(risk.regret, risk.low, risk.high)}, "
            text += f"{self.who(risk.regret_among)}."
        else:
            text += f"it is the best choice {all_play}."
        return f"{text} {self._alike(others, 'safe')}" if others else text

    @property
    def against(self) -> str:
        """A sentence on the best against the players of `spec.met`; empty without any."""
        if self.met is None:
            return ""
        sign = self.measure.sign
        best = max(range(len(self.versus)), key=lambda k: sign * self.versus[k].value)
        limit = critical(1 - (1 - CONFIDENCE) / max(len(self.versus) - 1, 1), self.met.n)
        gaps = np.abs(self.met.means - self.met.means[best])
        close = gaps <= limit * self.met.sds(best) / math.sqrt(self.met.n)
        ties = [p.brief for k, p in enumerate(self.spec.players) if k != best and close[k]]
        text = f"{self.who(len(self.versus)).capitalize()}, {self.spec.players[best].brief} does "
        text += f"best: {wording.outcome(self.measure, self.versus[best])}."
        return f"{text} {self._alike(ties, 'good')}" if ties else text

    def who(self, number: int) -> str:
        """Return the opponents of a risk as a phrase."""
        name = self.company(number)
        if number < len(self.spec.players):
            return f"among players of {name}"
        if name.partition("-")[0] == FIELD:
            return f"against the {name}"
        if ";" in name:
            return f"against {listed(name.split(';'))}"
        mixed = is_mixture(name) or name.endswith(SUFFIX)
        return "against the mixture" if mixed else f"against players of {name}"

    @staticmethod
    def _alike(names: Sequence[str], how: str) -> str:
        who = listed(names) if len(names) <= MOST_NAMED else f"{counted(len(names))} others"
        return f"{capitalised(who)} may be as {how}."

    @property
    def around(self) -> str:
        """A sentence on what gains where all play alike, with a cycle if there is one."""
        who = listed(self.unbeaten, "or")
        if len(self.unbeaten) > MOST_NAMED:
            who = f"any of {counted(len(self.unbeaten))} of them"
        text = f"If everybody plays {who}, none of these is seen to win more by changing"
        text += f"; {self.unseen}." if self.unseen else "."
        if not self.unbeaten:
            text = "Whatever everybody plays, somebody wins more by changing."
        if self.cycle:
            ring = ", ".join(f"{a} beats {b}" for a, b in itertools.pairwise(self.cycle))
            text += f" They go in a circle: {ring}, and {self.cycle[-1]} beats {self.cycle[0]}."
        return text

    @property
    def visible(self) -> float:
        """The smallest gain that these hands would show with 97.5 % power, in the measure's unit.

        0 if there is nothing to show.
        """
        unbeaten = np.flatnonzero(~self.beats.any(axis=0))
        widths = [g.high - g.value for g in self.gains if g.among in unbeaten]
        pairs = max(len(self.spec.players) * (len(self.spec.players) - 1), 1)
        limit = z_value(1 - (1 - CONFIDENCE) / pairs)
        return max(widths, default=0.0) * (limit + z_value(CONFIDENCE)) / limit

    @property
    def unseen(self) -> str:
        """A phrase on gains that might not show, and the hands that would show one in a hundred."""
        visible = self.visible
        if not 0 < visible < math.inf:
            return ""
        text = f"gains of under {bound_text(self.measure, visible, self.unit)} might not show"
        if self.measure.in_per_cent and visible >= 1:
            text = f"so few {self.unit.plural} can show no gain"
        worth = self.worth_showing
        if visible <= worth:
            return text
        hands = self.hands * (visible / worth) ** 2
        tens = 10 ** math.floor(math.log10(hands))
        enough = math.ceil(hands / tens) * tens
        shown = bound_text(self.measure, worth, self.unit)
        return f"{text}, and {enough} {self.unit.plural} a table would show {shown}"

    @property
    def worth_showing(self) -> float:
        """A gain of one in a hundred, or one of another measure that is as hard to see."""
        if self.measure.in_per_cent:
            return ONE_IN_100
        each = range(len(self.spec.players))
        scatter = max(self.among(c).variance(k) for c in each for k in each)
        return float(f"{2 * ONE_IN_100 * math.sqrt(max(scatter, 0.0)):.1g}")

    @property
    def settles(self) -> bool:
        """True if the hands tell which strategies would take over."""
        return all(e.high - e.low <= UNTOLD for e in self.entrants)

    @property
    def left(self) -> str:
        """A sentence that names the equilibrium mixture."""
        if not self.settles:
            return f"Which of them would take over, these {self.unit.plural} cannot tell."
        survivors = sorted(
            (e for e in self.entrants if e.weight >= WORTH_TELLING), key=lambda e: -e.weight
        )
        if len(survivors) == 1 and survivors[0].low > 1 - WORTH_TELLING:
            alone = survivors[0].player.brief
            return f"Among these, if players copy whoever wins more, {alone} takes over."
        parts = [
            f"{e.player.brief} {100 * e.weight:.0f} % ({100 * e.low:.0f} to {100 * e.high:.0f})"
            for e in survivors
        ]
        ends = listed(parts)
        return f"Among these, if players copy whoever wins more, they end as {ends}."

    def text_of(self, value: float, low: float, high: float) -> str:
        """Return a gain for people: `5.2 (± 0.3) matches in 100`."""
        return wording.costs(self.unit, self.measure, value, low, high)

    def ranking_frame(self) -> pl.DataFrame:
        """Return one row for each strategy, the best first.

        Columns: `strategy` as the command line takes it; `value`, `low`, `high` of the measure;
            `first`, `last` possible place; `weight`, `weight_low`, `weight_high`; `survives`;
            `worst`, its smallest result among players of one strategy, `worst_low`, `worst_high`,
            and that strategy, `worst_among`; `regret`, its largest gap to the best there,
            `regret_low`, `regret_high`, `regret_among`; `versus`, its result against the players of
            `spec.met`, `versus_low`, `versus_high`, empty without any.
        """
        names = [p.as_option for p in self.spec.players]
        risks = dict(zip(names, self.risks, strict=True))
        versus = dict(zip(names, self.versus, strict=False))
        names.append(self.spec.met)
        frame = pl.DataFrame(
            [
                {
                    "strategy": e.player.as_option,
                    "value": e.estimate.value,
                    "low": e.estimate.low,
                    "high": e.estimate.high,
                    "first": e.first,
                    "last": e.last,
                    "weight": e.weight,
                    "weight_low": e.low,
                    "weight_high": e.high,
                    "survives": e.survives,
                    "worst": risk.worst.value,
                    "worst_low": risk.worst.low,
                    "worst_high": risk.worst.high,
                    "worst_among": names[risk.worst_among],
                    "regret": risk.regret,
                    "regret_low": risk.low,
                    "regret_high": risk.high,
                    "regret_among": names[risk.regret_among],
                    "versus": None if met is None else met.value,
                    "versus_low": None if met is None else met.low,
                    "versus_high": None if met is None else met.high,
                }
                for e in self.ranking
                for risk in [risks[e.player.as_option]]
                for met in [versus.get(e.player.as_option)]
            ]
        )
        return frame.with_columns(pl.col("^versus.*$").cast(pl.Float64))

    def frame(self) -> pl.DataFrame:
        """Return one row for each strategy among players of each other.

        Columns: `strategy`, `among` as the command line takes them; `value` of the measure; `gain`,
            `low`, `high` beyond what those get among themselves, with the interval that holds for
            all pairs; `beats`; `n` hands.
        """
        names = [p.as_option for p in self.spec.players]
        gains = {(g.one, g.among): g for g in self.gains}
        rows = []
        for one, among in itertools.product(range(len(names)), repeat=2):
            gain = gains.get((one, among), Gain(one, among, 0.0, 0.0, 0.0))
            moments = self.among(among)
            rows.append(
                {
                    "strategy": names[one],
                    "among": names[among],
                    "value": float(moments.means[one]),
                    "gain": gain.value,
                    "low": gain.low,
                    "high": gain.high,
                    "beats": gain.beats,
                    "n": moments.n,
                }
            )
        return pl.DataFrame(rows)

    def tables_frame(self) -> pl.DataFrame:
        """Return one row for each strategy at each table.

        Columns: `strategy`; `player_2` and so on, the others from its left; `value` of the measure,
            `sd` of one hand's value, `n` hands.
        """
        names = [p.as_option for p in self.spec.players]
        return pl.DataFrame(
            [
                {
                    "strategy": names[k],
                    **{f"player_{n}": names[other] for n, other in enumerate(others, 2)},
                    "value": float(moments.means[k]),
                    "sd": math.sqrt(max(moments.variance(k), 0.0)),
                    "n": moments.n,
                }
                for others, moments in self.companies.items()
                for k in range(len(names))
            ]
        )

    def counts(self) -> pl.DataFrame:
        """Return the largest table: `tables_frame`."""
        return self.tables_frame()

    @property
    def command(self) -> str:
        """The command that plays the same hands again, and no others."""
        played = replace(self.spec, base=replace(self.spec.base, hands=self.hands))
        return played.command(self.game)

    def about(self) -> dict[str, Any]:
        """Return its origin as plain data: all that is needed to get it again."""
        own = {"version": self.version, "hands": self.hands, "failed": dict(self.failed)}
        return {**self.asked_at_one_table(SCHEMA), **own}

    def to_dict(self) -> dict[str, Any]:
        """Return everything as plain data, laid out by `SCHEMA`; the same for the same seed."""
        alone = [
            replace(self.spec.base, seats=(player,) * len(self.spec.base.seats)).to_dict(self.game)
            for player in self.spec.players
        ]
        return {
            **self.about(),
            "strategies": self.ranking_frame().to_dicts(),
            "gains": self.frame().to_dicts(),
            "cycle": list(self.cycle),
            "unbeaten": list(self.unbeaten),
            "left_to_gain": self.left_to_gain,
            "specs": alone,
            "tables": [
                {"others": list(others), **moments.to_dict()}
                for others, moments in self.companies.items()
            ],
            "met": self.spec.met,
            "against": None if self.met is None else self.met.to_dict(),
            "look": self.spec.look,
            "answers": [answer.to_dict() for answer in self.answers],
            certificates.FIELD: [one.to_dict() for one in self.certificates],
        }
