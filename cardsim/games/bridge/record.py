"""Boards that were played as other programs read them: Portable Bridge Notation."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from cardsim.game import SCORED, Step
from cardsim.games.bridge.pbn import CALLED, COMPASS, card_text, deal_text
from cardsim.games.bridge.state import CHICAGO, DUPLICATE, RUBBER, SIDES, STRAINS
from cardsim.games.bridge.story import CALL_WORDS
from cardsim.tricks import SEATS

VULNERABLE = {(0, 0): "None", (1, 0): "NS", (0, 1): "EW", (1, 1): "All"}
SCORING = {CHICAGO: "Chicago", RUBBER: "Rubber"}
CALLS = {"pass": "Pass", "double": "X", "redouble": "XX"}


def written(steps: list[Step], rules: Any, players: Sequence[str]) -> list[str]:
    """The boards that were played to their ends, as other programs read them.

    Args:
        steps: of a traced board, or of all deals of what goes on.
        rules: packed.
        players: who sat in each seat.
    """
    del rules
    lines = ["% PBN 2.1"]
    for step in steps:
        if step.decision is None and step.action == SCORED:
            lines += [*_record(step.after, players), ""]
    return lines


def _record(state: Any, players: Sequence[str]) -> list[str]:
    dealer, declarer = int(state["dealer"]), int(state["declarer"])
    passed = not state["level"]
    contract, result = "Pass", ""
    if not passed:
        called = CALL_WORDS[1 + STRAINS * (int(state["level"]) - 1) + int(state["strain"])]
        contract = f"{_call(called)}{'X' * int(state['doubled'])}"
        result = str(state["taken"][declarer] + state["taken"][(declarer + SIDES) % SEATS])
    tags = {
        "Event": "cardsim",
        "Site": "",
        "Date": "",
        "Board": str(state["deal_number"]),
        **{CALLED[seat]: players[seat] for seat in (3, 0, 1, 2)},
        "Dealer": COMPASS[dealer],
        "Vulnerable": VULNERABLE[int(state["vul"][0]), int(state["vul"][1])],
        "Deal": deal_text([int(cards) for cards in state["dealt"]]),
        "Scoring": SCORING.get(int(state["unit"]), ""),
        "Declarer": "" if passed else COMPASS[declarer],
        "Contract": contract,
        "Result": result,
    }
    if state["scoring"] == DUPLICATE:
        tags["Score"] = f"NS {state['points'][0]}"
    lines = [f'[{name} "{_escaped(value)}"]' for name, value in tags.items()]
    calls = [_call(CALL_WORDS[c]) for c in state["calls"][: int(state["called"])].tolist()]
    lines += [f'[Auction "{COMPASS[dealer]}"]', *_rows(calls)]
    return lines if passed else lines + _play(state)


def _escaped(value: str) -> str:
    return value.replace("\\", "\\\\").replace('"', '\\"')


def _call(word: str) -> str:
    """A call as files have it: `1C`, `3NT`, `Pass`, `X`."""
    return CALLS.get(word, word.replace("N", "NT"))


def _rows(words: Sequence[str]) -> list[str]:
    return [" ".join(words[at : at + SEATS]) for at in range(0, len(words), SEATS)]


def _play(state: Any) -> list[str]:
    """The tricks, each in the order of the seats from the opening leader on."""
    opening = int(state["leaders"][0])
    lines = [f'[Play "{COMPASS[opening]}"]']
    for leader, cards in zip(state["leaders"].tolist(), state["history"].tolist(), strict=False):
        places = [(opening + k - leader) % SEATS for k in range(SEATS)]
        lines.append(" ".join(card_text(cards[place]) for place in places))
    return lines
