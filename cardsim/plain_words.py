"""Numbers that a game in plain Python shows or records, and words of its actions."""

from __future__ import annotations

import itertools
from collections.abc import Sequence
from dataclasses import dataclass

MOST_WORDS = 24
"""Actions of a decision up to which all are named where it is described."""


@dataclass(frozen=True)
class Number:
    """A number, or a row of them, that is seen or recorded.

    Attributes:
        help: its meaning.
        low, high: its limits.
        length: 0 for one number, else the largest length of a row; -1 stands behind the last.
    """

    help: str
    low: int
    high: int
    length: int = 0


def number(help: str, low: int, high: int) -> Number:  # noqa: A002
    """Declare a number that is seen or recorded, with its meaning and limits."""
    return Number(help, low, high)


def numbers(help: str, low: int, high: int, length: int) -> Number:  # noqa: A002
    """Declare a row of such numbers, at most `length` long; -1 stands behind the last."""
    return Number(help, low, high, length)


class Form(tuple[str, ...]):  # noqa: SLOT001  (a tuple can have no slots)
    """The words of actions of one form, such as the bids of an auction.

    Attributes:
        form: the form in words, which is told in place of a long list: `COUNT x FACE`.
    """

    form: str


def form(told: str, **low_and_high: tuple[int, int]) -> Form:
    """Return the actions of a form, whose last number moves first.

    Args:
        told: the words of an action, with its numbers in braces: "{count} x {face}".
        low_and_high: the least and the largest of each number, in order.
    """
    spans = [range(low, high + 1) for low, high in low_and_high.values()]
    rows = (dict(zip(low_and_high, row, strict=True)) for row in itertools.product(*spans))
    made = Form(told.format(**row) for row in rows)
    limits = (f"{n.upper()} {low} to {high}" for n, (low, high) in low_and_high.items())
    shown = told.format(**{name: name.upper() for name in low_and_high})
    made.form = f"{shown}, with {', '.join(limits)}"
    return made


def described(words: Sequence[str]) -> str:
    """Return what is decided, in words."""
    if isinstance(words, Form):
        return words.form
    many = len(words) > MOST_WORDS
    return f"{words[0]} to {words[-1]}" if many else " or ".join(words)


def as_words(words: Sequence[str]) -> tuple[str, ...]:
    """Return the words of actions, with their form if they have one."""
    return words if isinstance(words, Form) else tuple(words)
