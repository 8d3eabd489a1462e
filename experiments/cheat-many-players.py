"""How do I play Cheat with six to ten players, or with ranks that go up and down?

The more players there are, the fewer cards of a rank you hold, and the more people may doubt you.
By some house rules the next rank may be one up or one down, so that you can choose. We try five
ways to play: to lie only when you must, to add a false card to every single true one, to do so by a
rule as the pile grows, to challenge every claim until one turns out true, and to challenge small
claims while your hand is full and then bluff. We try them first with four players and ranks that go
up, then with six, eight and ten, with two packs, and with ranks that go either way: against
beginners, in mixed company and against good players.
"""

from collections.abc import Mapping
from functools import partial
from typing import Any

from cardsim import Chart, Experiment, Number, Series
from cardsim.studies import (
    CompareResult,
    Difference,
    Lab,
    Table,
    Tried,
    amount,
    in_three,
    joined,
    tried_ways,
)

GAME = "cheat"
WAYS = {
    "planner": "lie only when you must",
    "bluffer": "always add a false card",
    "level-2": "add one as the pile grows",
    "until-wrong": "challenge until one was true",
    "early-doubter": "doubt first and bluff later",
}
FOUR = "four players"
EITHER_WAY = ("four players with ranks up or down", "six players with ranks up or down")
MANY = ("six players", "eight players", "ten players")
TABLES: dict[str, dict[str, Any]] = {
    FOUR: {"players": 4},
    "six players": {"players": 6},
    "eight players": {"players": 8},
    "ten players": {"players": 10},
    "six players with two packs": {"players": 6, "packs": 2},
    "four players with ranks up or down": {"players": 4, "preset": "uk-adjacent"},
    "six players with ranks up or down": {"players": 6, "preset": "uk-adjacent"},
}


def study(lab: Lab) -> None:
    """Play, show, answer."""
    asked: dict[str, Tried] = {}
    adding: dict[str, list[Difference]] = {}
    series: dict[str, list[Any]] = {way: [] for way in list(WAYS)[1:]}
    for table, options in TABLES.items():
        asks = partial(compared, lab, options)
        played = in_three(GAME, asks, options.get("preset"), players=options["players"])
        asked[table] = tried_ways(played, list(WAYS.values()))
        adding[table] = [each.gap(1, 0) for each in played.values()]
        field = list(played.values())[1]
        for k, way in enumerate(series, start=1):
            series[way].append(field.gap(k, 0))
    lab.section(
        "In mixed company",
        "Games in 100 that you win more than by lying only when you must. A false card is added "
        "to a claim of which you hold one card.",
        Chart(
            "What each way to play wins, by the table",
            "the table",
            "games in 100 more than by lying only when you must",
            tuple(Series.of_gaps(WAYS[way], tuple(TABLES), gaps) for way, gaps in series.items()),
            kind="points",
            reference=(0, WAYS["planner"]),
        ),
    )
    companies = asked[FOUR].three
    lab.section(
        "What is best at each table",
        f"The last column is what it costs there to play as with {FOUR} in mixed company. "
        f"{asked[FOUR].about}",
        table=Table(
            "The best way to play, by the table and by who the others are",
            (
                "the table",
                *(found.company.where for found in companies),
                f"playing as with {FOUR} costs",
                "strategy",
            ),
            tuple(
                (
                    table,
                    *(each.spoken(found) for found in each.three),
                    each.mixed.cost(asked[FOUR].advised),
                    list(WAYS)[each.advised],
                )
                for table, each in asked.items()
            ),
        ),
    )
    mixed, beginners, good = ({table: gaps[k] for table, gaps in adding.items()} for k in (1, 0, 2))
    best = {t: f"{asked[t].spoken(asked[t].mixed)} with {t}" for t in (*MANY, *EITHER_WAY)}
    lab.answer(
        f"In mixed company, {joined([best[t] for t in MANY])}. Games in 100 that you win more if "
        f"you {WAYS['bluffer']} to a single true one than if you {WAYS['planner']}: in mixed "
        f"company {told(mixed)}; against beginners {told(beginners)}; against good players "
        f"{told(good)}. In mixed company, {joined([best[t] for t in EITHER_WAY])}. Playing as with "
        f"{FOUR} costs {asked[MANY[0]].mixed.cost(asked[FOUR].advised)} with {MANY[0]} in mixed "
        "company.",
        *(Number.of(amount(mixed[t]), f"games in 100 by adding, {t}") for t in MANY),
    )


def told(gaps: Mapping[str, Difference]) -> str:
    """Return what always adding a false card wins with many players."""
    return joined([f"{amount(gaps[table])} with {table}" for table in MANY])


def compared(lab: Lab, options: dict[str, Any], vs: str) -> CompareResult:
    """Compare the ways to play at one table, in one company."""
    return lab.compare(GAME, list(WAYS), vs=vs, **options)


# By a number of games: there is no one difference that matters.
EXPERIMENT = Experiment(study, n=2_000)
