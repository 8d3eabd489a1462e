"""What is counting cards worth in Chinese Ten?

If you count, you know which cards are still unseen, and you think about what the next flip and the
next player may do with the table. If you do not, you take the most points now. Both play the same
hands, against others who take the most points now. A third player also thinks of the next turn.
"""

from cardsim import Chart, Experiment, Number, Series
from cardsim.answers.experiments import Lab, amount, by_players

PLAYERS = (2, 3, 4)
WAYS = {
    "counting": "counting the unseen cards",
    "forethought": "also thinking of your own next turn",
}


def study(lab: Lab) -> None:
    """Play, show, answer."""
    compared = {
        n: lab.compare("chinese-ten", ["greedy", *WAYS], players=n, vs="usual") for n in PLAYERS
    }
    gaps = {way: {n: c.gap(k, 0) for n, c in compared.items()} for k, way in enumerate(WAYS, 1)}
    told = {
        way: by_players({n: amount(g, 1) for n, g in found.items()}, "points")
        for way, found in gaps.items()
    }
    lab.section(
        "By the number of players",
        "Points a hand that you gain over taking the most points now: "
        + "; ".join(f"{name}, {told[way]}" for way, name in WAYS.items())
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
        "Count the unseen cards instead of just taking the most points now, and you gain "
        f"{told['counting']} a hand. Think of your own next turn as well, and you gain "
        f"{told['forethought']}.",
        Number.of(amount(gaps["counting"][2], 1), "points a hand by counting, two players"),
        Number.of(
            amount(gaps["forethought"][2], 1), "points a hand by also thinking of your next turn"
        ),
    )


EXPERIMENT = Experiment(study, n=2_000_000, precision="0.5pp")
