"""What is counting cards worth in Chinese Ten?

If you do not count, you take the most points now. You may count what is still out for the cards of
your own hand, by the rules of how to play, and remember what was captured for it or not. You may
count all unseen cards, and think about what the next flip and the next player may do with the
table; a computer can also think of its own next turn. With two players each way plays the same
hands against beginners, in mixed company and against good players; with three and four, in mixed
company.
"""

from cardsim import Chart, Experiment, Number, Series
from cardsim.studies import Lab, amount, by_players, in_three, three_of, tried_ways

GAME = "chinese-ten"
PLAYERS = (2, 3, 4)
TAKE = "take the most points now"
RULES, FORGETS = "partners-out", "partners-out:remembers=nothing"
WAYS = {
    RULES: "count what your cards wait for",
    FORGETS: "count so, but forget captured cards",
    "counting": "count all the unseen cards",
    "forethought": "count all, and think ahead",
}


def study(lab: Lab) -> None:
    """Play, show, answer."""
    ways, mixed = ["greedy", *WAYS], three_of(GAME)[1]
    three = in_three(GAME, lambda vs: lab.compare(GAME, ways, players=PLAYERS[0], vs=vs))
    asked = tried_ways(three, [TAKE, *WAYS.values()], too_complex=["forethought"])
    asked.show(lab, "With two players, by who the others are", "how you play", asked.about)
    compared = {PLAYERS[0]: three[mixed]}
    compared |= {n: lab.compare(GAME, ways, players=n, vs=mixed.vs) for n in PLAYERS[1:]}
    gaps = {way: {n: c.gap(k, 0) for n, c in compared.items()} for k, way in enumerate(WAYS, 1)}
    told = {
        way: by_players({n: amount(g, 1) for n, g in found.items()}, "points a hand")
        for way, found in gaps.items()
    }
    lab.section(
        "By the number of players, in mixed company",
        "What you gain over taking the most points now: "
        + "; ".join(f"if you {name}, {told[way]}" for way, name in WAYS.items())
        + ".",
        Chart(
            "What you gain over taking the most points now, in the same hands",
            "players",
            "points a hand more",
            tuple(
                Series.of_gaps(name, PLAYERS, list(gaps[way].values()), 1)
                for way, name in WAYS.items()
            ),
            reference=(0, "nothing"),
        ),
    )
    lab.answer(
        f"With two players, {asked.told}. Just taking the most points now costs you "
        f"{asked.costs(0)}. In mixed company, count what is still out for your own cards, by the "
        f"rules of how to play, and you gain {told[RULES]}; forget what was "
        f"captured, and you gain only {told[FORGETS]}.",
        *asked.numbers,
        Number.of(amount(gaps[RULES][2], 1), "points a hand by counting, in mixed company"),
        Number.of(
            amount(gaps[FORGETS][2], 1),
            "points a hand if you forget what was captured, in mixed company",
        ),
    )


EXPERIMENT = Experiment(study, n=2_000_000, precision="0.5pp")
