"""Whatever is typed, passed or written in a file: one clear line, and no traceback."""

from __future__ import annotations

import itertools
import json
import os
import shlex
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import cardsim
from cardsim import UserError
from cardsim.cli import main
from cardsim.errors import LINE, echoed

NINES = "9" * 5000
KNOCK = """
from cardsim import Strategy

def knock(view, k: int = 21):
    return view.value >= k

STRATEGY = Strategy(game="scat", knock=knock)
"""
Command = Callable[..., tuple[int, str, str]]


@pytest.fixture
def command(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> Command:
    """The command line in this process, in an empty folder: its status, stdout and stderr."""
    monkeypatch.chdir(tmp_path)

    def run(*words: str) -> tuple[int, str, str]:
        status = main(words)
        said = capsys.readouterr()
        return status, said.out, said.err

    return run


def write(path: str, text: str) -> None:
    Path(path).parent.mkdir(parents=True, exist_ok=True)
    Path(path).write_text(text)


# ---------------------------------------------------------------- what is typed


@pytest.mark.parametrize(
    ("words", "line"),
    [
        (["report", ""], "SAVED '.' is no name of a file"),
        (["report", "."], "SAVED '.' is no name of a file"),
        (["report", "/"], "SAVED '/' is no name of a file"),
        (["run", "scat", "-o", "\0.json"], r"--output '\x00.json' is no name of a file"),
        (["sweep", "scat", "--miss-31-prob", "0..1:1e-999999999"], "has too small a step"),
        (["run", "scat", "--seed", NINES], "--seed must be a whole number from 0 to 1844"),
        (["run", "scat", "--knock-threshold", NINES], "--knock-threshold must be a whole number"),
        (["run", "scat", "-n", NINES], "-n must be at most 1e+15, not 9999"),
        (["run", "scat", "--vs", "a" * 4000], "no strategy called 'aaaa"),
        (["run", "x" * 4000], "no game called 'xxxx"),
        (["run", "scat", "--" + "y" * 4000], "no option --yyyy"),
        (["run", "scat", "-o", "z" * 4000 + ".json"], "cannot be written: File name too long"),
        (["compare", "scat", "nowhere:" + "b" * 4000, "c"], "must be a strategy's name"),
        (["run", "a\x1b[31m\nb"], r"no game called 'a\x1b[31m\nb'"),
        (["experiment", "run", "\x1b[31m"], r"there is no experiment '\x1b[31m'"),
    ],
)
@pytest.mark.kept(11)
def test_what_was_typed_is_echoed_in_a_line_at_most(
    command: Command, words: list[str], line: str
) -> None:
    status, out, err = command(*words)

    assert (status, out) == (2, "")
    assert line in err.splitlines()[0]
    assert all(part.isprintable() and len(part) < 1000 for part in err.splitlines())
    assert not any(c * (LINE + 1) in err for c in "9abxyz")


def test_what_cannot_be_written_is_echoed_too() -> None:
    assert echoed(10**6000) == "int that cannot be written"
    assert echoed("x" * LINE) == "x" * LINE
    assert len(echoed("x" * (LINE + 1))) == LINE


def test_a_refused_gallery_leaves_no_folder(command: Command) -> None:
    status, _, err = command("experiment", "gallery", "new", "-n", "zzz")

    assert (status, Path("new").exists()) == (2, False)
    assert err.startswith("cardsim: -n must be")


def test_a_refused_strategy_leaves_no_folder(command: Command) -> None:
    status, _, err = command("new-strategy", "scat", "x" * 300)

    assert (status, Path("strategies").exists()) == (2, False)
    assert "File name too long" in err


@pytest.mark.skipif(os.name != "posix", reason="folders are read by permission on POSIX")
def test_a_folder_that_may_not_be_read_is_one_line(tmp_path: Path) -> None:
    inner = tmp_path / "closed" / "inner"
    inner.mkdir(parents=True)
    code = (
        "import os, sys; from cardsim.cli import main\n"
        # Once before: who may read nothing cannot load modules either.
        "os.chdir(sys.argv[3]); main(['new-strategy', 'scat', 'mine'])\n"
        "os.chdir(sys.argv[1]); os.chmod(sys.argv[2], 0)\n"
        "os.geteuid() == 0 and os.setresuid(65534, 65534, 65534)\n"
        "sys.exit(main(['new-strategy', 'scat', 'mine']))"
    )
    (tmp_path / "open").mkdir()
    folders = [str(inner), str(tmp_path / "closed"), str(tmp_path / "open")]
    command = [sys.executable, "-c", code, *folders]

    done = subprocess.run(command, capture_output=True, text=True, check=False)
    (tmp_path / "closed").chmod(0o700)

    assert done.returncode == 2, done.stderr
    assert done.stderr.splitlines()[-1].startswith("cardsim: ")
    assert "Permission denied" in done.stderr.splitlines()[-1]


# ---------------------------------------------------------------- what is passed

ODD: dict[str, Any] = {
    "number": 5,
    "bytes": b"x",
    "dict": {1: 2},
    "object": object(),
    "huge": 10**6000,
    "endless": itertools.count(),
    "function": print,
    "array": np.arange(2),
}


@pytest.mark.parametrize("odd", ODD.values(), ids=ODD.keys())
@pytest.mark.parametrize("name", ["unit", "strategy", "vs", "seats", "preset", "executor"])
def test_an_argument_of_the_wrong_type_is_refused(name: str, odd: Any) -> None:
    given: dict[str, Any] = {name: odd}

    with pytest.raises(UserError) as refused:
        cardsim.run("scat", n=10, **({"unit": "hand"} | given))

    assert len(str(refused.value)) < 400


@pytest.mark.parametrize("odd", ODD.values(), ids=ODD.keys())
@pytest.mark.kept(6)
def test_a_name_that_is_no_text_is_refused(odd: Any) -> None:
    for call in (cardsim.run, cardsim.exact, cardsim.experiment, cardsim.load):
        with pytest.raises(UserError):
            call(odd)
    with pytest.raises(UserError):
        cardsim.compare("scat", odd, n=10, unit="hand")
    with pytest.raises(UserError):
        cardsim.exact("dice-game", odd)


@pytest.mark.parametrize("name", ["players", "knock_threshold", "preset", "score_mode"])
def test_values_without_an_end_are_refused(name: str) -> None:
    endless: dict[str, Any] = {name: itertools.count()}
    again: dict[str, Any] = {name: itertools.cycle([3])}

    with pytest.raises(UserError):
        cardsim.run("scat", n=10, **({"unit": "hand"} | endless))
    with pytest.raises(UserError):
        cardsim.sweep("scat", n=10, **({"unit": "hand"} | again))


def test_whole_numbers_that_compiled_code_would_not_see_exactly_are_refused(
    command: Command,
) -> None:
    write("strategies/scat/mine.py", KNOCK)
    write("strategies/scat/huge.py", KNOCK.replace("21", "10**400"))

    given = command(
        "run", "scat", "--vs=usual", "-n", "9", "--strategy=mine", "--k", str(2**53 + 1)
    )
    default = command("run", "scat", "--vs=usual", "-n", "9", "--strategy", "huge")

    assert given[0] == default[0] == 2
    assert "--k must be a whole number, not 9007199254740993" in given[2]
    assert "the default of parameter 'k' must be a whole number, not 1000" in default[2]


# ---------------------------------------------------------------- what is in a file


@pytest.mark.parametrize(
    ("text", "line"),
    [
        ("class E(BaseException): pass\nraise E('x')", ":2: E: x"),
        ("raise GeneratorExit", ":1: GeneratorExit"),
        ("class E(Exception):\n  def __str__(self): 1 / 0\nraise E", ":3: E: E that cannot be"),
        ("raise ValueError('a\\x1b[31m\\n' * 4000)", r":1: ValueError: a\x1b[31m\na\x1b"),
        ("from cardsim import between\nbetween('a', 3)", "between must have two numbers"),
        ("from cardsim import one_of\none_of('abc')", "one_of must have a list of words"),
        (KNOCK.replace("int = 21", "float = float('nan')"), "must be a number, not nan"),
    ],
)
def test_whatever_a_strategys_file_raises_is_told_with_its_line(
    command: Command, text: str, line: str
) -> None:
    write("strategies/scat/odd.py", text)

    status, out, err = command("run", "scat", "--vs=usual", "-n", "10", "--strategy", "odd")

    assert (status, out) == (2, "")
    assert line in err.splitlines()[0]
    assert len(err.splitlines()[0]) < 400


@pytest.mark.parametrize(
    ("study", "line"),
    [
        ("class E(BaseException): pass\n    raise E", ":5: E: "),
        ("lab.answer(5)", ":4: TypeError: what is told must be text, not 5"),
        ("lab.run('scat', n=-3)", ":4: -n must be a whole number of at least 1"),
        ("lab.section('a', 'b', 'c')", ":4: TypeError: a section takes a Chart, not c"),
        (
            "lab.section('a', 'b', Chart('f', 'x', 'y', (Series('n', (1, 2), (1.0,)),)))",
            ":4: ValueError: the values of series 'n' are not as many as its places",
        ),
        (
            "lab.section('a', 'b', Chart('f', 'x', 'y', (Series('n', (1,), (1e999,)),)))",
            ":4: ValueError: series 'n' has a value that is no number",
        ),
        (
            "lab.section('a', 'b', Chart('f', 'x', 'y', (Series('n', (1,), (1,)),), kind='pie'))",
            "'bars', 'spread', 'grid', 'map'), not pie",
        ),
    ],
)
def test_whatever_a_study_raises_is_told_with_its_line(
    command: Command, study: str, line: str
) -> None:
    text = "from cardsim import Chart, Experiment, Series\n\ndef study(lab):\n    {}\n\n{}"
    write("experiments/odd.py", text.format(study, "EXPERIMENT = Experiment(study)"))

    status, out, err = command("experiment", "run", "odd", "-o", "odd.html")

    assert (status, out) == (2, "")
    assert line in err.splitlines()[0]


@pytest.mark.parametrize(
    ("made", "line"),
    [("Experiment(5)", "must be made with a function"), ("Experiment(print, n='x')", "n must be")],
)
def test_an_experiment_that_is_none_is_refused(command: Command, made: str, line: str) -> None:
    write("experiments/odd.py", f"from cardsim import Experiment\nEXPERIMENT = {made}")

    status, _, err = command("experiment", "run", "odd")

    assert status == 2
    assert line in err


SPOILED: dict[str, Callable[[str], str]] = {
    "deep": lambda _: "[" * 100_000,
    "digits": lambda text: text.replace('"players": 3', f'"players": {NINES}'),
    "endless": lambda text: text.replace('"players": 3', '"players": 1e999'),
    "cut": lambda text: text.replace('"rules": {', '"rules": [{'),
    "seats": lambda text: json.dumps(json.loads(text) | {"seats": 5}),
    "tables": lambda text: json.dumps(json.loads(text) | {"tables": {"you": {"count": [[[]]]}}}),
    "game": lambda text: json.dumps(json.loads(text) | {"game": ["scat"]}),
    "unit": lambda text: json.dumps(json.loads(text) | {"unit": {}}),
}


@pytest.mark.parametrize("spoil", SPOILED.values(), ids=SPOILED.keys())
@pytest.mark.kept(6)
def test_a_saved_result_that_nobody_wrote_so_is_refused(
    command: Command, spoil: Callable[[str], str]
) -> None:
    command("run", "scat", "--vs=usual", "-n", "10", "--seed", "1", "-o", "run.json")
    Path("bad.json").write_text(spoil(Path("run.json").read_text()))

    status, out, err = command("report", "bad.json")

    assert (status, out) == (2, "")
    assert err.startswith("cardsim: bad.json")
    assert not Path("bad.html").exists()


# ---------------------------------------------------------------- what goes to stdout


def test_what_a_strategys_file_prints_does_not_reach_stdout_and_it_runs_once(
    command: Command,
) -> None:
    write("strategies/scat/loud.py", "print('LOUD')\n" + KNOCK)

    status, out, err = command(
        "sweep",
        "scat",
        "--vs=usual",
        "--strategy=loud",
        "--k=20,21",
        "-n",
        "10",
        "--json",
        "--quiet",
    )

    assert status == 0
    assert json.loads(out)["schema"].startswith("cardsim.sweep/")
    assert err == "LOUD\n"


def test_what_a_study_prints_does_not_reach_stdout(command: Command) -> None:
    text = (
        "from cardsim import Experiment\n\ndef study(lab):\n    print('LOUD')\n    lab.answer('x')"
    )
    write("experiments/loud.py", f"print('LOUD')\n{text}\n\nEXPERIMENT = Experiment(study)")

    status, out, err = command("experiment", "run", "loud", "--json", "--quiet")

    assert status == 0
    assert json.loads(out)["answer"] == "x"
    assert err == "LOUD\nLOUD\n"


@pytest.mark.parametrize(
    ("text", "where"),
    [
        (KNOCK.replace("return", "print(k)\n    return"), ":5: a strategy cannot print"),
        (
            KNOCK.replace(
                "def knock", "say = print\n\ndef tell(k):\n    say(k)\n\ndef knock"
            ).replace("return", "tell(k)\n    return"),
            ":7: a strategy cannot print",
        ),
        (
            KNOCK.replace(
                "def knock", "import numba\n\n@numba.njit\ndef tell(k):\n    print(k)\n\ndef knock"
            ).replace("return", "tell(k)\n    return"),
            ":8: a strategy cannot print",
        ),
    ],
)
def test_a_decision_that_prints_is_refused(command: Command, text: str, where: str) -> None:
    write("strategies/scat/loud.py", text)

    status, out, err = command("run", "scat", "--vs=usual", "-n", "10", "--strategy", "loud")

    assert (status, out) == (2, "")
    assert f"loud.py{where}" in err


def test_a_decision_that_prints_by_another_name_is_refused(command: Command) -> None:
    text = KNOCK.replace("return", "tell(k)\n    return")
    write("strategies/scat/teller.py", "import numba\n\n@numba.njit\ndef tell(k):\n    print(k)\n")
    write("strategies/scat/loud.py", f"from teller import tell\n{text}")

    status, out, err = command("run", "scat", "--vs=usual", "-n", "10", "--strategy", "loud")

    assert (status, out) == (2, "")
    assert "teller.py:5: a strategy cannot print" in err


def test_a_text_that_a_spreadsheet_would_reckon_with_is_marked_as_text(command: Command) -> None:
    study = """
from cardsim import Chart, Experiment, Series

def study(lab):
    series = (Series("=1+1", ("@a", "-3"), (-1.5, 2.0)), Series("b", (-3.0,), (1.0,)))
    lab.section("+h", "text", Chart("f", "x", "y", series))
    lab.answer("x")

EXPERIMENT = Experiment(study)
"""
    write("experiments/sums.py", study.replace(', Series("b", (-3.0,), (1.0,))', ","))

    command("experiment", "run", "sums", "-o", "sums.csv", "--quiet")

    rows = Path("sums.csv").read_text().splitlines()[1:]
    # Behind them stands in each row what was asked.
    assert [row.partition("sums,")[0] for row in rows] == [
        "'+h,'=1+1,'@a,-1.5,,,",
        "'+h,'=1+1,-3,2.0,,,",
    ]


@pytest.mark.parametrize(
    ("code", "lines"),
    [
        (
            'LINES = open("nothing.txt").read()\n' + KNOCK,
            [
                "threshold.py:1: FileNotFoundError: ",
                'hint: the line is: LINES = open("nothing.txt")',
            ],
        ),
        (
            KNOCK.replace(">= k", '> len(open("x.txt").read()) - k'),
            [
                "threshold.py:5: a compiled strategy cannot read a file when it decides",
                "hint: read it at the top of the file, into a tuple",
            ],
        ),
    ],
)
def test_a_strategy_that_opens_a_file_is_told_so(
    command: Command, code: str, lines: list[str]
) -> None:
    write("strategies/scat/threshold.py", code)

    status, _, said = command("run", "scat", "--vs=usual", "-n", "10", "--quiet")

    assert status == 2
    assert all(line in said for line in lines), said


@pytest.mark.parametrize(
    ("words", "lines"),
    [
        ("run scat --vs x:y=1,y=2", ["--vs 'x:y=1,y=2' gives y twice", "a sweep tries several"]),
        ("run scat --strategy ''", ["--strategy '' must begin with a strategy's name"]),
        ("run scat --vs ''", ["--vs '' must begin with a strategy's name"]),
        (
            "run scat --seat threshold:=1 --seat threshold",
            ["--seat 'threshold:=1' must be a strategy's name, or name:parameter=value"],
        ),
        (
            "run scat --vs threshold:knock_threshold",
            [
                "'threshold:knock_threshold' must be a strategy's name, name:parameter=value or",
                "hint: a parameter has a value: threshold:knock_threshold=...",
            ],
        ),
        (
            "compare scat threshold chase-31 --players 2..3",
            [
                "--players takes one value in a comparison, not 2..3",
                "cardsim sweep scat --strategy threshold --players 2..3",
            ],
        ),
        ("run scat -o ''", ["--output '' must be the name of a file that ends in .html, "]),
        (
            "run scat --hands-out ''",
            ["--hands-out '' must be the name of a file that ends in .par"],
        ),
        ("hands scat -o ''", ["--output '' must be the name of a file that ends in .parquet or "]),
        ("exact dice-game -o ''", ["--output '' must be the name of a file that ends in .html"]),
        (
            "experiment run scat-sit-first -o ''",
            ["--output '' must be the name of a file that ends in .html"],
        ),
        (
            "run scat --strategy thresold",
            ["no strategy called 'thresold'", "did you mean 'threshold'?", "scat has: chase-31, "],
        ),
        ("report saved.json -o ''", ["--output '' must be the name of a file that ends in .html"]),
        ("run scat -n ''", ["-n must be a whole number of at least 1, ", "not ''"]),
        ("run scat --players ''", ["--players must be a whole number from 2 to 16, not ''"]),
        ("run scat --precision ''", ["--precision must be percentage points from ", "not ''"]),
        ("compare scat all all", ["all is named twice"]),
        ("experiment", ["cardsim: missing command", "`cardsim experiment --help` lists"]),
        ("run scat --strategy zzz", ["no strategy called 'zzz'", "scat has: chase-31, "]),
        (
            "run scat --vs zzz",
            ["--vs: no strategy called 'zzz'", "scat has: chase-31, ", "--vs also takes usual, f"],
        ),
        (
            "sweep scat --charity -n 1e3",
            ["--charity needs a value, and -n is an option", "true, false, or true,false"],
        ),
    ],
)
@pytest.mark.kept(19)
def test_an_error_names_the_option_the_value_and_what_is_allowed(
    command: Command, words: str, lines: list[str]
) -> None:
    status, out, err = command(*shlex.split(words))

    assert (status, out) == (2, "")
    assert all(line in err for line in lines), err
