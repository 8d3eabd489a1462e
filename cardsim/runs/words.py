"""Counts and lists in words, as sentences have them."""

from __future__ import annotations

from collections.abc import Sequence

COUNTS = (
    *("no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten"),
    *("eleven", "twelve"),
)
BOTH = 2
MOST_LISTED = 8
"""Most things that a sentence names."""


def counted(count: int) -> str:
    """Return a number in words up to twelve, and in digits beyond."""
    return COUNTS[count] if count < len(COUNTS) else str(count)


def number_of(count: int, noun: str) -> str:
    """Return a number of things whose plural has an `s`: `one start`, `two starts`."""
    return f"{counted(count)} {noun}{'s' * (count != 1)}"


def everyone(count: int) -> str:
    """Return a word for all of a number, to stand before a noun or verb: `both`, `all four`."""
    return "both" if count == BOTH else f"all {counted(count)}"


def listed(words: Sequence[str], conjunction: str = "and", *, most: int = MOST_LISTED) -> str:
    """Join words as a list, cut after `most`: `a, b and c`."""
    some = list(words[:most])
    if len(words) > most:
        some.append(f"{len(words) - most} more")
    return f" {conjunction} ".join([", ".join(some[:-1]), some[-1]] if len(some) > 1 else some)


def capitalised(text: str) -> str:
    """Return a text with its first letter as a capital."""
    return text[:1].upper() + text[1:]
