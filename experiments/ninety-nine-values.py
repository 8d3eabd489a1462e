"""What do other values of the cards change in Ninety-Nine?

Houses differ about what a ten, an ace, a king or an eight does. Under each set of values three
players play whole matches, and you play by the five rules of `ninety-nine-five-rules`, put down the
highest card first, or keep two special cards: against beginners, in mixed company and against good
players. How many cards a hand lasts we count where all play by the five rules.
"""

from functools import partial

from cardsim import Chart, Experiment, Number, Series
from cardsim.studies import CompareResult, Lab, Table, in_three, tried_ways

GAME, THREE = "ninety-nine", 3
VALUES = {
    "plus-minus-ten": "the usual values",
    "minus-ten": "a ten only takes away",
    "ace-one": "the same, and an ace is only 1",
    "king-of-spades": "only the king of spades makes 99",
    "eight-reverses": "an 8 turns the play round, not a 4",
    "nine-is-99": "a 9 makes 99, and a king holds",
}
WAYS = {
    "five-rules": "play by the five rules",
    "dump-high": "put down the highest card first",
    "hoarder": "keep two special cards",
}
USUAL = "plus-minus-ten"


def study(lab: Lab) -> None:
    """Play, show, answer."""
    asked, cards = {}, {}
    for values in VALUES:
        three = in_three(GAME, partial(played, lab, values))
        asked[values] = tried_ways(three, list(WAYS.values()))
        cards[values] = lab.run(
            GAME,
            card_table=values,
            players=THREE,
            unit="hand",
            strategy="five-rules",
            vs="five-rules",
            measure="cards",
        ).headline
    names = list(VALUES.values())
    lab.section(
        "How you play under each",
        asked[USUAL].about,
        Chart(
            "Matches that you win by the five rules",
            "what the cards do",
            "matches that you win",
            tuple(
                Series.of(
                    asked[USUAL].three[k].company.name,
                    names,
                    [ways.three[k].estimates[0] for ways in asked.values()],
                )
                for k in range(3)
            ),
            kind="points",
            percent=True,
            reference=(1 / THREE, "even share"),
        ),
        Table(
            "What to do, and what the highest card first costs in mixed company",
            ("values", "what is best", "highest first costs", "cards in a hand"),
            tuple(
                (
                    VALUES[values],
                    ways.advice,
                    ways.mixed.cost(1),
                    str(cards[values]),
                )
                for values, ways in asked.items()
            ),
        ),
    )
    others = [values for values in VALUES if values != USUAL]
    same = all(asked[values].advised == asked[USUAL].advised for values in others)
    slow = max(others, key=lambda values: cards[values].value)
    lab.answer(
        (
            "You play the same way under all of them. "
            if same
            else "It depends on the values how to play. "
        )
        + f"With the usual values {asked[USUAL].advice}. A hand lasts {cards[USUAL]} cards then, "
        f"and {cards[slow]} if {VALUES[slow]}.",
        Number.of(asked[USUAL].mixed.amount(0), "of matches by the five rules, the usual values"),
        Number.of(asked[slow].mixed.amount(0), f"if {VALUES[slow]}"),
        Number.of(f"{cards[USUAL]} cards", f"in a hand with {VALUES[USUAL]}"),
        Number.of(f"{cards[slow]} cards", f"if {VALUES[slow]}"),
    )


def played(lab: Lab, values: str, vs: str) -> CompareResult:
    """Compare all ways to play under one set of values."""
    return lab.compare(GAME, list(WAYS), card_table=values, players=THREE, unit="match", vs=vs)


EXPERIMENT = Experiment(study, n=100_000, precision="0.5pp")
