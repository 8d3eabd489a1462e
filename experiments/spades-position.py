"""Does it matter where I sit in Spades?

The player on the dealer's left bids first and leads to the first trick; the dealer bids last and
plays last. All four play alike: by the book, by a finer count and pressing on, or by the learned
rules. In a match the deal goes round, so all that is left is who goes first.
"""

from math import sqrt

import polars as pl

import cardsim
from cardsim import Chart, Experiment, Number, Result, Series
from cardsim.game import in_turn
from cardsim.studies import Lab, joined, rounded, z_value

WAYS = {
    "play by the book": "by-the-book",
    "bid by a fine count": "press-on",
    "play by the learned rules": "learned",
}
USUAL = "bid by a fine count"
SEATS = 4
PLACES = in_turn(SEATS)
EVEN = 13 / SEATS
HANDS = 4
"""Hands that are played for each match."""
SMALL = 2.0
"""Matches in 100 that take years to notice."""


def study(lab: Lab) -> None:
    """Play, show, answer."""
    played = {
        told: lab.run("spades", lab.n * HANDS, unit="hand", strategy=way, vs=way, precision=None)
        for told, way in WAYS.items()
    }
    tricks = {told: beside_even(told, result) for told, result in played.items()}
    lab.section(
        "Tricks",
        " ".join(
            f"If all {told}, the first to play takes {amount(s, 0)} tricks against an even quarter "
            f"of the thirteen, and the dealer {amount(s, -1)}."
            for told, s in tricks.items()
        ),
        Chart(
            "Tricks that each place takes above an even quarter",
            "place in the order of bidding, and of play to the first trick",
            "tricks above an even quarter",
            tuple(tricks.values()),
            kind="points",
            reference=(0, "an even quarter"),
        ),
    )
    points = {told: by_side(lab, told) for told in WAYS}
    failed = {told: fails(result) for told, result in played.items()}
    lab.section(
        "Points",
        "Points a hand that the dealer's side wins above the other, with a bag at its share of the "
        "penalty: "
        + joined([f"{rounded(*points[told], signed=True)} if all {told}" for told in WAYS])
        + f". If all {USUAL}, the side that leads first fails its bid in {failed[USUAL][0]} of "
        f"hands, and the dealer's side in {failed[USUAL][1]}.",
        Chart(
            "Points a hand that the dealer's side wins above the other",
            "how all play",
            "points a hand",
            (
                Series(
                    "",
                    tuple(WAYS),
                    tuple(value for value, _ in points.values()),
                    tuple(value - half for value, half in points.values()),
                    tuple(value + half for value, half in points.values()),
                ),
            ),
            kind="points",
            reference=(0, "even"),
        ),
    )
    begun, half = won_by_beginning(lab)
    beside = rounded(100 * begun - 50, 100 * half, signed=True)
    lab.section(
        "In a match",
        f"If all {USUAL}, the side that leads to the first trick wins "
        f"{rounded(100 * begun, 100 * half)} of 100 matches: {beside} against an even share.",
        Chart(
            f"Matches won by going first, if all {USUAL}",
            "side",
            "matches won",
            (
                Series(
                    "",
                    ("leads first", "deals first"),
                    (begun, 1 - begun),
                    (begun - half, 1 - begun - half),
                    (begun + half, 1 - begun + half),
                ),
            ),
            kind="points",
            percent=True,
            reference=(0.5, "even share"),
        ),
    )
    matters = (
        f"is worth {beside} matches in 100"
        if abs(begun - 1 / 2) > half
        else "makes no measurable difference"
    )
    last = amount(tricks[USUAL], -1)
    value, spread = points[USUAL]
    lab.answer(
        (
            "Hardly. "
            if abs(100 * begun - 50) < SMALL
            else f"Yes: going first in a match wins {beside} matches in 100 above an even share. "
        )
        + f"If all {USUAL}, the dealer takes {last} tricks a hand against an even quarter, and the "
        f"dealer's side wins {rounded(value, spread, signed=True)} points a hand above the other. "
        f"In a match the deal goes round, and leading first {matters}.",
        Number.of(last, "tricks a hand for the dealer, against an even quarter"),
        Number.of(rounded(value, spread, signed=True), "points a hand for the dealer's side"),
        Number.of(beside, "matches in 100 for the side that leads first")
        if abs(begun - 1 / 2) > half
        else Number.of(
            rounded(100 * begun, 100 * half),
            "of 100 matches won by the side that leads first: no measurable difference",
        ),
    )


def beside_even(told: str, result: Result) -> Series:
    """Return the tricks of each place above an even quarter."""
    frame = result.by_seat()["taken"]
    beside = (tuple(v - EVEN for v in frame[c]) for c in ("mean", "low", "high"))
    return Series(f"all {told}", PLACES, *beside)


def amount(series: Series, place: int) -> str:
    """Return what a place takes, for a sentence."""
    return rounded(series.y[place], series.high[place] - series.y[place], signed=True)


def by_side(lab: Lab, told: str) -> tuple[float, float]:
    """Return the dealer's side's lead in points a hand, and half the width of the interval."""
    batches = cardsim.hands_in_batches(
        "spades", lab.n, unit="hand", strategy=WAYS[told], vs=WAYS[told], seed=lab.seed
    )
    frames = [
        batch.filter(pl.col("seat") == pl.col("your_seat")).select("your_seat", "your_net")
        for batch in batches
    ]
    # The dealer sits last, and his side are the odd seats.
    net = (
        pl.concat(frames)
        .select(
            pl.when(pl.col("your_seat") % 2 == 1).then("your_net").otherwise(-pl.col("your_net"))
        )
        .to_series()
    )
    values = net.to_numpy()
    return float(values.mean()), float(z_value(0.95) * values.std() / sqrt(len(values)))


def fails(result: Result) -> tuple[str, str]:
    """Return how often the side that leads first fails its bid, and the other side."""
    frame = result.tables["contracts"].filter(pl.col("contract") > 0)
    shares = []
    for side in (0, 1):
        own = frame.filter(pl.col("side") == side)
        total = int(own["count"].sum())
        share = int(own.filter(pl.col("made") == 0)["count"].sum()) / total
        half = z_value(0.95) * sqrt(share * (1 - share) / total)
        shares.append(rounded(100 * share, 100 * half, unit=" %"))
    return shares[0], shares[1]


def won_by_beginning(lab: Lab) -> tuple[float, float]:
    """Return the share of matches that the side wins which leads first, and half its interval."""
    way = WAYS[USUAL]
    frames = [
        batch.filter(
            (pl.col("decision") == "bid") & (pl.col("deal") == 0) & (pl.col("bids").arr.max() < 0)
        ).select("win")
        for batch in cardsim.decisions_in_batches(
            "spades", lab.n, unit="match", strategy=way, vs=way, fields="bids", seed=lab.seed
        )
    ]
    won = pl.concat(frames)["win"].to_numpy()
    return float(won.mean()), float(z_value(0.95) * won.std() / sqrt(len(won)))


# By a number of matches: the parts are tables of places, with no one interval that matters.
EXPERIMENT = Experiment(study, n=100_000)
