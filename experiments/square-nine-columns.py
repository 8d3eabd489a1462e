"""What changes in Square 9 if columns count, or all lines?

Three of a kind in a line count nothing. For each set of lines that may match, everybody plays for
lines; then only you do, against a player who keeps low cards and ignores lines.
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
        lines: lab.run("square-nine", match_lines=lines, strategy=BUILDER, vs="usual").headline
        for lines in LINES
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
        "Play for lines against a player who ignores them, and you win this share of hands: "
        + "; ".join(f"{e} with {LINES[lines]}" for lines, e in won.items())
        + ".",
        Chart(
            "Hands you win by playing for lines, against a player who ignores them",
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
        f"{turns[everything]} turns instead of {turns[usual]}"
        if apart > turns[everything].half + turns[usual].half
        else f"{turns[usual]} turns, as before"
    )
    lab.answer(
        f"If all lines count, a hand ends with {scores[everything]} points instead of "
        f"{scores[usual]} with rows and diagonals, and takes {length}. Play for lines against a "
        f"player who ignores them, and you win {won[everything]} of hands if all lines count, and "
        f"{won[usual]} with rows and diagonals.",
        Number.of(won[everything], "of hands won by playing for lines, if all lines count"),
        Number.of(won[usual], "of hands won if rows and diagonals count"),
    )


# By a number of hands: scores and turns are read off the same hands.
EXPERIMENT = Experiment(study, n=100_000)
