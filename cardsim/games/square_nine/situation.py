"""A position in Square 9 as a player describes it to get advice."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from cardsim.cards import RANKS, rank_symbol
from cardsim.errors import UserError
from cardsim.games.square_nine.state import (
    CELLS,
    DISCARD_IT,
    DRAW,
    DRAW_STOCK,
    EXPOSE,
    FACE_DOWN,
    HISTORY,
    JOKER,
    LINES,
    TAKE_DISCARD,
)
from cardsim.options.params import Value, option
from cardsim.places import NUMBERS, RANKED, by_seat, listed, ranks, seat_said, words_of

GRIDS = (
    "the nine cards of every seat, row by row, with commas between the seats: ? face down, and ! "
    "behind one that is open, such as '7! ? ? K ? ? ? ? 3'"
)
OPENED = (
    "cells turned up at the start, in order, each with its rank, such as '5 K, 1 7', or ? unseen"
)
TURNS = (
    "turns with commas between them: '7 at 5 for K' or '7 thrown' from the stock, 'take 7 at 5 for "
    "K' from the pile; cells count from 1, row by row"
)


@dataclass(frozen=True)
class Place:
    """The options that describe a position."""

    grids: str = option("", GRIDS, language=words_of(GRIDS, "GRIDS"))
    discard: str = option("", "the top discard", language=RANKED)
    card: str = option("", "the card that you have just drawn", language=RANKED)
    drew: str = option("stock", "where it came from", choices=("stock", "pile"))
    gone: str = option("", "other discards that you remember", language=RANKED)
    closer: int = option(0, "the seat that has closed; 0 is nobody", low=0, high=12)
    seat: int = option(1, "your seat, with --grids", low=1, high=12)
    opened: str = option("", f"in place of --grids, the {OPENED}", language=words_of(OPENED))
    played: str = option("", f"the {TURNS}", language=words_of(TURNS))
    scores: str = option("", "points of every seat in the hands before", language=NUMBERS)
    hand: int = option(1, "which hand of the match it is", low=1, high=18)


EXAMPLES = (
    (
        '--grids "7! ? ? K ? ? ? ? 3, ? ? ? ? 9! ? ? ? ?" --discard 5 --players 2',
        "which card to take",
    ),
    (
        '--grids "7! ? ? K ? ? ? ? 3, ? ? ? ? 9! ? ? ? ?" --discard 5 --card 7 --players 2',
        "where to put a seven from the stock",
    ),
)


def place(said: Mapping[str, Value], table: Any) -> None:
    """Set up a table as the player described it, for the seat on turn."""
    state, rules, players = table.state, table.house_rules, table.players
    if int(said["hand"]) > rules.holes:
        raise UserError(f"--hand must be at most {rules.holes} here, not {said['hand']}")
    state["deals"] = int(said["hand"]) - 1
    state["seats"]["score"][:players] = by_seat(said, "scores", [0] * players)
    table.deal()
    top = ranks(said, "discard")
    if len(top) != 1:
        raise UserError(f"--discard must name one card, not {len(top)}")
    state["unseen"][int(state["top_discard"])] += 1
    _see(state, top[0])
    state["top_discard"], state["discard_value"] = top[0], state["points"][top[0]]
    pile = None
    if said["grids"]:
        if said["opened"] or said["played"]:
            raise UserError("--grids and --opened or --played contradict: each tells the table")
        _lay(said, table)
    else:
        for told in listed(said, "opened"):
            _open(table, told)
        pile = [top[0]]
        for told in listed(said, "played"):
            _take(table, told, pile)
    card = ranks(said, "card")
    if card and table.decision != DRAW:
        raise UserError("--card needs a turn, and the cells are not turned up yet")
    if card:
        _draw(table, card[0], take=said["drew"] == "pile", pile=pile)
    if table.over:
        raise UserError("the hand is over")


def _see(state: Any, rank: int) -> None:
    """Mark a card as seen; one of its rank must still be unseen."""
    if state["unseen"][rank] == 0:
        raise UserError(f"{rank_symbol(rank)} is said more often than it is in the packs")
    state["unseen"][rank] -= 1


def _rank(text: str) -> int:
    word = text.upper().replace("10", "T")
    if word == "JOKER":
        return JOKER
    if len(word) != 1 or word not in RANKS:
        raise UserError(f"{text} is no rank")
    return RANKS.index(word)


def _cell(text: str) -> int:
    if not text.isdecimal() or not 1 <= int(text) <= CELLS:
        raise UserError(f"cells count from 1 to {CELLS}, and {text} is none")
    return int(text) - 1


def _open(table: Any, told: str) -> None:
    """Turn up a card at the start."""
    state, words = table.state, told.split()
    if table.decision != EXPOSE or (words != ["?"] and len(words) != 2):
        raise UserError(f"--opened must be {OPENED}, and has {told}")
    if words == ["?"]:
        table.act(table.legal[0])
        return
    cell, rank = _cell(words[0]), _rank(words[1])
    _expose(table, state, cell, rank)


def _expose(table: Any, state: Any, cell: int, rank: int) -> None:
    if not table.allows(cell):
        raise UserError(f"--opened has cell {cell + 1} twice")
    if state["unseen"][rank] == 0:
        raise UserError(f"{rank_symbol(rank)} is said more often than it is in the packs")
    state["seats"][int(state["seat"])]["grid"][cell] = rank
    table.act(cell)


def _draw(table: Any, rank: int, *, take: bool, pile: list[int] | None) -> None:
    """Draw a card into the hand of the seat on turn."""
    state = table.state
    if take and rank != state["top_discard"]:
        raise UserError(f"{rank_symbol(rank)} is not the top discard")
    if not take and state["stock_count"] == 0:
        _reshuffle(table, pile)
    if not take and state["unseen"][rank] == 0:
        raise UserError(f"{rank_symbol(rank)} is said more often than it is in the packs")
    # Fill the deck with this card, so that whatever is drawn is this one.
    state["ready"], state["deck"] = 1, rank
    table.act(TAKE_DISCARD if take else DRAW_STOCK)


def _reshuffle(table: Any, pile: list[int] | None) -> None:
    """Make a new stock of all discards but the top one."""
    state = table.state
    if table.house_rules.stock_exhausted == "end-hand" or not pile or len(pile) < 2:
        raise UserError("no card was left in the stock to draw")
    state["restocked"] = 0
    for rank in pile[:-1]:
        state["restocked"][rank] += 1
    state["unseen"] += state["restocked"]
    state["stock_count"] = state["deck_end"] = len(pile) - 1
    state["reshuffled"] += 1
    del pile[:-1]


def _take(table: Any, told: str, pile: list[int]) -> None:
    """Take a described turn again."""
    state, words = table.state, told.split()
    take = words[:1] == ["take"]
    words = words[take:]
    thrown = words[1:] == ["thrown"]
    if not thrown and (len(words) != 5 or words[1::2] != ["at", "for"]):
        raise UserError(f"--played must be {TURNS}, not {told}")
    if table.decision != DRAW:
        raise UserError("--played needs --opened: the cells that were turned up at the start")
    rank = _rank(words[0])
    cell, off = (DISCARD_IT, rank) if thrown else (_cell(words[2]), _rank(words[4]))
    _draw(table, rank, take=take, pile=pile)
    pile[len(pile) - take :] = [off]
    if not table.allows(cell):
        raise UserError(f"--played has {told}, which may not be done then")
    own = state["seats"][int(state["seat"])]
    if not thrown and own["cards"][cell] == FACE_DOWN:
        if state["unseen"][off] == 0:
            raise UserError(f"{rank_symbol(off)} is said more often than it is in the packs")
        own["grid"][cell] = off
    elif not thrown and own["cards"][cell] != off:
        raise UserError(f"--played has {told}, and cell {cell + 1} has no {rank_symbol(off)}")
    table.act(cell)
    if table.over:
        raise UserError("--played has all turns: the hand is over")


def _lay(said: Mapping[str, Value], table: Any) -> None:
    """Write the grids as they lie, without a history."""
    state, players = table.state, table.players
    grids, seat = listed(said, "grids"), seat_said(said, "seat", players)
    if len(grids) != players or any(len(grid.split()) != CELLS for grid in grids):
        raise UserError(f"--grids must be {GRIDS}: {players} seats with {CELLS} cards each")
    for rank in ranks(said, "gone"):
        _see(state, rank)
    for own, grid in zip(state["seats"], grids, strict=False):
        for cell, word in enumerate(grid.split()):
            if word.strip("!") == "?":
                continue
            rank = _rank(word.strip("!"))
            _see(state, rank)
            own["cards"][cell] = own["grid"][cell] = rank
            own["values"][cell] = state["points"][rank]
            own["down"] = int(own["down"]) & ~(1 << cell)
            if word.endswith("!"):
                own["open"] |= 1 << cell
                own["open_cell"] = cell
        _add_up(state, own)
    closer = seat_said(said, "closer", players)
    closed = [s for s in range(players) if state["seats"][s]["face_down"] == 0]
    if closer == seat or (closer >= 0) != bool(closed) or (closer >= 0 and closer not in closed):
        raise UserError(
            f"--closer {closer + 1} does not fit: seats without a card face down closed"
        )
    _sit(table, seat, closer)


def _add_up(state: Any, own: Any) -> None:
    """Write the points of a seat's face-up cards."""
    cards = own["cards"][:CELLS].tolist()
    own["total"] = int(own["values"][:CELLS].sum())
    own["face_down"] = cards.count(FACE_DOWN)
    own["lines"] = sum(
        1 << n
        for n, (a, b, c) in enumerate(LINES)
        if int(state["line_set"]) >> n & 1
        and cards[a] == cards[b] == cards[c] < state["line_ranks"]
    )
    zeroed = {cell for n, line in enumerate(LINES) if int(own["lines"]) >> n & 1 for cell in line}
    own["shown"] = own["total"] - sum(int(own["values"][cell]) for cell in zeroed)


def _sit(table: Any, seat: int, closer: int) -> None:
    """Have a seat begin its turn: the seat before it throws the top discard, from the stock."""
    state, top = table.state, int(table.state["top_discard"])
    state["seat"], state["legal"] = (seat - 1) % table.players, 3
    state["closer"] = closer
    kept = {n: state[n].copy() for n in ("history", "unseen")}
    kept["stock_count"] = int(state["unseen"].sum()) - int(
        sum(own["face_down"] for own in state["seats"][: table.players])
    )
    state["unseen"][top] += 1
    state["stock_count"] = max(kept["stock_count"], 1)
    state["ready"], state["deck"], state["turns_left"] = 1, top, HISTORY
    table.decision = DRAW
    table.act(DRAW_STOCK)
    table.act(DISCARD_IT)
    state["turn"], state["closer"] = 0, closer
    for name, value in kept.items():
        state[name] = value
