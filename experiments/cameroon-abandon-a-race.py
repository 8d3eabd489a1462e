"""When should I abandon a race in Counter-Cameroon?

You take the most points that count, but you give up a category once the other player leads there by
some number of marks. The other player never gives up a race. We also try a player who gives up
none, but weighs each race by the chance to win it.
"""

from cardsim import Chart, Experiment, Number, Series
from cardsim.answers.experiments import Lab, amount, joined

GAME = "counter-cameroon"
STUBBORN = "max-points-live"
LEADS = {"race-aware:margin=-1": "you are level", "race-aware:margin=0": "you are one mark behind",
         "race-aware:margin=1": "you are two behind", "race-aware:margin=2": "you are three behind",
         }  # fmt: skip
ODDS = "race-odds"
EAGER = "race-aware:margin=-1"


def study(lab: Lab) -> None:
    """Play, show, answer."""
    ways = [STUBBORN, *LEADS, ODDS]
    compared = lab.compare(GAME, ways, vs="usual")
    gains = {way: compared.gap(ways.index(way), 0) for way in ways[1:]}
    best = max(LEADS, key=lambda way: gains[way].value)
    tied = [
        LEADS[way]
        for way in LEADS
        if way != best and compared.gap(ways.index(best), ways.index(way)).is_tie
    ]
    lab.section(
        "By how far you are behind",
        "Give up a race at this point, and you win this many more games in 100 than by never "
        "giving up: "
        + "; ".join(f"when {when}, {amount(gains[way])}" for way, when in LEADS.items())
        + f". Weigh each race by its chances instead, and you win {amount(gains[ODDS])} more.",
        Chart(
            "What you gain by giving up a race",
            "when you give up a race",
            "games in 100 more than by never giving up",
            (
                Series.of_gaps(
                    "gain", [*LEADS.values(), "never, but weigh them"], list(gains.values())
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
            + f". You win {share} of games against a player who never gives up, "
            f"{amount(gains[best])} games in 100 more than by being just as stubborn."
        )
    else:
        text = "Never: giving up a race wins no more games than being stubborn."
    weighed = compared.gap(ways.index(ODDS), ways.index(best))
    instead = (
        "Better still, weigh each race by your chance to win it: that wins "
        if weighed.low > 0
        else "Weighing each race by your chance to win it, instead of giving races up, wins "
    )
    lab.answer(
        f"{text} {instead}{amount(weighed)} games in 100 more.",
        Number.of(compared.contenders[ways.index(ODDS)].estimate, "of games won by weighing races"),
        Number.of(amount(weighed), "more games in 100 than by giving races up"),
        Number.of(
            amount(compared.gap(0, ways.index(EAGER))),
            "games in 100 lost by giving up races that are level",
            is_cost=True,
        ),
    )


EXPERIMENT = Experiment(study, n=1_000_000, precision="0.5pp")
