"""Learning: finds rules for the decisions of a game and writes them as a strategy file.

Each round forks many hands of the current strategy. It adds up, by situation, what every other
choice would have gained. From these sums it makes new rules for each decision (`candidates`): trees
with as many questions as hands bear out, corrections of the rules so far, weights. Play says which
of them are kept. The next round starts from the strategy that plays by them.

`answering` looks for the best answer to given company from several starts, `settling` for rules
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
from cardsim.options.params import (
    Option,
    parse_count,
    parse_precision,
    shown_precision,
    taken_from,
)
from cardsim.runs.forked import Asked, asked_about, check_compiled, check_decided, texts_of
from cardsim.runs.journal import noted
from cardsim.runs.players_asked import Rivals, Seated, Who, as_option, rivals, seated
from cardsim.runs.preparation import Resolved, check_judged, check_threads
from cardsim.runs.request import Request
from cardsim.runs.teachers import teacher_of
from cardsim.runs.workers import check_executor
from cardsim.search import safest as safe
from cardsim.search.answering import Answering
from cardsim.search.learned import Learned
from cardsim.search.safest import Safest
from cardsim.search.safest_search import Search
from cardsim.search.searching import Task, Tell
from cardsim.search.settling import SelfPlay
from cardsim.strategy import COMPILED, Strategy
from cardsim.workspace import checked_values, shipped, strategy_files

FORKS = 500_000
"""Hands or matches that are forked in a round."""
ROUNDS = 8
SELF_PLAY_ROUNDS = 24
"""In self-play they cost less, as nothing is tried, and what they find settles slowly."""
ALL = "all"
"""Among the strategies to begin with: all that come with the game."""
MOST_STARTS = 20
"""That are named."""
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
        n: hands, or matches, that are forked in a round; `FORKS` by default.
        start: the strategy to begin with, or several, "mine;level-1", of which "all" stands for
            all that come with the game, as where nothing is said. Of several the few go on which
            do best on the same hands. What is not learned is played as it does.
        teacher: a strategy that looks ahead, such as "look-ahead:worlds=32,base=learned". It says
            in its worlds what each choice is worth, at one decision of one in so many hands, in
            place of hands that are played on.
        by: "decision:feature,feature", one text or several, the first feature the one by which
            thresholds go; by default what matters most in the game.
        measure: what is to be more, or less.
        rounds: the most; `ROUNDS` by default. Starts share the hands of a round, and after each
            the worst is left.
        progress: called with a line after each round; False for nobody.
        options: house rules, and parameters of the strategy to begin with.

    Raises:
        UserError: something in the arguments is wrong, nobody decides anything in the game, or
            the situations are too many for so few hands.
        StrategyError: a strategy took an illegal action, or a hand did not end.
        KeyboardInterrupt: the user interrupted before the first round was over.
    """
    _refuse(
        options,
        {"until"},
        "--{} goes with --self-play or --safest: it says what nobody gains any more",
    )
    asked = _asked(Request.given(locals()), FORKS, executor)
    most, texts = _most(rounds, ROUNDS), dashed(texts_of(by))
    played = asked.rules_of
    starts, begun = _starts(played, start, options)
    about = _about(played, texts, starts[0])
    taught = None if teacher is None else teacher_of(played, teacher)
    others = rivals(played, vs, asked.preset)
    base = _base(asked, starts[0], others)
    words = _command(base, begun, texts, others=base.spec.versus(played))
    words += [] if taught is None else ["--teacher", taught.text]
    words += [] if most == ROUNDS else ["--rounds", str(most)]
    command = shlex.join([*words, *base.spec.ending(played, None)])
    task = Task(base, about, others, bool(texts), most, None, command, taught)
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
    """Find rules by which nobody gains where all play so: all seats learn.

    Arguments that are not described here are those of `cardsim.learn`.

    Args:
        start: the strategy to begin with; the game's default where nothing is said.
        rounds: the most; `SELF_PLAY_ROUNDS` by default, all of which are played.
        until: rounds end as soon as nobody is found to gain more than this: "0.3pp" of a share, or
            a number in the measure's own unit. It is looked for after each `CHECKED` rounds, which
            takes as long as they do.

    Raises:
        UserError: something in the arguments is wrong, nobody decides anything in the game, there
            is one player, or the situations are too many for so few hands.
        StrategyError: a strategy took an illegal action, or a hand did not end.
        KeyboardInterrupt: the user interrupted before the first round was over.
    """
    asked = _asked(Request.given(locals()), FORKS, executor)
    _refuse(options, {"vs", "teacher"}, "--{} cannot go with --self-play: all seats learn")
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
    task = Task(base, about, first, bool(texts), most, limit, command, None)
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
    """Find what loses least by not knowing the others, and what can be taken from it.

    It begins with all strategies and the field (`cardsim.search.safest_search`). Arguments that
    are not described here are those of `cardsim.learn`.

    Args:
        n: hands, or matches, that are forked in a round for one answer; `safest.FORKS` by default.
        rounds: the most in which answers are looked for; `safest.ROUNDS` by default.
        until: what an answer must gain to be played on with: "0.3pp" of a share, or a number in the
            measure's own unit.
        options: house rules.

    Raises:
        UserError: something in the arguments is wrong, nobody decides anything in the game, there
            is one player, or the situations are too many for so few hands.
        StrategyError: a strategy took an illegal action, or a hand did not end.
        KeyboardInterrupt: the user interrupted before the first answer was found.
    """
    asked = _asked(Request.given(locals()), safe.FORKS, executor)
    every = "--{} cannot go with --safest: it meets everybody, from every start"
    _refuse(options, {"start", "vs", "self_play", "teacher"}, every)
    most, texts = _most(rounds, safe.ROUNDS), dashed(texts_of(by))
    played = asked.rules_of
    first = _start(played, played.default_strategy, options)
    if first.given:
        names = " and ".join(first.given)
        raise UserError(f"--safest begins with all strategies: {names} is of one of them")
    _about(played, texts, first)
    base = _base(asked, first, rivals(played, None, asked.preset))
    limit, how = _limit(base, until), _how(threads, executor, progress)
    return Search(base, learn=learn, by=texts, most=most, until=limit, **how).found()


def _refuse(options: Mapping[str, Any], names: Collection[str], why: str) -> None:
    """Refuse options that another question has.

    Raises:
        UserError: names the first of them that is given.
    """
    for name, value in options.items():
        if name in names and value:
            flag = "from" if name == "start" else name.replace("_", "-")
            raise UserError(why.format(flag))


def _asked(asked: Request, forks: int, executor: Executor | None) -> Request:
    """Return what is asked with the number of hands that are forked in a round."""
    check_decided(asked.rules_of)
    check_executor(executor)
    return replace(asked, n=forks if asked.n is None else parse_count(asked.n, label="-n"))


def _most(rounds: int | None, usual: int) -> int:
    """Return the most rounds."""
    return int(Option("rounds", usual, low=1, high=100).check(usual if rounds is None else rounds))


def _about(
    game: Game, by: Sequence[str], first: Seated, *, scored: bool = True
) -> tuple[Asked, ...]:
    """Return the decisions that are learned, and by what."""
    asked = asked_about(game, by, lender=first.strategy, scored=scored)
    if not asked:
        name = game.name
        raise UserError(f"nothing is known of what players of {name} think by: say it with --by")
    return asked


def _base(asked: Request, first: Seated, others: Rivals) -> Resolved:
    """Return the run of the strategy to begin with."""
    base = replace(asked, strategy=first, vs=others).resolved()
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
    """Return who plays, and who is told how far it is."""
    return {
        "threads": check_threads(threads),
        "executor": executor,
        "tell": showing.teller(progress),
    }


def _command(
    base: Resolved, begun: Sequence[str], by: Sequence[str], *, others: Sequence[str]
) -> list[str]:
    """The command that learns the same again, as far as it says what is learned."""
    spec, game = base.spec, base.game
    words = ["cardsim", "learn", spec.game, *replace(spec, seats=()).options(game)]
    words += ["--from", ";".join(begun)] if begun else []
    return [*words, *others, *(word for text in by for word in ("--by", text))]


def _starts(
    game: Game, start: Who | Sequence[Who] | None, options: dict[str, Any]
) -> tuple[list[Seated], list[str]]:
    """The strategies to begin with, and those of them that are named, as options take them.

    It takes the first one's parameters out of the options.
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
    """A strategy to begin with; takes its parameters out of the options."""
    first = seated(game, start, label="--from")
    _check_start(first)
    own = [p.name for p in first.strategy.parameters if p.name in options]
    given = {**first.given, **{name: options.pop(name) for name in own}}
    values = checked_values(first.strategy, given, label="--from")
    return replace(first, given={name: values[name] for name in given})


def _check_start(start: Seated) -> None:
    """Refuse a strategy to begin with whose functions could not be borrowed by a file."""
    name = start.strategy.name
    if start.strategy.path is None:
        raise UserError(f"start must be a strategy that has a file, and '{name}' has none")
    if start.strategy.remembers:
        raise UserError(
            f"--from {name} remembers or looks ahead, and what is not learned of it would be lost"
        )


def can_start(strategy: Strategy) -> bool:
    """Whether a file can borrow from it: it has one, is compiled, and remembers nothing."""
    return strategy.path is not None and strategy.way == COMPILED and not strategy.remembers


def other_starts(game: Game, names: Collection[str]) -> list[Seated]:
    """The strategies that come with a game and that a file can borrow from, less those named.

    The user's own files are not among them: the same seed finds the same everywhere.
    """
    files = strategy_files(game).items()
    some = [n for n, path in files if path.is_relative_to(shipped()) and n not in names]
    starts = (seated(game, name) for name in some)
    return [s for s in starts if can_start(s.strategy)]
