"""Should I keep red aces in Chinese Ten, or play them?

A red ace counts 20 points and takes a nine: a black one, which counts nothing, or a red one, which
counts 10. You take the most points now, except with your red aces: you take any
nine at once, wait for a red nine, or throw the ace when nothing captures. We also try keeping all
your aces and nines for red ones that have not appeared. Each way plays the same hands against
beginners, in mixed company and against good players.
"""

from cardsim import Chart, Experiment, Number, Series
from cardsim.studies import Lab, amount, by_players, counted, three_of, tried_ways

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
"""Other things to do than to take any nine at once."""
AT_ONCE = "take any nine at once"
COMPANIES = three_of("chinese-ten")


def study(lab: Lab) -> None:
    """Play, show, answer."""
    gained, two = {}, {}
    for company in COMPANIES:
        field = company.where
        compared = {n: lab.compare("chinese-ten", WAYS, players=n, vs=company.vs) for n in PLAYERS}
        two[company] = compared[PLAYERS[0]]
        gained[field] = {
            way: {n: c.gap(WAYS.index(way), 0) for n, c in compared.items()} for way in NAMES
        }
        lab.section(
            f"What you gain {field}",
            "With two players, compared with taking any nine at once, you gain this many points a "
            "hand: "
            + "; ".join(
                f"{name}, {amount(gained[field][way][PLAYERS[0]], 1)}"
                for way, name in NAMES.items()
            )
            + ".",
            Chart(
                f"What you gain {field}, compared with taking any nine at once",
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
    asked = tried_ways(two, [AT_ONCE, *NAMES.values()])
    asked.show(lab, "By who the others are, with two players", "what you do", asked.about)
    gains = gained[asked.mixed.company.where]
    thrown = {n: amount(g.turned(), 1) for n, g in gains[THROW].items()}
    hunted = {n: amount(g, 1) for n, g in gains[HUNT].items()}
    keep = all(g.high < 0 for g in gains[THROW].values())
    pays = all(g.low > 0 for g in gains[HUNT].values())
    waited = gains[WAIT].values()
    waits = f"wins {by_players({n: amount(g, 1) for n, g in gains[WAIT].items()}, MORE)}"
    if all(g.low <= 0 <= g.high for g in waited):
        waits = "makes no measurable difference"
    lab.answer(
        (
            "Keep an ace or nine while a red card that it could take has not appeared: take or "
            "throw with another card if you can. That "
            if pays
            else "Keeping all aces and nines for red ones "
        )
        + f"wins {by_players(hunted, POINTS)} in mixed company. "
        + ("Keep a red ace until it can take a nine: " if keep else "It depends: ")
        + f"throwing it when nothing captures costs {by_players(thrown, POINTS)}. Leaving a black "
        f"nine and waiting for a red one {waits}. " + f"With two players, {asked.told}.",
        *asked.numbers,
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
