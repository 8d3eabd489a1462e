"""What changes in Square 9 if columns count, or all lines?

Three of a kind in a line count nothing. For each set of lines that may match, everybody plays for
lines, which tells how a hand goes. Then we ask what it is worth to you to play for lines and not
only for low cards: against beginners, in mixed company and against good players.
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
            + ".",
            Chart(
                f"A hand has {min(e.value for e in found.values()):.1f} to "
                f"{max(e.value for e in found.values()):.1f} {noun}",
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
        ),
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
    usual, everything = "rows-diagonals", "all"
    apart = abs(turns[everything].value - turns[usual].value)
    length = (
        f"{turns[everything]} turns instead of {turns[usual]}"
        if apart > turns[everything].half + turns[usual].half
        else f"{turns[usual]} turns, as before"
    )

    def told(lines: str) -> str:
        return joined([f"{amount(gaps[lines])} {who.where}" for who, gaps in worth.items()])

    pays = all(gap.low > 0 for gaps in worth.values() for gap in gaps.values())
    verdict = (
        "Play for lines, whichever count, in all three companies that were tried. " if pays else ""
    )
    mixed = list(worth)[1]
    lab.answer(
        f"{verdict}If all lines count, a hand ends with {scores[everything]} points instead of "
        f"{scores[usual]} with rows and diagonals, and takes {length}. Play for lines as "
        "well as for low cards, and you win this many more hands in 100 if all lines count: "
        f"{told(everything)}. With rows and diagonals it is {told(usual)}.",
        *(
            Number.of(
                amount(gaps[lines]),
                f"hands in 100 won by playing for lines {who.where}, {LINES[lines]}",
            )
            for who, gaps in worth.items()
            if who is mixed
            for lines in (everything, usual)
        ),
    )


# By a number of hands: scores and turns are read off the same hands.
EXPERIMENT = Experiment(study, n=100_000)
