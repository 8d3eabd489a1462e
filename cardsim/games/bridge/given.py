"""Deals that fit a description, such as `north 15-17 balanced, south 8+ with 5 hearts`.

Rejection sampling: hands that must meet a condition are dealt first, and a deal that cannot fit any
more is begun anew, so every deal that fits is equally likely.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from functools import cache
from itertools import product

import numpy as np
from numpy import uint64

from cardsim.cards import PACK, SUIT_NAMES, SYMBOLS, draw_cards, fresh_deck
from cardsim.errors import UserError, echoed
from cardsim.games.bridge.hands import balanced, length, points, shape
from cardsim.games.bridge.state import SIDES, TRICKS
from cardsim.kernels.card_bits import only
from cardsim.kernels.jit import entry_for, inlined, kernel
from cardsim.options.params import Language, did_you_mean
from cardsim.rng import WORDS_DTYPE, place
from cardsim.tricks import SEATS, SUITS

PARTIES = ("north", "east", "south", "west", "ns", "ew")
"""Parties to whom a condition may apply: seats, and the two seats of a side together."""
CALLED = {
    **{name: k for k, name in enumerate(PARTIES)},
    **{name[0]: k for k, name in enumerate(PARTIES[:SEATS])},
}
SUIT = 13
MOST_POINTS = 40
MOST_OF_HAND = 37
"""Points of four aces, four kings, four queens and a jack."""
ANY, BALANCED, UNBALANCED = range(3)
SHAPES = ("", "balanced", "unbalanced")
BALANCED_SHAPES = ((3, 3, 3, 4), (2, 3, 4, 4), (2, 3, 3, 5))

POINTS, LENGTHS, SHAPE = 0, 2, 2 + 2 * SUITS
EACH = SHAPE + 1
"""Numbers of a party: the least and most points, those of each suit's cards, and the shape."""
ORDER = EACH * len(PARTIES)
"""Place of the order in which the seats are dealt to."""
ASKED = ORDER + SEATS
"""Place of the flag that says whether there is any condition."""
NUMBERS = ASKED + 1
MOST_TRIED = 20_000_000
"""Deals to try before a description is refused: a second or two."""
SEED = 1
NOTHING = uint64(0)

TERM = re.compile(
    r"(?P<shape>unbalanced|balanced)(?!\w)"
    r"|(?P<exactly>exactly |=)?(?P<low>\d{1,2})(?:(?P<open>[+-])(?!\d)|-(?P<high>\d{1,2}))?"
    r"(?: ?(?P<unit>clubs?|diamonds?|hearts?|spades?|points?|hcp))?"
    r"(?![\w+-]| (?!(?:un)?balanced|exactly)[a-z])"
)
WRITTEN = (
    (re.compile(r"[\u2013\u2014\u2212]"), "-"),
    (re.compile(r"(?<=\d)(?: - | to )(?=\d)"), "-"),
    *(
        (re.compile(f" ?{sign}"), f" {name}")
        for sign, name in zip(SYMBOLS, SUIT_NAMES, strict=True)
    ),
)
"""Other spellings, each with the one that the reader knows."""
TERMS = "points as 15-17 or 8+, cards as 5+ hearts or 2-3 clubs, balanced, unbalanced"


@dataclass
class Wanted:
    """Conditions on a party: least and most points and cards of each suit, and the shape."""

    points: tuple[int, int] = (0, MOST_POINTS)
    lengths: list[tuple[int, int]] = field(default_factory=lambda: [(0, SUIT)] * SUITS)
    shape: int = ANY

    def text(self) -> str:
        """Return the conditions in words; empty where there are none."""
        words = [_limits(self.points, MOST_POINTS), SHAPES[self.shape]]
        for ends, name in zip(self.lengths, SUIT_NAMES, strict=True):
            asked = _limits(ends, SUIT)
            words.append(f"{asked} {name}" if asked else "")
        return " ".join(word for word in words if word)


def _limits(ends: tuple[int, int], most: int) -> str:
    low, high = ends
    if ends == (0, most):
        return ""
    return f"exactly {low}" if low == high else f"{low}+" if high == most else f"{low}-{high}"


def wanted(text: str, name: str) -> dict[int, Wanted]:
    """Return the conditions by party.

    Args:
        text: clauses with commas between them, each a seat or side with its conditions.
        name: of the option.
    """
    conditions: dict[int, Wanted] = {}
    said: set[tuple[int, str]] = set()
    for clause in _as_read(text).split(","):
        who, *words = clause.split() or [""]
        if who not in CALLED:
            raise UserError(
                f"{name} must say {', '.join(PARTIES[:-1])} or {PARTIES[-1]} and what is held "
                f"there, not '{echoed(clause.strip() or text)}'",
                hint=did_you_mean(who, CALLED),
            )
        party, rest = CALLED[who], " ".join(w for w in words if w not in {"with", "and"})
        if not rest:
            raise UserError(f"{name} must say what {who} holds", hint=TERMS)
        while rest:
            term = TERM.match(rest)
            if term is None:
                others = [word for word in rest.split() if word in CALLED]
                raise UserError(
                    f"{name} cannot read '{echoed(rest)}' of {who}",
                    hint=f"a comma goes before '{others[0]}'" if others else TERMS,
                )
            kind = _taken(term, f"{name}: {who}", conditions.setdefault(party, Wanted()))
            if (party, kind) in said:
                raise UserError(f"{name} says the {kind} of {who} twice")
            if kind == "shape" and party >= SEATS:
                raise UserError(f"{name}: {who} are two hands, and only one can be {rest}")
            said.add((party, kind))
            rest = rest[term.end() :].strip()
    return conditions


def _as_read(text: str) -> str:
    text = text.lower()
    for written, said in WRITTEN:
        text = written.sub(said, text)
    return text


def _taken(term: re.Match[str], who: str, into: Wanted) -> str:
    """Add one term to the conditions of a party, and return which quantity it limits."""
    if term["shape"]:
        into.shape = SHAPES.index(term["shape"])
        return "shape"
    unit = (term["unit"] or "points").rstrip("s") + "s"
    suit = SUIT_NAMES.index(unit) if unit in SUIT_NAMES else -1
    low, most = int(term["low"]), SUIT if suit >= 0 else MOST_POINTS
    if term["high"]:
        ends = (low, int(term["high"]))
    elif term["open"] == "-":
        ends = (0, low)
    elif term["exactly"]:
        ends = (low, low)
    elif term["open"] or suit >= 0:
        # To players, five hearts means at least five.
        ends = (low, most)
    else:
        raise UserError(f"{who} must have {low}+, {low}-, exactly {low} or a range of points")
    if not ends[0] <= ends[1] <= most:
        raise UserError(f"{who} cannot have {term[0].strip()}")
    if suit < 0:
        into.points = ends
        return "points"
    into.lengths[suit] = ends
    return SUIT_NAMES[suit]


def read(text: str, name: str) -> str:
    """Return the description in its normal form, with parties in the order given."""
    asked = wanted(text, name).items()
    return ", ".join(f"{PARTIES[party]} {one.text()}" for party, one in asked if one.text())


def first_named(text: str) -> int:
    """Return the seat that a description names first; for a side, the first of its seats."""
    return next(iter(wanted(text, ""))) % SEATS


@cache
def numbers(text: str) -> tuple[int, ...]:
    """Return a description as `NUMBERS` whole numbers, as compiled code reads it."""
    asked = wanted(text, "") if text else {}
    packed: list[int] = []
    for party in range(len(PARTIES)):
        one = asked.get(party, Wanted())
        packed += [*one.points, *(end for ends in one.lengths for end in ends), one.shape]
    # Seats with the most conditions first, and both of a side before others.
    told = {s: (s in asked) + 2 * (SEATS + s % 2 in asked) for s in range(SEATS)}
    packed += sorted(range(SEATS), key=lambda s: (-told[s], s % 2, s))
    return (*packed, int(bool(asked)))


def _possible(asked: dict[int, Wanted]) -> bool:
    """Return whether points and cards can be shared out this way; such deals may be very rare."""
    every = [asked.get(party, Wanted()) for party in range(len(PARTIES))]
    for one in (one for party, one in asked.items() if party < SEATS):
        sizes = product(*(range(low, high + 1) for low, high in one.lengths))
        shapes = {tuple(sorted(of)) for of in sizes if sum(of) == TRICKS}
        kinds = {(of in BALANCED_SHAPES) == (one.shape == BALANCED) for of in shapes}
        if not shapes or (one.shape != ANY and True not in kinds):
            return False
    held = [[one.points for one in every]]
    held[0][:SEATS] = [(low, min(high, MOST_OF_HAND)) for low, high in held[0][:SEATS]]
    held += [[one.lengths[suit] for one in every] for suit in range(SUITS)]
    return all(
        _shared(limits, total)
        for limits, total in zip(held, (MOST_POINTS, *[SUIT] * SUITS), strict=True)
    )


def _shared(limits: list[tuple[int, int]], total: int) -> bool:
    """Return whether the limits of four seats and two sides allow numbers that make a total."""
    least, most = 0, 0
    for side, (low, high) in enumerate(limits[SEATS:]):
        seats = limits[side:SEATS:SIDES]
        lowest, highest = (sum(ends) for ends in zip(*seats, strict=True))
        lowest, highest = max(low, lowest), min(high, highest)
        if lowest > highest or any(first > last for first, last in seats):
            return False
        least, most = least + lowest, most + highest
    return least <= total <= most


LANGUAGE = Language(
    "seats and sides with what they hold, such as 'north 15-17 balanced, south 8+ with 5 hearts'",
    "DEALS",
    read,
    numbers,
    NUMBERS,
)


# ---------------------------------------------------------------- dealing


@inlined
def meets(cards, given, party):
    """Return whether a party's cards meet its conditions."""
    at = party * EACH
    held = points(cards)
    if held < given[at + POINTS] or held > given[at + POINTS + 1]:
        return False
    lengths = shape(cards)
    for suit in range(SUITS):
        size, of_suit = length(lengths, suit), at + LENGTHS + 2 * suit
        if size < given[of_suit] or size > given[of_suit + 1]:
            return False
    kind = given[at + SHAPE]
    return kind == ANY or balanced(lengths) == (kind == BALANCED)


@kernel
def deal_fitting(hands, deck, given, words, most):
    """Deal until all conditions are met.

    Args:
        hands: uint64, shape (4,): the sets of cards, which are written.
        deck: uint8, all cards in any order.
        given: int32, shape (`NUMBERS`,).
        words: random words.
        most: the most deals to begin.

    Returns:
        How many deals were begun; `most` + 1 where none of them fits.
    """
    for tried in range(1, most + 1):
        fits = True
        for seat in range(SEATS):
            hands[seat] = NOTHING
        for k in range(SEATS):
            draw_cards(deck, k * TRICKS, TRICKS, PACK, words)
            hand = NOTHING
            for at in range(k * TRICKS, (k + 1) * TRICKS):
                hand |= only(deck[at])
            seat = given[ORDER + k]
            other = hands[seat ^ 2]
            hands[seat] = hand
            fits = meets(hand, given, seat)
            if fits and other != NOTHING:
                fits = meets(hand | other, given, SEATS + (seat & 1))
            if not fits:
                break
        if fits:
            return tried
    return most + 1


def _try_out(hands, deck, given, words):
    place(words[0], uint64(SEED), uint64(0), uint64(0), uint64(0))
    fresh_deck(deck)
    return deal_fitting(hands, deck, given, words[0], MOST_TRIED)


@cache
def objection(text: str) -> str | None:
    """Return why nothing can be dealt, or None."""
    if not text:
        return None
    if not _possible(wanted(text, "")):
        return f"no deal at all fits --given '{text}'"
    hands, deck = np.zeros(SEATS, np.uint64), np.zeros(PACK, np.uint8)
    given = hands, deck, np.array(numbers(text), np.int32), np.zeros(1, WORDS_DTYPE)
    if entry_for(_try_out, "i8", *given).call(*given) > MOST_TRIED:
        return f"--given '{text}' fits none of {MOST_TRIED:,} deals"
    return None
