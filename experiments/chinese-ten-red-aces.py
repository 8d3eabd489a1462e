"""Should I keep red aces in Chinese Ten, or play them?

A red ace counts 20 points and takes a nine: a black one, which counts nothing, or a red one, which
counts 10. You take the most points now, as the others do, except with your red aces: you take any
nine at once, wait for a red nine, or throw the ace when nothing captures. We also try keeping all
your aces and nines for red ones that have not appeared. Then we play the same hands against others
who think ahead to the next flip and throw.
"""

from cardsim import Chart, Experiment, Number, Series
from cardsim.answers.experiments import Lab, amount, by_players
from cardsim.runs.wording import counted

PLAYERS = (2, 3, 4)
POINTS, MORE = "points a hand", "points more"
TAKE, WAIT, HOLD, THROW, HUNT = WAYS = (
    *(f"red-aces:way={way}" for way in ("take", "wait", "hold", "throw")),
    "red-hunter",
)
NAMES = {
    WAIT: "wait for a red nine, unless nothing else captures",
    HOLD: "wait for a red nine, whatever happens",
    THROW: "throw it when nothing captures",
    HUNT: "keep all aces and nines for red ones",
}
"""What to do instead of taking any nine at once."""
FIELDS = {
    "greedy": "take the most points now",
    "forethought": "think ahead to the next flip and throw",
}


def study(lab: Lab) -> None:
    """Play, show, answer."""
    gained = {}
    for field, how in FIELDS.items():
        compared = {n: lab.compare("chinese-ten", WAYS, players=n, vs=field) for n in PLAYERS}
        gained[field] = {
            way: {n: c.gap(WAYS.index(way), 0) for n, c in compared.items()} for way in NAMES
        }
        lab.section(
            f"Against others who {how}",
            "With two players, compared with taking any nine at once, you gain this many points a "
            "hand: "
            + "; ".join(
                f"{name}, {amount(gained[field][way][PLAYERS[0]], 1)}"
                for way, name in NAMES.items()
            )
            + ".",
            Chart(
                "What you gain compared with taking any nine at once",
                "what you do with a red ace",
                "points a hand more",
                tuple(
                    Series.of_gaps(
                        f"{counted(n)} players",
                        list(NAMES.values()),
                        [gained[field][way][n] for way in NAMES],
                        1,
                    )
                    for n in PLAYERS
                ),
                kind="points",
                reference=(0, "any nine at once"),
            ),
        )
    gains = gained["greedy"]
    thrown = {n: amount(g.turned(), 1) for n, g in gains[THROW].items()}
    hunted = {n: amount(g, 1) for n, g in gains[HUNT].items()}
    keep = all(g.high < 0 for g in gains[THROW].values())
    pays = all(g.low > 0 for g in gains[HUNT].values())
    waited = {n: amount(g, 1) for n, g in gains[WAIT].items()}
    lab.answer(
        ("Keep a red ace until it can take a nine: throwing" if keep else "Throwing")
        + f"{' it' if keep else ' a red ace'} when nothing captures costs "
        f"{by_players(thrown, POINTS)}. Leaving a black nine and waiting for a red one wins "
        f"{by_players(waited, MORE)}. "
        + ("It also pays to keep " if pays else "Keeping ")
        + "your other aces and nines, while red ones that they can take have not appeared"
        + (": that wins " if pays else " wins ")
        + f"{by_players(hunted, POINTS)}, against others who take the most points now.",
        Number.of(
            thrown[PLAYERS[0]],
            "points a hand lost by throwing a red ace when nothing captures, two players",
            is_cost=True,
        ),
        Number.of(
            hunted[PLAYERS[0]], "points a hand won by keeping all aces and nines for red ones"
        ),
    )


EXPERIMENT = Experiment(study, n=2_000_000, precision="0.5pp")
