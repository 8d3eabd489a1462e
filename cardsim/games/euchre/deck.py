"""The cards of Euchre, and their ranking in each trump suit."""

from __future__ import annotations

from numpy import uint64

from cardsim.tricks import SUITS, order_of, strength

TRICKS = 5
HELD = 5
"""Cards dealt to a hand."""
NINE, JACK = 8, 10
"""Ranks, as in `cardsim.cards`."""
CARDS = tuple(13 * suit + rank for suit in range(SUITS) for rank in (0, 8, 9, 10, 11, 12))
"""The ids of the cards in the game."""


def same_colour(suit: int) -> int:
    """Return the other suit of the colour: clubs and spades, diamonds and hearts."""
    return 3 - suit


def suit_of(trump: int, card: int) -> int:
    """Return the suit that a card belongs to; the left bower belongs to trumps."""
    is_left = card == 13 * same_colour(trump) + JACK
    return trump if is_left else card // 13


PLAIN_POWERS = {9: 0, 10: 1, 11: 2, 12: 3, 13: 4, 14: 5}
TRUMP_POWERS = {9: 6, 10: 7, 12: 8, 13: 9, 14: 10}
LEFT_POWER, RIGHT_POWER = 11, 12


def power_of(trump: int, card: int) -> int:
    """Return a card's power: 0 to 5 for plain cards, 6 to 10 for trumps, 11 and 12 for bowers."""
    if suit_of(trump, card) != trump:
        return PLAIN_POWERS[strength(card)]
    if card % 13 == JACK:
        return RIGHT_POWER if card // 13 == trump else LEFT_POWER
    return TRUMP_POWERS[strength(card)]


RANKING = order_of(CARDS, SUITS, suit_of, power_of)
SUIT_OF, BEATS, POWER = RANKING.suits, RANKING.beats, RANKING.power
"""[trump, card]: its suit, the cards that beat it, and its power, 0 to 12."""
SETS = RANKING.sets
"""[trump, suit]: the cards that belong to a suit."""
PACK = uint64(sum(1 << card for card in CARDS))
"""The cards in the game, as a set."""
FARMERS = uint64(sum(1 << card for card in CARDS if strength(card) in (9, 10)))
"""Nines and tens."""
