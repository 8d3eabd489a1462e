"""How many marks behind is a race lost in Counter-Cameroon?

You play like a good player, against beginners, in mixed company and against good players. Whenever
you are to choose, we note how many marks you and the other player have in each category that is
open, and who wins it in the end.
"""

from typing import Any

import numpy as np
import polars as pl

import cardsim
from cardsim import Chart, Experiment, Number, Series
from cardsim.studies import Company, Lab, joined, rounded, three_of, wilson

GAME = "counter-cameroon"
TO_WIN, FIRST = 4, 2
"""Marks that win a category, and the lowest category."""
BEGINNERS, MIXED, GOOD = COMPANIES = three_of(GAME)


def study(lab: Lab) -> None:
    """Play, show, answer."""
    known = {who: races(lab, who) for who in COMPANIES}
    for who, frame in known.items():
        lab.section(
            f"{who.where[:1].upper()}{who.where[1:]}",
            "How often you win a category, by the marks that you both have in it when it is your "
            "turn: in the chart a row for each number of yours, and a column for each of theirs.",
            Chart(
                f"Categories that you win, {who.where}",
                "marks of the other player",
                "categories that you win",
                tuple(
                    Series.of_shares(
                        f"you have {mine}", frame.filter(pl.col("mine") == mine), "theirs", "won"
                    )
                    for mine in range(TO_WIN)
                ),
                kind="grid",
                percent=True,
            ),
        )
    mixed = known[MIXED]
    told = {
        behind: joined(
            [
                f"{share(mixed, mine, mine + behind)} with {mine} to {mine + behind}"
                for mine in range(TO_WIN - behind)
            ]
        )
        for behind in range(1, TO_WIN)
    }
    lab.answer(
        f"Three marks behind, it is nearly lost: of 100 such categories you win {told[3]} in mixed "
        f"company. Two behind you win {told[2]}; one behind {told[1]}. "
        f"With 1 to 3 you win {share(known[BEGINNERS], 1, 3)} against beginners and "
        f"{share(known[GOOD], 1, 3)} against good players.",
        Number.of(share(mixed, 2, 3), "categories in 100 won at 2 to 3, mixed company"),
        Number.of(share(mixed, 1, 3), "at 1 to 3"),
        Number.of(share(mixed, 0, 3), "at 0 to 3"),
    )


def races(lab: Lab, who: Company) -> pl.DataFrame:
    """Return open categories at your turns, each standing once a game, and whether you win them."""
    table: dict[str, Any] = {"strategy": GOOD.vs, "vs": who.vs}
    lab.run(GAME, **table)
    frame = cardsim.decisions(
        GAME, lab.n, fields="my_marks,opp_marks,owner", seed=lab.seed, **table
    )
    game, seat = frame["hand"].to_numpy(), frame["seat"].to_numpy()
    mine, theirs, owner = (
        frame[name].to_numpy()[:, FIRST:] for name in ("my_marks", "opp_marks", "owner")
    )
    last = np.append(game[1:] != game[:-1], True)
    # Whoever moves last in a game wins all categories that are still open.
    final = np.where(owner[last] < 0, seat[last][:, None], owner[last])
    winner = final[np.cumsum(last) - last]
    yours, category = np.nonzero((owner < 0) & (seat == frame["your_seat"].to_numpy())[:, None])
    at = yours, category
    standings = pl.DataFrame(
        {
            "game": game[yours],
            "category": category,
            "mine": mine[at],
            "theirs": theirs[at],
            "won": winner[at] == seat[yours],
        }
    )
    return standings.unique(("game", "category", "mine", "theirs"), maintain_order=True)


def share(frame: pl.DataFrame, mine: int, theirs: int) -> str:
    """Return how many of 100 categories were won from there."""
    won = frame.filter(mine=mine, theirs=theirs)["won"]
    low, high = wilson(int(won.sum()), len(won))
    return rounded(100 * int(won.sum()) / max(len(won), 1), 50 * (high - low))


# By a number of games: each standing comes up as often as it comes up.
EXPERIMENT = Experiment(study, n=20_000)
