"""Which card should I throw in Scat, with the next player watching?

What you throw, the next player may take. You throw the card that leaves your hand worth the most.
If several do, or nearly do, you have a choice: throw the one with the fewest points, keep to one
suit, or hold back the suit that the next player last took from the discards. You knock at 28. Each
way plays the same matches with three players, against beginners, in mixed company and against good
players; with two and four, in mixed company.
"""

from cardsim import Chart, Experiment, Number, Series
from cardsim.studies import CompareResult, Lab, in_three, rounded, three_of, tried_ways

PLAYERS = (2, 3, 4)
THREE = 3
KNOCK = 28
HOLDING = "hold back aces, tens and court cards of the suit they took last"
WAYS = {
    "throw the fewest points": "threshold:",
    "keep to one suit": "suit-keeper:",
    "throw nothing of the suit they took last": "withhold:near=0,worth=2,",
    f"{HOLDING}, if it costs nothing": "withhold:near=0,worth=10,",
    f"{HOLDING}, if that costs your hand at most 4 points": "withhold:near=4,worth=10,",
}
"""Ways to throw, and the strategies that do."""
USUAL, HOLDS = 0, len(WAYS) - 1


def study(lab: Lab) -> None:
    """Play, show, answer."""
    ways, mixed = list(WAYS), three_of("scat")[1]
    three = in_three("scat", lambda vs: contest(lab, THREE, vs))
    asked = tried_ways(three, ways)
    asked.show(lab, "With three players, by who the others are", "what you throw", asked.about)
    tables = {n: three[mixed] if n == THREE else contest(lab, n, mixed.vs) for n in PLAYERS}
    lab.section(
        "By the number of players, in mixed company",
        f"{ways[HOLDS].capitalize()}, and you win this many more matches in 100 than by throwing "
        "the fewest points: "
        + "; ".join(f"{gain(found)} with {n} players" for n, found in tables.items())
        + ".",
        Chart(
            "What each way to throw gains",
            "you",
            "matches in 100 more than by throwing the fewest points",
            tuple(
                Series.of_gaps(
                    f"{n} players", ways[1:], [found.gap(k, USUAL) for k in range(1, len(ways))]
                )
                for n, found in tables.items()
            ),
            kind="points",
            reference=(0, "no difference"),
        ),
    )
    lab.answer(
        "Throw the card that leaves you most. If several do, or nearly do, watch which suit the "
        f"next player takes: with three players, {asked.told}. Throwing the fewest points, "
        f"whatever the suit, costs you {asked.costs(USUAL)}; keeping to one suit costs you "
        f"{asked.costs(1)}.",
        *asked.numbers,
        Number.of(
            gain(three[mixed]),
            "matches in 100 won by holding back aces, tens and court cards, in mixed company",
        ),
    )


def contest(lab: Lab, players: int, vs: str) -> CompareResult:
    """Compare all ways to throw in the same matches."""
    return lab.compare(
        "scat",
        [f"{way}knock_threshold={KNOCK}" for way in WAYS.values()],
        players=players,
        vs=vs,
        unit="match",
    )


def gain(found: CompareResult) -> str:
    """Return what holding back high cards of their suit wins over the fewest points."""
    gap = found.gap(HOLDS, USUAL)
    return rounded(100 * gap.value, 50 * (gap.high - gap.low), signed=True)


EXPERIMENT = Experiment(study, n=200_000, precision="0.5pp")
