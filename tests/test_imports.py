"""Modules of the package depend on each other in one direction."""

from __future__ import annotations

import ast
import importlib
import re
import subprocess
import sys
from collections.abc import Iterator
from graphlib import TopologicalSorter
from pathlib import Path

import pytest

import cardsim
import cardsim.studies
from cardsim.process.above import HOMES

PACKAGE = Path(cardsim.__file__).parent


def module_of(path: Path) -> str:
    """Return the name by which a file is imported."""
    parts = path.relative_to(PACKAGE.parent).with_suffix("").parts
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


def named_in(tree: ast.AST) -> Iterator[str]:
    """Give all that a module imports, anywhere in it, and the names of modules in its strings."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            yield from (f"{node.module}.{alias.name}" for alias in node.names)
        elif isinstance(node, ast.Call) and "import_module" in ast.unparse(node.func):
            yield from (str(a.value) for a in node.args if isinstance(a, ast.Constant))


def test_no_module_depends_on_itself_by_way_of_others() -> None:
    """Imports within functions and for types alone count, and so do modules named in a string."""
    modules = {module_of(path): path for path in PACKAGE.rglob("*.py")}
    graph: dict[str, set[str]] = {}
    for name, path in modules.items():
        met = graph[name] = set()
        for named in named_in(ast.parse(path.read_text("utf-8"))):
            home = next((m for m in (named, named.rpartition(".")[0]) if m in modules), None)
            met |= {home} - {None, name} if home else set()

    order = [*TopologicalSorter(graph).static_order()]

    assert len(order) == len(modules)


def test_only_answers_and_requests_look_above_themselves() -> None:
    """Names that `cardsim` fills in are no imports, so that nothing else may use them."""
    texts = {module_of(path): path.read_text("utf-8") for path in PACKAGE.rglob("*.py")}
    looking = {name for name, text in texts.items() if re.search(r"[^.\w]above\(\"", text)}

    assert looking == {f"cardsim.runs.{name}" for name in ("answer", "request", "result")}
    assert [*HOMES] == ["asking", "figures", "pages", "replays", "runs"]


def test_the_paths_of_before_work_for_a_release() -> None:
    with pytest.warns(FutureWarning, match=r"cardsim.answers.experiments is cardsim.studies"):
        old = importlib.import_module("cardsim.answers.experiments")

    assert old.Lab is cardsim.studies.Lab
    assert old.Series is cardsim.Series
    with pytest.raises(ModuleNotFoundError):
        importlib.import_module("cardsim.answers.nothing")


def test_the_package_begins_with_the_clock_and_without_typing() -> None:
    code = "import sys, cardsim; print(*sys.modules)"
    told = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)

    loaded = told.stdout.split()
    names = ["cardsim.process", *(f"cardsim.process.{name}" for name in ("began", "above"))]
    assert [name for name in loaded if name.startswith("cardsim.")] == names
    assert "typing" not in loaded
