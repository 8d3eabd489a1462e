"""What should I lead in Euchre?

Whenever it is your lead, you lead as the rules on how to play say, or always your highest trump,
the highest or the lowest card of the other suits, or the highest of your shortest: as the maker, as
the maker's partner, and against them. A sure card is one that nobody can beat in its suit. All else
you play as `learned` does, and your partner plays like you. Each way plays the same matches against
beginners, in mixed company and against good players.
"""

from functools import partial
from typing import Annotated, Any

import numpy as np

from cardsim import Experiment, Strategy, borrowed, one_of
from cardsim.card_sets import count
from cardsim.games.euchre import high_by_power, low_by_power, made_it
from cardsim.games.euchre.deck import SETS
from cardsim.studies import Lab, sweep_in_three

LIKE = "learned"
"""The strategy that plays everything else."""
BOOK = "by-the-book"
"""The strategy that leads by the rules on how to play."""
RULES, TRUMP, HIGH, LOW, SHORT = range(5)
LEADS = {
    "rules": "lead by the rules",
    "trump": "lead your highest trump",
    "high": "lead your highest card that is no trump",
    "low": "lead your lowest card that is no trump",
    "short": "lead the highest card of your shortest side suit",
}
MAKER, PARTNER, DEFENDER = range(3)
ROLES = {
    "maker": "as the maker",
    "helper": "as the maker's partner",
    "defender": "against the makers",
}
BY_THE_RULES = {
    "maker": "lead your highest trump if nobody can beat it, else a sure card, else your lowest",
    "helper": "lead trumps in the first two tricks, later a sure card, else your lowest",
    "defender": "lead a sure card, else your lowest that is no trump",
}
"""What the rules on how to play say to the leader, by role."""
NOTHING = np.uint64(0)
by_the_book = borrowed("euchre", BOOK, "play")
as_usual = borrowed("euchre", LIKE, "play")


def in_role(view: Any, role: Any) -> Any:
    """Return whether the seat that leads has this role in the hand."""
    if not made_it(view):
        return role == DEFENDER
    return role == (MAKER if view.maker == view.seat else PARTNER)


def led(view: Any, way: Any) -> Any:
    """Return the card that is led."""
    if way == RULES:
        return by_the_book(view)
    trumps = view.legal & SETS[view.trump, view.trump]
    plain = view.legal & ~trumps
    if plain == NOTHING or (way == TRUMP and trumps != NOTHING):
        return high_by_power(trumps, view.trump)
    if way == LOW:
        return low_by_power(plain, view.trump)
    cards, size = plain, np.int64(9)
    for suit in range(4):
        held = plain & SETS[view.trump, suit]
        if way == SHORT and 0 < count(held) < size:
            cards, size = held, count(held)
    return high_by_power(cards, view.trump)


def play(
    view: Any,
    count_legal: Any,
    nth_legal: Any,
    role: Annotated[str, one_of(tuple(ROLES), "when a card is led by choice")] = "maker",
    lead: Annotated[str, one_of(tuple(LEADS), "what is led then")] = "trump",
) -> Any:
    """Lead as chosen in one role, and play on as usual."""
    if view.laid == 0 and in_role(view, role):
        return led(view, lead)
    return as_usual(view, count_legal, nth_legal)


LEADER = Strategy(
    "euchre",
    name="chosen leads",
    plays="choose~ what to lead",
    order=borrowed("euchre", LIKE, "order"),
    name_trump=borrowed("euchre", LIKE, "name_trump"),
    discard=borrowed("euchre", LIKE, "discard"),
    play=play,
)


def told(role: str, lead: str) -> str:
    """Return what is led, in words."""
    return BY_THE_RULES[role] if lead == "rules" else LEADS[lead]


def study(lab: Lab) -> None:
    """Play, show, answer."""
    asked = {
        role: sweep_in_three(
            lab,
            "euchre",
            "lead",
            partial(told, role),
            "what you lead",
            heading=words.capitalize(),
            strategy=LEADER,
            role=role,
            lead=tuple(LEADS),
        )
        for role, words in ROLES.items()
    }
    role = max(asked, key=lambda role: asked[role].mixed.behind[asked[role].dearest].value)
    ways, dear = asked[role], asked[role].dearest
    lab.answer(
        " ".join(f"{ROLES[role].capitalize()}, {ways.advice}." for role, ways in asked.items())
        + f" What costs you most is to {ways.ways[dear]} {ROLES[role]}: {ways.costs(dear)}.",
        *ways.numbers,
        ways.lost(ROLES[role]),
    )


EXPERIMENT = Experiment(study, n=60_000)
