"""Help pages, their examples, and what the shell completes."""

from __future__ import annotations

import itertools
import json
import re
import subprocess
import sys
from io import StringIO

import pytest

from cardsim.games import game_names, load_game
from cardsim.runs.preparation import resolve
from cardsim.runs.request import Request
from cardsim.version import VERSION
from cardsim.workspace import load_strategy
from command_line import (
    SCAT,
    Command,
)
from typed import Said


@pytest.mark.parametrize(
    "words",
    ["", "run", "run scat", "games", "games rules", "report", "doctor", "experiment run", "tune"],
)
def test_h_is_help_everywhere(cardsim: Command, words: str) -> None:
    short, long = cardsim(*words.split(), "-h"), cardsim(*words.split(), "--help")

    assert short.status == 0
    assert short.out == long.out
    assert "-h" in short.out


def test_a_measure_that_needs_an_option_is_listed_with_it(cardsim: Command) -> None:
    said = " ".join(cardsim("run", "scat", "--help").out.split())

    assert "money (with --stake)" in said


def test_help_names_every_option_whole_at_80_columns(cardsim: Command) -> None:
    hero = load_strategy(SCAT, "threshold")
    flags = {o.flag for o in (*SCAT.options, *hero.parameters)}
    flags |= {"--no-" + o.flag[2:] for o in SCAT.options if o.kind is bool}
    flags |= {f"--{n}" for n in ("players", "unit", "preset", "strategy", "vs", "seat", "seed")}

    run, replay = (cardsim(name, "scat", "--help").out for name in ("run", "replay"))

    own = {"--threads", "--json", "--output", "--hands-out", "--force", "--quiet", "--hands"}
    assert flags | own <= set(re.findall(r"--[a-z0-9-]+", run))
    assert flags | {"--hand", "--json"} <= set(re.findall(r"--[a-z0-9-]+", replay))
    assert max(len(line) for line in run.splitlines()) <= 80
    for heading in ("Game:", "House rules:", "Strategy:", "Output:"):
        assert heading in run.splitlines()


def test_help_and_version_are_on_stdout(cardsim: Command) -> None:
    assert cardsim("--version") == Said(0, f"cardsim {VERSION}\n", "")
    commands = ("run", "exact", "games", "new-strategy")
    for words in (["--help"], *([command, "--help"] for command in commands)):
        said = cardsim(*words)
        assert (said.status, said.err) == (0, "")
        assert said.out.startswith("Usage: cardsim")


def test_cardsim_alone_shows_a_newcomer_around_with_commands_that_there_are(
    cardsim: Command,
) -> None:
    said = cardsim()

    assert (said.status, said.err) == (0, "")
    assert max(len(line) for line in said.out.splitlines()) <= 80
    shown = re.findall(r"^  cardsim (\S+)(.*?)(?:  |$)", said.out, re.MULTILINE)
    assert len(shown) == 9
    for command, rest in shown:
        game = [w for w in rest.split()[:1] if command in {"run", "sweep", "advise"}]
        words = [command, "run"] if command == "experiment" else [command, *game]
        known = cardsim(*words, "--help").out
        assert set(re.findall(r"--[a-z-]+", rest)) <= set(re.findall(r"--[a-z-]+", known)), rest


@pytest.mark.parametrize("command", ["sweep", "compare"])
def test_help_of_a_sweep_and_a_comparison_names_every_rule_whole(
    cardsim: Command, command: str
) -> None:
    shown = cardsim(command, "scat", "--help").out

    flags = set(re.findall(r"--[a-z0-9-]+", shown))
    assert {o.flag for o in SCAT.options} | {"--precision", "--vs", "--players"} <= flags
    assert {"--no-" + o.flag[2:] for o in SCAT.options if o.kind is bool} <= flags
    assert ("--knock-threshold" in flags) is (command == "sweep")
    assert max(len(line) for line in shown.splitlines()) <= 80


@pytest.mark.parametrize("words", [[], ["--help"], ["run", "--help"], ["--version"]])
@pytest.mark.kept(2)
def test_help_loads_nothing_that_takes_long_to_load(words: list[str]) -> None:
    heavy = {"numpy", "numba", "llvmlite", "polars", "pandas", "matplotlib", "rich", "sqlite3"}
    code = f"import sys; from cardsim.cli import main; main({words}); print(*sys.modules)"

    said = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)

    assert not heavy & set(said.stdout.splitlines()[-1].split())


COMPLETED = {
    "cardsim run sc": "scat",
    "cardsim compare scat threshold ch": "chase-31",
    "cardsim compare scat al": "all",
    **{
        f"cardsim run scat {option} ch": "chase-31"
        for option in ("--strategy", "--vs", "--seat", "--seat threshold --seat")
    },
    "cardsim run dice-game --preset lcr-": "lcr-uncapped",
    "cardsim run scat --unit ma": "match",
    "cardsim experiment run dice-game-se": "dice-game-seat",
    "cardsim games show squ": "square-nine",
    "cardsim games rules squ": "square-nine",
    "cardsim new-strategy squ": "square-nine",
    "cardsim sweep scat --charity t": "true true,false",
}


COMPLETING = """
import contextlib, io, json, os, sys
from cardsim.cli import main
sys.argv[0] = "cardsim"
found = []
for line in json.load(sys.stdin):
    words = {"COMP_WORDS": line, "COMP_CWORD": str(len(line.split(" ")) - 1)}
    os.environ.update(words, _CARDSIM_COMPLETE="complete_bash")
    with contextlib.redirect_stdout(io.StringIO()) as said, contextlib.suppress(SystemExit):
        main()
    found.append(said.getvalue().split())
print(json.dumps(found))
"""


@pytest.mark.full
def test_the_shell_completes_options_of_the_game_and_their_values() -> None:
    more = ["--knock-t", "--knocker-tie knocker-"]
    lines = [*COMPLETED, *(f"cardsim run scat {words}" for words in more)]

    done = subprocess.run(
        [sys.executable, "-c", COMPLETING],
        input=json.dumps(lines),
        capture_output=True,
        text=True,
        check=True,
    )

    *found, flags, ties = json.loads(done.stdout)
    assert dict(zip(COMPLETED, map(" ".join, found), strict=True)) == COMPLETED
    assert "--knock-threshold" in flags
    assert "knocker-only" in ties


@pytest.mark.full
def test_every_shell_that_people_have_can_be_told_to_complete() -> None:
    code = """
import shellingham
from cardsim.cli import main
for shell in ("bash", "zsh", "fish", "pwsh"):
    shellingham.detect_shell = lambda *_: (shell, "")
    assert main(["--show-completion"]) == 0
    print("---")
"""

    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)

    for shell, shown in zip(
        ("bash", "zsh", "fish", "pwsh"), done.stdout.split("---"), strict=False
    ):
        assert "_CARDSIM_COMPLETE" in shown
        assert f"complete_{'powershell' if shell == 'pwsh' else shell}" in shown


HELPED = [
    "",
    *("run", "sweep", "compare", "review", "exact", "play", "replay", "report", "games"),
    "new-game",
    "new-strategy",
    "doctor",
    *(
        "games show",
        "games rules",
        "games check",
        "experiment",
        "experiment list",
        "experiment run",
    ),
    *(f"{command} {game}" for command in ("run", "replay") for game in game_names()),
    *(f"{command} dice-game" for command in ("sweep", "exact")),
    *(f"{command} scat" for command in ("sweep", "compare", "review")),
]


PLAYED = [
    pytest.param(page, marks=pytest.mark.full)
    if page in ("review", "play", "replay", "games check")
    or (page.startswith("run ") and page not in ("run scat", "run dice-game"))
    else page
    for page in HELPED
]
"""What the other tests of the default tier compile is played there."""


def shown_examples(cardsim: Command, command: str) -> list[str]:
    page = cardsim(*command.split(), "--help").out
    _, _, shown = page.partition("\nExamples:\n")
    return [line.strip() for line in shown.splitlines() if line.startswith("  cardsim ")]


def with_a_game(command: str) -> tuple[str, bool]:
    """The command, and whether a game is named; `run` stays with every game."""
    word, _, game = command.partition(" ")
    return (command, True) if word in {"run", "games", "experiment"} else (word, bool(game))


@pytest.mark.parametrize("command", ["review", "play", "replay", "games check"])
def test_examples_have_no_option_that_their_page_does_not_name(
    cardsim: Command, command: str
) -> None:
    for example in shown_examples(cardsim, command):
        words = [word for word in example.split()[1:] if word != "--help"]
        page = cardsim(*itertools.takewhile(lambda word: word[0] != "-", words), "--help").out
        page, _, _ = page.partition("\nExamples:\n")
        named = set(re.findall(r"(?<=\W)--?[a-z0-9][a-z0-9-]*", page))
        assert set(re.findall(r"(?<=\s)--?[a-z][a-z0-9-]*", example)) - {"--help"} <= named


@pytest.mark.parametrize("game", [g for g in game_names() if load_game(g).decisions])
def test_the_examples_of_a_game_ask_what_can_be_played(cardsim: Command, game: str) -> None:
    """All that is looked at before anything is compiled; they are played in the full tier."""
    pages = [f"{command} {game}" for command in ("run", "replay")]
    for example in (line for page in pages for line in shown_examples(cardsim, page)):
        words = re.sub(r" (--json|-[no] \S+)", "", example)
        # To resolve all who sit in the field takes long, and other tests do.
        words += " --vs usual" if "--vs" not in words else ""
        assert resolve(Request.of(words), 20).game.name == game


@pytest.mark.kept(1, by=with_a_game)
@pytest.mark.parametrize("command", PLAYED)
def test_the_examples_of_a_help_page_work(
    cardsim: Command, command: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("sys.stdin", StringIO())  # who plays says nothing, and stops
    examples = shown_examples(cardsim, command)

    assert examples
    for example in examples:
        words = re.sub(r" -n \S+", "", example).split()[1:]
        if words[0] in {"run", "sweep", "compare"} and "--help" not in words:
            words += ["-n", "20"]
        elif words[0] == "review" and "--help" not in words:
            words += ["-n", "2e4", "--unit", "hand"]
        elif words[:2] == ["experiment", "run"]:
            words += ["-n", "100", "--force"]
        elif words[:2] == ["games", "check"] and "--help" not in words:
            words += ["-n", "10"]
        said = cardsim(*words)
        assert said.status == 0, (example, said.err)
        assert said.out, example


@pytest.mark.parametrize("command", ["run", "sweep", "compare", "replay"])
@pytest.mark.parametrize("game", [g for g in game_names() if load_game(g).decisions])
@pytest.mark.kept(9)
def test_help_of_a_game_has_examples_of_that_game(
    cardsim: Command, command: str, game: str
) -> None:
    examples = shown_examples(cardsim, f"{command} {game}")

    assert 2 <= len(examples) <= 5
    assert all(e.startswith(f"cardsim {command} {game}") for e in examples)
    assert len(set(examples)) == len(examples)
