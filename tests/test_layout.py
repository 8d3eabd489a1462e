"""How a game's state lies in memory, and what the view has of it."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from cardsim.games import game_names, load_game
from cardsim.layout import LINE, Layout, lay_out, outcome_row


def place(dtype: np.dtype[Any], name: str) -> range:
    """The bytes of a field."""
    fields: Any = dtype.fields
    kind, offset = fields[name][:2]
    return range(offset, offset + kind.itemsize)


def starts(layout: Layout, *names: str) -> list[int]:
    return [place(layout.state, name).start for name in names]


def test_the_view_is_the_same_memory_and_names_nothing_that_is_hidden() -> None:
    layout = lay_out(
        shown={"card": ("u1", "own card"), "points": (("i2", 3), "of every seat")},
        hidden={"deck": ("u1", 52)},
    )
    states = np.zeros(1, layout.state)

    states["card"], states["points"] = 7, [1, 2, 3]

    assert layout.view.names == ("card", "points")
    view = states.view(layout.view)[0]
    assert (view["card"], view["points"].tolist()) == (7, [1, 2, 3])
    assert layout.help == {"card": "own card", "points": "of every seat"}


def test_fields_lie_in_the_order_asked_for_and_aligned() -> None:
    layout = lay_out(
        shown={"a": ("u1", ""), "late": ("u1", ""), "b": ("u4", "")},
        hidden={"c": "u2", "early": "u8"},
        first=("early",),
        last=("late",),
    )

    assert starts(layout, "early", "a", "b", "c", "late") == [0, 8, 12, 16, 18]
    assert list(layout.help) == ["a", "late", "b"]


def test_a_field_on_a_line_begins_one_and_a_state_is_an_odd_number_of_them() -> None:
    layout = lay_out(shown={"a": ("u1", "")}, hidden={"b": "u1"}, on_a_line=("b",))

    assert starts(layout, "a", "b") == [0, LINE]
    assert layout.state.itemsize == layout.view.itemsize == 3 * LINE


def test_another_name_for_a_field_has_its_memory_and_room_for_itself() -> None:
    layout = lay_out(
        shown={"seat": ("u1", ""), "hand": (("u1", 3), "")},
        hidden={"next": "u1"},
        also={"hand_word": ("hand", "u8")},
    )
    states = np.zeros(1, layout.state)

    states["hand"] = [1, 2, 3]

    assert states["hand_word"][0] == 1 + (2 << 8) + (3 << 16)
    assert starts(layout, "hand", "hand_word", "next") == [8, 8, 16]
    assert "hand_word" not in (layout.view.names or ())


def test_a_field_may_be_wider_in_the_state_than_in_the_view() -> None:
    layout = lay_out(
        shown={"cells": (("u1", 9), "")}, hidden={}, also={"cells": ("cells", ("u1", 16))}
    )

    assert (layout.state["cells"].shape, layout.view["cells"].shape) == ((16,), (9,))


def test_records_have_a_view_of_their_own() -> None:
    seat = lay_out(shown={"score": ("i2", "its points")}, hidden={"card": "u1"})
    layout = lay_out(shown={"seat": ("u1", "own seat")}, hidden={}, records={"seats": (seat, 4)})
    states = np.zeros(1, layout.state)

    states["seats"]["score"] = [[5, 6, 7, 8]]

    views = states.view(layout.view)
    assert views["seats"].dtype.names == ("score",)
    assert views["seats"]["score"].tolist() == [[5, 6, 7, 8]]
    assert layout.help == {"seat": "own seat", "seats.score": "its points"}


def test_fields_of_an_outcome_that_no_row_has_both_of_share_a_place() -> None:
    row = outcome_row("i2", ("your_seat", "end"), {"lost": 4}, instead={"place": "lost"}, size=LINE)

    assert row.itemsize == LINE
    assert place(row, "place") == place(row, "lost") == range(4, 12)


@pytest.mark.parametrize("name", game_names())
def test_a_view_lies_in_its_state_and_everything_in_it_is_told(name: str) -> None:
    game = load_game(name)

    assert game.state.isalignedstruct
    assert game.view.itemsize == game.state.itemsize
    for field in game.view.names or ():
        seen, whole = place(game.view, field), place(game.state, field)
        assert seen.start == whole.start
        assert seen.stop <= whole.stop
    told = {field.split(".")[0] for field in game.view_help}
    assert told == set(game.view.names or ()) or not game.decisions
