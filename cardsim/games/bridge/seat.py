"""A seat's view of a board of Bridge, in words."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from cardsim.cards import SYMBOLS
from cardsim.felt import HAND, Felt, chairs, named, suited, trick_of
from cardsim.games.bridge.state import MATCH, TRICKS
from cardsim.games.bridge.story import COMPARED, call_symbol
from cardsim.table_talk import in_set, tricks

ASKS = {
    "call": "What do you call?",
    "lead": "Which card do you lead?",
    "play": "Which card do you play?",
}
VERBS = {"call": "call", "lead": "lead", "play": "play"}
"""Verb for choosing a card or number, by decision."""
VERBLIKE = ("pass", "double", "redouble")
DECISION_TAKES = 3
"""Time of a decision of people who slip and weigh cards, in times that of other games."""
_DOUBLED = ("", " doubled", " redoubled")
_SEATS = ("North", "East", "South", "West")


def felt(view: Any, names: Sequence[str]) -> Felt:
    """Return the table as the seat sees it."""
    own = view.seat % 2
    vulnerable = {
        (0, 0): "nobody",
        (1, 0): "your side",
        (0, 1): "they",
        (1, 1): "all",
    }[int(view.vul[own]), int(view.vul[1 - own])]
    shown = [("you are", _SEATS[view.seat]), ("vulnerable", vulnerable)]
    # In a match the other table's result is not known yet.
    counts = {"score": view.totals, "games": view.games, "part-score": view.below}
    for label, of in counts.items():
        if any(of):
            shown.append((label, named(("your side", "theirs"), (of[own], of[1 - own]))))
    roles = [("dealer", view.dealer)]
    strain = (*SYMBOLS, "NT")[view.strain]
    trick, turn, lies, dummy = None, int(view.seat), [], -1
    playing = bool(view.level) and view.passes == 3
    if playing:
        taken = [int(view.taken[s]) + int(view.taken[s + 2]) for s in (own, 1 - own)]
        roles.append(("declarer", view.declarer))
        contract = f"{view.level}{strain}{_DOUBLED[view.doubled]} by {names[view.declarer]}"
        shown += [
            ("contract", contract),
            ("tricks", named(("your side", "theirs"), taken)),
        ]
        # The three passes at the end say nothing.
        shown.append(("auction", _auction(view, names, int(view.called) - 3)))
        trick = trick_of(view)
        if view.dummy_hand:
            turn, dummy = int(view.acting_for), (int(view.declarer) + 2) % 4
            lies = [(dummy, suited("dummy", in_set(view.dummy_hand), _trumps(view)))]
    else:
        shown.append(("auction", _auction(view, names, int(view.called)) or "you call first"))
    laid = [seat for seat, _ in trick.laid] if trick else []
    held = [0 if s == dummy else TRICKS - int(view.tricks) - (s in laid) for s in range(4)]
    return Felt(
        chairs(names, held=held, marks=roles, spreads=lies),
        int(view.seat),
        turn,
        facts=tuple(shown),
        trick=trick,
        last=trick_of(view, back=1) if trick else None,
        hand=suited(HAND, in_set(view.hand), _trumps(view) if playing else ()),
    )


def _auction(view: Any, names: Sequence[str], calls: int) -> str:
    """Return the first calls, each with the name of its seat."""
    seats = [names[(view.dealer + k) % 4] for k in range(calls)]
    return named(seats, map(call_symbol, view.calls[:calls].tolist()))


def _trumps(view: Any) -> list[int]:
    """Return the trumps, the highest first."""
    if view.strain >= len(SYMBOLS):
        return []
    return [13 * int(view.strain) + rank for rank in (0, *range(12, 0, -1))]


def asked(decision: str, view: Any) -> str:
    """Return the question: declarer plays dummy's cards, too."""
    for_dummy = decision == "play" and view.dummy_hand and view.acting_for != view.seat
    return "Which card does dummy play?" if for_dummy else ASKS[decision]


def taps(decision: str, _view: Any, _action: Any) -> tuple[str, ...] | None:
    """Return what one taps for an action; None for the cards of its word."""
    return () if decision == "call" else None


def did(view: Any, names: Sequence[str]) -> list[tuple[str, str]]:
    """Return the calls and tricks of this board, as rows of label and text."""
    calls = view.calls[: int(view.called)].tolist()
    called = [(names[(view.dealer + k) % 4], call_symbol(c)) for k, c in enumerate(calls)]
    return [*called, *tricks(view, names)]


def claim(state: Any, tricks: int) -> str:
    """Give declarer's side `tricks` tricks and the others the rest; return why it cannot be."""
    if not state["level"] or state["passes"] != 3:
        return "there is no contract"
    ours, theirs = int(state["declarer"]), (int(state["declarer"]) + 1) % 4
    taken = [int(state["taken"][seat] + state["taken"][(seat + 2) % 4]) for seat in (ours, theirs)]
    if not taken[0] <= tricks <= TRICKS - taken[1]:
        return f"declarer's side has {taken[0]} tricks, and the others {taken[1]}"
    state["taken"][ours] += tricks - taken[0]
    state["taken"][theirs] += TRICKS - tricks - taken[1]
    return ""


def standing(state: Any) -> tuple[str, list[int]]:
    """Return the points of every side in the match so far, as the match counts them."""
    counts, totals = "point", state["totals"]
    if state["unit"] == MATCH:
        counts, totals = COMPARED[state["comparison"]], state["scored"]
    return f"{counts}s", [int(x) for x in totals]


def word(decision: str, view: Any, action: Any) -> str:
    """Return an action in words; empty for the word that the rules give it."""
    return call_symbol(action) if decision == "call" and 0 < action < 36 else ""
