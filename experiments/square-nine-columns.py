"""What do columns, or all lines, change in Square 9?

Two players of `line-builder`, for each set of lines that may match.
"""

from cardsim import Chart, Experiment, Series
from cardsim.answers.experiments import Lab

LINES = ("rows", "columns", "rows-diagonals", "rows-columns", "columns-diagonals", "all")


def study(lab: Lab) -> None:
    """Play, show, answer."""
    played = {
        lines: lab.run(
            "square-nine", match_lines=lines, strategy="line-builder", vs="line-builder"
        ).estimates
        for lines in LINES
    }
    scores = {lines: e["hero_score"] for lines, e in played.items()}
    turns = {lines: e["turns"] for lines, e in played.items()}
    lab.section(
        "Scores",
        "Mean score of a hand: "
        + "; ".join(f"{lines} {e.parts[0]}" for lines, e in scores.items())
        + ".",
        Chart(
            f"Scores go from {min(e.value for e in scores.values()):.1f} to "
            f"{max(e.value for e in scores.values()):.1f} points",
            "lines that may match",
            "mean score",
            (Series.of("mean score", LINES, list(scores.values())),),
            kind="points",
        ),
    )
    lab.section(
        "Length",
        "Turns of a hand: "
        + "; ".join(f"{lines} {e.parts[0]}" for lines, e in turns.items())
        + ".",
        Chart(
            f"Hands take {min(e.value for e in turns.values()):.1f} to "
            f"{max(e.value for e in turns.values()):.1f} turns",
            "lines that may match",
            "turns of a hand",
            (Series.of("turns", LINES, list(turns.values())),),
            kind="points",
        ),
    )
    usual, everything = scores["rows-diagonals"], scores["all"]
    lab.answer(
        f"With all lines a hand scores {everything} in place of {usual} with rows and diagonals, "
        f"and takes {turns['all']} turns in place of {turns['rows-diagonals']}."
    )


EXPERIMENT = Experiment(study, n=200_000)
