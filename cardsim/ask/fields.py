"""The field of a game: the people at its tables, how often they come, and how each does there."""

from __future__ import annotations

import dataclasses
import shutil
import textwrap
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from itertools import groupby, pairwise
from typing import Any

import polars as pl

from cardsim.ask.comparisons import CompareResult, compare
from cardsim.errors import UserError
from cardsim.game import Game, Measure
from cardsim.games import load_game
from cardsim.runs import wording
from cardsim.runs.company import FIELD, listed_in, safest_among
from cardsim.runs.preparation import resolve
from cardsim.runs.request import Request
from cardsim.runs.seating import LAPSES
from cardsim.runs.spec import Player
from cardsim.runs.strengths import NAMED, named_companies
from cardsim.runs.words import listed as joined
from cardsim.statistics.stats import Estimate
from cardsim.workspace import field_file, find_field, find_worths, temper_of

SCHEMA = "cardsim.field/1"
BUT_LAPSE = wording.of_several(LAPSES)


@dataclass(frozen=True)
class FieldMember:
    """A strategy in a field.

    Attributes:
        share: share of the field's players, 0..1.
        level: number of steps that it thinks ahead; None if the field has no levels.
        source: source of its share and level.
        fares: its result against the field; None if no hands were played.
    """

    player: Player
    share: float
    level: int | None
    source: str
    fares: Estimate | None = None

    @property
    def name(self) -> str:
        """Name as `--vs` takes it."""
        return self.player.as_option

    @property
    def plays(self) -> str:
        """Its play in words."""
        return wording.of_several(self.player.plays)

    def to_dict(self) -> dict[str, Any]:
        """Return the member as plain data."""
        plain = {"name": self.name, "plays": self.plays, "share": self.share, "level": self.level}
        plain["source"] = self.source
        if self.fares is not None:
            plain |= {"value": self.fares.value, "low": self.fares.low, "high": self.fares.high}
        return plain


@dataclass(frozen=True, repr=False)
class Field:
    """A mixture that stands for people at a game's tables.

    Attributes:
        members: the strategies, by level.
        compared: their comparison against the field; None if no hands were played.
        safest: the strategy that loses least by not knowing its opponents, at the usual table;
            empty if none is named.
        safest_from: that strategy by the number of players from which on it is the safest.
        strengths: company by its strength, by name: a sentence, and how one such player fares.
    """

    game: Game
    about: str
    members: tuple[FieldMember, ...]
    compared: CompareResult | None = None
    safest: str = ""
    safest_from: Mapping[int, str] = dataclasses.field(default_factory=dict)
    strengths: Mapping[str, str] = dataclasses.field(default_factory=dict)

    def __iter__(self) -> Iterator[FieldMember]:
        return iter(self.members)

    def __len__(self) -> int:
        return len(self.members)

    def frame(self) -> pl.DataFrame:
        """Return the members, one a row."""
        return pl.DataFrame([member.to_dict() for member in self.members])

    def to_dict(self) -> dict[str, Any]:
        """Return the field as plain data."""
        plain: dict[str, Any] = {"schema": SCHEMA, "game": self.game.name, "about": self.about}
        plain["safest"] = self.safest or None
        plain["safest_from"] = {str(n): who for n, who in self.safest_from.items()}
        if self.compared is not None:
            plain |= {"measure": self.compared.measure.name, "hands": self.compared.hands}
            plain["seed"] = self.compared.spec.base.seed
        plain["strengths"] = dict(self.strengths)
        return {**plain, "members": [member.to_dict() for member in self.members]}

    def __repr__(self) -> str:
        width = max(shutil.get_terminal_size().columns, 60)
        about = f": {self.about}" if self.about else ""
        lines = textwrap.wrap(f"At tables of {self.game.title}{about}", width)
        if self.safest:
            lines += textwrap.wrap(
                f"Safest where you do not know the others: {self._safest()}",
                width,
                break_on_hyphens=False,
            )
        if self.compared is not None:
            compared = self.compared
            lines += textwrap.wrap(
                f"Behind each stands '{compared.measure.text}' against the field, in "
                f"{compared.hands} {compared.unit.plural} (seed {compared.spec.base.seed}).",
                width,
            )
        for level, some in groupby(self.members, lambda member: member.level):
            members = tuple(some)
            share = sum(member.share for member in members)
            lapses = {member.plays.partition(BUT_LAPSE)[2] for member in members} - {""}
            together = level is not None and len(members) > 1 and len(lapses) == 1
            if level is not None:
                heading = f"Level {level}, {100 * share:.0f} % of players"
                if together:
                    heading += f"; those with a lapse do anything in {''.join(lapses)}"
                lines += ["", *textwrap.wrap(heading, width)]
            for member in members:
                lines += textwrap.wrap(
                    self._line(member, told_above=together),
                    width,
                    initial_indent=f"  {100 * member.share:4.1f} %  ",
                    subsequent_indent=" " * 10,
                    break_on_hyphens=False,
                )
        if self.strengths:
            heading = "By strength, and any between is strength=0 to strength=100."
            if any(about != NAMED[name].about for name, about in self.strengths.items()):
                text = _won_by(self.game).text
                heading += f" Behind each stands '{text}' of one such player against the field."
            lines += ["", *textwrap.wrap(heading, width)]
        for name, about in self.strengths.items():
            lines += textwrap.wrap(
                f"{name:10}{about}", width, initial_indent="  ", subsequent_indent=" " * 12
            )
        return "\n".join(lines)

    def _safest(self) -> str:
        """Return the safest strategies, with the numbers of players if there are several."""
        if len(self.safest_from) == 1:
            return self.safest
        told = []
        for (fewest, who), (beyond, _) in pairwise([*self.safest_from.items(), (0, "")]):
            numbers = joined([*map(str, range(fewest, beyond))], "or") or f"{fewest} or more"
            told.append(f"{who} with {numbers} players")
        return "; ".join(told)

    def _line(self, member: FieldMember, *, told_above: bool) -> str:
        plays = member.plays.partition(BUT_LAPSE)[0] if told_above else member.plays
        parts = [f"{member.name}: {plays}"]
        if self.compared is not None and member.fares is not None:
            parts.append(wording.amount(self.compared.measure, member.fares))
        return "; ".join([*parts, f"source: {member.source}"] if member.source else parts)


def field(game: str, n: object = None, *, preset: str | None = None, **asked: Any) -> Field:
    """Return the field of a game: its strategies with shares, levels and sources.

    A member with ranges counts as one strategy for each value.

    Args:
        game: `scat`, or another of `cardsim games`.
        n: hands, or other units, that each member plays against the field, to show how it fares; by
            default none.
        preset: a named set of house rules, which may have a field of its own.
        asked: other arguments of `cardsim.compare`, if hands are played.
    """
    rules_of = load_game(game)
    if n is None and asked:
        raise UserError(f"--{next(iter(asked))} changes nothing without -n: no hands are played")
    table = resolve(Request(game, preset=preset, seed=0), 1).spec
    listed = listed_in(field_file(rules_of, table.preset), rules_of, name=FIELD)
    safest = safest_among(listed.safest, table.players)
    members = []
    for given, share in zip(listed.members, listed.shares, strict=True):
        drawn = resolve(Request(game, vs=given["strategy"], preset=preset, seed=0), 1).spec.others[
            0
        ]
        parts = zip(drawn.members, drawn.shares, strict=True) if drawn.members else [(drawn, 1.0)]
        level, source = given.get("level"), given.get("source", "")
        members += [FieldMember(player, share * part, level, source) for player, part in parts]
    named = told_strengths(rules_of, table.preset)
    if n is None:
        return Field(rules_of, listed.about, tuple(members), None, safest, listed.safest, named)
    names = dict.fromkeys(member.name for member in members)
    compared = compare(game, *names, n=n, preset=preset, vs=FIELD, **asked)
    fares = dict(zip(names, (c.estimate for c in compared.contenders), strict=True))
    known = tuple(FieldMember(m.player, m.share, m.level, m.source, fares[m.name]) for m in members)
    return Field(rules_of, listed.about, known, compared, safest, listed.safest, named)


def _won_by(game: Game) -> Measure:
    """Return the measure of a game's single hands, in which strengths are told."""
    return game.units[game.single_unit](game.rules(), game.players[2]).won_by


def told_strengths(game: Game, preset: str | None = None) -> dict[str, str]:
    """Return a sentence about each named strength, with what one such player does in the field."""
    told, fares = {}, temper_of(game).get("fares", {})
    field, worths = find_field(game, preset), find_worths(game)
    if field is None or worths is None or field != worths.with_name(f"{FIELD}.toml"):
        fares = {}  # They were measured against another field.
    companies = named_companies(game, preset)
    half = listed_in(field_file(game, preset), game, name=FIELD).casual if companies else ""
    for company in companies:
        name = str(company.vs)
        told[name] = NAMED[name].about
        if name == "casual" and half:
            told[name] += f"; half of them play as `{half}`"
        if name in fares:
            value, low, high = fares[name]
            share = _won_by(game).in_per_cent
            number = Estimate(name, "", value, low, high, 0.0, 0, share)
            told[name] += f"; {number}"
    return told


def beginners_of(people: Field) -> list[FieldMember]:
    """Return the members of the lowest level; all if there are no levels."""
    lowest = min(member.level or 0 for member in people)
    return [member for member in people if (member.level or 0) == lowest]


def beginner_of(people: Field) -> FieldMember:
    """Return the beginner who plays as the game's usual player; else the commonest beginner."""
    usual = people.game.default_strategy
    return max(
        beginners_of(people),
        key=lambda m: (m.player.strategy == usual and not m.player.changed, m.share),
    )
