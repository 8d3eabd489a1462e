"""What do I bid last in Spades, close to 500?

You are the dealer: all others have bid, and somebody may win the match with this hand. Add up the
bids. If all make theirs, who has 500 and more points than the others? We compare what your hand is
worth with the bid that is just enough: as few tricks as still win, or as many as you need to win.
Hands with a nil are left out. Matches begin at 400 to 400 without bags. Your partner plays like
you: against beginners, in mixed company and against good players.
"""

from typing import Annotated, Any

import numpy as np
import polars as pl

from cardsim import Experiment, Number, Strategy, borrowed, one_of
from cardsim.card_sets import holds
from cardsim.kernels.jit import kernel
from cardsim.studies import (
    Lab,
    gains_by_text,
    gains_chart,
    gains_in_three,
    gains_table,
    mixed_first,
)

GAME, LIKE = "spades", "fine-count"
"""The strategy that makes all other bids and plays the cards."""
TARGET = 100
"""A match to 100 is the end of a match to 500, from 400 to 400 on."""
MOST = 3
LESS, AHEAD, ALONE = FAMILIES = (
    "your side wins even with fewer",
    "they win, unless you bid more",
    "nobody wins, unless you bid more",
)
ADVICE = {
    LESS: "bid as few as still win",
    AHEAD: "bid as many as you need to win",
    ALONE: "bid what wins now",
}
BY_HAND = "bid what your hand is worth"
STEPS = ("one", "two", "three")
CELLS = [
    family.replace("fewer", f"{step} fewer").replace("more", f"{step} more")
    for family in FAMILIES
    for step in STEPS
]
WHEN = ("never", *FAMILIES, *CELLS)
"""Situations in which you bid just what wins, by how many tricks it differs."""
as_usual = borrowed(GAME, LIKE, "bid")


@kernel
def just_enough(own: Any, theirs: Any, partner: Any, rivals: Any, target: Any) -> Any:
    """Return the least bid with which the own side wins if all make their bids, int64.

    Args:
        own: points of the own side before the hand.
        theirs: points of the other side.
        partner: the partner's bid.
        rivals: bids of the others together.
        target: points that win the match.
    """
    beaten = max(target, theirs + 10 * rivals + 1)
    return max(1, -((own - beaten) // 10) - partner)


def bid(
    view: Any,
    when: Annotated[str, one_of(WHEN, "the situation in which it bids just enough")] = LESS,
) -> Any:
    """Bid just enough in one situation, and else as usual."""
    usual, side = as_usual(view), view.seat & 1
    if view.seat != view.dealer or usual <= 0:
        return usual
    for other in range(4):
        if other != view.seat and view.bids[other] <= 0:
            return usual
    rivals = view.bids[(view.seat + 1) & 3] + view.bids[(view.seat + 3) & 3]
    theirs = view.score[1 - side]
    enough = just_enough(view.score[side], theirs, view.bids[view.seat ^ 2], rivals, view.target)
    family = 0 if enough < usual else 1 if theirs + 10 * rivals >= view.target else 2
    apart = abs(enough - usual)
    if apart == 0 or (family > 0 and apart > MOST):
        return usual
    cell = 4 + 3 * family + min(apart, MOST) - 1
    if when not in (1 + family, cell) or not holds(view.legal, np.int64(enough)):
        return usual
    return np.int64(enough)


def plays(when: str) -> str:
    """Say when it bids just enough."""
    return f"bid~ just what wins when {when}" if when != "never" else "bid~ what the hand is worth"


BIDDER = Strategy(
    GAME,
    name="just enough",
    plays=plays,
    bid=bid,
    play=borrowed(GAME, LIKE, "play"),
)


def study(lab: Lab) -> None:
    """Play, show, answer."""
    found = gains_in_three(
        lab, GAME, BIDDER, WHEN, seen, fields="bids,score,dealer", unit="match", target=TARGET
    )
    lab.section(
        "If all make their bids, who wins?",
        "What you win by the bid that is just enough, compared with what your hand is worth.",
        gains_chart(
            found,
            FAMILIES,
            "What bidding just enough wins, where it comes up",
            "if all make their bids",
            "matches in 100 more than by your usual bid",
        ),
    )
    lab.section(
        "By how many tricks it differs",
        "The number of tricks by which the bid that is just enough differs.",
        table=gains_table(
            found, CELLS, "Matches in 100 that just enough wins more than your usual bid"
        ),
    )
    mixed = mixed_first(found)[0][1]
    verdict = "; ".join(
        f"if {family}, {ADVICE[family] if mixed[family].sign > 0 else BY_HAND}"
        for family in FAMILIES
        if family in mixed
    )
    verdict = f"Add up the bids: {verdict}." if verdict else "Too few such hands came up to say."
    lab.answer(
        f"{verdict} {gains_by_text(found, FAMILIES, 'bidding just enough', 'your usual bid')}",
        *(
            Number.of(mixed[family], f"matches in 100 if {family}, in mixed company")
            for family in FAMILIES
            if family in mixed
        ),
    )


def seen(decisions: pl.DataFrame) -> pl.DataFrame:
    """Return your last bids in which another one was just enough, by situation."""
    last = decisions.filter(
        (pl.col("decision") == "bid")
        & (pl.col("seat") == pl.col("dealer"))
        & (pl.col("seat") % 2 == pl.col("your_seat") % 2)
        & (pl.col("action") > 0)
    )
    rows = []
    for match, seat, usual, bids, score in last.select(
        "hand", "seat", "action", "bids", "score"
    ).iter_rows():
        if any(said <= 0 for other, said in enumerate(bids) if other != seat):
            continue
        own, theirs = score[seat % 2], score[1 - seat % 2]
        rivals = bids[(seat + 1) % 4] + bids[(seat + 3) % 4]
        enough = just_enough(own, theirs, bids[seat ^ 2], rivals, TARGET)
        family = 0 if enough < usual else 1 if theirs + 10 * rivals >= TARGET else 2
        apart = abs(enough - usual)
        if apart and (family == 0 or apart <= MOST):
            cell = CELLS[3 * family + min(apart, MOST) - 1]
            rows += [(match, FAMILIES[family]), (match, cell)]
    return pl.DataFrame(rows, {"hand": pl.Int64, "when": pl.String}, orient="row")


# By a number of matches: a situation that is rare decides only the matches in which it comes up.
EXPERIMENT = Experiment(study, n=25_000)
