"""When should I abandon a race in Counter-Cameroon?

You take the most points that count, but you give up a category once the other player leads there by
some number of marks. Or you never give up a race; or you give up none, but weigh each by the chance
to win it. Each way plays the same dice against beginners, in mixed company and against good
players.
"""

from cardsim import Chart, Experiment, Number, Series
from cardsim.studies import Lab, amount, in_three, three_of, tried_ways

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
    three = in_three(GAME, lambda vs: lab.compare(GAME, ways, vs=vs))
    asked = tried_ways(
        three,
        [
            "take the most points and never give up a race",
            *(f"give up a race when {when}" for when in LEADS.values()),
            "give up none, but weigh each race by your chance to win it",
        ],
        ["never", *LEADS.values(), "weigh them"],
    )
    asked.show(lab, "By who the other is", "when you give up a race", asked.about)
    compared = three[three_of(GAME)[1]]
    gains = {way: compared.gap(ways.index(way), 0) for way in ways[1:]}
    lab.section(
        "By how far you are behind, in mixed company",
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
    best = max(LEADS, key=lambda way: gains[way].value)
    some = ways.index(best)
    lab.answer(
        f"{asked.headline}. The page on which pairs to choose by rules that fit on a card has the "
        "numbers to weigh it by. If you do give races up, do it when "
        f"{LEADS[best]}: that costs you {asked.costs(some)}. Taking the most points "
        f"and never giving up costs you {asked.costs(0)}.",
        *asked.numbers,
        Number.of(
            asked.mixed.cost(ways.index(EAGER)),
            "lost by giving up races that are level, in mixed company",
            is_cost=True,
        ),
    )


EXPERIMENT = Experiment(study, n=1_000_000, precision="0.5pp")
