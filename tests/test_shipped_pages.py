"""The pages in `reports/`: they are small, and each allows what it holds and nothing else."""

from __future__ import annotations

import base64
import gzip
import json
import re
from html import unescape
from pathlib import Path

from cardsim.games import game_names, load_game
from cardsim.show.page import text_hash
from cardsim.workspace import strategy_files

GALLERY = Path(__file__).parent.parent / "reports"
LARGEST_INDEX, LARGEST_PAGE, LARGEST_LIVE = 200_000, 150_000, 250_000
SCRIPTS = re.compile(r"<script>(.*?)</script>", re.DOTALL)
EXPERIMENTS = GALLERY.parent / "experiments"
DRAWN = re.compile(r"<text[^>]*>([^<]*)<")
PLAYED_BEFORE = {
    "scat-ranking",
    "square-nine-ranking",
}
"""Pages that were played while charts still named strategies."""
PACKED = re.compile(r'id="live-page">([^<]+)<')


def test_the_shipped_pages_are_small() -> None:
    sizes = {file.name: file.stat().st_size for file in GALLERY.glob("*.html")}

    assert sizes.pop("index.html") <= LARGEST_INDEX
    large = {name: size for name, size in sizes.items() if size > LARGEST_PAGE}
    assert {name for name in large if "live-code" not in _read(name)} == set()
    assert {name for name, size in large.items() if size > LARGEST_LIVE} == set()


def test_each_shipped_page_allows_its_own_scripts_and_no_other() -> None:
    playing = 0
    for file in GALLERY.glob("*.html"):
        text = file.read_text("utf-8")
        scripts = SCRIPTS.findall(text)
        for packed in PACKED.findall(text):
            scripts.append(gzip.decompress(base64.b64decode(packed)).decode())
            playing += 1

        (allowed,) = re.findall(r"script-src ([^;]*);", text)

        hashes = re.findall(r"sha256-[^']+", allowed)
        assert sorted(hashes) == sorted(map(text_hash, scripts)), file.name
        assert ("wasm" in allowed) == ("live-code" in text), file.name
    assert playing >= 3


def test_every_card_of_the_front_page_says_something_with_its_number() -> None:
    (cards,) = re.findall(r'<ul class="games">(.*?)</ul>', _read("index.html"), re.DOTALL)

    games = re.findall(r"<li>(.*?)</li>", cards, re.DOTALL)

    assert len(games) == 13
    assert all(re.search(r"<p>\S.*</p><p><b>[^<]*\d[^<]*</b> \w", game) for game in games)


def test_the_small_pictures_of_the_index_are_named_in_one_sentence() -> None:
    (packed,) = re.findall(r'id="more">([^<]+)<', _read("index.html"))

    pictures = json.loads(gzip.decompress(base64.b64decode(packed)))["pictures"]

    named = [re.findall(r'aria-label="([^"]+)"', picture) for picture in pictures if picture]
    assert len(named) >= 140
    assert all(len(names) == 1 and ". " not in names[0] for names in named)


def test_all_games_side_by_side_are_as_lucky_as_each_on_its_own_page() -> None:
    own = {}
    for file in GALLERY.glob("*-luck.html"):
        (title,) = re.findall(r"<h1>How much of (.*) is luck\?</h1>", _read(file.name))
        own[title] = re.findall(r"([\d.]+)\s% (?:\([^)]*\) )?of an evening", _read(file.name))[0]

    shares = re.findall(
        r'<th scope="row">([^<]+)</th><td[^>]*data-v="([\d.]+)"', _read("luck.html")
    )

    assert len(own) > 5
    assert {title.partition(" (")[0]: f"{100 * float(share):.2g}" for title, share in shares} == own


def test_charts_say_what_players_do_and_name_no_strategies() -> None:
    names = {name for game in game_names() for name in strategy_files(load_game(game))}

    named = {}
    for file in GALLERY.glob("*.html"):
        drawn = {re.sub(r"^\d+ ", "", text).strip() for text in DRAWN.findall(_read(file.name))}
        if drawn & names:
            named[file.stem] = drawn & names

    assert named.keys() <= PLAYED_BEFORE


def test_experiments_draw_no_names_of_strategies() -> None:
    sources = {file.name: file.read_text("utf-8") for file in EXPERIMENTS.glob("*.py")}

    assert len(sources) > 100
    assert [name for name, code in sources.items() if re.search(r"\.brief\b", code)] == []


def _read(name: str) -> str:
    return unescape((GALLERY / name).read_text("utf-8"))
