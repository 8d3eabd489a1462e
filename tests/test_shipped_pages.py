"""The pages in `reports/`: they are small, and each allows what it holds and nothing else."""

from __future__ import annotations

import base64
import gzip
import re
from pathlib import Path

from cardsim.show.page import text_hash

GALLERY = Path(__file__).parent.parent / "reports"
LARGEST_INDEX, LARGEST_PAGE = 200_000, 250_000
SCRIPTS = re.compile(r"<script>(.*?)</script>", re.DOTALL)
PACKED = re.compile(r'id="live-page">([^<]+)<')


def test_the_shipped_pages_are_small() -> None:
    sizes = {file.name: file.stat().st_size for file in GALLERY.glob("*.html")}

    assert sizes.pop("index.html") <= LARGEST_INDEX
    assert {name for name, size in sizes.items() if size > LARGEST_PAGE} == set()


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
