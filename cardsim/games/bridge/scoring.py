"""Scores of contracts; RULES.md, section 6."""

from __future__ import annotations

from numpy import int64

from cardsim.kernels.jit import inlined, kernel
from cardsim.tricks import NO_TRUMP

DIAMONDS = 1
LEVEL_OF_SLAM = 6
GAME = 100
"""Points of tricks below the line that make a game."""


@inlined
def each_trick(strain):
    """Return the points of a trick, int64; the first at notrump is 10 more."""
    return int64(20) if strain <= DIAMONDS else int64(30)


@inlined
def trick_points(level, strain):
    """Return the undoubled points of `level` tricks above the book, int64."""
    return each_trick(strain) * int64(level) + int64(10) * int64(strain == NO_TRUMP)


@inlined
def above_line(level, strain, doubled, vulnerable, over):
    """Return a made contract's score apart from trick points and game bonus, int64."""
    plain, raised = each_trick(strain), int64(50) << vulnerable << doubled
    slam = int64(0) if level < LEVEL_OF_SLAM else int64(500) << int64(level > LEVEL_OF_SLAM)
    overtricks = over * (plain if doubled == 0 else raised)
    return overtricks + slam + (slam >> 1) * vulnerable + 50 * doubled


@inlined
def duplicate_bonus(line, vulnerable):
    """Return the part-score or game bonus of a board at duplicate, int64, from its trick points."""
    return int64(300 + 200 * vulnerable if line >= GAME else 50)


@inlined
def penalty(under, doubled, vulnerable):
    """Return the defenders' score for undertricks, int64; RULES.md, section 6."""
    if doubled == 0:
        return under * (int64(50) << vulnerable)
    once = 300 * under - 100
    if vulnerable == 0:
        once = 200 * under - 100 if under <= 3 else 300 * under - 400
    return once << (doubled - 1)


@kernel
def duplicate_points(level, strain, doubled, vulnerable, over):
    """Return the duplicate score of declarer's side with `over` overtricks, int64."""
    if over < 0:
        return -penalty(-over, doubled, vulnerable)
    line = trick_points(level, strain) << doubled
    won = line + above_line(level, strain, doubled, vulnerable, over)
    return won + duplicate_bonus(line, vulnerable)
