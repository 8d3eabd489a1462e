"""Programs of any language play by lines of JSON; what they do wrong is told in a line."""

from __future__ import annotations

import re
import shlex
import subprocess
import sys
import textwrap
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

import cardsim
from cardsim.games import load_game
from live_pages import needs_node
from typed import Said

GUIDE = Path(__file__).parents[1] / "docs" / "guides" / "strategies.md"
BOT = """
import json, sys
for line in sys.stdin:
    question = json.loads(line)
    {answer}
"""
Named = Callable[..., str]
RUN = ("run", "scat", "-n5", "--unit=hand", "--seed=1")


@pytest.fixture
def bot(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Named:
    """(answer) writes a program that does this with each question, and returns its name."""
    monkeypatch.chdir(tmp_path)

    def write(answer: str, whole: str = BOT, more: str = "") -> str:
        text = whole.replace("{answer}", textwrap.indent(answer, "    ").strip())
        (tmp_path / "bot.py").write_text(text, "utf-8")
        return f"program:{sys.executable} -S bot.py{more}"

    return write


def says(answer: str) -> str:
    """A line of a bot that answers with this expression."""
    return f"print(json.dumps({answer}), flush=True)"


FIRST = says('question["legal"][0]')
KNOCKS = says(
    '{"knock": question["view"]["value"] >= 25}.get(question["decision"], question["legal"][0])'
)


def played(strategy: Any, hands: int = 30) -> dict[str, Any]:
    """The counts of a few hands of Scat."""
    result = cardsim.run(
        "scat", hands, unit="hand", strategy=strategy, vs="usual", seed=1, threads=1
    )
    return {name: table.to_dict(as_series=False) for name, table in result.tables.items()}


def test_a_program_plays_the_hands_that_the_same_strategy_plays_in_python_and_compiled(
    bot: Named,
) -> None:
    def knock(view: Any) -> Any:
        return view.value >= 25

    def first(view: Any, count_legal: Any, nth_legal: Any) -> Any:  # noqa: ARG001  (in that order)
        return nth_legal(view, 0)

    decisions = [d.function for d in load_game("scat").decisions]
    whole: dict[str, Any] = dict.fromkeys(decisions, first) | {"knock": knock}
    python = cardsim.Strategy("scat", name="python", compiled=False, **whole)
    compiled = cardsim.Strategy("scat", name="compiled", **whole)

    program = played(bot(KNOCKS))

    assert program == played(python) == played(compiled)
    assert program != played("threshold")


@pytest.mark.full
def test_the_words_of_actions_and_objects_are_answers_too(bot: Named) -> None:
    as_words = says('(question.get("words") or question["legal"])[0]')
    as_objects = says('{"action": question["legal"][0]}')

    assert played(bot(as_words)) == played(bot(FIRST)) == played(bot(as_objects))


@pytest.mark.full
def test_a_program_that_draws_luck_from_its_question_plays_the_same_hands_again(bot: Named) -> None:
    lucky = 'question["legal"][int(question["chance"] * len(question["legal"]))]'
    name = bot(says(lucky))

    once = played(name)

    assert once == played(name)
    assert once != played(bot(FIRST))


@pytest.mark.parametrize(
    ("answer", "wrong"),
    [
        ("import time; time.sleep(99)", "has not answered in 0.4 s"),
        (
            "import os\nwhile True: os.write(2, b'x\\n' * 32768)",
            "has not answered in 0.4 s; its last lines: x",
        ),
        ("sys.exit(3)", "ended with exit status 3"),
        ("print('no king left', file=sys.stderr); sys.exit(1)", "; its last lines: no king left"),
        ("while True: print('x' * 999)", "more than one answer: 'xxx|answered 'xxx"),
        ("print('x' * 99999, end='', flush=True); import time; time.sleep(9)", "more than 65536"),
        (says("0") + "; " + says("0"), "wrote more than one answer: '0"),
        (says("77"), "answered 77 to decision 'knock' in hand 0 of seed 1"),
        (says("None"), "answered null, not one line such as 1"),
        (says("'fold'"), 'answered "fold", not one line such as 1'),
        ("print('knock', flush=True)", "answered 'knock', not one line such as 1"),
        ("sys.stdout.buffer.write('0\\n'.encode('utf-16')); sys.stdout.flush()", "is not UTF-8"),
        ("sys.stdout.buffer.write('0\\n'.encode('utf-16-le')); sys.stdout.flush()", "is not UTF-8"),
        ("sys.stdout.buffer.write(b'\\xff\\n'); sys.stdout.flush()", "is not UTF-8"),
    ],
)
@pytest.mark.kept(4)
def test_what_a_program_does_wrong_is_told_in_a_line(
    bot: Named, cardsim: Callable[..., Said], tmp_path: Path, answer: str, wrong: str
) -> None:
    name = bot(answer, more=":seconds=0.4" if "not answered" in wrong else "")

    said = cardsim(*RUN, "--strategy", name, "-o", "r.json")

    assert said.status == 1
    assert re.search(wrong, said.err)
    assert "Traceback" not in said.err
    assert not (tmp_path / "r.json").exists()


@pytest.mark.parametrize(
    ("name", "wrong"),
    [
        ("program:", "names no program"),
        ("program:./bot", "the program ./bot is not there"),
        ("program:node 'bot.js", "is no command: No closing quotation"),
        ("program:{python} bot.py:seconds=0", "seconds"),
        ("program:{python} bot.py:seconds=soon", "seconds"),
    ],
)
def test_what_is_no_program_is_refused_before_anything_is_played(
    bot: Named, cardsim: Callable[..., Said], name: str, wrong: str
) -> None:
    bot(FIRST)

    said = cardsim(*RUN, "--strategy", name.replace("{python}", sys.executable))

    assert said.status == 2
    assert wrong in said.err.splitlines()[0]


def test_a_program_plays_here_alone(bot: Named, cardsim: Callable[..., Said]) -> None:
    said = cardsim(*RUN, "--strategy", bot(FIRST), "--workers", "2")

    assert said.status == 2
    assert "plays in threads of this machine only" in said.err


def test_no_file_starts_a_program(bot: Named, cardsim: Callable[..., Said]) -> None:
    name = bot(FIRST)
    Path("field.toml").write_text(
        f'about = "bots"\nplays = "play~"\nsafest = "steady"\n[[member]]\nstrategy = "{name}"\n',
        "utf-8",
    )

    said = cardsim(*RUN, "--vs", "field.toml")

    assert said.status == 2
    assert "starts nothing" in said.err


@pytest.mark.full
def test_more_of_a_saved_answer_starts_no_program_that_its_file_names(bot: Named) -> None:
    name = bot(FIRST)
    how: dict[str, Any] = {"n": 5, "unit": "hand", "vs": "usual", "seed": 1}
    cardsim.compare("scat", name, "threshold", **how).save("r.json")
    again = "import cardsim; cardsim.load('r.json').more(5)"

    fresh = subprocess.run(
        [sys.executable, "-c", again], capture_output=True, text=True, check=False
    )

    here: Any = cardsim.load("r.json")
    assert fresh.returncode != 0
    assert "starts nothing" in fresh.stderr
    assert here.more(5).hands == 10


@pytest.mark.full
def test_programs_play_in_tournaments_and_beside_each_other(bot: Named) -> None:
    name = bot(KNOCKS)

    result = cardsim.tournament("scat", name, "threshold", n=10, players=2, unit="hand", seed=1)

    assert "bot.py" in result.sentence


@needs_node
@pytest.mark.full
def test_the_bot_of_the_guide_plays(bot: Named, cardsim: Callable[..., Said]) -> None:
    text = GUIDE.read_text("utf-8")
    (script,) = re.findall(r"```js\n(.*?)```", text, re.DOTALL)
    (lines,) = re.findall(r"```console\n(.*?)```", text, re.DOTALL)
    bot(FIRST)
    Path("bot.js").write_text(script, "utf-8")

    for line in lines.splitlines():
        said = cardsim(*shlex.split(line)[1:])
        assert said.status == 0, said.err
        assert "node bot.js" in said.out
