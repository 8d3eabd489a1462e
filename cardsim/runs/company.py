"""Opponents as a mixture, named by a text, a file or a value in Python.

Each seat is drawn anew for each hand or match (`cardsim.engine.seats`).
"""

from __future__ import annotations

import math
import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, NamedTuple

from cardsim.errors import UserError, echoed
from cardsim.game import Game
from cardsim.games import load_game
from cardsim.options.params import did_you_mean, taken_from
from cardsim.options.plain import toml_of
from cardsim.programs import is_program
from cardsim.workspace import (
    check_data,
    field_file,
    find_field,
    is_shipped,
    parse_player,
    strategy_files,
)

SAME, USUAL, FIELD = "same", "usual", "field"
"""Words of `--vs`: everybody like you, the default strategy, the game's field.

`field-0` are the field's beginners, `field-1` its levels 0 and 1, and so on.
"""
MEAN_LEVEL = 1.5
"""Mean number of steps that people think ahead (Camerer, Ho and Chong 2004)."""
MOST_LEVEL = 9
LEVELS = tuple("0123456789")
MOST_MEMBERS = 200
MOST_WEIGHT = 1e12
KEYS = ("about", "plays", "safest", "casual", "member")
MEMBER_KEYS = ("strategy", "weight", "level", "source")
"""Keys allowed in the file of a mixture, and in each member."""
SUFFIX = ".toml"


@dataclass(frozen=True)
class Mixture:
    """Strategies from which each other player is drawn.

    Attributes:
        members: strategies and their weights, found or as they were asked for. A text may have
            ranges: `threshold:knock_threshold=18..28` shares its weight equally among the values.
        name: the mixture as an option names it; empty where the members do.
        plays: description of their play, as `Strategy.plays`; empty if the members have their own.
        shipped: True if the members are the shipped strategies, whatever files the user has.
    """

    members: tuple[tuple[Any, float], ...]
    name: str = ""
    plays: str = ""
    shipped: bool = False


def unsaid(game: Game, preset: str | None = None) -> str:
    """Return the default word of `--vs`: the field, if the game has one."""
    return USUAL if find_field(game, preset) is None else FIELD


def mix(members: Mapping[Any, float] | Iterable[Any]) -> Mixture:
    """Return a mixture of strategies for `vs`: each other player is drawn from it in each hand.

    Args:
        members: strategies with equal weights, or a dictionary of strategies and their weights.

    Raises:
        UserError: there are none, or a weight is no number above 0.
    """
    message = f"a mixture takes strategies, or strategies with their weights, not {echoed(members)}"
    if isinstance(members, str):
        raise UserError(message)
    if isinstance(members, Mapping):
        pairs = [(who, _weight(weight, who)) for who, weight in members.items()]
    else:
        pairs = [(who, 1.0) for who in taken_from(members, MOST_MEMBERS, message)]
    if not pairs:
        raise UserError("a mixture needs at least one strategy")
    return Mixture(tuple(pairs))


def mixture_in(game: Game, vs: object, preset: str | None = None) -> Mixture | None:
    """Return the mixture that `vs` names; None if it is one strategy.

    The field is that of the preset, if it has one.
    """
    if isinstance(vs, Mixture):
        return vs
    if isinstance(vs, str):
        word, dash, level = (name := vs.strip()).partition("-")
        if word == FIELD and (level in LEVELS or not dash):
            file = field_file(game, preset)
            return _in_file(file, game, name=name, most=int(level) if level else None)
        path = Path(name)
        if path.is_absolute() and not path.suffix:
            raise UserError(f"--vs {echoed(name)} is neither a strategy nor a {SUFFIX} file")
        return _in_file(path, game, name=name) if path.suffix == SUFFIX else mixture_of(vs)
    if isinstance(vs, Mapping):
        return mix(vs)
    return None


def parts_of(text: str) -> list[str]:
    """Split a text into members: a part with `=` and no `:` belongs to the member before."""
    parts: list[str] = []
    for part in text.split(","):
        whole = ":" in part or re.match(r"\s*strength\s*=", part)
        if parts and "=" in part and not whole and ":" in parts[-1]:
            parts[-1] += f",{part.strip()}"
        else:
            parts.append(part.strip())
    return parts


def is_mixture(text: str) -> bool:
    """Return True if a text is written as a mixture rather than as one strategy."""
    if len(parts_of(text)) > 1 or "*" in text:
        return True
    return ".." in text.partition(":")[2] and not is_program(text.strip())


def mixture_of(text: str) -> Mixture | None:
    """Return the mixture that a text names; None if it is one strategy."""
    parts = parts_of(text)
    if not is_mixture(text):
        return None
    if not all(parts):
        raise UserError(f"--vs '{echoed(text)}' has an empty place in its list")
    members = []
    for part in parts:
        who, star, weight = part.partition("*")
        members.append((who.strip(), _weight(weight.strip(), who.strip()) if star else 1.0))
    return Mixture(tuple(members), ", ".join(parts))


def _weight(given: object, who: object) -> float:
    """Return a weight as a number, after checking it."""
    try:
        weight = math.nan if isinstance(given, bool) else float(given)  # type: ignore[arg-type]
    except (TypeError, ValueError, OverflowError):
        weight = math.nan
    if weight > MOST_WEIGHT or 0 < weight < 1 / MOST_WEIGHT:
        raise UserError(
            f"--vs: the weight of {echoed(who)} must be a number from {1 / MOST_WEIGHT:g} to "
            f"{MOST_WEIGHT:g}, not {echoed(given)}"
        )
    if not weight > 0:
        raise UserError(
            f"--vs: the weight of {echoed(who)} must be a number above 0, not {echoed(given)}"
        )
    return weight


@dataclass(frozen=True)
class ListedMixture:
    """A mixture as its file lists it.

    Attributes:
        about: description of the people that the mixture stands for.
        plays: description of their play, as `Strategy.plays`; empty if the members have their own.
        members: each with `strategy` and `weight`, and `level` and `source` where the file has
            them.
        safest: the strategy that loses least by not knowing its opponents, as an option names it,
            by the number of players from which on it does; empty where the file does not say.
        casual: the strategy of half of the casual players; empty if all of them are of level 0.
    """

    about: str
    plays: str
    members: tuple[Mapping[str, Any], ...]
    safest: Mapping[int, str] = field(default_factory=dict)
    casual: str = ""

    @property
    def shares(self) -> list[float]:
        """The probability of each member, 0..1.

        Where members have levels, each level has its share of a Poisson distribution, divided among
        out by the weights of its members (Camerer, Ho and Chong, "A cognitive hierarchy model of
        games", Quarterly Journal of Economics 119, 2004).
        """
        weights = [float(m["weight"]) for m in self.members]
        levels = [int(m["level"]) for m in self.members if "level" in m]
        if levels:
            whole: dict[int, float] = {}
            for weight, level in zip(weights, levels, strict=True):
                whole[level] = whole.get(level, 0.0) + weight
            weights = [
                weight / whole[level] * MEAN_LEVEL**level / math.factorial(level)
                for weight, level in zip(weights, levels, strict=True)
            ]
        return [w / sum(weights) for w in weights]


def listed_in(path: Path, game: Game, *, name: str) -> ListedMixture:
    """Return the mixture that a file lists, of strategies of a game."""
    try:
        content = toml_of(path.read_bytes())
    except (OSError, ValueError) as error:
        what = error.strerror if isinstance(error, OSError) else error
        raise UserError(f"--vs {echoed(name)} cannot be read: {what}") from None
    _check_keys(content, KEYS, name)
    given = content.get("member")
    if not isinstance(given, list) or not given:
        raise UserError(f"--vs {echoed(name)} has no [[member]]")
    members = []
    for member in given:
        who = member.get("strategy") if isinstance(member, dict) else None
        if not isinstance(who, str):
            raise UserError(f'--vs {echoed(name)}: each [[member]] needs a strategy = "NAME"')
        _check_keys(member, MEMBER_KEYS, f"{name}: {who}")
        check_data(who, str(path))
        level = member.get("level", 0)
        if type(level) is not int or not 0 <= level <= MOST_LEVEL:
            raise UserError(
                f"--vs {echoed(name)}: the level of {who} must be 0 to {MOST_LEVEL}, "
                f"not {echoed(level)}"
            )
        _check_text(member.get("source", ""), f"{name}: the source of {who}")
        members.append({**member, "weight": _weight(member.get("weight", 1), who)})
    if len({"level" in member for member in members}) > 1:
        raise UserError(f"--vs {echoed(name)}: either all members have a level, or none")
    told = {key: content.get(key, "") for key in ("about", "plays")}
    for key, value in told.items():
        _check_text(value, f"{name}: {key}")
    safest = _safest_in(content.get("safest", ""), path, game, name)
    casual = _check_text(content.get("casual", ""), f"{name}: casual")
    if casual:
        _check_known(path, game, "casual", casual)
    return ListedMixture(members=tuple(members), safest=safest, casual=casual, **told)


def _check_text(value: object, what: str) -> str:
    if not isinstance(value, str):
        raise UserError(f"--vs {echoed(what)} must be text, not {echoed(value)}")
    return value


def _safest_in(given: object, path: Path, game: Game, name: str) -> dict[int, str]:
    """Return the safest strategies of a file: `"NAME"`, or `{ 2 = "NAME", 5 = "NAME" }`.

    A number is that of the players from which on the strategy is the safest.
    """
    fewest, most, _ = game.players
    if given == "":
        return {}
    if not isinstance(given, dict):
        given = {str(fewest): given}
    found = {}
    for number, who in given.items():
        if not re.fullmatch("[0-9]{1,3}", number) or not fewest <= int(number) <= most:
            raise UserError(
                f"--vs {echoed(name)}: safest is for {fewest} to {most} players, "
                f"not {echoed(number)}"
            )
        found[int(number)] = _check_text(who, f"{name}: safest")
        _check_known(path, game, "safest", found[int(number)])
    if fewest not in found:
        raise UserError(f"--vs {echoed(name)}: safest says nothing for {fewest} players")
    return dict(sorted(found.items()))


def _check_known(path: Path, game: Game, key: str, said: str) -> None:
    """Refuse a strategy that the game does not have, where a key of the file names it."""
    check_data(said, str(path))
    who, known = parse_player(said)[0], strategy_files(game)
    if who not in known:
        near = did_you_mean(who, known)
        message = f"{path}: {key} must be a strategy of {game.name}, not {echoed(who)}"
        raise UserError(message, hint=near)


def safest_of(game: Game, preset: str | None = None, players: int | None = None) -> str:
    """Return the strategy that a game's field names as its safest; empty if it names none.

    Args:
        game: the game.
        preset: a named set of house rules, which may have a field of its own.
        players: seats at the table; by default the game's usual number.
    """
    listed = listed_in(field_file(game, preset), game, name=FIELD)
    return safest_among(listed.safest, players or game.usual_players(preset))


def safest_among(safest: Mapping[int, str], players: int) -> str:
    """Return the safest strategy for a number of players; empty if there is none."""
    return next((safest[n] for n in sorted(safest, reverse=True) if n <= players), "")


def _check_keys(given: Iterable[str], known: Sequence[str], where: str) -> None:
    for key in given:
        if key not in known:
            raise UserError(
                f"--vs {echoed(where)}: {echoed(key)} is not one of {', '.join(known)}",
                hint=did_you_mean(key, known),
            )


def _in_file(path: Path, game: Game, *, name: str, most: int | None = None) -> Mixture:
    """Return the mixture of a file, up to a level if one is given."""
    listed = listed_in(path, game, name=name)
    levels = {m.get("level", 0) for m in listed.members}
    if most is not None and most not in levels:
        known = ", ".join(f"{FIELD}-{level}" for level in sorted(levels))
        raise UserError(
            f"--vs {echoed(name)}: the field has no level {most}", hint=f"there are {known}"
        )
    some = tuple(m for m in listed.members if most is None or m.get("level", 0) <= most)
    part = ListedMixture(listed.about, listed.plays if some == listed.members else "", some)
    members = zip((m["strategy"] for m in some), part.shares, strict=True)
    return Mixture(tuple(members), name, part.plays, is_shipped(path))


class Company(NamedTuple):
    """Opponents: their name, a phrase for sentences, and the value of `--vs`."""

    name: str
    where: str
    vs: Any


def three_of(
    game: str, preset: str | None = None, players: int | None = None
) -> tuple[Company, Company, Company]:
    """Return beginners, mixed company and good players, who play as is safest at this table."""
    strong = safest_of(load_game(game), preset, players)
    return (
        Company("beginners", "against beginners", f"{FIELD}-0"),
        Company("mixed company", "in mixed company", FIELD),
        Company("good players", "against good players", strong),
    )
