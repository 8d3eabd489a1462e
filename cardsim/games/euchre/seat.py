"""A seat's view of a hand of Euchre, in words."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from cardsim.cards import SYMBOLS, card_symbol
from cardsim.felt import HAND, Felt, Spread, Trick, chairs, named, suited, trick_of
from cardsim.games.euchre.deck import HELD
from cardsim.games.euchre.state import NAMES, NAMES_ALONE, ORDERS_ALONE, PASS, TURNED_DOWN
from cardsim.table_talk import in_set, tricks
from cardsim.tricks import SUITS

ASKS = {
    "farmer": "Throw the hand in?",
    "order": "Order the upcard into the dealer's hand?",
    "name-trump": "Do you name another suit as trumps?",
    "discard": "Which card do you lay away?",
    "defend-alone": "Defend alone?",
    "play": "Which card do you play?",
}
UNSEEN = ("discard",)
"""Decisions whose actions the others do not see."""
VERBS = {"play": "play", "discard": "lay away", "name-trump": "call"}
"""Verb for choosing a card or suit, by decision."""
VERBLIKE = ("pass",)
_WORDS = {
    ("order", ORDERS_ALONE): "order up alone",
    ("defend-alone", 0): "stay with your partner",
    ("defend-alone", 1): "defend alone",
}


def felt(view: Any, names: Sequence[str]) -> Felt:
    """Return the table as the seat sees it."""
    own, out = view.seat % 2, _out(view)
    shown: list[tuple[str, str]] = []
    if view.target:
        scores = (view.score[own], view.score[1 - own])
        shown.append(("score", f"{named(('your side', 'theirs'), scores)}; to {view.target}"))
    roles = [("dealer", view.dealer)]
    trumps: tuple[int, ...] = ()
    middle: tuple[Spread, ...] = ()
    trick, taken = None, {}
    if view.trump < 0:
        turned = "turned down" if view.upcard_state == TURNED_DOWN else "turned up"
        middle = (Spread(turned, (card_symbol(view.upcard),), ("",)),)
    else:
        trumps = trumps_of(view.trump)
        shown.append(("trumps", SYMBOLS[view.trump]))
        roles.append(("alone" if view.alone else "maker", view.maker))
        roles += [("sits out", seat) for seat in out]
        taken, trick = {"tricks": view.taken}, trick_of(view, out)
    return Felt(
        chairs(names, held=_held(view, out), marks=roles, **taken),
        int(view.seat),
        int(view.seat),
        facts=tuple(shown),
        middle=middle,
        trick=trick,
        last=trick_of(view, out, back=1) if trick else None,
        hand=suited(HAND, in_set(view.hand), trumps),
    )


def trumps_of(suit: int) -> tuple[int, ...]:
    """Return all trumps of a suit, the highest first: right bower, left bower, and from the ace."""
    jack, others = 10, (0, 12, 11, 9, 8)
    return (13 * suit + jack, 13 * (3 - suit) + jack, *(13 * suit + rank for rank in others))


def _held(view: Any, out: Sequence[int]) -> list[int]:
    """Return the number of cards of each seat."""
    laid = [seat for seat, _ in (trick_of(view, out) or Trick()).laid] if view.trump >= 0 else []
    # Who sits out plays none.
    return [HELD if seat in out else HELD - int(view.tricks) - (seat in laid) for seat in range(4)]


def _out(view: Any) -> list[int]:
    return [seat for seat in range(4) if view.sitting_out[seat]]


def did(view: Any, names: Sequence[str]) -> list[tuple[str, str]]:
    """Return the calls and tricks of this hand, as rows of label and text."""
    shown = []
    order = [(view.dealer + 1 + k) % 4 for k in range(4)]
    for number, said in enumerate(view.calls):
        shown += [
            (names[seat], _call(number, int(said[seat]))) for seat in order if said[seat] >= 0
        ]
    return [*shown, *tricks(view, names, _out(view))]


def _call(number: int, said: int) -> str:
    """Return a call of the first or the second round, in words."""
    if said == PASS:
        return "passed"
    if number == 0:
        return "ordered it up" + (" and plays alone" if said == ORDERS_ALONE else "")
    suit = (said - NAMES) % SUITS
    return f"named {SYMBOLS[suit]}" + (" and plays alone" if said >= NAMES_ALONE else "")


def standing(state: Any) -> tuple[str, list[int]]:
    """Return the points of every side in the match so far."""
    return "points", [int(x) for x in state["score"]]


def word(decision: str, view: Any, action: Any) -> str:
    """Return an action in words; empty for the word that the rules give it."""
    return _WORDS.get((decision, action), "")
