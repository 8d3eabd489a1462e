"""The score sheet of a match: what each hand brought, as the table shows it."""

from __future__ import annotations

from typing import Any

import pytest

from cardsim.table.played import Sitting, sit_down
from cardsim.table.score_sheet import ScoreSheet, sheet_of


def played(game: str, unit: str, hands: int, **options: Any) -> Sitting:
    """A match after some hands."""
    asked = {"game": game, "unit": unit, "vs": "usual", "seed": 4, "options": options}
    sitting = Sitting(*sit_down(asked, None))
    while not sitting.over and len(sitting.ended) < hands:
        sitting.act(0)
    return sitting


def test_a_match_of_scat_has_the_lives_after_each_hand() -> None:
    sitting = played("scat", "match", 3)
    sheet = sheet_of(sitting)

    assert (sheet.counts, sheet.heads) == ("lives", sitting.names)
    assert [row[0] for row in sheet.rows] == ["1", "2", "3"]
    now = [text.partition(" ")[0] for text in sheet.rows[-1][1:]]
    assert now == [dict(chair.facts)["lives"] for chair in sitting.sight.felt.chairs]
    brought = [text for row in sheet.rows for text in row if "(-" in text]
    assert brought


def test_a_single_hand_has_no_score_sheet() -> None:
    assert sheet_of(played("scat", "hand", 1)) == ScoreSheet()


def test_a_match_of_scat_for_points_has_the_points() -> None:
    sitting = played("scat", "match", 3, score_mode="points")
    sheet = sheet_of(sitting)

    assert sheet.counts == "points"
    now = [int(text.partition(" ")[0]) for text in sheet.rows[-1][1:]]
    assert now == sitting.table.states[0]["points"][: len(now)].tolist()
    assert any(now)


@pytest.mark.full
@pytest.mark.parametrize(
    ("game", "unit", "counts"),
    [
        ("bridge", "match", "IMPs"),
        ("bridge", "session", "points"),
        ("casino", "match", "points"),
        ("cheat", "match", "games won"),
        ("euchre", "match", "points"),
        ("gin-rummy", "match", "points"),
        ("ninety-nine", "match", "pennies"),
        ("spades", "match", "points"),
        ("square-nine", "match", "points"),
    ],
)
def test_what_the_hands_brought_adds_up(game: str, unit: str, counts: str) -> None:
    sitting = played(game, unit, 3)
    sheet = sheet_of(sitting)

    assert sheet.counts == counts
    assert len(sheet.heads) == len(sheet.rows[0]) - 1
    assert any("(" in text for row in sheet.rows for text in row)
    for column in range(1, len(sheet.heads) + 1):
        texts = [row[column] for row in sheet.rows]
        totals = [int(text.partition(" ")[0]) for text in texts]
        gains = [int(text.partition("(")[2][:-1] or 0) for text in texts]
        assert totals[-1] - totals[0] == sum(gains[1:])


@pytest.mark.full
def test_partners_share_a_column_with_yours_first() -> None:
    sitting = played("spades", "match", 2)
    sheet, score = sheet_of(sitting), sitting.table.states[0]["score"]

    assert sheet.heads == ("your side", "theirs")
    now = [int(text.partition(" ")[0]) for text in sheet.rows[-1][1:]]
    assert now == [score[sitting.hero % 2], score[1 - sitting.hero % 2]]
