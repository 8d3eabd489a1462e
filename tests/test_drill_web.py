"""`cardsim drill --web`: the page driven in a browser, and what is sent to it."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest

from cardsim.games import load_game
from cardsim.table import choice_values, drilling
from cardsim.table.drilled import REST, file_of, last_open, read
from cardsim.table.drilling import Drilling
from cardsim.web.drill_page import DrillPage
from cardsim.web.server import LATE
from imagining import dealt_anew
from test_drill import DAY, begin, best, worst
from test_play_web import IN_VIEW, THINGS, opened, served


@pytest.fixture(autouse=True)
def _few_worlds(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(choice_values, "FEWEST_USUAL", 200)
    monkeypatch.setattr(choice_values, "FORKS", 400)
    monkeypatch.setattr(drilling, "SCREENED", 60)


@pytest.fixture
def page() -> Iterator[DrillPage]:
    """The page of a drill of Scat with two decisions."""
    under_way = begin()
    yield page_of(under_way)
    under_way.close()


def page_of(under_way: Drilling, day: Any = DAY) -> DrillPage:
    return DrillPage(under_way, lambda: None, lambda: day)


def answered(page: DrillPage, how: Callable[[Any], int]) -> dict[str, Any]:
    """Answer the decision that the page shows."""
    told = page.table()
    question = page._question
    assert question is not None
    return page.act(0, told["turn"], how(question))


def test_a_choice_is_judged_and_the_next_decision_comes_when_asked_for(page: DrillPage) -> None:
    asks = page.table()
    wrong = answered(page, worst)
    verdict = wrong["drill"]["judged"]

    assert asks["drill"]["judged"] == {}
    assert " was better: " in verdict["said"]
    assert verdict["rows"][verdict["own"]][2]
    assert wrong["sight"]["felt"] == asks["sight"]["felt"]
    assert (wrong["sight"]["words"], wrong["sight"]["taps"]) == ([], [])

    fresh = page.next(1)
    assert fresh["drill"]["heading"] == "2 of 2."
    assert fresh["drill"]["judged"] == {}
    assert fresh["sight"]["felt"] != asks["sight"]["felt"]


@pytest.mark.full
def test_what_was_missed_on_the_page_comes_back_until_it_is_held_twice(page: DrillPage) -> None:
    missed = answered(page, worst)["sight"]["felt"]
    page.drilling.close()
    for day in (DAY, DAY + timedelta(days=REST)):
        under_way = begin(7, day=day)
        again = page_of(under_way, day)
        answered(again, best)
        back = again.next(1)
        answered(again, best)
        under_way.close()

        assert back["drill"]["heading"].endswith("You missed this one before.")
        assert back["sight"]["felt"] == missed
    assert read(file_of("scat"), "scat").missed == ()


@pytest.mark.full
def test_a_drill_on_the_page_goes_on_where_it_was(page: DrillPage) -> None:
    answered(page, worst)
    second = page.next(1)
    page.drilling.close()

    under_way = Drilling(*last_open())
    resumed = page_of(under_way).table()
    under_way.close()

    assert resumed == second


def test_a_click_that_comes_twice_answers_once(page: DrillPage) -> None:
    answered(page, best)

    assert page.act(0, 0, 0)["error"] == LATE
    assert page.next(0)["drill"]["judged"]
    assert page.act(0, 1, 0)["error"] == LATE
    page.next(1)
    assert page.act(0, 1, 99)["error"] == LATE
    assert len(page.drilling.drill.answers) == 1


@pytest.mark.full
def test_the_score_is_told_once_at_the_end(page: DrillPage) -> None:
    answered(page, best)
    page.next(1)
    answered(page, best)
    score = page.next(2)

    assert score["sight"] is None
    assert score["drill"]["score"][0] == "You gave away nothing for certain in 2 decisions."
    assert page.table() == score
    assert len(read(file_of("scat"), "scat").past) == 1
    assert page.leave()["said"] == "The drill is over."


def test_nothing_hidden_is_sent_before_the_choice(page: DrillPage) -> None:
    """What is sent is the same where only what is hidden differs, without seed and values."""
    page.table()
    question = page._question
    assert question is not None
    table = question.sitting.table
    sent = json.dumps(page.table())
    other = dealt_anew(load_game("scat"), table.states.copy(), table.rules, hand=3)
    assert other.tobytes() != table.states.tobytes()
    table.states[:] = other

    assert json.dumps(page.table()) == sent
    assert '"seed"' not in sent
    assert page.table()["drill"]["judged"] == {}


def drilled(page: Any, press: Callable[[str, int], None]) -> None:
    """Answer both decisions, and read the score."""
    for turn in range(2):
        page.wait_for_selector("body:not([aria-busy])")
        assert page.evaluate(IN_VIEW)
        press(THINGS, turn)
        with page.expect_response(re.compile("act")):
            for _ in range(8):
                if page.locator(".sure").count():
                    press(".sure", 0)
                    break
                press(".goes" if page.locator(".goes").count() else "#actions button", turn)
        page.wait_for_selector("#verdict:not([hidden]) table")
        assert re.search("^Right: | was better: ", page.locator("#coached").inner_text())
        assert "(you)" in page.locator(".yours").inner_text()
        press(".sure", 0)
        page.wait_for_selector("#verdict[hidden]", state="attached")
    page.wait_for_selector("#back h2")

    assert "in 2 decisions" in page.locator("#back h2").inner_text()


def test_a_drill_is_done_by_tapping_alone(chromium: Any, page: DrillPage) -> None:
    with served(page) as address, opened(chromium, address) as shown:

        def tap(selector: str, nth: int) -> None:
            things = shown.locator(selector)
            things.nth(nth % things.count()).tap()

        drilled(shown, tap)


@pytest.mark.full
def test_a_drill_is_done_by_keyboard_alone(chromium: Any, page: DrillPage) -> None:
    with served(page) as address, opened(chromium, address) as shown:

        def enter(selector: str, _nth: int) -> None:
            for _ in range(60):
                if shown.evaluate("(at) => document.activeElement.matches(at)", selector):
                    break
                shown.keyboard.press("Tab")
            shown.keyboard.press("Enter")

        drilled(shown, enter)


@pytest.mark.full
@pytest.mark.parametrize("dark", [False, True])
def test_a_verdict_can_be_read_by_everybody(chromium: Any, page: DrillPage, *, dark: bool) -> None:
    from axe_playwright_python.sync_playwright import Axe

    answered(page, worst)
    with served(page) as address:
        shown = chromium.new_page(
            color_scheme="dark" if dark else "light",
            reduced_motion="reduce",  # what still fades in has no colour of its own yet
            bypass_csp=True,  # axe is put into the page
        )
        shown.goto(address)
        shown.wait_for_selector("#verdict:not([hidden]) table")
        found = Axe().run(shown).response["violations"]
        shown.close()

    assert [one["id"] for one in found] == []
