"""Company by its strength: four kinds with a name, and any strength between 0 and 100.

`strength=40` is the game's safest strategy with a temperature (`cardsim.quantal`) at which it keeps
40 % of what it wins more than a player who takes any legal action. The named ones are members of
the game's field, with temperatures of the same dial.

Source: J. Wright and K. Leyton-Brown, "Predicting human behavior in unrepeated, simultaneous-move
games", Games and Economic Behavior 106 (2017): quantal cognitive hierarchy, which is people who
think ahead some steps and slip at each.
"""

from __future__ import annotations

import math
import re
from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

import numpy as np

from cardsim.errors import UserError, echoed
from cardsim.game import Game
from cardsim.options.params import Option
from cardsim.quantal import FARTHER, HOTTEST, TEMPERATURE
from cardsim.runs.company import FIELD, Company, Mixture, listed_in, parts_of, safest_of
from cardsim.runs.house_rules import check_players
from cardsim.strategy import LAPSE
from cardsim.workspace import (
    WEIGHED,
    field_file,
    find_field,
    is_shipped,
    load_strategy,
    parse_player,
    strategy_files,
    temper_of,
)

STRENGTH = "strength"
BEST = 100
"""The strength of the safest strategy as it is; 0 takes any legal action."""
STEP = 10
"""Distance between two strengths whose temperatures are measured."""


class Strength(NamedTuple):
    """A kind of company.

    Attributes:
        at: strength on the dial from which its temperature is.
        plays: how it plays, as `Strategy.plays`.
    """

    at: float
    plays: str
    about: str


NAMED = {
    "beginner": Strength(
        50,
        "know~ the rules and often slip~",
        "rules of thumb that beginners are told, with many slips",
    ),
    "casual": Strength(
        75,
        "play~ by rules of thumb and slip~ now and then",
        "the same rules, with slips where they cost little",
    ),
    "club": Strength(
        90,
        "play~ well and slip~ where it costs little",
        "people who answer such rules well, with few slips",
    ),
    "expert": Strength(
        98,
        "play~ as well as is known and seldom slip~",
        "the safest way to play that was found, with hardly a slip",
    ),
}
"""Kinds of company by name, the weakest first."""


def temperature_at(game: Game, strength: float, *, label: str) -> float:
    """Return the temperature of a strength, 0 to 100; it falls as the strength grows."""
    dial = temper_of(game).get("dial", [])
    if not dial:
        raise UserError(
            f"{label} means nothing in {game.name}: no temperatures are measured there",
            hint=f"strategies/{game.name}/worths.toml would have them",
        )
    if strength >= BEST:
        return 0.0
    if strength <= 0:
        return HOTTEST
    hot, *_, cool = dial[::-1]
    if strength > BEST - STEP:
        return float(cool * (BEST - strength) / STEP)
    known = [math.log(hot * FARTHER), *np.log(dial[::-1])]
    return math.exp(float(np.interp(strength, range(0, BEST, STEP), known)))


def named_companies(game: Game, preset: str | None = None) -> list[Company]:
    """Return the kinds of company by their strength; none where nobody has measured it."""
    if not temper_of(game).get("dial") or find_field(game, preset) is None:
        return []
    return [Company(f"{name} players", f"against {name} players", name) for name in NAMED]


def by_strength(game: Game, vs: Any, preset: str | None = None, players: object = None) -> Any:
    """Return the company, mixture or strategy, that a word of `--vs` means; else the value.

    Who plays best may depend on the number of players, by default the usual one.
    """
    word = vs.strip() if isinstance(vs, str) else ""
    if word not in NAMED:
        return alone(game, vs, "--vs", preset, players)
    _refuse_file(game, word)
    heat = temperature_at(game, NAMED[word].at, label=f"--vs {word}")
    members = [(_warmed(who, heat), share) for who, share in _members(game, word, preset, players)]
    shipped = is_shipped(field_file(game, preset))
    return Mixture(tuple(members), word, NAMED[word].plays, shipped)


def _refuse_file(game: Game, word: str) -> None:
    """Refuse a strength where a strategy's file has its name: nobody can say which is meant."""
    if word in strategy_files(game):
        load_strategy(game, word)


def is_strength(who: object) -> bool:
    """Return True if a value names a strength, or one of those that it lists does."""
    if isinstance(who, Mixture):
        return any(is_strength(member) for member, _ in who.members)
    if isinstance(who, Mapping | list | tuple):
        return any(map(is_strength, who))
    parts = parts_of(who.replace(";", ",")) if isinstance(who, str) else ()
    words = [part.partition("*")[0].strip() for part in parts]
    return any(word in NAMED or re.match(rf"{STRENGTH}\s*[=:]", word) for word in words)


def alone(
    game: Game, who: Any, label: str = "", preset: str | None = None, players: object = None
) -> Any:
    """Return the one strategy that a strength means; any other value as it is.

    Arguments are those of `by_strength`; errors name the value by `label`.
    """
    word = who.strip() if isinstance(who, str) else ""
    said = re.fullmatch(rf"{STRENGTH}\s*[=:](.*)", word)
    label = label or "--strategy"
    if said is not None or word == STRENGTH:
        _refuse_file(game, STRENGTH)
        given = said[1].strip() if said is not None else ""
        option = Option(STRENGTH, 50.0, low=0, high=BEST)
        number = float(option.check(given, label=f"{label} {STRENGTH}"))
        heat = temperature_at(game, number, label=f"{label} {word}")
        return _warmed(_best(game, preset, players, solves=not heat), heat)
    if word.partition(":")[0] in NAMED and word not in NAMED:
        raise UserError(f"{label} {echoed(word)}: {word.partition(':')[0]} takes no parameters")
    if word in NAMED:
        _refuse_file(game, word)
        heat = temperature_at(game, NAMED[word].at, label=f"{label} {word}")
        return _warmed(_commonest(game, _members(game, word, preset, players)), heat)
    return who


def _members(
    game: Game, word: str, preset: str | None, players: object
) -> Sequence[tuple[str, float]]:
    """Return the strategies of a named strength, with their shares."""
    if find_field(game, preset) is None:
        raise UserError(f"--vs {echoed(word)}: {game.name} has no field, of which it is a part")
    best = _best(game, preset, players)
    if word == "expert":
        return [(best, 1.0)]
    listed = listed_in(field_file(game, preset), game, name=FIELD)
    every = list(zip(listed.members, listed.shares, strict=True))
    low = [(m["strategy"], share) for m, share in every if m.get("level", 0) == 0]
    high = [
        (m["strategy"], share)
        for m, share in every
        if m.get("level", 0) > 0 and _can_be_followed(game, m["strategy"])
    ]
    if word == "club":
        return high or [(best, 1.0)]
    if word == "casual" and listed.casual:
        return [*low, (listed.casual, math.fsum(share for _, share in low))]
    return low


def _commonest(game: Game, members: Sequence[tuple[str, float]]) -> str:
    """Return the member who plays as the game's usual player; else the commonest member.

    Of several numbers the first stands for all.
    """
    usual = [one for one in members if parse_player(one[0])[0] == game.default_strategy]
    first, _ = max(usual or members, key=lambda one: one[1])
    return re.sub(r"\.\.[^,]*", "", first)


def _best(game: Game, preset: str | None, players: object, *, solves: bool = False) -> str:
    """Return the safest strategy of a table; below full strength the one that was measured.

    Where another is the safest than at the usual table it plays with the temperatures of that one.
    """
    if find_field(game, preset) is None:
        return game.default_strategy
    usual = safest_of(game, preset)
    here = safest_of(game, preset, check_players(game, players, preset))
    if here != usual:
        return here
    measured = "" if solves or find_field(game, preset) != find_field(game) else "base"
    return str(temper_of(game).get(measured) or usual or game.default_strategy)


def _can_be_followed(game: Game, who: str) -> bool:
    """Return whether a person could play so: without weights, and without imagined worlds."""
    strategy = load_strategy(game, parse_player(who)[0])
    return WEIGHED not in " ".join(strategy.about.split()) and not strategy.looks_ahead


def _warmed(who: str, heat: float) -> str:
    """Return a strategy as an option names it with a temperature in place of its own slips."""
    name, _, rest = who.partition(":")
    slips = {LAPSE, TEMPERATURE}
    kept = [part for part in rest.split(",") if part and part.partition("=")[0] not in slips]
    added = [f"{TEMPERATURE}={float(f'{heat:.3g}'):g}"] if heat else []
    return ":".join([name, *([",".join([*kept, *added])] if kept or added else [])])
