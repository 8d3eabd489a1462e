"""Shared parts of the games' descriptions of a position, and the checks of them.

A game's `situation.py` has what a player may say (`Place`), two `EXAMPLES`, and `place`, which puts
the description (`said`, values by the field names of `Place`) on a `cardsim.engine.table.Table` at
which a hand was dealt. It is found by its name, and no compiled code depends on it.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Any

from cardsim.cards import RANKS, card_id, card_name
from cardsim.errors import UserError, echoed
from cardsim.options.card_text import cards_of, spelled
from cardsim.options.params import Language, Value
from cardsim.rng import WORDS
from cardsim.tricks import SEATS, SUITS

CARDS = cards_of(1)
_CARD = re.compile(r"[A2-9TJQK][CDHS]")


def words_of(about: str, metavar: str = "WORDS") -> Language:
    """Return the reader of a list with commas, each part in words of the game."""

    def word(text: str) -> str:
        read = spelled(text)
        return read if _CARD.fullmatch(read) else text.lower()

    def read(text: str, _: str) -> str:
        return ", ".join(" ".join(map(word, part.split())) for part in text.split(","))

    return Language(about, metavar, read)


def _read_ranks(text: str, name: str) -> str:
    words = re.findall(r"JOKER|[A2-9TJQK](?=[CDHS]?(?![A-Z]))|[^\s,]", spelled(text))
    ranks = [word for word in words if word not in "CDHS"]
    if any(rank != "JOKER" and rank not in RANKS for rank in ranks):
        raise UserError(f"{name} must be {RANKED.allowed}, not {echoed(text)}")
    return " ".join(rank.lower() if rank == "JOKER" else rank for rank in ranks)


RANKED = Language("ranks such as A 2 10 K, whatever the suits", "RANKS", _read_ranks)
"""Ranks of cards, for games in which suits do not matter."""


def ranks(said: Mapping[str, Value], name: str) -> list[int]:
    """Return the ranks given, in order: 0 for an ace to 12 for a king, 13 for a joker."""
    return [13 if r == "joker" else RANKS.index(r) for r in str(said[name]).split()]


def _read_numbers(text: str, name: str) -> str:
    parts = [part.strip() for part in text.split(",")]
    if not all(re.fullmatch(r"-?[0-9]{1,6}", part) for part in parts):
        raise UserError(f"{name} must be {NUMBERS.allowed}, not {echoed(text)}")
    return ",".join(str(int(part)) for part in parts)


NUMBERS = Language("whole numbers with commas between them", "NUMBERS", _read_numbers)


def listed(said: Mapping[str, Value], name: str) -> list[str]:
    """Return the parts of a value between commas."""
    text = str(said[name])
    return text.split(", ") if text else []


def cards(said: Mapping[str, Value], name: str) -> list[int]:
    """Return the ids of the cards given, in order."""
    return [card_id(card) for card in str(said[name]).split()]


def card(text: str, name: str) -> int:
    """Return the id of the card that a text names."""
    if _CARD.fullmatch(text) is None:
        raise UserError(f"--{name} has {echoed(text)}, which is no card")
    return card_id(text)


def named(ids: Iterable[int]) -> str:
    """Return cards as they are typed."""
    return " ".join(map(card_name, ids))


def check_once(places: Sequence[tuple[str, Iterable[int]]]) -> None:
    """Refuse a card that lies in two places.

    Args:
        places: names of places, such as `in your hand`, and the cards there.
    """
    lies: dict[int, str] = {}
    for where, ids in places:
        for one in ids:
            if lies.get(one) == where:
                raise UserError(f"{card_name(one)} is {where} twice")
            if one in lies:
                raise UserError(f"{card_name(one)} is {lies[one]} and {where}")
            lies[one] = where


def by_seat(said: Mapping[str, Value], name: str, usual: Sequence[int]) -> list[int]:
    """Return a number for each seat, or for each side."""
    numbers = [int(number) for number in str(said[name]).split(",") if number]
    if numbers and len(numbers) != len(usual):
        flag = name.replace("_", "-")
        raise UserError(f"--{flag} must be {len(usual)} numbers, not {said[name]}")
    return numbers or list(usual)


def check_score(
    name: str, numbers: Sequence[int], target: int, *, least: int = 0, level: bool = False
) -> None:
    """Refuse a score with which the match is over, or that nobody can have.

    Args:
        name: name of the value.
        numbers: score of each seat or side before this hand.
        target: score that wins.
        least: smallest possible score.
        level: True if a match goes on while the highest score is shared.
    """
    most = max(numbers)
    if min(numbers) < least:
        raise UserError(f"--{name} must be at least {least}, not {min(numbers)}")
    if most >= target and not (level and numbers.count(most) > 1):
        raise UserError(f"--{name} has {most}, and with {target} it is over")


def seat_said(said: Mapping[str, Value], name: str, players: int) -> int:
    """Return a seat given by number from 1, as its index; -1 if none was given."""
    seat = int(said[name])
    if seat > players:
        flag = name.replace("_", "-")
        raise UserError(f"--{flag} must be from 1 to {players} with {players} players, not {seat}")
    return seat - 1


def lay_tricks(
    table: Any, ids: Sequence[int], suit_of: Callable[[int], int], own: int
) -> list[int]:
    """Play given cards in a trick game, whoever held them.

    Args:
        table: table before the first of them.
        ids: the cards, in order.
        suit_of: returns the suit that a card belongs to.
        own: cards that the asker still holds, as a set.

    Returns:
        Number of them that each seat has played.
    """
    state, laid = table.state, [0] * SEATS
    for place, one in enumerate(ids):
        if one in ids[:place]:
            raise UserError(f"{card_name(one)} was played twice")
        if own >> one & 1:
            raise UserError(f"{card_name(one)} is in your hand and was played")
        seat = int(state["acting_for" if "acting_for" in state.dtype.names else "seat"])
        if state["voids"][seat][suit_of(one)]:
            raise UserError(f"seat {seat + 1} played {card_name(one)}, and had none of that suit")
        state["hand_of"][seat] = 1 << one
        laid[seat] += 1
        table.look(table.decision)
        if not table.allows(one):
            raise UserError(f"{card_name(one)} may not be played by seat {seat + 1}")
        table.act(one)
        if table.over:
            raise UserError("--played has all cards: the hand is over")
    return laid


def check_dealt(
    state: Any, unseen: Iterable[int], rooms: Mapping[int, int], suit_of: Callable[[int], int]
) -> None:
    """Refuse a position in which the unseen cards fit nowhere, given the suits that seats lack.

    Args:
        state: state of a trick game.
        unseen: cards that nobody has seen.
        rooms: number of them that each seat holds, and under -1 the number elsewhere.
        suit_of: returns the suit that a card belongs to.
    """
    number = [0] * SUITS
    for one in unseen:
        number[suit_of(one)] += 1
    for suits in range(1, 1 << SUITS):
        some = [suit for suit in range(SUITS) if suits >> suit & 1]
        room = sum(
            n
            for s, n in rooms.items()
            if s < 0 or not all(state["voids"][s][suit] for suit in some)
        )
        if sum(number[suit] for suit in some) > room:
            raise UserError(
                "no deal agrees with --played: somebody had a suit that he did not follow"
            )


def take_up(
    table: Any, seat: int, ids: Sequence[int], held: int, suit_of: Callable[[int], int]
) -> None:
    """Give a seat the cards that it still holds, and have it look."""
    state = table.state
    check_once([("in the hand", ids)])
    if len(ids) != held:
        raise UserError(f"--hand must have {held} cards, not {len(ids)}")
    for one in ids:
        if state["voids"][seat][suit_of(one)]:
            raise UserError(f"{card_name(one)} is in the hand of who had none of that suit")
    state["hand_of"][seat] = sum(1 << one for one in ids)
    table.look(table.decision)


def stack(table: Any, deck: Sequence[int], cards: int = 52) -> None:
    """Arrange that the next cards drawn from a full pack are these, in this order."""
    order = list(range(cards))
    for at, one in enumerate(deck):
        remaining, skip = cards - at, order.index(one, at) - at
        order[at], order[at + skip] = order[at + skip], order[at]
        # The word in the middle of those for which `below(left)` gives `skip`.
        table.words["words"][0, at] = (2 * skip + 1 << 31) // remaining
    table.words["position"], table.words["filled"] = 0, WORDS


def others(pack: Iterable[int], *known: Iterable[int]) -> Iterator[int]:
    """Yield the cards of a pack that are not among the known ones."""
    gone = {one for some in known for one in some}
    return (one for one in pack if one not in gone)
