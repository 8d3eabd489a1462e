"""Reports in a real browser: what is seen, heard, pressed and printed."""

from __future__ import annotations

import itertools
import math
import re
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

import cardsim
from cardsim import Chart, Series, Strategy
from cardsim.runs.wording import outcome
from cardsim.show.gallery import GalleryEntry, entry, index
from cardsim.show.pages import html_of
from cardsim.story import Number, Section
from cardsim.studies.experiments import ExperimentSpec, Findings

SEED = 11
EVIL = "<script>alert('x')</script>"
KINDS = ("run", "match", "sweep", "grid", "comparison", "review", "experiment")
PHONE, DESK = 390, 1280
WIDTHS = (PHONE, 800, DESK)
"""Of windows, in which labels of charts are measured."""
GALLERY = Path(__file__).parents[1] / "reports"
MOST_PAGES = 3
"""Sheets of paper that a report takes."""


def knock_early(view: Any) -> bool:
    return bool(view.value >= 19)


@pytest.fixture(scope="module")
def answers() -> dict[str, Any]:
    """One of each kind of answer."""
    seats = f"threshold;{';'.join(['chase-31'] * 3)}"
    evil = Strategy(game="scat", name=EVIL, knock=knock_early)
    return {
        "run": cardsim.run("scat", n=4000, seed=SEED, strategy=evil, unit="hand", vs="usual"),
        "match": cardsim.run("scat", n=500, seed=SEED, unit="match", seats=seats),
        "sweep": cardsim.sweep(
            "scat", n=4000, seed=SEED, knock_threshold="17..24", unit="hand", vs="usual"
        ),
        "grid": cardsim.sweep(
            "scat",
            n=2000,
            seed=SEED,
            knock_threshold="17..24",
            players="2..4",
            first_turn_knock="yes,no",
            unit="hand",
            vs="usual",
        ),
        "comparison": cardsim.compare(
            "scat",
            ["threshold", "threshold:knock_threshold=25,hammer_threshold=20", evil, "chase-31"],
            n=4000,
            seed=SEED,
            unit="hand",
            vs="usual",
        ),
        "review": cardsim.review(
            "scat",
            n=40_000,
            seed=SEED,
            unit="hand",
            strategy=evil,
            by=["knock:value,own-turns", "draw-source:gain,value,somebody-knocked"],
            vs="usual",
        ),
        "experiment": cardsim.experiment("dice-game-rules", 400),
    }


@pytest.fixture(scope="module")
def files(answers: dict[str, Any], tmp_path_factory: pytest.TempPathFactory) -> dict[str, Path]:
    """The report of each."""
    folder = tmp_path_factory.mktemp("reports")
    for name, answer in answers.items():
        (folder / f"{name}.html").write_bytes(html_of(answer))
    return {name: folder / f"{name}.html" for name in answers}


@contextmanager
def opened(
    chromium: Any, file: Path, *, width: int = DESK, scheme: str = "light", scripts: bool = True
) -> Iterator[Any]:
    """The report in a window; it must ask for nothing but its own worker, and not complain."""
    requests, complaints = [], []
    context = chromium.new_context(
        viewport={"width": width, "height": 800},
        color_scheme=scheme,
        java_script_enabled=scripts,
        accept_downloads=True,
    )
    context.on("request", lambda request: requests.append(request.url))
    page = context.new_page()
    page.on("console", lambda message: complaints.append(message.text))
    page.on("pageerror", lambda error: complaints.append(str(error)))
    page.on("dialog", lambda dialog: complaints.append(dialog.message))
    try:
        page.goto(file.as_uri())
        yield page
    finally:
        context.close()
    assert [url for url in requests if not url.startswith("blob:")] == [file.as_uri()]
    assert complaints == []


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.full
def test_a_report_asks_for_nothing_and_complains_of_nothing(
    chromium: Any, files: dict[str, Path], kind: str
) -> None:
    with opened(chromium, files[kind]) as page:
        page.wait_for_timeout(300)

        assert page.title()
        assert page.locator("h1").count() == 1


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.kept(5)
def test_axe_finds_no_barrier(
    chromium: Any, files: dict[str, Path], kind: str, scheme: str
) -> None:
    from axe_playwright_python.sync_playwright import Axe

    for width in (DESK, PHONE):
        with opened(chromium, files[kind], width=width, scheme=scheme) as page:
            found = Axe().run(page)

            assert found.violations_count == 0, found.generate_report()
            assert len(found.response["passes"]) > 15


@pytest.mark.parametrize("width", [320, PHONE, 760, DESK])
@pytest.mark.parametrize("kind", KINDS)
def test_a_page_never_scrolls_sideways(
    chromium: Any, files: dict[str, Path], kind: str, width: int
) -> None:
    with opened(chromium, files[kind], width=width) as page:
        assert page.evaluate("document.documentElement.scrollWidth") == width


OPEN = "document.querySelectorAll('details').forEach(fold => fold.open = true)"
MARKED = """() => [...new Set([...document.querySelectorAll("[data-at]")]
  .filter(mark => mark.getAttribute("d"))
  .map(mark => mark.dataset.at.split("|").indexOf(mark.getAttribute("d"))))]"""
BOXES = """() => [...document.querySelectorAll("svg")].filter(svg => svg.getClientRects().length)
  .map(svg => {
    const box = e => { const b = e.getBoundingClientRect(); return [b.x, b.y, b.right, b.bottom] };
    return [box(svg), [...svg.querySelectorAll("text")].map(t => [t.textContent, ...box(t)])];
  })"""


@pytest.mark.parametrize("width", WIDTHS)
@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.kept(14)
def test_no_label_of_a_chart_is_cut_or_covers_another(
    chromium: Any, files: dict[str, Path], kind: str, width: int
) -> None:
    check_labels(labels(chromium, files[kind], width))


@pytest.mark.deep
@pytest.mark.skipif(not GALLERY.exists(), reason="the tests run without the gallery")
def test_no_label_of_a_page_of_the_gallery_is_cut_or_covers_another(chromium: Any) -> None:
    pages = sorted(GALLERY.glob("*.html"))
    bad = [
        f"{page.name} at {width}: {why}"
        for page in pages
        for width in WIDTHS
        for why in misplaced(labels(chromium, page, width))
    ]

    assert len(pages) > 90
    assert not bad, "\n".join(bad)


@pytest.mark.full
def test_no_label_of_a_ranking_of_many_is_cut_or_covers_another(
    chromium: Any, tmp_path: Path
) -> None:
    ways = [f"threshold:hammer_threshold=12,knock_threshold={k}" for k in range(17, 30)]
    ranking = cardsim.tournament("scat", *ways, n=20, players=2, unit="hand", seed=SEED)
    page = tmp_path / "ranking.html"
    page.write_bytes(html_of(ranking))

    for width in WIDTHS:
        check_labels(labels(chromium, page, width))


def test_labels_on_each_other_and_out_of_the_picture_are_found() -> None:
    picture = (0, 0, 340, 200)
    apart = [("one", 10, 10, 40, 24), ("two", 10, 22, 40, 36), ("three", 41, 10, 70, 24)]

    assert misplaced([(picture, apart)]) == []
    assert misplaced([(picture, [*apart, ("four", 60, 12, 90, 26)])]) == ["'three' on 'four'"]
    assert misplaced([(picture, [("out", 320, 10, 344, 24)])]) == ["'out' leaves the picture"]
    assert misplaced([(picture, [("up", 10, -8, 40, 6)])]) == ["'up' leaves the picture"]


@pytest.mark.full
@pytest.mark.parametrize("width", WIDTHS)
def test_no_label_is_cut_where_names_are_long_and_many(
    chromium: Any, tmp_path: Path, width: int
) -> None:
    words = "with a name that is longer than a chart has room for beside its values"
    names = [f"way {k} {words}" for k in range(4)]
    numbers, values = tuple(map(float, range(9))), tuple(math.sin(k) for k in range(9))
    lines = tuple(Series(name, numbers, values) for name in names)
    rows = tuple(Series(name[:30], tuple(names), values[:4]) for name in names)
    cells = tuple(Series(name[:8], tuple(n[:18] for n in names), values[:4]) for name in names)
    axis = "what you knock with, in points of the suit that you save (8: never)"
    charts = [
        Chart("Lines", axis, words, lines, best="highest"),
        Chart("Rows", axis, words, rows, kind="points", best="lowest"),
        Chart("Cells", axis, words, cells, kind="grid", best="highest"),
        Chart("Many", axis, words, lines + tuple(replace(s, name=s.name[4:]) for s in lines)),
    ]
    steps = tuple(Section(chart.finding, "It is so.", chart) for chart in charts)
    spec = ExperimentSpec("toy", 10, SEED)
    page_file = tmp_path / "toy.html"
    page_file.write_bytes(html_of(Findings(spec, "What is best?", "", "This.", steps, (), 0.0)))

    found = labels(chromium, page_file, width)

    assert len(found) == len(charts)
    check_labels(found)


def labels(chromium: Any, file: Path, width: int) -> Any:
    """Of each chart of a page its box, and its texts with theirs; folds are open."""
    with opened(chromium, file, width=width) as page:
        page.evaluate(OPEN)
        return page.evaluate(BOXES)


def check_labels(charts: Any) -> None:
    """No label of a chart lies outside it or on another one."""
    assert charts
    assert all(texts for _, texts in charts)
    assert misplaced(charts) == []


def misplaced(charts: Any) -> list[str]:
    """The labels that leave their chart, or lie on another one."""
    found = []
    for (left, top, right, bottom), texts in charts:
        for text, x0, y0, x1, y1 in texts:
            wide, high = left - 3 <= x0 < x1 <= right + 3, top - 3 <= y0 < y1 <= bottom + 3
            found += [] if wide and high else [f"{text!r} leaves the picture"]
        for (a, ax0, ay0, ax1, ay1), (b, bx0, by0, bx1, by1) in itertools.combinations(texts, 2):
            over = min(ax1, bx1) - max(ax0, bx0), min(ay1, by1) - max(ay0, by0)
            # The boxes of neighbouring lines touch by their line height.
            found += [f"{a!r} on {b!r}"] if over[0] > 1 and over[1] > 5 else []
    return found


def test_the_slider_says_the_answer_at_each_threshold(
    chromium: Any, files: dict[str, Path], answers: dict[str, Any]
) -> None:
    points = {dict(p.settings)["knock_threshold"]: p for p in answers["sweep"].points}
    with opened(chromium, files["sweep"]) as page:
        slider, said = page.locator("input[type=range]"), page.locator("output")
        best = dict(answers["sweep"].groups[0].best.settings)["knock_threshold"]
        assert slider.get_attribute("aria-valuetext") == str(best)

        slider.focus()
        page.keyboard.press("Home")

        for threshold in range(17, 25):
            told = outcome(answers["sweep"].measure, points[threshold].estimate)
            text = said.text_content().replace("\N{NO-BREAK SPACE}", " ")
            assert told[1:] in text
            assert slider.get_attribute("aria-valuetext") == str(threshold)
            marks = page.locator(".wide [data-at]").all()
            shown = {mark.get_attribute("d"): mark.get_attribute("data-at") for mark in marks}
            assert len([d for d in shown if d]) == 2
            assert all(told.split("|")[threshold - 17] == d for d, told in shown.items() if d)
            page.keyboard.press("ArrowRight")


def test_knobs_choose_the_circumstances_too(
    chromium: Any, files: dict[str, Path], answers: dict[str, Any]
) -> None:
    grid = answers["grid"]
    (point,) = (
        p
        for p in grid.points
        if dict(p.settings) == {"players": 4, "first_turn_knock": False, "knock_threshold": 17}
    )
    with opened(chromium, files["grid"]) as page:
        page.locator(".control").get_by_label("Players").select_option("4")
        page.get_by_label("First turn knock").select_option("no")
        page.get_by_label("Knock threshold").fill("0")

        told = page.locator("output").text_content().replace("\N{NO-BREAK SPACE}", " ")
        assert outcome(grid.measure, point.estimate)[1:] in told
        drawn = page.evaluate(MARKED)
        assert len(drawn) == 1


def test_a_table_is_sorted_from_the_keyboard(
    chromium: Any, files: dict[str, Path], answers: dict[str, Any]
) -> None:
    frame = answers["sweep"].frame()
    with opened(chromium, files["sweep"]) as page:
        page.evaluate("for (const d of document.querySelectorAll('details')) d.open = true")
        table = page.locator("table[data-sort]").first
        head = table.locator("thead th").nth(1)
        first = table.locator("tbody tr th")
        assert head.get_attribute("aria-sort") == "none"

        head.locator("button").focus()
        page.keyboard.press("Enter")

        up = [str(t) for t in frame.sort("value")["knock_threshold"]]
        assert head.get_attribute("aria-sort") == "ascending"
        assert first.all_text_contents() == up

        page.keyboard.press("Space")

        assert head.get_attribute("aria-sort") == "descending"
        assert first.all_text_contents() == up[::-1]
        heads = table.locator("thead th").count()
        assert table.locator("thead th[aria-sort=none]").count() == heads - 1


def test_every_button_and_scrolled_table_is_reached_with_tab(
    chromium: Any, files: dict[str, Path]
) -> None:
    with opened(chromium, files["comparison"], width=PHONE) as page:
        for fold in page.locator("summary").all():
            fold.click()
        wanted = page.locator("button, a[href], input, select, summary, [tabindex='0']").count()
        reached = set()
        for _ in range(wanted + 2):
            page.keyboard.press("Tab")
            reached.add(
                page.evaluate("[...document.querySelectorAll('*')].indexOf(document.activeElement)")
            )

        assert len(reached) >= wanted


@pytest.mark.parametrize("kind", KINDS)
def test_a_report_is_whole_without_javascript(
    chromium: Any, files: dict[str, Path], answers: dict[str, Any], kind: str
) -> None:
    with opened(chromium, files[kind], scripts=False) as page:
        lead = page.locator(".lead").first.text_content() or ""
        said = answers[kind]
        sentence = said.answer if kind == "experiment" else said.sentence
        assert lead
        assert sentence.startswith(lead.replace("\N{NO-BREAK SPACE}", " "))
        assert page.locator("svg:visible").count() >= 1
        for fold in page.locator("summary").all():
            fold.click()
        assert page.locator("tbody tr:visible").count() >= 4
        assert page.locator("pre").is_visible()
        assert page.locator(".control:visible").count() == 0
        assert page.locator("button").count() == 0


def test_the_data_can_be_saved_without_javascript(
    chromium: Any, files: dict[str, Path], answers: dict[str, Any]
) -> None:
    # A download is a request of its own, to an address inside the page.
    context = chromium.new_context(java_script_enabled=False, accept_downloads=True)
    page = context.new_page()
    page.goto(files["sweep"].as_uri())
    with page.expect_download() as saved:
        page.locator("a[download]").first.click()

    name, text = saved.value.suggested_filename, saved.value.path().read_text()
    context.close()
    assert name == "scat-sweep.csv"
    assert text == answers["sweep"].frame().write_csv()


@pytest.mark.parametrize("kind", KINDS)
def test_a_report_prints_dark_on_light_without_what_paper_cannot_do(
    chromium: Any, files: dict[str, Path], kind: str
) -> None:
    with opened(chromium, files[kind], scheme="dark") as page:
        page.emulate_media(media="print", color_scheme="dark")

        paper = page.evaluate("getComputedStyle(document.documentElement).backgroundColor")
        assert paper == "rgb(255, 255, 255)"
        assert page.locator(".control:visible").count() == 0
        assert page.locator(".wide svg:visible").count() >= 1
        assert page.locator("details:not([open]):visible").count() == 0
        paper = page.pdf(format="A4")
        assert len(paper) > 10_000
        assert 1 <= len(re.findall(rb"/Type\s*/Page\b", paper)) <= MOST_PAGES


def test_the_gallery_is_by_game_and_can_be_searched(chromium: Any, tmp_path: Path) -> None:
    (tmp_path / "index.html").write_bytes(index(gallery_entries(), "cardsim experiment gallery ."))

    with opened(chromium, tmp_path / "index.html", scripts=False) as page:
        games = page.locator(".game h2").all_text_contents()
        assert games == ["Scat (Thirty-One)", "The Dice Game", "Square 9"]
        assert page.locator(".question:visible").count() == 3
        assert page.locator(".search:visible").count() == 0
        cards = page.locator(".games li").all_inner_texts()
        assert cards[0].split("\n") == [
            "Scat (Thirty-One) (1)",
            "",
            "Knock late.",
            "",
            "9 matches more",
        ]
        assert cards[1] == "The Dice Game (1)"

    with opened(chromium, tmp_path / "index.html") as page:
        page.get_by_label("Search the questions and answers").fill("LONG 48 turns")

        assert page.locator(".question:visible h3").all_text_contents() == ["How long is it?"]
        assert page.locator(".game:visible h2").all_text_contents() == ["The Dice Game"]
        assert page.locator("output").text_content() == "1 of 3 questions"


def gallery_entries() -> list[GalleryEntry]:
    """A question of each of three games, in no order."""
    told = {
        "square-nine": ("Which cell?", "The centre."),
        "dice-game": ("How long is it?", "About 48 turns."),
        "scat": ("How do I play well?", "If you do not know the others, knock late: you win."),
    }
    found = []
    for game, (question, answer) in told.items():
        spec = ExperimentSpec(f"{game}-how-to-play" if game == "scat" else game, 100, SEED)
        part = cardsim.run(game, n=100, vs=None if game == "dice-game" else "usual", seed=SEED)
        numbers = (Number("9", "matches more"),) if game == "scat" else ()
        findings = Findings(spec, question, "", answer, (), (part,), 0.0, numbers)
        found.append(entry(findings))
    return found


def test_charts_change_their_colours_in_the_dark(chromium: Any, files: dict[str, Path]) -> None:
    colours = {}
    for scheme in ("light", "dark"):
        with opened(chromium, files["sweep"], scheme=scheme) as page:
            colours[scheme] = page.evaluate(
                """() => ["text", "path[stroke]"].map(kind => {
                  const found = document.querySelector(".wide svg " + kind);
                  return [getComputedStyle(found).fill, getComputedStyle(found).stroke];
                })"""
            )

    assert colours["light"] != colours["dark"]
    assert colours["light"][0] != colours["dark"][0]


def test_what_users_name_is_shown_as_text(chromium: Any, files: dict[str, Path]) -> None:
    for kind in ("run", "comparison"):
        with opened(chromium, files[kind]) as page:
            assert page.evaluate("document.scripts.length") == 1
            assert EVIL in page.locator("main").inner_text()
