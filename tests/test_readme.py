"""The README and the guides are run: their commands in an empty folder, the first in a process."""

from __future__ import annotations

import re
import shlex
import subprocess
import sys
from importlib.util import find_spec
from io import StringIO
from pathlib import Path

import pytest

from cardsim.cli import main
from cardsim.tournaments import best_answers

ROOT = Path(__file__).parents[1]
README = ROOT / "README.md"
TUTORIAL = ROOT / "docs" / "guides" / "your-own-game.md"
"""What it says is tested by `tests/test_tutorial.py`."""
LIARS = ROOT / "docs" / "guides" / "liars-dice.md"
"""What it says is tested by `tests/test_liars_dice.py`."""
GUIDES = sorted({*ROOT.glob("docs/guides/*.md")} - {TUTORIAL, LIARS})
PAGES = [README, *GUIDES, *sorted(ROOT.glob("docs/games/*.md"))]
pytestmark = pytest.mark.skipif(
    not README.exists(), reason="the tests run without the README beside them"
)
BLOCK = re.compile(r"```(sh|python)\n(.*?)```", re.DOTALL)
FILE = re.compile(r"```text\n# (\S+\.txt)\n(.*?)```", re.DOTALL)
"""A file that a page shows, with its name."""


Block = tuple[str, str]
"""`sh` or `python`, and the text."""


def blocks(text: str) -> list[Block]:
    return BLOCK.findall(text)


def sections() -> dict[str, str]:
    """The text below each heading, by the page and the heading."""
    if not README.exists():
        return {}
    return {
        f"{page.stem}: {part.splitlines()[0]}": part
        for page in PAGES
        for part in re.split(r"^## ", page.read_text("utf-8"), flags=re.MULTILINE)
        if blocks(part)
    }


def answers(text: str) -> list[str]:
    """What stands below commands that are played as they are."""
    found = re.findall(r"```sh\n([^`]*)```\n\n```\n(.*?)```", text, re.DOTALL)
    return [told for typed, told in found if not re.search(r"\de\d", typed)]


def shorter(words: list[str]) -> list[str]:
    """The same command with fewer hands, rounds and worlds."""
    fewer = [w if not re.fullmatch(r"\d+e\d", w) else "2000" for w in words]
    asked = "--lines" if "--lines" in words else "".join(words[:1])
    for option, few in FEWER.get(asked, {}).items():
        given = fewer.index(option) if option in fewer else len(fewer)
        fewer[given : given + 2] = [option, few]
    return fewer


def shorter_python(text: str) -> str:
    """The same lines with fewer hands; many strategies are compared in fewest."""

    def fewer(line: str) -> str:
        most = "200" if "compare(" in line or "tournament(" in line else "2_000"
        return re.sub(r"\b\d{1,3}(_000)+\b", lambda n: min(n[0], most, key=int), line)

    return "\n".join(map(fewer, text.split("\n")))


FEWER = {"advise": {"--worlds": "100"}, "learn": {"--rounds": "1"}, "--lines": {"--lines": "1"}}
SECTIONS = sections()


def in_a_process(words: list[str]) -> int:
    return subprocess.run([sys.executable, "-m", "cardsim", *words], check=False).returncode


def test_what_installs_and_answers_and_what_installs_and_tests_is_one_line_each() -> None:
    """`.ci/run` runs these lines word for word, and knows them by how they begin."""
    every = blocks(README.read_text("utf-8"))
    installing = [text for kind, text in every if kind == "sh" and "pip install" in text]

    first, second = installing
    assert re.fullmatch(r"python -m pip install \. && cardsim run .*\n", first)
    assert re.fullmatch(r"python -m pip install '\.\[test\]' && python -m pytest .*\n", second)


@pytest.mark.skipif(not (ROOT / "reports").exists(), reason="there is the README alone")
def test_the_readme_is_short_and_its_links_lead_somewhere() -> None:
    text = README.read_text("utf-8")
    links = [link for link in re.findall(r"\]\(([^)]+)\)", text) if "//" not in link]

    assert text.count("\n") <= 120
    assert links
    assert not [link for link in links if not (ROOT / link).exists()]


@pytest.mark.skipif(not (ROOT / "reports").exists(), reason="there is the README alone")
def test_chapters_name_files_that_are_there() -> None:
    chapters = [ROOT / "CONTRIBUTING.md", *ROOT.glob("tests/**/README.md")]
    chapters += [*ROOT.glob("cardsim/*/README.md"), *ROOT.glob("docs/games/*.md")]
    gone = []
    for page in chapters:
        text = page.read_text("utf-8")
        links = [link for link in re.findall(r"\]\(([^)]+)\)", text) if "//" not in link]
        gone += [link for link in links if not (page.parent / link).exists()]
        named = re.findall(r"`([\w./-]+(?:\.py|/))`", text)
        near = (page.parent, ROOT, ROOT / "cardsim", ROOT / "cardsim" / "games" / "scat")
        gone += [name for name in named if not any((folder / name).exists() for folder in near)]

    assert len(chapters) > 20
    assert not gone


@pytest.mark.parametrize("section", SECTIONS)
@pytest.mark.full
def test_every_command_and_every_line_of_python_runs(
    section: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capfd: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr("sys.stdin", StringIO())
    monkeypatch.setenv("CARDSIM_RUNS", str(tmp_path / "runs.sqlite"))
    monkeypatch.setattr(best_answers, "ROUNDS", 1)
    ran, said = 0, ""
    for name, text in FILE.findall(SECTIONS[section]):
        (tmp_path / name).write_text(text, "utf-8")
    for kind, text in blocks(SECTIONS[section]):
        if kind == "python" and "STRATEGY" in text:
            named = re.search(r"strategies/scat/(\w+)\.py", SECTIONS[section])
            path = tmp_path / "strategies" / "scat" / f"{named[1] if named else 'choosy'}.py"
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text, "utf-8")
        elif kind == "python" and ("sklearn" not in text or find_spec("sklearn")):
            exec(compile(shorter_python(text), section, "exec"), {})
        elif kind == "sh":
            for line in re.split(r"\n|&&", text):
                words = shlex.split(line, comments=True)
                if words[:1] == ["cardsim"]:
                    status = (main if ran else in_a_process)(shorter(words[1:]))
                    out, err = capfd.readouterr()
                    assert status == 0, (line, err)
                    assert out
                    said += out
                    ran += 1
    for answer in answers(SECTIONS[section]):
        assert " ".join(answer.split()) in " ".join(said.split())
