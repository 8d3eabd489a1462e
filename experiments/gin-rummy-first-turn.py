"""What is the first turn worth in Gin Rummy?

The player on the dealer's left draws first, and the dealer last. Everybody plays alike: they keep
near melds and knock as soon as they may, keep the least deadwood, or wait for gin. We count the
points of a hand, with two to four players; over a match the deal goes round.
"""

from cardsim import Chart, Experiment, Number, Result, Series
from cardsim.game import in_turn
from cardsim.studies import Lab, counted, joined, rounded

PLAYERS = (2, 3, 4)
THREE = 3
WAYS = {
    "keep near melds": "early-hunter",
    "keep the least deadwood": "take-improve",
    "wait for gin": "gin-only",
}
USUAL = next(iter(WAYS))


def study(lab: Lab) -> None:
    """Play, show, answer."""
    found = {
        told: {
            n: beside_average(
                lab.run("gin-rummy", unit="hand", players=n, strategy=way, vs=way, precision=None),
                n,
            )
            for n in PLAYERS
        }
        for told, way in WAYS.items()
    }
    for told, by in found.items():
        lab.section(
            f"If all {told}",
            "Points a hand above the average player. "
            + " ".join(
                f"With {counted(n)} players: {joined(in_places(series, n))}."
                for n, series in by.items()
            ),
            Chart(
                f"Points a hand by place, if all {told}",
                "place in the order of play (1 plays first, the last one deals)",
                "points a hand above the average player",
                tuple(by.values()),
                reference=(0, "the average player"),
            ),
        )
    usual = found[USUAL]
    sure = [told for told, by in found.items() if all(s.low[0] > 0 for s in by.values())]
    lab.answer(
        (
            f"An edge, if all {joined(sure, 'or')}; but the deal goes round, so that you cannot "
            "choose it. "
            if sure
            else "At some tables nothing that we could measure. "
        )
        + f"If all {USUAL}, the first to play scores this many points a hand above the average "
        "player: "
        + joined([f"{amount(s, 0)} with {counted(n)} players" for n, s in usual.items()])
        + f". The dealer scores {joined([amount(s, -1) for s in usual.values()])}. With three "
        "players, going first "
        + joined([f"{worth(found[told][THREE])} if all {told}" for told in WAYS if told != USUAL])
        + ".",
        *(
            Number.of(amount(s, 0), f"points a hand for the first of {counted(n)}")
            for n, s in usual.items()
        ),
    )


def in_places(series: Series, players: int) -> list[str]:
    """Return each place's points in words."""
    return [f"{name} {amount(series, k)}" for k, name in enumerate(in_turn(players))]


def amount(series: Series, place: int) -> str:
    """Return a place's points above the average."""
    return rounded(series.y[place], series.high[place] - series.y[place], signed=True)


def worth(series: Series) -> str:
    """Return what it is worth to be the first to play."""
    if series.low[0] <= 0 <= series.high[0]:
        return "makes no measurable difference"
    return f"is worth {amount(series, 0)}"


def beside_average(result: Result, players: int) -> Series:
    """Return the points a hand by place, above the average player."""
    frame = result.by_seat()["points"]
    average = frame["mean"].mean()
    y, low, high = (tuple(v - average for v in frame[c]) for c in ("mean", "low", "high"))
    return Series(f"{players} players", tuple(range(1, players + 1)), y, low, high)


# By a number of hands: a table of all places has no one interval that matters.
EXPERIMENT = Experiment(study, n=400_000)
