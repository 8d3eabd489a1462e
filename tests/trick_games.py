"""What the harnesses of trick games share."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Any

from cardsim.engine.table import Table
from cardsim.game import Game
from cardsim.kernels.card_bits import FULL_PACK
from cardsim.tricks import NO_CARD, NO_SUIT, NOBODY, SEATS
from harness import filled, mask_of
from worked_examples import Fields, cards, numbers

SHARES = 2
"""In so many parts a win is split."""
NEW = 4
"""A seat that nobody has."""
Laid = Sequence[tuple[int, int]]
"""Seats, and the cards that they laid, as the oracle numbers them."""


def tile(card: int) -> int:
    """A card as the oracles of whole packs number it: the ace is the highest of its suit."""
    return card - card % 13 + (card - 1) % 13


def card(tile: int) -> int:
    """A card of these oracles as cardsim numbers it."""
    return tile - tile % 13 + (tile + 1) % 13


def of_tricks(
    view: dict[str, Any],
    leaders: Sequence[int],
    tricks: int,
    *,
    pack: Sequence[int],
    card: Callable[[int], int],
    winner: Callable[[Laid], int],
    suit: Callable[[int], int],
) -> dict[str, Any]:
    """The fields of a view that tell of the tricks.

    Args:
        view: the oracle's.
        leaders: of the tricks so far, this one among them.
        tricks: in a hand.
        pack: the oracle's cards.
        card: a card of the oracle as cardsim numbers it.
        winner: who wins what was laid.
        suit: that a card of the oracle belongs to.
    """
    trick: Laid = view.get("current_trick", [])
    history = view.get("history", [])
    rows = [
        [card(laid[-1] if isinstance(laid, tuple) else laid) for laid in row]
        for _, row, _ in history
    ]
    rows.append([card(laid) for _, laid in trick])
    won = [winner for _, _, winner in history]
    best = winner(trick) if trick else NOBODY
    others = [each for each in pack if each not in dict(trick).values()]
    wins = [card(each) for each in others if winner([*trick, (NEW, each)]) == NEW]
    return {
        "leader": leaders[-1] if leaders else NOBODY,
        "led": suit(trick[0][1]) if trick else NO_SUIT,
        "laid": len(trick),
        "best_card": card(dict(trick)[best]) if trick else NO_CARD,
        "best_seat": best,
        "beats": mask_of(wins) if trick else int(FULL_PACK),
        "played": mask_of(each for row in rows for each in row),
        "tricks": len(history),
        "taken": [won.count(seat) for seat in range(SEATS)],
        "voids": [list(map(int, row)) for row in view.get("voids", [[0] * 4] * SEATS)],
        "history": filled(
            [filled(row, SEATS, NO_CARD) for row in rows[:tricks]], tricks, [NO_CARD] * SEATS
        ),
        "leaders": filled(leaders, tricks + 1, NOBODY),
    }


def of_match(hero: int, score: Sequence[int], winner: int) -> dict[str, Any]:
    """The fields of an outcome that tell how a match of two sides ended."""
    shares = [SHARES * (side == winner) if winner >= 0 else SHARES // 2 for side in (0, 1)]
    return {
        "your_seat": hero,
        "your_net": score[hero % 2] - score[1 - hero % 2],
        "your_share": shares[hero % 2],
        "share": shares,
        "score": list(score),
    }


# ---------------------------------------------------------------- the worked examples


def singly(hands: Iterable[str]) -> list[int]:
    """The cards of these hands in the order in which they are dealt, as cardsim numbers them."""
    return [card for dealt in zip(*map(cards, hands), strict=True) for card in dealt]


def match_in_oracle(over: Callable[[Any, list[int], int], bool]) -> Callable[[Any, Fields], Fields]:
    """Whether a match goes on after a hand: by the rules, the score and the number of hands."""

    def told(rules: Any, given: Fields) -> Fields:
        score = list(map(sum, zip(numbers(given["score"]), numbers(given["hand"]), strict=True)))
        if not over(rules, score, int(given.get("hands", 1))):
            return {"goes": "on"}
        return how_it_ends([score[0] > score[1], score[1] > score[0]])

    return told


def match_in_kernel(game: Game) -> Callable[[Any, Fields], Fields]:
    """The same."""

    def told(rules: Any, given: Fields) -> Fields:
        table = Table(game, rules, unit="match")
        table.states["score"][0] = numbers(given["score"])
        table.states["points"][0] = numbers(given["hand"])
        table.states["deals"] = int(given.get("hands", 1)) - 1
        if table.settle():
            return {"goes": "on"}
        return how_it_ends(table.outcome(0)["share"] == SHARES)

    return told


def how_it_ends(wins: Any) -> Fields:
    """Which side wins, if one does."""
    return {"side": f"{list(wins).index(True)} wins"} if any(wins) else {"is": "shared"}
