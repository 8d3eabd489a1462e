"""What changes in Square 9 if columns count, or all lines?

Three of a kind in a line count nothing. For each set of lines that may match, all play for lines
and fill the square row by row where nothing else decides, which tells how a hand goes. Rows and
columns are the same game turned by a quarter. So a game in which columns count also tells how a
game of rows goes if all fill the square column by column. Then we ask, against beginners, in mixed
company and against good players, what it wins to spread your cards over the lines, and what it wins
to play for lines and not only for low cards.
"""

from collections.abc import Mapping

from cardsim import Chart, Experiment, Number, Series
from cardsim.studies import Difference, Lab, amount, joined, three_of

LINES = {
    "rows": "rows",
    "columns": "columns",
    "rows-diagonals": "rows and diagonals",
    "columns-diagonals": "columns and diagonals",
    "rows-columns": "rows and columns",
    "all": "all lines",
}
SQUARE, EVERYTHING, USUAL = "rows-columns", "all", "rows-diagonals"
"""Lines that may match: two sets that a quarter turn leaves alike, and those of the usual game."""
TURNED = {"rows": "columns", USUAL: "columns-diagonals"}
"""The same lines after a quarter turn."""
BY_ROWS, SPREAD, RACER = "line-builder", "line-builder:spread=1", "line-builder:spread=1,w=0"
"""Players who fill the square row by row, who spread their cards, and who care only for points."""
WHERE = "Put a card that fits nowhere where its lines show the fewest cards"
NOT_THE_RULE = (
    "Rows and columns are the same game turned by a quarter: where they differ here, that is how "
    "the square was filled, not the rule."
)


def study(lab: Lab) -> None:
    """Play, show, answer."""
    played = {
        lines: lab.run("square-nine", match_lines=lines, strategy=BY_ROWS, vs=BY_ROWS).estimates
        for lines in LINES
    }
    scores = {lines: e["score"] for lines, e in played.items()}
    turns = {lines: e["turns"] for lines, e in played.items()}
    names = list(LINES.values())
    for heading, found, noun in (("Scores", scores, "points"), ("Length", turns, "turns")):
        lab.section(
            heading,
            f"{noun.capitalize()} in a hand if all fill the square row by row: "
            + "; ".join(f"{e} with {LINES[lines]}" for lines, e in found.items())
            + f". {NOT_THE_RULE}",
            Chart(
                f"{noun.capitalize()} in a hand, by the lines that may match",
                "lines that may match",
                f"{noun} in a hand",
                (Series.of(noun, names, list(found.values())),),
                kind="points",
            ),
        )
    spread, worth = {}, {}
    for company in three_of("square-nine"):
        others = {"players": 2, "vs": company.vs}
        spread[company.where] = lab.compare("square-nine", SPREAD, BY_ROWS, **others).gap(0, 1)
        worth[company.where] = {
            lines: lab.compare("square-nine", SPREAD, RACER, match_lines=lines, **others).gap(0, 1)
            for lines in LINES
        }
    filled = "; ".join(
        f"with {LINES[lines]}, {scores[lines]} points row by row and {scores[turned]} column by "
        "column"
        for lines, turned in TURNED.items()
    )
    lab.section(
        "Where a card belongs that fits nowhere",
        f"{WHERE}: with two players and the usual rule, that wins this many hands in 100 more than "
        f"to fill the square row by row: {by_company(spread)}. If all fill it alike, a hand ends "
        f"so: {filled}.",
        Chart(
            "What you win by spreading your cards",
            "the others",
            "hands in 100 more than row by row",
            (Series.of_gaps("you spread your cards", list(spread), list(spread.values())),),
            kind="points",
            reference=(0, "row by row"),
        ),
    )
    lab.section(
        "What lines are worth",
        "Play for lines as well as for low cards, and you win this many more hands in 100 with two "
        "players, if you spread your cards. "
        + " ".join(
            f"{where.capitalize()}: "
            + joined([f"{amount(gap)} with {LINES[lines]}" for lines, gap in gaps.items()])
            + "."
            for where, gaps in worth.items()
        ),
        Chart(
            "What you win by playing for lines",
            "lines that may match",
            "hands in 100 more than by playing only for low cards",
            tuple(
                Series.of_gaps(where, names, list(gaps.values())) for where, gaps in worth.items()
            ),
            kind="points",
            reference=(0, "only for low cards"),
        ),
    )
    mixed = list(worth)[1]
    apart = abs(turns[EVERYTHING].value - turns[SQUARE].value)
    length = f"{turns[EVERYTHING]} turns" + (
        f" instead of {turns[SQUARE]}"
        if apart > turns[EVERYTHING].half + turns[SQUARE].half
        else ", as before"
    )
    lab.answer(
        answer(spread, worth) + f" If diagonals count as well as rows and columns, a hand ends "
        f"with {scores[EVERYTHING]} points instead of {scores[SQUARE]}, and takes {length}.",
        Number.of(
            amount(spread[mixed]),
            f"hands in 100 won by spreading your cards {mixed}, with rows and diagonals",
        ),
        *(
            Number.of(
                amount(worth[mixed][lines]),
                f"hands in 100 won by playing for lines {mixed}, {LINES[lines]}",
            )
            for lines in (USUAL, EVERYTHING)
        ),
    )


def by_company(gaps: Mapping[str, Difference]) -> str:
    """Return differences in words, each with its company."""
    return joined([f"{amount(gap)} {where}" for where, gap in gaps.items()])


def answer(spread: Mapping[str, Difference], worth: Mapping[str, Mapping[str, Difference]]) -> str:
    """Return what to do, as far as it wins in all three companies, and what it wins."""
    pays = all(gap.low > 0 for gaps in worth.values() for gap in gaps.values())
    usual, every = (
        by_company({where: gaps[lines] for where, gaps in worth.items()})
        for lines in (USUAL, EVERYTHING)
    )
    lines = "Play for lines, whichever count. " if pays else ""
    where = f"{WHERE}. " if all(gap.low > 0 for gap in spread.values()) else ""
    return (
        f"{lines}{where}With two players and the usual rule, playing for lines wins this many "
        f"hands in 100 more than playing only for low cards: {usual}; if all lines count, {every}. "
        "Spreading your cards so wins this many more than filling the square row by row: "
        f"{by_company(spread)}."
    )


# By a number of hands: scores and turns are read off the same hands.
EXPERIMENT = Experiment(study, n=100_000)
