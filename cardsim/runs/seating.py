"""The players asked for: found, checked, and seated."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from contextlib import nullcontext
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any

from cardsim.engine.look_ahead import room_of
from cardsim.errors import UserError, echoed
from cardsim.forgetting import EVERYTHING, REMEMBERS, limit_in_words
from cardsim.game import HOW_TO_IMAGINE, Game
from cardsim.games import load_games
from cardsim.options.params import (
    MOST_SEATS,
    Value,
    check_order,
    did_you_mean,
    settings_text,
    shown,
    taken_from,
)
from cardsim.options.ranges import values_of
from cardsim.quantal import TEMPERATURE
from cardsim.runs import wording
from cardsim.runs.company import (
    FIELD,
    MOST_MEMBERS,
    SAME,
    USUAL,
    Mixture,
    is_mixture,
    mixture_in,
    unsaid,
)
from cardsim.runs.house_rules import check_players
from cardsim.runs.spec import Player
from cardsim.runs.strengths import alone, by_strength
from cardsim.strategy import BASE, LAPSE, OTHERS, Member, Strategy
from cardsim.workspace import (
    checked_values,
    complete,
    load_strategy,
    only_shipped,
    parse_player,
    strategy_files,
    takes_place,
    worths_of,
)

LAPSES = ", but lapse~ in "
"""Joins a way to play and its lapses in a sentence."""
SLIPS = ", but slip~ where it costs little"
"""Behind a way to play with a temperature, which follows it in brackets."""


@dataclass(frozen=True)
class Seated:
    """A complete strategy with values of some of its parameters."""

    strategy: Strategy
    given: Mapping[str, Any]

    @cached_property
    def fingerprint(self) -> str:
        """The strategy's fingerprint, computed once, since a sweep seats it at each point."""
        return self.strategy.fingerprint


Who = str | Strategy | Seated | Callable[..., Any]


Rivals = Who | Mixture | Sequence[Who]
"""Players for the other seats: one strategy, a mixture, or one for each seat in order."""


def forbid_strategies(game: Game, given: Mapping[str, object]) -> None:
    """Refuse strategies for a game without decisions."""
    for flag, who in given.items():
        value = who[0] if isinstance(who, list | tuple) and who else who
        if value is not None:
            raise UserError(
                f"{flag} {echoed(value)} has no effect in {game.name}: "
                "nobody decides anything in it",
                hint="what can be chosen are --players and the house rules; "
                f"`cardsim games show {game.name}` lists them",
            )


def split_seats(seats: str | Sequence[Who] | None, flag: str = "--seat") -> list[Who] | None:
    """Return the players of `seats` one by one; None if it is not given."""
    if seats is None:
        return None
    message = f"{flag} must name a player for each seat, not {echoed(seats)}"
    listed = seats.split(";") if isinstance(seats, str) else seats
    chairs: list[Who] = taken_from(listed, 10 * MOST_SEATS, message)
    for chair in chairs:
        if isinstance(chair, str) and not chair.strip():
            raise UserError(
                f"{flag} names nobody; it must be a player such as threshold or "
                "threshold:knock_threshold=25"
            )
    return chairs


def chairs_of(seats: str | Sequence[Who] | None, alone: Mapping[str, object]) -> list[Who] | None:
    """Return the players of `seats` one by one; refuse `alone`, other players, beside them."""
    chairs = split_seats(seats)
    for flag, who in alone.items():
        if chairs is not None and who is not None:
            raise UserError(f"--seat names the whole table; it cannot go with {flag}")
    return chairs


def count_players(
    game: Game, players: int | None, chairs: list[Who] | None, preset: str | None
) -> int:
    """Return the number of players at the table."""
    if players is None and chairs is not None:
        players = len(chairs)
        fewest, most, _ = game.players
        if not fewest <= players <= most:
            raise UserError(f"--seat must name {fewest} to {most} players, not {players}")
    players = check_players(game, players, preset)
    if chairs is not None and len(chairs) != players:
        raise UserError(f"--seat must name {players} players, one for each seat, not {len(chairs)}")
    return players


Occupant = tuple[Player, tuple[Strategy, ...]]
"""The player of a seat, with the strategies it needs: its own, or those it is drawn from."""


def _resolve(
    game: Game, who: Who, label: str, preset: str | None = None, players: object = None
) -> tuple[Seated, dict[str, Value]]:
    if isinstance(who, Mixture) or (isinstance(who, str) and is_mixture(who)):
        raise UserError(
            f"{label} must be one strategy, and not a mixture",
            hint="--vs takes one: each other player, or side of partners, is drawn from it",
        )
    player = seated(game, who, label=label.split(maxsplit=1)[0], preset=preset, players=players)
    return player, checked_values(player.strategy, player.given, label=label)


def _occupant(
    game: Game, who: Seated, values: Mapping[str, Value], preset: str | None, players: object
) -> Occupant:
    based = with_base(game, who, values, preset, players)
    return _player(based, values), (based.strategy,)


def rivals(
    game: Game, vs: Rivals | None, preset: str | None = None, players: object = None
) -> Mixture | str | tuple[Seated, ...]:
    """Return the players for the other seats, found and completed, to be used in many runs.

    The default is the field, that of the preset if it has one, or the usual strategy where there is
    none. The word `same` is returned as it is: everybody plays like the hero. One strategy for all
    seats is a mixture of one member. Who plays best may depend on the number of players.
    """
    vs = unsaid(game, preset) if vs is None else vs
    word = vs.strip() if isinstance(vs, str) else ""
    if word == SAME:
        return SAME
    if word == USUAL:
        return _alone(seated(game, game.default_strategy))
    if ";" in word or isinstance(vs, list | tuple):
        listed = split_seats(vs, "--vs") or ()  # type: ignore[arg-type]  # so it is no mixture
        return tuple(
            seated(game, who, label="--vs", preset=preset, players=players) for who in listed
        )
    vs = by_strength(game, vs, preset, players)
    mixture = mixture_in(game, vs, preset)
    if mixture is None:
        return _alone(seated(game, vs, label="--vs"))  # type: ignore[arg-type]  # what is no mixture is one strategy
    weights: dict[Any, float] = {}
    known: dict[Any, Seated] = {}
    with only_shipped() if mixture.shipped else nullcontext():
        members = [
            (one, weight * share)
            for who, weight in mixture.members
            for one, share in _each(game, who, preset, players)
        ]
    if len(members) == 1:
        return _alone(members[0][0])
    for one, weight in members:
        values = checked_values(one.strategy, one.given, label=f"--vs {one.strategy.name}")
        key = one.strategy.name, one.fingerprint, tuple(values.items())
        known.setdefault(key, one)
        weights[key] = weights.get(key, 0.0) + weight
    if len(known) > MOST_MEMBERS:
        raise UserError(f"--vs has {len(known)} ways to play, and may have {MOST_MEMBERS}")
    drawn = tuple((one, weights[key]) for key, one in known.items())
    return _alone(drawn[0][0]) if len(drawn) == 1 else Mixture(drawn, mixture.name, mixture.plays)


def _alone(one: Seated) -> Mixture:
    return Mixture(((one, 1.0),))


def _each(game: Game, who: Who, preset: str | None, players: object) -> list[tuple[Seated, float]]:
    """Return the strategies and shares of a mixture's member: one for each value of its ranges."""
    if isinstance(who, str) and who.partition("-")[0] in (SAME, USUAL, FIELD):
        raise UserError(f"--vs: {echoed(who)} stands for all the others, and is in no list")
    one = seated(game, who, label="--vs", preset=preset, players=players)
    known = {p.name: p for p in one.strategy.parameters}
    settings = [(dict(one.given), 1.0)]
    for name, value in one.given.items():
        if name in known and isinstance(value, str) and ".." in value:
            values = values_of(known[name], value, label=f"--vs {one.strategy.name}:{name}")
            settings = [({**g, name: v}, w / len(values)) for g, w in settings for v in values]
    # The same one has its fingerprint already.
    return [(one if g == one.given else replace(one, given=g), share) for g, share in settings]


def _drawn(game: Game, others: Mixture, preset: str | None, players: int) -> Occupant:
    """Return a player who is drawn anew for each hand, or the only member of a mixture."""
    if len(others.members) == 1:
        return _occupant(game, *_resolve(game, others.members[0][0], "--vs"), preset, players)
    occupants, weights = [], []
    for who, weight in others.members:
        values = checked_values(who.strategy, who.given, label=f"--vs {who.strategy.name}")
        occupants.append(_occupant(game, who, values, preset, players))
        weights.append(weight)
    members = tuple(player for player, _ in occupants)
    by_weight = sorted(zip(members, weights, strict=True), key=lambda pair: -pair[1])
    ways = [member.plays.partition(LAPSES)[0].partition(SLIPS)[0] for member, _ in by_weight]
    plays = others.plays or wording.either(ways)
    if not others.plays and any(LAPSES in member.plays for member in members):
        plays += ", but lapse~ now and then"
    elif not others.plays and any(SLIPS in member.plays for member in members):
        plays += SLIPS
    name = others.name or ", ".join(
        member.as_option + ("" if weight == 1 else f"*{repr(weight).removesuffix('.0')}")
        for member, weight in zip(members, weights, strict=True)
    )
    player = Player(name, plays=plays, members=members, weights=tuple(weights))
    return player, tuple(strategies[0] for _, strategies in occupants)


def seated(
    game: Game, who: Who, *, label: str = "", preset: str | None = None, players: object = None
) -> Seated:
    """Return a strategy, found and completed, to be used in many runs.

    Errors name it by `label`, the option that gives it. A strength is that of the preset and of the
    number of players.
    """
    if isinstance(who, Seated):
        return who
    if isinstance(who, Strategy):
        if who.path is None and who.name in strategy_files(game):
            # Under its own name a command would play the strategy of that file.
            who = who.named(f"{who.name}, made in Python", about=who.about, path=None)
        return Seated(complete(game, who), {})
    if callable(who):
        return Seated(complete(game, _of_function(game, who)), {})
    if isinstance(who, Mixture):
        raise UserError("a mixture has strategies in it, and no mixture of its own")
    if not isinstance(who, str):
        raise UserError(f"a strategy must be a name or a Strategy, not {echoed(who)}")
    name, given = parse_player(alone(game, who, label, preset, players), label=label)
    if label == "--vs" and name == FIELD:
        raise UserError(
            f"--vs {echoed(who)}: the field is a mixture, and takes no parameters",
            hint="its members do: `cardsim games field GAME` lists them as --vs takes them",
        )
    # A strategy by itself may have no option: `compare` takes names.
    option = label if label.startswith("--") and label != "--strategy" else ""
    return Seated(as_given(game, load_strategy(game, name, label=option), given), given)


def as_given(game: Game, strategy: Strategy, given: Iterable[str]) -> Strategy:
    """Return the strategy, with `lapse`, `temperature` and `remembers` if these are given."""
    strategy = strategy.lapsing() if LAPSE in given else strategy
    strategy = strategy.tempered(worths_of(game)) if TEMPERATURE in given else strategy
    return _forgetting(game, strategy) if REMEMBERS in given else strategy


def _forgetting(game: Game, strategy: Strategy) -> Strategy:
    """Return the strategy with a parameter `remembers`; refuse it where nobody can forget."""
    if game.forget is None and REMEMBERS not in {p.name for p in strategy.parameters}:
        able = ", ".join(one.name for one in load_games()[0] if one.forget is not None)
        raise UserError(
            f"{REMEMBERS} must be left out for '{strategy.name}' of {game.name}: the games in "
            f"which players may forget are {able}"
        )
    return strategy.forgetting(game)


def _of_function(game: Game, function: Callable[..., Any]) -> Strategy:
    """Return a function that makes a game's only decision as a strategy."""
    if len(game.decisions) != 1:
        names = [d.function for d in game.decisions]
        raise UserError(
            f"strategy must be a name or a Strategy: {game.name} has {len(names)} decisions, and a "
            f"function is for one ({', '.join(names)})",
            hint=f'Strategy("{game.name}", {names[0]}=function)',
        )
    name = getattr(function, "__name__", "unnamed")
    decides: dict[str, Any] = {game.decisions[0].function: function}
    return Strategy(game.name, name="unnamed" if name == "<lambda>" else name, **decides)


def with_base(
    game: Game,
    who: Seated,
    values: Mapping[str, Value],
    preset: str | None = None,
    players: object = None,
) -> Seated:
    """Return a strategy that looks ahead with those who play on: its base, and the others.

    Other strategies are returned as they are. The field is that of the preset, and a
    strength that of the number of players, too.
    """
    strategy = who.strategy
    if not strategy.looks_ahead:
        return who
    where = f"strategy '{strategy.name}' looks ahead"
    if game.imagine is None:
        raise UserError(
            f"{where}, and hands of {game.name} cannot be imagined", hint=HOW_TO_IMAGINE
        )
    base = load_strategy(game, str(values[BASE]), label=f"--{BASE}")
    why = _cannot_play_on(base)
    if why:
        raise UserError(
            f"{where} and cannot play on with '{base.name}', {why}",
            hint=f"--base {game.default_strategy} is what it takes where nothing is said",
        )
    others = _reckoned_with(game, str(values.get(OTHERS, BASE)), preset, players, where)
    room = room_of(game, base, *(one.strategy for one in others))
    key = "base", game.name, base.name, base.fingerprint, *(one.told for one in others)
    based = strategy.once(key, lambda: strategy.based_on(base, room, others))
    return Seated(based, who.given)


def _cannot_play_on(strategy: Strategy) -> str:
    """Return why a strategy cannot play on in imagined hands, in words; empty if it can."""
    if strategy.looks_ahead:
        return "which looks ahead itself"
    if strategy.in_python:
        return f"which is {' and '.join(strategy.in_python)}, not compiled"
    return ""


def _reckoned_with(
    game: Game, said: str, preset: str | None, players: object, where: str
) -> tuple[Member, ...]:
    """Return the company that a strategy looking ahead reckons with; nobody where it is its base.

    `said` is the company as the strategy's parameter names it, and `where` the beginning of an
    error.
    """
    if said == BASE:
        return ()
    try:
        found = rivals(game, said, preset, players)
    except UserError as error:
        # Companies are named as --vs names them, and so is what is wrong with them.
        message = str(error).replace("--vs", f"--{OTHERS}")
        hint = error.hint and error.hint.replace("--vs", f"--{OTHERS}")
        raise UserError(message, hint=hint) from None
    if not isinstance(found, Mixture):
        raise UserError(
            f"--{OTHERS} must not be {said}: they would look ahead themselves",
            hint=f"--{OTHERS} {BASE} lets the base sit in all seats",
        )
    shares = sum(weight for _, weight in found.members)
    members = []
    for one, weight in found.members:
        why = _cannot_play_on(one.strategy)
        if why:
            raise UserError(f"{where} and cannot reckon with '{one.strategy.name}', {why}")
        values = checked_values(one.strategy, one.given, label=f"--{OTHERS} {one.strategy.name}")
        members.append(Member(one.strategy, values, weight / shares))
    return tuple(members)


def seat_all(
    game: Game,
    strategy: Who | None,
    partner: Who | None,
    vs: Rivals | None,
    chairs: list[Who] | None,
    *,
    sides: tuple[int, ...],
    preset: str | None,
    given: dict[str, Any],
) -> list[Occupant]:
    """Return the player of each seat, the hero first if he changes seats."""
    at = preset, len(sides)
    if not game.decisions:
        if given:
            raise _no_option(next(iter(given)), game, [o.name for o in game.options], "")
        return []
    if chairs is not None:
        if given:
            name = next(iter(given))
            raise UserError(
                f"--{name.replace('_', '-')} cannot go with --seat; "
                f"write it as 'strategy:{name}={given[name]}'"
            )
        return [
            _occupant(game, *_resolve(game, chair, f"--seat {chair}".strip(), *at), *at)
            for chair in chairs
        ]
    hero, values = _resolve(
        game, strategy if strategy is not None else game.default_strategy, "--strategy", *at
    )
    known = {p.name: p for p in hero.strategy.parameters}
    named = hero.given
    for name, value in given.items():
        if name not in known:
            names = [*known, *(o.name for o in game.options)]
            raise _no_option(name, game, names, f" with strategy '{hero.strategy.name}'")
        checked = known[name].check(value)
        if name in named and values[name] != checked:
            raise UserError(
                f"{known[name].flag} {shown(checked)} contradicts --strategy "
                f"{hero.strategy.name}:{name}={shown(values[name])}"
            )
        values[name] = checked
    you = _occupant(game, hero, values, *at)
    friend = None if partner is None else _resolve(game, partner, "--partner", *at)
    own = you if friend is None else _occupant(game, *friend, *at)
    against = rivals(game, vs, *at)
    if len(sides) == 1 and not _is_default(game, against):
        raise UserError("--vs says who plays against you, and there is one player at the table")
    if isinstance(against, tuple):
        met = iter(_in_order(game, against, sides, preset))
        return [you, *(own if side == sides[0] else next(met) for side in sides[1:])]
    others = you if isinstance(against, str) else _drawn(game, against, *at)
    return [you, *(own if side == sides[0] else others for side in sides[1:])]


def _is_default(game: Game, against: Mixture | str | tuple[Seated, ...]) -> bool:
    """Return True if these are the players who sit there by default, now or in older versions."""
    if not isinstance(against, Mixture):
        return False
    (one, _), *more = against.members
    usual = not more and one.strategy.name == game.default_strategy and not one.given
    return usual or against.name == FIELD


def _in_order(
    game: Game, against: tuple[Seated, ...], sides: tuple[int, ...], preset: str | None
) -> list[Occupant]:
    """Return the opponents in their seats, from your left."""
    count = sum(side != sides[0] for side in sides)
    if len(against) != count:
        raise UserError(
            f"--vs names {len(against)} player{'s' * (len(against) != 1)} in order, and {count} "
            "sit against you",
            hint="a comma, or `cardsim.mix`, is for players of whom each seat draws one",
        )
    if tuple(sides[-1:] + sides[:-1]) not in {sides, tuple(1 - s for s in sides)} and (
        count < len(sides) - 1
    ):
        raise UserError("--vs cannot name these players in order; --seat names the whole table")
    return [_occupant(game, *_resolve(game, who, "--vs"), preset, len(sides)) for who in against]


def _no_option(name: str, game: Game, known: Iterable[str], where: str) -> UserError:
    near = did_you_mean(name, known)
    hint = near.replace("_", "-") if near else f"`cardsim games show {game.name}` lists them"
    return UserError(f"no option --{name.replace('_', '-')} for {game.name}{where}", hint=hint)


def as_option(who: Seated) -> str:
    """Return a strategy with its parameters as options take it."""
    return _player(who, checked_values(who.strategy, who.given, label="")).as_option


def _player(seated: Seated, values: Mapping[str, Value]) -> Player:
    strategy = seated.strategy
    check_order(strategy.parameters, values)
    defaults = {p.name: p.default for p in strategy.parameters}
    changed = tuple((n, v) for n, v in values.items() if v != defaults[n])
    plays, words = strategy.told(values)
    added = (LAPSE,) * strategy.lapses + (TEMPERATURE,) * bool(strategy.worths)
    added += (REMEMBERS,) * (strategy.limited is not None)
    unsaid = [(n, v) for n, v in changed if n not in (*words, *added)]
    plays = plays or f"play~ {strategy.name}"
    if unsaid:
        plays += f" ({settings_text(unsaid)})"
    if strategy.limited is not None and values[REMEMBERS] != EVERYTHING:
        plays += f" and remember~ {limit_in_words(str(values[REMEMBERS]))}"
    if strategy.worths and values[TEMPERATURE]:
        plays += f"{SLIPS} ({TEMPERATURE} {shown(values[TEMPERATURE])})"
    if strategy.lapses:
        plays += f"{LAPSES}{100 * float(values[LAPSE]):g} % of decisions"
    named = (*words, *added, *(n for n, _ in unsaid))
    replaces = strategy.path is not None and takes_place(strategy.path)
    told = strategy.name, tuple(values.items()), changed, seated.fingerprint, plays, named
    return Player(*told, replaces=replaces)
