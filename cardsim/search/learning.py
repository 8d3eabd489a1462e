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
from collections.abc import Collection, Mapping, Sequence
from concurrent.futures import Executor
from dataclasses import replace
from typing import Any, Literal, overload

from cardsim import showing
from cardsim.ask.reviews import dashed
from cardsim.errors import UserError, echoed
from cardsim.game import Game
from cardsim.games import load_game
from cardsim.options.params import (
    Option,
    parse_count,
    parse_precision,
    shown_precision,
    taken_from,
)
from cardsim.runs.forked import asked_about, check_compiled, check_decided, texts_of
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


@overload
def learn(
    game: str,
    n: object = None,
    *,
    safest: Literal[True],
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
) -> Safest: ...


@overload
def learn(
    game: str,
    n: object = None,
    *,
    start: Who | Sequence[Who] | None = None,
    vs: Rivals | None = None,
    self_play: bool = False,
    teacher: Who | None = None,
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
) -> Learned: ...


@noted
def learn(  # noqa: D417  (the others: see `run`)
    game: str,
    n: object = None,
    *,
    start: Who | Sequence[Who] | None = None,
    vs: Rivals | None = None,
    self_play: bool = False,
    safest: bool = False,
    teacher: Who | None = None,
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
) -> Learned | Safest:
    """Find rules to play by.

    Arguments that are not described here are those of `cardsim.run`.

    Args:
        game: `scat`, or another of `cardsim games`.
        n: hands, or matches, that are forked in a round; `FORKS` by default, `safest.FORKS` then.
        start: the strategy to begin with, or several, "mine;level-1", of which "all" stands for
            all that come with the game, as where nothing is said. Of several the few go on which
            do best on the same hands. In self-play it is one, the game's default where nothing is
            said. What is not learned is played as it does.
        self_play: whether all seats learn.
        safest: whether what loses least by not knowing the others is looked for
            (`cardsim.search.safest_search`), beginning with all strategies and the field. A round
            then looks for answers.
        teacher: a strategy that looks ahead, such as "look-ahead:worlds=32,base=learned". It says
            in its worlds what each choice is worth, at one decision of one in so many hands, in
            place of hands that are played on.
        by: "decision:feature,feature", one text or several, the first feature the one by which
            thresholds go; by default what matters most in the game.
        measure: what is to be more, or less.
        rounds: the most; `ROUNDS` by default, `safest.ROUNDS` then, and all of `SELF_PLAY_ROUNDS`
            in self-play. Starts share the hands of a round, and after each the worst is left.
        until: in self-play, rounds end as soon as nobody is found to gain more than this: "0.3pp"
            of a share, or a number in the measure's own unit. It is looked for after each
            `CHECKED` rounds, which takes as long as they do. For the safest what an answer must
            gain to be played on with.
        progress: called with a line after each round; False for nobody.
        options: house rules, and parameters of the strategy to begin with.

    Raises:
        UserError: something in the arguments is wrong, nobody decides anything in the game, or
            the situations are too many for so few hands.
        StrategyError: a strategy took an illegal action, or a hand did not end.
        KeyboardInterrupt: the user interrupted before the first round was over.
    """
    played = load_game(game)
    check_decided(played)
    check_executor(executor)
    texts = dashed(texts_of(by))
    usual_hands, usual = (safe.FORKS, safe.ROUNDS) if safest else (FORKS, ROUNDS)
    hands = usual_hands if n is None else parse_count(n, label="-n")
    usual = SELF_PLAY_ROUNDS if self_play else usual
    most = int(Option("rounds", usual, low=1, high=100).check(usual if rounds is None else rounds))
    alone = bool(self_play) and (players or played.usual_players(preset)) == 1
    _check_self_play(self_play, {"--vs": vs, "--teacher": teacher})
    _check_alone(self_play, until=until, alone=alone, safest=safest)
    starts, begun = _starts(played, start, options, self_play=self_play)
    first = starts[0]
    _check_safest(
        safest,
        {"--from": start, "--vs": vs, "--self-play": self_play, "--teacher": teacher},
        first,
    )
    asked = asked_about(played, texts, lender=first.strategy, scored=not self_play)
    if not asked:
        raise UserError(f"nothing is known of what players of {game} think by: say it with --by")
    taught = None if teacher is None else teacher_of(played, teacher)
    others = first if self_play else rivals(played, vs, preset)
    base = Request(
        game,
        hands,
        players=players,
        unit=unit,
        measure=measure,
        strategy=first,
        vs=others,
        preset=preset,
        seed=seed,
        options=options,
    ).run_of(hands)
    check_judged(base.unit)
    check_compiled(base)
    judged = base.unit.measures[0]
    for option in played.display_options:
        if option.name in options and judged.per != option.name:
            raise UserError(f"--{option.name} changes nothing in '{judged.text}'")
    limit = (
        None
        if until is None
        else parse_precision(until, share=judged.in_per_cent, what=judged.text, label="--until")
    )
    how: dict[str, Any] = {
        "threads": check_threads(threads),
        "executor": executor,
        "tell": showing.teller(progress),
    }
    if safest:
        return Search(base, learn=learn, by=texts, most=most, until=limit, **how).found()
    words = _command(base, texts, begun=begun, self_play=self_play)
    if taught is not None:
        words += ["--teacher", taught.text]
    if most != usual:
        words += ["--rounds", str(most)]
    if limit is not None:
        words += ["--until", shown_precision(limit, share=judged.in_per_cent)]
    command = shlex.join([*words, *base.spec.ending(played, None)])
    task = Task(base, asked, others, bool(texts), most, limit, command, taught)
    if self_play:
        return SelfPlay(task, **how).learned(first)
    return Answering(task, **how).learned(starts)


def _command(
    base: Resolved, by: Sequence[str], *, begun: Sequence[str], self_play: bool
) -> list[str]:
    """The command that learns the same again, as far as it says what is learned."""
    spec, game = base.spec, base.game
    words = ["cardsim", "learn", spec.game, *replace(spec, seats=()).options(game)]
    if begun and not (self_play and spec.hero.as_option == game.default_strategy):
        words += ["--from", ";".join(begun)]
    words += ["--self-play"] if self_play else spec.versus(game)
    return [*words, *(word for text in by for word in ("--by", text))]


def _check_safest(safest: object, given: Mapping[str, object], start: Seated) -> None:
    """Refuse what cannot go with the search for the safest strategy."""
    if not isinstance(safest, bool):
        raise UserError(f"safest must be True or False, not {echoed(safest)}")
    for flag, value in given.items():
        if safest and value:
            raise UserError(f"{flag} cannot go with --safest: it meets everybody, from every start")
    if safest and start.given:
        names = " and ".join(start.given)
        raise UserError(f"--safest begins with all strategies: {names} is of one of them")


def _check_self_play(self_play: object, given: Mapping[str, object]) -> None:
    """Refuse what cannot go with self-play."""
    if not isinstance(self_play, bool):
        raise UserError(f"self_play must be True or False, not {echoed(self_play)}")
    for flag, value in given.items():
        if self_play and value is not None:
            raise UserError(f"{flag} cannot go with --self-play: all seats learn")


def _check_alone(self_play: object, *, until: object, alone: bool, safest: object) -> None:
    """Refuse self-play where nobody else plays, and what cannot go without it."""
    if until is not None and not self_play and not safest:
        raise UserError(
            "--until goes with --self-play or --safest: it says what nobody gains any more"
        )
    if self_play and alone:
        raise UserError("--self-play needs others at the table, and there is one player")


def _starts(
    game: Game, start: Who | Sequence[Who] | None, options: dict[str, Any], *, self_play: bool
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
    begun = [as_option(who) for who in starts] if named or first.given or self_play else []
    if self_play:
        if start is not None and words != named[:1]:
            raise UserError(f"--self-play begins with one strategy, not {echoed(start)}")
    elif not begun or (named and ALL in words):
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
