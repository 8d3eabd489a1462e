"""The rules of a page as a numbered list, and as the card that is printed."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest

from cardsim import Chart, Findings, Series, Strategy
from cardsim.games import game_names, load_game
from cardsim.search.learned import rules_of
from cardsim.show.card import CardRule, rule
from cardsim.show.pages import html_of
from cardsim.story import Section
from cardsim.studies.experiments import ExperimentSpec
from cardsim.workspace import load_strategy, strategy_files

MM = 72 / 25.4
CARD = (105, 148)
"""A6, in millimetres."""
RULES = (
    "knock holding 22 or more points at first; 26 or more later",
    "lead the best card; leave a trick to your partner",
    *(f"rule number {k} of many, which is about as long as a rule can be" for k in range(12)),
)


def test_cases_that_are_limits_stand_in_a_table() -> None:
    assert rule(RULES[0]) == CardRule(
        "Knock holding", (("22 or more points", "at first"), ("26 or more", "later"))
    )


def test_other_cases_stand_below_each_other() -> None:
    assert rule(RULES[1]) == CardRule(
        "Lead the best card;", cases=("leave a trick to your partner.",)
    )
    assert rule("never knock") == CardRule("Never knock.")
    assert rule("bid 3 with an ace; pass without") == CardRule(
        "Bid 3 with an ace;", cases=("pass without.",)
    )


@pytest.fixture
def page(tmp_path: Path) -> Path:
    """A page with two charts and a card between them."""
    chart = Chart("It rises", "x", "y", (Series("", (0.0, 1.0, 2.0), (0.0, 1.0, 2.0)),))
    sections = (
        Section("First", "One.", chart),
        Section("Second", "Two.", chart),
        Section("The card", "Three.", rules=RULES),
    )
    told = " ".join(f"This is sentence {k} of a long answer." for k in range(20))
    spec = ExperimentSpec("toy", 10, 1)
    found = Findings(spec, "What is best?", "", told, sections, (), 0.0)
    (tmp_path / "toy.html").write_bytes(html_of(found))
    return tmp_path / "toy.html"


def test_a_page_begins_with_the_answer_a_picture_and_the_card_and_folds_the_rest(
    chromium: Any, page: Path
) -> None:
    shown = chromium.new_page()
    shown.goto(page.as_uri())

    headings = shown.locator("h2").all_text_contents()
    assert headings[:3] == ["First", "The card", "Second"]
    assert shown.locator("svg:visible").count() == 1
    assert shown.locator(".card .rules > li:visible").count() == len(RULES)
    assert "sentence 19" not in shown.locator(".lead").inner_text()

    shown.get_by_text("The rest of the answer").click()
    shown.get_by_role("heading", name="Second").click()

    assert shown.get_by_text("sentence 19").is_visible()
    assert shown.locator("svg:visible").count() == 2
    shown.close()


def test_a_page_with_a_card_prints_the_card_alone_on_one_small_sheet(
    chromium: Any, page: Path
) -> None:
    shown = chromium.new_page(color_scheme="dark")
    shown.goto(page.as_uri())
    shown.emulate_media(media="print", color_scheme="dark")

    assert shown.locator("svg:visible, h1:visible, details:visible").count() == 0
    assert shown.locator(".card h2").is_visible()
    colour = shown.locator(".card").evaluate("card => getComputedStyle(card).color")
    assert colour == "rgb(0, 0, 0)"
    paper = shown.pdf(prefer_css_page_size=True)
    shown.close()
    assert len(re.findall(rb"/Type\s*/Page\b", paper)) == 1
    (box,) = re.findall(rb"/MediaBox\s*\[0 0 ([\d.]+) ([\d.]+)\]", paper)
    assert [float(side) for side in box] == pytest.approx([MM * side for side in CARD], abs=1)


@pytest.mark.full
def test_no_strategy_tells_a_rule_that_nobody_can_follow() -> None:
    told = [
        (f"{game}/{name}", text)
        for game in game_names()
        for name in strategy_files(load_game(game))
        if load_game(game).decisions
        for text in rules_of(load_strategy(load_game(game), name))
    ]
    # Some that `learn` printed had ten cases, or named decisions as code does.
    hard = [
        (name, text)
        for name, text in told
        if len(text) > 260 or text.count(";") > 4 or re.match(r"at [a-z ]+:|row |take where", text)
    ]

    assert len(told) > 40
    assert not hard


def test_only_the_list_of_a_strategy_is_its_rules() -> None:
    about = "Be bold.\n\n- bid game with 22 points,\n  or more\n\nResult:\n\n  tips  13.0"

    rules = rules_of(Strategy("scat", name="own", about=about, knock=lambda view: view.value > 20))

    assert rules == ["bid game with 22 points, or more"]
