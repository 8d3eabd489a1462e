"""How often do the tips reach the right contract in Bridge?

All four bid and play by the tips for beginners. Then each deal is solved with all cards seen, which
needs the extra cardsim[bridge]. A contract is right if it makes against the best play, and no
higher-paying contract of its side, a game or a slam, would have. We solve one board in twenty,
because each takes a quarter of a second.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from statistics import fmean

import polars as pl

import cardsim
from cardsim import Chart, Experiment, Number, Series
from cardsim.cards import card_id
from cardsim.games.bridge.boards import Board, usual_dealer, usual_vulnerable
from cardsim.games.bridge.double_dummy import Solved, solved
from cardsim.games.bridge.state import BOOK, LEVELS, SIDES, STRAINS
from cardsim.statistics.stats import mean_interval
from cardsim.studies import Lab, joined, per_cent, rounded, wilson

EVERY, FEWEST = 20, 20
"""Boards played for each one that is solved, and the fewest that are solved."""
Spread = tuple[float, float, float]
"""A value with the ends of its interval."""
TIPS = ("tips",) * 4
KINDS = ("part-scores", "games", "slams")
GAME_LEVELS = (5, 5, 4, 4, 3)
"""The level at which clubs, diamonds, hearts, spades and notrump become a game."""
SLAM_LEVEL = 6
RIGHT, SHORT_OF_GAME, SHORT_OF_SLAM, DOWN = (
    "the highest that makes",
    "a game was missed",
    "a slam was missed",
    "too high",
)
TOLD = 10
"""The fewest contracts of a kind that are worth a number."""
VERDICTS = (RIGHT, SHORT_OF_GAME, SHORT_OF_SLAM, DOWN)


@dataclass(frozen=True)
class Reached:
    """The end of a board's bidding, and its value with all cards seen.

    Attributes:
        kind: 0 a part-score or all passed, 1 a game, 2 a slam.
        verdict: one of `VERDICTS`.
        beyond: tricks that declarer took beyond those with all cards seen; None if all passed.
    """

    kind: int
    verdict: str
    beyond: int | None


def study(lab: Lab) -> None:
    """Play, solve, answer."""
    lab.run("bridge", seats=TIPS)
    boards = reached(lab)
    many = len(boards)
    shares = [share(board.verdict == verdict for board in boards) for verdict in VERDICTS]
    told = [per_cent(found) for found in shares]
    lab.section(
        "With all cards seen",
        f"Of {many} boards, {told[0]} end in the highest contract that makes. {told[1]} miss a "
        f"game and {told[2]} miss a slam. {told[3]} are too high: the best defence beats them.",
        Chart(
            "How often the contract reached is the right one with all cards seen",
            "",
            "share of boards",
            (series("boards", VERDICTS, shares),),
            kind="points",
            percent=True,
        ),
    )
    by_kind = {
        name: [b for b in boards if b.kind == kind and b.beyond is not None]
        for kind, name in enumerate(KINDS)
    }
    bid = {name: found for name, found in by_kind.items() if len(found) >= TOLD}
    right = [share(b.verdict == RIGHT for b in found) for found in bid.values()]
    lab.section(
        "By what was bid",
        "This many contracts are right: "
        + joined([f"{per_cent(one)} of {name}" for name, one in zip(bid, right, strict=True)])
        + ".",
        Chart(
            "Contracts that are right with all cards seen, by what was bid",
            "",
            "share of contracts",
            (series("contracts", tuple(bid), right),),
            kind="points",
            percent=True,
        ),
    )
    taken = [mean(b.beyond or 0 for b in found) for found in bid.values()]
    change, low, high = mean(b.beyond or 0 for found in bid.values() for b in found)
    beyond = (
        f"{rounded(abs(change), (high - low) / 2)} tricks {'fewer' if change < 0 else 'more'} than"
    )
    lab.section(
        "In the play",
        f"Declarers who play by the tips take {beyond} if all four saw all cards and played "
        "their best. Both sides give tricks away; this shows who gives away more.",
        Chart(
            "What declarers take compared with perfect play",
            "",
            "tricks more than with all cards seen",
            (series("contracts", tuple(bid), taken),),
            kind="points",
            reference=(0, "all cards seen"),
        ),
    )
    lab.answer(
        f"In {told[0]} of boards. In {told[3]} they bid too high for the best defence, in "
        f"{told[1]} they miss a game, and in {told[2]} a slam. Declarers take {beyond} with all "
        "cards seen.",
        Number.of(f"{told[0]} of boards", "end in the right contract"),
        Number.of(f"{told[3]} of boards", "are bid too high", is_cost=True),
        Number.of(f"{told[1]} of boards", "miss a game", is_cost=True),
    )


def reached(lab: Lab) -> list[Reached]:
    """Return how the bidding of the run's first boards ended, after solving them."""
    table = cardsim.hands("bridge", max(lab.n // EVERY, FEWEST), seats=TIPS, seed=lab.seed)
    rows = list(table.iter_rows(named=True))
    hands = [rows[at : at + len(TIPS)] for at in range(0, len(rows), len(TIPS))]
    boards = [
        Board(
            number,
            usual_dealer(number),
            usual_vulnerable(number),
            tuple(sum(1 << card_id(card) for card in row["dealt_cards"]) for row in seats),
        )
        for number, seats in enumerate(hands, 1)
    ]
    return [judged(seats[0], one) for seats, one in zip(hands, solved(boards), strict=True)]


def kind_of(level: int, strain: int) -> int:
    """Return which of `KINDS` a contract is."""
    return int(level >= GAME_LEVELS[strain]) + int(level >= SLAM_LEVEL)


def best_kind(found: Solved, sides: Iterable[int]) -> int:
    """Return the highest of `KINDS` that one of these sides makes."""
    declarers = [seat for side in sides for seat in (side, side + SIDES)]
    makes = [
        kind_of(level, strain)
        for strain in range(STRAINS)
        for level in range(1, LEVELS + 1)
        if max(found.tricks[seat][strain] for seat in declarers) >= BOOK + level
    ]
    return max(makes, default=0)


def judged(row: Mapping[str, int], found: Solved) -> Reached:
    """Judge a board's contract with all cards seen."""
    level, strain, declarer = row["level"], row["strain"], row["declarer"]
    if not level:
        return Reached(0, verdict(0, best_kind(found, range(SIDES))), None)
    makes, kind = found.tricks[declarer][strain], kind_of(level, strain)
    beyond = row["tricks"] - makes
    if makes < BOOK + level:
        return Reached(kind, DOWN, beyond)
    return Reached(kind, verdict(kind, best_kind(found, [declarer % SIDES])), beyond)


def verdict(kind: int, best: int) -> str:
    """Return for a contract that makes whether a higher one makes as well."""
    if kind >= best:
        return RIGHT
    return SHORT_OF_SLAM if best == len(KINDS) - 1 else SHORT_OF_GAME


def share(found: Iterable[bool]) -> Spread:
    """Return a share and its interval."""
    values = list(found)
    return fmean(values), *wilson(sum(values), len(values))


def mean(found: Iterable[int]) -> Spread:
    """Return a mean of at least two numbers and its interval."""
    counted = pl.Series(list(found)).value_counts()
    value, low, high, _ = mean_interval(counted.to_series(0), counted["count"])
    return value, low, high


def series(name: str, x: Sequence[str], found: Sequence[Spread]) -> Series:
    """Return values by category."""
    values, low, high = zip(*found, strict=True)
    return Series(name, tuple(x), values, low, high)


EXPERIMENT = Experiment(study, n=10_000)
