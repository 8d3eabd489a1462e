"""What does it tell when my neighbour picks up a discard in Scat?

Three players play, and you play like a good player. Whenever one of the others has taken the top
discard, or has drawn from the stock, we look at the hand that is kept: what it is worth, and how
many other cards of the suit that was taken are in it. The others are beginners, mixed company or
good players.
"""

from typing import Any

import numpy as np
import polars as pl

import cardsim
from cardsim import Chart, Experiment, Number, Series
from cardsim.studies import Company, Lab, Table, rounded, three_of, wilson, z_value

GAME, PLAYERS = "scat", 3
STRONG = 25
TURNS = 6
BEGINNERS, MIXED, GOOD = COMPANIES = three_of(GAME)
SOURCES = {True: "after taking the discard", False: "after drawing"}


def study(lab: Lab) -> None:
    """Play, show, answer."""
    known = {who: kept(lab, who) for who in COMPANIES}
    mixed = known[MIXED]
    lab.section(
        "By turn, in mixed company",
        f"What the hand of another player is worth after each of the first {TURNS} turns.",
        Chart(
            "Who takes the discard has the better hand",
            "turn",
            "points of the hand",
            tuple(worth(name, mixed.filter(took=took)) for took, name in SOURCES.items()),
        ),
    )
    lab.section(
        "By who the others are",
        "How the hand looks once the card is taken.",
        table=Table(
            "Hands after a discard was taken, in 100",
            ("the others", "other cards of that suit: none", "one", "two", f"{STRONG} or more"),
            tuple(
                (who.name, *(share(taken, same=n) for n in range(3)), share(taken, strong=True))
                for who, frame in known.items()
                for taken in (frame.filter(took=True),)
            ),
        ),
    )
    taken, drawn = (mixed.filter(took=took) for took in SOURCES)
    suited = share(taken.with_columns(suited=pl.col("same") > 0), suited=True)
    lab.answer(
        f"Which suit they collect. In mixed company {suited} of 100 hands keep another card of "
        f"the suit that was taken, and {share(taken, same=2)} hold nothing else. Then "
        f"{share(taken, strong=True)} of 100 are worth {STRONG} or more, compared with "
        f"{share(drawn, strong=True)} after drawing from the stock. `scat-which-suit` says what to "
        "throw then.",
        Number.of(suited, "of 100 keep another card of the suit that they took"),
        Number.of(share(taken, same=2), "hold nothing but that suit"),
        Number.of(share(taken, strong=True), f"are worth {STRONG} or more"),
    )


def kept(lab: Lab, who: Company) -> pl.DataFrame:
    """Return the hands that the others keep: how they drew, on which turn, and what is left."""
    table: dict[str, Any] = {"strategy": GOOD.vs, "vs": who.vs, "players": PLAYERS, "unit": "hand"}
    lab.run(GAME, **table)
    fields = "hand,value_without,took_discard,own_turns"
    frame = cardsim.decisions(GAME, lab.n, fields=fields, seed=lab.seed, **table).filter(
        (pl.col("decision") == "discard")
        & (pl.col("seat") != pl.col("your_seat"))
        & (pl.col("own_turns") < TURNS)
    )
    thrown = frame["action"].to_numpy()
    row = np.arange(len(thrown))
    suits = frame["view_hand"].to_numpy() // 13
    alike = suits[:, :3] == suits[:, 3:]
    # The last card of the hand is the one that was taken; one of the others was thrown.
    alike[row[thrown < 3], thrown[thrown < 3]] = False
    value = frame["value_without"].to_numpy()[row, thrown]
    return pl.DataFrame(
        {
            "took": frame["took_discard"],
            "turn": frame["own_turns"].cast(pl.Int64) + 1,
            "same": alike.sum(axis=1),
            "value": value.astype(float),
            "strong": value >= STRONG,
        }
    )


def worth(name: str, frame: pl.DataFrame) -> Series:
    """Return the mean value of the hands, by turn."""
    rows = frame.group_by("turn").agg(
        pl.col("value").mean(),
        half=z_value(0.95) * pl.col("value").std().fill_null(0.0) / pl.len().sqrt(),
    )
    turn, value, half = rows.sort("turn")
    return Series(name, tuple(turn), tuple(value), tuple(value - half), tuple(value + half))


def share(frame: pl.DataFrame, **held: Any) -> str:
    """Return how many of 100 hands look like that."""
    count, found = len(frame), len(frame.filter(**held))
    low, high = wilson(found, count)
    return rounded(100 * found / max(count, 1), 50 * (high - low))


# By a number of hands: there is no one difference that matters.
EXPERIMENT = Experiment(study, n=20_000)
