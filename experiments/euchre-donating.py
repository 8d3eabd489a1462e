"""Should I donate in Euchre at 9 to 6?

You lead 9 to 6 or 9 to 7, and the others deal. If one of them goes alone and takes five tricks,
they have four points and the match. To donate is to order the upcard up with a poor hand: they get
two points for the euchre, and the next deal is yours. Here you do so with hands on which you would
pass, left of the dealer or once two have passed. Matches begin at 6 to 6, since what was before
does not matter. The others go alone with the same hands at any score. Your partner plays like you:
against beginners, in mixed company and against good players.
"""

from typing import Annotated, Any

import polars as pl

from cardsim import Experiment, Number, Strategy, borrowed, one_of
from cardsim.games.euchre import deals_side, place, trumps_in, upcard_suit
from cardsim.games.euchre.deck import SETS
from cardsim.games.euchre.state import ORDERS, PASS
from cardsim.studies import (
    Lab,
    gains_by_text,
    gains_chart,
    gains_in_three,
    gains_of_many,
    gains_table,
    joined,
    mixed_first,
)

GAME, LIKE = "euchre", "fine-count"
"""The strategy that makes all other calls and plays the cards."""
TARGET = 4
"""A match to four is the end of a match to ten, from 6 to 6 on."""
SCORES = ("at 9 to 6", "at 9 to 7")
PLACES = ("left of the dealer", "once two have passed")
HELD = ("no trump", "one trump", "two trumps or more")
AT = [f"{score}, {place}" for score in SCORES for place in PLACES]
CELLS = [f"{at}, {held}" for at in AT for held in HELD]
WHEN = ("never", *AT, *CELLS)
"""Situations in which you donate: by score and place, and by what you hold as well."""
as_usual = borrowed(GAME, LIKE, "order")


def order(
    view: Any, when: Annotated[str, one_of(WHEN, "the situation in which it donates")] = AT[0]
) -> Any:
    """Order up in one situation, and else as usual."""
    call, own = as_usual(view), view.seat & 1
    theirs = view.score[1 - own]
    if call != PASS or deals_side(view) or view.score[own] != TARGET - 1 or theirs > 1:
        return call
    at = 2 * theirs + place(view) // 2
    cell = 5 + 3 * at + min(trumps_in(view, upcard_suit(view)), 2)
    return ORDERS if when in (1 + at, cell) else call


def plays(when: str) -> str:
    """Say when it donates."""
    return "never donate~" if when == "never" else f"donate~ {when}"


DONOR = Strategy(
    GAME,
    name="donor",
    plays=plays,
    order=order,
    name_trump=borrowed(GAME, LIKE, "name_trump"),
)


def study(lab: Lab) -> None:
    """Play, show, answer."""
    found = gains_in_three(
        lab, GAME, DONOR, WHEN, seen, fields="hand,dealer,upcard,score", unit="match", target=TARGET
    )
    lab.section(
        "By the score, and by where you sit",
        "Left of the dealer you speak first. Once two have passed, only the dealer is left.",
        gains_chart(
            found,
            AT,
            "What donating wins, where it comes up",
            "the score, and where you sit",
            "matches in 100 more than by passing",
        ),
    )
    lab.section(
        "By what you hold",
        "Count what would be your trumps in the suit of the upcard, bowers included. All these "
        "are hands on which you would pass.",
        table=gains_table(found, CELLS, "Matches in 100 that donating wins more than passing"),
    )
    mixed = mixed_first(found)[0][1]
    signs = {at: mixed[at].sign for at in AT if at in mixed}
    gaining = [at for at, sign in signs.items() if sign > 0]
    verdict = "It does not matter in mixed company."
    if gaining:
        verdict = f"Yes, {joined(gaining, 'or')}."
    elif -1 in signs.values():
        verdict = "No, pass."
    sure = [cell for cell in CELLS if cell in mixed and mixed[cell].sign > 0]
    if sure and not gaining:
        verdict = f"Pass, but donate {joined([told(cell) for cell in sure])}."
    held = gains_of_many(found, CELLS, "donating")
    more = f" What you hold matters, too. {held}" if held else ""
    lab.answer(
        f"{verdict} {gains_by_text(found, AT, 'donating', 'passing')}{more}",
        *(
            Number.of(mixed[cell], f"matches in 100 by donating {told(cell)}, in mixed company")
            for cell in sure[:1]
        ),
        *(
            Number.of(by[AT[0]], f"matches in 100 by donating {AT[0]}, {who.where}")
            for who, by in mixed_first(found)
            if AT[0] in by
        ),
    )


def told(cell: str) -> str:
    """Return a situation as a phrase: `at 9 to 6 once two have passed with no trump`."""
    score, where, held = cell.split(", ")
    return f"{score} {where} with {held}"


def seen(decisions: pl.DataFrame) -> pl.DataFrame:
    """Return the calls at which you could have donated, by situation."""
    own, deal = pl.col("seat") % 2, pl.col("dealer") % 2
    passed = decisions.filter(
        (pl.col("decision") == "order")
        & (own == pl.col("your_seat") % 2)
        & (own != deal)
        & (pl.col("action") == PASS)
    )
    rows = []
    for match, seat, dealer, upcard, held, score in passed.select(
        "hand", "seat", "dealer", "upcard", "view_hand", "score"
    ).iter_rows():
        theirs = score[1 - seat % 2]
        if score[seat % 2] == TARGET - 1 and theirs <= 1:
            suit = upcard // 13
            trumps = min((held & int(SETS[suit, suit])).bit_count(), 2)
            at = AT[2 * theirs + (seat - dealer - 1) % 4 // 2]
            rows += [(match, at), (match, f"{at}, {HELD[trumps]}")]
    return pl.DataFrame(rows, {"hand": pl.Int64, "when": pl.String}, orient="row")


# By a number of matches: a situation that is rare decides only the matches in which it comes up.
EXPERIMENT = Experiment(study, n=60_000)
