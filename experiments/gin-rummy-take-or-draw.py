"""Take from the row or draw from the stock in Gin Rummy?

You see the newest tile of the row, but taking it shows what you collect. The tile on the stock you
do not see. You may take from the row only what makes a meld, or what lowers your deadwood enough,
or never. Otherwise you keep near melds and knock as soon as you may. Each way plays the same
matches with seven tiles and three players, and in the classic game for two with ten, against
beginners, in mixed company and against good players; with seven tiles and two or four players, in
mixed company.
"""

from cardsim import Chart, CompareResult, Experiment, Number, Series, Strategy, borrowed
from cardsim.studies import Lab, counted, in_three, joined, three_of, tried_ways

GAME, CLASSIC = "gin-rummy", "classic-2p"
PLAYERS = (2, 3, 4)
THREE = 3
LEAST = (1, 4, 7)


def player(name: str, plays: str, lender: str, **parameters: int) -> Strategy:
    """Return a strategy that takes as one player does, and plays all else as `early-hunter`."""
    return Strategy(
        GAME,
        name=name,
        plays=plays,
        draw=borrowed(GAME, lender, "draw", **parameters),
        finish=borrowed(GAME, "early-hunter", "finish"),
    )


WAYS = {
    "only what makes a meld": player("only melds", "take~ only what makes a meld", "meld-hunter"),
    **{
        f"what lowers it by {k}": player(
            f"lower by {k}",
            f"take~ what lowers the deadwood by {k}",
            "take-improve",
            delta=k,
        )
        for k in LEAST
    },
    "never": player("never", "never take~ from the row", "stock-knock"),
}
MELD, NEVER = "only what makes a meld", "never"
WHATEVER = "what lowers it by 1"
TOLD = {
    MELD: "only what makes a meld",
    **{f"what lowers it by {k}": f"what lowers your deadwood by {k} or more" for k in LEAST},
    WHATEVER: "whatever lowers your deadwood",
    NEVER: "nothing",
}
TELL = [
    *(f"take {told}" for way, told in TOLD.items() if way != NEVER),
    "never take",
]
"""The ways as what you do with the newest tile of the row."""


def study(lab: Lab) -> None:
    """Play, show, answer."""
    mixed = three_of(GAME)[1]
    three = in_three(GAME, lambda vs: contest(lab, THREE, vs))
    asked = tried_ways(three, TELL, list(WAYS))
    asked.show(lab, "With three players, by who the others are", "what you take", asked.about)
    classic = tried_ways(
        in_three(GAME, lambda vs: contest(lab, 2, vs, preset=CLASSIC), CLASSIC), TELL, list(WAYS)
    )
    classic.show(lab, "In the classic game for two", "what you take", classic.about)
    tables = {n: three[mixed] if n == THREE else contest(lab, n, mixed.vs) for n in PLAYERS}
    lab.section(
        "By the number of players, in mixed company",
        " ".join(f"With {counted(n)} players, take {best(found)}." for n, found in tables.items()),
        Chart(
            "What taking more than melds gains or costs, in mixed company",
            "what you take from the row",
            "matches in 100 more than by taking only what makes a meld",
            tuple(
                Series.of_gaps(
                    f"{n} players",
                    tuple(WAYS)[1:],
                    [found.gap(k, 0) for k in range(1, len(WAYS))],
                )
                for n, found in tables.items()
            ),
            kind="points",
            reference=(0, MELD),
        ),
    )
    lab.answer(
        f"With seven tiles and three players, {asked.told}. In the classic game for two, "
        f"{classic.told}. With three players, never taking from the row costs you "
        f"{asked.costs(index(NEVER))}; taking {TOLD[WHATEVER]} costs you "
        f"{asked.costs(index(WHATEVER))}.",
        *asked.numbers,
        Number.of(
            asked.mixed.cost(index(NEVER)),
            "lost by never taking from the row, in mixed company",
            is_cost=True,
        ),
    )


def contest(lab: Lab, players: int, vs: str, **rules: str) -> CompareResult:
    """Compare all ways in the same matches."""
    return lab.compare(GAME, *WAYS.values(), unit="match", players=players, vs=vs, **rules)


def index(way: str) -> int:
    """Return a way's index among all ways."""
    return tuple(WAYS).index(way)


def place(found: CompareResult) -> int:
    """Return the index of the way that does best."""
    return max(range(len(WAYS)), key=lambda k: found.contenders[k].estimate.value)


def best(found: CompareResult) -> str:
    """Return the best way in words, with those that may be as good."""
    k = place(found)
    ways = tuple(WAYS)
    ties = [TOLD[ways[j]] for j in range(len(ways)) if j != k and found.gap(k, j).low <= 0]
    return TOLD[ways[k]] + (f" (or {joined(ties, 'or')})" if ties else "")


EXPERIMENT = Experiment(study, n=100_000, precision="0.5pp")
