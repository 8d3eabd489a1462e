"""Does a longer game of Casino reward the better player?

Casino is played to 11 points, to 21, or to 50. Better players meet somebody who simply captures
what is worth most, in matches of each length.
"""

from cardsim import Chart, Experiment, Number, Series
from cardsim.answers.experiments import Lab, joined
from cardsim.runs.wording import of_several

TARGETS = (11, 21, 50)
WAYS = ("trail-safe", "builder", "learned")


def study(lab: Lab) -> None:
    """Play, show, answer."""
    compared = {
        target: lab.compare("casino", list(WAYS), unit="match", target=target, vs="usual")
        for target in TARGETS
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
        "Matches you win against a player who captures what is worth most. "
        + " ".join(f"If you {of_several(players[way].plays)}: {told[way]}." for way in WAYS),
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
    first, last = TARGETS[0], TARGETS[-1]
    more = [way for way, won in wins.items() if won[-1].low > won[0].high]
    fewer = [way for way, won in wins.items() if won[-1].high < won[0].low]
    verdict = (
        f"Yes: to {last} points the better player wins more matches than to {first}."
        if len(more) == len(WAYS)
        else f"No: to {last} points some better players win fewer matches than to {first}."
        if fewer
        else f"Yes, if you {joined([of_several(players[way].plays) for way in more], 'or')}; the "
        "rest is too close to call."
        if more
        else "Not measurably."
    )
    lab.answer(
        f"{verdict} Against a player who captures what is worth most, "
        f"{of_several(players[best].plays)} and you win {told[best]} points; "
        f"{of_several(players[WAYS[0]].plays)} and you win {told[WAYS[0]]}.",
        *(
            Number.of(won, f"of matches to {target}")
            for target, won in zip(TARGETS, wins[best], strict=True)
        ),
    )


EXPERIMENT = Experiment(study, n=100_000, precision="0.5pp")
