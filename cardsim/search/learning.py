"""Learning: finds rules for the decisions of a game and writes them as a strategy file.

Each round forks many hands of the current strategy. It adds up, by situation, the gain of every
other choice. From these sums it makes new rules for each decision (`candidates`): trees with as
many questions as hands bear out, corrections of the rules so far, weights. Play decides which of
them are kept. The next round starts from the strategy that plays by them.

`answering` looks for the best answer to given opponents from several starts, `settling` for rules
that hold up where everybody learns them.
"""

from __future__ import annotations

import shlex
import warnings
from collections.abc import Callable, Collection, Mapping, Sequence
from concurrent.futures import Executor
from dataclasses import replace
from functools import wraps
from typing import Any, Literal, ParamSpec

from cardsim import showing
from cardsim.ask.reviews import dashed
from cardsim.errors import UserError, echoed
from cardsim.game import Game
from cardsim.options.params import Option, parse_count, parse_precision, shown_precision, taken_from
from cardsim.runs.journal import noted
from cardsim.runs.preparation import Resolved, check_judged, check_threads, resolve
from cardsim.runs.request import Request
from cardsim.runs.rollouts import (
    DecisionTable,
    asked_about,
    check_compiled,
    check_decided,
    texts_of,
)
from cardsim.runs.seating import Rivals, Seated, Who, as_option, rivals, seated
from cardsim.runs.teachers import teacher_of
from cardsim.runs.workers import check_executor
from cardsim.search import safest as safe
from cardsim.search.answering import Answering
from cardsim.search.learned import Learned
from cardsim.search.lines import MOST_LINES, CardSearch
from cardsim.search.safest import Safest
from cardsim.search.safest_search import SafestSearch
from cardsim.search.searching import SearchTask, Tell
from cardsim.search.self_play import SelfPlay
from cardsim.strategy import COMPILED, Strategy
from cardsim.workspace import checked_values, shipped, strategy_files

FORKS = 500_000
"""Hands or matches that are forked in a round."""
ROUNDS = 8
SELF_PLAY_ROUNDS = 24
"""Rounds of self-play, which cost less, since nothing is tried, and whose rules settle slowly."""
ALL = "all"
"""Word for all strategies that come with the game, among the starts."""
MOST_STARTS = 20
"""Largest number of named starts."""
P = ParamSpec("P")


def _in_one(ask: Callable[P, Learned]) -> Callable[P, Learned]:
    """Let `learn` have its keywords of before for a release: `safest` and `self_play`."""

    @wraps(ask)
    def asked(*arguments: Any, **named: Any) -> Any:
        kinds: dict[str, Callable[..., Any]] = {"safest": find_safest, "self_play": self_play}
        flags = [flag for flag in kinds if named.pop(flag, False)]
        given = {name: value for name, value in named.items() if value is not None}
        if not flags:
            return ask(*arguments, **given)
        kind = kinds[flags[0]]
        now = f"cardsim.learn({flags[0]}=True) is cardsim.{kind.__name__}() now"
        warnings.warn(now, FutureWarning, stacklevel=2)
        return kind(*arguments, **given, **dict.fromkeys(flags[1:], True))

    return asked


@_in_one
@noted
def learn(  # noqa: D417  (the others: see `run`)
    game: str,
    n: object = None,
    *,
    start: Who | Sequence[Who] | None = None,
    vs: Rivals | None = None,
    teacher: Who | None = None,
    by: str | Sequence[str] | None = None,
    lines: int | None = None,
    players: int | None = None,
    unit: str | None = None,
    measure: str | None = None,
    preset: str | None = None,
    rounds: int | None = None,
    seed: int | None = None,
    threads: int | None = None,
    executor: Executor | None = None,
    progress: Tell | Literal[False] | None = None,
    **options: Any,
) -> Learned:
    """Find rules to play by.

    Arguments that are not described here are those of `cardsim.run`.

    Args:
        game: `scat`, or another of `cardsim games`.
        n: number of hands, or matches, to fork in a round; `FORKS` by default.
        start: the strategy to start from, or several, "mine;level-1"; "all" (the default) stands
            for all that come with the game. Of several, the few that do best on the same hands go
            on; with "all" their parameters are tuned first, unless `by` or `teacher` says what to
            learn. Decisions that are not learned stay as they are in it.
        teacher: a strategy that looks ahead, such as "look-ahead:worlds=32,base=learned". Its
            worlds value each choice, at one decision each of a sample of the hands, in place of
            hands played on.
        by: decision and features, "decision:feature,feature", one text or several; thresholds go by
            the first feature. By default those that matter most in the game.
        lines: look for the best card of one line, of two, and so on up to this many
            (`cardsim.search.lines`); `rounds` of the answer are these cards. The search starts from
            one strategy, the game's default unless given, whose play costs no line.
        measure: the measure to improve.
        rounds: number of rounds at most; `ROUNDS` by default. Starts share the hands of a round,
            and after each round the worst start is dropped.
        progress: called with a line after each round; False for silence.
        options: house rules, and parameters of the strategy to start from.
    """
    _refuse(
        options,
        {"until"},
        "--{} goes with --self-play or --safest: it says what nobody gains any more",
    )
    if lines is not None:
        _refuse(
            {"rounds": rounds, "teacher": teacher},
            {"rounds", "teacher"},
            "--{} cannot go with --lines: a card grows line by line, and play alone judges it",
        )
    asked = _asked(Request.given(locals()), FORKS if lines is None else safe.FORKS, executor)
    most, texts = _most(rounds, ROUNDS), dashed(texts_of(by))
    if lines is not None:
        most = int(Option("lines", 1, low=1, high=MOST_LINES).check(lines))
    played = asked.rules_of
    usual = played.default_strategy if lines is not None and start is None else start
    starts, begun = _starts(played, usual, options)
    if lines is not None and len(starts) > 1:
        raise UserError(f"--lines begins with one strategy, not {echoed(start)}")
    about = _about(played, texts, starts[0], scored=lines is None)
    taught = None if teacher is None else teacher_of(played, teacher)
    others = rivals(played, vs, asked.preset, asked.players)
    base = _base(asked, starts[0], others)
    words = _command(base, begun, texts, others=base.spec.versus(played))
    words += [] if taught is None else ["--teacher", taught.text]
    if lines is not None:
        words += ["--lines", str(most)]
    elif most != ROUNDS:
        words += ["--rounds", str(most)]
    command = shlex.join([*words, *base.spec.ending(played, None)])
    tunes = lines is None and not texts and taught is None and (not begun or ALL in begun)
    task = SearchTask(base, about, others, bool(texts), most, None, command, taught, tunes)
    if lines is not None:
        sources = [one.strategy for one in other_starts(played, ())]
        how = _how(threads, executor, progress)
        return CardSearch(task, start=starts[0], sources=sources, **how).priced()
    return Answering(task, **_how(threads, executor, progress)).learned(starts)


@noted
def self_play(  # noqa: D417  (the others: see `learn`)
    game: str,
    n: object = None,
    *,
    start: Who | None = None,
    by: str | Sequence[str] | None = None,
    players: int | None = None,
    unit: str | None = None,
    measure: str | None = None,
    preset: str | None = None,
    rounds: int | None = None,
    until: object = None,
    seed: int | None = None,
    threads: int | None = None,
    executor: Executor | None = None,
    progress: Tell | Literal[False] | None = None,
    **options: Any,
) -> Learned:
    """Find rules that no one gains by breaking while the others keep to them: all seats learn.

    Other arguments, and errors, are those of `cardsim.learn`.

    Args:
        start: the strategy to start from; the game's default unless given.
        rounds: number of rounds at most; all `SELF_PLAY_ROUNDS` by default.
        until: stop when no strategy is found to gain more than this: "0.3pp" of a share, or a
            number in the measure's own unit. The check after each `CHECKED` rounds takes as long as
            they do.
    """
    asked = _asked(Request.given(locals()), FORKS, executor)
    _refuse(options, {"vs", "teacher", "lines"}, "--{} cannot go with --self-play: all seats learn")
    most, texts = _most(rounds, SELF_PLAY_ROUNDS), dashed(texts_of(by))
    played = asked.rules_of
    if (players or played.usual_players(preset)) == 1:
        raise UserError("--self-play needs others at the table, and there is one player")
    usual = played.default_strategy
    (first, *more), begun = _starts(played, usual if start is None else start, options)
    if more:
        raise UserError(f"--self-play begins with one strategy, not {echoed(start)}")
    about = _about(played, texts, first, scored=False)
    base = _base(asked, first, first)
    if base.spec.hero.as_option == usual:
        begun = []
    limit = _limit(base, until)
    words = _command(base, begun, texts, others=["--self-play"])
    words += [] if most == SELF_PLAY_ROUNDS else ["--rounds", str(most)]
    if limit is not None:
        share = base.unit.measures[0].in_per_cent
        words += ["--until", shown_precision(limit, share=share)]
    command = shlex.join([*words, *base.spec.ending(played, None)])
    task = SearchTask(base, about, first, bool(texts), most, limit, command, None)
    return SelfPlay(task, **_how(threads, executor, progress)).learned(first)


@noted
def find_safest(  # noqa: D417  (the others: see `learn`)
    game: str,
    n: object = None,
    *,
    by: str | Sequence[str] | None = None,
    players: int | None = None,
    unit: str | None = None,
    measure: str | None = None,
    preset: str | None = None,
    rounds: int | None = None,
    until: object = None,
    seed: int | None = None,
    threads: int | None = None,
    executor: Executor | None = None,
    progress: Tell | Literal[False] | None = None,
    **options: Any,
) -> Safest:
    """Find the strategy that loses least by not knowing the others, and the best answer to it.

    The search starts from all strategies and the field (`cardsim.search.safest_search`). Other
    arguments, and errors, are those of `cardsim.learn`.

    Args:
        n: number of hands, or matches, to fork in a round for one answer; `safest.FORKS` by
            default.
        rounds: number of rounds of the search at most; `safest.ROUNDS` by default.
        until: the smallest gain of an answer that is kept: "0.3pp" of a share, or a number in the
            measure's own unit.
        options: house rules.
    """
    asked = _asked(Request.given(locals()), safe.FORKS, executor)
    every = "--{} cannot go with --safest: it meets everybody, from every start"
    _refuse(options, {"start", "vs", "self_play", "teacher", "lines"}, every)
    most, texts = _most(rounds, safe.ROUNDS), dashed(texts_of(by))
    played = asked.rules_of
    first = _start(played, played.default_strategy, options)
    if first.given:
        names = " and ".join(first.given)
        raise UserError(f"--safest begins with all strategies: {names} is of one of them")
    _about(played, texts, first)
    base = _base(asked, first, rivals(played, None, asked.preset))
    limit, how = _limit(base, until), _how(threads, executor, progress)
    return SafestSearch(base, learn=learn, by=texts, most=most, until=limit, **how).found()


def _refuse(options: Mapping[str, Any], names: Collection[str], why: str) -> None:
    """Refuse options that belong to another question."""
    for name, value in options.items():
        if name in names and value:
            flag = "from" if name == "start" else name.replace("_", "-")
            raise UserError(why.format(flag))


def _asked(asked: Request, forks: int, executor: Executor | None) -> Request:
    """Return the request with the number of hands to fork in a round."""
    check_decided(asked.rules_of)
    check_executor(executor)
    return replace(asked, n=forks if asked.n is None else parse_count(asked.n, label="-n"))


def _most(rounds: int | None, usual: int) -> int:
    """Return the number of rounds at most."""
    return int(Option("rounds", usual, low=1, high=100).check(usual if rounds is None else rounds))


def _about(
    game: Game, by: Sequence[str], first: Seated, *, scored: bool = True
) -> tuple[DecisionTable, ...]:
    """Return the decisions that are learned, and by what."""
    asked = asked_about(game, by, source=first.strategy, scored=scored)
    if not asked:
        name = game.name
        raise UserError(f"nothing is known of what players of {name} think by: say it with --by")
    return asked


def _base(asked: Request, first: Seated, others: Rivals) -> Resolved:
    """Return the run of the strategy to begin with."""
    base = resolve(replace(asked, strategy=first, vs=others))
    check_judged(base.unit)
    check_compiled(base)
    judged = base.unit.measures[0]
    for option in base.game.display_options:
        if option.name in asked.options and judged.per != option.name:
            raise UserError(f"--{option.name} changes nothing in '{judged.text}'")
    return base


def _limit(base: Resolved, until: object) -> float | None:
    """Return a gain that is named, in the measure's own unit; None where none is."""
    if until is None:
        return None
    judged = base.unit.measures[0]
    return parse_precision(until, share=judged.in_per_cent, what=judged.text, label="--until")


def _how(
    threads: int | None, executor: Executor | None, progress: Tell | Literal[False] | None
) -> dict[str, Any]:
    """Return the arguments that say where to play and where to show progress."""
    return {
        "threads": check_threads(threads),
        "executor": executor,
        "tell": showing.teller(progress),
    }


def _command(
    base: Resolved, begun: Sequence[str], by: Sequence[str], *, others: Sequence[str]
) -> list[str]:
    """Return the words of the command up to its rounds, `--until` and hands."""
    spec, game = base.spec, base.game
    words = ["cardsim", "learn", spec.game, *replace(spec, seats=()).options(game)]
    words += ["--from", ";".join(begun)] if begun else []
    return [*words, *others, *(word for text in by for word in ("--by", text))]


def _starts(
    game: Game, start: Who | Sequence[Who] | None, options: dict[str, Any]
) -> tuple[list[Seated], list[str]]:
    """Return the starting strategies, and their names as options take them.

    The first one's parameters are taken out of the options.
    """
    message = f"--from must name 1 to {MOST_STARTS} strategies, not {echoed(start)}"
    several: Any = start.split(";") if isinstance(start, str) else start
    if not isinstance(several, list | tuple):
        several = [ALL if start is None else start]
    words = [
        w.strip() if isinstance(w, str) else w for w in taken_from(several, MOST_STARTS, message)
    ]
    if not words:
        raise UserError(message)
    named = [who for who in words if who != ALL]
    first = _start(game, named[0] if named else game.default_strategy, options)
    starts = [first, *(_start(game, who, {}) for who in named[1:])]
    begun = [as_option(who) for who in starts] if named or first.given else []
    if not begun or (named and ALL in words):
        starts += other_starts(game, {s.strategy.name for s in starts if not s.given})
        begun += [ALL] * bool(begun)
    return starts, begun


def _start(game: Game, start: Who, options: dict[str, Any]) -> Seated:
    """Return a starting strategy; its parameters are taken out of the options."""
    first = seated(game, start, label="--from")
    _check_start(first)
    own = [p.name for p in first.strategy.parameters if p.name in options]
    given = {**first.given, **{name: options.pop(name) for name in own}}
    values = checked_values(first.strategy, given, label="--from")
    return replace(first, given={name: values[name] for name in given})


def _check_start(start: Seated) -> None:
    """Refuse a starting strategy whose functions a file cannot borrow."""
    name = start.strategy.name
    if start.strategy.path is None:
        raise UserError(f"start must be a strategy that has a file, and '{name}' has none")
    if start.strategy.remembers:
        raise UserError(
            f"--from {name} remembers or looks ahead, and what is not learned of it would be lost"
        )


def can_start(strategy: Strategy) -> bool:
    """Return whether a file can borrow from a strategy: compiled, in a file, and stateless."""
    return strategy.path is not None and strategy.way == COMPILED and not strategy.remembers


def other_starts(game: Game, names: Collection[str]) -> list[Seated]:
    """Return the strategies that come with a game and can start a search, except those named.

    The user's own files are left out, so that the same seed finds the same everywhere.
    """
    files = strategy_files(game).items()
    some = [n for n, path in files if path.is_relative_to(shipped()) and n not in names]
    starts = (seated(game, name) for name in some)
    return [s for s in starts if can_start(s.strategy)]
