"""What is a good score in Square 9?

The lowest score wins the hand, so a score is good if it wins more often than an even share. You
play as good players do: with two players against beginners, in mixed company and against good
players, and with two to four in mixed company. We count how often you end with each score, and how
often that wins.
"""

import polars as pl

import cardsim
from cardsim import Chart, Experiment, Number, Series
from cardsim.studies import Company, Lab, Table, by_players, counted, three_of

GAME, PLAYERS, TWO = "square-nine", (2, 3, 4), 2
RARE = 100
"""A score that comes up less than once in this many hands is not shown."""
COMPANIES = three_of(GAME)
BEGINNERS, MIXED, GOOD = COMPANIES


def study(lab: Lab) -> None:
    """Play, show, answer."""
    known = {who: scored(lab, TWO, who) for who in COMPANIES}
    mixed = {n: known[MIXED] if n == TWO else scored(lab, n, MIXED) for n in PLAYERS}
    wins = {who: shares(lab, frame, who.name) for who, frame in known.items()}
    by_number = {n: shares(lab, frame, f"{counted(n)} players") for n, frame in mixed.items()}
    good = {n: str(highest(series, n)) for n, series in by_number.items()}
    usual = {n: f"{frame['score'].quantile(0.5):.0f}" for n, frame in mixed.items()}
    lab.section(
        "With two players, by who the others are",
        "You win at least half of the hands with "
        + "; ".join(f"{highest(series, TWO)} or less {who.where}" for who, series in wins.items())
        + ".",
        chart("Hands won with each score, two players", list(wins.values()), TWO),
    )
    lab.section(
        "By the number of players, in mixed company",
        f"You win at least an even share with a score of at most {by_players(good)}.",
        chart("Hands won with each score, in mixed company", list(by_number.values())),
        Table(
            "Scores in mixed company, if you play as good players do",
            ("players", "good", "half of your hands", "one hand in ten", "nine hands in ten"),
            tuple(
                (
                    f"{n}",
                    f"{good[n]} or less",
                    *(f"{frame['score'].quantile(part):.0f} or less" for part in (0.5, 0.1, 0.9)),
                )
                for n, frame in mixed.items()
            ),
        ),
    )
    most = by_players(good, "points")
    if len(set(good.values())) == 1:
        most = f"{good[TWO]} points, with two, three or four players"
    lab.answer(
        f"In mixed company at most {most}: with so few you win an even share "
        f"or more. Half of your hands end with at most {by_players(usual)}. With two players "
        f"{highest(wins[BEGINNERS], TWO)} is good enough {BEGINNERS.where}; {GOOD.where} it takes "
        f"{highest(wins[GOOD], TWO)} or less.",
        *(
            Number(f"{good[n]} or less", f"is a good score with {counted(n)} players")
            for n in PLAYERS
        ),
    )


def scored(lab: Lab, players: int, who: Company) -> pl.DataFrame:
    """Return your score in each hand, and your share of the win."""
    table = {"players": players, "strategy": GOOD.vs, "vs": who.vs, "unit": "hand"}
    lab.run(GAME, **table)
    frame = cardsim.hands(GAME, lab.n, seed=lab.seed, **table)
    return frame.filter(pl.col("seat") == pl.col("your_seat")).select("score", "won")


def shares(lab: Lab, frame: pl.DataFrame, name: str) -> Series:
    """Return how often each score wins."""
    return Series.of_shares(name, frame, "score", "won", -(-lab.n // RARE))


def highest(wins: Series, players: int) -> int:
    """Return the highest score before those that win less than an even share."""
    count = next((k for k, share in enumerate(wins.y) if share < 1 / players), len(wins.y))
    return round(float(wins.x[max(count, 1) - 1]))


def chart(finding: str, series: list[Series], players: int = 0) -> Chart:
    """Draw how often each score wins."""
    return Chart(
        finding,
        "your score",
        "hands that you win",
        tuple(series),
        percent=True,
        reference=(1 / players, "even share") if players else None,
    )


EXPERIMENT = Experiment(study, n=50_000)
