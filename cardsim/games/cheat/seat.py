"""A seat's view of a game of Cheat, in words."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

import numpy as np

from cardsim.cards import one_of_rank, rank_symbol
from cardsim.felt import HAND, Felt, Spread, chairs
from cardsim.game import Step
from cardsim.games.cheat.state import CLASSROOM, RANKS, TRICHEZ
from cardsim.games.cheat.story import told_cards

ASKS = {
    "rank": "Which rank do you claim?",
    "count": "How many cards do you lay?",
    "card": "Which card do you lay?",
    "challenge": "Do you believe it, or challenge?",
}
LIFTS = {"rank": "before", "count": "count"}
"""Decisions before which one may lift the cards: they are counted then, or at the next decision."""
UNSEEN = ("card",)
"""Decisions whose actions the others do not see."""
REPLAYED = 15_000
"""Claims of the imagined games together; each is played again many times, in a second or so."""
VERBS = {"rank": "claim", "count": "lay", "card": "lay"}
"""Verb for choosing a card or number, by decision."""


def most_imagined(view: Any) -> int:
    """Return how many games may be imagined in a few seconds: each plays all claims again."""
    return REPLAYED // max(int(view.past_claims or view.plays), 1)


def felt(view: Any, names: Sequence[str]) -> Felt:
    """Return the table as the seat sees it."""
    rank, count = view.claim_rank, view.claim_count
    shown = []
    if view.claim_seat >= 0:
        shown.append(("the claim", f"{names[view.claim_seat]}: {_claimed(count, rank)}"))
    elif rank >= 0:
        shown.append(("to be claimed", rank_symbol(rank)))
    elif view.required_rank >= 0:
        shown.append(("to be claimed", rank_symbol(view.required_rank)))
    elif view.last_rank >= 0:
        shown.append(("claimed last", rank_symbol(view.last_rank)))
    counts = {"games_won": view.won} if view.match else {}
    wrong = {"caught": view.caught, "doubted_wrongly": view.wrong_challenges}
    counts |= {label: field for label, field in wrong.items() if any(n > 0 for n in field)}
    middle = [Spread("pile", under=int(view.pile_size))]
    if any(view.chosen):
        middle.append(Spread("laid so far", _ranks(view.chosen), ("",) * int(sum(view.chosen))))
    hand = _ranks(view.counts)
    return Felt(
        chairs(names, held=view.hand_sizes, **counts),
        int(view.seat),
        int(view.seat),
        facts=tuple(shown),
        middle=tuple(middle),
        hand=Spread(HAND, hand, note="" if hand else "a stack, face down"),
        ahead=min(int(view.max_cards), len(hand)),
    )


def _cards(count: int) -> str:
    return "1 card" if count == 1 else f"{count} cards"


def _claimed(count: int, rank: int) -> str:
    """Return a claim in words; in the classroom it names no rank."""
    return told_cards(count, rank) if 0 <= rank < RANKS else _cards(count)


def _ranks(counts: Any) -> tuple[str, ...]:
    return tuple(rank_symbol(r) for r, n in enumerate(counts) for _ in range(int(n)))


def taps(decision: str, _view: Any, action: Any) -> tuple[str, ...] | None:
    """Return what one taps for an action; None for the cards of its word."""
    return (rank_symbol(action),) if decision == "card" else None


def did(view: Any, names: Sequence[str]) -> list[tuple[str, str]]:
    """Return the claims in the pile, as rows of player and claim."""
    return [
        (names[int(seat)], _claimed(int(count), int(rank)))
        for seat, rank, count, _ in view.pile_plays[: view.pile_claims]
    ]


def shown(step: Step, names: Sequence[str]) -> list[tuple[str, str]]:
    """Return what a challenge showed to all, as rows of label and text."""
    if step.decision is None or step.decision.name != "challenge" or step.action == 0:
        return []
    before = step.before
    size, claimant = int(before["pile_size"]), int(before["claim_seat"])
    cards = before["pile"][size - int(before["claim_count"]) : size].tolist()
    if before["mode"] == CLASSROOM:
        laid = "Trichez!" if cards[0] == TRICHEZ else "a phrase"
    else:
        laid = " ".join(map(rank_symbol, sorted(cards)))
    told = "true" if before["truthful"] else "a lie"
    taker = names[claimant if told == "a lie" else step.seat]
    told = f"challenged {names[claimant]}, who laid {laid}: {told}; {taker} took the pile of "
    return [(names[step.seat], f"{told}{_cards(size)}")]


def hidden(
    states: Any, seat: int, names: Sequence[str]
) -> Iterator[tuple[str, np.ndarray[Any, Any]]]:
    """Yield what a seat does not see, as clauses, with the hands in which they are true."""
    if states["claim_seat"][0] >= 0:
        yield "the claim is true", states["truthful"] > 0
    if states["mode"][0] == CLASSROOM:
        return
    for other in (k for k in range(len(names)) if k != seat):
        for rank in range(RANKS):
            many = states["counts_of"][:, other, rank]
            yield f"{names[other]} holds {one_of_rank(rank)}", many > 0
            yield f"{names[other]} holds two {rank_symbol(rank)}s or more", many > 1


def standing(state: Any) -> tuple[str, list[int]]:
    """Return the games won of every seat in the match so far."""
    return "games won", [int(x) for x in state["won"][: state["players"]]]


def word(decision: str, view: Any, action: Any) -> str:
    """Return an action in words; empty for the word that the rules give it."""
    if decision == "card":
        return rank_symbol(action)
    return ("believe it", "challenge")[action] if decision == "challenge" else ""
