"""The result of a run: counts of distinct outcomes, and their origin.

One `Result` feeds the terminal, JSON, files and notebooks.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Any, NamedTuple

import polars as pl

from cardsim.engine import counting
from cardsim.errors import UserError, echoed
from cardsim.game import COMPANY, MONEY
from cardsim.options.params import did_you_mean, parse_count, shown
from cardsim.process.above import above
from cardsim.runs import solution, wording
from cardsim.runs.answer import PlayedAnswer
from cardsim.runs.spec import RunSpec, friend_in
from cardsim.runs.words import capitalised, counted, everyone
from cardsim.statistics import confidence_sequences, stats
from cardsim.statistics.seat_averages import SeatAverages
from cardsim.version import VERSION

BESIDE_ALL = "Compared with the average of all players in the same seat"
BESIDE_HEADS = ("", "who", "gets", "all there", "more by", "95 % interval")


class AgainstExact(NamedTuple):
    """An exact value, and the distance of the estimate from it in standard errors.

    That is None where the estimate has no standard error.
    """

    value: float
    errors: float | None


@dataclass(frozen=True, repr=False, eq=False)
class Result(PlayedAnswer):
    """The outcome of a run.

    Attributes:
        spec: the specification; `spec.hands` were asked for.
        tables: for each of the unit's tables a frame of distinct rows with their `count`.
        hands: number of hands (or matches) played.
        seconds: time that it took; not part of the answer.
        partial: True if it was interrupted.
        seat_averages: each player's result compared with all players in his seat, by the measure
            that wins the unit; None unless seats were given one by one, to different players.
    """

    spec: RunSpec
    tables: Mapping[str, pl.DataFrame] = field()
    hands: int
    seconds: float = field(compare=False)
    partial: bool
    version: str = VERSION
    seat_averages: SeatAverages | None = None
    _setup: Any = field(default=None, compare=False, repr=False)

    @cached_property
    def estimates(self) -> dict[str, stats.Estimate]:
        """Every measure of the unit with its interval, by name."""
        display = dict(self.spec.display)
        repeats = self.spec.repeats
        estimates = {
            m.name: stats.estimate(
                self.tables, m, display=display, column=self.unit.column(m), repeats=repeats
            )
            for m in self.unit.measures
        }
        measure = self.measure
        if self.spec.precision is not None and self.hands:
            estimates[measure.name] = self._always_valid(estimates[measure.name])
        return estimates

    def _always_valid(self, estimate: stats.Estimate) -> stats.Estimate:
        """Return the estimate with the always-valid interval that the run stopped by."""
        measure, display = self.measure, dict(self.spec.display)
        table, column = self.tables[measure.table], self.unit.column(measure)
        values = (table[measure.column].to_numpy() / column.scale).round().astype("int64")
        stored, counts = counting.counted(values, column, measure), table["count"].to_numpy()
        low, high = confidence_sequences.interval(
            int((stored * counts).sum()),
            int((stored * stored * counts).sum()),
            self.hands,
            is_share=measure.is_share,
            step=self.unit.step(measure, display),
            target=self.spec.precision or 1.0,
            most=self.spec.hands,
            within=measure.within,
        )
        less = measure.taken_off(display)
        return replace(estimate, low=low - less, high=high - less)

    @property
    def reached(self) -> bool:
        """True if the precision asked for was reached, or none was asked for."""
        return self.spec.precision is None or (
            self.hands > 0 and self.headline.half <= self.spec.precision
        )

    @property
    def needed(self) -> int | None:
        """Hands that the precision asked for needs, as far as known; None without one."""
        if self.spec.precision is None or not self.hands:
            return None
        return confidence_sequences.hands_needed(
            self.hands, self.headline.half, self.spec.precision
        )

    @cached_property
    def exact(self) -> dict[str, AgainstExact]:
        """Exact values of the estimates, by name, where they are cheap or known already."""
        spec = self.spec
        known = solution.exact_values(
            self.game, spec.unit, players=spec.players, preset=spec.preset, rules=spec.rules
        )
        display = dict(spec.display)
        plain = {
            (m.table, m.column, m.quantile): m.name
            for m in self.unit.measures
            if not (m.is_share or m.where or m.per)
        }
        values: dict[str, AgainstExact] = {}
        for measure in self.unit.measures:
            name = measure.name
            if measure.per:
                name = plain.get((measure.table, measure.column, measure.quantile), name)
            if name in known:
                value = known[name] * measure.factor(display)
                values[measure.name] = AgainstExact(
                    value, self.estimates[measure.name].errors_from(value)
                )
        return values

    def __getitem__(self, name: str) -> stats.Estimate:
        """Return the estimate of a measure, by name: `result["wins"]`."""
        if name not in self.estimates:
            raise UserError(
                f"there is no measure '{echoed(name)}' of a {self.unit.name} of {self.game.name}; "
                f"there are {', '.join(self.estimates)}",
                hint=did_you_mean(echoed(name), self.estimates),
            )
        return self.estimates[name]

    def replay(self, hand: object = 0) -> Any:
        """Replay one of its hands, or matches, move by move, as a `cardsim.Replay`.

        Args:
            hand: number of the hand in the run, from 0.

        Raises:
            UserError: the run has no such hand, or a strategy or the game has changed.
        """
        return above("replays").replay_in(self, hand)

    @property
    def headline(self) -> stats.Estimate:
        """The estimate of the run's measure."""
        return self.estimates[self.measure.name]

    @property
    def all_alike(self) -> bool:
        """True if everybody at the table plays alike, so that nobody has an edge."""
        return wording.nobody_ahead(self.spec)

    @property
    def sentence(self) -> str:
        """The answer in a few sentences."""
        answer, facts = self._answer, self._facts
        # The answer may be one of the facts.
        again = bool(facts) and answer.lower().endswith(facts.lower())
        parts = answer, self.beside_all, "" if again else facts
        text = " ".join(part for part in parts if part)
        return (
            f"Interrupted after {self.hands} {self.unit.plural}. {text}" if self.partial else text
        )

    @property
    def beside_all(self) -> str:
        """A sentence on the player furthest from his seat's average; empty if that is not known."""
        averages, measure = self.seat_averages, self.unit.won_by
        if averages is None:
            return ""
        count = averages.players
        gaps = [averages.gap(player, player) for player in range(count)]
        certain = [seat for seat, (_, low, high) in enumerate(gaps) if not low <= 0 <= high]
        if not certain:
            return (
                "Nobody does better or worse than the average of all players in the same seat, as "
                f"far as {averages.hands} {self.unit.plural} can tell."
            )
        seat = max(certain, key=lambda s: abs(gaps[s][0]))
        value, low, high = gaps[seat]
        much = wording.costs(self.unit, measure, abs(value), low, high)
        (place,) = self.place_names("seat", [seat])
        how = f"the average of the {counted(count)} in that seat"
        better = (value < 0) == measure.lower_is_better
        who = f"As {place}, {self.spec.seats[seat].brief}" if seat else f"As {place} you"
        ends = ("s", "es") if seat else ("", "")
        if measure.in_per_cent and not measure.lower_is_better:
            return f"{who} win{ends[0]} {much} {'more' if better else 'fewer'} than {how}."
        return f"{who} do{ends[1]} {'better' if better else 'worse'} than {how}, by {much}."

    @property
    def seat_rows(self) -> list[tuple[str, ...]]:
        """Rows on each player in his seat, with the columns `BESIDE_HEADS`; none if not known."""
        averages, measure = self.seat_averages, self.unit.won_by
        if averages is None:
            return []
        seats = range(averages.players)
        gaps = [averages.gap(seat, seat) for seat in seats]
        share = measure.in_per_cent
        digits = stats.digits_of([(low, high) for _, low, high in gaps], is_share=share)
        rows = []
        for seat, gap, place in zip(seats, gaps, self.place_names("seat", seats), strict=True):
            means = averages.mean(seat, seat), averages.average(seat)
            texts = [stats.estimate_text(m, m, m, is_share=share, digits=digits)[0] for m in means]
            apart, interval = stats.gap_text(*gap, is_share=share, digits=digits)
            sign = "+" if gap[0] > 0 else ""
            rows.append((place, self.spec.seats[seat].brief, *texts, sign + apart, interval))
        return rows

    @property
    def seat_note(self) -> str:
        """A note on the origin of `seat_rows`; empty where there are none."""
        if self.seat_averages is None:
            return ""
        unit, hands = self.unit, self.seat_averages.hands
        return (
            f"Counted is '{unit.won_by.text}', for each of them. "
            f"{everyone(self.spec.players).capitalize()} took every seat in the same "
            f"{hands} {unit.plural}, and the intervals hold together."
        )

    @property
    def _answer(self) -> str:
        """The answer to the question, without further facts."""
        spec, measure = self.spec, self.measure
        outcome = wording.outcome(measure, self.headline)
        if not spec.seats:
            return f"{capitalised(outcome)}." if spec.measure else ""
        if wording.all_alike(spec):
            who = f"{everyone(spec.players).capitalize()} players "
            who += wording.way(spec.hero) + wording.limits(spec)
            if self.all_alike and not spec.measure:
                return f"{who}, so that nobody plays better than another."
            return f"{who}: {outcome}."
        how = wording.if_you(wording.way(spec.hero), wording.against(spec, friend_in([spec])))
        return f"{how}, {outcome}{wording.beside_even(measure)}."

    @property
    def _facts(self) -> str:
        facts = self.unit.facts({**self.estimates, **dict(self.spec.display)})
        money = [m for m in self.unit.measures[1:] if m.name == MONEY]
        if not money or self.all_alike:
            return facts
        stake = shown(dict(self.spec.display)[money[0].per])
        paid = wording.outcome(money[0], self.estimates[MONEY])
        return f"{facts} At a stake of {stake} {paid}."

    def frame(self) -> pl.DataFrame:
        """Return all estimates, one a row: name, text, value, low, high, sd, n, share."""
        return pl.DataFrame(
            [
                {
                    "name": e.name,
                    "text": e.text,
                    "value": e.value,
                    "low": e.low,
                    "high": e.high,
                    "sd": e.sd,
                    "n": e.n,
                    "is_share": e.is_share,
                    "confidence": e.confidence,
                }
                for e in self.estimates.values()
            ]
        )

    def shares(self) -> dict[str, pl.DataFrame]:
        """Return for each distribution of the unit: value, count, share and its interval."""
        return {
            column: stats.shares(self.tables[table], column) for table, column in self.unit.shares
        }

    def by_seat(self) -> dict[str, pl.DataFrame]:
        """Return for each number by seat, or another axis: place, mean and its interval, n."""
        axes = {t.name: t.axis(self.spec.players) for t in self.unit.tables}
        columns = {(t.name, c.name): c for t in self.unit.tables for c in t.columns}
        return {
            column: stats.means_by(self.tables[table], axis.name, columns[table, column])
            for table, column in self.unit.by_seat
            if (axis := axes[table]) is not None
        }

    def by_company(self) -> pl.DataFrame:
        """Return the results by the opponents met, where they are drawn; else no rows.

        Columns: `strategy`, `share` of the draws, and the value, interval and number of the hands
            in which at least one of that kind sat at the table. These numbers may add up to more
            than all hands.
        """
        drawn, rows = self.spec.drawn, []
        if drawn is not None and COMPANY in self.tables:
            unit, display = self.unit, dict(self.spec.display)
            table = self.tables[COMPANY]
            measure = replace(unit.met_by, table=COMPANY)
            for k, (member, share) in enumerate(zip(drawn.members, drawn.shares, strict=True)):
                some = {COMPANY: table.filter(pl.col("met") == k)}
                column = unit.column(unit.met_by)
                e = stats.estimate(some, measure, display=display, column=column)
                row = {"strategy": member.as_option, "share": share, "value": e.value}
                rows.append({**row, "low": e.low, "high": e.high, "n": e.n})
        return pl.DataFrame(rows)

    def place_names(self, axis: str, places: Iterable[int]) -> list[str]:
        """Return the players' names for the places of an axis of `by_seat`."""
        return self.spec.called(axis, places)

    def counts(self) -> pl.DataFrame:
        """Return all tables as one: `table`, every column (null if a table lacks it), `count`."""
        parts = [
            t.insert_column(0, pl.lit(n).alias("table"))
            for n, t in ((n, t.clone()) for n, t in self.tables.items())
        ]
        joined = pl.concat(parts, how="diagonal_relaxed")
        return joined.select([c for c in joined.columns if c != "count"] + ["count"])

    def more(self, n: object) -> Result:
        """Return the same run with `n` more hands: equal to one longer run, without a precision.

        A result that was loaded, or comes from another process, looks for its strategies by name.
        """
        longer: Result = above("runs").play_on(self, parse_count(n, label="n"), setup=self._setup)
        return longer

    @property
    def command(self) -> str:
        """The command that plays the same hands again, and no others."""
        return replace(self.spec, hands=self.hands).command(self.game)

    def about(self) -> dict[str, Any]:
        """Return its origin as plain data: all that is needed to get it again."""
        return {
            **self.spec.to_dict(self.game),
            "command": self.command,
            "version": self.version,
            "sentence": self.sentence,
            "hands": self.hands,
            "reached": self.reached,
            "partial": self.partial,
            "seat_averages": self.seat_averages and self.seat_averages.to_dict(),
        }

    def to_dict(self) -> dict[str, Any]:
        """Return everything as plain data, laid out by `SCHEMA`; the same for the same seed."""
        return {
            **self.about(),
            "estimates": self.frame().to_dicts(),
            "exact": {
                n: {"value": b.value, "standard_errors": b.errors} for n, b in self.exact.items()
            },
            "shares": {n: f.to_dicts() for n, f in self.shares().items()},
            "by_seat": {n: f.to_dicts() for n, f in self.by_seat().items()},
            **({} if self.spec.drawn is None else {"by_company": self.by_company().to_dicts()}),
            "tables": {n: f.to_dict(as_series=False) for n, f in self.tables.items()},
        }
