"""The field of a game: who sits at its tables, how often, and how each of them does there."""

from __future__ import annotations

import shutil
import textwrap
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import groupby
from typing import Any

import polars as pl

from cardsim.ask.comparisons import CompareResult, compare
from cardsim.errors import UserError
from cardsim.game import Game
from cardsim.games import load_game
from cardsim.runs import wording
from cardsim.runs.company import FIELD, listed_in
from cardsim.runs.players_asked import LAPSES
from cardsim.runs.preparation import resolve
from cardsim.runs.spec import Player
from cardsim.statistics.stats import Estimate
from cardsim.workspace import field_file

SCHEMA = "cardsim.field/1"
BUT_LAPSE = wording.of_several(LAPSES)


@dataclass(frozen=True)
class Member:
    """A way to play that is met in a field.

    Attributes:
        player: the strategy with its parameters.
        share: how often a player of the field is one of these, 0..1.
        level: how many steps ahead it thinks; None where the field has no levels.
        source: where it comes from.
        fares: how it does against the field; None where no hands were played.
    """

    player: Player
    share: float
    level: int | None
    source: str
    fares: Estimate | None = None

    @property
    def name(self) -> str:
        """As `--vs` takes it."""
        return self.player.as_option

    @property
    def plays(self) -> str:
        """How it plays, in words."""
        return wording.of_several(self.player.plays)

    def to_dict(self) -> dict[str, Any]:
        """The member as plain data."""
        plain = {"name": self.name, "plays": self.plays, "share": self.share, "level": self.level}
        plain["source"] = self.source
        if self.fares is not None:
            plain |= {"value": self.fares.value, "low": self.fares.low, "high": self.fares.high}
        return plain


@dataclass(frozen=True, repr=False)
class Field:
    """A mixture that stands for people at a game's tables.

    Attributes:
        game: whose.
        about: who they are.
        members: the ways to play that are met, by level.
        compared: how each of them does against the field; None where no hands were played.
        safest: the strategy that loses least by not knowing the others; empty where none is named.
    """

    game: Game
    about: str
    members: tuple[Member, ...]
    compared: CompareResult | None = None
    safest: str = ""

    def __iter__(self) -> Iterator[Member]:
        return iter(self.members)

    def __len__(self) -> int:
        return len(self.members)

    def frame(self) -> pl.DataFrame:
        """The members, one a row."""
        return pl.DataFrame([member.to_dict() for member in self.members])

    def to_dict(self) -> dict[str, Any]:
        """The field as plain data."""
        plain: dict[str, Any] = {"schema": SCHEMA, "game": self.game.name, "about": self.about}
        plain["safest"] = self.safest or None
        if self.compared is not None:
            plain |= {"measure": self.compared.measure.name, "hands": self.compared.hands}
            plain["seed"] = self.compared.spec.base.seed
        return {**plain, "members": [member.to_dict() for member in self.members]}

    def __repr__(self) -> str:
        width = max(shutil.get_terminal_size().columns, 60)
        about = f": {self.about}" if self.about else ""
        lines = textwrap.wrap(f"At tables of {self.game.title}{about}", width)
        if self.safest:
            lines += [f"Safest where you do not know the others: {self.safest}"]
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
        return "\n".join(lines)

    def _line(self, member: Member, *, told_above: bool) -> str:
        plays = member.plays.partition(BUT_LAPSE)[0] if told_above else member.plays
        parts = [f"{member.name}: {plays}"]
        if self.compared is not None and member.fares is not None:
            parts.append(wording.amount(self.compared.measure, member.fares))
        return "; ".join([*parts, f"source: {member.source}"] if member.source else parts)


def field(game: str, n: object = None, *, preset: str | None = None, **asked: Any) -> Field:
    """The field of a game: who sits at its tables, how often, at which level, and why.

    A member with ranges is as many as it has values.

    Args:
        game: `scat`, or another of `cardsim games`.
        n: hands, or what else is played, in which each member meets the field, to tell how it
            fares; none are played otherwise.
        preset: a named set of house rules, which may have a field of its own.
        asked: what else `cardsim.compare` takes, where hands are played.

    Raises:
        UserError: the game has no field, or something in the arguments is wrong.
    """
    rules_of = load_game(game)
    if n is None and asked:
        raise UserError(f"--{next(iter(asked))} changes nothing without -n: no hands are played")
    table = resolve(game, preset=preset, seed=0).spec
    listed = listed_in(field_file(rules_of, table.preset), rules_of, name=FIELD)
    members = []
    for given, share in zip(listed.members, listed.shares, strict=True):
        drawn = resolve(game, vs=given["strategy"], preset=preset, seed=0).spec.others[0]
        parts = zip(drawn.members, drawn.shares, strict=True) if drawn.members else [(drawn, 1.0)]
        level, source = given.get("level"), given.get("source", "")
        members += [Member(player, share * part, level, source) for player, part in parts]
    if n is None:
        return Field(rules_of, listed.about, tuple(members), safest=listed.safest)
    names = dict.fromkeys(member.name for member in members)
    compared = compare(game, *names, n=n, preset=preset, vs=FIELD, **asked)
    fares = dict(zip(names, (c.estimate for c in compared.contenders), strict=True))
    known = tuple(Member(m.player, m.share, m.level, m.source, fares[m.name]) for m in members)
    return Field(rules_of, listed.about, known, compared, listed.safest)
