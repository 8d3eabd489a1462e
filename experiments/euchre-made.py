"""How often is a call made with this hand in Euchre?

You order the upcard up with every hand, not alone, and your partner plays like a good player. We
count how often your side takes three tricks: by the trumps that you hold, bowers included, by your
aces of other suits, and by who deals. The dealer counts the upcard and throws the worst card. The
others are beginners, mixed company or good players.
"""

from typing import Any

import polars as pl

import cardsim
from cardsim import Chart, Experiment, Number, Series
from cardsim.games.euchre.deck import SETS
from cardsim.games.euchre.state import ORDERS
from cardsim.studies import Company, Lab, Table, rounded, three_of, wilson

MADE = 3
"""Tricks that makers need."""
ACES = sum(1 << 13 * suit for suit in range(4))
PLACES = ("you deal", "your partner deals", "they deal")
RARE, THREE = 1000, 3
"""A number of trumps that comes up less than once in this many hands is not shown."""
VAGUE = 0.2
"""Width of the interval of a share that is not worth telling."""
BEGINNERS, MIXED, GOOD = COMPANIES = three_of("euchre")


def study(lab: Lab) -> None:
    """Play, show, answer."""
    known = {who: ordered(lab, who) for who in COMPANIES}
    mixed, least = known[MIXED], -(-lab.n // RARE)
    by_place = [
        Series.of_shares(place, mixed.filter(pl.col("place") == place), "trumps", "made", least)
        for place in PLACES
    ]
    lab.section(
        "By your trumps and who deals, in mixed company",
        "How often your side takes three tricks or more if you order the upcard up. The dealer "
        "counts the upcard as a trump.",
        Chart(
            "Calls made, by the trumps that you hold",
            "your trumps",
            "calls made",
            tuple(by_place),
            percent=True,
        ),
        Table(
            f"Calls made with {THREE} trumps, in 100",
            ("aces of other suits", *PLACES),
            tuple(
                (
                    f"{aces}",
                    *(share(mixed, place=place, trumps=THREE, aces=aces) for place in PLACES),
                )
                for aces in range(3)
            ),
        ),
    )
    lab.section(
        "By who the others are",
        f"With {THREE} trumps, whatever else you hold and whoever deals: "
        + "; ".join(f"{share(frame, trumps=THREE)} in 100 {w.where}" for w, frame in known.items())
        + ".",
        Chart(
            "Calls made, by who the others are",
            "your trumps",
            "calls made",
            tuple(
                Series.of_shares(who.name, frame, "trumps", "made", least)
                for who, frame in known.items()
            ),
            percent=True,
        ),
    )
    deal, partner, they = (share(mixed, place=place, trumps=THREE) for place in PLACES)
    bare, with_ace = (share(mixed, trumps=THREE, aces=aces) for aces in (0, 1))
    lab.answer(
        f"With {THREE} trumps {share(mixed, trumps=THREE)} of 100 calls are made in mixed company: "
        f"{deal} if you deal, {partner} if your partner does and {they} if they do. Without an "
        f"ace of another suit it is {bare}, with one {with_ace}. With two trumps it is "
        f"{share(mixed, trumps=2)}, with four {share(mixed, trumps=4)}.",
        *(
            Number.of(share(mixed, trumps=n), f"calls in 100 made with {n} trumps, mixed company")
            for n in (2, THREE, 4)
        ),
    )


def ordered(lab: Lab, who: Company) -> pl.DataFrame:
    """Return the hands with which you ordered the upcard up, and whether that was made."""
    table: dict[str, Any] = {
        "strategy": "always-order",
        "partner": GOOD.vs,
        "vs": who.vs,
        "unit": "hand",
    }
    lab.run("euchre", **table)
    frame = cardsim.decisions("euchre", lab.n, fields="hand,dealer,upcard", seed=lab.seed, **table)
    calls = frame.filter(
        (pl.col("decision") == "order")
        & (pl.col("seat") == pl.col("your_seat"))
        & (pl.col("action") == ORDERS)
    )
    rows = []
    for hand, seat, dealer, upcard, tricks in calls.select(
        "view_hand", "seat", "dealer", "upcard", "final_tricks"
    ).iter_rows():
        suit = upcard // 13
        of_trumps = int(SETS[suit, suit])
        place = PLACES[0 if seat == dealer else 1 if (seat ^ dealer) == 2 else 2]
        trumps = (hand & of_trumps).bit_count() + (seat == dealer)
        aces = (hand & ACES & ~of_trumps).bit_count()
        rows.append((place, trumps, aces, tricks >= MADE))
    return pl.DataFrame(rows, ["place", "trumps", "aces", "made"], orient="row")


def share(frame: pl.DataFrame, **held: Any) -> str:
    """Return how many of 100 calls were made with such hands."""
    made = frame.filter(**held)["made"]
    if made.is_empty():
        return "never seen"
    low, high = wilson(int(made.sum()), len(made))
    if high - low > VAGUE:
        return "seldom seen"
    return rounded(100 * int(made.sum()) / len(made), 50 * (high - low))


# By a number of hands: there is no one difference that matters.
EXPERIMENT = Experiment(study, n=50_000)
