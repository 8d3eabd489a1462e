"""When should I close in Square 9?

A player with no card face down closes the hand, and the others get one more turn. You keep your
last card face down until your score would be low enough, or until somebody else closes. You keep
cards of 4 points or less. With two players we try that against beginners, in mixed company and
against good players, and with two to four in mixed company.
"""

from cardsim import Chart, Experiment, Number, Series
from cardsim.studies import Lab, amount, by_players, counted, is_level, sweep_in_three

GAME, WAY, PLAYERS = "square-nine", "closer", (2, 3, 4)
SCORES = tuple(range(0, 50, 5))
HANDS = "hands in 100"


def study(lab: Lab) -> None:
    """Play, show, answer."""
    asked = sweep_in_three(
        lab, GAME, "c", told, "you close with this score or less", strategy=WAY, c=SCORES, players=2
    )
    tables = ",".join(map(str, PLAYERS))
    sweep = lab.sweep(GAME, strategy=WAY, c=SCORES, players=tables, vs="field")
    groups = {int(g.circumstances[0][1]): g for g in sweep.groups}
    scores = [int(dict(p.settings)["c"]) for p in sweep.groups[0].points]
    waiting = {n: amount(g.points[0].shortfall) for n, g in groups.items()}
    at_once = {n: g.points[-1].shortfall for n, g in groups.items()}
    half = scores[len(scores) // 2]
    at_half = {n: amount(g.points[scores.index(half)].shortfall) for n, g in groups.items()}
    lab.section(
        "How low to wait for, in mixed company",
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
    soon = all(is_level(g, g.points[-1]) for g in groups.values())
    last = len(SCORES) - 1
    if soon and all(found.is_good(last) for found in asked.three):
        advice = (
            "As soon as you can: no score is worth waiting for, in all three companies that were "
            "tried."
        )
        numbers = asked.numbers_of(last)
    else:
        advice = f"With two players, {asked.told}. In mixed company, close with this score or less:"
        advice += f" {by_players(best)}."
        numbers = asked.numbers
    lab.answer(
        f"{advice} In mixed company, waiting for {scores[0]} points costs "
        f"{by_players(waiting, HANDS)}.",
        *numbers,
        Number.of(
            waiting[PLAYERS[0]],
            f"hands in 100 lost by waiting for {scores[0]} points, {counted(PLAYERS[0])} players",
            is_cost=True,
        ),
    )


def told(score: int) -> str:
    """Return when you close, in words."""
    if score == SCORES[-1]:
        return "close as soon as you can"
    return f"close with {score} or less" if score else "wait for 0 points"


EXPERIMENT = Experiment(study, n=1_000_000, precision="0.5pp")
