"""Take from the row or draw from the stock in Gin Rummy?

You see the newest tile of the row, but taking it shows what you collect. The tile on the stock you
do not see. You may take from the row only what makes a meld, or what lowers your deadwood enough,
or never. Each way plays the same matches, against players who take only what makes a meld and
against players who take whatever helps.
"""

from cardsim import Chart, CompareResult, Experiment, Number, Series, Strategy, borrowed
from cardsim.answers.experiments import Lab, by_players, joined
from cardsim.runs.wording import counted
from cardsim.statistics.stats import rounded

PLAYERS = (2, 3, 4)
THREE = 3
LEAST = (1, 4, 7)
OTHERS = {
    "take only what makes a meld": "early-hunter",
    "take whatever helps": "take-improve",
}
USUAL = next(iter(OTHERS))


def player(name: str, plays: str, lender: str, **parameters: int) -> Strategy:
    """A strategy that takes as one player does, and plays all else as `early-hunter`."""
    return Strategy(
        "gin-rummy",
        name=name,
        plays=plays,
        draw=borrowed("gin-rummy", lender, "draw", **parameters),
        finish=borrowed("gin-rummy", "early-hunter", "finish"),
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
WHATEVER, MUCH = (f"what lowers it by {k}" for k in (1, 7))
TOLD = {
    MELD: "only what makes a meld",
    **{f"what lowers it by {k}": f"what lowers the deadwood by {k} or more" for k in LEAST},
    WHATEVER: "whatever lowers the deadwood",
    NEVER: "nothing at all",
}


def study(lab: Lab) -> None:
    """Play, show, answer."""
    compared = {
        told: {
            n: lab.compare("gin-rummy", *WAYS.values(), unit="match", players=n, vs=vs)
            for n in PLAYERS
        }
        for told, vs in OTHERS.items()
    }
    for told, by in compared.items():
        lab.section(
            f"If the others {told}",
            " ".join(f"With {counted(n)} players, take {best(found)}." for n, found in by.items()),
            Chart(
                f"What taking more than melds gains or costs, if the others {told}",
                "what you take from the row",
                "matches in 100 more than by taking only what makes a meld",
                tuple(
                    Series.of_gaps(
                        f"{n} players",
                        tuple(WAYS)[1:],
                        [found.gap(k, 0) for k in range(1, len(WAYS))],
                    )
                    for n, found in by.items()
                ),
                kind="points",
                reference=(0, MELD),
            ),
        )
    usual = compared[USUAL]
    costs = {
        way: by_players({n: change(found, way) for n, found in usual.items()})
        for way in (WHATEVER, MUCH, NEVER)
    }
    gain = all(f.gap(0, index(WHATEVER)).low > 0 for by in compared.values() for f in by.values())
    lab.answer(
        (
            "Take what makes a meld, and hardly anything else. "
            if gain
            else "It depends on the table. "
        )
        + f"If the others {USUAL}, here is what you win compared with doing the same, in matches "
        f"in 100. Take {TOLD[WHATEVER]}: {costs[WHATEVER]}. Take {TOLD[MUCH]}: {costs[MUCH]}. "
        f"Never take from the row: {costs[NEVER]}. With three players, take {best(usual[THREE])}.",
        Number.of(change(usual[THREE], WHATEVER), f"matches in 100 by taking {TOLD[WHATEVER]}"),
        Number.of(change(usual[THREE], NEVER), "matches in 100 by never taking from the row"),
    )


def index(way: str) -> int:
    """Its place among all ways."""
    return tuple(WAYS).index(way)


def change(found: CompareResult, way: str) -> str:
    """Matches in 100 that a way wins more than by taking only what makes a meld."""
    gap = found.gap(index(way), 0)
    return rounded(100 * gap.value, 50 * (gap.high - gap.low), signed=True)


def place(found: CompareResult) -> int:
    """The way that does best."""
    return max(range(len(WAYS)), key=lambda k: found.contenders[k].estimate.value)


def best(found: CompareResult) -> str:
    """The same in words, with what may be as good."""
    k = place(found)
    ways = tuple(WAYS)
    ties = [TOLD[ways[j]] for j in range(len(ways)) if j != k and found.gap(k, j).low <= 0]
    return TOLD[ways[k]] + (f" (or {joined(ties, 'or')})" if ties else "")


EXPERIMENT = Experiment(study, n=100_000, precision="0.5pp")
