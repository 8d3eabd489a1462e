"""What do the house rules of Scat change?

For each preset, and for each way to settle a tie with the knocker, the values to knock at play the
same deals, 3 players, against opponents that knock at 21. The best value shows how bold the rule
lets you be; the share of hands in which a seat loses shows how fast the lives go.
"""

from typing import Any

from cardsim import Chart, Experiment, Series
from cardsim.answers.experiments import Lab, spoken
from cardsim.games.scat import GAME

TIES: dict[str, dict[str, Any]] = {
    "tie: the others lose 1": {"knocker_tie": "others-lose"},
    "tie: knocker 2, others 1": {"knocker_tie": "knocker-two-others-one"},
    "tie: only the knocker": {"knocker_tie": "knocker-only"},
    "lowest knocker loses only 1": {"knocker_lowest_penalty": 1},
}


def study(lab: Lab) -> None:
    """Play, show, answer."""
    variants: dict[str, dict[str, Any]] = {
        **{name: {"preset": name} for name in GAME.presets},
        **TIES,
    }
    groups = {
        name: lab.sweep("scat", knock_threshold="17..31", **rules).groups[0]
        for name, rules in variants.items()
    }
    names = tuple(groups)
    best = {name: g.best.settings[0][1] for name, g in groups.items()}
    ties = {name: [best[name], *(p.settings[0][1] for p in g.tied)] for name, g in groups.items()}
    bold, shy = min(names, key=best.__getitem__), max(names, key=best.__getitem__)
    lab.section(
        "The best value to knock at",
        "; ".join(f"{name}: {spoken(g)}" for name, g in groups.items())
        + ". A bar covers the values that do as well within noise.",
        Chart(
            f"The best value to knock at goes from {best[bold]} ({bold}) to {best[shy]} ({shy})",
            "rules",
            "best value to knock at",
            (
                Series(
                    "best value",
                    names,
                    tuple(float(best[n]) for n in names),
                    tuple(float(min(ties[n])) for n in names),
                    tuple(float(max(ties[n])) for n in names),
                ),
            ),
            kind="points",
            interval="the values tied with the best within noise",
        ),
    )
    field = {
        name: next(p for p in g.points if p.settings[0][1] == 21).result.estimates["fair_share"]
        for name, g in groups.items()
    }
    fast, slow = max(names, key=lambda n: field[n].value), min(names, key=lambda n: field[n].value)
    lab.section(
        "How fast the lives go",
        "Share of hands in which a seat loses, or with points scores, all seats knocking at 21.",
        Chart(
            f"A seat's hand is settled most often under {fast}, least often under {slow}",
            "rules",
            "hands in which a seat loses (points: scores)",
            (Series.of("average seat", names, [field[n] for n in names]),),
            kind="points",
            percent=True,
        ),
    )
    lab.answer(
        f"With 3 players the best value to knock at is {spoken(groups['scat'])} under the usual "
        f"rules, and goes from {best[bold]} ({bold}) to {best[shy]} ({shy})."
    )


EXPERIMENT = Experiment(study, n=400_000)
