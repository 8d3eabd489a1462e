"""`cardsim play --web`: the page driven in a browser, and what is sent to it."""

from __future__ import annotations

import json
import re
import socket
import subprocess
import sys
import threading
import urllib.error
import urllib.request
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

from cardsim.cli import main
from cardsim.games import game_names, load_game
from cardsim.table import choice_values
from cardsim.table.evening import Evening
from cardsim.table.played import SavedGame, Sitting, sit_down
from cardsim.web.server import LATE, PageApi, PageRequests, application
from imagining import dealt_anew
from typed import Write

GAMES = [name for name in game_names() if load_game(name).decisions]
BY_KEYBOARD = ("casino", "euchre", "scat", "spades")
"""Games of the full tier: one plays a card, several with it, or bids."""
SEED, TOKEN = 918273645, "a-token"
BROKEN = """
from cardsim import Strategy

def discard(view):
    return 99

STRATEGY = Strategy(game="scat", discard=discard)
"""


@pytest.fixture(autouse=True)
def _few_worlds(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(choice_values, "FEWEST_USUAL", 4)
    monkeypatch.setattr(choice_values, "FORKS", 40)


def page_of(
    game: str,
    folder: Path,
    *,
    coach: bool = False,
    seed: int = SEED,
    vs: str = "usual",
    **options: Any,
) -> PageApi:
    asked: dict[str, Any] = {
        "game": game,
        "unit": load_game(game).single_unit,
        "seed": seed,
        "vs": vs,
        "options": options,
    }
    run, hand = sit_down(asked, None)
    evening = Evening(Sitting(run, hand), SavedGame(asked, hand), folder / "kept.json", coach=coach)
    return PageApi(evening, lambda: None)


@contextmanager
def served(page: PageRequests) -> Iterator[str]:
    import uvicorn

    with socket.socket() as listening:
        listening.bind(("127.0.0.1", 0))
        listening.listen()
        config = uvicorn.Config(application(page, TOKEN), log_level="error", lifespan="off")
        server = uvicorn.Server(config)
        thread = threading.Thread(target=server.run, kwargs={"sockets": [listening]})
        thread.start()
        try:
            yield f"http://127.0.0.1:{listening.getsockname()[1]}/{TOKEN}/"
        finally:
            server.should_exit = True
            thread.join()


PHONE = {"width": 390, "height": 664}
THINGS = "#hand [data-tap], #felt [data-tap], #actions button"
"""What can be tapped, in the order of the arrow keys but for the felt."""
IN_VIEW = """() => {
  const low = (id) => document.getElementById(id).getBoundingClientRect().bottom;
  return document.documentElement.scrollWidth <= innerWidth
    && low("hand") <= innerHeight && document.querySelector("#felt").clientHeight > 0
    && [...document.querySelectorAll("#felt > .grid")].every((one) =>
      one.getBoundingClientRect().bottom <= low("felt"));
}"""


@contextmanager
def opened(chromium: Any, address: str) -> Iterator[Any]:
    """Open the page on a phone; nothing is asked elsewhere, and no error is told."""
    page = chromium.new_page(viewport=PHONE, has_touch=True)
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    wrong: list[str] = []
    page.on("pageerror", lambda error: wrong.append(str(error)))
    page.on("console", lambda told: wrong.append(told.text) if told.type == "error" else None)
    page.goto(address)
    page.wait_for_selector("#felt .chair, #back h2")
    try:
        yield page
        assert not wrong
        assert all(url.startswith(address) for url in asked)
    finally:
        page.close()


def to_the_end(page: Any, press: Callable[[str, int], None]) -> None:
    """Play until the look back; `press` does what is done to the nth thing of a selector."""
    for turn in range(600):
        page.wait_for_selector("body:not([aria-busy]), body.over")
        if page.locator("body.over").count():
            break
        assert page.evaluate(IN_VIEW)
        press(THINGS, turn)
        with page.expect_response(re.compile("act")):
            for _ in range(8):
                if page.locator(".sure").count():
                    press(".sure", 0)
                    break
                # Cards that go with the one that is lifted, or the ways to play it.
                press(".goes" if page.locator(".goes").count() else "#actions button", turn)
    # The look back plays every decision on.
    page.wait_for_selector("#back h2", timeout=300_000)

    assert "is over" in page.locator("#back h2").first.inner_text()
    assert f"--seed {SEED}" in page.locator("#back pre").inner_text()
    assert page.locator("#back li").count() > 0
    assert page.locator("#leave").is_hidden()


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.kept(1)
def test_every_game_is_played_to_its_end_by_tapping_alone(
    chromium: Any, tmp_path: Path, game: str
) -> None:
    with served(page_of(game, tmp_path)) as address, opened(chromium, address) as page:

        def tap(selector: str, nth: int) -> None:
            things = page.locator(selector)
            things.nth(nth % things.count()).tap()

        to_the_end(page, tap)


@pytest.mark.parametrize(
    "game",
    [
        pytest.param(game, marks=pytest.mark.full if game in BY_KEYBOARD else pytest.mark.deep)
        for game in GAMES
    ],
)
def test_every_game_is_played_to_its_end_by_keyboard_alone(
    chromium: Any, tmp_path: Path, game: str
) -> None:
    with served(page_of(game, tmp_path)) as address, opened(chromium, address) as page:

        def enter(selector: str, nth: int) -> None:
            key, most = ("Tab", 120) if selector == ".sure" else ("ArrowRight", 1 + nth % 7)
            for pressed in range(most + 120):
                at = page.evaluate("(wanted) => document.activeElement.matches(wanted)", selector)
                if at and (key == "Tab" or pressed >= most):
                    break
                page.keyboard.press(key)
            page.keyboard.press("Enter")

        page.keyboard.press("?")
        page.wait_for_selector("#hints")
        page.keyboard.press("Escape")
        to_the_end(page, enter)


def test_a_card_is_lifted_by_a_tap_and_played_by_another(chromium: Any, tmp_path: Path) -> None:
    with served(page_of("scat", tmp_path)) as address, opened(chromium, address) as page:
        page.locator("#actions button", has_text="take a turn").tap()
        page.locator(".sure").tap()
        pile = page.locator("#felt button.card:not(.pile)")
        pile.tap()
        assert page.locator("#chosen").inner_text().startswith("You: take ")

        page.keyboard.press("Escape")
        assert page.locator(".sure").count() == 0
        assert len(json.loads((tmp_path / "kept.json").read_text("utf-8"))["actions"]) == 1
        pile.tap()
        pile.tap()
        page.wait_for_selector('body[data-turn="2"]')

        assert page.locator("#hand .card").count() == 4


@pytest.mark.full
@pytest.mark.parametrize("motion", ["no-preference", "reduce"])
def test_a_trick_that_was_taken_stays_a_moment(chromium: Any, tmp_path: Path, motion: str) -> None:
    page_ = page_of("euchre", tmp_path)
    while page_.table()["sight"]["felt"]["trick"] is None:
        page_.act(0, len(page_.evening.sitting.turns), 0)
    with served(page_) as address, opened(chromium, address) as page:
        page.emulate_media(reduced_motion=motion)
        page.reload()
        page.wait_for_selector("#hand button.card")
        turn = int(page.locator("body").get_attribute("data-turn"))
        page.locator("#hand button.card").first.tap()
        page.locator(".sure").tap()
        page.wait_for_selector(f'body[data-turn="{turn + 1}"]')

        told = page.locator("#felt .taker")
        if motion == "reduce":
            assert told.count() == 0
        else:
            assert told.inner_text().endswith(" took it")
            assert page.locator("#felt .took").count() == 1
        page.wait_for_selector("#felt .taker", state="detached")
        assert page.locator("#felt .laid").count() == 1
        # Who does not see the table hears it.
        assert "took it" in page.locator("#news").text_content()


@pytest.mark.parametrize(("rule", "first"), [("cyclic", "count"), ("adjacent", "rank")])
def test_a_claim_is_the_cards_that_are_lifted(
    chromium: Any, tmp_path: Path, rule: str, first: str
) -> None:
    """In Cheat one lifts two cards and lays them: several decisions of the rules."""
    page_ = page_of("cheat", tmp_path, claim_rank=rule)
    sitting = page_.evening.sitting
    while sitting.table.asks.name != first:
        page_.act(0, len(sitting.turns), 0)
    with served(page_) as address, opened(chromium, address) as page:
        before = len(sitting.turns)
        hand = page.locator("#hand button.card")
        words = [hand.nth(n).inner_text() for n in (1, 3)]
        hand.nth(1).tap()
        hand.nth(3).tap()
        if first == "rank":
            page.locator("#actions button").last.tap()
        page.locator(".sure").tap()
        laid = before + (4 if first == "rank" else 3)
        page.wait_for_selector(f'body[data-turn="{laid}"]')

    assert [turn.word for turn in sitting.turns[laid - 3 :]] == ["2", *words]


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.kept(3)
def test_what_one_taps_names_the_action(tmp_path: Path, game: str) -> None:
    """Each tap lies on the felt; where the same taps mean several actions, their words differ."""
    page = page_of(game, tmp_path)
    for turn in range(40):
        sight = page.table()["sight"]
        if sight is None:
            break
        felt = sight["felt"]
        lies = [*felt["middle"], felt["hand"]]
        lies += [spread for chair in felt["chairs"] for spread in chair["spreads"]]
        open_ = {tap for spread in lies for tap in spread["taps"] or spread["cards"]}
        tapped = [tuple(taps) for taps in sight["taps"]]
        assert {tap for taps in tapped for tap in taps} <= open_
        ways = [(frozenset(taps), word) for taps, word in zip(tapped, sight["words"], strict=True)]
        assert len({*ways}) == len(ways) or game == "counter-cameroon"
        page.act(0, turn, turn % len(ways))


def test_one_plays_again_with_the_same_cards_or_others(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    page = page_of("scat", tmp_path)
    first = page.table()
    page.act(0, 0, 0)

    same = page.again(0, 1, 0)
    page.again(1, 1, 1)
    against = page.evening.kept.asked["vs"]
    other = page.again(2, 0, 0)

    assert same["sight"] == first["sight"]
    assert same["turn"] == 0
    assert against == "field-0"
    assert other["sight"] != same["sight"]
    # The game in which something was decided is kept; of those that were dealt only the last is.
    assert [*(tmp_path / "play").glob("*.json")] == [page.evening.file]
    assert (tmp_path / "kept.json").exists()
    assert other["company"] == "field-0"


def test_a_tab_that_shows_another_game_takes_no_decision_in_this_one(tmp_path: Path) -> None:
    page = page_of("scat", tmp_path)
    page.again(0, 1, 0)

    assert page.act(0, 0, 0)["error"] == LATE
    assert page.again(0, 1, 0)["error"] == LATE
    assert not page.evening.sitting.turns
    assert "error" not in page.act(1, 0, 0)


def test_who_cannot_play_on_shows_nobody_his_hand(tmp_path: Path, write_strategy: Write) -> None:
    write_strategy("broken", BROKEN)
    page = page_of("scat", tmp_path, vs="broken")
    told: dict[str, Any] = page.table()

    while "error" not in told:
        before = told
        told = page.act(0, before["turn"], 0)

    assert "not legal at 'discard'" in told["error"]
    assert told["sight"] == before["sight"]
    assert told["turn"] == before["turn"]


def test_the_rules_name_what_is_changed(tmp_path: Path) -> None:
    rules = page_of("scat", tmp_path).rules()["rules"]

    assert ["start lives", "3", "pennies (or letters) to start with", False] in rules


def test_the_hand_as_it_stood_is_shown_at_the_end_alone(tmp_path: Path) -> None:
    page = page_of("scat", tmp_path)
    seen = [page.table()["sight"]]
    assert page.stood(0) == {}
    while not page.evening.sitting.over:
        page.act(0, len(page.evening.sitting.turns), 0)
        seen.append(page.table()["sight"])

    for nth, sight in enumerate(seen[:-1]):
        assert page.stood(nth)["felt"] == sight["felt"]
    assert page.stood(len(seen)) == {}


@pytest.mark.parametrize("dark", [False, True])
@pytest.mark.parametrize("game", ["scat", *(game for game in GAMES if game != "scat")])
@pytest.mark.kept(1, full=3)
def test_the_page_can_be_used_by_everybody(
    chromium: Any, tmp_path: Path, game: str, *, dark: bool
) -> None:
    from axe_playwright_python.sync_playwright import Axe

    with served(page_of(game, tmp_path)) as address:
        page = chromium.new_page(
            color_scheme="dark" if dark else "light",
            reduced_motion="reduce",  # what still fades in has no colour of its own yet
            bypass_csp=True,  # axe is put into the page
        )
        page.goto(address)
        page.wait_for_selector("#felt .chair")
        found = Axe().run(page).response["violations"]
        page.close()

    assert [one["id"] for one in found] == []


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.kept(2, full=3)
def test_nothing_hidden_is_sent(tmp_path: Path, game: str) -> None:
    """What is sent is the same where only what is hidden differs, and has no seed."""
    page, differ = page_of(game, tmp_path, seed=5), 0
    sitting = page.evening.sitting
    for decision in range(8):
        if sitting.over:
            break
        true = sitting.table.states.copy()
        sent = json.dumps([page.table(), page.hints()])
        other = dealt_anew(load_game(game), true, sitting.table.rules, hand=decision)
        differ += other.tobytes() != true.tobytes()
        sitting.table.states[:] = other
        sitting.judge._tried.clear()

        assert json.dumps([page.table(), page.hints()]) == sent
        assert '"seed"' not in sent

        sitting.table.states[:] = true
        page.act(0, decision, 0)
    # In Counter-Cameroon nothing is hidden.
    assert differ or game == "counter-cameroon"


def test_a_click_that_comes_twice_counts_once(tmp_path: Path) -> None:
    page = page_of("scat", tmp_path, coach=True)

    first, second = page.act(0, 0, 0), page.act(0, 0, 0)

    assert "error" not in first
    assert first["coached"].startswith("Coach: ")
    assert second["error"] == LATE
    assert len(page.evening.sitting.turns) == 1
    assert page.act(0, 1, 99)["error"] == LATE


def status(address: str, *, method: str = "GET", host: str = "") -> int:
    request = urllib.request.Request(address, method=method)
    if host:
        request.add_header("Host", host)
    try:
        with urllib.request.urlopen(request) as answer:
            return int(answer.status)
    except urllib.error.HTTPError as error:
        return error.code


def test_nobody_plays_without_the_token(tmp_path: Path) -> None:
    page = page_of("scat", tmp_path)
    with served(page) as address:
        assert status(f"{address}table") == 200
        other = address.replace(TOKEN, "another")
        for asked in (
            "",
            "table.css",
            "felt.js",
            "drill.js",
            "table.js",
            "table",
            "hints",
            "look-back",
            "rules",
        ):
            assert status(f"{other}{asked}") == 404
        for asked in ("act?game=0&turn=0&nth=0", "again?game=0&same=1&company=0", "leave"):
            assert status(f"{other}{asked}", method="POST") == 404
        assert status(address.replace(TOKEN + "/", "table")) == 404
        assert status(f"{address}table", host="elsewhere.example") == 400
        assert status(f"{address}act?game=0&turn=0&nth=0") == 405
        assert status(f"{address}act?game=0&turn=0&nth=-1", method="POST") == 400
        assert status(f"{address}act", method="POST") == 400
        assert status(f"{address}act?game=0&turn={'9' * 5000}&nth=0", method="POST") == 400
        assert not page.evening.sitting.turns


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (["--web", "--port", "80"], "--port must be a whole number from 1024 to 65535, not 80"),
        (["--web", "--port", "x"], "--port must be a whole number from 1024 to 65535, not x"),
        (["--port", "8000"], "--port is where the page of --web is served: say --web, too"),
        (["--web", "--plain"], "--plain is how the terminal is read out: leave it or --web out"),
    ],
)
def test_what_cannot_be_is_one_line(
    capsys: pytest.CaptureFixture[str],
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    words: list[str],
    told: str,
) -> None:
    monkeypatch.chdir(tmp_path)

    assert main(["play", "scat", *words]) == 2

    assert told in capsys.readouterr().err
    assert not list(tmp_path.iterdir())


def test_a_busy_port_is_told(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = taken.getsockname()[1]

        assert main(["play", "scat", "--vs", "usual", "--web", "--port", str(port)]) == 2

    assert f"--port {port} cannot be used: address already in use" in capsys.readouterr().err


def test_the_page_is_served_until_you_leave(tmp_path: Path) -> None:
    """The command itself, where no browser can be opened."""
    words = ["-m", "cardsim", "play", "scat", "--vs", "usual", "--seed", "5", "--web"]
    with subprocess.Popen(
        [sys.executable, *words],
        cwd=tmp_path,
        stderr=subprocess.PIPE,
        text=True,
        env={**_environment(), "BROWSER": "false %s"},
    ) as process:
        assert process.stderr is not None
        told = ""
        while "No browser" not in told:
            line = process.stderr.readline()
            assert line, told
            told += line
        (address,) = re.findall(r"http://127\.0\.0\.1:\d+/\S+", told)
        with urllib.request.urlopen(f"{address}table") as answer:
            assert json.load(answer)["title"].startswith("Scat")
        with urllib.request.urlopen(
            urllib.request.Request(f"{address}leave", method="POST")
        ) as answer:
            assert "cardsim play --resume --web" in json.load(answer)["said"]
        assert process.wait(timeout=60) == 0


def test_a_browser_of_the_terminal_finds_the_page_and_its_address_is_private(
    tmp_path: Path,
) -> None:
    """As `lynx` does it fetches the page before it comes back; nobody else can read the token."""
    browser = tmp_path / "browser"
    browser.write_text(
        f"""#!{sys.executable}
import os, re, stat, sys, urllib.request
path = urllib.request.url2pathname(sys.argv[1].removeprefix("file://"))
(address,) = re.findall("url=([^\\"]+)", open(path).read())
told = urllib.request.urlopen(address + "table", timeout=60).read().decode()
mode = oct(stat.S_IMODE(os.stat(path).st_mode))
open({str(tmp_path / "told")!r}, "w").write(f"{{sys.argv[1]}} {{mode}} {{told}}")
urllib.request.urlopen(urllib.request.Request(address + "leave", method="POST"))
"""
    )
    browser.chmod(0o755)
    words = ["-m", "cardsim", "play", "scat", "--vs", "usual", "--seed", "5", "--web"]
    environment = {**_environment(), "BROWSER": f"{browser} %s"}

    done = subprocess.run(
        [sys.executable, *words],
        cwd=tmp_path,
        env=environment,
        capture_output=True,
        text=True,
        timeout=120,
        check=True,
    )

    given, mode, told = (tmp_path / "told").read_text().split(" ", 2)
    (token,) = re.findall(r"http://127\.0\.0\.1:\d+/(\S+)/", done.stderr)
    assert mode == "0o600"
    assert token not in given
    assert not Path(given.removeprefix("file://")).exists()
    assert json.loads(told)["title"].startswith("Scat")


def test_the_port_of_a_game_that_goes_on_can_be_chosen(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)

    assert main(["play", "--resume", "--web", "--port", "99"]) == 2
    assert "--port must be a whole number from 1024 to 65535, not 99" in capsys.readouterr().err
    assert main(["play", "--resume", "--port", "8000"]) == 2
    assert "say --web, too" in capsys.readouterr().err
    assert main(["play", "--resume", "--web", "--port", "8000"]) == 2
    assert "no game waits to be resumed" in capsys.readouterr().err


def _environment() -> dict[str, str]:
    import os

    return {name: value for name, value in os.environ.items() if name != "DISPLAY"}
