"""A seat's view of a hand of Casino, in words."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from cardsim.cards import card_symbol
from cardsim.felt import HAND, Felt, chairs, named, spread
from cardsim.games.casino.story import move_of, told_action
from cardsim.table_talk import in_set

ASKS = {"play": "Which card do you play, and how?"}
_PAST = {"trail": "trailed", "take": "took", "build": "built", "raise": "raised"}
REPLAYED = 12_000
"""Cards played in the imagined hands together; each is played again many times, in seconds."""


def most_imagined(view: Any) -> int:
    """Return how many hands may be imagined in a few seconds: each plays all cards again."""
    return REPLAYED // max(int(view.turn), 1)


def felt(view: Any, names: Sequence[str]) -> Felt:
    """Return the table as the seat sees it."""
    shown = []
    if view.target:
        sides = ("seats 1 and 3", "seats 2 and 4") if view.partnership else names
        shown.append(("score", f"{named(sides, view.scores[: view.sides])}; to {view.target}"))
    shown.append(("deals to come", str(view.deals_left)))
    builds = []
    for n in range(len(view.build_cards)):
        if view.build_values >> n & 1:
            cards = spread(f"build of {n}", in_set(view.build_cards[n]))
            owner = names[view.build_owner[n]]
            taps = (_build(n),) * len(cards.cards)
            builds.append(cards._replace(taps=taps, note=f"by {owner}"))
    return Felt(
        chairs(
            names,
            held=view.hand_sizes,
            marks=[("dealer", view.dealer)],
            captured=[len(in_set(pile)) for pile in view.piles],
            sweeps=view.sweeps,
        ),
        int(view.seat),
        int(view.seat),
        facts=tuple(shown),
        middle=(spread("on the table", in_set(view.loose)), *builds),
        hand=spread(HAND, in_set(view.hand)),
    )


def _build(value: int) -> str:
    return f"build of {value}"


def taps(_decision: str, _view: Any, action: Any) -> tuple[str, ...] | None:
    """Return what one taps for an action: its card, and what it takes or is built with."""
    move = move_of(action)
    old = move.old or (move.value if move.take else 0)
    cards = tuple(map(card_symbol, (move.card, *move.cards)))
    return (*cards, _build(old)) if old else cards


def did(view: Any, names: Sequence[str]) -> list[tuple[str, str]]:
    """Return the plays of this hand, as rows of player and action."""
    shown = []
    for turn in range(view.turn):
        told = told_action(view, tuple(int(x) for x in view.history[turn]))
        verb, blank, rest = told.partition(" ")
        who = names[(view.dealer + 1 + turn) % view.players]
        shown.append((who, f"{_PAST[verb]}{blank}{rest}"))
    return shown


def standing(state: Any) -> tuple[str, list[int]]:
    """Return the points of every side or seat in the match so far."""
    return "points", [int(x) for x in state["scores"][: state["sides"]]]


def word(decision: str, view: Any, action: Any) -> str:
    """Return an action in words; empty for the word that the rules give it."""
    return ""
