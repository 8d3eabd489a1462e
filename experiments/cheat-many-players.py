"""How do I play Cheat with six to ten players, or with ranks that go up and down?

The more players there are, the fewer cards of a rank you hold, and the more people may doubt you.
By some house rules the next rank may be one up or one down, so that you can choose. We try five
ways to play: to lie only when you must, to add a false card to every single true one, to do so by a
rule as the pile grows, to challenge every claim until one turns out true, and to challenge claims
while your hand is full and then bluff. We try them first with four players and ranks that go
up, then with six, eight and ten, with two packs, and with ranks that go either way: against
beginners, in mixed company and against good players.
"""

from collections.abc import Mapping, Sequence
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
BEGINNERS, MIXED, GOOD = range(3)
PLAYERS, RANKS = " players", " with ranks up or down"
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
    won: dict[str, list[Difference]] = {}
    series: dict[str, list[Any]] = {way: [] for way in list(WAYS)[1:]}
    for table, options in TABLES.items():
        asks = partial(compared, lab, options)
        played = in_three(GAME, asks, options.get("preset"), players=options["players"])
        asked[table] = tried_ways(played, list(WAYS.values()))
        if chosen := in_mixed(asked[table]):
            won[table] = [each.gap(chosen, 0) for each in played.values()]
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
                    each.mixed.cost(in_mixed(asked[FOUR])),
                    list(WAYS)[in_mixed(each)],
                )
                for table, each in asked.items()
            ),
        ),
    )
    beginners, mixed, good = ({table: gaps[k] for table, gaps in won.items()} for k in range(3))
    lab.answer(
        f"{advice(asked)}. Games in 100 that you win more by the first than if you "
        f"{WAYS['planner']}: in mixed company {told(mixed)}; against good players {told(good)}; "
        f"against beginners {told(beginners)}. With ranks up or down it is, in mixed company, best "
        f"to {best(asked, EITHER_WAY)}. Playing as with {FOUR} costs "
        f"{asked[MANY[0]].mixed.cost(in_mixed(asked[FOUR]))} with {MANY[0]} in mixed company.",
        *(Number.of(amount(mixed[t]), f"games in 100 more, {t}") for t in mixed if t in MANY),
    )


def in_mixed(asked: Tried) -> int:
    """Return the number of the way that is best in mixed company."""
    return asked.best_in(asked.mixed)


def advice(asked: Mapping[str, Tried]) -> str:
    """Return what is best with many players in each company."""
    mixed, good, beginners = (best(asked, MANY, k) for k in (MIXED, GOOD, BEGINNERS))
    if all(asked[table].three[BEGINNERS].is_good(0) for table in MANY):
        beginners = WAYS["planner"]
    against = f"; against good players, {good}" if good != mixed else ""
    first = "In mixed company" if against else "In mixed company and against good players"
    return f"{first}, {mixed}{against}; against beginners, {beginners}"


def best(asked: Mapping[str, Tried], tables: Sequence[str], company: int = MIXED) -> str:
    """Return what is best at some tables, with those alike put together."""
    alike: dict[str, list[str]] = {}
    for table in tables:
        players = table.removesuffix(RANKS).removesuffix(PLAYERS)
        alike.setdefault(asked[table].spoken(asked[table].three[company]), []).append(players)
    return joined([f"{way} with {joined(some)}{PLAYERS}" for way, some in alike.items()])


def told(gaps: Mapping[str, Difference]) -> str:
    """Return what the way that is best in mixed company wins with many players."""
    return joined([f"{amount(gaps[table])} with {table}" for table in MANY if table in gaps])


def compared(lab: Lab, options: dict[str, Any], vs: str) -> CompareResult:
    """Compare the ways to play at one table, in one company."""
    return lab.compare(GAME, list(WAYS), vs=vs, **options)


# By a number of games: there is no one difference that matters.
EXPERIMENT = Experiment(study, n=2_000)
