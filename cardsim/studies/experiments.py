"""Experiments: questions with their answers, in a sentence and charts.

An experiment is a file in `experiments/`. Its docstring begins with the question, and it defines
`EXPERIMENT = Experiment(study)`. The function `study(lab)` plays through the laboratory it is given
and states its findings. Every number in the answer comes from a result.
"""

from __future__ import annotations

import ast
import contextlib
import math
import re
import shlex
import sys
import time
import traceback
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from concurrent.futures import Executor
from contextlib import redirect_stdout
from dataclasses import asdict, dataclass, field, replace
from functools import partial
from pathlib import Path
from typing import Any, Literal, TypeVar, get_args

import polars as pl

from cardsim.ask import comparisons, runs, sweeps
from cardsim.ask.comparisons import CompareResult
from cardsim.ask.solved import Exact, exact
from cardsim.ask.swept import Group, SweepResult
from cardsim.errors import UserError, echoed, one_line
from cardsim.game import Game
from cardsim.games import game_files
from cardsim.options.params import (
    FINEST,
    Option,
    did_you_mean,
    parse_count,
    parse_precision,
    shown_precision,
)
from cardsim.process.once import once
from cardsim.runs import preparation
from cardsim.runs.answer import Answer
from cardsim.runs.result import Result
from cardsim.runs.seating import Who
from cardsim.runs.store import keeping, kept_now
from cardsim.runs.words import counted
from cardsim.runs.words import listed as in_a_list
from cardsim.search.learned import Learned
from cardsim.search.learning import learn
from cardsim.showing import Progress, teller
from cardsim.statistics.stats import CONFIDENCE, ranged, rounded, z_value
from cardsim.story import Best, Chart, Kind, Number, Section, Table, choice_of, without_answer
from cardsim.studies.level import MOST_TIES, Gap, as_good, by_level, is_level, unnoticeable
from cardsim.table.calibrated import Calibration
from cardsim.table.calibrating import calibrate
from cardsim.tournaments import playing as tournaments
from cardsim.tournaments.standings import TournamentResult
from cardsim.version import VERSION
from cardsim.workspace import (
    EACH_GAME,
    experiment_files,
    load_module,
    only_shipped,
    shipped,
    strategy_files,
)

SCHEMA = "cardsim.experiment/1"
DEFAULT_SEED = 1
"""Seed of experiments, which are repeated more often than varied."""
ELLIPSIS = "\N{HORIZONTAL ELLIPSIS}"
FEW_WORDS = 6
"""Largest number of words that name a way to play in a chart."""
PILOT = 400
"""Hands that estimate the scatter of a measure; no answer uses them."""

Part = Result | SweepResult | CompareResult | TournamentResult | Calibration | Exact
_Part = TypeVar("_Part", Result, SweepResult, CompareResult)
_Whole = TypeVar("_Whole", Result, SweepResult, CompareResult, TournamentResult, Calibration)
_Way = TypeVar("_Way")
NEVER = "never"
"""The last of several ways, which is no number."""


@dataclass(frozen=True)
class ExperimentSpec:
    """Everything that decides the findings of an experiment.

    Attributes:
        name: name of the file.
        hands: hands played at each point, unless the experiment says otherwise; with a precision
            the most.
        precision: as in `Lab`, or None.
    """

    name: str
    hands: int
    seed: int
    precision: float | None = None
    version: str = VERSION

    @property
    def command(self) -> str:
        """The command that repeats the experiment."""
        words = ["cardsim", "experiment", "run", self.name, "-n", str(self.hands)]
        if self.precision is not None:
            words += ["--precision", shown_precision(self.precision, share=True)]
        return shlex.join([*words, "--seed", str(self.seed)])


@dataclass(frozen=True)
class Findings(Answer):
    """The findings of an experiment.

    Attributes:
        question: first line of the file's docstring.
        details: the rest of the docstring.
        answer: the answer in a sentence or a few.
        parts: the results behind it, in the order in which they were played.
        seconds: time that it took; not part of the answer.
        numbers: the few numbers that sum up the answer.
        passed_over: the user's own strategy files that did not play, since a shipped experiment is
            about the shipped strategies of the same names.
    """

    spec: ExperimentSpec
    question: str
    details: str
    answer: str
    sections: tuple[Section, ...]
    parts: tuple[Part, ...]
    seconds: float = field(compare=False)
    numbers: tuple[Number, ...] = ()
    passed_over: tuple[Path, ...] = field(default=(), compare=False)
    rows = "charts"

    def __repr__(self) -> str:
        return one_line(self, f"{self.spec.name}: {self.answer}")

    @property
    def game(self) -> Game:
        """The game of the first part."""
        return self.parts[0].game

    @property
    def sentence(self) -> str:
        """The answer in words."""
        return self.answer

    @property
    def command(self) -> str:
        """The command that asks again."""
        return self.spec.command

    @property
    def charts(self) -> tuple[Chart, ...]:
        """The charts of all sections."""
        return tuple(s.chart for s in self.sections if s.chart is not None)

    @property
    def hands_played(self) -> tuple[int, ...]:
        """Hands at a point, for each part that was played."""
        return tuple(_hands(p) for p in self.parts if not isinstance(p, Exact))

    def frame(self) -> pl.DataFrame:
        """Return the data of all charts: section, series, x (as text), y, low, high."""
        frames = [
            s.chart.frame().select(
                pl.lit(s.heading).alias("section"),
                "series",
                pl.col("x").cast(pl.String),
                "y",
                "low",
                "high",
            )
            for s in self.sections
            if s.chart is not None
        ]
        return pl.concat(frames) if frames else pl.DataFrame()

    def to_dict(self) -> dict[str, Any]:
        """Return everything as plain data, laid out by `SCHEMA`; the same for the same seed."""
        return {
            "schema": SCHEMA,
            "version": self.spec.version,
            "name": self.spec.name,
            "question": self.question,
            "about": self.details,
            "answer": self.answer,
            "numbers": [asdict(n) for n in self.numbers],
            "hands": self.spec.hands,
            "precision": self.spec.precision,
            "seed": self.spec.seed,
            "command": self.spec.command,
            "sections": [_section_dict(s) for s in self.sections],
            "parts": [{"command": repeats(p), "sentence": p.sentence} for p in self.parts],
        }


def _section_dict(section: Section) -> dict[str, Any]:
    fields: dict[str, Any] = {"heading": section.heading, "text": section.text}
    if section.chart is not None:
        chart = section.chart
        fields["chart"] = {
            "finding": chart.finding,
            "x": chart.x,
            "y": chart.y,
            "percent": chart.percent,
            "data": chart.frame().to_dicts(),
        }
    if section.table is not None:
        fields["table"] = asdict(section.table)
    if section.rules:
        fields["rules"] = list(section.rules)
    return fields


def unnamed(part: Part) -> tuple[str, ...]:
    """Return players of a part that no command can name, because the experiment defines them.

    Strategies of a module, whose names have a colon, can be named.
    """
    if isinstance(part, Exact):
        return ()
    seats = part.spec.seats if isinstance(part, Result) else part.spec.base.seats
    compared = part.spec.players if isinstance(part, CompareResult | TournamentResult) else ()
    known = strategy_files(part.game)
    players = (who for p in (*compared, *seats) for who in p.members or (p,))
    names = dict.fromkeys(who.strategy for who in players)
    return tuple(name for name in names if name not in known and ":" not in name)


def repeats(part: Part) -> str | None:
    """Return the command that repeats a part, or None if there is none."""
    return None if unnamed(part) else part.command


def _hands(part: Result | SweepResult | CompareResult | TournamentResult | Calibration) -> int:
    if isinstance(part, Calibration):
        return len(part.found)
    if isinstance(part, SweepResult):
        return max(g.hands for g in part.groups)
    return part.hands


@dataclass(frozen=True, eq=False)
class Experiment:
    """A question and a function that answers it; made in a file of `experiments/`.

    Attributes:
        study: called with a `Lab`, whose methods play and record the findings.
        n: default number of hands at each point; with a precision the most.
        precision: default half width of an interval at which each part stops, such as "0.3pp"; None
            for a study that plays a number of hands.
        n_of: for a file that serves every game, `GAME-ranking.py`: the games with another `n`. The
            study then takes the game's name too, and `GAME` in the docstring stands for its title.
    """

    study: Callable[..., None]
    n: int = 1_000_000
    precision: object = None
    n_of: Mapping[str, int] = field(default_factory=dict)

    def about(self, game: str) -> Experiment:
        """Return the experiment for one game."""
        study = partial(self.study, game=game)
        return replace(self, study=study, n=self.n_of.get(game, self.n))


class Lab:
    """The laboratory of an experiment: it plays, and records the findings.

    Attributes:
        n: hands at each point; a study may ask for fewer in a part.
        seed: seed of all parts.
        precision: None, or the half width of an interval at which each part stops, if not after `n`
            hands: 0.003 stands for 0.3 percentage points of a share. For other measures it is that
            part of twice the standard deviation of one hand's value, which takes as many hands as a
            share near one half. A study may ask for another in a part, or none: `precision=None`.
    """

    def __init__(
        self,
        n: int,
        seed: int,
        *,
        precision: float | None = None,
        threads: int | None = None,
        executor: Executor | None = None,
        progress: Callable[[Progress], None] | None = None,
    ) -> None:
        self.n, self.seed, self.precision = n, seed, precision
        self.sections: list[Section] = []
        self.parts: list[Part] = []
        self.conclusion = ""
        self.numbers: tuple[Number, ...] = ()
        self._common: dict[str, Any] = {
            "seed": seed,
            "threads": threads,
            "executor": executor,
            "progress": progress,
        }

    def run(self, game: str, n: object = None, **options: Any) -> Result:
        """Run as `cardsim.run`, with the experiment's hands, precision and seed."""
        return self._gathered(lambda **given: runs.run(game, **given), n, options)

    def sweep(self, game: str, n: object = None, **options: Any) -> SweepResult:
        """Sweep as `cardsim.sweep`, with the experiment's hands, precision and seed."""
        return self._gathered(lambda **given: sweeps.sweep(game, **given), n, options)

    def compare(
        self, game: str, *strategies: Who | Iterable[Who], n: object = None, **options: Any
    ) -> CompareResult:
        """Compare as `cardsim.compare`, with the experiment's hands, precision and seed."""
        heroes = [tuple(s) if isinstance(s, Iterator) else s for s in strategies]
        return self._gathered(
            lambda **given: comparisons.compare(game, *heroes, **given), n, options
        )

    def tournament(
        self, game: str, *strategies: Who, n: object = None, **options: Any
    ) -> TournamentResult:
        """Play `cardsim.tournament` with the experiment's hands at each table, and its seed."""
        given = self._common | {"n": self.n if n is None else n} | options
        return self._recorded(tournaments.tournament(game, *strategies, **given))

    def calibrate(self, game: str, n: object = None, **options: Any) -> Calibration:
        """Calibrate as `cardsim.calibrate`, with the experiment's decisions and seed."""
        given = self._common | options
        return self._recorded(calibrate(game, self.n if n is None else n, **given))

    def exact(self, game: str, question: str | None = None, **options: Any) -> Exact:
        """Return the answer of `cardsim.exact`, without sampling."""
        answer = exact(game, question, **options)
        self.parts.append(answer)
        return answer

    def learn(self, game: str, n: object = None, **options: Any) -> Learned:
        """Learn as `cardsim learn`, with the experiment's hands and seed."""
        given = self._common | {"progress": None} | options
        answer: Learned = learn(game, self.n if n is None else n, **given)
        if answer.partial:
            raise KeyboardInterrupt
        return answer

    def _gathered(self, play: Callable[..., _Part], n: object, options: dict[str, Any]) -> _Part:
        # Iterators become tuples, since a pilot may play them first.
        options = {k: tuple(v) if isinstance(v, Iterator) else v for k, v in options.items()}
        given = self._common | {"n": self.n if n is None else n} | options
        if self.precision is not None and "precision" not in options:
            given["precision"] = self._half(play, given)
        return self._recorded(play(**given))

    def _recorded(self, part: _Whole) -> _Whole:
        """Add a part to those of the experiment."""
        self.parts.append(_whole(part))
        return part

    def _half(self, play: Callable[..., _Part], given: dict[str, Any]) -> float | None:
        """Return the half width of a part, in its measure's unit.

        A pilot with other hands estimates the scatter of the values.
        """
        apart = {"n": PILOT, "seed": preparation.MAX_SEED - given["seed"], "progress": None}
        pilot = _whole(play(**(given | apart)))
        if not pilot.unit.by_hand(pilot.measure) or self.precision is None:
            return None
        if pilot.measure.in_per_cent:
            return self.precision
        half = float(f"{2 * self.precision * _scatter(pilot):.1g}")
        return half if half >= FINEST else None

    def section(
        self,
        heading: str,
        text: str,
        chart: Chart | None = None,
        table: Table | None = None,
        rules: Sequence[str] = (),
    ) -> None:
        """Add a section to the answer."""
        _check_texts(heading, text, *rules)
        if chart is not None:
            _check_chart(chart)
            if chart.sweep is not None:
                chart = replace(chart, sweep=by_level(chart.sweep))
        if table is not None:
            _check_table(table)
        self.sections.append(Section(heading, text, chart, table, tuple(rules)))

    def answer(self, text: str, *numbers: Number) -> None:
        """State the answer, and the numbers that sum it up, what a wrong choice costs first."""
        _check_texts(text, *(t for n in numbers for t in (n.value, n.what, n.sure)))
        self.conclusion = text
        self.numbers = tuple(sorted(numbers, key=lambda number: not number.is_cost))


def _whole(part: _Whole) -> _Whole:
    if part.partial:
        raise KeyboardInterrupt
    return part


def _scatter(part: Result | SweepResult | CompareResult) -> float:
    """Return the largest standard deviation of one hand's value among the points."""
    if isinstance(part, Result):
        return part.headline.half * math.sqrt(part.hands) / z_value(CONFIDENCE)
    moments = [g.moments for g in part.groups] if isinstance(part, SweepResult) else [part.moments]
    return math.sqrt(max(m.variance(k) for m in moments for k in range(len(m.sums))))


def _check_texts(*texts: object) -> None:
    for text in texts:
        if not isinstance(text, str):
            raise TypeError(f"what is told must be text, not {echoed(text)}")


def _check_chart(chart: object) -> None:
    """Raise an error about a wrong chart where the study adds it, not when it is drawn."""
    if not isinstance(chart, Chart):
        raise TypeError(f"a section takes a Chart, not {echoed(chart)}")
    _check_texts(chart.finding, chart.x, chart.y, *(s.name for s in chart.series))
    if chart.kind not in get_args(Kind):
        raise ValueError(f"a chart is one of {get_args(Kind)}, not {echoed(chart.kind)}")
    if chart.best not in get_args(Best):
        raise ValueError(f"what is best is one of {get_args(Best)}, not {echoed(chart.best)}")
    if chart.reference is not None:
        value, name = chart.reference
        _check_texts(name)
        math.isfinite(value)
    if not chart.series:
        raise ValueError(f"the chart '{chart.finding}' has no series")
    for s in chart.series:
        lengths = {len(s.x), len(s.y), len(s.low) or len(s.x), len(s.high) or len(s.x)}
        if len(lengths) != 1 or bool(s.low) != bool(s.high):
            raise ValueError(f"the values of series '{s.name}' are not as many as its places")
        numbers = [*s.y, *s.low, *s.high, *(x for x in s.x if not isinstance(x, str))]
        if not all(map(math.isfinite, numbers)):
            raise ValueError(f"series '{s.name}' has a value that is no number")


def _check_table(table: object) -> None:
    """Raise an error about a wrong table where the study adds it."""
    if not isinstance(table, Table):
        raise TypeError(f"a section takes a Table, not {echoed(table)}")
    _check_texts(table.caption, *table.heads, *(text for row in table.rows for text in row))
    for row in table.rows:
        if len(row) != len(table.heads):
            raise ValueError(f"a row of '{table.caption}' has {len(row)} of {len(table.heads)}")


@dataclass(frozen=True)
class ListedExperiment:
    """An experiment that can be run: its name, its question, its file."""

    name: str
    question: str
    path: Path


def listed() -> list[ListedExperiment]:
    """List all experiments; the user's own replace shipped ones of the same name.

    Files are read, not run; the list says which cannot be read.
    """
    experiments = []
    for name, path in experiment_files().items():
        try:
            if not path.is_file():
                experiments.append(
                    ListedExperiment(name, "(cannot be read: it is not a file)", path)
                )
                continue
            tree = ast.parse(path.read_text("utf-8"))
        except (OSError, SyntaxError, ValueError) as error:
            experiments.append(ListedExperiment(name, f"(cannot be read: {error})", path))
            continue
        targets = [t for node in tree.body if isinstance(node, ast.Assign) for t in node.targets]
        if any(isinstance(t, ast.Name) and t.id == "EXPERIMENT" for t in targets):
            docstring = _docstring(ast.get_docstring(tree) or "", _game_meant(name, path))
            experiments.append(ListedExperiment(name, _question(docstring, name), path))
    return experiments


def _game_meant(name: str, path: Path) -> str:
    """Return the game of an experiment whose file serves every game; else an empty text."""
    if not path.stem.startswith(EACH_GAME):
        return ""
    return name.removesuffix(path.stem.removeprefix(EACH_GAME))


def _docstring(text: str, game: str) -> str:
    """Return a docstring, with the game's title filled in if its file serves every game."""
    if not game:
        return text.strip()
    page = ast.get_docstring(ast.parse(game_files()[game].read_text("utf-8"))) or game
    called = re.split("[,.]", page, maxsplit=1)[0]
    return text.replace(EACH_GAME, called).strip()


def _question(docstring: str, name: str) -> str:
    lines = docstring.strip().splitlines()
    return lines[0] if lines else name


def load(name: str) -> tuple[Experiment, str, Path]:
    """Return the experiment of this name, its docstring and its file."""
    files = experiment_files()
    if not isinstance(name, str) or name not in files:
        known = [e.name for e in listed()]
        there = f"there are {len(known)}, which `cardsim experiment list` names"
        hint = did_you_mean(echoed(name), known)
        raise UserError(f"there is no experiment '{echoed(name)}'; {there}", hint=hint)
    path = files[name]
    module = load_module(path, kind="experiment")
    definition = getattr(module, "EXPERIMENT", None)
    if not isinstance(definition, Experiment):
        message = (
            f"{path}: defines no EXPERIMENT; its last line should be like "
            "EXPERIMENT = Experiment(study)"
        )
        raise UserError(message)
    if not callable(definition.study):
        raise UserError(f"{path}: EXPERIMENT must be made with a function: Experiment(study)")
    game = _game_meant(name, path)
    return (
        definition.about(game) if game else definition,
        _docstring(module.__doc__ or "", game),
        path,
    )


def experiment(
    name: str,
    n: object = None,
    *,
    seed: object = DEFAULT_SEED,
    precision: object = None,
    threads: Any = None,
    executor: Executor | None = None,
    progress: Callable[[Progress], None] | Literal[False] | None = None,
) -> Findings:
    """Carry out an experiment; a shipped one plays the shipped strategies in any case.

    Args:
        name: name of a file in `experiments/`, the user's own or shipped.
        n: hands at each point, with a precision the most; by default the experiment's own.
        seed: 0 .. 2**64 - 1.
        precision: stop a part when its intervals have this half width, such as "0.3pp"; see `Lab`.
            By default the experiment's own, or none if `n` is given.
        threads: number of threads, by default that of the cores.
        executor: plays instead of threads, as in `cardsim.run`.
        progress: as in `cardsim.run`.
    """
    wanted, docstring, path = load(name)
    hands = parse_count(wanted.n, label=f"{path}: n") if n is None else parse_count(n, label="-n")
    seed = int(Option("seed", DEFAULT_SEED, low=0, high=preparation.MAX_SEED).check(seed))
    tell = teller(progress)
    threads = preparation.check_threads(threads)
    if precision is not None and wanted.precision is None:
        raise UserError(
            f"{name} plays a number of hands and not to a precision",
            hint="-n says how many; Experiment(study, precision=...) in its file allows one",
        )
    half = _precision(wanted.precision if n is None else None, label=f"{path}: precision")
    if precision is not None:
        half = _precision(precision, label="--precision")
    lab = Lab(hands, seed, precision=half, threads=threads, executor=executor, progress=tell)
    begun = time.perf_counter()
    passed_over: dict[str, Path] = {}
    try:
        with contextlib.ExitStack() as stack:
            stack.enter_context(redirect_stdout(sys.stderr))
            stack.enter_context(once())
            stack.enter_context(keeping(hands=kept_now().hands, answers=False))
            if path.parent.parent == shipped():
                passed_over = stack.enter_context(only_shipped())
            wanted.study(lab)
    except KeyboardInterrupt:
        raise
    except UserError as error:
        if type(error) is UserError:
            line = _line(error, path)
            raise UserError(f"{path}:{line}: {error}", hint=error.hint) from None
        raise
    except BaseException as error:  # noqa: BLE001  whatever the study raises
        frames = traceback.extract_tb(error.__traceback__)
        message = f"{path}:{_line(error, path)}: {type(error).__name__}: {echoed(error)}"
        raise UserError(message, hint="".join(traceback.format_list(frames[1:])).rstrip()) from None
    if not lab.conclusion:
        message = f"{path}: the study ends without an answer; call lab.answer(...)"
        raise UserError(message)
    question = _question(docstring, name)
    return Findings(
        ExperimentSpec(name, hands, seed, half),
        question,
        docstring.removeprefix(question).strip(),
        lab.conclusion,
        tuple(without_answer(section, lab.conclusion) for section in lab.sections),
        tuple(lab.parts),
        time.perf_counter() - begun,
        lab.numbers,
        tuple(passed_over.values()),
    )


def _precision(given: object, *, label: str) -> float | None:
    if given is None:
        return None
    return parse_precision(given, share=True, what="a share", label=label)


def _line(error: BaseException, path: Path) -> int:
    """Return the last line of a file that an error came through."""
    frames = traceback.extract_tb(error.__traceback__)
    return next((f.lineno or 1 for f in reversed(frames) if f.filename == str(path)), 1)


def spoken(group: Group) -> str:
    """Return the best value of a sweep over one parameter, with its ties: `24 (or 23)`."""
    k = choice_of(group)
    best = group.best.settings[k][1]
    ties = [p for p in group.points if not p.best and is_level(group, p)]
    return with_ties(best, [p.settings[k][1] for p in ties])


def with_ties(best: object, ties: Iterable[object]) -> str:
    """Return the best of something with its ties: `24 (or 23)`."""
    return f"{best}{or_ties(best, ties)}"


def or_ties(best: object, ties: Iterable[object], among: Iterable[object] = ()) -> str:
    """Return the ties of the best to stand behind it: ` (or 23)`.

    Args:
        best: the best, as it is said.
        ties: what does as well, as it is said.
        among: all that was tried, in order and as it is said. If more than two ties lie side by
            side there, they are a range: ` (anything from 4 to 14 does as well)`.
    """
    names, order = [str(tie) for tie in ties], [str(way) for way in among]
    if len(names) > MOST_TIES and {str(best), *names} <= {*order}:
        places = sorted(order.index(name) for name in (str(best), *names))
        ways = [order[k] for k in places]
        never = ", or never," * (ways[-1] == NEVER)
        if never:
            ways.remove(NEVER)
        if places[-1] - places[0] + 1 == len(places):
            return f" (anything from {ways[0]} to {ways[-1]}{never} does as well)"
    return f" (or {joined(names, 'or')})" if names else ""


def best_and_ties(compared: CompareResult, ways: Sequence[_Way]) -> tuple[_Way, list[_Way]]:
    """Return the strategy with the highest mean, and its ties."""
    values = [c.estimate.value for c in compared.contenders]
    best = values.index(max(values))
    gaps = {k: compared.gap(best, k) for k in range(len(ways)) if k != best}
    small = unnoticeable(compared.measure, gaps.values())
    return ways[best], [ways[k] for k, gap in gaps.items() if as_good(gap, small)]


def per_cent(share: tuple[float, float, float]) -> str:
    """Return a share with its interval as text: `45 % (± 3)`."""
    value, low, high = share
    return ranged(100 * value, 100 * low, 100 * high, unit=" %")


def ranked(comparison: CompareResult) -> str:
    """Return the strategies of a comparison with their places: `a (place 1), b (place 2 to 3)`."""
    return joined([f"{c.player.brief} (place {c.place})" for c in comparison.ranking])


def amount(gap: Gap, times: float = 100) -> str:
    """Return a paired difference as text, such as hands in 100: `5.2 (± 0.3)`."""
    return rounded(times * gap.value, times * (gap.high - gap.low) / 2)


def by_players(texts: Mapping[int, str], noun: str = "") -> str:
    """Return texts by number of players: `5 hands with two players, 3 with three`."""
    parts = [f"{text} with {counted(n)}" for n, text in texts.items()]
    if parts:
        n, text = next(iter(texts.items()))
        parts[0] = f"{text}{noun and ' '}{noun} with {counted(n)} player{'s' if n > 1 else ''}"
    return joined(parts)


def in_few(ways: Sequence[str]) -> tuple[str, ...]:
    """Return ways to play in at most six words each, to name them in a chart.

    Those that begin alike are named by their first three words and their last three, and those that
    end alike as well in full.
    """
    each = [(*_shortened(way), way) for way in ways]
    times = Counter(text for texts in each for text in set(texts))
    return tuple(next((text for text in texts if times[text] == 1), texts[-1]) for texts in each)


def _shortened(way: str) -> tuple[str, str]:
    """Return the first six words of a way to play, and its first three with its last three."""
    words, half = way.split(), FEW_WORDS // 2
    if len(words) <= FEW_WORDS:
        return way, way
    begin, end = (" ".join(part) for part in (words[:half], words[-half:]))
    return f"{' '.join(words[:FEW_WORDS])}{ELLIPSIS}", f"{begin} {ELLIPSIS} {end}"


def joined(words: Sequence[str], conjunction: str = "and") -> str:
    """Join words as a list: `a, b and c`."""
    return in_a_list(words, conjunction, most=len(words))
