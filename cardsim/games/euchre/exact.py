"""Exact figures of Euchre: the places of the bowers, and the trumps in a hand.

Hypergeometric counts, as fractions. Source: RULES.md, section 12; the tests check its figures.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from math import comb

from cardsim import ending_question
from cardsim.cards import SUIT_NAMES
from cardsim.game import Figure, FigureTable, Solution
from cardsim.games.euchre.deck import CARDS, HELD, RANKING
from cardsim.games.euchre.rules import Rules
from cardsim.games.euchre.state import KITTY_SIZE
from cardsim.options.params import Value, option
from cardsim.tricks import SEATS, SUITS

DECK = len(CARDS)
RANKS = 6
TRUMPS = 7
"""Cards of a suit with the left bower."""
LOW_CARDS = 8
"""Nines and tens."""
TOP_TRUMPS = 5
UNSEEN = DECK - 1
"""Cards other than the upcard."""
UPCARD_IS_JACK = Fraction(1, RANKS)


def among(hits: int, drawn: int, special: int, of: int) -> Fraction:
    """Return the chance of `hits` special cards among `drawn`, if `special` of `of` are special."""
    return Fraction(comb(special, hits) * comb(of - special, drawn - hits), comb(of, drawn))


def trumps_in(drawn: int) -> list[Fraction]:
    """Return the chances of 0, 1 .. more trumps of an upcard's suit among cards drawn with it."""
    return [among(k, drawn, TRUMPS - 1, UNSEEN) for k in range(drawn + 1)]


def mean_of(chances: list[Fraction]) -> Fraction:
    """Return the mean of a number, given the chances of 0, 1 .."""
    return sum((k * share for k, share in enumerate(chances)), Fraction(0))


def void() -> Fraction:
    """Return the chance that a hand has no card of at least one printed suit."""
    ways = (comb(SUITS, k) * comb(DECK - RANKS * k, HELD) for k in range(1, SUITS))
    return Fraction(sum(way * (-1) ** k for k, way in enumerate(ways)), comb(DECK, HELD))


# ---------------------------------------------------------------- as questions


def cost(rules: Rules, players: int, options: Mapping[str, Value]) -> float:
    """Return the seconds that `solve` takes."""
    return 0.01


def solve(rules: Rules, players: int, options: Mapping[str, Value]) -> Solution:
    """Compute the figures of a deal."""
    no_jack = 1 - UPCARD_IS_JACK
    both_if_no_jack = among(2, HELD, 2, UNSEEN)
    in_hand, in_kitty = trumps_in(HELD), trumps_in(KITTY_SIZE)
    fixed = [among(k, HELD, TRUMPS, DECK) for k in range(HELD + 1)]
    shares = {
        "upcard_jack": ("the upcard is a jack, the right bower of its suit", UPCARD_IS_JACK),
        "right_in_hand": ("it is in one of the hands", no_jack * Fraction(SEATS * HELD, UNSEEN)),
        "right_in_given_hand": ("it is in a given hand", no_jack * Fraction(HELD, UNSEEN)),
        "right_in_kitty": ("it is in the kitty", no_jack * Fraction(KITTY_SIZE, UNSEEN)),
        "left_in_hand": ("the left bower is in one of the hands", Fraction(SEATS * HELD, UNSEEN)),
        "left_in_kitty": ("the left bower is in the kitty", Fraction(KITTY_SIZE, UNSEEN)),
        "both_bowers": ("a given hand has both bowers", no_jack * both_if_no_jack),
        "both_if_no_jack": ("it has both if the upcard is no jack", both_if_no_jack),
        "both_somewhere": ("some hand has both bowers", SEATS * no_jack * both_if_no_jack),
        "dealer_throws_trump": (
            "a dealer who picks up the upcard must discard a trump",
            in_hand[HELD],
        ),
        "top_trumps": (
            "a given hand has the five highest trumps of a fixed suit",
            among(HELD, HELD, TOP_TRUMPS, DECK),
        ),
        "void_in_suit": (
            "a given hand is void in a given printed suit",
            among(0, HELD, RANKS, DECK),
        ),
        "void": ("it is void in some printed suit", void()),
        "farmers_hand": ("it has only nines and tens", among(HELD, HELD, LOW_CARDS, DECK)),
        "somebody_farms": ("some hand has", SEATS * among(HELD, HELD, LOW_CARDS, DECK)),
    }
    means = {
        "trumps": ("trumps of the upcard's suit in a hand, the upcard not", mean_of(in_hand)),
        "dealer_trumps": ("trumps of a dealer who picks up the upcard", mean_of(in_hand) + 1),
        "fixed_trumps": ("trumps of a fixed suit in a hand", mean_of(fixed)),
    }
    figures = (
        *(Figure(name, text, float(mean)) for name, (text, mean) in means.items()),
        *(
            Figure(name, text, float(share), is_share=True)
            for name, (text, share) in shares.items()
        ),
    )
    sizes = range(HELD + 1)
    tables = (
        FigureTable(
            "trumps",
            "Trumps in a hand: of the upcard's suit, the upcard not; and of a fixed suit",
            {
                "trumps": list(sizes),
                "upcard_suit": [float(share) for share in in_hand],
                "fixed_suit": [float(share) for share in fixed],
            },
            shares=("upcard_suit", "fixed_suit"),
        ),
        FigureTable(
            "dealer",
            "Trumps of a dealer who picks up the upcard",
            {
                "trumps": [size + 1 for size in sizes],
                "share": [float(share) for share in in_hand],
            },
            shares=("share",),
        ),
        FigureTable(
            "kitty",
            "Trumps of the upcard's suit in the kitty",
            {
                "trumps": list(range(KITTY_SIZE + 1)),
                "share": [float(share) for share in in_kitty],
            },
            shares=("share",),
        ),
    )
    return Solution(figures, tables)


def sentence(figures: Mapping[str, float], *_: object) -> str:
    """Return the answer in words."""
    kitty = (100 * figures[name] for name in ("right_in_kitty", "left_in_kitty"))
    return (
        f"A hand holds {figures['trumps']:.3f} trumps of the upcard's suit on average, and a "
        f"dealer who picks it up {figures['dealer_trumps']:.3f}. The right bower lies in the "
        "kitty in {:.2f} % of deals, and the left one in {:.2f} %.".format(*kitty)
    )


@dataclass(frozen=True)
class Ending:
    """The hands held before the last tricks."""

    hands: str = ending_question.hands_option()
    leader: int = ending_question.leader_option()
    trumps: str = option("spades", "the suit that is trumps", choices=SUIT_NAMES)


def ending_cost(rules: Rules, players: int, options: Mapping[str, Value]) -> float:
    """Refuse what cannot be solved, and return the seconds that `solve_ending` takes."""
    return ending_question.cost(options, cards=sum(1 << card for card in CARDS))


def solve_ending(rules: Rules, players: int, options: Mapping[str, Value]) -> Solution:
    """Solve the last tricks."""
    trump = SUIT_NAMES.index(str(options["trumps"]))
    return ending_question.solve(options, trump=trump, order=RANKING)
