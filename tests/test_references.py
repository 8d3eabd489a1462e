"""Sections and invariants of RULES.md that tests and oracles name are there."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from cardsim.games import game_names, load_game, rules_text

TESTS = Path(__file__).parent
NUMBERS = r"\d+(?:\.\d+)?(?:(?:, | and |, and )\d+\b)*"
CITED = re.compile(rf"\b(section|invariant)s? ({NUMBERS})", re.IGNORECASE)
"""Such as "section 4.7" and "Invariants 2, 3 and 5"."""
INVARIANTS = "11"


def items(game: str) -> dict[str, set[str]]:
    """The numbered items of each section, by its number."""
    parts = re.split(r"^## (\d+)\. ", rules_text(game), flags=re.MULTILINE)[1:]
    return {
        number: set(re.findall(r"^(\d+)\. ", text, flags=re.MULTILINE))
        for number, text in zip(parts[::2], parts[1::2], strict=True)
    }


def missing(text: str, rules: dict[str, set[str]]) -> list[str]:
    """What a text cites that is not in the rules."""
    found = []
    for cited in CITED.finditer(text):
        kind, numbers = cited[1].lower(), re.findall(r"[\d.]+", cited[2])
        for number in numbers:
            section, _, item = number.partition(".")
            if kind == "invariant":
                section, item = INVARIANTS, number
            if section not in rules or (item and item not in rules[section]):
                found.append(f"{kind} {number}")
    return found


@pytest.mark.parametrize("game", game_names())
def test_what_tests_cite_is_in_the_rules(game: str) -> None:
    name = load_game(game).name.replace("-", "_")
    files = [TESTS / "oracles" / f"{name}.py", *TESTS.glob(f"test_{name}_*.py")]

    absent = {file.name: missing(file.read_text("utf-8"), items(game)) for file in files}

    assert {file: cited for file, cited in absent.items() if cited} == {}


def test_a_section_that_is_not_there_is_missing() -> None:
    rules = {"4": {"1", "2"}, "11": {"1"}}

    text = "section 4.2, sections 4 and 15, Section 4.3 and invariants 1 and 2"

    assert missing(text, rules) == ["section 15", "section 4.3", "invariant 2"]
