"""Checks of a game as commands play it: its strategies, all loops, its story, its house rules."""

from __future__ import annotations

import itertools
import warnings
from collections.abc import Iterable, Iterator
from dataclasses import replace
from random import Random
from typing import Any

from cardsim.ask.runs import run
from cardsim.checking.random_play import different
from cardsim.engine.deciding import seen_in
from cardsim.engine.table import Table
from cardsim.errors import UserError
from cardsim.game import Game
from cardsim.options.params import Option, shown
from cardsim.rehearsal import any_table, other_values
from cardsim.runs import preparation, replays
from cardsim.runs.binding import Binding
from cardsim.runs.game_under_test import SkippedError, Subject
from cardsim.runs.hands import play_hands
from cardsim.runs.store import CatalogueWarning
from cardsim.runs.suspects import Files
from cardsim.strategy import Strategy
from cardsim.workspace import load_strategy, strategy_files

RANDOM = "random-legal"
IN_LOOPS = 40
"""Hands that every loop plays."""
FEW, MANY, MOST = 500, 20_000, 500_000
"""Hands in which a house rule should change something: more if the first do not show it."""
MOST_PLAIN = 5_000
"""Largest number of such hands for a class in plain Python."""
STEPS = 200
"""Decisions of a hand that are compared at tables with other rules."""
RARE = 40
"""Random tables that try a rule which changes nothing at the usual ones."""


def check_declared(subject: Subject) -> str:
    """Check that names, tables, measures and presets agree, and the usual strategy exists."""
    game, seen = subject.game, 0
    for rules, players, _ in subject.tables("declared"):
        subject.declared.check(rules, players)
        seen += 1
    files = strategy_files(game)
    if game.decisions and game.default_strategy not in files:
        raise subject.wrong(
            subject.written(f'"{game.default_strategy}"'),
            f"the usual strategy is '{game.default_strategy}', and there is no such file",
            f"write strategies/{game.name}/{game.default_strategy}.py, or name one of: "
            + ", ".join(files),
            fatal=True,
        )
    units = len(game.units)
    return f"of {units} unit{'s' if units > 1 else ''} at {seen} tables"


def check_strategies(subject: Subject) -> str:
    """Check that every strategy of the game plays some hands."""
    game = subject.game
    if not game.decisions:
        raise SkippedError("nobody decides anything, and so there are none")
    names = [name for name in strategy_files(game) if _is_quick(load_strategy(game, name))]
    for name in dict.fromkeys((game.default_strategy, RANDOM, *names)):
        with warnings.catch_warnings():
            warnings.simplefilter("error", CatalogueWarning)
            try:
                run(game.name, IN_LOOPS, strategy=name, seed=subject.seed, unit=game.single_unit)
            except CatalogueWarning as why:
                hint = (
                    "random numbers come from `chance` alone, and nothing stays from hand to hand"
                )
                raise subject.wrong(subject.written(), str(why), hint) from None
    return ", ".join(names)


def _is_quick(strategy: Strategy) -> bool:
    return not (strategy.slow or strategy.looks_ahead)


def check_loops(subject: Subject) -> str:
    """Check that every loop plays the same hands: open, bound, logged, asking, and step by step."""
    game = subject.game
    table: dict[str, Any] = {"seed": subject.seed, "unit": game.single_unit}
    strategy = load_strategy(game, RANDOM) if game.decisions else None
    if strategy is not None:
        table |= _seated(game, strategy)
    setup = preparation.prepare(game.name, **table)
    ours = _outcomes(setup)
    others = {"logged": [replays.replay(setup, hand).outcome for hand in range(IN_LOOPS)]}
    if setup.run.bound_loop is not None:
        binding = Binding(setup.run)
        binding.make()
        others["bound"] = _outcomes(replace(setup, binding=binding))
    if strategy is not None:
        functions: dict[str, Any] = dict(strategy.functions)
        asking = Strategy(game.name, name="asked", compiled=False, **functions)
        asked = preparation.prepare(game.name, **table | _seated(game, asking))
        others["asking"] = _outcomes(asked)
        others["step by step"] = list(_stepped(subject, setup, strategy))
    for name, rows in others.items():
        for hand, (one, other) in enumerate(zip(ours, rows, strict=True)):
            if wrong := different(one, other):
                raise subject.wrong(
                    subject.place("deal", game.deal),
                    f"outcome.{wrong} of hand {hand} of seed {subject.seed} is another in the "
                    f"{name} loop than in the open one",
                    "a class keeps something that is not in `self`"
                    if subject.plain is not None
                    else "a kernel reads memory that it did not write, or an index is out of range",
                )
    return f"{IN_LOOPS} hands: open, {', '.join(others)}"


def _seated(game: Game, who: Strategy | str, players: int | None = None) -> dict[str, Any]:
    """Return options that seat a strategy everywhere."""
    alone = (players or game.players[2]) == 1
    return {"strategy": who} if alone else {"strategy": who, "vs": who}


def _outcomes(setup: preparation.Setup) -> list[Any]:
    played = play_hands(setup, 0, IN_LOOPS)
    return [] if played is None else list(played.copy())


def _stepped(subject: Subject, setup: preparation.Setup, strategy: Strategy) -> Iterator[Any]:
    spec = setup.spec
    for hand in range(IN_LOOPS):
        table = subject.table(subject.game.rules(), spec.players, hand)
        while not table.over:
            if table.waits_for_chance:
                table.happen()
            else:
                table.act(table.choice(strategy))
        table.close()
        heroes = setup.seating.heroes
        yield table.outcome(int(heroes[hand % len(heroes)]))


def check_stories(subject: Subject) -> str:
    """Check that hands can be told in events and in lines."""
    game, stories = subject.game, 0
    for unit in game.units:
        asked: dict[str, Any] = {"unit": unit, "seed": subject.seed}
        if game.decisions:
            asked |= _seated(game, RANDOM)
        setup = preparation.prepare(game.name, **asked)
        for hand in range(5):
            traced = replays.replay(setup, hand)
            who = game.called(game.rules(), setup.spec.players, unit)
            try:
                game.narrate(traced.steps, traced.rules)
                game.tell(traced.steps, traced.rules, who)
            except Exception as error:  # noqa: BLE001  (whatever the story raises)
                place, line = subject.raised(error)
                raise subject.wrong(place, f"{type(error).__name__}: {error}", line) from None
            stories += 1
    return f"{stories} told"


def check_options(subject: Subject) -> str:
    """Check that every house rule changes the outcome of some hand."""
    game, known = subject.game, dict[str, str]()
    most = MOST if subject.plain is None else MOST_PLAIN
    unread = dict(Files(game).unread())
    for option in game.options:
        if option.name in unread:
            place, what, mend = unread[option.name]
            raise subject.wrong(place, what, mend)
        tried = (
            (FEW, _tables_for(subject, option)),
            (min(MANY, most), _tables_for(subject, option)),
            (min(MANY, most) // 10, _random_tables(subject, option)),
            (most, itertools.islice(_tables_for(subject, option), 2)),
        )
        if not (
            _changes(subject, option, *tried[0], known)
            or _is_seen(subject, option)
            or any(_changes(subject, option, *more, known) for more in tried[1:])
        ):
            raise subject.wrong(
                subject.written(f"{option.name}:"),
                f"house rule {option.flag} changed no outcome in {most} hands",
                "use it in the rules, say in needs= which other rule it needs, or leave it out",
            )
    if not game.options:
        raise SkippedError("there are none")
    return f"each of {len(game.options)} changes some hand"


def _changes(
    subject: Subject,
    option: Option,
    hands: int,
    tables: Iterable[dict[str, Any]],
    known: dict[str, str],
) -> bool:
    others = other_values(option)
    for table in tables:
        usual = _counted(subject, hands, table, known)
        changed = (_counted(subject, hands, {**table, option.name: v}, known) for v in others)
        if any(outcome not in {"", usual} for outcome in changed):
            return True
    return not others


def _is_seen(subject: Subject, option: Option) -> bool:
    """Return True if a rule changes what a seat sees or may do, step by step at random tables."""
    draw = subject.draw(f"steps for {option.name}")
    needed = {n: v for n, v in _needed(subject, option).items() if n != "unit"}
    for number in range(RARE):
        rules, players = any_table(subject.game, draw)
        for value in other_values(option):
            both = [
                subject.table(replace(rules, **needed, **{option.name: v}), players, number)
                for v in (option.default, value)
            ]
            if _goes_otherwise(both, subject.draw(f"{number}")):
                return True
    return False


def _goes_otherwise(both: list[Table], draw: Random) -> bool:
    """Return True if a hand goes otherwise at two tables with the same actions."""
    one, other = both
    for _ in range(STEPS):
        if one.decision != other.decision or one.over:
            return one.decision != other.decision
        if one.waits_for_chance:
            one.happen()
            other.happen()
            continue
        seen = [seen_in(table.states, table.game.view)[0] for table in both]
        if one.count != other.count or different(*seen):
            return True
        number = draw.randrange(one.count)
        for table in both:
            table.act(table.nth(number))
    return False


def _tables_for(subject: Subject, option: Option) -> Iterator[dict[str, Any]]:
    """Yield tables where an option may matter: its needs, all numbers of players, all units."""
    game = subject.game
    needed = _needed(subject, option)
    units = [needed.pop("unit")] if "unit" in needed else [*game.units]
    strategies = [game.default_strategy, RANDOM] if game.decisions else [None]
    low, high, usual = game.players
    for unit in sorted(units, key=game.single_unit.__ne__):
        for strategy in strategies:
            for players in dict.fromkeys((usual, high, low)):
                who = {} if strategy is None else _seated(game, strategy, players)
                yield {"players": players, "unit": unit, **who, **needed}


def _random_tables(subject: Subject, option: Option) -> Iterator[dict[str, Any]]:
    """Yield tables with random house rules, and those that the option needs."""
    game, draw = subject.game, subject.draw(f"tables for {option.name}")
    needed = _needed(subject, option)
    files = strategy_files(game) if game.decisions else ()
    names = [RANDOM, *(name for name in files if _is_quick(load_strategy(game, name)))]
    for _ in range(RARE):
        rules, players = any_table(game, draw)
        values = {o.name: getattr(rules, o.name) for o in game.options if o is not option}
        who = _seated(game, draw.choice(names), players) if game.decisions else {}
        yield {"players": players, "unit": game.single_unit, **who, **values, **needed}


def _needed(subject: Subject, option: Option) -> dict[str, Any]:
    """Return values of other options under which this one matters."""
    by_name = {o.name: o for o in subject.game.options}
    needed: dict[str, Any] = {}
    for name, values in option.needs:
        if name in by_name:
            needed = {**_needed(subject, by_name[name]), **needed}
            if by_name[name].default not in values:
                needed[name] = values[0]
        else:
            needed[name] = values[0]
    return needed


def _counted(subject: Subject, hands: int, table: dict[str, Any], known: dict[str, str]) -> str:
    """Return the counts of a run as text; empty if it cannot be played."""
    many = hands if table["unit"] == subject.game.single_unit else hands // 10
    key = (
        f"{many} {sorted((k, shown(v) if not isinstance(v, str) else v) for k, v in table.items())}"
    )
    if key not in known:
        try:
            result = run(subject.game.name, many, seed=subject.seed, **table)
            known[key] = "".join(t.write_json() for t in result.tables.values())
        except UserError:
            known[key] = ""
    return known[key]
