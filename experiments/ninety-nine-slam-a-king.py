"""When should I slam down a king in Ninety-Nine?

A king takes the total to 99 at once, and the first who cannot play then loses. You play it once you
hold enough special cards (4, 9, ten, king), counting the king, or save it to the last. Otherwise
you play high cards first, as the others do, who save their kings. A match lasts until only one
player has a penny left.
"""

from cardsim import Chart, Experiment, Number, Series
from cardsim.answers.experiments import Lab, amount, by_players, joined
from cardsim.runs.wording import counted

PLAYERS = (2, 3, 4, 6)
RUSHES = {"at once": "king-rush:min_safe=1", "with two special cards": "king-rush:min_safe=2",
          "with three special cards": "king-rush:min_safe=3", "saved": "dump-high"}  # fmt: skip


def study(lab: Lab) -> None:
    """Play, show, answer."""
    ways = list(RUSHES.values())
    compared = {n: lab.compare("ninety-nine", ways, players=n, unit="match") for n in PLAYERS}
    hands = {n: lab.compare("ninety-nine", ways, players=n, unit="hand") for n in PLAYERS}
    names = list(RUSHES)
    best = {n: c.contenders.index(c.ranking[0]) for n, c in compared.items()}
    costs = {
        n: [c.gap(best[n], k) for k in range(len(names)) if k != best[n]]
        for n, c in compared.items()
    }
    others = {n: [name for k, name in enumerate(names) if k != best[n]] for n in PLAYERS}
    lab.section(
        "What another moment costs",
        "The best moment for a king: "
        + "; ".join(f"{names[k]} with {counted(n)} players" for n, k in best.items())
        + ". The king itself counts as a special card.",
        Chart(
            "What it costs to play the king at another moment",
            "when you play the king",
            "matches in 100 fewer than at the best moment",
            tuple(Series.of_gaps(f"{counted(n)} players", others[n], costs[n]) for n in PLAYERS),
            kind="points",
            reference=(0, "the best"),
        ),
    )
    advice: dict[int, list[int]] = {}
    for n, k in best.items():
        advice.setdefault(k, []).append(n)
    saved = len(names) - 1
    told = []
    for k, tables in advice.items():
        where = f" with {joined([counted(n) for n in tables])} players" if len(advice) > 1 else ""
        what = f"{names[k]}{where}"
        if k == saved:
            told.append(f"Save the king to the last{where}")
            continue
        fewer = {n: amount(hands[n].gap(k, saved)) for n in tables}
        more = {n: amount(compared[n].gap(k, saved)) for n in tables}
        told.append(
            f"Play the king {what}. Compared with saving it, you lose "
            f"{by_players(fewer, 'fewer hands in 100')}, and win "
            f"{by_players(more, 'more matches in 100')}"
        )
    hasty = compared[PLAYERS[0]].gap(best[PLAYERS[0]], 0)
    lab.answer(
        ". ".join(told) + f". Slamming it down at once costs {amount(hasty)} matches in 100 with "
        f"{counted(PLAYERS[0])} players. The king itself counts as a special card; the others play "
        "high cards first and save their kings.",
        Number.of(
            amount(compared[2].gap(best[2], saved)),
            "matches in 100 lost by saving the king, two players",
            is_cost=True,
        ),
        Number.of(amount(hasty), "matches in 100 lost by slamming it down at once", is_cost=True),
    )


EXPERIMENT = Experiment(study, n=200_000, precision="0.5pp")
