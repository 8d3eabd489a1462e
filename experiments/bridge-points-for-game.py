"""How many points make a game in Bridge, and what is a fit worth?

We deal North and South a fixed number of points and spades together. North plays every second board
in spades and the others in notrump, nobody else bids, and all four play their cards by rules of
thumb. So we count how often nine, ten and twelve tricks come in. Good players take more tricks and
give fewer away, on both sides, so these numbers stand in for theirs. The books say 25 points for
game and 33 for a small slam. At the end we see how many of the games that the tips bid are made.
"""

from dataclasses import dataclass
from typing import Any

import polars as pl

import cardsim
from cardsim import Chart, Experiment, Number, Result, Series, Strategy
from cardsim.games.bridge import bid
from cardsim.games.bridge.state import PASS
from cardsim.statistics.stats import mean_interval
from cardsim.studies import Lab, joined, per_cent, rounded, wilson

NORTH, SPADES, NOTRUMP = 0, 3, 4
RANGES = ((20, 29), (30, 34))
"""Points together; few deals fit the second range, so it plays a tenth as many."""
POINTS = tuple(range(RANGES[0][0], RANGES[-1][-1] + 1))
FEWEST = 2
"""The fewest deals with the same points that are worth a number."""
BOOK_GAME, BOOK_SLAM = 25, 33
THREE_NT, FOUR_SPADES, SMALL_SLAM = 9, 10, 12
EVEN = 0.5


def call(view: Any) -> int:
    """Let North bid one spade or one notrump, by the board, and nobody else bid."""
    strain = SPADES if view.board % 2 else NOTRUMP
    return bid(1, strain) if view.seat == NORTH and view.level == 0 else PASS


NAMES = Strategy("bridge", name="one bid", plays="bid~ once", call=call)


@dataclass(frozen=True)
class Kind:
    """Deals of a kind, and the trumps they are played with.

    Attributes:
        name: in words.
        holds: what North and South hold, apart from their points.
        strain: of the contract.
        game: tricks of game.
    """

    name: str
    holds: str
    strain: int
    game: int


NO_FIT = Kind(
    "in notrump without a fit in a major", "with 0-7 hearts 0-7 spades", NOTRUMP, THREE_NT
)
EIGHT = Kind("with eight spades", "with exactly 8 spades", SPADES, FOUR_SPADES)
NINE = Kind("with nine spades", "with exactly 9 spades", SPADES, FOUR_SPADES)
KINDS = (NO_FIT, EIGHT, NINE)
Values = dict[int, tuple[float, float, float]]
"""Values by the points of both partners, each with the ends of its interval."""


def study(lab: Lab) -> None:
    """Play, show, answer."""
    played = {kind: play(lab, kind) for kind in KINDS}
    games = {kind: shares(found, kind.strain, kind.game) for kind, found in played.items()}
    slams = {kind: shares(found, kind.strain, SMALL_SLAM) for kind, found in played.items()}
    fits = {kind: worth(played[kind]) for kind in (EIGHT, NINE)}
    lab.section(
        "Game",
        f"Game makes more often than not with {from_on(games)}. With {BOOK_GAME} points it makes "
        f"{at(games, BOOK_GAME)}.",
        chart("How often you take nine tricks in notrump, or ten in spades", games),
    )
    lab.section(
        "Small slam",
        f"Twelve tricks come in more often than not with {from_on(slams)}. With {BOOK_SLAM} "
        f"points they come in {at(slams, BOOK_SLAM)}.",
        chart("How often you take twelve tricks", slams),
    )
    lab.section(
        "Tricks",
        "The slope shows what one more point is worth.",
        Chart(
            "How many tricks you take",
            "points of both partners",
            "tricks",
            tuple(series(kind.name, tricks(found, kind.strain)) for kind, found in played.items()),
        ),
    )
    usual = lab.run("bridge", vs="usual")
    bid_games = per_cent(bid_by_tips(usual))
    lab.section(
        "As the tips bid",
        f"The tips bid game with {BOOK_GAME} points or more, and {bid_games} of those games are "
        "made.",
    )
    lab.answer(
        "If all four play their cards by rules of thumb, game makes more often than not with "
        f"{from_on(games)}. A small slam makes more often than not with {from_on(slams)}. "
        f"With {BOOK_GAME} points game makes {at(games, BOOK_GAME)}. "
        f"A fit of eight spades is then worth {rounded(*fits[EIGHT])} tricks more than notrump, "
        f"and a fit of nine {rounded(*fits[NINE])}.",
        *(
            Number.of(
                f"{per_cent(games[kind][BOOK_GAME])} of games",
                f"made with {BOOK_GAME} points, {kind.name}",
            )
            for kind in KINDS
        ),
    )


def play(lab: Lab, kind: Kind) -> pl.DataFrame:
    """Count how often North took each number of tricks: `points`, `strain`, `tricks`, `count`."""
    frames = []
    for part, (low, high) in enumerate(RANGES):
        given = f"ns {low}-{high} {kind.holds}"
        asked = {"strategy": NAMES, "vs": NAMES, "given": given, "seed": lab.seed}
        for batch in cardsim.hands_in_batches("bridge", max(lab.n // 10**part, 1), **asked):
            boards = batch.filter(pl.col("seat") == NORTH)
            frames.append(boards.group_by("points", "strain", "tricks").len("count"))
    columns = ("points", "strain", "tricks")
    return pl.concat(frames).group_by(columns).agg(pl.col("count").sum()).sort(columns)


def by_points(played: pl.DataFrame, strain: int) -> dict[int, pl.DataFrame]:
    """Return the rows of one strain by the points of both, where there are enough of them."""
    rows = {p: played.filter(points=p, strain=strain) for p in POINTS}
    return {p: found for p, found in rows.items() if found["count"].sum() >= FEWEST}


def shares(played: pl.DataFrame, strain: int, least: int) -> Values:
    """Return how often at least this many tricks were taken."""
    found = {}
    for points, rows in by_points(played, strain).items():
        n = int(rows["count"].sum())
        hits = int(rows.filter(pl.col("tricks") >= least)["count"].sum())
        found[points] = hits / n, *wilson(hits, n)
    return found


def tricks(played: pl.DataFrame, strain: int) -> Values:
    """Return the mean number of tricks taken."""
    rows = by_points(played, strain)
    return {p: mean_interval(r["tricks"], r["count"])[:3] for p, r in rows.items()}


def worth(played: pl.DataFrame) -> tuple[float, float]:
    """Return the extra tricks in spades over notrump with game points, and half the interval."""
    (suit, low, _), (plain, least, _) = (
        tricks(played, strain)[BOOK_GAME] for strain in (SPADES, NOTRUMP)
    )
    return suit - plain, ((suit - low) ** 2 + (plain - least) ** 2) ** 0.5


def bid_by_tips(result: Result) -> tuple[float, float, float]:
    """Return how many contracts of game are made, 3NT and four of a major."""
    rows = result.tables["results"]
    notrump = (pl.col("level") == 3) & (pl.col("strain") == NOTRUMP)
    major = (pl.col("level") == 4) & pl.col("strain").is_between(SPADES - 1, SPADES)
    games = rows.filter(notrump | major)
    n, made = (
        int(r["count"].sum())
        for r in (games, games.filter(pl.col("tricks") >= 6 + pl.col("level")))
    )
    return made / n, *wilson(made, n)


def at(found: dict[Kind, Values], points: int) -> str:
    """Return how often it is so with these points, for each kind."""
    told = [
        f"{per_cent(v[points])} of the time {kind.name}" for kind, v in found.items() if points in v
    ]
    return joined(told, "and")


def from_on(found: dict[Kind, Values]) -> str:
    """Return the points with which it happens more often than not, for each kind."""
    told = []
    for kind, values in found.items():
        perhaps, surely = (
            min((p for p, value in values.items() if value[end] > EVEN), default=None)
            for end in (2, 1)
        )
        if perhaps is None:
            number = f"more than {POINTS[-1]}"
        elif surely is None:
            number = f"{perhaps} or more"
        elif perhaps < surely:
            number = f"{perhaps} {'or' if perhaps + 1 == surely else 'to'} {surely}"
        else:
            number = f"{surely}"
        told.append(f"{number} points {kind.name}")
    return joined(told, "and")


def chart(finding: str, found: dict[Kind, Values]) -> Chart:
    """Draw shares by the points of both partners."""
    return Chart(
        finding,
        "points of both partners",
        "share of deals",
        tuple(series(kind.name, values) for kind, values in found.items()),
        percent=True,
        reference=(EVEN, "half of them"),
    )


def series(name: str, values: Values) -> Series:
    """Return values by the points of both partners."""
    found, low, high = zip(*values.values(), strict=True)
    return Series(name, tuple(values), found, low, high)


EXPERIMENT = Experiment(study, n=200_000)
