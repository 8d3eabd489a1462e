"""A seat's view of a hand of Euchre, in words."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from cardsim.cards import SYMBOLS, card_symbol
from cardsim.games.euchre.state import NAMES, NAMES_ALONE, ORDERS_ALONE, PASS
from cardsim.table_talk import by_suit, each, in_set, trick, tricks
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


def rows(view: Any, names: Sequence[str]) -> list[tuple[str, str]]:
    """Return what lies on the table and what the seat holds, as rows of label and text."""
    own = view.seat % 2
    shown = [("dealer", names[view.dealer])]
    if view.target:
        scores = (view.score[own], view.score[1 - own])
        shown.append(("score", f"{each(('your side', 'theirs'), scores)}; to {view.target}"))
    if view.trump < 0:
        shown.append(
            ("turned down" if view.upcard_state == 2 else "turned up", card_symbol(view.upcard))
        )
    else:
        alone = ", alone" if view.alone else ""
        shown.append(("trumps", f"{SYMBOLS[view.trump]}, made by {names[view.maker]}{alone}"))
        shown += [
            ("tricks", each(names, view.taken)),
            ("on the table", trick(view, names, _out(view))),
        ]
    return [*shown, ("your hand", by_suit(in_set(view.hand)))]


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


def word(decision: str, view: Any, action: Any) -> str:
    """Return an action in words; empty for the word that the rules give it."""
    return _WORDS.get((decision, action), "")
