"""The score sheet of a match: what each hand brought, and what each seat or side has since."""

from __future__ import annotations

from typing import NamedTuple

from cardsim.table.played import Sitting

SIDES = ("your side", "theirs")


class ScoreSheet(NamedTuple):
    """A score sheet.

    Attributes:
        counts: what is counted, such as `lives`; empty in a game without a score sheet.
        heads: the seats or sides.
        rows: number of a hand, and for each of them what it has since, with what the hand brought.
    """

    counts: str = ""
    heads: tuple[str, ...] = ()
    rows: tuple[tuple[str, ...], ...] = ()


def sheet_of(sitting: Sitting) -> ScoreSheet:
    """Return the score sheet of the hands that are over."""
    if not sitting.standings:
        return ScoreSheet()
    begun, names = sitting.standings[0], sitting.names
    sides = len(begun) < len(names)
    order = (
        [sitting.hero % len(begun), 1 - sitting.hero % len(begun)] if sides else range(len(begun))
    )
    rows = [
        (str(number), *(_cell(then[k], now[k]) for k in order))
        for number, (then, now) in enumerate(
            zip(sitting.standings, sitting.standings[1:], strict=False), 1
        )
    ]
    heads = SIDES if sides else names
    return ScoreSheet(sitting.counted_in, tuple(heads), tuple(rows))


def _cell(then: int, now: int) -> str:
    return f"{now} ({now - then:+d})" if now != then else str(now)
