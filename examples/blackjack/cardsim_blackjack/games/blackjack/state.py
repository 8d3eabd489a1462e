"""The state of a hand of Blackjack, what you see of it, and what is recorded."""

from __future__ import annotations

import numpy as np

from cardsim.layout import lay_out, outcome_row

HANDS = 4
"""The most hands that you can have."""
SPLIT, DOUBLE, STAND = range(3)
"""The decisions; in each of them 1 does it, and 0 does not."""
PACK, MOST_CARDS = 52, 8 * 52
PACKS = np.array([1, 2, 4, 6, 8, 0], np.int64)
"""Packs by the number of the option `decks`; 0 where every card is put back."""
FRESH = np.array([card % PACK for card in range(MOST_CARDS)], np.uint8)
WORTH = np.array([min(card % 13 + 1, 10) for card in range(PACK)], np.uint8)
"""The worth of every card, an ace 1."""
WEAKNESS = np.array([0, 0, 5, 6, 7, 8, 9, 4, 3, 2, 1], np.uint8)
"""The weakness of a dealer with a card of this worth: an ace is least weak, a six most."""
BEST, DEALER_STANDS, ACE, TEN = 21, 17, 11, 10
BET = 10
"""A bet, in the tenths of it in which all is paid."""
PAYS = np.array([15, 12], np.int64)
"""Payment of a blackjack, by the number of the option."""
LEAST, MOST = np.array([0, 9, 10]), np.array([BEST, 11, 11])
"""The totals that may be doubled, by the number of the option."""

LAYOUT = lay_out(
    shown={
        "seat": ("u1", "own seat, always 0"),
        "players": ("u1", "players at the table, always 1"),
        "total": ("u1", "points of the hand you play, an ace 11 where that is not too many"),
        "soft": ("u1", "1 where an ace counts 11 in it, else 0"),
        "pair": ("u1", "what its two cards are worth each if they are a pair, else 0; an ace 1"),
        "cards": ("u1", "cards in it"),
        "hand": ("u1", "which of your hands it is, from 0"),
        "hands": ("u1", "how many hands you have"),
        "upcard": ("u1", "what the dealer's open card is worth; an ace 11"),
        "weakness": ("u1", "the same by how weak it is: A 0, 10 1, 9 2, 8 3, 7 4, 2 5 ... 6 9"),
        "decks": ("u1", "packs in play; 0 where every card is put back"),
        "dealer_hits": ("u1", "1 where the dealer hits a soft 17"),
        "doubles_splits": ("u1", "1 where hands that were split may be doubled"),
        "peek": ("u1", "1 where the dealer has looked for a blackjack"),
    },
    hidden={
        "sums": ("u1", HANDS),
        "aces": ("u1", HANDS),
        "counts": ("u1", HANDS),
        "firsts": ("u1", HANDS),
        "bets": ("u1", HANDS),
        "natural": "u1",
        "dealer_sum": "u1",
        "dealer_aces": "u1",
        "dealer_cards": "u1",
        "net": "i2",
        "drawn": "u2",
        "deck": ("u1", MOST_CARDS),
    },
)

OUTCOME = outcome_row("i2", ("your_seat", "your_net", "bets"))
"""A row of outcomes; `your_net` is in tenths of a bet."""
