"""What Node plays of a page, held against this machine."""

from __future__ import annotations

import shutil
from typing import Any

import pytest

import cardsim
from cardsim.runs.live import LiveGame, asked
from cardsim.show.live import played_by_node
from conftest import UNTESTED

NODE = shutil.which("node") or ""
needs_node = pytest.mark.skipif(not NODE, reason=f"{UNTESTED}Node")
HANDS = 2000
"""Units of a table; below 1000 Python allows for what was not seen, and pages say nothing."""


def check_digits(game: LiveGame, settings: list[dict[str, Any]], hands: int = HANDS) -> None:
    """Every measure of every setting reads in the page as it does here."""
    jobs: list[dict[str, Any]] = [
        {"setting": s, "seed": str(k), "first": "0", "hands": hands, "counted": True}
        for k, s in enumerate(settings)
    ]
    for seed, (job, there) in enumerate(zip(jobs, played_by_node(NODE, game, jobs), strict=True)):
        given = asked(game.game, job["setting"])
        here = cardsim.run(game.game.name, n=hands, seed=seed, **given.pop("options"), **given)
        wanted = [[n, *here[n].parts] for n, *_ in there["parts"]]
        assert there["parts"] == wanted, job["setting"]
