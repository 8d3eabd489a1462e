"""How large is the first player's edge in Cheat, and which rule changes it?

The player on the dealer's left claims first, and if the deal does not come out even some players
hold one card more. Everybody plays alike: they tell the truth when they can and challenge only sure
lies and last cards, or they add false cards to true ones as well. By the standard rules aces
come first, each claim goes one rank up, and after a challenge the next player claims.
"""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

import polars as pl

from cardsim import Chart, Experiment, Number, Result, Series
from cardsim.studies import Lab, Table, counted, joined, rounded, wilson

Row = tuple[float, float, float]
"""Games in 100 above an even share, with the ends of its interval."""
WAYS = {"planner": "tell the truth when they can", "bluffer": "add false cards to true ones"}
PLAYERS = (2, 3, 4, 5, 6)
USUAL = 4
SHORT = ("first", "second", "third", "last")
STANDARD = "the standard rules"
RULES: dict[str, dict[str, Any]] = {
    STANDARD: {},
    "one card at a time": {"max_cards": 1},
    "the next claim for the winner of a challenge": {"after_challenge": "winner"},
    "a free first rank": {"first_rank": "free"},
    "the same rank or the next to it": {"claim_rank": "adjacent"},
    "the same rank all round": {"claim_rank": "same"},
    "two packs": {"packs": 2},
}


def study(lab: Lab) -> None:
    """Play, show, answer."""
    tables = {(way, n): played(lab, way, n) for way in WAYS for n in PLAYERS}
    lab.section(
        "By the number of players",
        "Games that the first to play wins above an even share, of 100 that somebody wins. "
        + " ".join(
            f"If all {told}: "
            + joined([f"{edge(tables[way, n])} with {counted(n)}" for n in PLAYERS])
            + " players."
            for way, told in WAYS.items()
        )
        + unfinished(tables),
        Chart(
            "What the first to play wins above an even share",
            "players",
            "games in 100 above an even share",
            tuple(
                series(f"all {told}", PLAYERS, (beside(tables[way, n])[0] for n in PLAYERS))
                for way, told in WAYS.items()
            ),
            reference=(0, "even share"),
        ),
    )
    rules = {
        (way, rule): tables[way, USUAL] if rule == STANDARD else played(lab, way, USUAL, **given)
        for way in WAYS
        for rule, given in RULES.items()
    }
    lab.section(
        f"By the rules, with {counted(USUAL)} players",
        "By the standard rules aces come first, each claim goes one rank up, and after a challenge "
        f"the next player claims. {' '.join(extremes(rules, way) for way in WAYS)}",
        Chart(
            "What the first to play wins above an even share, by the rules",
            "rules",
            "games in 100 above an even share",
            tuple(
                series(f"all {told}", tuple(RULES), (beside(rules[way, r])[0] for r in RULES))
                for way, told in WAYS.items()
            ),
            kind="points",
            reference=(0, "even share"),
        ),
    )
    way = next(iter(WAYS))
    lab.section(
        "Every place",
        f"By {STANDARD}, if all {WAYS[way]}, each place wins these games above an even share, of "
        "100 that somebody wins: "
        + joined(
            [
                f"{place} {spoken(row)}"
                for place, row in zip(SHORT, beside(rules[way, STANDARD]), strict=True)
            ]
        )
        + ".",
        table=Table(
            f"Games in 100 above an even share, if all {WAYS[way]}",
            ("rules", *SHORT),
            tuple((rule, *map(spoken, beside(rules[way, rule]))) for rule in RULES),
        ),
    )
    lab.answer(
        f"With {counted(USUAL)} players, whoever goes first wins this many of 100 games more than "
        "an even share, leaving out games that nobody wins: "
        + joined([f"{edge(rules[way, STANDARD])} if all {told}" for way, told in WAYS.items()])
        + ". "
        + " ".join(smallest(rules, way) for way in WAYS)
        + " "
        + " ".join(
            f"The fairest rule for every place, {where}, is {rule}."
            for rule, where in fairest(rules).items()
        )
        + unfinished(tables),
        *(
            Number.of(
                edge(rules[way, STANDARD]),
                f"games in 100 by going first, above an even share if all {told}",
            )
            for way, told in WAYS.items()
        ),
    )


def played(lab: Lab, way: str, players: int, **rules: Any) -> Result:
    """Run games in which all play one way."""
    return lab.run("cheat", strategy=way, vs=way, players=players, precision=None, **rules)


def beside(result: Result) -> list[Row]:
    """Return what each place wins above an even share, in 100 of the games that somebody wins."""
    players = result.spec.players
    frame = result.tables["winner"].filter(pl.col("winner") >= 0)
    won = dict(frame.group_by("winner").agg(pl.col("count").sum()).iter_rows())
    games = sum(won.values())
    rows = []
    for place in range(players):
        wins = won.get(place, 0)
        bounds = (wins / max(games, 1), *wilson(wins, games))
        value, low, high = (100 * (share - 1 / players) for share in bounds)
        rows.append((value, low, high))
    return rows


def series(name: str, x: Sequence[Any], rows: Iterable[Row]) -> Series:
    """Return the places against an even share, with their intervals."""
    values, low, high = zip(*rows, strict=True)
    return Series(name, tuple(x), values, low, high)


def spoken(row: Row) -> str:
    """Return a row in words."""
    return rounded(row[0], (row[2] - row[1]) / 2, signed=True)


def edge(result: Result) -> str:
    """Return what the first to play wins above an even share."""
    return spoken(beside(result)[0])


def extremes(rules: Mapping[tuple[str, str], Result], way: str) -> str:
    """Return by which rules the first to play wins most and least, and by the usual ones."""
    edges = {rule: beside(rules[way, rule])[0] for rule in RULES}
    most, least = (pick(RULES, key=lambda rule: edges[rule][0]) for pick in (max, min))
    return (
        f"If all {WAYS[way]}, going first is worth {spoken(edges[STANDARD])} games in 100 with "
        f"{STANDARD}. It is worth most with {most} ({spoken(edges[most])}), and "
        f"{'costs most' if edges[least][0] < 0 else 'is worth least'} with {least} "
        f"({spoken(edges[least])})."
    )


def smallest(rules: Mapping[tuple[str, str], Result], way: str) -> str:
    """Return by which rules the first to play is nearest to an even share."""
    rows = {rule: beside(rules[way, rule]) for rule in RULES}
    rule = min(RULES, key=lambda rule: abs(rows[rule][0][0]))
    return (
        f"If all {WAYS[way]}, the first player is nearest to an even share with {rule} "
        f"({spoken(rows[rule][0])}; the second to play has {spoken(rows[rule][1])})."
    )


def fairest(rules: Mapping[tuple[str, str], Result]) -> dict[str, str]:
    """Return the rules by which every place is nearest to an even share, and where they are so."""
    found: dict[str, list[str]] = {}
    for way, told in WAYS.items():
        rows = {rule: beside(rules[way, rule]) for rule in RULES}
        rule = min(RULES, key=lambda rule: max(abs(row[0]) for row in rows[rule]))
        value, low, high = max(rows[rule], key=lambda row: abs(row[0]))
        most = rounded(abs(value), (high - low) / 2)
        found.setdefault(f"{rule}: nobody is further from an even share than {most}", []).append(
            f"if all {told}"
        )
    both = "whichever way all play"
    return {rule: both if len(who) == len(WAYS) else joined(who) for rule, who in found.items()}


def unfinished(tables: Mapping[tuple[str, int], Result]) -> str:
    """Return the tables at which most games have no winner, in sentences that go at the end."""
    return "".join(
        f" {counted(n).capitalize()} players who {WAYS[way]} seldom finish: "
        f"{result.estimates['draws']} of games have no winner."
        for (way, n), result in tables.items()
        if result.estimates["draws"].value > 1 / 2
    )


# By a number of games: the parts are tables of places, with no one interval that matters.
EXPERIMENT = Experiment(study, n=20_000)
