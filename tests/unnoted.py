"""Places as somebody tells them who sees the table and his cards, and has noted nothing else."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

from cardsim.cards import PACK, RANKS, card_name, card_symbol
from cardsim.games.casino.state import HELD, PLAYS, VALUES
from cardsim.games.cheat.state import CHALLENGE
from cardsim.games.gin_rummy.state import DREW_ROW, NO_TILE, NOT_DRAWN
from cardsim.games.square_nine.state import CELLS, FACE_DOWN, NOBODY
from cardsim.table_talk import in_set
from saying import commas, named, ranked

Told = dict[str, Any]


def scat(state: Any, _players: int) -> Told | None:
    """Return a draw after a knock, by somebody who has not noted what was thrown."""
    knocker, seat = int(state["knocker"]), int(state["seat"])
    if knocker in {-1, seat}:
        return None
    return {
        "hand": named(state["hand"][:3]),
        "discard": card_name(int(state["top_discard"])),
        "turn": int(state["own_turns"]) + 1,
        "first": int(state["first"]) + 1,
        "knocker": knocker + 1,
        "seat": seat + 1,
    }


def ninety_nine(state: Any, players: int) -> Told | None:
    """Return a turn at 99, by somebody who has not noted what was played."""
    if state["total"] != 99:
        return None
    pile = [card for card in range(PACK) for _ in range(int(state["in_pile"][card]))]
    return {
        "hand": named(state["hand"][: int(state["hand_size"])]),
        "total": 99,
        "reversed": bool(state["direction"] < 0),
        "pile": named(pile),
        "sizes": commas(state["hand_sizes"][:players]),
        "seat": int(state["seat"]) + 1,
    }


def gin_rummy(state: Any, _players: int) -> Told | None:
    """Return a turn, by somebody who has not noted who threw and who took what."""
    hand = in_set(int(state["hand_of"][state["seat"]]))
    row = [int(tile) for tile in state["discards"] if tile != NO_TILE][::-1]
    if state["drew_from"] == DREW_ROW:
        last = int(state["banned"]) if state["banned"] >= 0 else None
        if last is None:
            return None
        hand = [*(tile for tile in hand if tile != last), last]
    elif state["turn_no"] == 0 and state["drew_from"] == NOT_DRAWN:
        return None
    said: Told = {
        "hand": " ".join(card_symbol(tile) for tile in hand),
        "discard": " ".join(card_symbol(tile) for tile in row),
    }
    return said | ({"drew": "row"} if state["drew_from"] == DREW_ROW else {})


def casino(state: Any, players: int) -> Told | None:
    """Return a card to play, by somebody who has not noted what was captured."""
    turn = int(state["turn"])
    if turn == 0:
        return None
    builds = [
        f"{value} {int(state['build_owner'][value]) + 1} {named(in_set(int(cards)))}"
        for value, cards in zip(range(VALUES), state["build_cards"], strict=True)
        if int(cards)
    ]
    return {
        "hand": named(in_set(int(state["hand_of"][state["seat"]]))),
        "table": named(in_set(int(state["loose"]))),
        "builds": ", ".join(builds),
        "deal": PLAYS // (HELD * players) - int(state["deals_left"]),
        "dealer": int(state["dealer"]) + 1,
        "seat": int(state["seat"]) + 1,
    }


def cheat(state: Any, players: int) -> Told | None:
    """Return a claim to make or to believe, by somebody who has noted nothing of earlier piles."""
    if state["plays"] == 0:
        return None
    seat = int(state["seat"])
    claims = state["pile_plays"][: state["pile_claims"]].tolist()
    mine = state["pile"][state["owner"] == seat]
    said: Told = {
        "hand": ranked(state["counts_of"][seat]),
        "pile": ", ".join(f"{cards} {RANKS[rank]}" for _, rank, cards, _ in claims),
        "sizes": commas(state["hand_sizes"][:players]),
        "seat": seat + 1,
        "laid": " ".join(RANKS[rank] for rank in mine),
    }
    if state["asked"] != CHALLENGE:
        return said | {"rank": RANKS[state["claim_rank"]]}
    return said | {"doubt": True, "passed": (seat - int(state["claim_seat"])) % players - 1}


def square_nine(state: Any, players: int) -> Told | None:
    """Return a draw, by somebody who sees the grids and the top discard alone."""
    grids = []
    for own in state["seats"][:players]:
        words = []
        for cell, rank in enumerate(own["cards"][:CELLS].tolist()):
            word = "?" if rank == FACE_DOWN else [*RANKS, "joker"][rank]
            words.append(word + "!" * (int(own["open"]) >> cell & 1))
        grids.append(" ".join(words))
    said: Told = {
        "grids": ", ".join(grids),
        "discard": [*RANKS, "joker"][int(state["top_discard"])],
        "seat": int(state["seat"]) + 1,
    }
    closer = int(state["closer"])
    return said if closer == NOBODY else said | {"closer": closer + 1}


def counter_cameroon(state: Any, _players: int) -> Told | None:
    """Return a roll, by somebody who sees the marks alone."""
    return {
        "dice": commas(state["dice"]),
        "marks": commas(state["my_marks"][2:13]),
        "theirs": commas(state["opp_marks"][2:13]),
        "seat": int(state["seat"]) + 1,
    }


class Unnoted(NamedTuple):
    """Decisions that are told so.

    Attributes:
        decision: its name, or names with spaces between them.
        said: state and players -> the options; None where it is not told.
        spread: one of so many decisions of a hand is drawn, each as likely, by its number.
        many: decisions that are looked at.
        strategy: who decides by what is told alone; by default the safest, who notes more, so that
            what he takes tells a little of what was not told.
        worlds: hands that are imagined.
        players: at the table.
        unit: that is played to its end.
    """

    decision: str
    said: Callable[[Any, int], Told | None]
    spread: int = 1
    many: int = 150
    strategy: str | None = None
    worlds: int = 400
    players: int = 3
    unit: str = "hand"


UNNOTED = {
    "scat": Unnoted("draw-source", scat),
    "ninety-nine": Unnoted("play-card", ninety_nine),
    "gin-rummy": Unnoted("finish", gin_rummy, 6, 60, worlds=100),
    "casino": Unnoted("play", casino, 20, 130, "greedy-value", 100, 2),
    "cheat": Unnoted("count challenge", cheat, 40, 100, "planner", 100, unit="game"),
    "square-nine": Unnoted("draw-source", square_nine, 12, 60, "low-card", 100, 2),
    "counter-cameroon": Unnoted(
        "split", counter_cameroon, 20, 60, "max-points-live", 100, 2, "game"
    ),
}
"""By game: what may be left out there, and is."""
