"""What should I count in Casino?

You can remember which ranks are gone, and trail a card that few others can take: the face cards,
the sixes to tens, or the aces to fives. Of what is captured you can count the cards and the spades,
and take them for their own sake no longer once somebody has most of them. We play the same hands
with each of these, with all, and with none: then you go by your hand and the table alone. Or you
count in the last deal alone, or never, and before that trail by a rule: a face card, else the
lowest, but no ace, ten of diamonds or two of spades if you can help it. All else you play alike,
with two players: against beginners, in mixed company and against good players. With three and four
players we try to count every rank, throughout or in the last deal alone, in mixed company.
"""

from collections.abc import Mapping, Sequence
from math import sqrt
from typing import Annotated, Any

import numpy as np

from cardsim import Experiment, Number, Strategy, borrowed, one_of
from cardsim.card_sets import count, lowest, without_lowest
from cardsim.games.casino import (
    best_build,
    best_capture,
    first_legal,
    may_play,
)
from cardsim.games.casino.state import SPADES, TOP
from cardsim.runs.company import Company
from cardsim.statistics.stats import CONFIDENCE
from cardsim.studies import (
    Lab,
    SweepResult,
    Table,
    gains_by_text,
    gains_chart,
    in_three,
    joined,
    mixed_first,
    z_value,
)
from cardsim.studies.situations import Gain, Gains

GAME = "casino"
NOUN = "points a hand"
WORTH = (0.1, 0.12, 1.0, 2.0, 1.0)
"""Values of a card, and what a spade, an ace, the ten of diamonds and the two of spades add."""
STEALERS, GAIN = 3, 2
"""When it builds, the same as in `bold-builder`."""
MOST_SPADES, MOST_CARDS = 7, 27
SPADE_SET, NOTHING, ONE = np.uint64(SPADES), np.uint64(0), np.uint64(1)
RANK = np.uint64(1 | 1 << 13 | 1 << 26 | 1 << 39)
"""The four aces."""
COUNTS = {
    "nothing": (0, 0, 0, 0),
    "the face cards that are gone": (11, 13, 0, 0),
    "the sixes to tens that are gone": (6, 10, 0, 0),
    "the aces to fives that are gone": (1, 5, 0, 0),
    "the aces to tens that are gone": (1, 10, 0, 0),
    "every rank that is gone": (1, 13, 0, 0),
    "the spades that each has taken": (0, 0, 1, 0),
    "the cards that each has taken": (0, 0, 0, 1),
    "all of it": (1, 13, 1, 1),
    "every rank, in the last deal alone": (1, 13, 0, 0),
    "nothing, and trail face cards first": (0, 0, 0, 0),
}
"""What is counted: the lowest and the highest rank, and whether spades and cards are."""
FROM, UP_TO, SPADES_TOO, CARDS_TOO = (tuple(of[k] for of in COUNTS.values()) for k in range(4))
RANKS = "every rank that is gone"
WHAT = tuple(COUNTS)
SOME = WHAT[1 : WHAT.index(RANKS)]
LATE, RULE = WHAT[-2:]
HOW = {LATE: "counting in the last deal alone", RANKS: "counting ranks"}
BY_RULE = len(WHAT) - 2
"""Index of the first way that trails by a rule before the last deal."""
OTHERWISE = (
    "trail a face card, or else your lowest, and keep aces, the ten of diamonds and the two of "
    "spades"
)
by_rule = borrowed(GAME, "late-counter", "play", last_deals=0)


def worth(view: Any, what: Any) -> Any:
    """Return what cards are worth: spades or cards nothing once somebody has most of them."""
    card, spade, ace, ten, two = WORTH
    for seat in range(view.players):
        if SPADES_TOO[what] and count(view.piles[seat] & SPADE_SET) >= MOST_SPADES:
            spade = 0.0
        if CARDS_TOO[what] and count(view.piles[seat]) >= MOST_CARDS:
            card = 0.0
    return card, spade, ace, ten, two


def missing(view: Any, rank: Any, what: Any) -> Any:
    """Return how many cards of a rank he may hold, as far as it is counted."""
    alike = RANK << np.uint64(rank - 1)
    if FROM[what] <= rank <= UP_TO[what]:
        return count(view.unseen & alike)
    seen = view.hand | view.loose
    for value in range(1, TOP + 1):
        seen |= view.build_cards[value]
    return 4 - count(seen & alike)


def sums_of(cards: Any) -> Any:
    """Return the sums of some of the cards that have a number, as bits from 0 to 10."""
    sums, rest = np.uint64(1), cards
    while rest != NOTHING:
        rank = lowest(rest) % 13 + 1
        rest = without_lowest(rest)
        if rank <= TOP:
            sums |= sums << np.uint64(rank)
    return sums


def trailed(view: Any, what: Any) -> Any:
    """Return the card that the fewest others can take, as far as they are counted."""
    best, fewest, rest = np.int64(-1), np.int64(99), view.hand
    sums = sums_of(view.loose)
    while rest != NOTHING:
        card = lowest(rest)
        rest = without_lowest(rest)
        rank = card % 13 + 1
        total = np.int64(missing(view, rank, what))
        for value in range(rank + 1, TOP + 1):
            if sums >> np.uint64(value - rank) & ONE != NOTHING:
                total += missing(view, value, what)
        if total < fewest:
            best, fewest = np.int64(card), total
    return best


def goes_by_rule(view: Any, what: Any) -> Any:
    """Return whether it trails by the rule and counts nothing now."""
    return what >= BY_RULE and (view.deals_left > 0 or what > BY_RULE)


def play(view: Any, what: Annotated[str, one_of(WHAT, "what it counts")] = RANKS) -> Any:
    """Build what wins cards, take what is worth most, and else trail what is safest."""
    if goes_by_rule(view, what):
        return by_rule(view)
    weights = worth(view, what)
    number, taken, cards = best_capture(view, view.hand, weights, 1.0 * view.sweep_points)
    built, joined = best_build(view, STEALERS, count(cards) + GAIN, weights)
    if built >= 0:
        return built, joined
    if number >= 0:
        return number, taken
    card = trailed(view, what)
    return (card, np.int64(0)) if may_play(view, card, 0) else first_legal(view)


def plays(what: str) -> str:
    """Say what it counts."""
    return f"count~ {what}"


COUNTER = Strategy(GAME, name="counter", plays=plays, play=play)


def study(lab: Lab) -> None:
    """Play, show, answer."""
    swept = in_three(GAME, lambda vs: counted(lab, vs))
    found = {company: gains(part) for company, part in swept.items()}
    lab.section(
        "What counting wins",
        "Points a hand that you have more than if you count nothing and go by your own cards and "
        "those on the table. If you count some ranks only, the others look riskier to trail than "
        f"they are. Where you count in the last deal alone, you {OTHERWISE} before it.",
        gains_chart(found, WHAT[1:], "What counting wins", "what you count", "points a hand more"),
        Table(
            "Points a hand that counting wins",
            ("what you count", *(company.where for company in found)),
            tuple((what, *(str(by[what]) for by in found.values())) for what in WHAT[1:]),
            numbers=tuple(range(1, 1 + len(found))),
        ),
    )
    mixed = mixed_first(found)[0][0].vs
    three, four = (gains(counted(lab, mixed, (WHAT[0], RANKS, LATE), more)) for more in (3, 4))
    alone = {company: gains(part, WHAT.index(RULE)) for company, part in swept.items()}
    told = gains_by_text(found, WHAT[1:-1], "counting", "counting nothing", NOUN)
    advised = LATE if late_is_best(found) else RANKS
    lab.answer(
        f"{verdict(found)} The rule with that count wins {mixed_first(found)[0][1][LATE].size} "
        f"{NOUN} more in mixed company than counting nothing at all: without any counting it "
        "brings "
        + joined([f"{by[RULE]} {company.where}" for company, by in mixed_first(found)])
        + ", and the count in the last deal adds "
        + joined([f"{by[LATE]} {company.where}" for company, by in mixed_first(alone)])
        + f". {told} With three players, counting every rank throughout brings "
        f"{three[RANKS]} points a hand in mixed company, and with four {four[RANKS]}; in the last "
        f"deal alone {three[LATE]} and {four[LATE]}.",
        *(
            Number.of(by[advised], f"points a hand by {HOW[advised]}, {company.where}")
            for company, by in mixed_first(alone if advised == LATE else found)
        ),
    )


def late_is_best(found: Mapping[Company, Gains]) -> bool:
    """Return whether counting in the last deal alone surely wins more in all companies."""
    return all(
        by[RANKS].value + by[RANKS].half < by[LATE].value - by[LATE].half for by in found.values()
    )


def verdict(found: Mapping[Company, Gains]) -> str:
    """Return whether to count every rank, and when, in a sentence."""
    if late_is_best(found):
        return (
            "In the last deal alone, count how many cards of every rank are gone, and trail the "
            f"one that the fewest unseen cards can take. Before it {OTHERWISE}. That wins more "
            "than to count throughout."
        )
    if not all(by[RANKS].sign > 0 for by in found.values()):
        return "It depends on the others."
    less = all(
        by[some].value + by[some].half < by[RANKS].value - by[RANKS].half
        for by in found.values()
        for some in SOME
    )
    return (
        "Count how many cards of every rank are gone, and trail the one that the fewest unseen "
        f"cards can take{': to count only some of the ranks wins less' * less}."
    )


def counted(lab: Lab, vs: str, what: Sequence[str] = WHAT, players: int = 2) -> SweepResult:
    """Play what can be counted in one company."""
    return lab.sweep(GAME, strategy=COUNTER, what=what, vs=vs, players=players, unit="hand")


def gains(swept: SweepResult, base: int = 0) -> Gains:
    """Return what each way to count wins more than the one at `base`, from the same hands.

    That is counting nothing, by default.
    """
    (group,) = swept.groups
    moments = group.moments
    halves = z_value(CONFIDENCE) * moments.sds(base) / sqrt(moments.n)
    times = group.points[0].result.measure.times
    return {
        what: Gain(
            times * float(moments.means[k] - moments.means[base]), times * float(halves[k]), 1.0
        )
        for k, what in enumerate(str(point["what"]) for point in group.points)
    }


# By a number of hands: all differences are small.
EXPERIMENT = Experiment(study, n=15_000)
