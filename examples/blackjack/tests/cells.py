"""How a strategy's cells differ from the best play, and what each difference costs."""

from __future__ import annotations

from collections.abc import Iterator
from types import SimpleNamespace
from typing import Any, NamedTuple

from cardsim import Strategy
from cardsim.games import load_game

load_game("blackjack")

from cardsim.games.blackjack.exact import ACE, UPCARDS, Plan, best, edge  # noqa: E402
from cardsim.games.blackjack.rules import Rules  # noqa: E402
from cardsim.games.blackjack.state import PACKS, WEAKNESS  # noqa: E402

NOTHING = 1e-12
DECKS = ("1", "2", "4", "6", "8", "infinite")


class Difference(NamedTuple):
    """A cell in which a plan differs from the best play.

    Attributes:
        cost: bets a hand, where all other cells are the best play's.
        decision: `split`, `double` or `stand`.
        cell: the pair or the total and whether it is soft, and the dealer's card.
    """

    cost: float
    decision: str
    cell: tuple[Any, ...]


def plan_of(strategy: Strategy, rules: Rules) -> Plan:
    """Return a strategy's answers as a plan; its functions are plain Python."""

    def asked(name: str, upcard: int, **seen: Any) -> bool:
        view = SimpleNamespace(
            upcard=upcard,
            weakness=int(WEAKNESS[1 if upcard == ACE else upcard]),
            decks=int(PACKS[DECKS.index(rules.decks)]),
            dealer_hits=int(rules.soft_17 == "hits"),
            doubles_splits=int(rules.double_after_split),
            peek=int(rules.peek),
            **seen,
        )
        defaults = {p.name: p.default for p in strategy.parameters_of(name)}
        return bool(strategy.functions[name](view, **defaults))

    return Plan(
        lambda pair, up: asked("split", up, pair=pair),
        lambda total, soft, up: asked("double", up, total=total, soft=int(soft)),
        lambda total, soft, up: asked("stand", up, total=total, soft=int(soft)),
    )


def cells() -> Iterator[tuple[str, tuple[Any, ...]]]:
    """Yield every decision and cell."""
    for up in UPCARDS:
        yield from (("split", (pair, up)) for pair in range(1, 11))
        for soft, totals in ((False, range(5, 21)), (True, range(12, 21))):
            for total in totals:
                yield "double", (total, soft, up)
                yield "stand", (total, soft, up)


def differences(plan: Plan, rules: Rules) -> list[Difference]:
    """Return the cells in which a plan differs from the best play and loses, the dearest first."""
    right, value = best(rules), edge(rules)
    found = []
    for decision, cell in cells():
        answer = getattr(plan, decision)(*cell)
        if answer == getattr(right, decision)(*cell):
            continue
        one = right._replace(**{decision: _but(getattr(right, decision), cell, answer=answer)})
        cost = value - edge(rules, one)
        # Some cells come up in no hand that is played well, such as a soft 12 from split aces.
        if cost > NOTHING:
            found.append(Difference(cost, decision, cell))
    return sorted(found, reverse=True)


def _but(function: Any, cell: tuple[Any, ...], *, answer: bool) -> Any:
    return lambda *asked: answer if asked == cell else function(*asked)
