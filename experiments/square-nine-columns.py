"""What changes in Square 9 if columns count, or all lines?

Three of a kind in a line count nothing. For each set of lines that may match, everybody plays for
lines, which tells how a hand goes. Then we ask what it is worth to you to play for lines and not
only for low cards: against beginners, in mixed company and against good players. Rows and columns
are the same game turned by a quarter. Our strategy fills the first of equally good cells, which
suits columns better than rows.
"""

from cardsim import Chart, Experiment, Number, Series
from cardsim.studies import Lab, amount, joined, three_of

LINES = {
    "rows": "rows",
    "columns": "columns",
    "rows-diagonals": "rows and diagonals",
    "rows-columns": "rows and columns",
    "columns-diagonals": "columns and diagonals",
    "all": "all lines",
}
SQUARE, EVERYTHING, USUAL = "rows-columns", "all", "rows-diagonals"
"""Lines that may match: two sets that a quarter turn leaves alike, and those of the usual game."""
BUILDER, RACER = "line-builder", "line-builder:w=0"


def study(lab: Lab) -> None:
    """Play, show, answer."""
    played = {
        lines: lab.run("square-nine", match_lines=lines, strategy=BUILDER, vs=BUILDER).estimates
        for lines in LINES
    }
    scores = {lines: e["score"] for lines, e in played.items()}
    turns = {lines: e["turns"] for lines, e in played.items()}
    worth = {
        company: {
            lines: lab.compare(
                "square-nine", BUILDER, RACER, match_lines=lines, players=2, vs=company.vs
            ).gap(0, 1)
            for lines in LINES
        }
        for company in three_of("square-nine")
    }
    names = list(LINES.values())
    for heading, found, noun in (("Scores", scores, "points"), ("Length", turns, "turns")):
        lab.section(
            heading,
            f"{noun.capitalize()} in a hand: "
            + "; ".join(f"{e} with {LINES[lines]}" for lines, e in found.items())
            + ". Rows and columns are the same game turned by a quarter. Where they differ here, "
            "it is only because this strategy fills its cells in a fixed order.",
            Chart(
                f"{noun.capitalize()} in a hand, by the lines that may match",
                "lines that may match",
                f"{noun} in a hand",
                (Series.of(noun, names, list(found.values())),),
                kind="points",
            ),
        )
    lab.section(
        "What lines are worth",
        "Play for lines as well as for low cards, and you win this many more hands in 100 with two "
        "players. "
        + " ".join(
            f"{who.name.capitalize()}: "
            + joined([f"{amount(gap)} with {LINES[lines]}" for lines, gap in gaps.items()])
            + "."
            for who, gaps in worth.items()
        )
        + " That columns and rows differ comes of the fixed order again, not of the rules.",
        Chart(
            "What you win by playing for lines",
            "lines that may match",
            "hands in 100 more than by playing only for low cards",
            tuple(
                Series.of_gaps(who.name, names, list(gaps.values())) for who, gaps in worth.items()
            ),
            kind="points",
            reference=(0, "only for low cards"),
        ),
    )
    apart = abs(turns[EVERYTHING].value - turns[SQUARE].value)
    length = (
        f"{turns[EVERYTHING]} turns instead of {turns[SQUARE]}"
        if apart > turns[EVERYTHING].half + turns[SQUARE].half
        else f"{turns[EVERYTHING]} turns, as before"
    )

    def told(lines: str) -> str:
        return joined([f"{amount(gaps[lines])} {who.where}" for who, gaps in worth.items()])

    pays = all(gap.low > 0 for gaps in worth.values() for gap in gaps.values())
    verdict = (
        "Play for lines, whichever count, in all three companies that were tried. " if pays else ""
    )
    mixed = list(worth)[1]
    lab.answer(
        f"{verdict}If diagonals count as well as rows and columns, a hand ends with "
        f"{scores[EVERYTHING]} points instead of {scores[SQUARE]}, and takes {length}. Play for "
        "lines as well as for low cards, and you win this many more hands in 100 if all lines "
        f"count: {told(EVERYTHING)}. With rows and diagonals, the usual rule, it is "
        f"{told(USUAL)}.",
        *(
            Number.of(
                amount(worth[mixed][lines]),
                f"hands in 100 won by playing for lines {mixed.where}, {LINES[lines]}",
            )
            for lines in (EVERYTHING, USUAL)
        ),
    )


# By a number of hands: scores and turns are read off the same hands.
EXPERIMENT = Experiment(study, n=100_000)
