"""The README is run: its commands in an empty folder, the first of them in a process of its own."""

from __future__ import annotations

import re
import shlex
import subprocess
import sys
from io import StringIO
from pathlib import Path

import pytest

from cardsim.cli import main

README = Path(__file__).parents[1] / "README.md"
pytestmark = pytest.mark.skipif(
    not README.exists(), reason="the tests run without the README beside them"
)
BLOCK = re.compile(r"```(sh|python)\n(.*?)```", re.DOTALL)


Block = tuple[str, str]
"""`sh` or `python`, and the text."""


def blocks(text: str) -> list[Block]:
    return BLOCK.findall(text)


def sections() -> dict[str, list[Block]]:
    """The blocks by the heading they stand under."""
    if not README.exists():
        return {}
    parts = re.split(r"^## ", README.read_text("utf-8"), flags=re.MULTILINE)
    return {part.split("\n")[0]: found for part in parts if (found := blocks(part))}


def answers() -> dict[str, list[str]]:
    """What stands below commands that are played as they are, by the heading."""
    if not README.exists():
        return {}
    parts = re.split(r"^## ", README.read_text("utf-8"), flags=re.MULTILINE)
    found = re.compile(r"```sh\n([^`]*)```\n\n```\n(.*?)```", re.DOTALL)
    return {
        part.split("\n")[0]: [
            told for typed, told in found.findall(part) if not re.search(r"\de\d", typed)
        ]
        for part in parts
    }


def shorter(words: list[str]) -> list[str]:
    """The same command with fewer hands."""
    return [w if not re.fullmatch(r"\d+e\d", w) else "2000" for w in words]


SECTIONS = sections()
TOLD = answers()


def in_a_process(words: list[str]) -> int:
    return subprocess.run([sys.executable, "-m", "cardsim", *words], check=False).returncode


def test_what_installs_and_answers_and_what_installs_and_tests_is_one_line_each() -> None:
    """`.ci/run` runs these lines word for word, and knows them by how they begin."""
    every = [block for found in SECTIONS.values() for block in found]
    installing = [text for kind, text in every if kind == "sh" and "pip install" in text]

    first, second = installing
    assert re.fullmatch(r"python -m pip install \. && cardsim run .*\n", first)
    assert re.fullmatch(r"python -m pip install '\.\[test\]' && python -m pytest .*\n", second)


@pytest.mark.parametrize("section", SECTIONS)
@pytest.mark.full
def test_every_command_and_every_line_of_python_in_the_readme_runs(
    section: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capfd: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr("sys.stdin", StringIO())
    ran, said = 0, ""
    for kind, text in SECTIONS[section]:
        if kind == "python" and "STRATEGY" in text:
            (tmp_path / "strategies" / "scat" / "choosy.py").write_text(text, "utf-8")
        elif kind == "python":
            exec(compile(text, str(README), "exec"), {})
        else:
            for line in re.split(r"\n|&&", text):
                words = shlex.split(line, comments=True)
                if words[:1] == ["cardsim"]:
                    status = (main if ran else in_a_process)(shorter(words[1:]))
                    out, err = capfd.readouterr()
                    assert status == 0, (line, err)
                    assert out
                    said += out
                    ran += 1
    for answer in TOLD.get(section, []):
        assert " ".join(answer.split()) in " ".join(said.split())
