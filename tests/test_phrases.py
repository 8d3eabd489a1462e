"""Phrases that nobody at a card table would say, and that no text says again."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
RETIRED = re.compile(
    r"who leaves? one out|beside who plays|wins so many|adds so many points|left in the end|"
    r"tenths of a trick that|so many tenths of a trick|of use last|could be told|"
    r"by the weights of its file|to begin is best|could reckon with|in a place of a hand|"
    r"by what was learned|as was learned|among players of any one|is seen to gain|"
    r"gets more is left with|beside the best|"
    r"in a crowd in which nobody gains|who is left|beside the average|(by|beside) what it began|"
    r"beside (those it|three of)|among whom",
    re.IGNORECASE,
)
"""The better words for each stand in the glossary of `cardsim/show/README.md`."""


def texts() -> Iterator[tuple[str, int, str]]:
    """What people read: texts in code but for what documents it, and pages of text."""
    for folder in ("cardsim", "experiments", "strategies", "examples"):
        for file in sorted((ROOT / folder).rglob("*.py")):
            tree = ast.parse(file.read_text("utf-8"))
            documents = {id(text) for text in documented(tree)}
            for node in ast.walk(tree):
                read = id(node) not in documents or folder in {"strategies", "experiments"}
                if read and isinstance(node, ast.Constant) and isinstance(node.value, str):
                    yield str(file.relative_to(ROOT)), node.lineno, node.value
    pages = [f for f in sorted((ROOT / "docs").rglob("*.md")) if "made" not in f.parts]
    books = sorted((ROOT / "notebooks").glob("*.ipynb"))
    for file in [ROOT / "README.md", *pages, *books]:
        for number, line in enumerate(file.read_text("utf-8").splitlines(), 1):
            yield str(file.relative_to(ROOT)), number, line


def documented(tree: ast.Module) -> Iterator[ast.Constant]:
    """The docstrings of a module, and the texts below its constants."""
    for node in ast.walk(tree):
        body = getattr(node, "body", None)
        for statement in body if isinstance(body, list) else ():
            if isinstance(statement, ast.Expr) and isinstance(statement.value, ast.Constant):
                yield statement.value


@pytest.mark.skipif(not (ROOT / "docs").exists(), reason="the tests run without the docs")
def test_no_text_says_what_was_retired() -> None:
    said = [
        f"{file}:{line}: {m[0]}" for file, line, text in texts() for m in RETIRED.finditer(text)
    ]
    assert not said
