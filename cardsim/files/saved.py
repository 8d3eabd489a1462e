"""Reads answers that `-o` wrote.

A result is its counts, so its file gives the same numbers as the run. An edited file is refused.
Two checks find edits: the checksum (`cardsim.runs.sealed`), and the answer itself, which is
computed again from the fields that cannot be derived (`cardsim.files.saved_fields`). All other
fields must agree with it, but for words, which may be said otherwise by now.
"""

from __future__ import annotations

import itertools
import math
import shlex
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import msgspec
import numpy as np
import polars as pl

from cardsim.ask import (
    comparisons,
    designed,
    in_companies,
    reviewed,
    reviews,
    solved,
    sweeps,
    swept,
    tuned,
)
from cardsim.ask.comparisons import CompareResult, CompareSpec
from cardsim.ask.designed import ABOUT, Design, DesignResult, DesignSpec, StrategyResult
from cardsim.ask.designing import told_by_counts
from cardsim.ask.in_companies import InCompanies
from cardsim.ask.reviewed import Cost, Review, ReviewSpec
from cardsim.ask.risks import Risk
from cardsim.ask.solved import Exact
from cardsim.ask.swept import SweepResult, SweepSpec, SweptOption
from cardsim.ask.tuned import Tuned, TuneResult, TuneSpec
from cardsim.errors import UserError, echoed
from cardsim.files import saved_fields as fields
from cardsim.game import CountTable, Feature, Figure, FigureTable, Game, Solution
from cardsim.games import game_files, load_game
from cardsim.options.params import Option, Settings, Value
from cardsim.options.plain import json_of
from cardsim.output import as_path
from cardsim.process.forks import check_not_forked
from cardsim.runs.answer import by_table
from cardsim.runs.house_rules import check_players
from cardsim.runs.paired_runs import GroupResult, needed_tables
from cardsim.runs.preparation import MAX_SEED, checked_measure
from cardsim.runs.result import AgainstExact, Result
from cardsim.runs.rollouts import Rollouts, asked_about
from cardsim.runs.sealed import CHECKSUM, RECKONING, is_whole, plain
from cardsim.runs.solution import cached_solution, find_question, prepare
from cardsim.runs.spec import SCHEMA, Player, RunSpec, friend_in
from cardsim.search import learned, safest
from cardsim.search.learned import Learned, Round, WrittenRule
from cardsim.search.safest import Safest, Standing
from cardsim.statistics.designs import Gauge
from cardsim.statistics.paired import MOST_SAVED, Moments
from cardsim.statistics.seat_averages import SeatAverages
from cardsim.statistics.stats import Estimate
from cardsim.strategy import Strategy
from cardsim.table import advised, calibrated, fitted, played
from cardsim.table.advised import Advised, Believed, Elsewhere
from cardsim.table.calibrated import Calibration, CalibrationSpec, DrawnDecision
from cardsim.table.choice_values import Choice
from cardsim.table.fitted import Fit, Foretold, Sitter
from cardsim.table.foretold import Slip
from cardsim.table.looked_back import LookBack, load_look_back
from cardsim.table.typed_text import is_typed
from cardsim.tournaments import standings
from cardsim.tournaments.best_answers import BestAnswer
from cardsim.tournaments.standings import TournamentResult, TournamentSpec

SUFFIXES = (".json", ".parquet")
ONE_QUESTION = ("game", "unit", "seed", "players", "preset", "rules")
"""Fields that are the same in all companies."""
IN_COMPANIES = frozenset(("CompareResult", "Result", "SweepResult", "TuneResult"))
Saved = (
    Result
    | SweepResult
    | CompareResult
    | DesignResult
    | InCompanies[Any]
    | TournamentResult
    | Review
    | TuneResult
    | Learned
    | Safest
    | Advised
    | Calibration
    | Fit
    | Exact
    | LookBack
)


def load(path: str | Path) -> Saved:
    """Load the result from a file.

    Args:
        path: the .json of any answer but a plan's, an experiment's or a replay's, the .parquet of a
            run, a finished game that `cardsim play` kept, or a hand that you typed in (.txt) or
            another program wrote (.pbn, .lin, .egn).

    Raises:
        UserError: the file cannot be read, is no result, was edited, or does not fit the game as it
            is now.
    """
    check_not_forked()
    path = as_path(path, label="a saved result")
    if is_typed(path):
        return load_look_back(path)
    if path.suffix not in SUFFIXES:
        raise UserError(f"{path} must be a result in a {' or '.join(SUFFIXES)} file")
    is_json = path.suffix == ".json"
    try:
        about = _json(path) if is_json else _parquet(path)
    except OSError as error:
        raise UserError(f"{path} cannot be read: {error.strerror or error}") from None
    return _made(path, about, is_json=is_json)


def restored(text: str, what: str) -> Saved:
    """Return the answer from the text of `Answer.to_json`, which errors call `what`."""
    try:
        about = json_of(text)
    except ValueError:
        raise UserError(f"{what} is damaged") from None
    return _made(Path(what), about, is_json=True)


def _made(path: Path, about: Any, *, is_json: bool) -> Saved:
    schema = about.get("schema") if isinstance(about, dict) else None
    if schema == played.SCHEMA:
        if CHECKSUM not in about:
            return load_look_back(path)
        return _read(path, about, _Anything, lambda _: load_look_back(path), is_json=True)
    reader = READERS.get(schema) if isinstance(schema, str) else None
    if schema == SCHEMA and not is_json:
        reader = fields.Result, _whole_run
    if reader is None:
        raise _unknown(path, about, schema)
    return _read(path, about, *reader, is_json=is_json)


def _unknown(path: Path, about: Any, schema: object) -> UserError:
    """Return the error for a file that is no answer, or one of another version."""
    command = _command_of(about)
    kind, _, version = str(schema).rpartition("/")
    if version.isdecimal() and kind in {known.rpartition("/")[0] for known in READERS}:
        again = f"this writes it anew: {command} -o {path.name}" if command else None
        known = next(s for s in READERS if s.startswith(f"{kind}/"))
        message = f"{path} has the layout {schema}, and this cardsim reads {known}"
        return UserError(message, hint=again)
    if command:
        again = f"this plays it anew: {command}"
        return UserError(f"{path} has the layout {schema}, which is not read back", hint=again)
    hint = f"`cardsim run GAME -o {path.name}` writes one"
    return UserError(f"{path} is no result that can be read ({', '.join(READERS)})", hint=hint)


def _command_of(about: object) -> str:
    """Return a file's command that plays it anew; empty if it has none that can be shown."""
    command = about.get("command") if isinstance(about, dict) else None
    try:
        _check_command(str(command), "cardsim")
    except ValueError:
        return ""
    return str(command)


def _check_game(path: Path, about: Mapping[str, Any]) -> None:
    """Refuse an answer about a game that is not installed."""
    name = about.get("game")
    if isinstance(name, str) and name not in game_files():
        hint = (
            "it came with a package that is not installed now, or from the folder games/ of "
            "another workspace"
        )
        raise UserError(f"{path}: no game called '{echoed(name)}' is here", hint=hint)


def _read(
    path: Path,
    about: Mapping[str, Any],
    form: type[msgspec.Struct],
    made: Callable[[Any], Saved],
    *,
    is_json: bool,
) -> Saved:
    """Return the answer of a file."""
    _check_unedited(path, about)
    _check_game(path, about)
    try:
        rest = {name: value for name, value in about.items() if name != CHECKSUM}
        answer = made(msgspec.convert(rest, form))
        whole = answer.to_dict() if is_json else answer.about()
        if about[CHECKSUM].startswith(RECKONING):
            if not is_json:
                del rest["tables"]
            _check_same(plain(whole), rest)
    except UserError as error:
        raise UserError(f"{path}: {error}", hint=error.hint) from None
    except Exception as error:  # noqa: BLE001  whatever comes of a file that nobody wrote so
        what = f"{type(error).__name__}: {error}".splitlines()[0]
        message = f"{path} is damaged, or from another version of its game ({what})"
        command = _command_of(about)
        again = f"this plays it anew: {command}" if command else None
        raise UserError(message, hint=again) from None
    return answer


def _check_unedited(path: Path, about: Mapping[str, Any]) -> None:
    if not is_whole(about):
        raise UserError(
            f"{path} was edited: its content is not what cardsim wrote",
            hint="spaces and line ends may be changed, and nothing else",
        )


def _run(about: fields.Result) -> Result:
    """Return a result with its counts; tables that no estimate needs may be missing."""
    averages = about.seat_averages
    spec = _spec(about)
    if averages is not None:
        _must(len(averages.sums) == spec.players, "seat averages of another table")
    blank = Result(
        spec,
        {},
        about.hands,
        0.0,
        about.partial,
        about.version,
        None if averages is None else SeatAverages.from_dict(msgspec.to_builtins(averages)),
    )
    _must(about.hands <= about.hands_asked, f"{about.hands} hands of {about.hands_asked}")
    known = {t.name for t in blank.unit.tables}
    _must(set(about.tables) <= known, "tables that the game does not have")
    _must(set(about.tables) >= set(needed_tables(blank.unit)), "a table is missing")
    result = _filled(blank, about.tables)
    if about.exact:
        # The file may have an exact value that takes too long to be computed here.
        there = about.exact.items()
        values = {n: AgainstExact(e.value, result[n].errors_from(e.value)) for n, e in there}
        vars(result)["exact"] = {**values, **result.exact}
    return result


def _filled(blank: Result, tables: Mapping[str, Any]) -> Result:
    frames = {t.name: _checked(tables[t.name], t) for t in blank.unit.tables if t.name in tables}
    for table in blank.unit.tables:
        if table.name not in frames:
            continue
        axis, frame = table.axis(blank.spec.players), frames[table.name]
        if axis is None:
            count = int(frame["count"].sum())
            _must(count == blank.hands, f"table {table.name} has {count} hands of {blank.hands}")
        else:
            inside = frame[axis.name].is_between(axis.low, axis.high).all()
            _must(bool(inside), f"table {table.name} has another {axis.name}")
    return replace(blank, tables=frames)


def _whole_run(about: fields.Result) -> Result:
    """Return a run by itself, which has all tables."""
    result = _run(about)
    _must(set(result.tables) == {t.name for t in result.unit.tables}, "a table is missing")
    return result


def _sweep(about: fields.SweepResult) -> SweepResult:
    axes = tuple(about.axes)
    settings = [[_settings(axes, p.settings) for p in g.points] for g in about.groups]
    played = [_played_together([p.result for p in g.points], g.moments) for g in about.groups]
    specs = [each.spec for some in played for each in some.results]
    chosen = [point for some in settings for point in some]
    for point, one in zip(chosen, specs, strict=True):
        _must(all(_set_in(one, n) == v for n, v in point), "a point that was not played so")
    _check_alike(about, specs)
    # With a precision `hands` is the limit asked for, and fewer were played.
    base = specs[0] if about.precision is None else replace(specs[0], hands=about.hands)
    spec = SweepSpec(axes, base, about.precision, friend_in(specs))
    _must(len(set(chosen)) == len(specs), "a point comes twice")
    _must(about.partial or len(specs) == spec.size, f"{len(specs)} points of {spec.size}")
    groups = tuple(sweeps.judged_group(spec, s, p) for s, p in zip(settings, played, strict=True))
    return SweepResult(spec, groups, 0.0, about.partial)


def _design(about: fields.DesignResult) -> DesignResult:
    axes = tuple(about.axes)
    designs = tuple(_one_design(axes, one) for one in about.designs)
    specs = [one.result.spec for one in designs]
    _check_alike(about, specs)
    swept = SweepSpec(axes, specs[0], None, friend_in(specs))
    _must(about.partial or len(specs) == swept.size, f"{len(specs)} designs of {swept.size}")
    _must(set(about.aims) <= set(ABOUT), "aims that are no measures")
    spec = DesignSpec(swept, about.strategies, about.matters, about.standing, about.aims)
    return DesignResult(spec, designs, about.length, 0.0, about.partial)


def _one_design(axes: Sequence[SweptOption], about: fields.Design) -> Design:
    settings, result = _settings(axes, about.settings), _run(about.result)
    _must(all(_set_in(result.spec, n) == v for n, v in settings), "a design not played so")
    _must({*about.gauges, *about.silent} == set(ABOUT), "other measures")
    _check_gaps(*about.gauges.values(), *((w.value, w.low, w.high) for w in about.ways))
    for name, (_, low, high) in about.gauges.items():
        most = 1 if ABOUT[name].share and name != "seats" else math.inf
        _must(low + 1e-9 >= 0 and high - 1e-9 <= most, f"{name} from {low} to {high}")
    lasted = [about.gauges[n][0] for n in ("short", "length", "long") if n in about.gauges]
    _must(lasted == sorted(lasted), f"lengths {lasted}")
    told, _ = told_by_counts(result)
    found = {
        **about.silent,
        **{name: Gauge(*gauge) for name, gauge in about.gauges.items()},
        **told,
    }
    gauges = {name: one for name, one in found.items() if isinstance(one, Gauge)}
    silent = {name: one for name, one in found.items() if isinstance(one, str)}
    ways = tuple(StrategyResult(**_rest(way)) for way in about.ways)
    names = {way.strategy for way in ways}
    _must(len(names) == len(ways), "a strategy that comes twice")
    _must(all(way.first <= len(ways) for way in ways), "a place behind the last")
    _must(len(about.between) in {0, 2} and {*about.between} <= names, "luck between others")
    return Design(settings, result, gauges, silent, ways, about.between)


def _settings(axes: Iterable[SweptOption], given: Mapping[str, Value]) -> Settings:
    """Return the settings of a point: one value of each axis."""
    settings = tuple((a.name, given[a.name]) for a in axes)
    _must(len(given) == len(settings), "settings that do not vary")
    _must(
        all(value in a.values for a, (_, value) in zip(axes, settings, strict=True)), "other values"
    )
    return settings


def _set_in(spec: RunSpec, name: str) -> Value | None:
    """Return a run's value of a sweep's axis."""
    if name in {"players", "preset"}:
        return spec.players if name == "players" else spec.preset
    rules = dict(spec.rules)
    return rules[name] if name in rules else dict(spec.hero.parameters)[name]


def _in_companies(about: fields.InCompanies) -> InCompanies[Any]:
    answers: dict[str, Any] = {}
    for name, one in about.answers.items():
        form, made = READERS[one["schema"]]
        answers[name] = made(msgspec.convert(one, form))
        _must(type(answers[name]).__name__ in IN_COMPANIES, "answers of another kind")
    kinds = {type(answer) for answer in answers.values()}
    _must(len(kinds) == 1, "no answers, or answers of several kinds")
    abouts = [answer.about() for answer in answers.values()]
    asked = [{name: about.get(name) for name in ONE_QUESTION} for about in abouts]
    _must(all(one == asked[0] for one in asked), "answers to several questions")
    _must([*answers] == [*about.companies][: len(answers)], "other companies")
    return InCompanies(answers, about.companies)


def _comparison(about: fields.CompareResult) -> CompareResult:
    played = _played_together(
        about.results, about.moments, differ=about.differ, partial=about.partial
    )
    heroes = tuple(r.spec.hero for r in played.results)
    specs = [each.spec for each in played.results]
    _check_table(about, specs)
    spec = CompareSpec(heroes, specs[0], about.precision, friend_in(specs))
    return comparisons.compared(spec, played, 0.0)


def _tournament(about: fields.TournamentResult) -> TournamentResult:
    specs = [_spec(one) for one in about.specs]
    _check_table(about, specs)
    spec = TournamentSpec(tuple(s.hero for s in specs), specs[0], about.met, about.look)
    met = None if about.against is None else _moments(about.against, len(specs))
    _must(bool(about.met) == (met is not None), "other players than were met")
    tables = {tuple(table.others): _moments(table, len(specs)) for table in about.tables}
    wanted = set(itertools.product(range(len(specs)), repeat=spec.parties - 1))
    _must(set(tables) == wanted, f"{len(about.tables)} tables of {len(specs)} strategies")
    failed, version = about.failed, about.version
    blank = TournamentResult(spec, tables, failed, 0.0, about.partial, version, met=met)
    return replace(blank, answers=tuple(_best_answer(blank, one) for one in about.answers))


def _best_answer(found: TournamentResult, about: fields.Best) -> BestAnswer:
    (to,) = (p for p in found.spec.players if p.as_option == about.to)
    measure, gets = found.measure, None
    _check_gaps(about.gain, about.gets)
    if about.command:
        _check_command(about.command, "cardsim", "learn", found.spec.base.game)
    if about.gets is not None:
        named = measure.name, measure.text
        gets = Estimate(*named, *about.gets, about.hands, measure.in_per_cent)
    return BestAnswer(to, gets=gets, **_rest(about, "to", "gets"))


def _review(about: fields.Review) -> Review:
    spec = ReviewSpec(_spec(about.run), tuple(about.by))
    _check_table(about, [spec.base])
    hero = Strategy(spec.base.game, name=spec.base.hero.strategy, features=_features(about))
    asked = asked_about(load_game(spec.base.game), spec.by, source=hero)
    worth = tuple(reviewed.worth_of(a, about.counts[a.decision.function]) for a in asked)
    review = reviews.reviewed(spec, Rollouts(about.hands, about.halves, worth, about.partial))
    rules = [_cost(row.rule, row.rule_low, row.rule_high) for row in about.situations]
    situations = tuple(
        replace(s, rule=rule) for s, rule in zip(review.situations, rules, strict=True)
    )
    at_once = about.rules_at_once
    return replace(
        review,
        situations=situations,
        rules=None if at_once is None else _cost(at_once.value, at_once.low, at_once.high),
        changed_hands=about.changed_hands,
        note=about.note,
    )


def _cost(value: float | None, low: float | None, high: float | None) -> Cost | None:
    _check_gaps((value, low, high))
    return None if value is None or low is None or high is None else Cost(value, low, high)


def _features(about: fields.Review) -> dict[str, list[Feature]]:
    """Return the features that the strategy brought, without their functions."""
    return {
        decision: [
            Feature(
                f.name, f.words, f.low, f.high, None if f.in_view else _forgotten, tuple(f.labels)
            )
            for f in some
        ]
        for decision, some in about.features.items()
    }


def _forgotten(_view: Any) -> int:
    """Raise an error in place of a feature's function: a loaded review is never played on."""
    raise RuntimeError("a saved review has no functions")


def _tune(about: fields.Tune) -> TuneResult:
    before, after = _whole_run(about.before), _whole_run(about.after)
    _check_table(about, [before.spec, after.spec])
    start, best = (dict(r.spec.hero.parameters) for r in (before, after))
    kinds: dict[str, Any] = {name: type(value) for name, value in start.items()}
    limits = tuple(
        (o.parameter, *(kinds[o.parameter](end) for end in (o.low, o.high))) for o in about.over
    )
    tuned = tuple(
        Tuned(p.parameter, start[p.parameter], best[p.parameter], **_rest(p, "parameter"))
        for p in about.parameters
    )
    _check_gaps((about.gain, about.low, about.high))
    _check_gaps(*((p.value, p.low, p.high) for p in about.parameters))
    low, high = (np.nan if end is None else end for end in (about.low, about.high))
    found = tuple((g.hands, g.value, g.values) for g in about.generations)
    spec = TuneSpec(replace(before.spec, hands=about.hands, first=0), limits)
    return TuneResult(spec, tuned, before, after, about.gain, low, high, found, 0.0, about.partial)


def _exact(about: fields.Exact) -> Exact:
    options = {**about.rules, **about.options, **about.display}
    question = find_question(load_game(about.game), about.question)
    # Options are asked for only if the question depends on them.
    asked = {n: v for n, v in options.items() if question.depends is None or n not in about.rules}
    asked |= {n: about.rules[n] for n in question.depends or () if n in about.rules}
    spec, _ = prepare(
        about.game, about.question, players=about.players, preset=about.preset, options=asked
    )
    for columns in about.tables.values():
        _must(len({len(values) for values in columns.values()}) <= 1, "columns of other lengths")
        for name, values in columns.items():
            kinds = {str if isinstance(v, str) else float for v in values}
            mixed = len(kinds) > 1 or any(isinstance(v, bool) for v in values)
            _must(not mixed, f"column {name} has numbers and words")
    tables = tuple(
        FigureTable(t.name, t.text, about.tables[t.name], t.shares, t.brief) for t in about.told
    )
    numbers = {f.name: np.nan if f.value is None else f.value for f in about.figures}
    figures = tuple(Figure(f.name, f.text, numbers[f.name], f.is_share) for f in about.figures)
    return Exact(spec, cached_solution(spec) or Solution(figures, tables))


def _rest(about: msgspec.Struct, *but: str) -> dict[str, Any]:
    """Return the fields of a struct, without some."""
    return {n: getattr(about, n) for n in about.__struct_fields__ if n not in but}


def _advice(about: fields.Advice) -> Advised:
    spec, said = _spec(about.run), tuple(about.said.items())
    _must(about.you < len(spec.seats), "a player who is none")
    valued: list[fields.Valued] = [*about.choices, *about.elsewhere]
    for one in valued:
        _check_gaps((one.value, one.low, one.high), (one.cost, one.cost_low, one.cost_high))
    choices = tuple(Choice(**_rest(c)) for c in about.choices)
    told = spec, said, about.decision, about.seen, about.you, choices, about.worlds, 0.0
    return Advised(
        *told,
        explained=about.explained,
        effective=math.inf if about.effective is None else about.effective,
        elsewhere=tuple(Elsewhere(**_rest(other)) for other in about.elsewhere),
        believed=tuple(Believed(**_rest(one)) for one in about.believed),
        why=about.why,
    )


def _calibration(about: fields.Calibration) -> Calibration:
    spec = CalibrationSpec(_spec(about.run), tuple(about.by), about.worlds)
    _check_table(about, [spec.base])
    names = {decision.name for decision in load_game(spec.base.game).decisions}
    kinds = tuple(about.kinds)
    _must({k.decision for k in kinds} <= names, "decisions that the game does not have")
    drawn = about.decisions
    columns = (drawn.kind, drawn.hand, drawn.step, drawn.said, drawn.came)
    found = tuple(DrawnDecision(*row) for row in zip(*columns, strict=True))
    _must(0 < len(found) <= about.hands == spec.base.hands, "other decisions than were asked for")
    _must(max(drawn.kind) < len(kinds), "a kind that is none")
    _must(all(a < b for a, b in itertools.pairwise(drawn.hand)), "two decisions of a hand")
    return Calibration(spec, kinds, found, 0.0, about.partial)


def _fit(about: fields.Fit) -> Fit:
    spec = _spec(about.run)
    _check_table(about, [spec])
    foretold = tuple(
        Foretold(**_rest(one, "half"), half=math.nan if one.half is None else one.half)
        for one in about.foretold
    )
    sitters = []
    for one in about.sitters:
        _must(0 <= one.low <= one.high <= 1 and 0 <= one.share <= 1, "a share that is none")
        slips = {Slip(name, value): share for name, value, share in one.slips}
        sitters.append(Sitter(**_rest(one, "slips"), slips=slips))
    against = tuple(_comparison(one) for one in about.against)
    _must(len(against) in {0, 2}, "other comparisons")
    rest = _rest(about, *fields.TableAnswer.__struct_fields__, *("run", "foretold"))
    rest |= {"sitters": tuple(sitters), "against": against}
    return Fit(spec, hands=about.hands, foretold=foretold, **rest)


def _learned(about: fields.Learned) -> Learned:
    before, full, after = (_run(one) for one in about.runs)
    _check_gaps(about.gain, about.lost, about.bound, *(r.gain for r in about.rounds))
    _check_gaps(about.searched_gain)
    _check_command(about.command, "cardsim", "learn", after.spec.game)
    rounds = tuple(
        Round(r.round, r.promised, _run(r.run), r.gain, tuple(r.words), r.text)
        for r in about.rounds
    )
    # A file from before there were fields names nobody, and means the usual strategy.
    named = {"--vs", "--self-play"} & set(shlex.split(about.command))
    more = [] if named else after.spec.versus(after.game)
    command = " ".join([about.command, *map(shlex.quote, more)])
    rules = {name: WrittenRule(words) for name, words in about.rules.items()}
    rest = _rest(about, "command", "rules", "rounds", "runs")
    rest |= {"rounds": rounds, "before": before, "full": full, "after": after}
    return Learned(rules, again=command, **rest)


def _safest(about: fields.Safest) -> Safest:
    run = _run(about.run)
    _check_gaps(about.bound, *(s.gain for s in about.sought), *(w.regret for w in about.ways))
    _check_command(about.command, "cardsim")

    def estimate(told: fields.Wide) -> Estimate:
        _check_gaps((told.value, told.low, told.high))
        numbers = (told.value, told.low, told.high, told.sd)
        value, low, high, sd = (math.nan if x is None else x for x in numbers)
        return replace(run.headline, value=value, low=low, high=high, sd=sd)

    standings = []
    for way in about.ways:
        _must(len(way.values) == len(about.companies), "values in other companies")
        _must(len(way.regrets) in {0, len(about.companies)}, "regrets in other companies")
        _check_gaps(*way.regrets)
        least = estimate(way.worst), way.worst_among
        risk = Risk(*least, *way.regret, way.regret_among, tuple(way.regrets))
        standings.append(Standing(way.name, way.readable, tuple(map(estimate, way.values)), risk))
    mixture = tuple((part.name, part.share) for part in about.mixture)
    rest = _rest(about, "run", "ways", "mixture", "command")
    return Safest(run, standings=tuple(standings), mixture=mixture, again=about.command, **rest)


def _check_alike(about: fields.AnswerOfRuns, specs: Sequence[RunSpec]) -> None:
    """Refuse an answer whose runs differ in game, unit or seed."""
    named = {(about.game, about.unit, about.seed)}
    _must({(s.game, s.unit, s.seed) for s in specs} == named, "runs of another game or seed")


def _check_table(about: fields.TableAnswer, specs: Sequence[RunSpec]) -> None:
    """Refuse an answer whose runs are not all played at one table."""
    _check_alike(about, specs)
    for spec in specs:
        _must(
            (spec.players, spec.preset, dict(spec.rules))
            == (about.players, about.preset, about.rules),
            "runs at another table",
        )


BACK = "cardsim review --hand "
MORE = frozenset(("display", "exact"))
"""Fields that may have more here than in a file that is older than an option, or a value."""
WORDS = frozenset(("advice", "best", "did", "finder", "sentence", "text", "version", "where"))
"""Fields whose words are told anew, so that those of a file are not compared."""
LATER = frozenset(("certificates",))
"""Fields that a file may lack if it is older than they are."""
NOW = "found_where_known"
"""A field that says what is known today, so that it is not compared."""


def _check_same(made: Any, written: Any, where: str = "") -> None:
    """Refuse a file whose fields disagree with the answer computed from it."""
    if where == NOW:
        return
    if isinstance(made, dict) and isinstance(written, dict):
        missing, more = made.keys() - written.keys() - LATER, written.keys() - made.keys()
        _must(not more and (not missing or where in MORE), f"other fields in {where or 'it'}")
        for name in written:
            _check_same(made[name], written[name], name)
    elif isinstance(made, list | tuple) and isinstance(written, list):
        _must(len(made) == len(written), f"{len(written)} in {where}, not {len(made)}")
        for one, other in zip(made, written, strict=True):
            _check_same(one, other, where)
    elif isinstance(made, float) and type(written) in {int, float}:
        same = math.isclose(made, written, rel_tol=1e-9, abs_tol=1e-15)
        _must(same, f"{where} is {written}, and not {made}")
    elif where in WORDS and isinstance(made, str):
        _must(isinstance(written, str), f"{where} is {written}")
    elif where == "command" and isinstance(written, str):
        _must(_asks_the_same(made, written), "another command")
    else:
        _must(type(made) is type(written) and made == written, f"{where} is {written}")


def _asks_the_same(made: str, written: str) -> bool:
    """Return whether two commands differ in nothing but what depends on the place."""
    if made.startswith(BACK):
        # The command names the file, which may have been moved.
        return written.startswith(BACK)
    # Whether players are named depends on who is the usual one, and on the field of the place.
    one, other = shlex.split(made), shlex.split(written)
    for flag in ("--vs", "--strategy"):
        named = [words for words in (one, other) if flag in words]
        if len(named) == 1:
            at = named[0].index(flag)
            del named[0][at : at + 2]
    return one == other


def _check_command(command: str, *words: str) -> None:
    """Refuse a command that a shell would not take as one command of cardsim."""
    said = shlex.split(command)
    _must(said[: len(words)] == [*words] and shlex.join(said) == command, "another command")


def _check_gaps(*gaps: Sequence[float | None] | None) -> None:
    """Refuse an interval that does not hold its value, which comes first."""
    for gap in gaps:
        value, low, high = (math.nan if x is None else x for x in gap[:3]) if gap else (0.0,) * 3
        if not any(map(math.isnan, (value, low, high))):
            _must(low <= value <= high, f"an interval from {low} to {high} around {value}")


def _must(holds: bool, otherwise: str) -> None:  # noqa: FBT001
    """Refuse a file in which a condition does not hold."""
    if not holds:
        raise ValueError(otherwise)


def _played_together(
    results: Sequence[fields.Result],
    moments: fields.Products,
    *,
    differ: object = None,
    partial: bool = False,
) -> GroupResult:
    """Return runs of the same hands, with their moments."""
    count = len(results)
    if moments.products is None:
        raise UserError(f"of more than {MOST_SAVED} points only the counts are saved")
    runs = tuple(_run(r) for r in results)
    _must(all(r.hands == moments.hands for r in runs), "runs of other hands")
    return GroupResult(
        runs,
        replace(_moments(moments, count), repeats=runs[0].spec.repeats),
        None if differ is None else _whole(differ, (count, count)),
        partial,
    )


def _moments(about: fields.Products, count: int) -> Moments:
    """Return the moments of `count` points, checked."""
    sums, products = _whole(about.sums, (count,)), _whole(about.products, (count, count))
    squares = np.diagonal(products).astype(float)
    # Bounds that all values obey (Cauchy and Schwarz), with a little room for rounding.
    most = np.sqrt(np.outer(squares, squares)) * (1 + 1e-9)
    _must(
        bool((squares >= 0).all())
        and bool((products == products.T).all())
        and bool((np.abs(products) <= most).all())
        and bool((sums.astype(float) ** 2 <= about.hands * squares * (1 + 1e-9)).all()),
        "sums and products that no hands have",
    )
    return Moments(about.hands, sums, products, about.unit)


def _whole(numbers: object, shape: tuple[int, ...]) -> np.ndarray[Any, Any]:
    """Return an array of whole numbers, of this shape."""
    array = np.array(numbers)
    if array.shape != shape or array.dtype != np.int64:
        raise ValueError(f"{array.dtype} of shape {array.shape}, not whole numbers of {shape}")
    return array


def _json(path: Path) -> Any:
    try:
        return json_of(path.read_bytes())
    except ValueError:
        raise UserError(f"{path} is not JSON, or nested too deeply to be a result") from None


def _parquet(path: Path) -> Any:
    """Return the metadata of a file, with the tables of a run."""
    import pyarrow as pa
    import pyarrow.parquet as pq

    try:
        arrow = pq.read_table(path)
        about = json_of((arrow.schema.metadata or {}).get(b"cardsim", b"null"))
    except (pa.ArrowException, ValueError):
        raise UserError(f"{path} is not a parquet file of cardsim") from None
    if not isinstance(about, dict) or about.get("schema") != SCHEMA:
        if isinstance(about, dict) and about.get("schema") in READERS:
            raise UserError(
                f"{path} has only the counts of several runs",
                hint="what is made of several is read back from the .json that -o writes",
            )
        return about
    counts = pl.from_arrow(arrow)
    if not isinstance(counts, pl.DataFrame):
        raise UserError(f"{path} is not a parquet file of cardsim")
    return {**about, "tables": by_table(counts)}


def _spec(about: fields.Spec) -> RunSpec:
    game = load_game(about.game)
    seat = about.your_seat
    _must(about.schema == SCHEMA, f"a run with the layout {about.schema}")
    _must(set(about.rules) == {o.name for o in game.options}, "other house rules")
    _must(set(about.display) <= {o.name for o in game.display_options}, "other display options")
    spec = RunSpec(
        game=game.name,
        unit=about.unit,
        players=check_players(game, about.players, about.preset),
        rules=tuple((o.name, _checked_value(o, about.rules[o.name])) for o in game.options),
        preset=about.preset,
        seats=tuple(_player(seat) for seat in about.seats),
        fixed=seat is None and not about.you_take_each_seat,
        seed=int(Option("seed", 0, low=0, high=MAX_SEED).check(about.seed)),
        hands=about.hands_asked,
        first=about.first,
        precision=about.precision,
        # A file may be older than an option.
        display=tuple(
            (o.name, _checked_value(o, about.display.get(o.name, o.default)))
            for o in game.display_options
        ),
        ruleset=about.ruleset,
        sides=tuple(about.sides),
        seat=seat,
        alike=about.others_like_you,
    )
    _check_places(spec, game, about)
    measure = checked_measure(about.measure, spec.unit_of(game), dict(spec.display))
    return replace(spec, measure=measure)


def _check_places(spec: RunSpec, game: Game, about: fields.Spec) -> None:
    """Refuse a run that the game does not allow."""
    _must(
        spec.unit in game.units and spec.preset in game.presets,
        f"{game.name} has no {spec.unit} or preset {spec.preset}",
    )
    seats = spec.players if game.decisions else 0
    _must(len(spec.seats) == seats, f"{len(spec.seats)} seats for {spec.players} players")
    rules = game.rules(**dict(spec.rules))
    sides = game.side_of_each(rules, spec.players)
    _must(spec.sides in {(), tuple(sides)}, "partners who are none")
    seat = spec.seat
    _must(
        seat is None or (seat < spec.players and not about.you_take_each_seat),
        f"seat {seat} for {spec.players} players",
    )
    _must(bool(game.decisions) or spec.fixed, "a seat where nobody decides anything")
    _must(not spec.alike or set(spec.others) == {spec.hero}, "others who play otherwise")
    drawn = [p for p in spec.seats if p.members]
    _must(not drawn or not spec.fixed, "a mixture where each seat has its player")
    _must(all(p == drawn[0] for p in drawn), "two mixtures at a table")
    _must(not any(m.members for p in drawn for m in p.members), "a mixture in a mixture")


def _checked_value(option: Option, given: Value) -> Value:
    """Return the value of an option, if it is written as cardsim writes it."""
    value = option.check(given)
    same = type(value) is type(given) or not {type(value), type(given)} & {bool, str}
    _must(same and value == given, f"{option.name} {given}")
    return value


def _player(seat: fields.Seat) -> Player:
    values = seat.parameters
    _must(len(set(seat.changed)) == len(seat.changed), "a parameter that is named twice")
    changed = tuple((name, values[name]) for name in seat.changed)
    _must(set(seat.told) <= set(values), "words about a parameter that there is not")
    _must(len(seat.members) == len(seat.weights) != 1, "a mixture of other weights")
    _must(not (values and seat.members), "parameters of a mixture")
    return Player(
        seat.strategy,
        tuple(values.items()),
        changed,
        seat.fingerprint,
        seat.plays,
        tuple(seat.told),
        tuple(_player(member) for member in seat.members),
        tuple(seat.weights),
        seat.in_place_of_shipped,
    )


def _checked(columns: Mapping[str, Any], table: CountTable) -> pl.DataFrame:
    """Return the counts of a table, if the table can have them."""
    named = {c.name for c in table.columns}
    # The axis of the rows: the seat, or another.
    axes = [n for n, v in columns.items() if n not in named and n != "count" and None not in v]
    if len(axes) > 1 or (table.by_seat and axes != ["seat"]):
        raise ValueError(f"table {table.name} has columns {', '.join(columns)}")
    kinds: dict[str, Any] = dict.fromkeys(axes, pl.Int64)
    for c in table.columns:
        kinds[c.name] = pl.String if c.labels else pl.Int64 if c.scale == 1 else pl.Float64
    kinds["count"] = pl.Int64
    for name, kind in kinds.items():
        allowed = {pl.String: {"str"}, pl.Int64: {"int"}}.get(kind, {"int", "float"})
        types = {type(value).__name__ for value in columns[name]}
        _must(types <= allowed, f"column {name} of table {table.name} has other values")
    frame = pl.DataFrame({name: columns[name] for name in kinds}).cast(pl.Schema(kinds))
    if any(frame.null_count().row(0)) or (frame["count"] < 1).any():
        raise ValueError(f"table {table.name} has gaps")
    for c in table.columns:
        inside = (
            frame[c.name].is_in(c.labels)
            if c.labels
            else frame[c.name].is_between(c.low * c.scale - 1e-9, c.high * c.scale + 1e-9)
        )
        if not inside.all():
            raise ValueError(f"column {c.name} of table {table.name} has a value it cannot have")
    return frame


class _Anything(msgspec.Struct):
    """Fields that are not checked here."""


READERS: dict[str, tuple[type[msgspec.Struct], Callable[[Any], Saved]]] = {
    SCHEMA: (fields.Result, _whole_run),
    swept.SCHEMA: (fields.SweepResult, _sweep),
    comparisons.SCHEMA: (fields.CompareResult, _comparison),
    designed.SCHEMA: (fields.DesignResult, _design),
    in_companies.SCHEMA: (fields.InCompanies, _in_companies),
    standings.SCHEMA: (fields.TournamentResult, _tournament),
    reviewed.SCHEMA: (fields.Review, _review),
    tuned.SCHEMA: (fields.Tune, _tune),
    learned.SCHEMA: (fields.Learned, _learned),
    safest.SCHEMA: (fields.Safest, _safest),
    advised.SCHEMA: (fields.Advice, _advice),
    calibrated.SCHEMA: (fields.Calibration, _calibration),
    fitted.SCHEMA: (fields.Fit, _fit),
    solved.SCHEMA: (fields.Exact, _exact),
}
"""Fields of an answer and the function that makes it from them, by schema."""
