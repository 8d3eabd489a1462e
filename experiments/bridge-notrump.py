"""How many points should one notrump show in Bridge?

The tips for beginners say 15 to 17. You and your partner try other ranges for one notrump with a
balanced hand, move the tables for the answers along, and bid everything else by the tips, on the
same boards: against beginners, in mixed company and against good players by points, and as a match
by IMPs in mixed company. The cards are played by rules of thumb, not by experts: for better players
other ranges may be as good.
"""

from dataclasses import replace

from cardsim import Chart, Experiment, Number, Series
from cardsim.studies import (
    CompareResult,
    Difference,
    Lab,
    Tried,
    best_and_ties,
    in_three,
    joined,
    rounded,
    three_of,
    tried_ways,
    with_ties,
)

LOWS = tuple(range(9, 19))
WIDE = 2
"""The width of a range of points."""
USUAL, WEAK = 15, 12
OTHERS = tuple(low for low in LOWS if low != USUAL)
X = "lowest number of points for one notrump (the range goes two higher)"
MATCH = {"unit": "match", "boards": 1, "measure": "imps"}


def ways() -> list[str]:
    """Return the strategies that open one notrump with each range, and overcall."""
    return [f"tips:nt_low={low},nt_high={low + WIDE},overcalls=simple" for low in LOWS]


def study(lab: Lab) -> None:
    """Play, show, answer."""
    usual = LOWS.index(USUAL)
    asked = replace(
        tried_ways(
            in_three("bridge", lambda vs: lab.compare("bridge", ways(), vs=vs)),
            [f"show {named(low)} points" for low in LOWS],
            LOWS,
        ),
        named=usual,
    )
    asked.show(lab, "By points", X, asked.about)
    matches = lab.compare("bridge", ways(), vs=three_of("bridge")[1].vs, **MATCH)
    lab.section(
        "By IMPs, in mixed company",
        f"In a match by IMPs, show {spoken(matches)} points.",
        Chart(
            "What each range wins in a match",
            X,
            "IMPs a board more than with 15 to 17",
            (Series.of_gaps("in mixed company", OTHERS, [gap(matches, k) for k in OTHERS], 1),),
            interval="95 % intervals of all differences together",
            best="highest",
            reference=(0.0, "15 to 17"),
        ),
    )
    keep = all(found.is_good(usual) for found in asked.three)
    best = USUAL if keep else LOWS[asked.advised]
    lab.answer(
        f"{keeping(asked) if keep else asked.headline}. "
        + ("" if keep else f"The {named(USUAL)} of the tips costs you {asked.costs(usual)}. ")
        + f"Showing {named(WEAK)} costs you "
        f"{asked.costs(LOWS.index(WEAK))}. By IMPs in mixed company, show {spoken(matches)} "
        f"points; compared with {named(USUAL)}, {named(WEAK)} {told(matches, WEAK)}.",
        Number(named(best), "points for one notrump, if you do not know the others"),
    )


def keeping(asked: Tried) -> str:
    """Return that the usual range is as good as any, and which ones are not, in a sentence."""
    worse = [
        named(low)
        for way, low in enumerate(LOWS)
        if not all(found.is_good(way) for found in asked.three)
    ]
    as_good = (
        f"Keep to {named(USUAL)} points: nothing wins more for certain, in all three companies"
    )
    return f"{as_good} that were tried" + (f"; {joined(worse)} win less" if worse else "")


def named(low: int) -> str:
    """Return a range in words."""
    return f"{low} to {low + WIDE}"


def gap(compared: CompareResult, low: int) -> Difference:
    """Return what a range wins compared with the usual one; below 0 it loses."""
    return compared.gap(LOWS.index(low), LOWS.index(USUAL))


def told(compared: CompareResult, low: int) -> str:
    """Return the gap in words: `loses 1.2 (± 0.3) points a board`, or `does as well`."""
    found, words = gap(compared, low), compared.measure.cost
    if found.is_tie:
        most = max(-found.low, found.high)
        return f"does as well (within {words.format(rounded(most, 0.1 * most).split()[0])})"
    amount = rounded(abs(found.value), (found.high - found.low) / 2)
    return f"{'wins' if found.value > 0 else 'loses'} {words.format(amount)}"


def spoken(compared: CompareResult) -> str:
    """Return the best range in words, with those that do as well."""
    best, ties = best_and_ties(compared, LOWS)
    return with_ties(named(best), map(named, ties))


EXPERIMENT = Experiment(study, n=400_000)
