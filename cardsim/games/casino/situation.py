"""A position in Casino as a player describes it to get advice."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from cardsim.cards import PACK, card_id
from cardsim.errors import UserError
from cardsim.games.casino.moves import KIND, OLD, TAKE, VALUE
from cardsim.games.casino.play import PLAY
from cardsim.games.casino.state import (
    BUILD,
    CAPTURE,
    HELD,
    LAID_OUT,
    NOBODY,
    PLAYS,
    RAISE,
    RANK,
    TOP,
)
from cardsim.options.params import Value, option
from cardsim.places import (
    CARDS,
    NUMBERS,
    by_seat,
    cards,
    check_once,
    check_score,
    listed,
    named,
    seat_said,
    words_of,
)

BUILDS = "builds with commas between them: value, seat and cards, such as '9 2 4S 5D'"
PILES = "the cards that every seat has captured, with commas between the seats"
MOVES = (
    "cards played with commas between them, such as 'trail 5H', 'take 3D 4C with 7S', 'take 3D and "
    "the build of 9 with 9S', 'build 9 with 4S and 5D', 'raise the build of 5 to 9 with 4S'"
)
_CARD = re.compile(r"\b[A2-9TJQK][CDHS]\b")


@dataclass(frozen=True)
class Place:
    """The options that describe a position."""

    hand: str = option("", "your cards", language=CARDS)
    table: str = option("", "the loose cards on the table", language=CARDS)
    builds: str = option("", f"the {BUILDS}", language=words_of(BUILDS))
    captured: str = option("", PILES, language=words_of(PILES))
    sweeps: str = option("", "sweeps of every seat", language=NUMBERS)
    last: int = option(0, "the seat that captured last; 0 is nobody", low=0, high=4)
    deal: int = option(1, "which deal of four cards it is", low=1, high=6)
    played: str = option(
        "", f"in place of all these, with --layout, the {MOVES}", language=words_of(MOVES)
    )
    layout: str = option(
        "", "with --played, the four cards on the table at the start", language=CARDS
    )
    seat: int = option(1, "your seat", low=1, high=4)
    dealer: int = option(0, "the seat that deals; 0 is the last", low=0, high=4)
    scores: str = option("", "points of every side before this hand", language=NUMBERS)
    settled: int = option(0, "hands of the match that are settled", low=0, high=10_000)


STANDS = ("scores", "deals", "target")
"""Fields of the view that change only when a hand is settled."""

EXAMPLES = (
    (
        '--hand "4S 9H KD 2C" --table "5D 3C 2H QS"',
        "the first card of a hand: take, build or trail",
    ),
    (
        '--hand "9H 2S" --table "7D QS" --builds "9 2 4S 5D" --deal 3 --captured "AS TD, 3H 3S KC"',
        "two cards left in the third deal, with a build of the other",
    ),
)


def place(said: Mapping[str, Value], table: Any) -> None:
    """Set up a table as the player described it."""
    state, players = table.state, table.players
    hand, layout = cards(said, "hand"), cards(said, "layout")
    dealer = seat_said(said, "dealer", players) if said["dealer"] else players - 1
    state["dealer"] = dealer
    state["seat"] = (dealer + 1) % players
    scores = by_seat(said, "scores", [0] * int(state["sides"]))
    check_score("scores", scores, table.house_rules.target, level=True)
    state["scores"][: state["sides"]] = scores
    state["deals"] = said["settled"]
    if layout or said["played"]:
        if len(layout) != LAID_OUT:
            raise UserError(f"--layout must have {LAID_OUT} cards, not {len(layout)}")
        check_once([("in your hand", hand), ("in the layout", layout)])
        _play(said, table, layout)
    else:
        _lay(said, state, players, hand)
    seat, sizes = int(state["seat"]), state["hand_sizes"]
    if len(hand) != sizes[seat]:
        raise UserError(f"--hand must have {sizes[seat]} cards, not {len(hand)}")
    if int(state["faced"]) & _set(hand):
        both = [one for one in hand if int(state["faced"]) >> one & 1]
        raise UserError(f"{named(both[:1])} is in your hand and was seen before")
    state["hand_of"][seat] = _set(hand)
    _check_promised(table, seat, hand)
    table.look(PLAY)


def _check_promised(table: Any, seat: int, hand: Sequence[int]) -> None:
    """Refuse builds that nobody can take any more."""
    state = table.state
    gone = int(state["faced"]) | int(_set(hand))
    unseen = [int(RANK[one]) for one in range(PACK) if not gone >> one & 1]
    for rank in range(1, int(RANK.max()) + 1):
        holders = [s for s in range(table.players) if int(state["promised"][s]) >> rank & 1]
        keeps = seat in holders and table.house_rules.keep_capturing_card
        if keeps and rank not in [int(RANK[one]) for one in hand]:
            raise UserError(f"--hand has no card that takes your build of {rank}")
        if len([s for s in holders if s != seat]) > unseen.count(rank):
            raise UserError(f"nobody else can hold a card that takes the build of {rank}")
    for s in range(table.players):
        if s != seat and int(state["promised"][s]).bit_count() > state["hand_sizes"][s]:
            raise UserError(f"seat {s + 1} has more builds than cards to take them")


def _set(ids: Sequence[int]) -> np.uint64:
    return np.uint64(sum(1 << one for one in ids))


def _lay(said: Mapping[str, Value], state: Any, players: int, hand: Sequence[int]) -> None:
    """Write the table as it lies, without a history."""
    loose, builds = cards(said, "table"), [told.split() for told in listed(said, "builds")]
    piles = [[card_id(one) for one in told.split()] for told in _piles(said, players)]
    seat, held = seat_said(said, "seat", players), len(hand)
    for told in builds:
        if len(told) < 3 or not all(map(_CARD.fullmatch, told[2:])):
            raise UserError(f"--builds must be {BUILDS}, not {' '.join(told)}")
    where: list[tuple[str, list[int]]] = [("in your hand", [*hand]), ("on the table", loose)]
    where += [(f"in the build of {t[0]}", [*map(card_id, t[2:])]) for t in builds]
    where += [(f"captured by seat {n + 1}", pile) for n, pile in enumerate(piles)]
    check_once(where)
    if not 1 <= held <= HELD:
        raise UserError(f"--hand must have 1 to {HELD} cards, not {held}")
    if int(said["deal"]) > PLAYS // (HELD * players):
        raise UserError(
            f"--deal must be at most {PLAYS // (HELD * players)} with {players} players"
        )
    before = (seat - int(state["dealer"]) - 1) % players
    for n in range(players):
        late = (n - int(state["dealer"]) - 1) % players >= before
        state["hand_sizes"][n] = held - (not late)
    turn = (int(said["deal"]) - 1) * HELD * players + (HELD - held) * players + before
    state["seat"], state["turn"], state["history"] = seat, turn, NOBODY
    state["deals_left"] = PLAYS // (HELD * players) - int(said["deal"])
    state["loose"] = _set(loose)
    state["faced"] = _set([one for place, ids in where[1:] for one in ids])
    seen = sum(len(ids) for _, ids in where[1:])
    if seen > turn + LAID_OUT:
        raise UserError(
            f"{seen} cards of the table are said, and {turn + LAID_OUT} were laid or played"
        )
    for n, pile in enumerate(piles):
        state["piles"][n] = _set(pile)
    sweeps = by_seat(said, "sweeps", [0] * players)
    if min(sweeps) < 0 or sum(sweeps) > turn:
        raise UserError(
            f"--sweeps must be at least 0, and {turn} cards were played, not {said['sweeps']}"
        )
    state["sweeps"][:players] = sweeps
    state["last_capturer"] = seat_said(said, "last", players)
    for told in builds:
        _set_build(state, told, players)


def _piles(said: Mapping[str, Value], players: int) -> list[str]:
    piles = listed(said, "captured")
    if piles and len(piles) != players:
        raise UserError(f"--captured must be {PILES}: {players} of them, not {len(piles)}")
    for told in piles:
        if not all(map(_CARD.fullmatch, told.split())):
            raise UserError(f"--captured must be {PILES}, not {told}")
    return piles


def _set_build(state: Any, told: Sequence[str], players: int) -> None:
    """Write a build, whose owner holds a card of its value."""
    value, owner = (int(word) if word.isdecimal() else 0 for word in told[:2])
    ids = [card_id(one) for one in told[2:]]
    pips = sum(int(RANK[one]) for one in ids)
    if not 1 <= value <= TOP or not 1 <= owner <= players or pips % value:
        raise UserError(f"--builds must be {BUILDS}, not {' '.join(told)}")
    state["build_values"] |= 1 << value
    state["build_groups"][value], state["build_owner"][value] = pips // value, owner - 1
    state["build_cards"][value] = _set(ids)
    state["promised"][owner - 1] |= 1 << value


def _play(said: Mapping[str, Value], table: Any, layout: Sequence[int]) -> None:
    """Play the given plays again."""
    state, known = table.state, _set(layout)
    state["loose"] = state["faced"] = known
    for turn, told in enumerate(listed(said, "played")):
        action = _move(told)
        rest = ~int(state["faced"]) & ((1 << PACK) - 1)
        for held in (1 << (action[0] & 63), rest):
            state["hand_of"][int(state["seat"])] = held & rest
            table.look(PLAY)
            if table.allows(action):
                break
        else:
            raise UserError(
                f"--played has '{told}' in turn {turn + 1}, which may not be played then"
            )
        table.act(action)
        if table.over:
            raise UserError("--played has all cards: the hand is over")


def _move(told: str) -> tuple[int, int]:
    """Return a play, given in words, as an action."""
    ids, numbers = [card_id(one) for one in _CARD.findall(told)], re.findall(r"\b\d\d?\b", told)
    values = [*map(int, numbers)]
    words = {word for word in _CARD.sub("", told).split() if word not in numbers}
    if words == {"trail"} and len(ids) == 1 and not values:
        return ids[0], 0
    if {"take", "with"} <= words <= {"take", "with", "and", "the", "build", "of"} and ids:
        take = bool(values)
        number = ids[-1] | CAPTURE << KIND | int(RANK[ids[-1]]) << VALUE | take << TAKE
        if not take or values == [RANK[ids[-1]]]:
            return number, int(_set(ids[:-1]))
    if words <= {"build", "with", "and"} and len(values) == 1 and ids:
        return ids[0] | BUILD << KIND | values[0] << VALUE, int(_set(ids[1:]))
    if "raise" in words and len(values) == 2 and ids:
        return ids[0] | RAISE << KIND | values[1] << VALUE | values[0] << OLD, int(_set(ids[1:]))
    raise UserError(f"--played must be {MOVES}, not {told}")
