"""Positions: a hand at the decision of a seat.

A position is described by a game's own options, by a decision of a hand that can be replayed, or by
a saved view. All three give a table whose state has the seat's view. The hidden part of that state
means nothing.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Self

import numpy as np

from cardsim.engine.imagined import agrees
from cardsim.engine.look_ahead import Drawn, Plan
from cardsim.engine.table import Table
from cardsim.errors import UserError, echoed
from cardsim.game import HOW_TO_IMAGINE, Game
from cardsim.games import load_game
from cardsim.options.params import Option, Value, did_you_mean, options_of
from cardsim.plain import class_of
from cardsim.runs.company import safest_of
from cardsim.runs.house_rules import check_players
from cardsim.runs.preparation import Resolved, resolve
from cardsim.runs.request import Request
from cardsim.runs.spec import Player
from cardsim.strategy import Strategy
from cardsim.table.plain_places import told_by_class
from cardsim.table.replayed import hand_asked, replay_of
from cardsim.table.saved_views import DIGITS, is_same, read_view, write
from cardsim.table.seat_words import part_of
from cardsim.workspace import find_field, load_strategy

FILTERS, FEWEST_FILTERS, SMALL_FILTER, LARGE_FILTER = 16, 5, 64, 512
"""Independent filters that draw worlds weighted by the past; more or fewer if each would draw more
or fewer worlds than these limits. The differences between their means give the error of all."""
PAIR = 2
AROUND = ("you", "left", "partner", "right")


@dataclass(frozen=True)
class Position:
    """A hand at the decision of a seat.

    Attributes:
        run: the table: rules, players, unit, and who plays on.
        table: the table at the decision.
        hand: hand of the run, in whose seats the players sit.
        you: your place among `run.spec.seats`.
        said: the description: options with their values.
    """

    run: Resolved
    table: Table
    hand: int
    you: int
    said: tuple[tuple[str, str], ...]

    @classmethod
    def at(
        cls, run: Resolved, table: Table, hand: int, said: tuple[tuple[str, str], ...] = ()
    ) -> Self:
        """Return the position at a table with the players of this hand of the run."""
        hero = run.spec.hero_of(hand)
        you = 0 if hero is None else (table.seat - hero) % run.spec.players
        you = 0 if run.spec.seats[you].members else you
        return cls(run, table, hand, you, said)

    @property
    def own(self) -> Player:
        """The player you play on as."""
        return self.run.spec.seats[self.you]

    def plan(self) -> Plan:
        """Return the plan of imagined hands."""
        return plan_at(self.run, self.hand, self.table.seat)


def filters_for(game: Game, worlds: int) -> tuple[int, int]:
    """Return the number of filters for a number of worlds, and the worlds of each."""
    if game.rewind is None:
        return 1, worlds
    small, large = worlds // SMALL_FILTER, worlds // LARGE_FILTER
    filters = max(FEWEST_FILTERS, min(FILTERS, small), large)
    return filters, -(-worlds // filters)


Sitting = tuple[Strategy, Mapping[str, Value]]
"""A strategy with its parameters."""


def own_name(game: Game, preset: str | None = None, players: int | None = None) -> str:
    """Return the strategy that you play on by: the safest of the field, else the default one."""
    if find_field(game, preset) is None:
        return game.default_strategy
    safest = safest_of(game, preset, players)
    plays = bool(safest) and plays_on(load_strategy(game, safest))
    return safest if plays else game.default_strategy


def own_of(run: Resolved) -> Sitting:
    """Return that strategy with its parameters."""
    spec = run.spec
    return load_strategy(run.game, own_name(run.game, spec.preset, spec.players)), {}


def plan_at(
    run: Resolved, hand: int, seat: int, *, own: Sitting | None = None, instead: bool = False
) -> Plan:
    """Return the plan of hands that a seat imagines in a hand of a run.

    The seat knows neither the cards nor the players whom a mixture fills in. If it is itself drawn,
    it plays on as the run's hero.

    Args:
        run: the table.
        hand: number of the hand, by which players take turns in the seats.
        seat: the seat that imagines.
        own: player who plays on in its own seat; by default the player there.
        instead: let the game's default strategy sit in for those who cannot play on.
    """
    seated: list[Sitting] = [(who, dict(player.parameters)) for who, player in run.seated]
    if instead:
        seated = [one if plays_on(one[0]) else (run.usual, {}) for one in seated]
    at = hand % len(run.table)
    known = run.table[at].tolist()
    players = [seated[max(row, 0)] for row in known]
    if own is not None:
        players[seat] = own
    company = run.company
    if company is None:
        return plan_of(run, players)
    draws = company.draws[at].copy()
    draws[seat] = -1
    shares = np.diff(company.edges.astype(np.float64), prepend=0.0) / company.edges[-1]
    members = [seated[row] for row in company.members.tolist()]
    return plan_of(run, players, Drawn(members, shares.tolist(), draws.tolist()))


def plays_on(strategy: Strategy) -> bool:
    """Return True if a strategy can play on in imagined hands."""
    return not (strategy.looks_ahead or strategy.in_python)


def check_plays_on(strategies: Iterable[Strategy]) -> None:
    """Refuse strategies that cannot play on in imagined hands."""
    for strategy in strategies:
        if not plays_on(strategy):
            name = strategy.name
            raise UserError(f"'{name}' looks ahead or is not compiled, and cannot play on")


def plan_of(run: Resolved, seats: Sequence[Sitting], drawn: Drawn | None = None) -> Plan:
    """Return a plan of imagined hands.

    The mixture `drawn` fills some of the seats instead.
    """
    game = run.game
    check_plays_on(strategy for strategy, _ in seats)
    check_plays_on(strategy for strategy, _ in (drawn.members if drawn is not None else ()))
    table: dict[str, Any] = {"players": run.spec.players, "unit": run.spec.unit_of(game)}
    return Plan(game, run.usual, rules=run.rules, seats=seats, drawn=drawn, **table)


def check_advised(game: Game) -> None:
    """Refuse a game without decisions, or whose hands cannot be imagined."""
    if not game.decisions:
        raise UserError(f"nobody decides anything in {game.name}: there is nothing to advise")
    if game.imagine is None:
        raise UserError(
            f"there is no advice for {game.name}, whose hands cannot be imagined",
            hint=HOW_TO_IMAGINE,
        )


def told_by_words(game: Game) -> Any:
    """Return a game's `situation.py` or its equivalent; None if positions cannot be described."""
    return part_of(game, "situation") or told_by_class(game)


def own_options(game: Game) -> tuple[Option, ...]:
    """Return the options that describe a position."""
    words = told_by_words(game)
    return options_of(words.Place) if words is not None else ()


def position(
    name: str, *, replay: str | None, view: str | None, options: Mapping[str, Any], **table: Any
) -> Position:
    """Return a position.

    `replay` is SEED:HAND:STEP, and `view` FILE or FILE:N. `options` describe a position and house
    rules; `table` has the rest, as `resolve` takes it.
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
    run = resolve(Request(name, options=rest, **_by_default(game, table)), 1)
    at = Table(game, game.rules(**dict(run.spec.rules)), run.spec.players, unit=_goes_on(run))
    try:
        words.place(said, at)
    except OverflowError:
        # A number does not fit into an array of small ones.
        many = (o.flag for o in own if re.search(r"\d{3}", str(said[o.name])))
        raise UserError(f"{next(many, '')} has a number that is too large for this game") from None
    texts = tuple((o.name, str(said[o.name])) for o in own if said[o.name] != o.default)
    return Position.at(run, at, first_hand(run, at.seat), texts)


def _by_default(game: Game, table: Mapping[str, Any]) -> dict[str, Any]:
    """Return the table with the default strategy that you play on by."""
    if table.get("strategy") is not None:
        return dict(table)
    preset = table.get("preset")
    players = check_players(game, table.get("players"), preset)
    return {**table, "strategy": own_name(game, preset, players)}


def _text(option: Option, value: Any) -> Any:
    """Return a list in Python as the text that it is on the command line."""
    several = option.language is not None and isinstance(value, list | tuple)
    return ",".join(map(str, value)) if several else value


def _goes_on(run: Resolved) -> str | None:
    return run.spec.unit if run.goes_on else None


def first_hand(run: Resolved, chair: int) -> int:
    """Return the first hand of a run in which you have this seat."""
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
    run = resolve(Request(game.name, options=options, **{**table, "seed": seed}), 1)
    shown = replay_of(run, hand_asked(hand))
    views = shown.views
    number = int(steps[0]) if steps and len(steps[0]) <= DIGITS else 0
    if not 1 <= number <= len(views):
        most = f"{run.unit.name} {hand} of seed {seed} has {len(views)} decisions"
        none = (
            f", and none with number {echoed(steps[0])}" if steps else ": --replay SEED:HAND:STEP"
        )
        raise UserError(f"{most}{none}", hint=f"`{shown.command} --json` has all of them")
    decided = [step for step in shown.steps if step.decision is not None]
    at = seen_table(run, views[number - 1], decided[number - 1].before)
    said = (("replay", f"{int(seed)}:{int(hand)}:{number}"),)
    return Position.at(run, at, shown.hand, said)


def _viewed(
    game: Game, asked: str, options: Mapping[str, Any], table: Mapping[str, Any]
) -> Position:
    about, view = read_view(asked)
    if about["game"] != game.name:
        raise UserError(f"--view {echoed(asked)} is of {about['game']}, and not of {game.name}")
    if class_of(game) is not None and told_by_words(game) is None:
        raise UserError(
            f"a view of {game.name} does not tell how the hand came about, for which it needs "
            "`imagine` in its class",
            hint=f"cardsim advise {game.name} --replay SEED:HAND:STEP",
        )
    given = {**options, **{n: table.get(n) for n in ("players", "unit", "preset")}}
    for name, value in given.items():
        if value is not None:
            flag = name.replace("_", "-")
            raise UserError(f"--view and --{flag} contradict: the view tells the table")
    usual = {o.name: o.default for o in game.options}
    rules = {n: value for n, value in about["rules"].items() if value != usual.get(n)}
    who = {n: value for n, value in table.items() if n not in {"players", "unit", "preset"}}
    who = _by_default(game, {**who, "players": about["players"]})
    run = resolve(Request(game.name, options=rules, unit=about["unit"], **who), 1)
    at = seen_table(run, view)
    kernels = class_of(game) is None
    possible = not kernels or agrees(game, at.states, at.rules, at.decision)
    if at.seat != view["seat"] or not possible:
        raise UserError(f"--view {echoed(asked)} shows what no hand of {game.name} can come to")
    return Position.at(run, at, first_hand(run, at.seat), (("view", asked),))


def seen_table(run: Resolved, view: Mapping[str, Any], state: Any = None) -> Table:
    """Return a table at which a seat has this view, and nothing else of that hand is left.

    A class imagines hands from the past that it keeps in `state`.

    Raises:
        UserError: the game has changed since it was saved, or no hand can begin as it did.
    """
    game, rules = run.game, run.game.rules(**dict(run.spec.rules))
    table = Table(game, rules, run.spec.players, unit=_goes_on(run))
    names = [decision.name for decision in game.decisions]
    seen = table.states.view(game.view)[0]
    rules_of = {o.name: table.rules[0][o.name] for o in game.options}
    known = {n: v for n, v in {**rules_of, "players": table.players}.items() if not np.ndim(v)}
    # A field may share a house rule's name and mean something else, such as the cards held now.
    for name in ("hand_size", "claim_rank"):
        known.pop(name, None)
    dealt = {
        n: v
        for n, v in known.items()
        if n in (game.view.names or ()) and np.array_equal(seen[n], v)
    }
    begun = table.states.copy().view(game.view)[0]
    try:
        write(view["view"], seen, game.view)
        table.decision = names.index(view["decision"])
        same = is_same(view["view"], seen, game.view)
    except (ValueError, TypeError, KeyError, IndexError, OverflowError):
        same = False
    if not same:
        raise UserError(f"the view is of another version of {game.name}")
    for name, value in dealt.items():
        if seen[name] != value:
            raise UserError(f"the view is of another table: its {name} is {seen[name]}")
    if table.seat >= table.players:
        raise UserError(f"the view is of seat {table.seat + 1} of {table.players}")
    for name in getattr(part_of(game, "situation"), "STANDS", ()):
        now, first = (np.atleast_1d(one[name]).astype(np.int64) for one in (seen, begun))
        if not _may_stand(name, now, first, seen, table):
            raise UserError(f"the view is of no hand that is played: its {name} is {seen[name]}")
    if state is not None and class_of(game) is not None:
        table.states[:] = np.array([state])
    return table


def _may_stand(name: str, now: Any, first: Any, seen: Any, table: Table) -> bool:
    """Return True if a hand can begin with these numbers of the hands before it."""
    fields = seen.dtype.names or ()
    settled = int(seen["deals"]) if "deals" in fields else None
    if name == "target" or not table.unit or (settled == 0 and name != "deals"):
        return bool((now == first).all())
    hands = settled or 0
    low, high = {
        "deals": (0, getattr(table.house_rules, "max_hands", MOST_SETTLED) - 1),
        "won": (0, hands),
        "hands_won": (0, hands),
        "bags": (0, TRICKS * hands),
        # Players who are out have less than none.
        "lives": (-1, max(first)),
        # Part-scores make a game, and two games the rubber.
        "below": (0, 99),
        "games": (0, 1),
    }.get(name, (-MOST_SCORED * hands, MOST_SCORED * hands))
    target, most = int(seen["target"]) if "target" in fields else 0, max(now)
    over = name.startswith("score") and 0 < target <= most and np.sum(now == most) == 1
    return bool(low <= min(now) and most <= high and not over)


TRICKS = 13
MOST_SETTLED = 1_000_000
MOST_SCORED = 10_000
"""Upper limit of the points of a hand, in any game."""


def seats_called(game: Game, rules: Any, players: int, hero: int) -> tuple[str, ...]:
    """Return the names of the seats as seen from one of them."""
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
