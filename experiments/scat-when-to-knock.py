"""When should I knock in Scat?

The strategy `threshold` knocks as soon as its hand is worth a fixed value. Each value plays the
same deals against opponents that knock at 21, first with 2 to 6 players, then with one value on
the first turn and another later. "Best" is meant against these opponents.
"""

from cardsim import Chart, Experiment, Series
from cardsim.answers.experiments import Lab, spoken

PLAYERS = range(2, 7)
FIRST = range(15, 28, 2)


def study(lab: Lab) -> None:
    """Play, show, answer."""
    by_players = lab.sweep("scat", knock_threshold="17..31", players="2..6")
    best = {g.circumstances[0][1]: g for g in by_players.groups}
    lab.section(
        "By the number of players",
        "Best value to knock at: "
        + "; ".join(f"{n} players {spoken(best[n])}" for n in PLAYERS)
        + ". Values in brackets do as well within noise. The more players there are, the likelier "
        "one of the others holds a worse hand, and the sooner a hand is good enough.",
        Chart(
            f"With 2 players the best value to knock at is {spoken(best[2])}, "
            f"with 6 it is {spoken(best[6])}",
            "knock at this value or more",
            "hands in which you lose a life",
            tuple(Series.of_group(best[n], f"{n} players") for n in PLAYERS),
            percent=True,
        ),
    )
    by_turn = [
        lab.sweep(
            "scat",
            strategy="first-turn",
            first_turn_threshold=first,
            knock_threshold="19..29",
        )
        for first in FIRST
    ]
    groups = [s.groups[0] for s in by_turn]
    value = [g.best.estimate for g in groups]
    lowest = min(range(len(FIRST)), key=lambda k: value[k].value)
    lab.section(
        "By the turn, with 3 players",
        f"On the first turn knocking at {FIRST[lowest]} does best of the values tried; from the "
        f"second turn on the best value is then {spoken(groups[lowest])}. A hand that is good "
        "enough before anybody has drawn is not good enough a few turns later, because the other "
        "hands grow.",
        Chart(
            "Knock early with little, later with more",
            "knock at this value from the second turn on",
            "hands in which you lose a life",
            tuple(
                Series.of_group(g, f"first turn {first}")
                for first, g in zip(FIRST, groups, strict=True)
                if first in (FIRST[0], FIRST[lowest], FIRST[-1])
            ),
            percent=True,
        ),
    )
    at: dict[str, list[str]] = {}
    for n in PLAYERS:
        at.setdefault(spoken(best[n]), []).append(str(n))
    lab.answer(
        "Against opponents that knock at 21, knock at "
        + ", ".join(f"{value} with {' or '.join(n)} players" for value, n in at.items())
        + f". With 3 players {FIRST[lowest]} is enough on your first turn."
    )


EXPERIMENT = Experiment(study, n=400_000)
