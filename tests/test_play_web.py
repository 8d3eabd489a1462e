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
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

from cardsim.cli import main
from cardsim.games import game_names, load_game
from cardsim.table import advised
from cardsim.table.evening import Evening
from cardsim.table.played import SavedGame, Sitting, sit_down
from cardsim.web.server import LATE, PageApi, application
from imagining import dealt_anew

GAMES = [name for name in game_names() if load_game(name).decisions]
SEED, TOKEN = 918273645, "a-token"


@pytest.fixture(autouse=True)
def _few_worlds(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(advised, "FEWEST_USUAL", 20)
    monkeypatch.setattr(advised, "FORKS", 200)


def page_of(game: str, folder: Path, *, coach: bool = False, seed: int = SEED) -> PageApi:
    asked: dict[str, Any] = {
        "game": game,
        "unit": load_game(game).single_unit,
        "seed": seed,
        "vs": "usual",
        "options": {},
    }
    run, hand = sit_down(asked, None)
    evening = Evening(Sitting(run, hand), SavedGame(asked, hand), folder / "kept.json", coach=coach)
    return PageApi(evening, lambda: None)


@contextmanager
def served(page: PageApi) -> Iterator[str]:
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


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.kept(2, full=3)
def test_a_hand_of_every_game_is_played_in_the_browser(
    chromium: Any, tmp_path: Path, game: str
) -> None:
    with served(page_of(game, tmp_path)) as address:
        page = chromium.new_page(viewport={"width": 390, "height": 800})
        asked: list[str] = []
        page.on("request", lambda request: asked.append(request.url))
        wrong: list[str] = []
        page.on("pageerror", lambda error: wrong.append(str(error)))
        page.on("console", lambda told: wrong.append(told.text) if told.type == "error" else None)
        page.goto(address)
        page.wait_for_selector("#actions button, #back h2")
        page.keyboard.press("?")
        page.wait_for_selector("#hints p")
        for turn in range(400):
            if page.locator("#back h2").count():
                break
            assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
            actions = page.locator("#actions button")
            actions.nth(turn % actions.count()).press("Enter")
            with page.expect_response(re.compile("act")):
                page.locator("#chosen button").first.press("Enter")
            page.wait_for_selector("body:not([aria-busy])")

        assert "is over" in page.locator("#back h2").first.inner_text()
        assert f"--seed {SEED}" in page.locator("#back pre").inner_text()
        assert page.locator("#back li").count() > 0
        assert not wrong
        assert all(url.startswith(address) for url in asked)
        page.close()


def test_a_card_that_is_clicked_is_chosen_and_taken_back(chromium: Any, tmp_path: Path) -> None:
    with served(page_of("ninety-nine", tmp_path)) as address:
        page = chromium.new_page()
        page.goto(address)
        card = page.locator("#rows button.card").first
        card.click()
        assert page.locator("#chosen").inner_text().startswith(("You: ", "Which, with "))

        page.keyboard.press("Escape")

        assert page.locator("#chosen").inner_text() == ""
        assert json.loads((tmp_path / "kept.json").read_text("utf-8"))["actions"] == []
        page.close()


@pytest.mark.parametrize("dark", [False, True])
def test_the_page_can_be_used_by_everybody(chromium: Any, tmp_path: Path, *, dark: bool) -> None:
    from axe_playwright_python.sync_playwright import Axe

    with served(page_of("scat", tmp_path)) as address:
        page = chromium.new_page(
            color_scheme="dark" if dark else "light",
            bypass_csp=True,  # axe is put into the page
        )
        page.goto(address)
        page.wait_for_selector("#actions button")
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
        page.act(decision, 0)
    # In Counter-Cameroon nothing is hidden.
    assert differ or game == "counter-cameroon"


def test_a_click_that_comes_twice_counts_once(tmp_path: Path) -> None:
    page = page_of("scat", tmp_path, coach=True)

    first, second = page.act(0, 0), page.act(0, 0)

    assert "error" not in first
    assert first["coached"].startswith("Coach: ")
    assert second["error"] == LATE
    assert len(page.evening.sitting.turns) == 1
    assert page.act(1, 99)["error"] == LATE


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
        for asked in ("", "table.css", "table.js", "table", "hints", "look-back"):
            assert status(f"{other}{asked}") == 404
        for asked in ("act?turn=0&nth=0", "leave"):
            assert status(f"{other}{asked}", method="POST") == 404
        assert status(address.replace(TOKEN + "/", "table")) == 404
        assert status(f"{address}table", host="elsewhere.example") == 400
        assert status(f"{address}act?turn=0&nth=0") == 405
        assert status(f"{address}act?turn=0&nth=-1", method="POST") == 400
        assert status(f"{address}act", method="POST") == 400
        assert status(f"{address}act?turn={'9' * 5000}&nth=0", method="POST") == 400
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
