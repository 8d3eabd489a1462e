"""Should I keep red aces in Chinese Ten, or play them?

A red ace counts 20 points and takes a nine: a black one, which counts nothing, or a red one, which
counts 10. You take the most points now, as the others do, but for the red aces in your hand: each
takes any nine at once, or waits for a red nine, or is thrown when nothing captures. Beside that
stands who keeps all his aces and nines for the red ones that have not appeared. The same hands are
played again against others who think of the next flip and throw.
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
"""Each way beside taking any nine at once."""
FIELDS = {"greedy": "take the most points now", "forethought": "think of the next flip and throw"}


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
            "Points a hand more than if a red ace takes any nine at once, with two players: "
            + "; ".join(
                f"{name} {amount(gained[field][way][PLAYERS[0]], 1)}" for way, name in NAMES.items()
            )
            + ".",
            Chart(
                "Points won more than by taking any nine at once",
                "what you do with a red ace",
                "points a hand",
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
        ("Keep a red ace until it can take a nine: to" if keep else "To")
        + f" throw it when nothing captures costs {by_players(thrown, POINTS)}. "
        "To let a black nine lie and wait for a red one wins "
        f"{by_players(waited, MORE)}. "
        + ("What pays is to keep " if pays else "To keep ")
        + "your other aces and nines too, while red ones that they can take have not appeared"
        + (": " if pays else " wins ")
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
