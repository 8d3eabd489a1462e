"""How much is a 4 worth with more players in Ninety-Nine?

A 4 reverses the direction and sends the trouble back to where it came from; a 9 passes it on. You
play by the five rules of `ninety-nine-five-rules`, with the 4 before the 9 or after it, at 99 and
below 99, in the same matches: with three players against beginners, in mixed company and against
good players, and with more players in mixed company. With two players a 4 and a 9 do the same.
"""

from typing import Any

from cardsim import Chart, Experiment, Number, Series
from cardsim.studies import (
    Difference,
    Lab,
    amount,
    by_players,
    counted,
    in_three,
    joined,
    three_of,
    tried_ways,
)

GAME, PLAYERS, USUAL = "ninety-nine", range(3, 7), 3
TABLE: dict[str, Any] = {"players": USUAL, "unit": "match"}
MATCHES = "matches in 100"
NINE_FIRST = "five-rules:order=TK94,order_at_99=94KT"
AT_99, BELOW = "five-rules:order=TK94,order_at_99=49KT", "five-rules:order=TK49,order_at_99=94KT"


def study(lab: Lab) -> None:
    """Play, show, answer."""
    ways = {
        "play the 9 before the 4": NINE_FIRST,
        "play the 4 first at 99 alone": AT_99,
        "play the 4 first below 99 alone": BELOW,
    }
    three = in_three(GAME, lambda vs: lab.compare(GAME, list(ways.values()), vs=vs, **TABLE))
    asked = tried_ways(three, list(ways))
    asked.show(lab, "By who the others are, with three players", "what you do", asked.about)
    mixed = three_of(GAME)[1]
    compared = {
        n: three[mixed]
        if n == USUAL
        else lab.compare(GAME, [NINE_FIRST, AT_99, BELOW], vs=mixed.vs, **(TABLE | {"players": n}))
        for n in PLAYERS
    }
    at_99 = {n: c.gap(1, 0) for n, c in compared.items()}
    below = {n: c.gap(0, 2) for n, c in compared.items()}
    lab.section(
        "At 99, in mixed company",
        "Playing the 4 before the 9 at 99 wins "
        f"{by_players({n: amount(g) for n, g in at_99.items()}, MATCHES)}. It sends the trouble "
        "back to the player who made it.",
        Chart(
            "What you gain by playing the 4 before the 9 at 99",
            "players",
            "matches in 100 more",
            (Series.of_gaps("4 before 9 at 99", PLAYERS, list(at_99.values())),),
            reference=(0, "no difference"),
        ),
    )
    lab.section(
        "Below 99, in mixed company",
        "Playing the 4 before the 9 below 99 costs "
        f"{by_players({n: amount(g) for n, g in below.items()}, MATCHES)}.",
        Chart(
            "What it costs to play the 4 before the 9 below 99",
            "players",
            "matches in 100 fewer",
            (Series.of_gaps("4 before 9 below 99", PLAYERS, list(below.values())),),
            reference=(0, "no difference"),
        ),
    )
    gaps = (*at_99.values(), *below.values())
    most = max(abs(end) for g in gaps for end in (g.low, g.high)) * 100
    lab.answer(
        f"As much as a 9: in mixed company, whichever of them you play first changes at most "
        f"{most:.1f} matches in 100. With three players, {asked.told}. "
        + verdict("At 99, playing the 4 before the 9", at_99, "wins", "costs")
        + " "
        + verdict("Below 99, keeping the 4 and playing the 9 first", below, "wins", "costs"),
        *asked.numbers,
        Number(f"{most:.1f}", "matches in 100, at most, between a 4 and a 9"),
    )


def verdict(what: str, gaps: dict[int, Difference], gains: str, loses: str) -> str:
    """Return what a choice gains or costs at each table, and at which tables it does not matter."""
    level = [n for n, g in gaps.items() if g.is_tie or g.negligible]
    parts = [
        f"{verb} {by_players({n: amount(abs_of(g)) for n, g in found.items()}, MATCHES)}"
        for verb, found in (
            (gains, {n: g for n, g in gaps.items() if n not in level and g.value > 0}),
            (loses, {n: g for n, g in gaps.items() if n not in level and g.value < 0}),
        )
        if found
    ]
    if level:
        tables = joined([counted(n) for n in level])
        parts.append(f"makes no practical difference with {tables} players")
    return f"{what} {joined(parts)}."


def abs_of(gap: Difference) -> Difference:
    """Return the difference without its sign."""
    return gap if gap.value >= 0 else gap.turned()


EXPERIMENT = Experiment(study, n=200_000, precision="0.5pp")
