"""In Bridge the auction stays in view during the play."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from cardsim.games import load_game
from cardsim.games.bridge.seat import felt

CALLS = {"1S": 4, "2S": 9, "4S": 19, "pass": 0}
NAMES = ("you", "left", "partner", "right")


@pytest.mark.parametrize(
    ("said", "passes", "told"),
    [
        ("1S pass 2S", 0, "right 1♠, you Pass, left 2♠"),
        (
            "1S pass 2S pass 4S pass pass pass",
            3,
            "right 1♠, you Pass, left 2♠, partner Pass, right 4♠",
        ),
        ("", 0, "you call first"),
    ],
)
def test_the_auction_is_told_without_the_passes_that_end_it(
    said: str, passes: int, told: str
) -> None:
    view: Any = np.zeros(1, load_game("bridge").view).view(np.recarray)[0]
    calls = said.split()
    view.dealer, view.called, view.passes = 3, len(calls), passes
    view.calls[: len(calls)] = [CALLS[one] for one in calls]
    view.level, view.strain, view.history[:] = (4, 3, 255) if passes else (0, 0, 255)

    assert dict(felt(view, NAMES).facts)["auction"] == told
