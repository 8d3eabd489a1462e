"""State of a hand of Ninety-Nine, the view as a part of it, and the decision.

The view is not a copy: it is the part of the state's memory that the seat to act may see. Public
fields are kept there at all times; a seat's own cards are written there when its turn comes. The
view's dtype does not name the rest.

An action is a slot of the hand plus `OPTION` times the option: 0 the only one or the lower, 1 the
higher.
"""

from __future__ import annotations

from typing import Final

from cardsim.cards import PACK
from cardsim.games.ninety_nine.rules import MOST_CARDS, MOST_PACKS, Rules
from cardsim.layout import LINE, lay_out, outcome_row
from cardsim.options.params import options_of

SEATS = 16
OPTION = MOST_CARDS
ACTIONS = 2 * MOST_CARDS
HISTORY = 256
"""Plays kept in `history`; play `t` is entry `t % HISTORY`."""
MOST_COUNTED = 32767

PLAY = 0
NO_CARD = 255
NOBODY = -1

NOT_OVER, NO_LEGAL_CARD, NO_CARDS, ONE_LEFT = range(4)
ENDS: Final = ("not-over", "no-legal-card", "no-cards", "one-left")

OWN = lay_out(
    shown={},
    hidden={
        "terms": ("i2", ACTIONS),
        "hand": ("u1", MOST_CARDS),
        "kind": ("u1", MOST_CARDS),
        "size": "i1",
        "target": "i1",
        "left": "i1",
        "effect": ("u1", MOST_CARDS),
    },
    also={
        "hand_word": ("hand", "u8"),
        "kind_word": ("kind", "u8"),
        "effect_word": ("effect", "u8"),
    },
).state
"""Record of one seat, in a cache line of its own.

`terms` is what each action adds, as `simd.sixteen_sums` takes it; `target` is the size of the hand
less draws forgotten; `left` is the order in which seats left the hand, 0 for those in it.
"""

_SHOWN_RULES = ("negative_total", "forget_draw_prob", "stock_exhausted", "continue_after_loss")
IN_FORCE = {o.name: o.as_field for o in options_of(Rules) if o.name in _SHOWN_RULES}
"""Rules that a view shows unchanged."""

LAYOUT = lay_out(
    shown={
        "legal": ("u8", "bit a is set when action a is legal"),
        "hand": (
            ("u1", MOST_CARDS),
            "own card ids; action k plays card k, 8 + k with its high option",
        ),
        "kind": (
            ("i1", MOST_CARDS),
            (
                "kind of each own card: 0 ordinary; those that can always be played: 1 the total "
                "stays (9), 2 the direction turns (4), 3 takes away (T), 4 makes 99 (K)"
            ),
        ),
        "hand_size": ("i8", "own cards"),
        "biggest": (
            "i1",
            (
                "the legal action that raises the total most with an ordinary card; "
                "-1 where there is none"
            ),
        ),
        "seat": ("i1", "own seat; in a single hand 0 is the first to play"),
        "next_seat": ("i1", "seat that plays next as the direction is now"),
        "prev_seat": ("i1", "seat that would be next if the direction turned"),
        "direction": ("i1", "+1 clockwise, -1 the other way"),
        "total": ("i4", "total of the pile, at most 99; it may be below 0"),
        "played": ("i4", "cards played in this hand by anybody"),
        "total_after": (
            ("i2", ACTIONS),
            "total after each action; more than 99 where it is not legal",
        ),
        "stock_count": ("i2", "cards left in the stock; always 52 with infinite-deck"),
        "players": ("i1", "seats at the table"),
        "alive": ("i1", "seats still in the game"),
        "remaining": ("i1", "seats still in this hand"),
        "first": ("i1", "seat that played first in this hand"),
        "dealer": ("i1", "seat that dealt"),
        "decks": ("i1", "packs in use; 0 with infinite-deck"),
        "hand_sizes": (("i1", SEATS), "cards of every seat; 0 for seats that are out"),
        "pennies": (("i1", SEATS), "pennies of every seat; 0 is out"),
        "pot": ("i2", "pennies lost so far"),
        "points": (("i1", SEATS), "points of every seat (continue-after-loss)"),
        "in_pile": (("i1", PACK), "how many of each card id lie in the pile"),
        "reshuffled": (
            "i4",
            "cards played when the pile was last shuffled into the stock; 0 never",
        ),
        "history": (
            ("u1", (HISTORY, 4)),
            "play t at row t % 256: seat, card id, option, cards the seat then held",
        ),
        **IN_FORCE,
        "card_low": (("i1", PACK), "what each card adds, by its lower option; -128 makes 99"),
        "card_high": (("i1", PACK), "what each card adds by its higher option; 127 has none"),
        "card_kind": (("i1", PACK), "kind of each card, as in `kind`"),
        "card_effect": (("i1", PACK), "1 turns the direction, 2 skips the next player, 3 both"),
    },
    hidden={
        "table": "u2",
        "floor": "i2",
        "deck_end": "i2",
        "shuffled": "i2",
        "ready": "i2",
        "forgets": "i4",
        "lapses": "b1",
        "end": "u1",
        "match": "b1",
        "deals": "i4",
        "reshuffles": "i2",
        "visits": "i2",
        "finite": "i2",
        "after": ("i1", 2 * SEATS),
        "loser": "i1",
        "own": (OWN, SEATS),
        "deck": ("u1", PACK * MOST_PACKS + 1),
        "change": ("u1", SEATS),
        "out_hand": ("i4", SEATS),
    },
    also={
        "hand_word": ("hand", "u8"),
        "kind_word": ("kind", "u8"),
        "history_word": ("history", ("u4", HISTORY)),
    },
    # What every decision touches comes first, to share cache lines.
    first=(
        *("legal", "hand", "kind", "hand_size", "total_after"),
        *("total", "played", "stock_count", "deck_end", "ready", "table", "floor"),
        *("biggest", "seat", "next_seat", "prev_seat", "direction", "after", "hand_sizes"),
    ),
    last=(
        *("in_pile", "history", "deck", "own"),
        *("card_low", "card_high", "card_kind", "card_effect"),
        *IN_FORCE,
    ),
    on_a_line=("legal", "total", "hand_sizes", "in_pile", "deck", "own"),
)

OUTCOME = outcome_row(
    "i2",
    (
        "your_seat",
        "end",
        "cards",
        "total",
        "loser",
        "your_change",
        "hands",
        "winner",
        "your_place",
        "pennies_left",
    ),
    {"change": SEATS},
    instead={"place": "change"},
    size=LINE,
)
"""Row of outcomes, all int16.

`hands`, `winner`, `your_place`, `pennies_left` and `place` are of a match, the others of a hand.
"""
