"""Does a longer game of Casino reward who plays better?

Casino is played to 11 points, to 21 or to 50. Better players meet one who captures what is worth
most, in matches to each.
"""

from itertools import pairwise

from cardsim import Chart, Experiment, Number, Series
from cardsim.answers.experiments import Lab
from cardsim.runs.wording import of_one

TARGETS = (11, 21, 50)
WAYS = ("trail-safe", "builder", "learned")


def study(lab: Lab) -> None:
    """Play, show, answer."""
    compared = {
        target: lab.compare("casino", list(WAYS), unit="match", target=target) for target in TARGETS
    }
    wins = {
        way: [c.contenders[k].estimate for c in compared.values()] for k, way in enumerate(WAYS)
    }
    players = {way: compared[TARGETS[0]].contenders[k].player for k, way in enumerate(WAYS)}
    told = {
        way: ", ".join(f"{won} to {target}" for target, won in zip(TARGETS, found, strict=True))
        for way, found in wins.items()
    }
    lab.section(
        "By the points that win",
        "Matches won against a player who captures what is worth most: "
        + "; ".join(f"who {of_one(players[way].plays)} {told[way]}" for way in WAYS)
        + ".",
        Chart(
            "Matches won, by the points that win a match",
            "points that win the match",
            "matches won",
            tuple(Series.of(players[way].brief, TARGETS, wins[way]) for way in WAYS),
            percent=True,
            reference=(0.5, "even share"),
        ),
    )
    best = WAYS[-1]
    longer = all(after.low > before.high for by in wins.values() for before, after in pairwise(by))
    lab.answer(
        ("Yes: the longer the match, the more often the better player wins it. " if longer else "")
        + f"Who {of_one(players[best].plays)} wins {told[best]} points; who "
        f"{of_one(players[WAYS[0]].plays)} {told[WAYS[0]]}.",
        *(
            Number.of(won, f"of matches to {target}")
            for target, won in zip(TARGETS, wins[best], strict=True)
        ),
    )


EXPERIMENT = Experiment(study, n=100_000, precision="0.5pp")
