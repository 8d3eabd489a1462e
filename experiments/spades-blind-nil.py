"""Should I bid a blind nil in Spades?

By a house rule a side that is 100 points or more behind may bid nil before it sees its cards. It
wins 200 points if you take no trick, and loses 200 otherwise. Here you bid it whenever you may, by
how far your side is behind and by how close the others are to 500. Your partner plays like you, and
covers it as best he can: against beginners, in mixed company and against good players, none of whom
bid it.
"""

from typing import Annotated, Any

import polars as pl

from cardsim import Experiment, Number, Strategy, borrowed, one_of
from cardsim.games.spades import hundreds_behind
from cardsim.studies import (
    Lab,
    gains_by_text,
    gains_chart,
    gains_in_three,
    gains_table,
    mixed_first,
)

GAME, LIKE = "spades", "trick-odds"
"""The strategy that bids everything else, and plays the cards."""
TARGET, CLOSE = 500, 100
BEHIND = ("behind by 100 to 199", "behind by 200 to 299", "behind by 300 or more")
NEED = ("and they need more than 100", "and they need 100 or fewer")
ANY = "behind by 100 or more"
CELLS = [f"{ANY} {need}" for need in NEED]
WHEN = ("never", ANY, *BEHIND, *CELLS)
"""Situations in which you bid a blind nil."""


def blind(
    view: Any,
    when: Annotated[str, one_of(WHEN, "the situation in which it bids a blind nil")] = ANY,
) -> Any:
    """Bid a blind nil in one situation."""
    behind = min(hundreds_behind(view), 3) - 1
    if behind < 0:
        return False
    close = view.target - view.score[1 - (view.seat & 1)] <= CLOSE
    return when in (1, 2 + behind, 5 + close)


def plays(when: str) -> str:
    """Say when it bids a blind nil."""
    return "look~ at the cards first" if when == "never" else f"bid~ a blind nil {when}"


BLIND = Strategy(
    GAME,
    name="blind nil",
    plays=plays,
    blind=blind,
    bid=borrowed(GAME, LIKE, "bid"),
    play=borrowed(GAME, LIKE, "play"),
)


def study(lab: Lab) -> None:
    """Play, show, answer."""
    found = gains_in_three(
        lab, GAME, BLIND, WHEN, seen, fields="score", unit="match", blind_nil=True
    )
    names = (ANY, *BEHIND)
    lab.section(
        "By how far you are behind",
        "Matches in 100 that a blind nil wins more than looking at your cards, where your side is "
        "so far behind at some time.",
        gains_chart(
            found,
            names,
            "What a blind nil wins",
            "your side is",
            "matches in 100 more than by looking first",
        ),
    )
    lab.section(
        "And by what the others need",
        "Points that the others are away from 500.",
        table=gains_table(found, CELLS, "Matches in 100 that a blind nil wins more"),
    )
    mixed = mixed_first(found)[0][1]
    gaining = [name for name in (*names, *CELLS) if name in mixed and mixed[name].sign > 0]
    verdict = f"Yes, if you are {gaining[0]}." if gaining else "No, look at your cards."
    lab.answer(
        f"{verdict} {gains_by_text(found, names, 'bidding it', 'looking first')}",
        *(
            Number.of(by[ANY], f"matches in 100 by blind nils, {who.where}")
            for who, by in mixed_first(found)
            if ANY in by
        ),
    )


def seen(decisions: pl.DataFrame) -> pl.DataFrame:
    """Return the hands in which your side might have bid a blind nil, by situation."""
    asked = decisions.filter(
        (pl.col("decision") == "blind") & (pl.col("seat") % 2 == pl.col("your_seat") % 2)
    )
    rows = []
    for match, seat, score in asked.select("hand", "seat", "score").iter_rows():
        own, theirs = score[seat % 2], score[1 - seat % 2]
        behind = min((theirs - own) // 100, 3) - 1
        close = TARGET - theirs <= CLOSE
        rows += [(match, name) for name in (ANY, BEHIND[behind], CELLS[close])]
    return pl.DataFrame(rows, {"hand": pl.Int64, "when": pl.String}, orient="row")


# By a number of matches: a situation that is rare decides only the matches in which it comes up.
EXPERIMENT = Experiment(study, n=1_200)
