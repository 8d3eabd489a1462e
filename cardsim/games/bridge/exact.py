"""Exact figures of Bridge: points, shapes, fits, suit breaks, and the opening bids of `tips`.

Whole-number counts over kinds of hands. Source: RULES.md, section 12; the tests check its figures.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from itertools import product
from math import comb, factorial, prod

from cardsim import ending_question
from cardsim.cards import PACK
from cardsim.errors import UserError
from cardsim.game import Figure, FigureTable, Solution
from cardsim.games.bridge.boards import CALLED
from cardsim.games.bridge.rules import Rules
from cardsim.games.bridge.state import TRICKS
from cardsim.options.params import Value, option
from cardsim.tricks import SEATS, SUITS, USUAL

SUIT = 13
WORTH = (4, 3, 2, 1)
"""Points of an ace, a king, a queen and a jack."""
HANDS = comb(PACK, TRICKS)
PARTNERS = comb(PACK, 2 * TRICKS)
ABOVE_NINE = 20
MOST = 37
"""Points of the best hand."""
GAME, SLAM, GRAND, FIT = 25, 33, 37, 8
HEARTS = 2
MISSING = range(2, 9)
"""Cards missing from a suit, in the table of how they break."""
OPENINGS = ("pass", "1C", "1D", "1H", "1S", "1N")

Lengths = tuple[int, ...]


@cache
def in_suit(length: int) -> Mapping[int, int]:
    """Return the ways to hold `length` cards of a suit, by their points."""
    ways: Counter[int] = Counter()
    for held in product((0, 1), repeat=len(WORTH)):
        low = length - sum(held)
        if low >= 0:
            ways[sum(h * w for h, w in zip(held, WORTH, strict=True))] += comb(SUIT - 4, low)
    return ways


@cache
def by_points(shape: Lengths) -> Mapping[int, int]:
    """Return the ways to be dealt a shape, its lengths in falling order, by points."""
    ways: Counter[int] = Counter({0: 1})
    for length in shape:
        after: Counter[int] = Counter()
        for (points, sofar), (more, of_suit) in product(ways.items(), in_suit(length).items()):
            after[points + more] += sofar * of_suit
        ways = after
    return ways


def hands() -> Iterator[tuple[Lengths, int, int]]:
    """Yield lengths of clubs to spades, points, and the ways to be dealt them."""
    for lengths in product(range(TRICKS + 1), repeat=SUITS):
        if sum(lengths) == TRICKS:
            for points, ways in by_points(tuple(sorted(lengths, reverse=True))).items():
                if ways:
                    yield lengths, points, ways


def is_balanced(lengths: Lengths) -> bool:
    """Return whether the lengths are 4333, 4432 or 5332."""
    return min(lengths) >= 2 and sorted(lengths)[1] >= 3


def opened(lengths: Lengths, points: int, options: Mapping[str, Value]) -> str:
    """Return the call that `tips` opens with."""
    if points < int(options["open_hcp"]):
        return "pass"
    major = max(lengths[HEARTS:]) >= 5
    allowed = options["nt_with_five_card_major"] == "yes" or not major
    in_range = int(options["nt_low"]) <= points <= int(options["nt_high"])
    if in_range and is_balanced(lengths) and allowed:
        return "1N"
    longest = max(range(SUITS), key=lambda suit: (lengths[suit], suit))
    if lengths[longest] < 5:
        clubs, diamonds = lengths[:2]
        longest = 0 if clubs > diamonds or clubs == diamonds == 3 else 1
    return OPENINGS[1 + longest]


def partners_points() -> list[Fraction]:
    """Return the chances that partners hold 0, 1 .. 40 points together."""
    ways: Counter[tuple[int, int]] = Counter({(0, 0): 1})
    for worth in WORTH:
        after: Counter[tuple[int, int]] = Counter()
        for (held, points), sofar in ways.items():
            for number in range(SUITS + 1):
                after[held + number, points + number * worth] += sofar * comb(SUITS, number)
        ways = after
    counts = [0] * (SUITS * sum(WORTH) + 1)
    for (held, points), sofar in ways.items():
        counts[points] += sofar * comb(PACK - SUITS * len(WORTH), 2 * TRICKS - held)
    return [Fraction(number, PARTNERS) for number in counts]


def no_fit(suits: int) -> Fraction:
    """Return the chance that partners hold fewer than eight cards in each of `suits` suits."""
    rest = PACK - SUIT * suits
    ways = (
        prod(comb(SUIT, length) for length in lengths) * comb(rest, 2 * TRICKS - sum(lengths))
        for lengths in product(range(FIT), repeat=suits)
        if sum(lengths) <= 2 * TRICKS
    )
    return Fraction(sum(ways), PARTNERS)


def all_below(least: int) -> Fraction:
    """Return the chance that each of the four hands has fewer points than this."""
    # Only what a hand holds matters, not whose it is, so hands are kept sorted.
    ways: Counter[tuple[tuple[int, int], ...]] = Counter({((0, 0),) * SEATS: 1})
    for worth in WORTH:
        after: Counter[tuple[tuple[int, int], ...]] = Counter()
        for held, sofar in ways.items():
            for numbers in _shares(SUITS):
                now = [
                    (points + worth * n, cards + n)
                    for (points, cards), n in zip(held, numbers, strict=True)
                ]
                if max(now)[0] < least and all(cards <= TRICKS for _, cards in now):
                    dealt = factorial(SUITS) // prod(map(factorial, numbers))
                    after[tuple(sorted(now))] += sofar * dealt
        ways = after
    low = PACK - SUITS * len(WORTH)
    total = sum(
        sofar * factorial(low) // prod(factorial(TRICKS - cards) for _, cards in held)
        for held, sofar in ways.items()
    )
    return Fraction(total, factorial(PACK) // factorial(TRICKS) ** SEATS)


@cache
def _shares(cards: int) -> list[tuple[int, ...]]:
    """Return all ways to share `cards` cards among the four hands, as the number that each gets."""
    return [n for n in product(range(cards + 1), repeat=SEATS) if sum(n) == cards]


def breaks(missing: int) -> list[tuple[str, Fraction]]:
    """Return how `missing` cards of a suit split between two hidden hands, the likeliest first."""
    rows = []
    for few in range(missing // 2 + 1):
        many = missing - few
        ways = comb(missing, few) * comb(2 * TRICKS - missing, TRICKS - few)
        share = Fraction(ways * (1 if few == many else 2), comb(2 * TRICKS, TRICKS))
        rows.append((f"{many}-{few}", share))
    return sorted(rows, key=lambda split: -split[1])


# ---------------------------------------------------------------- as questions


@dataclass(frozen=True)
class Options:
    """Options of the opening bids of `tips`."""

    open_hcp: int = option(12, "points that open the bidding", low=0, high=MOST)
    nt_low: int = option(15, "fewest points of one notrump", low=0, high=MOST)
    nt_high: int = option(17, "most points of one notrump", low=0, high=MOST)
    nt_with_five_card_major: str = option(
        "yes", "one notrump with a major of five cards as well", choices=("yes", "no")
    )


def cost(rules: Rules, players: int, options: Mapping[str, Value]) -> float:
    """Refuse what cannot be solved, and return the seconds that `solve` takes."""
    if int(options["nt_low"]) > int(options["nt_high"]):
        raise UserError(
            f"--nt-low must be at most --nt-high {options['nt_high']}, not {options['nt_low']}"
        )
    return 0.5


def solve(rules: Rules, players: int, options: Mapping[str, Value]) -> Solution:
    """Compute the exact figures of one hand and of a partnership."""
    points, shapes, opens, fits = Counter[int](), Counter[str](), Counter[str](), Counter[str]()
    for lengths, have, ways in hands():
        points[have] += ways
        shapes["".join(map(str, sorted(lengths, reverse=True)))] += ways
        opens[opened(lengths, have, options)] += ways
        fits["balanced"] += ways * is_balanced(lengths)
        fits["void"] += ways * (min(lengths) == 0)
        fits["major"] += ways * (max(lengths[HEARTS:]) >= 5)
    mean = Fraction(sum(have * ways for have, ways in points.items()), HANDS)
    square = Fraction(sum(have * have * ways for have, ways in points.items()), HANDS)
    together = partners_points()

    def share(name: str, text: str, value: Fraction | float) -> Figure:
        return Figure(name, text, float(value), is_share=True)

    figures = (
        Figure("points", "points of a hand", float(mean)),
        Figure("variance", "their variance", float(square - mean * mean)),
        share("opens", "a hand opens", 1 - Fraction(opens["pass"], HANDS)),
        share("passed_out", "all four pass", all_below(int(options["open_hcp"]))),
        share("balanced", "a hand is balanced", Fraction(fits["balanced"], HANDS)),
        share("void", "it is void in some suit", Fraction(fits["void"], HANDS)),
        share("major", "it has a major of five cards", Fraction(fits["major"], HANDS)),
        share(
            "nothing",
            "it has no card above the nine",
            Fraction(comb(PACK - ABOVE_NINE, TRICKS), HANDS),
        ),
        share("game", f"partners have {GAME} points", sum(together[GAME:])),
        share("slam", f"partners have {SLAM} points", sum(together[SLAM:])),
        share("grand", f"partners have {GRAND} points", sum(together[GRAND:])),
        share("fit", "they have eight cards of a given suit", 1 - no_fit(1)),
        share("major_fit", "eight of hearts or of spades", 1 - no_fit(2)),
        share("any_fit", "eight of some suit", 1 - no_fit(SUITS)),
    )
    rows = [(missing, *split) for missing in MISSING for split in breaks(missing)]
    return Solution(
        figures,
        (
            FigureTable(
                "openings",
                "What the tips open with",
                {
                    "call": list(OPENINGS),
                    "share": [float(Fraction(opens[call], HANDS)) for call in OPENINGS],
                },
                shares=("share",),
            ),
            FigureTable(
                "breaks",
                "How missing cards of a suit are split between two hidden hands",
                {
                    "missing": [missing for missing, _, _ in rows],
                    "split": [split for _, split, _ in rows],
                    "share": [float(chance) for _, _, chance in rows],
                },
                shares=("share",),
            ),
            FigureTable(
                "points",
                "Points of a hand, and of partners",
                {
                    "points": list(range(len(together))),
                    "hand": [float(Fraction(points[n], HANDS)) for n in range(len(together))],
                    "partners": [float(chance) for chance in together],
                },
                shares=("hand", "partners"),
                brief=False,
            ),
            FigureTable(
                "shapes",
                "Shapes of a hand",
                {
                    "shape": [shape for shape, _ in shapes.most_common()],
                    "share": [float(Fraction(ways, HANDS)) for _, ways in shapes.most_common()],
                },
                shares=("share",),
                brief=False,
            ),
        ),
    )


def sentence(figures: Mapping[str, float], *_: object) -> str:
    """Return the answer in words."""
    return (
        f"A hand opens in {100 * figures['opens']:.2f} % of deals, and all four pass in "
        f"{100 * figures['passed_out']:.2f} %. Partners have {GAME} points in "
        f"{100 * figures['game']:.2f} %, and eight hearts or eight spades in "
        f"{100 * figures['major_fit']:.2f} %."
    )


SEATED = ending_question.Called(
    CALLED, ("North and South", "East and West"), "the seat that leads, from North as 1"
)
TRUMPS = ("clubs", "diamonds", "hearts", "spades", "none")


@dataclass(frozen=True)
class Ending:
    """The hands held before the last tricks."""

    hands: str = ending_question.hands_option("North, East, South and West", SEATED)
    leader: str = ending_question.named_leader_option(SEATED)
    trumps: str = option("none", "the suit of trumps", choices=TRUMPS)


def ending_cost(rules: Rules, players: int, options: Mapping[str, Value]) -> float:
    """Refuse what cannot be solved, and return the seconds that `solve_ending` takes."""
    return ending_question.cost(options, called=SEATED)


def solve_ending(rules: Rules, players: int, options: Mapping[str, Value]) -> Solution:
    """Solve the last tricks."""
    trump = TRUMPS.index(str(options["trumps"]))
    return ending_question.solve(options, trump=trump, order=USUAL, called=SEATED)


def ending_sentence(
    figures: Mapping[str, float], tables: Mapping[str, FigureTable], *_: object
) -> str:
    """Return the answer in words."""
    return ending_question.told(figures, tables, SEATED)
