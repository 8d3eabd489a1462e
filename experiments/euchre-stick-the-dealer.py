"""What does stick the dealer change in Euchre?

By this house rule the dealer must name trumps if everybody has passed twice; otherwise the hand is
thrown in. All four play alike: they wait for good hands, play by the book, count voids and the
upcard, or play by the learned rules. A dealer who is stuck names the best suit in hand.
"""

from math import sqrt

import polars as pl

from cardsim import Chart, Experiment, Number, Result, Series
from cardsim.games.euchre.rules import Rules
from cardsim.games.euchre.state import EUCHRED, LONE_MARCH, MADE, MARCH
from cardsim.studies import Lab, rounded, wilson, z_value

WAYS = {
    "wait for good hands": "by-the-book:own_power=28,name_power=34",
    "play by the book": "by-the-book",
    "count voids and the upcard": "fine-count",
    "play by the learned rules": "learned",
}
CAREFUL, USUAL = "wait for good hands", "count voids and the upcard"
RULES = {False: "thrown in", True: "stick the dealer"}
HANDS = 10
"""Hands that are played for each match."""
POINTS = {
    MADE: Rules().made_points,
    MARCH: Rules().march_points,
    LONE_MARCH: Rules().lone_points,
    EUCHRED: -Rules().euchre_points,
}
"""Points of the makers, less those of the others."""


def study(lab: Lab) -> None:
    """Play, show, answer."""
    played = {
        (told, stuck): lab.run(
            "euchre",
            lab.n * HANDS,
            unit="hand",
            strategy=way,
            vs=way,
            stick_the_dealer=stuck,
            precision=None,
        )
        for told, way in WAYS.items()
        for stuck in RULES
    }
    thrown = {told: share_thrown(played[told, False]) for told in WAYS}
    gains = {key: dealers(result) for key, result in played.items()}
    lab.section(
        "Points for the dealer's side",
        "Points a hand that the dealer's side wins above the other. "
        + " ".join(
            f"If all {told}: {amount(gains[told, False])} without the rule, when {thrown[told]} of "
            f"hands are thrown in, and {amount(gains[told, True])} with it."
            for told in WAYS
        ),
        Chart(
            "Points a hand that the dealer's side wins above the other",
            "how all play",
            "points a hand",
            tuple(
                Series(
                    words,
                    tuple(WAYS),
                    tuple(gains[told, stuck][0] for told in WAYS),
                    tuple(gains[told, stuck][0] - gains[told, stuck][1] for told in WAYS),
                    tuple(gains[told, stuck][0] + gains[told, stuck][1] for told in WAYS),
                )
                for stuck, words in RULES.items()
            ),
            kind="points",
            reference=(0, "even"),
        ),
    )
    lasts = {
        stuck: lab.run(
            "euchre", strategy=WAYS[USUAL], vs=WAYS[USUAL], stick_the_dealer=stuck, precision=None
        ).estimates["hands"]
        for stuck in RULES
    }
    lab.section(
        "How long a match is",
        f"If all {USUAL}, a match lasts {lasts[False]} hands, and {lasts[True]} with stick the "
        "dealer.",
        Chart(
            f"Hands in a match, if all {USUAL}",
            "what happens when all pass twice",
            "hands",
            (Series.of("", tuple(RULES.values()), list(lasts.values())),),
            kind="points",
        ),
    )
    changes = {told: (gains[told, False], gains[told, True]) for told in (CAREFUL, USUAL)}
    lab.answer(
        "The more readily people call, the less it matters. If all "
        f"{CAREFUL}, {thrown[CAREFUL]} of hands would be thrown in, and the rule "
        f"{brings(*changes[CAREFUL])}. If all {USUAL}, {thrown[USUAL]} would be thrown in, and it "
        f"{brings(*changes[USUAL])}.",
        *(
            Number.of(changed(*both), f"points a hand for the dealer's side, if all {told}")
            for told, both in changes.items()
            if differ(*both)
        ),
        *(Number.of(thrown[told], f"of hands thrown in if all {told}") for told in changes),
    )


def changed(before: tuple[float, float], after: tuple[float, float]) -> str:
    """Return the rule's gain for the dealer's side; the same deals make its interval too wide."""
    half = sqrt(before[1] ** 2 + after[1] ** 2)
    return rounded(after[0] - before[0], half, signed=True)


def differ(before: tuple[float, float], after: tuple[float, float]) -> bool:
    """Return whether the rule makes a measurable difference."""
    return abs(after[0] - before[0]) > sqrt(before[1] ** 2 + after[1] ** 2)


def brings(before: tuple[float, float], after: tuple[float, float]) -> str:
    """Return what the rule does for the dealer's side, in a sentence."""
    if not differ(before, after):
        return "makes no measurable difference"
    return f"brings the dealer's side {changed(before, after)} points a hand"


def share_thrown(result: Result) -> str:
    """Return how many hands are thrown in."""
    ends = dict(result.tables["ends"].iter_rows())
    total = sum(ends.values())
    share = ends.get(0, 0) / total
    low, high = wilson(ends.get(0, 0), total)
    return rounded(100 * share, 50 * (high - low), unit=" %")


def dealers(result: Result) -> tuple[float, float]:
    """Return the dealer's side's lead in points a hand, and half the width of the interval."""
    rows = result.tables["makers"].filter(pl.col("maker") >= 0)
    total = int(result.tables["makers"]["count"].sum())
    sums = squares = 0.0
    for maker, alone, tricks, count in rows.select("maker", "alone", "tricks", "count").iter_rows():
        end = EUCHRED if tricks < 3 else MADE if tricks < 5 else LONE_MARCH if alone else MARCH
        # The dealer sits last, on the side of the odd seats.
        points = POINTS[end] * (1 if maker % 2 == 1 else -1)
        sums += points * count
        squares += points**2 * count
    mean = sums / total
    return mean, z_value(0.95) * sqrt((squares / total - mean**2) / total)


def amount(gain: tuple[float, float]) -> str:
    """Return what the dealer's side wins, for a sentence."""
    return rounded(*gain, signed=True)


# By a number of matches: the parts are tables of ways to play, with no one interval that matters.
EXPERIMENT = Experiment(study, n=200_000)
