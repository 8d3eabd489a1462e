"""The guide with ten questions of a data scientist says how many lines each took."""

from __future__ import annotations

import ast
import re
from pathlib import Path

import pytest

GUIDE = Path(__file__).parents[1] / "docs" / "guides" / "ten-questions.md"
pytestmark = pytest.mark.skipif(not GUIDE.exists(), reason="the tests run without the guides")
BLOCK = re.compile(r"^## (\d+)\. (.*?)\n.*?```python\n(.*?)```", re.DOTALL | re.MULTILINE)


def lines(code: str) -> int:
    """Lines of a block but imports, what is printed, and blank ones."""
    left_out = [
        node
        for node in ast.parse(code).body
        if isinstance(node, ast.Import | ast.ImportFrom) or ast.unparse(node).startswith("print(")
    ]
    skipped = sum((node.end_lineno or 0) - node.lineno + 1 for node in left_out)
    return sum(bool(line.strip()) for line in code.splitlines()) - skipped


def test_the_table_has_each_question_with_its_lines() -> None:
    text = GUIDE.read_text("utf-8")

    rows = [
        tuple(cell.strip() for cell in row.split("|")[1:-1])
        for row in text.splitlines()
        if re.match(r"\| \d+ \|", row)
    ]

    told = [(number, question, str(lines(code))) for number, question, code in BLOCK.findall(text)]
    assert len(rows) == 10
    assert [(number, question, count) for number, question, count in rows] == told
