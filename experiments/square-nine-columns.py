"""What do columns, or all lines, change in Square 9?

Three of a kind in a line count nothing. All play for lines, for each set of lines that may match;
then you do, against a player who keeps low cards and pays no heed to lines.
"""

from cardsim import Chart, Experiment, Number, Series
from cardsim.answers.experiments import Lab

LINES = {
    "rows": "rows",
    "columns": "columns",
    "rows-diagonals": "rows and diagonals",
    "rows-columns": "rows and columns",
    "columns-diagonals": "columns and diagonals",
    "all": "all lines",
}
BUILDER = "line-builder"


def study(lab: Lab) -> None:
    """Play, show, answer."""
    played = {
        lines: lab.run("square-nine", match_lines=lines, strategy=BUILDER, vs=BUILDER).estimates
        for lines in LINES
    }
    scores = {lines: e["score"] for lines, e in played.items()}
    turns = {lines: e["turns"] for lines, e in played.items()}
    won = {
        lines: lab.run("square-nine", match_lines=lines, strategy=BUILDER).headline
        for lines in LINES
    }
    names = list(LINES.values())
    for heading, found, noun in (("Scores", scores, "points"), ("Length", turns, "turns")):
        lab.section(
            heading,
            f"{noun.capitalize()} of a hand: "
            + "; ".join(f"{LINES[lines]} {e}" for lines, e in found.items())
            + ".",
            Chart(
                f"A hand has {min(e.value for e in found.values()):.1f} to "
                f"{max(e.value for e in found.values()):.1f} {noun}",
                "lines that may match",
                f"{noun} of a hand",
                (Series.of(noun, names, list(found.values())),),
                kind="points",
            ),
        )
    lab.section(
        "What it is worth to look for lines",
        "Hands that you win against a player who pays no heed to lines: "
        + "; ".join(f"{LINES[lines]} {e}" for lines, e in won.items())
        + ".",
        Chart(
            "Hands won by looking for lines, against a player who does not",
            "lines that may match",
            "hands that you win",
            (Series.of("hands that you win", names, list(won.values())),),
            kind="points",
            percent=True,
            reference=(0.5, "even share"),
        ),
    )
    usual, everything = "rows-diagonals", "all"
    apart = abs(turns[everything].value - turns[usual].value)
    length = (
        f"{turns[everything]} turns and not {turns[usual]}"
        if apart > turns[everything].half + turns[usual].half
        else f"as long, {turns[usual]} turns"
    )
    lab.answer(
        f"With all lines a hand ends with {scores[everything]} points, and with rows and diagonals "
        f"with {scores[usual]}; it takes {length}. To look "
        f"for lines wins {won[everything]} of hands against a player who does not, where all "
        f"lines count, and {won[usual]} with rows and diagonals.",
        Number.of(won[everything], "of hands won by looking for lines, if all lines count"),
        Number.of(won[usual], "if rows and diagonals count"),
    )


# By a number of hands: scores and turns are read off the same hands.
EXPERIMENT = Experiment(study, n=100_000)
