"""The place in a hand at which a seat must decide.

A place is described by a game's own options, by a decision of a hand that can be played again, or
by a saved view. All three give a table whose state has what the seat sees. The hidden part of that
state means nothing.
"""

from __future__ import annotations

import importlib
import importlib.util
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from types import ModuleType
from typing import Any, Self

import numpy as np

from cardsim.answers.plain_places import told_by_class
from cardsim.answers.replayed import hand_asked, replay_of
from cardsim.answers.saved_views import DIGITS, read_view, write
from cardsim.engine.look_ahead import Plan
from cardsim.engine.table import Table
from cardsim.errors import UserError, echoed
from cardsim.game import HOW_TO_IMAGINE, Action, Decision, Game
from cardsim.games import load_game
from cardsim.options.params import Option, Value, did_you_mean, options_of
from cardsim.plain import class_of
from cardsim.runs.preparation import Resolved, resolve, set_up
from cardsim.strategy import Strategy
from cardsim.table_talk import with_symbols
from cardsim.workspace import load_strategy

DRAWN = np.arange(16)
"""So many times the others are drawn where they are drawn from a mixture."""
PAIR = 2
AROUND = ("you", "left", "partner", "right")


@dataclass(frozen=True)
class Position:
    """Where a seat is to decide.

    Attributes:
        run: the table: rules, players, what is played, and who plays on.
        table: at which the decision waits.
        rows: who of `run.seated` sits in each seat; several where that is drawn.
        you: whose place among `run.spec.seats` you have.
        said: how the place was told: options with their values.
    """

    run: Resolved
    table: Table
    rows: tuple[tuple[int, ...], ...]
    you: int
    said: tuple[tuple[str, str], ...]

    @classmethod
    def at(cls, run: Resolved, table: Table, hand: int, said: tuple[tuple[str, str], ...]) -> Self:
        """Where a seat is to decide that has its players as in this hand of the run."""
        seat_at, rotations = table.seat, len(run.table)
        known = run.table[hand % rotations]
        if run.company is None:
            rows = known[np.newaxis]
        else:
            drawn = set_up(run).seating.at(run.spec.seed, hand % rotations + rotations * DRAWN)
            # Who is drawn where you sit plays on as you.
            rows = np.where(known >= 0, known, drawn)
            rows[:, seat_at] = max(known[seat_at], 0)
        hero = run.spec.hero_of(hand)
        you = 0 if hero is None else (seat_at - hero) % run.spec.players
        you = 0 if run.spec.seats[you].members else you
        return cls(run, table, tuple(map(tuple, rows.tolist())), you, said)

    def plans(self) -> list[Plan]:
        """What imagined hands are played on by, one for each drawn company.

        Raises:
            UserError: a strategy cannot play on.
        """
        seated = [(strategy, dict(player.parameters)) for strategy, player in self.run.seated]
        return [plan_of(self.run, [seated[n] for n in row]) for row in self.rows]


def part_of(game: Game, name: str) -> ModuleType | None:
    """A module of a game's package that no compiled code depends on; None where it has none."""
    module = f"cardsim.games.{game.name.replace('-', '_')}.{name}"
    return importlib.import_module(module) if importlib.util.find_spec(module) is not None else None


def word(game: Game, decision: Decision, view: Any, action: Action) -> str:
    """An action as people say it."""
    says = part_of(game, "seat")
    text: str = says.word(decision.name, view, action) if says is not None else ""
    return text or with_symbols(decision.word(view, action).replace("-", " "))


def told(game: Game, decision: Decision, view: Any, action: Action) -> str:
    """An action as a sentence has it: with a verb, where its word is a card or a number."""
    says = part_of(game, "seat")
    verb = getattr(says, "VERBS", {}).get(decision.name)
    said = word(game, decision, view, action)
    return f"{verb} {said}" if verb and said not in getattr(says, "VERBLIKE", ()) else said


def plays_on(strategy: Strategy) -> bool:
    """Whether a strategy can play on in hands that are imagined."""
    return not (strategy.looks_ahead or strategy.in_python)


def plan_of(
    run: Resolved, seats: Sequence[tuple[Strategy, Mapping[str, Value]]], *, instead: bool = False
) -> Plan:
    """What imagined hands are played on by.

    Args:
        run: the table.
        seats: who sits in each seat, with parameters.
        instead: whether the game's usual strategy sits in for those who cannot play on.

    Raises:
        UserError: one cannot play on.
    """
    game = run.game
    usual = load_strategy(game, game.default_strategy), dict[str, Value]()
    players = []
    for strategy, given in seats:
        if not plays_on(strategy) and not instead:
            name = strategy.name
            raise UserError(f"'{name}' looks ahead or is not compiled, and cannot play on")
        players.append((strategy, given) if plays_on(strategy) else usual)
    unit = run.spec.unit_of(game)
    return Plan(game, usual[0], rules=run.rules, players=run.spec.players, unit=unit, seats=players)


def check_advised(game: Game) -> None:
    """See that a game has decisions, and hands that can be imagined.

    Raises:
        UserError: it has none.
    """
    if not game.decisions:
        raise UserError(f"nobody decides anything in {game.name}: there is nothing to advise")
    if game.imagine is None:
        raise UserError(
            f"there is no advice for {game.name}, whose hands cannot be imagined",
            hint=HOW_TO_IMAGINE,
        )


def told_by_words(game: Game) -> Any:
    """What says how a place in a hand is told, as `situation.py` does; None where it cannot be."""
    return part_of(game, "situation") or told_by_class(game)


def own_options(game: Game) -> tuple[Option, ...]:
    """The options by which a place in a hand is told."""
    words = told_by_words(game)
    return options_of(words.Place) if words is not None else ()


def position(
    name: str,
    *,
    replay: str | None,
    view: str | None,
    options: Mapping[str, Any],
    **table: Any,
) -> Position:
    """Where a seat is to decide.

    Args:
        name: the game's.
        replay: SEED:HAND:STEP.
        view: FILE or FILE:N.
        options: those by which a place is told, and house rules.
        table: players, unit, preset, strategy, vs and the seed, as `resolve` takes them.

    Raises:
        UserError: there is no such place.
    """
    game = load_game(name)
    check_advised(game)
    own = own_options(game)
    known = [o.name for o in (*own, *game.options)]
    for option in options:
        if option not in known:
            raise UserError(
                f"no option --{option.replace('_', '-')} for advice on {name}",
                hint=did_you_mean(option, known),
            )
    given = {o.name: options[o.name] for o in own if options.get(o.name) is not None}
    rest = {n: value for n, value in options.items() if n not in given}
    ways = [f"--{n}" for n, value in (("replay", replay), ("view", view)) if value is not None]
    if len(ways) > 1 or (ways and given):
        other = "--view" if len(ways) > 1 else f"--{next(iter(given)).replace('_', '-')}"
        raise UserError(f"{ways[0]} and {other} contradict: each tells where you are")
    if replay is not None:
        return _replayed(game, str(replay), rest, table)
    if view is not None:
        return _viewed(game, str(view), rest, table)
    words = told_by_words(game)
    if words is None:
        needs = "`imagine` in its class" if class_of(game) is not None else "a situation.py"
        raise UserError(
            f"a place in {game.name} cannot be told in words, for which it needs {needs}",
            hint=f"cardsim advise {game.name} --replay SEED:HAND:STEP",
        )
    said = {o.name: o.check(_text(o, given[o.name])) if o.name in given else o.default for o in own}
    run = resolve(name, options=rest, **table)
    at = Table(game, game.rules(**dict(run.spec.rules)), run.spec.players, unit=_goes_on(run))
    try:
        words.place(said, at)
    except OverflowError:
        # Of an array of small numbers.
        many = (o.flag for o in own if re.search(r"\d{3}", str(said[o.name])))
        raise UserError(f"{next(many, '')} has a number that is too large for this game") from None
    texts = tuple((o.name, str(said[o.name])) for o in own if said[o.name] != o.default)
    return Position.at(run, at, _hand(run, at.seat), texts)


def _text(option: Option, value: Any) -> Any:
    """A list in Python as the text that it is on the command line."""
    several = option.language is not None and isinstance(value, list | tuple)
    return ",".join(map(str, value)) if several else value


def _goes_on(run: Resolved) -> str | None:
    return run.spec.unit if run.goes_on else None


def _hand(run: Resolved, chair: int) -> int:
    """The first hand of a run in which you have this seat."""
    hands = range(len(run.table))
    return next((hand for hand in hands if run.spec.hero_of(hand) == chair), 0)


def _replayed(
    game: Game, asked: str, options: Mapping[str, Any], table: Mapping[str, Any]
) -> Position:
    numbers = asked.split(":")
    if len(numbers) not in {2, 3} or not all(n.isdecimal() for n in numbers):
        raise UserError(
            f"--replay must be SEED:HAND:STEP, three whole numbers, not {echoed(asked)}"
        )
    seed, hand, *steps = numbers
    run = resolve(game.name, options=options, **{**table, "seed": seed})
    shown = replay_of(run, hand_asked(hand))
    views = shown.views
    number = int(steps[0]) if steps and len(steps[0]) <= DIGITS else 0
    if not 1 <= number <= len(views):
        most = f"{run.unit.name} {hand} of seed {seed} has {len(views)} decisions"
        none = (
            f", and none with number {echoed(steps[0])}" if steps else ": --replay SEED:HAND:STEP"
        )
        raise UserError(f"{most}{none}", hint=f"`{shown.command} --json` has all of them")
    at = _at(run, views[number - 1])
    said = (("replay", f"{int(seed)}:{int(hand)}:{number}"),)
    return Position.at(run, at, shown.hand, said)


def _viewed(
    game: Game, asked: str, options: Mapping[str, Any], table: Mapping[str, Any]
) -> Position:
    about, view = read_view(asked)
    if about["game"] != game.name:
        raise UserError(f"--view {echoed(asked)} is of {about['game']}, and not of {game.name}")
    given = {**options, **{n: table.get(n) for n in ("players", "unit", "preset")}}
    for name, value in given.items():
        if value is not None:
            flag = name.replace("_", "-")
            raise UserError(f"--view and --{flag} contradict: the view tells the table")
    usual = {o.name: o.default for o in game.options}
    rules = {n: value for n, value in about["rules"].items() if value != usual.get(n)}
    who = {n: value for n, value in table.items() if n not in {"players", "unit", "preset"}}
    run = resolve(game.name, options=rules, players=about["players"], unit=about["unit"], **who)
    at = _at(run, view)
    return Position.at(run, at, _hand(run, at.seat), (("view", asked),))


def _at(run: Resolved, view: Mapping[str, Any]) -> Table:
    """A table at which a seat sees what stands in a view, and nothing else of that hand is left.

    Raises:
        UserError: the game was another one when it was saved.
    """
    game, rules = run.game, run.game.rules(**dict(run.spec.rules))
    table = Table(game, rules, run.spec.players, unit=_goes_on(run))
    names = [decision.name for decision in game.decisions]
    try:
        write(view["view"], table.states.view(game.view)[0], game.view)
        table.decision = names.index(view["decision"])
    except (ValueError, TypeError, KeyError, IndexError, OverflowError):
        raise UserError(f"the view is of another version of {game.name}") from None
    return table


def seats_called(game: Game, rules: Any, players: int, hero: int) -> tuple[str, ...]:
    """What the seats are called by who sits in one of them."""
    sides = game.side_of_each(rules, players)
    if game.keeps_names:
        names = list(game.seat_names(rules, players))
    elif players == PAIR:
        names = ["opponent"] * 2
    elif players == len(AROUND) and sides[0] == sides[2] != sides[1]:
        names = [AROUND[(k - hero) % players] for k in range(players)]
    else:
        names = [f"player {k + 1}" for k in range(players)]
    names[hero] = "you"
    return tuple(names)
