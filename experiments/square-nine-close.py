"""When should I close in Square 9?

A player with no card face down closes the hand, and the others get one more turn. You keep your
last card face down until your score would be low enough, or until somebody else closes. Everybody
keeps cards of 4 points or less; the others close as soon as they can.
"""

from cardsim import Chart, Experiment, Number, Series
from cardsim.answers.experiments import Lab, amount, by_players
from cardsim.runs.wording import counted

PLAYERS = (2, 3, 4)
HANDS = "hands in 100"


def study(lab: Lab) -> None:
    """Play, show, answer."""
    sweep = lab.sweep(
        "square-nine",
        strategy="closer",
        c="0..45:5",
        players=",".join(map(str, PLAYERS)),
        vs="usual",
    )
    groups = {int(g.circumstances[0][1]): g for g in sweep.groups}
    scores = [int(dict(p.settings)["c"]) for p in sweep.groups[0].points]
    waiting = {n: amount(g.points[0].shortfall) for n, g in groups.items()}
    at_once = {n: g.points[-1].shortfall for n, g in groups.items()}
    half = scores[len(scores) // 2]
    at_half = {n: amount(g.points[scores.index(half)].shortfall) for n, g in groups.items()}
    lab.section(
        "How low to wait for",
        f"Waiting for {scores[0]} points costs {by_players(waiting, HANDS)}. Waiting for {half} "
        f"points costs {by_players(at_half)}. Closing at once, with up to {scores[-1]} points, "
        f"costs {by_players({n: amount(g) for n, g in at_once.items()})}.",
        Chart(
            "What it costs to wait for a low score",
            "you close with this score or less",
            "hands in 100 fewer than with the best",
            tuple(
                Series.of_gaps(f"{counted(n)} players", scores, [p.shortfall for p in g.points])
                for n, g in groups.items()
            ),
        ),
    )
    best = {n: str(dict(g.best.settings)["c"]) for n, g in groups.items()}
    soon = all(g.points[-1].tied for g in groups.values())
    lab.answer(
        (
            "At once. No score is worth waiting for. "
            if soon
            else f"With this score or less: {by_players(best)}. "
        )
        + f"Waiting for {scores[0]} points costs {by_players(waiting, HANDS)}, against "
        "others who close as soon as they can.",
        Number.of(
            waiting[PLAYERS[0]],
            f"hands in 100 lost by waiting for {scores[0]} points, {counted(PLAYERS[0])} players",
            is_cost=True,
        ),
    )


EXPERIMENT = Experiment(study, n=1_000_000, precision="0.5pp")
