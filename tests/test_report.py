"""Reports: the same numbers everywhere, one file that needs nothing, and saved results."""

from __future__ import annotations

import base64
import gzip
import hashlib
import html
import json
import math
import re
from collections.abc import Callable
from html.parser import HTMLParser
from pathlib import Path
from typing import Any
from urllib.parse import unquote

import polars as pl
import pytest

import cardsim
from cardsim import Chart, Findings, Number, Series, Strategy, UserError
from cardsim.cli import main
from cardsim.games import load_game
from cardsim.runs.preparation import resolve
from cardsim.runs.request import Request
from cardsim.runs.sealed import sealed
from cardsim.show import pages as report
from cardsim.show.page import MOST_PLAIN, Control, Download
from cardsim.show.parts import briefly, players_sheet
from cardsim.statistics.stats import estimate_text
from cardsim.studies.experiments import ExperimentSpec, Lab

SEED = 23
LOSES: dict[str, Any] = {"measure": "loses"}
EVIL = "<script>alert('x')</script>\x07"
LARGEST_REPORT, LARGEST_SCRIPT = 200_000, 3_500
MINUS = "\N{MINUS SIGN}"


class Tables(HTMLParser):
    """The tables of a page: for each its rows of cells."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.tables: list[list[list[str]]] = []
        self.inside = False
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: Any) -> None:  # noqa: ARG002
        if tag == "table":
            self.tables.append([])
        elif tag == "tr":
            self.tables[-1].append([])
        elif tag in ("td", "th"):
            self.tables[-1][-1].append("")
            self.inside = True
        elif tag == "small" and self.inside:
            self.tables[-1][-1][-1] += ": "

    def handle_endtag(self, tag: str) -> None:
        self.inside = self.inside and tag not in ("td", "th")

    def handle_data(self, data: str) -> None:
        if self.inside:
            self.tables[-1][-1][-1] += data.replace(MINUS, "-")


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("COLUMNS", "100")
    return tmp_path


@pytest.fixture(scope="module")
def answers() -> dict[str, Any]:
    return {
        "run": cardsim.run(
            "scat",
            n=3000,
            seed=SEED,
            **({"vs": "usual", "unit": "hand"} | LOSES),
            knock_threshold=25,
        ),
        "sweep": cardsim.sweep(
            "scat",
            n=1000,
            seed=SEED,
            **({"vs": "usual", "unit": "hand"} | LOSES),
            knock_threshold="17..31",
            players="2..6",
        ),
        "comparison": cardsim.compare(
            "scat",
            ["threshold", "chase-31"],
            n=3000,
            seed=SEED,
            **({"vs": "usual", "unit": "hand"} | LOSES),
        ),
    }


def plain(page: str) -> str:
    """The text of a page, with the blanks and the minus signs of a terminal."""
    text = html.unescape(re.sub(r"<[^>]*>", "", page))
    return " ".join(text.replace(MINUS, "-").split())


def estimates_of(page: str) -> list[list[str]]:
    """The rows of the table of estimates in a page or a notebook."""
    found = [t for t in Tables(page).tables if t[0][:2] == ["What", "Estimate"]]
    return found[0][1:]


# ---------------------------------------------------------------- the same numbers


@pytest.mark.parametrize("unit", ["hand", "match"])
@pytest.mark.full
def test_terminal_json_notebook_and_report_show_the_same_numbers(
    folder: Path, capsys: pytest.CaptureFixture[str], unit: str
) -> None:
    words = [
        "run",
        "scat",
        "--vs=usual",
        "--unit",
        unit,
        "-n",
        "2000",
        "--seed",
        str(SEED),
        "--quiet",
    ]

    main([*words, "-o", "saved.json"])
    terminal = capsys.readouterr().out
    main([*words, "--json", "-o", "page.html"])
    said = json.loads(capsys.readouterr().out)
    page = (folder / "page.html").read_text()
    notebook = cardsim.load("saved.json")._repr_html_()

    block = terminal.split("All estimates")[1].split("\n\n")[0].splitlines()[2:]
    rows = [re.split(r"\s{2,}", line.strip()) for line in block]
    from_json = [
        [e["text"], *estimate_text(e["value"], e["low"], e["high"], is_share=e["is_share"])]
        for e in said["estimates"]
    ]
    assert len(rows) >= 3
    assert estimates_of(page) == rows
    assert estimates_of(notebook) == rows
    assert from_json == rows
    for text in (terminal, page, notebook):
        assert plain(said["sentence"]) in plain(text)


def decimals(cell: str) -> int:
    return len(cell.split(": ", maxsplit=1)[0].removesuffix(" %").partition(".")[2])


def told(numbers: list[float], *, like: str) -> str:
    """Numbers in a hundred with their interval, with the decimals and the unit of a cell."""
    value, low, high = (f"{100 * x:.{decimals(like)}f}" for x in numbers)
    unit = " %" if like.endswith(" %") else ""
    return f"{value}{unit}: {low} to {high}{unit}"


@pytest.mark.full
def test_a_sweep_tells_the_same_numbers_in_its_page_and_its_frame(answers: dict[str, Any]) -> None:
    sweep = answers["sweep"]
    tables = Tables(report.html_of(sweep).decode()).tables

    rows = next(t for t in tables if "Verdict" in t[0])[1:]
    found = sweep.frame().to_dicts()
    for row, r in zip(rows, found, strict=True):
        assert [int(row[0]), int(row[1])] == [r["players"], r["knock_threshold"]]
        assert row[2] == told([r["value"], r["low"], r["high"]], like=row[2])
        assert (row[4] != "worse") == r["tied"]
        if r["worse_high"] > 0:
            assert row[3] == told([r["worse"], r["worse_low"], r["worse_high"]], like=row[3])
    for column in (2, 3):
        assert len({decimals(row[column]) for row in rows if row[column]}) == 1


def test_a_comparison_tells_the_same_numbers_in_its_page_and_its_frame(
    answers: dict[str, Any],
) -> None:
    comparison = answers["comparison"]
    tables = Tables(report.html_of(comparison).decode()).tables

    (row,) = next(t for t in tables if t[0][0] == "Pair")[1:]
    (pair,) = comparison.frame().to_dicts()
    assert row[0] == f"{pair['a']} ahead of {pair['b']}"
    assert row[1] == told([pair["value"], pair["low"], pair["high"]], like=row[1])


# ---------------------------------------------------------------- one file that needs nothing


@pytest.mark.parametrize("kind", ["run", "sweep", "comparison"])
@pytest.mark.full
def test_the_same_answer_gives_the_same_bytes(answers: dict[str, Any], kind: str) -> None:
    again: dict[str, Callable[[], Any]] = {
        "run": lambda: cardsim.run(
            "scat",
            n=3000,
            seed=SEED,
            **({"vs": "usual", "unit": "hand"} | LOSES),
            knock_threshold=25,
            threads=1,
        ),
        "sweep": lambda: cardsim.sweep(
            "scat",
            n=1000,
            seed=SEED,
            **({"vs": "usual", "unit": "hand"} | LOSES),
            knock_threshold="17..31",
            players="2..6",
            threads=1,
        ),
        "comparison": lambda: cardsim.compare(
            "scat",
            ["threshold", "chase-31"],
            n=3000,
            seed=SEED,
            **({"vs": "usual", "unit": "hand"} | LOSES),
            threads=1,
        ),
    }

    assert report.html_of(again[kind]()) == report.html_of(answers[kind])


@pytest.mark.parametrize("kind", ["run", "sweep", "comparison"])
@pytest.mark.kept(1)
def test_a_report_is_small_and_names_no_other_file(answers: dict[str, Any], kind: str) -> None:
    page = report.html_of(answers[kind]).decode()

    script = re.findall(r"<script>(.*?)</script>", page, re.DOTALL)
    assert len(page.encode()) < LARGEST_REPORT
    assert len(script) == 1
    assert len(script[0].encode()) <= LARGEST_SCRIPT
    addresses = re.findall(r'(?:src|href|action|poster)="([^"]*)"', page)
    assert addresses
    data = "data:text/csv,", "data:application/gzip;base64,"
    assert all(a.startswith(("#", *data)) for a in addresses)
    assert not re.search(r"\bstyle=|\bon[a-z]+=|@import|url\((?!#)|<base|<iframe", page)


def test_the_policy_allows_the_pages_own_style_and_script_and_nothing_else(
    answers: dict[str, Any],
) -> None:
    page = report.html_of(answers["run"]).decode()

    policy = re.search(r'Content-Security-Policy" content="([^"]*)"', page)
    assert policy is not None
    for tag, name in (("style", "style-src"), ("script", "script-src")):
        (text,) = re.findall(rf"<{tag}>(.*?)</{tag}>", page, re.DOTALL)
        digest = base64.b64encode(hashlib.sha256(text.encode()).digest()).decode()
        assert f"{name} 'sha256-{digest}'" in policy[1]
    assert policy[1].startswith("default-src 'none';")
    assert "unsafe" not in policy[1]


@pytest.mark.full
def test_a_sweep_of_hundreds_of_points_stays_small() -> None:
    sweep = cardsim.sweep(
        "scat",
        n=20,
        seed=SEED,
        knock_threshold="2..31",
        hammer_threshold="12..21",
        players="2,3",
        unit="hand",
        vs="usual",
    )

    page = report.html_of(sweep).decode()

    assert len(sweep.points) == 600
    assert len(page.encode()) < LARGEST_REPORT
    assert "the 150 nearest to the best of 600 points" in page
    assert "Some tables are too large for this page" in page


@pytest.mark.full
def test_a_strategy_named_as_markup_is_text_everywhere() -> None:
    def knock(view: Any) -> bool:
        return bool(view.value >= 19)

    evil = Strategy(game="scat", name=EVIL, knock=knock)
    for answer in (
        cardsim.run("scat", n=200, seed=SEED, strategy=evil, unit="hand", vs="usual"),
        cardsim.run("scat", n=200, seed=SEED, seats=[evil, "threshold", evil], unit="hand"),
        cardsim.compare("scat", [evil, "threshold"], n=200, seed=SEED, unit="hand", vs="usual"),
    ):
        for page in (report.html_of(answer).decode(), answer._repr_html_()):
            assert "&lt;script&gt;alert" in page
            assert "<script>alert" not in page


def test_the_files_inside_a_page_are_its_tables(answers: dict[str, Any]) -> None:
    page = report.html_of(answers["run"]).decode()

    files = dict(re.findall(r'download="([^"]*)" href="data:text/csv,([^"]*)"', page))
    texts = {name: unquote(html.unescape(data)) for name, data in files.items()}
    assert texts["scat-estimates.csv"] == answers["run"].frame().write_csv()
    assert texts["scat-change-by-seat.csv"] == answers["run"].by_seat()["change"].write_csv()


def test_a_long_file_inside_a_page_is_packed_and_a_short_one_is_not() -> None:
    short = Download("a.csv", "a", "x" * MOST_PLAIN)
    long = Download("a.csv", "a", "x,y\n1,2\n" * MOST_PLAIN)

    kind, _, content = long.link.partition(",")
    assert (short.file, short.link[:15]) == ("a.csv", "data:text/csv,x")
    assert (long.file, kind) == ("a.csv.gz", "data:application/gzip;base64")
    assert gzip.decompress(base64.b64decode(content)).decode() == long.text


@pytest.mark.full
def test_every_chart_has_an_alternative_text_that_states_what_is_to_be_seen(
    answers: dict[str, Any],
) -> None:
    for answer in answers.values():
        page = report.html_of(answer).decode()
        told = re.findall(r'<svg[^>]*role="img" aria-label="([^"]*)"', page)
        assert len(told) == len(re.findall("<svg", page))
        assert all(re.search(r"\d", text) and text.endswith(".") for text in told)


# ---------------------------------------------------------------- saved results


@pytest.mark.parametrize("suffix", [".json", ".parquet"])
@pytest.mark.parametrize(
    "how",
    [
        {"knock_threshold": 25, "players": 5},
        {"unit": "match", "preset": "cadillac"},
        {"seats": "threshold;chase-31;threshold:knock_threshold=30"},
        {"precision": 0.05, "score_mode": "points"},
    ],
    ids=["you", "match", "seats", "precision"],
)
@pytest.mark.full
def test_a_saved_result_is_the_result(folder: Path, suffix: str, how: dict[str, Any]) -> None:
    company = {} if "seats" in how else {"vs": "usual"}
    result = cardsim.run("scat", n=5000, seed=2**64 - 1, **({"unit": "hand"} | company | how))
    (folder / f"saved{suffix}").write_bytes(result.encoded(suffix))

    again: Any = cardsim.load(folder / f"saved{suffix}")

    assert again.spec == result.spec
    assert again.to_json() == result.to_json()
    assert report.html_of(again) == report.html_of(result)
    for name, table in result.tables.items():
        assert again.tables[name].equals(table)


@pytest.mark.parametrize(
    "how",
    [
        {"knock_threshold": "19..25:2"},
        {"knock_threshold": (19, 21), "players": "2..3", "knocker_tie": "others-lose"},
        {"players": "2..4", "precision": "2pp", "measure": "loses"},
        {"knock_threshold": (20, 30), "unit": "match", "precision": "3pp"},
    ],
    ids=["choices", "grid", "circumstances", "precision"],
)
@pytest.mark.kept(1)
def test_a_saved_sweep_is_the_sweep(folder: Path, how: dict[str, Any]) -> None:
    swept = cardsim.sweep("scat", n=3000, seed=SEED, **({"vs": "usual", "unit": "hand"} | how))
    (folder / "saved.json").write_text(swept.to_json())

    again = cardsim.load("saved.json")

    assert isinstance(again, cardsim.SweepResult)
    assert again.spec == swept.spec
    assert again.to_json() == swept.to_json()
    assert report.html_of(again) == report.html_of(swept)


@pytest.mark.full
def test_a_sweep_of_many_points_is_saved_without_the_tables_that_no_number_needs(
    folder: Path,
) -> None:
    grid: dict[str, Any] = {"base": "11..31", "slope": "0..1:0.2"}
    swept = cardsim.sweep(
        "scat",
        n=200,
        seed=SEED,
        strategy="threshold-by-turn",
        **({"vs": "usual", "unit": "hand"} | grid),
    )
    (folder / "saved.json").write_text(swept.to_json())

    again = cardsim.load("saved.json")

    assert isinstance(again, cardsim.SweepResult)
    assert again.to_json() == swept.to_json()


def test_a_saved_comparison_is_the_comparison(folder: Path) -> None:
    names = ["threshold", "threshold:knock_threshold=25", "chase-31"]
    compared = cardsim.compare(
        "scat", names, n=3000, seed=SEED, first_turn_knock=False, unit="hand", vs="usual"
    )
    (folder / "saved.json").write_text(compared.to_json())

    again = cardsim.load("saved.json")

    assert isinstance(again, cardsim.CompareResult)
    assert again.spec == compared.spec
    assert again.to_json() == compared.to_json()
    assert report.html_of(again) == report.html_of(compared)


@pytest.mark.full
def test_the_report_command_writes_what_the_run_would_have(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    words = ["run", "scat", "--vs=usual", "-n", "1000", "--seed", "1", "--quiet"]
    main([*words, "-o", "saved.json"])
    main([*words, "-o", "direct.html"])
    capsys.readouterr()

    status = main(["report", "saved.json"])

    assert (status, capsys.readouterr().out) == (0, "saved.html\n")
    assert (folder / "saved.html").read_bytes() == (folder / "direct.html").read_bytes()


SPOILT: dict[str, tuple[bytes | dict[str, Any], str]] = {
    "half": (b"{", "is not JSON"),
    "binary": (b"\xff\xfe", "is not JSON"),
    "list": (b"[1]", "is no result that can be read"),
    "older": ({"schema": "cardsim.run/0"}, "has the layout cardsim.run/0"),
    "older sweep": ({"schema": "cardsim.sweep/1"}, "has the layout cardsim.sweep/1"),
    "no sweep": ({"schema": "cardsim.sweep/4"}, "damaged"),
    "no comparison": ({"schema": "cardsim.compare/4"}, "damaged"),
    "other game": ({"game": "skat"}, "no game called 'skat'"),
    "unit": ({"unit": "week"}, "damaged"),
    "players": ({"players": "many"}, "damaged"),
    "a seat more": ({"players": 4}, "damaged"),
    "no rules": ({"rules": {}}, "damaged"),
    "seats": ({"seats": [{"strategy": "x"}]}, "damaged"),
    "no hands": ({"hands": None}, "damaged"),
    "other hands": ({"hands": 5}, "damaged"),
    "no tables": ({"tables": {}}, "damaged"),
    "null tables": ({"tables": None}, "damaged"),
}


@pytest.mark.parametrize("case", SPOILT)
@pytest.mark.kept(10)
def test_a_file_that_is_no_result_is_refused(
    folder: Path, capsys: pytest.CaptureFixture[str], case: str
) -> None:
    content, complaint = SPOILT[case]
    if isinstance(content, dict):
        whole = cardsim.run("scat", n=300, seed=SEED, unit="hand", vs="usual").to_dict()
        content = json.dumps(sealed({**whole, **content})).encode()
    (folder / "saved.json").write_bytes(content)

    status = main(["report", "saved.json"])

    said = capsys.readouterr()
    assert status == 2
    assert said.out == ""
    assert said.err.startswith("cardsim: ")
    assert complaint in said.err.splitlines()[0]
    assert [p.name for p in folder.iterdir()] == ["saved.json"]


@pytest.mark.parametrize(
    ("column", "value"),
    [("count", 0), ("count", None), ("your_seat", 3), ("end", "tired"), ("you_knocked", "no")],
)
def test_counts_that_the_game_cannot_have_are_refused(
    folder: Path, column: str, value: object
) -> None:
    whole = cardsim.run("scat", n=300, seed=SEED, unit="hand", vs="usual").to_dict()
    whole["tables"]["you"][column][0] = value
    (folder / "saved.json").write_text(json.dumps(sealed(whole)))

    with pytest.raises(UserError, match="damaged"):
        cardsim.load("saved.json")


def test_a_parquet_file_of_somebody_else_is_refused(folder: Path) -> None:
    pl.DataFrame({"a": [1]}).write_parquet("other.parquet")
    (folder / "broken.parquet").write_bytes(b"PAR1")

    with pytest.raises(UserError, match="no result that can be read"):
        cardsim.load("other.parquet")
    with pytest.raises(UserError, match="not a parquet file"):
        cardsim.load("broken.parquet")


@pytest.mark.parametrize(
    ("words", "complaint"),
    [
        (["report", "nothing.json"], "nothing.json cannot be read: No such file"),
        (["report", "saved.csv"], "saved.csv must be a result in a .json or .parquet file"),
        (["report", "saved.json", "-o", "page.pdf"], "--output page.pdf must end in .html"),
        (["report", "saved.json", "-o", "old.html"], "old.html exists; --force overwrites it"),
        (["report", "saved.json", "-o", "no/page.html"], "cannot be written"),
        (
            ["run", "scat", "--vs=usual", "-n", "10", "-o", "old.html"],
            "old.html exists; --force overwrites it",
        ),
    ],
)
def test_a_mistake_leaves_everything_as_it_was(
    folder: Path, capsys: pytest.CaptureFixture[str], words: list[str], complaint: str
) -> None:
    (folder / "saved.json").write_text(
        cardsim.run("scat", n=100, seed=SEED, unit="hand", vs="usual").to_json()
    )
    (folder / "old.html").write_text("old")

    status = main(words)

    said = capsys.readouterr()
    assert status == 2
    assert complaint in said.err.splitlines()[0]
    assert said.out == ""
    assert sorted(p.name for p in folder.iterdir()) == ["old.html", "saved.json"]
    assert (folder / "old.html").read_text() == "old"


@pytest.mark.full
def test_force_overwrites_a_report(folder: Path) -> None:
    result = cardsim.run("scat", n=100, seed=SEED, unit="hand", vs="usual")
    result.report("page.html")

    with pytest.raises(UserError, match="exists"):
        result.report("page.html")
    (folder / "page.html").write_text("old")
    result.report("page.html", force=True)

    assert (folder / "page.html").read_bytes() == report.html_of(result)


def test_a_page_has_all_others_who_are_not_alike() -> None:
    named = []
    for others in ("threshold;chase-31", "threshold;threshold"):
        spec = resolve(Request("scat", players=3, vs=others, seed=SEED), 1).spec
        named.append([tuple(cell.text for cell in row[:2]) for row in players_sheet([spec]).rows])

    you = ("You, in each seat in turn", "threshold")
    first, second = "Other 1, from your left", "Other 2, from your left"
    assert named == [
        [you, (first, "threshold"), (second, "chase-31")],
        [you, ("The others", "threshold")],
    ]


def test_a_game_by_other_rules_is_not_described_by_the_standard_ones() -> None:
    gin_rummy = load_game("gin-rummy")

    (standard,) = briefly(gin_rummy, ["classic-2p", "three-player-7"])

    assert standard.startswith("Seven tiles each")
    assert briefly(gin_rummy, ["classic-2p"]) == ()


def test_a_result_of_no_use_still_has_a_report() -> None:
    result = cardsim.run("scat", n=1, seed=SEED, unit="hand", vs="usual")

    page = report.html_of(result).decode()

    assert math.isinf(result.estimates["turns"].high)
    assert plain(result.sentence) in plain(page)


def test_a_page_may_be_given_another_question_and_answer(answers: dict[str, Any]) -> None:
    from dataclasses import replace

    from cardsim.show.page import render

    page = report.page_of(answers["run"])

    text = render(replace(page, title="When <to> knock?", answer="Late.")).decode()

    assert "<h1>When &lt;to&gt; knock?</h1>" in text
    assert '<p class="lead">Late.</p>' in text


def test_a_report_takes_a_title(folder: Path, answers: dict[str, Any]) -> None:
    answers["run"].report("page.html", title="When <to> knock?")

    page = (folder / "page.html").read_text()
    assert "<h1>When &lt;to&gt; knock?</h1>" in page
    assert "<title>When &lt;to&gt; knock?: Scat" in page
    with pytest.raises(UserError, match="title must be some text"):
        answers["run"].report("other.html", title=" ")


def test_title_is_an_option_of_what_writes_a_page(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    words = ["run", "scat", "--vs=usual", "-n", "300", "--seed", "1", "--quiet"]
    main([*words, "-o", "page.html", "--title", "A table of three"])
    main([*words, "-o", "saved.json"])
    main(["report", "saved.json", "--title", "A table of three"])
    capsys.readouterr()

    status = main([*words, "--title", "A table of three"])

    assert status == 2
    assert "takes -o FILE.html too" in capsys.readouterr().err
    assert "<h1>A table of three</h1>" in (folder / "page.html").read_text()
    assert (folder / "page.html").read_bytes() == (folder / "saved.html").read_bytes()


# ---------------------------------------------------------------- what is seen at a glance


def test_a_page_says_the_answer_and_what_a_wrong_choice_costs_in_large_numbers(
    answers: dict[str, Any],
) -> None:
    sweep = answers["sweep"]

    numbers = report.page_of(sweep).numbers

    worst = max(sweep.points, key=lambda p: p.shortfall.value)
    (cost,) = (number for number in numbers if number.is_cost)
    assert f"{cost.value} ({cost.sure}) {cost.what}".startswith(sweep.cost(worst.shortfall))
    values = {dict(g.best.settings)["knock_threshold"] for g in sweep.groups}
    best = {"never" if value == 31 else str(value) for value in values}
    assert {number.value for number in numbers if not number.is_cost} <= best


@pytest.mark.parametrize("kind", ["run", "sweep", "comparison"])
@pytest.mark.kept(1)
def test_numbers_have_real_minus_signs(answers: dict[str, Any], kind: str) -> None:
    page = report.html_of(answers[kind]).decode()

    texts = re.findall(r"<(?:text|td|th|small|b)[^>]*>([^<]*)<", page)
    assert not [t for t in texts if re.search(r"(?:^|[ (])-[.\d]", t)]
    assert kind == "run" or any(MINUS in t for t in texts)


def test_the_best_of_each_table_is_marked(answers: dict[str, Any]) -> None:
    sweep = answers["sweep"]
    (sheet,) = report.page_of(sweep).sections[0].sheets

    marked = [p for p, row in zip(sweep.points, sheet.rows, strict=True) if row[2].is_best]

    assert marked == [g.best for g in sweep.groups]


@pytest.mark.full
def test_every_page_tells_the_game_in_short(answers: dict[str, Any]) -> None:
    for answer in answers.values():
        page = plain(report.html_of(answer).decode())

        assert "In turn take the top discard or the top of the stock and throw a card" in page


def test_a_control_has_an_answer_for_each_point(answers: dict[str, Any]) -> None:
    sweep = answers["sweep"]

    control = report.page_of(sweep).sections[0].control

    assert control is not None
    assert [knob.label for knob in control.knobs] == ["Players", "Knock threshold"]
    assert len(control.says) == len(sweep.points)
    best = [text for _, text in control.says if "The best in these hands." in text]
    assert len(best) == len(sweep.groups)
    first = 0
    for knob in control.knobs:
        first = first * len(knob.values) + knob.start
    assert "The best in these hands." in control.says[first][1]


KEPT = "\N{NO-BREAK SPACE}"


def test_a_control_holds_once_what_all_its_sentences_share() -> None:
    """Whole words and whole numbers, so that a page stays small and reads on without a script."""
    between = {
        ("you win (24.1 to 24.9 %).", "you win (25.0 to 25.9 %)."): ("you win (", f"{KEPT}%)."),
        ("you win (2 to 3).", "you lose."): ("you ", ""),
        ("none.",): ("", ""),
        ("by `a`, 2.", "by `a`, 3."): ("", ""),
    }

    for texts, shared in between.items():
        begin, end, says = Control((), tuple(("1", text) for text in texts)).parts
        assert (begin, end) == shared
        assert [(begin + text + end).replace(KEPT, " ") for _, text in says] == [*texts]


def test_no_line_parts_a_number_from_its_unit_where_a_sentence_is_cut() -> None:
    texts = (f"If you knock at {n}, you win 2{n}.5 % (± 0.4) of all matches." for n in (1, 2))

    begin, end, ((_, text), _) = Control((), tuple(("1", text) for text in texts)).parts

    told = f"{begin}{text}{end}"
    assert told == f"If you knock at 1, you win 21.5{KEPT}%{KEPT}(±{KEPT}0.4) of all matches."


def found_by(study: Callable[[Any], None]) -> Findings:
    """What an experiment finds that is no file."""
    lab = Lab(1000, SEED)
    study(lab)
    spec = ExperimentSpec("made-up", 1000, SEED)
    found = lab.conclusion, tuple(lab.sections), tuple(lab.parts), 0.0, lab.numbers
    return Findings(spec, "What is best?", "", *found)


def test_an_experiment_shows_its_large_numbers_and_the_charts_of_its_sweeps() -> None:
    x = "you knock with this or more"

    def study(lab: Lab) -> None:
        sweep = lab.sweep("scat", knock_threshold="19..25", players="2,3", unit="hand", vs="usual")
        lines = tuple(Series.of_group(g, f"players {k}") for k, g in enumerate(sweep.groups))
        lab.compare("scat", ["threshold", "chase-31"], unit="hand", vs="usual")
        lab.section("By value", "Later.", Chart("Later is better", x, "w", lines, sweep=sweep))
        lab.answer("Late.", Number("45 %", "of matches, knocking never", "\N{PLUS-MINUS SIGN} 1"))

    found = found_by(study)
    page = report.page_of(found)

    assert [(n.value, n.sure) for n in page.numbers] == [("45 %", "\N{PLUS-MINUS SIGN} 1")]
    (section,) = page.sections
    assert (section.panels[0].title, section.panels[0].parts) == ("Later is better", 2)
    assert section.control is not None
    assert [knob.label for knob in section.control.knobs] == ["Players", x.capitalize()]
    assert found.to_dict()["numbers"][0]["value"] == "45 %"


def test_tables_of_an_experiment_have_their_intervals_and_mark_the_best() -> None:
    def study(lab: Lab) -> None:
        row = Series("top", ("left", "right"), (0.2, 0.3), (0.1, 0.25), (0.3, 0.35))
        chart = Chart("Right", "cell", "won", (row,), kind="grid", percent=True, best="highest")
        lab.section("By cell", "To the right.", chart)
        lab.answer("Right.")

    page = report.html_of(found_by(study)).decode()

    (rows,) = (t for t in Tables(page).tables if t[0][0] == "Cell")
    assert rows[1:] == [["left", "20.0 %: 10.0 to 30.0 %"], ["right", "30.0 %: 25.0 to 35.0 %"]]
    assert len(re.findall(r'<td class="n best"', page)) == 1
