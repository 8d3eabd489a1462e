"""What to play if you do not know the others: the strategy that costs least, whoever they are.

Every strategy meets several kinds of company in the same hands. Its regret in a company is what it
wins less than the best strategy there. The safest strategy has the least regret in its worst
company (minimax regret, Savage 1951).
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from cardsim.answers.experiments import Chart, Number, Series, Table, joined
from cardsim.errors import UserError
from cardsim.games import load_game
from cardsim.runs import wording
from cardsim.runs.company import FIELD, mix
from cardsim.workspace import field_file

if TYPE_CHECKING:
    from cardsim.answers.comparisons import CompareResult
    from cardsim.answers.experiments import Lab

MOST_SHOWN = 4
"""Ways to play that the chart shows."""
LEARNT = "play~ the learned rules"
"""How a learned strategy says that it plays, which tells a reader nothing."""
EACH = 5_000
"""The most hands played against players who all play one of the other ways."""


@dataclass(frozen=True)
class Company:
    """Others at the table.

    Attributes:
        name: the head of a column.
        where: the same in a sentence: `at a mixed table`.
        compared: how every way to play does there; the ways are in the same order everywhere.
    """

    name: str
    where: str
    compared: CompareResult

    def regret(self, way: int) -> float:
        """How much less a way wins here than the best one does."""
        best = self._best
        return 0.0 if best == way else self.compared.gap(best, way).value

    def surely(self, way: int) -> bool:
        """Whether the best way is seen to win more here."""
        best = self._best
        return best != way and self.compared.gap(best, way).low > 0

    def cost(self, way: int) -> str:
        """The same in words, with its interval."""
        return self.compared.cost(self.compared.gap(self._best, way))

    @property
    def best(self) -> str:
        """The way that wins most here."""
        return self.compared.ranking[0].player.brief

    @property
    def _best(self) -> int:
        return self.compared.contenders.index(self.compared.ranking[0])


@dataclass(frozen=True)
class Robust:
    """Ways to play, in several kinds of company.

    Attributes:
        shown: the usual players, a mixed table, and players who play well.
        others: players who all play one of the ways.
        too_complex: ways that no person can follow, which are not advised.
    """

    shown: Sequence[Company]
    others: Sequence[Company]
    too_complex: frozenset[str]

    @property
    def names(self) -> list[str]:
        """The ways to play."""
        return [c.player.strategy for c in self.shown[0].compared.contenders]

    def worst(self, way: int) -> Company:
        """The company in which a way costs most."""
        return max((*self.shown, *self.others), key=lambda company: company.regret(way))

    @property
    def order(self) -> list[int]:
        """The ways, the safest first."""
        return sorted(range(len(self.names)), key=lambda way: self.worst(way).regret(way))

    @property
    def advised(self) -> int:
        """The safest way that a person can follow."""
        return next(way for way in self.order if self.names[way] not in self.too_complex)

    @property
    def safest(self) -> str:
        """Its name."""
        return self.names[self.advised]

    def values(self, way: int) -> str:
        """What a way wins in each company that is shown."""
        measure = self.shown[0].compared.measure
        first, *rest = (c.compared.contenders[way].estimate for c in self.shown)
        parts = [f"{wording.outcome(measure, first)} {self.shown[0].where}"]
        parts += [
            f"{wording.amount(measure, estimate)} {company.where}"
            for estimate, company in zip(rest, self.shown[1:], strict=True)
        ]
        return joined(parts, "and")

    def if_wrong(self, way: int) -> str:
        """What a way costs where the company suits it worst."""
        worst = self.worst(way)
        if not worst.surely(way):
            return "nothing was seen to do better in any company that was tried"
        return (
            f"it costs you at most {worst.cost(way)}: {worst.where} {worst.best} wins more by that"
        )

    @property
    def answer(self) -> str:
        """What to play if you do not know the others, and what that costs at most."""
        way, mixed = self.advised, self.shown[1]
        how = self.shown[0].compared.contenders[way].player.plays
        plays = f"play as `{self.safest}` does"
        if how != LEARNT:
            plays = f"{wording.of_several(how)} (`{self.safest}`)"
        text = (
            f"If you do not know the others, {plays}: {self.values(way)}. "
            f"Whoever they are, {self.if_wrong(way)}."
        )
        if mixed.surely(way):
            text += f" {mixed.where.capitalize()} {mixed.best} wins {mixed.cost(way)} more."
        return text

    @property
    def numbers(self) -> list[Number]:
        """What the safest way wins in each company that is shown."""
        way = self.advised
        return [
            Number.of(c.compared.contenders[way].estimate, f"{self.safest}, {c.where}")
            for c in self.shown
        ]


def try_companies(
    lab: Lab, weak: CompareResult, *, strong: str, too_complex: Collection[str] = ()
) -> Robust:
    """Play ways to play among several kinds of players.

    Args:
        lab: plays.
        weak: the ways against the usual players.
        strong: the strategy of those who play well.
        too_complex: ways that no person can follow, which are not advised.
    """
    game, players = weak.game.name, weak.spec.base.players
    names = [c.player.strategy for c in weak.contenders]

    def play(vs: object, n: int) -> CompareResult:
        return lab.compare(game, names, players=players, vs=vs, n=n, precision=None)

    usual = Company("the usual players", wording.against(weak.spec.base, None), weak)
    mixed = Company("a mixed table", "at a mixed table", play(_mixed(game, names), lab.n))
    good = Company(strong, f"against players of {strong}", play(strong, lab.n))
    rest = [name for name in names if name not in {strong, weak.game.default_strategy}]
    each = min(lab.n, EACH)
    others = [Company(name, f"against players of {name}", play(name, each)) for name in rest]
    return Robust((usual, mixed, good), others, frozenset(too_complex))


def _mixed(game: str, names: Sequence[str]) -> object:
    """The game's field, or any of these strategies where it has none."""
    try:
        field_file(load_game(game))
    except UserError:
        return mix(names)
    return FIELD


def show(lab: Lab, robust: Robust, rules: str, times: float, noun: str) -> None:
    """Show what each way to play wins in each company, and what it costs at most.

    Args:
        lab: shows.
        robust: ways in companies.
        rules: of the safest way, as sentences; empty where its file tells none.
        times: by what differences are multiplied for people.
        noun: what differences are counted in.
    """
    measure = robust.shown[0].compared.measure
    rows = []
    for way in robust.order:
        estimates = [c.compared.contenders[way].estimate for c in robust.shown]
        amounts = [wording.amount(measure, estimate) for estimate in estimates]
        worst = robust.worst(way)
        rows.append((robust.names[way], *amounts, f"{worst.regret(way) * times:.2g}", worst.where))
    places = tuple(company.name for company in robust.shown)
    lines = tuple(
        Series.of(
            robust.names[way],
            places,
            [c.compared.contenders[way].estimate for c in robust.shown],
        )
        for way in robust.order[:MOST_SHOWN]
    )
    lab.section(
        "If you do not know the others",
        f"Here {wording.counted(len(robust.names))} ways to play meet the usual players, a mixed "
        "table, where each other player is drawn anew for each match or hand, and players who all "
        "play alike, one way after the other. The last columns say what a way costs you at most, "
        "and against whom: so much more the best way wins there."
        + (f" The rules of {robust.safest}: {rules}" if rules else ""),
        Chart(
            "What the safest ways win",
            "the others",
            measure.text,
            lines,
            kind="points",
            percent=measure.in_per_cent,
        ),
        Table(
            "What each way wins, the safest first",
            ("strategy", *places, f"costs at most, {noun}", "there"),
            tuple(rows),
        ),
    )
