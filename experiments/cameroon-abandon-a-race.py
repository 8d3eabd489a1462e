"""When should I abandon a race in Counter-Cameroon?

You take the most points that count, but marks count nothing for you in a category where the other
player leads by so many marks. The other player never gives up a race. Beside that stands who gives
up none, but weighs each race by the chance to win it.
"""

from cardsim import Chart, Experiment, Number, Series
from cardsim.answers.experiments import Lab, amount, joined

GAME = "counter-cameroon"
STUBBORN = "max-points-live"
LEADS = {"race-aware:margin=-1": "he is level", "race-aware:margin=0": "he leads by one mark",
         "race-aware:margin=1": "he leads by two marks", "race-aware:margin=2": "he leads by three",
         }  # fmt: skip
ODDS = "race-odds"
EAGER = "race-aware:margin=-1"


def study(lab: Lab) -> None:
    """Play, show, answer."""
    ways = [STUBBORN, *LEADS, ODDS]
    compared = lab.compare(GAME, ways)
    gains = {way: compared.gap(ways.index(way), 0) for way in ways[1:]}
    best = max(LEADS, key=lambda way: gains[way].value)
    tied = [
        LEADS[way]
        for way in LEADS
        if way != best and compared.gap(ways.index(best), ways.index(way)).is_tie
    ]
    lab.section(
        "By the lead of the other player",
        "Games in 100 won more than by never giving up: "
        + "; ".join(f"when {when} {amount(gains[way])}" for way, when in LEADS.items())
        + f"; by weighing each race {amount(gains[ODDS])}.",
        Chart(
            "Games in 100 won more than by never giving up a race",
            "when you give up a race",
            "games in 100",
            (
                Series.of_gaps(
                    "gain", [*LEADS.values(), "never, but weighed"], list(gains.values())
                ),
            ),
            kind="points",
            reference=(0, "never giving up"),
        ),
    )
    share = compared.contenders[ways.index(best)].estimate
    if gains[best].low > 0:
        text = (
            f"When {LEADS[best]}"
            + (f" (or {joined(tied, 'or')}, which does as well)" if tied else "")
            + f": it wins {share} of games against a player who never gives up, "
            f"{amount(gains[best])} games in 100 more than to be as stubborn."
        )
    else:
        text = "Never: to give one up wins no more games than to be stubborn."
    weighed = compared.gap(ways.index(ODDS), ways.index(best))
    instead = (
        "Better than to give races up is to weigh them by the chance to win them: "
        if weighed.low > 0
        else "To weigh races by the chance to win them wins, beside giving them up, "
    )
    lab.answer(
        f"{text} {instead}{amount(weighed)} games in 100 more.",
        Number.of(compared.contenders[ways.index(ODDS)].estimate, "of games won by weighing races"),
        Number.of(amount(weighed), "games in 100 more than by giving races up"),
        Number.of(
            amount(compared.gap(0, ways.index(EAGER))),
            "games in 100 lost by giving up races that are level",
            is_cost=True,
        ),
    )


EXPERIMENT = Experiment(study, n=1_000_000, precision="0.5pp")
