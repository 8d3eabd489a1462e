"""What is counting cards worth in Chinese Ten?

Who counts knows which cards are still unseen, and reckons what the next flip and the next player
may do with the table; who does not takes the most points now. Both play the same hands, against
others who take the most points now. A third thinks of his own next turn besides.
"""

from cardsim import Chart, Experiment, Number, Series
from cardsim.answers.experiments import Lab, amount, by_players

PLAYERS = (2, 3, 4)
WAYS = {"counting": "counting the unseen cards", "forethought": "and one's own next turn"}


def study(lab: Lab) -> None:
    """Play, show, answer."""
    compared = {n: lab.compare("chinese-ten", ["greedy", *WAYS], players=n) for n in PLAYERS}
    gaps = {way: {n: c.gap(k, 0) for n, c in compared.items()} for k, way in enumerate(WAYS, 1)}
    told = {
        way: by_players({n: amount(g, 1) for n, g in found.items()}, "points")
        for way, found in gaps.items()
    }
    lab.section(
        "By the number of players",
        "So many more a hand than by taking the most points now: "
        + "; ".join(f"{name} {told[way]}" for way, name in WAYS.items())
        + ".",
        Chart(
            "Points won more than by taking the most points now, in the same hands",
            "players",
            "points a hand",
            tuple(
                Series.of_gaps(name, PLAYERS, list(gaps[way].values()), 1)
                for way, name in WAYS.items()
            ),
            reference=(0, "nothing"),
        ),
    )
    lab.answer(
        "Beside taking the most points now, counting the unseen cards wins "
        f"{told['counting']} a hand; thinking of one's own next turn as well wins "
        f"{told['forethought']}.",
        Number.of(amount(gaps["counting"][2], 1), "points a hand by counting, two players"),
        Number.of(amount(gaps["forethought"][2], 1), "if you think of your own next turn as well"),
    )


EXPERIMENT = Experiment(study, n=2_000_000, precision="0.5pp")
