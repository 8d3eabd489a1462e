"""What should I lead in Spades?

Whenever it is your lead and nobody has bid nil, you lead the highest card of your longest side suit
or of your shortest, the lowest of your longest, or a spade if you may: while your side still needs
tricks, and once it has its bid. All else you play as `trick-odds` does, and your partner plays like
you. Each way plays the same matches against beginners, in mixed company and against good players.
"""

from typing import Annotated, Any

import numpy as np

from cardsim import Experiment, Strategy, borrowed, one_of
from cardsim.card_sets import count
from cardsim.games.spades import holds_nil, need
from cardsim.games.spades.state import SPADES, SUITS
from cardsim.studies import Lab, sweep_in_three
from cardsim.tricks import high_card, low_card

LIKE = "trick-odds"
"""The strategy that bids and plays everything else."""
TOP, LONG, SHORT, LOW, SPADE = range(5)
LEADS = {
    "top": "lead the highest card of any side suit",
    "long": "lead the highest card of your longest side suit",
    "short": "lead the highest card of your shortest side suit",
    "low": "lead the lowest card of your longest side suit",
    "spade": "lead your highest spade",
}
NEEDS = {"needed": "while you need tricks", "made": "once you have your bid"}
NOTHING = np.uint64(0)
as_usual = borrowed("spades", LIKE, "play")


def chosen(view: Any, when: Any) -> Any:
    """Return whether a card is led by choice: there is no nil, and tricks are needed or not."""
    for seat in range(4):
        if holds_nil(view, seat):
            return False
    return (need(view) > 0) == (when == 0)


def led(view: Any, way: Any) -> Any:
    """Return the card that is led."""
    spades = view.legal & SUITS[SPADES]
    side = view.legal & ~spades
    if side == NOTHING or (way == SPADE and spades != NOTHING):
        return high_card(spades)
    cards, most = side, np.int64(-99)
    for suit in range(SPADES):
        held = side & SUITS[suit]
        size = -count(held) if way == SHORT else count(held)
        if way in (LONG, SHORT, LOW) and held != NOTHING and size > most:
            cards, most = held, size
    return low_card(cards) if way == LOW else high_card(cards)


def play(
    view: Any,
    when: Annotated[str, one_of(tuple(NEEDS), "when a card is led by choice")] = "needed",
    lead: Annotated[str, one_of(tuple(LEADS), "what is led then")] = "top",
) -> Any:
    """Lead as chosen, and play on as usual."""
    return led(view, lead) if view.laid == 0 and chosen(view, when) else as_usual(view)


LEADER = Strategy(
    "spades",
    name="chosen leads",
    plays="choose~ what to lead",
    bid=borrowed("spades", LIKE, "bid"),
    play=play,
)


def study(lab: Lab) -> None:
    """Play, show, answer."""
    asked = {
        when: sweep_in_three(
            lab,
            "spades",
            "lead",
            LEADS.__getitem__,
            "what you lead",
            heading=words.capitalize(),
            strategy=LEADER,
            when=when,
            lead=tuple(LEADS),
        )
        for when, words in NEEDS.items()
    }
    first = asked["needed"]
    dear = first.dearest
    lab.answer(
        " ".join(f"{NEEDS[when].capitalize()}, {ways.advice}." for when, ways in asked.items())
        + f" What costs you most while you need tricks is to {first.ways[dear]}: "
        f"{first.costs(dear)}.",
        *first.numbers,
        first.lost(),
    )


EXPERIMENT = Experiment(study, n=40_000)
