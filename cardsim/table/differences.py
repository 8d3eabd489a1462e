"""Differences between two actions in the same imagined hands, in words.

Told are the end of the hand that speaks most for the better action, and the hidden card on which
the difference between the two depends most.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from itertools import starmap
from typing import Any, NamedTuple

import numpy as np
from scipy.stats import norm

from cardsim.cards import PACK, card_symbol, one_of_rank
from cardsim.game import Game, Unit
from cardsim.runs import wording
from cardsim.runs.words import capitalised
from cardsim.statistics.stats import CONFIDENCE, z_value
from cardsim.table.chances import shares_of
from cardsim.table.seat_words import part_of

SURE = 0.99
"""Confidence with which all that is told differs."""
RAREST = 0.1
"""Share of hands below which, or above 1 minus which, a card is not told of."""
SETS = ("hand_of", "hands")
"""Fields of a state with the cards of every seat, as sets."""
EACH_SEAT = 2
"""Dimensions of such a field of several states."""
MANY_RANKS = 13
NONE, OF_TEN = 0, 10


class Fact(NamedTuple):
    """Something that is true of some of the hands imagined.

    Attributes:
        text: a clause, such as `player 2 holds A♠`.
        holds: True for each hand of which it is true; shape (worlds,).
    """

    text: str
    holds: np.ndarray[Any, Any]


class Turning(NamedTuple):
    """A fact on which the difference between two actions depends.

    Attributes:
        share: share of hands of which it is true.
        with_it, without: mean difference in those hands, and in the others; 0 if it may be none.
    """

    fact: Fact
    share: float
    with_it: float
    without: float


class Compared(NamedTuple):
    """Two actions in the same imagined hands.

    Attributes:
        worth: value of each, more is better for you; float64, shape (2, worlds).
        outcomes: records of outcomes, shape (2, worlds).
        states: the hands as they were imagined, shape (worlds,).
        batch: number of neighbouring worlds that depend on each other.
    """

    worth: np.ndarray[Any, Any]
    outcomes: np.ndarray[Any, Any]
    states: np.ndarray[Any, Any]
    batch: int

    @property
    def apart(self) -> np.ndarray[Any, Any]:
        """Worth of the first less that of the second, in each world; float64, shape (worlds,)."""
        gap: np.ndarray[Any, Any] = self.worth[0] - self.worth[1]
        return gap

    def widened(self, values: np.ndarray[Any, Any]) -> float:
        """Return the factor of a standard error because neighbouring worlds are alike; at least 1.

        Kish, "Survey Sampling" (1965), section 5.4: the square root of the design effect.
        """
        means = values.reshape(-1, self.batch).mean(axis=1)
        spread = float(values.var())
        if self.batch == 1 or spread == 0:
            return 1.0
        return max(1.0, math.sqrt(float(means.var(ddof=1)) * self.batch / spread))


# ---------------------------------------------------------------- how the hand ends


def outcome_told(unit: Unit, found: Compared, words: Sequence[str]) -> str:
    """Return the end that speaks most for the first action, in words; empty if none surely does.

    It speaks for it by how much more often it comes, times what it adds to the worth of a hand.
    """
    rows = [
        (text, shares)
        for text, shares in shares_of(unit, found.outcomes)
        if text != unit.won_by.text and (shares[0] != shares[1]).any()
    ]
    if not rows:
        return ""
    surely = float(norm.ppf(1 - (1 - SURE) / 2 / len(rows)))
    sure = []
    for text, shares in rows:
        gap = shares[0] - shares[1]
        error = found.widened(gap) * float(gap.std(ddof=1)) / math.sqrt(len(gap))
        speaks = float(gap.mean()) * _adds(shares, found.worth)
        if abs(float(gap.mean())) > surely * error and speaks > 0:
            sure.append((speaks, text, shares.mean(axis=1)))
    if not sure:
        return ""
    _, text, (first, second) = max(sure, key=lambda row: row[0])
    ends = f"in {_of_hundred(first)} of 100 after {words[0]}, in {_of_hundred(second)}"
    return f"{capitalised(text)} {ends} after {words[1]}."


def _adds(happens: np.ndarray[Any, Any], worth: np.ndarray[Any, Any]) -> float:
    """Return what something adds to the worth of a hand: the slope of worth over it."""
    apart = happens - happens.mean()
    return float((apart * (worth - worth.mean())).sum() / (apart**2).sum())


def _of_hundred(share: float) -> str:
    return f"{100 * share:.0f}"


# ---------------------------------------------------------------- on what it depends


def turned_by(found: Compared, facts: Sequence[Fact]) -> Turning | None:
    """Return the fact on which the difference between two actions depends most.

    None if on none it surely depends, all facts together, by as much as the mean difference.
    """
    apart = found.apart
    mean, wide = float(apart.mean()), found.widened(apart)
    if not facts:
        return None
    surely = float(norm.ppf(1 - (1 - SURE) / 2 / len(facts)))
    best, most = None, 0.0
    for fact in facts:
        share = float(fact.holds.mean())
        sides = apart[fact.holds], apart[~fact.holds]
        here, there = (float(side.mean()) for side in sides)
        errors = [wide * float(side.std()) / math.sqrt(len(side)) for side in sides]
        explains = abs(here - there) * math.sqrt(share * (1 - share))
        if abs(here - there) > max(surely * math.hypot(*errors), abs(mean)) and explains > most:
            ends = [
                gap if abs(gap) > z_value(CONFIDENCE) * error else 0.0
                for gap, error in zip((here, there), errors, strict=True)
            ]
            if any(ends):
                best, most = Turning(fact, share, *ends), explains
    return best


def facts_of(
    game: Game, states: np.ndarray[Any, Any], seat: int, names: Sequence[str]
) -> list[Fact]:
    """Return what is true of some of the hands and hidden from a seat, such as the others' cards.

    Args:
        game: the game; its `seat.py` may tell more than cards (`counted`, `hidden`).
        states: the hands, shape (worlds,).
        seat: the seat that imagines.
        names: names of the seats.
    """
    others, found = [k for k in range(len(names)) if k != seat], list[Fact]()
    sets = held_in(game, states)
    if sets is not None:
        shifted = sets[:, :, np.newaxis] >> np.arange(PACK, dtype=np.uint64)
        cards = shifted & np.uint64(1) > NONE
        found += [fact for k in others for fact in _cards_of(names[k], cards[:, k])]
    counted = getattr(part_of(game, "seat"), "counted", None)
    for text, numbers in counted(states).items() if counted is not None else ():
        for k in others:
            middle = float(np.median(numbers[:, k]))
            told_of = text.format(names[k], f"{middle:g}")
            found.append(Fact(told_of, numbers[:, k] >= middle))
    hidden = getattr(part_of(game, "seat"), "hidden", None)
    found += starmap(Fact, hidden(states, seat, names)) if hidden is not None else ()
    return [fact for fact in found if RAREST <= fact.holds.mean() <= 1 - RAREST]


def held_in(game: Game, states: np.ndarray[Any, Any]) -> np.ndarray[Any, Any] | None:
    """Return the cards of every seat as sets, uint64, shape (worlds, seats); None if not known.

    A game's `seat.py` may tell them (`held`); else they are in a field of its state.
    """
    own = getattr(part_of(game, "seat"), "held", None)
    if own is not None:
        sets: np.ndarray[Any, Any] = own(states)
        return sets
    for name in SETS:
        if name in (states.dtype.names or ()):
            found = np.asarray(states[name])
            if found.dtype == np.uint64 and found.ndim == EACH_SEAT:
                return found
    return None


def _cards_of(name: str, cards: np.ndarray[Any, Any]) -> Iterator[Fact]:
    """Yield facts on the cards of a seat, shape (worlds, 52)."""
    for card in range(PACK):
        yield Fact(f"{name} holds {card_symbol(card)}", cards[:, card])
    for rank in range(MANY_RANKS):
        any_of = cards[:, rank::MANY_RANKS]
        if any_of.any(axis=0).sum() > 1:
            yield Fact(f"{name} holds {one_of_rank(rank)}", np.asarray(any_of.any(axis=1)))
    for suit in range(PACK // MANY_RANKS):
        symbol = card_symbol(suit * MANY_RANKS)[-1]
        many = cards[:, suit * MANY_RANKS : (suit + 1) * MANY_RANKS].sum(axis=1)
        yield Fact(f"{name} holds no {symbol}", many == NONE)
        middle = int(np.median(many)) + 1
        if middle > 1:
            yield Fact(f"{name} holds {middle} {symbol} or more", many >= middle)


def turning_told(unit: Unit, turning: Turning, words: Sequence[str]) -> str:
    """Return on what it depends, in words."""
    head = f"In {OF_TEN * turning.share:.0f} of 10 hands imagined {turning.fact.text}: "
    gaps = turning.with_it, turning.without
    first, second = (words[0] if gap > 0 else words[1] for gap in gaps)
    here, there = (_amount(unit, gap) for gap in gaps)
    if not gaps[0]:
        return f"{head}there it hardly matters; elsewhere {second} is better by {there}."
    if not gaps[1]:
        return f"{head}there {first} is better by {here}; elsewhere it hardly matters."
    if first == second:
        return f"{head}there {first} is better by {here}, elsewhere by {there}."
    return f"{head}there {first} is better by {here}, elsewhere {second} by {there}."


def _amount(unit: Unit, gap: float) -> str:
    """Return an amount in words, with two digits."""
    measure = unit.won_by
    much = measure.shown_times * abs(gap)
    text = f"{much:.0f}" if much >= OF_TEN else f"{much:.2g}"
    return wording.cost_text(measure, text, unit)
