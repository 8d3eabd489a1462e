"""Rules of thumb as a numbered list, with the cases of a rule below each other.

A rule may have cases: `knock holding 22 or more points at first; 26 or more later`. Cases that each
begin with a limit become a small table: the limit, and when it holds.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from cardsim.runs.words import capitalised

_LIMIT = re.compile(
    r"((?:exactly |at (?:least|most) )?\d+(?: or (?:more|less|fewer))?(?: points)?|never|always)\s"
)
_CASES = "; "


@dataclass(frozen=True)
class CardRule:
    """One rule to play by.

    Attributes:
        text: the advice, or the part of it that holds in every case.
        limits: (limit, when it holds) for each case; empty unless every case begins with a limit.
        cases: the further cases as text.
    """

    text: str
    limits: tuple[tuple[str, str], ...] = ()
    cases: tuple[str, ...] = ()


def numbered(rules: Sequence[str]) -> tuple[CardRule, ...]:
    """Split each rule into its text and its cases."""
    return tuple(map(rule, rules))


def rule(text: str) -> CardRule:
    """Split a rule into its text and its cases."""
    first, *cases = capitalised(text).split(_CASES)
    begin = [match.start() for match in _LIMIT.finditer(first)]
    if not cases or not begin or not all(map(_LIMIT.match, cases)):
        ends = [";"] * len(cases) + ["."]
        told = [part + end for part, end in zip((first, *cases), ends, strict=True)]
        return CardRule(told[0], cases=tuple(told[1:]))
    parts = [_LIMIT.split(case, maxsplit=1)[1:] for case in (first[begin[0] :], *cases)]
    return CardRule(first[: begin[0]].strip(), tuple((limit, when) for limit, when in parts))
