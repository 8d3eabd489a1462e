"""What should I lead against notrump in Bridge?

You are on lead against a contract in notrump. You lead fourth best of your longest suit, or its
highest card, or the top of touching honours there and else fourth best; or the highest card of your
shortest suit; or that of partner's suit if there is one. You bid and play as `learned` does, and so
does your partner. Each way plays the same boards against beginners, in mixed company and against
good players. Nobody draws conclusions from the card led.
"""

from typing import Annotated, Any

import numpy as np

from cardsim import Experiment, Strategy, borrowed, one_of
from cardsim.card_sets import count, holds, only
from cardsim.games.bridge.state import SETS
from cardsim.studies import Lab, sweep_in_three
from cardsim.tricks import high_card

LIKE = "learned"
"""The strategy that bids and plays everything else."""
FOURTH, TOP, SEQUENCE, SHORT, PARTNER = range(5)
LEADS = {
    "fourth": "lead fourth best of your longest suit",
    "top": "lead the highest card of your longest suit",
    "sequence": "lead the top of touching honours in your longest suit, else fourth best",
    "short": "lead the highest card of your shortest suit",
    "partner": "lead the highest card of partner's suit, else as with touching honours",
}
TOUCHING = list(LEADS).index("sequence")
NOTRUMP, NOTHING = 4, np.uint64(0)
HONOURS = np.uint64(sum(0x1E01 << 13 * suit for suit in range(4)))
"""Aces, and tens to kings."""
as_usual = borrowed("bridge", LIKE, "lead")


def suit_led(view: Any, way: Any) -> Any:
    """Return the cards of the suit that is led; of suits as long, the one with most honours."""
    best, most = NOTHING, np.int64(-1)
    for suit in range(4):
        cards = view.hand & SETS[suit]
        worth = 16 * count(cards) + count(cards & HONOURS)
        worth = 300 - worth if way == SHORT else worth
        if way == PARTNER and view.named[view.seat & 1, suit] == (view.seat ^ 2):
            worth += 300
        if cards != NOTHING and worth > most:
            best, most = cards, worth
    return best


def touches(card: Any, cards: Any) -> Any:
    """Return whether the honour below one is held too."""
    return holds(cards & HONOURS, card + 12 if card % 13 == 0 else card - 1)


def card_led(view: Any, way: Any) -> Any:
    """Return the card that is led."""
    cards = suit_led(view, way)
    theirs = view.named[view.seat & 1, high_card(cards) // 13] == (view.seat ^ 2)
    if way in (TOP, SHORT) or (way == PARTNER and theirs):
        return high_card(cards)
    left = cards
    while way != FOURTH and count(left & HONOURS) > 1:
        if touches(high_card(left), left):
            return high_card(left)
        left &= ~only(high_card(left))
    left = cards
    for _ in range(3):
        if count(left) > 1:
            left &= ~only(high_card(left))
    return high_card(left)


def lead(view: Any, way: Annotated[str, one_of(tuple(LEADS), "what is led")] = "fourth") -> Any:
    """Lead as chosen against notrump, and else as usual."""
    return card_led(view, way) if view.strain == NOTRUMP else as_usual(view)


LEADER = Strategy(
    "bridge",
    name="chosen leads",
    plays="choose~ what to lead",
    call=borrowed("bridge", LIKE, "call"),
    lead=lead,
)


def study(lab: Lab) -> None:
    """Play, show, answer."""
    asked = sweep_in_three(
        lab, "bridge", "way", LEADS.__getitem__, "what you lead", strategy=LEADER, way=tuple(LEADS)
    )
    dear = asked.dearest
    lab.answer(
        f"{asked.headline}. What costs you most is to {asked.ways[dear]}: {asked.costs(dear)}, "
        "though few boards are played in notrump against you. The rules of bridge-how-to-play lead "
        f"the top of touching honours first: that costs you {asked.costs(TOUCHING)}.",
        *asked.numbers,
        asked.lost(),
    )


EXPERIMENT = Experiment(study, n=400_000)
