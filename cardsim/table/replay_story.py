"""The story of a replay for its page: the moves, the outcome, and the seats."""

from __future__ import annotations

from cardsim.runs.words import capitalised
from cardsim.story import Section, Story, Table
from cardsim.table.replayed import Replay


def story(shown: Replay) -> Story:
    """Tell one hand, or one match."""
    moves = [(str(n), move) for n, move in enumerate(shown.moves, 1)]
    seats = [tuple(line.split(": ", 1)) for line in shown.heading[1:]]
    listed = (
        ("How it went", ("move", "what happened"), moves, (0,)),
        ("What came of it", ("what", "value"), shown.results, ()),
        ("At the table", ("seat", "player"), seats, ()),
    )
    return Story(
        question=capitalised(shown.name),
        answer=shown.sentence,
        numbers=(),
        sections=tuple(
            Section(name, "", table=Table(name, heads, tuple(rows), numbers))
            for name, heads, rows, numbers in listed
            if rows
        ),
        much=f"one {shown.unit.name}",
        specs=(shown.spec,),
    )
