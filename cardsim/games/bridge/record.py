"""Played boards in the notations of other programs."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from cardsim.game import SCORED, Step
from cardsim.games.bridge import lin, pbn
from cardsim.games.bridge.boards import Board, Record, Said
from cardsim.games.bridge.play import declarers_tricks
from cardsim.games.bridge.state import CHICAGO, DUPLICATE, RUBBER
from cardsim.tricks import SEATS

SCORING = {CHICAGO: "Chicago", RUBBER: "Rubber"}


def as_pbn(steps: list[Step], rules: Any, players: Sequence[str]) -> list[str]:
    """Return the finished boards in Portable Bridge Notation.

    Args:
        steps: of a traced board, or of all deals of a longer unit.
        rules: packed.
        players: the player in each seat.
    """
    lines = ["% PBN 2.1"]
    for state in _ends(steps):
        more = {"Scoring": SCORING.get(int(state["unit"]), "")}
        if state["scoring"] == DUPLICATE:
            more["Score"] = f"NS {state['points'][0]}"
        lines += [*pbn.written(_record(state, players), more), ""]
    return lines


def as_lin(steps: list[Step], rules: Any, players: Sequence[str]) -> list[str]:
    """Return the finished boards in LIN; arguments as for `as_pbn`."""
    return [line for state in _ends(steps) for line in lin.written(_record(state, players))]


def _ends(steps: list[Step]) -> Iterator[Any]:
    """Yield the final state of each board."""
    return (s.after for s in steps if s.decision is None and s.action == SCORED)


def _record(state: Any, players: Sequence[str]) -> Record:
    """Return the record of a finished board."""
    sides = int(state["vul"][0]), int(state["vul"][1])
    hands = tuple(int(cards) for cards in state["dealt"])
    board = Board(int(state["deal_number"]), int(state["dealer"]), sides, hands)
    calls = [Said(0, call) for call in state["calls"][: int(state["called"])].tolist()]
    played = zip(state["leaders"].tolist(), state["history"].tolist(), strict=False)
    plays = [Said(0, card) for _, cards in played for card in cards] if state["level"] else []
    tricks = int(declarers_tricks(state)) if plays else None
    return Record(board, tuple(players), "", tuple(calls), tuple(plays[: SEATS * 13]), tricks)
