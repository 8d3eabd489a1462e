"""When should I knock in Scat?

The lowest hand pays a penny, a knocker with the lowest hand pays two, and the last player with a
penny wins the match. You knock as soon as your hand is worth a fixed value, and take whatever
helps. Each value plays the same matches, with 2 to 6 players, against beginners, in mixed company
and against good players. Then the value may depend on your turn and on your pennies, and in the end
everybody plays the same way. `scat-how-to-play` has the best rules altogether.
"""

from collections.abc import Mapping
from typing import Any

import numpy as np

from cardsim import Chart, CompareResult, Experiment, Number, Series, SweepResult
from cardsim.studies import (
    Group,
    Lab,
    Shortfall,
    Table,
    Tried,
    in_three,
    joined,
    level,
    three_of,
    tried,
)

PLAYERS = range(2, 7)
THREE = 3
NEVER = 31
TOO_SOON = 20
"""The value at which fewest hands lose a penny: what feels right."""
VALUES = (18, 19, TOO_SOON, 21, *range(23, NEVER + 1))
OTHERS = {"knock at 21": 21, "knock at 25": 25, "never knock": NEVER}
"""Habits of the others, where all have the same, and the value at which they knock."""
COMPANIES = {company.where: company.vs for company in three_of("scat")}
TURNS = ("turn_1", "turn_2", "turn_3", "turn_4_on")
ON_TURN = (20, 21, 22, 23, 24, 25, 26, 27, 28, 29, NEVER)
LIVES = ("on_county", "at_1", "at_2", "at_3_or_more")
WITH_PENNIES = (20, 22, 24, 26, 27, 28, 29, 30, NEVER)
ALIKE = tuple(range(23, NEVER + 1))
CANDIDATES = 5
FEW = (2, THREE)
ENDS = (2, 4, 6)
"""Numbers of players whose lines are drawn; the table has all."""
KEEPS = "all keep to the plan"
SMALL = 0.5
"""Matches in 100 that nobody would notice."""


def study(lab: Lab) -> None:
    """Play, show, answer."""
    swept = in_three(
        "scat",
        lambda vs: lab.sweep("scat", unit="match", knock_threshold=VALUES, players="2..6", vs=vs),
    )
    by = {n: tried(swept, way, "knock_threshold", players=n) for n in PLAYERS}
    three = by[THREE]
    x = "you knock with this or more (31: never)"
    three.show(lab, "One value for all turns, with three players", x, three.about)
    by_players(lab, by)
    if_alike(lab, VALUES[three.advised])
    best = {
        where: VALUES[three.best_in(found)]
        for where, found in zip(COMPANIES, three.three, strict=True)
    }
    tables = {where: by_turn(lab, best[where], vs) for where, vs in COMPANIES.items()}
    gains = show_turns(lab, tables, best)
    by_pennies(lab, best)
    alike_by_turn(lab, all_alike(lab))
    check(lab, best, tables, VALUES[three.advised])
    soon = VALUES.index(TOO_SOON)
    costs = three.mixed.cost(soon)
    mixed = three.mixed.company.where
    lab.answer(
        f"{three.headline}. That is with three players and one value for all turns; the rules of "
        f"scat-how-to-play go by the turn and the discards, and win more. Knock at "
        f"{TOO_SOON} {mixed}, and it costs you {costs}. Turn by turn, {mixed}: "
        f"{joined([brief(v) for v in tables[mixed].values()])}. {gains[mixed]}",
        *three.numbers,
        Number.of(costs, f"lost by knocking at {TOO_SOON}, {mixed}", is_cost=True),
    )


def fixed(value: int) -> str:
    """Return the strategy that knocks at this value."""
    return f"threshold:knock_threshold={value}"


def way(value: int) -> str:
    """Return in words at which value to knock."""
    return "never knock" if value == NEVER else f"knock at {value}"


def brief(value: int) -> str:
    """Return a value in a word."""
    return "never" if value == NEVER else str(value)


def group_of(sweep: SweepResult, players: int) -> Group:
    """Return the points of a sweep with this many players."""
    return next(g for g in sweep.groups if g.points[0].result.spec.players == players)


def value_of(point: Any, name: str = "knock_threshold") -> int:
    """Return a point's value of a parameter."""
    return int(dict(point.settings)[name])


def chosen(group: Group, name: str = "knock_threshold") -> int:
    """Return the value that does best."""
    return value_of(group.best, name)


def cost(sweep: SweepResult, group: Group, value: int, name: str = "knock_threshold") -> str:
    """Return the cost of a value compared with the best, in words."""
    point = next(p for p in group.points if value_of(p, name) == value)
    return sweep.cost(point.shortfall)


def by_players(lab: Lab, by: Mapping[int, Tried]) -> None:
    """Show the best value in each company, by the number of players."""
    lab.section(
        "By the number of players",
        "If you do not know the others: "
        + joined([f"{a.ways[a.advised]} with {n} players" for n, a in by.items()])
        + ". An even share is "
        + joined([f"{100 / n:.3g}" for n in by])
        + " %.",
        Chart(
            "What each value wins in mixed company",
            "you knock with this or more (31: never)",
            "matches won",
            tuple(Series.of(f"{n} players", VALUES, by[n].mixed.estimates) for n in ENDS),
            percent=True,
            best="highest",
        ),
        Table(
            "When to knock, by players and by who the others are",
            ("players", *COMPANIES, "if you do not know them", "costs at most, matches in 100"),
            tuple(
                (
                    f"{n} players",
                    *(asked.spoken(found) for found in asked.three),
                    asked.ways[asked.advised],
                    asked.price,
                )
                for n, asked in by.items()
            ),
        ),
    )


def if_alike(lab: Lab, unknown: int) -> None:
    """Show what to do if all others do the same, and the cost of the value for unknown company."""
    swept = {
        told: lab.sweep("scat", unit="match", knock_threshold=VALUES, players=THREE, vs=fixed(at))
        for told, at in OTHERS.items()
    }
    groups = {told: sweep.groups[0] for told, sweep in swept.items()}
    lab.section(
        "If you know that the others all do the same",
        "With three players. "
        + " ".join(
            f"If both {told}, {way(chosen(g))}: you win {g.best.estimate} of matches; to "
            f"{way(unknown)} costs {cost(swept[told], g, unknown)}."
            for told, g in groups.items()
        ),
        Chart(
            "Matches won with three players, by what the others do",
            "you knock with this or more (31: never)",
            "matches won",
            tuple(Series.of_group(g, f"both {told}") for told, g in groups.items()),
            percent=True,
            reference=(1 / THREE, "even share"),
            best="highest",
        ),
    )


def by_turn(lab: Lab, value: int, vs: str) -> dict[str, int]:
    """Find the value for each own turn of three players, by single hands; the first turn first.

    Of values that may be as good, the one next to that of the turn before: others are noise.
    """
    table = dict.fromkeys(TURNS, value)
    for turn, before in zip(TURNS, (None, *TURNS), strict=False):
        varied: dict[str, Any] = table | {turn: ON_TURN}
        group = lab.sweep("scat", strategy="turn-table", vs=vs, unit="hand", **varied).groups[0]
        table[turn] = chosen(group, turn)
        if before is not None:
            close = np.array([table[turn], *(value_of(p, turn) for p in level(group))])
            table[turn] = int(close[np.abs(close - table[before]).argmin()])
    return table


def show_turns(
    lab: Lab, tables: Mapping[str, Mapping[str, int]], best: Mapping[str, int]
) -> dict[str, str]:
    """Show the values by turn; return what they gain in matches over one value for all turns."""
    gains = {}
    for where, table in tables.items():
        gains[where] = "That is the same on all turns."
        if in_turn(table) != fixed(best[where]):
            ways = [in_turn(table), fixed(best[where])]
            vs = COMPANIES[where]
            contest = lab.compare("scat", ways, unit="match", vs=vs, seed=lab.seed + 1)
            gains[where] = gained(contest)
    lab.section(
        "By your turn, with three players",
        "When to knock on your first turn, your second, your third, and later. "
        + " ".join(
            f"{where.capitalize()}: {joined([brief(v) for v in table.values()])}. {gains[where]}"
            for where, table in tables.items()
        ),
        Chart(
            "When to knock, turn by turn",
            "your own turn (4: the fourth and later)",
            "knock with this or more (31: never)",
            tuple(
                Series(where, tuple(range(1, 5)), tuple(map(float, table.values())))
                for where, table in tables.items()
            ),
        ),
    )
    return gains


def in_turn(table: Mapping[str, int]) -> str:
    """Return the strategy that knocks at these values."""
    if len(set(table.values())) == 1:
        return fixed(table[TURNS[0]])
    return "turn-table:" + ",".join(f"{turn}={value}" for turn, value in table.items())


def gained(contest: CompareResult) -> str:
    """Return what the first of two strategies gains over the other, on fresh hands."""
    (difference,) = contest.differences
    if difference.high < SMALL / 100:
        return "Compared with one value for all turns, that makes no practical difference."
    verb = "gains" if difference.a == 0 else "loses"
    sure = "" if not difference.is_tie else ", which may be luck"
    return f"Compared with one value for all turns, that {verb} {contest.cost(difference)}{sure}."


def by_pennies(lab: Lab, best: Mapping[str, int]) -> None:
    """Show the value with one penny left, with three players."""
    told, series = [], []
    for where, value in best.items():
        varied: dict[str, Any] = dict.fromkeys(LIVES, value) | {
            "at_1": tuple(sorted({*WITH_PENNIES, value}))
        }
        sweep = lab.sweep(
            "scat",
            unit="match",
            strategy="threshold-by-lives",
            vs=COMPANIES[where],
            **varied,
        )
        group = sweep.groups[0]
        told.append(
            f"{where.capitalize()}, {way(chosen(group, 'at_1'))}"
            + (
                ", as before."
                if chosen(group, "at_1") == value
                else f"; if you {way(value)} as before, it costs you "
                f"{cost(sweep, group, value, 'at_1')}."
            )
        )
        series.append(Series.of_costs(group, where))
    lab.section(
        "With one penny left, with three players",
        " ".join(told),
        Chart(
            "What each value costs with your last penny",
            "with one penny left you knock with this or more (31: never)",
            "matches in 100 fewer than with the best value",
            tuple(series),
            interval="95 % intervals of all differences together",
            best="lowest",
        ),
    )


def all_alike(lab: Lab) -> dict[int, int]:
    """Find by the number of players the value from which nobody gains much by another."""
    gains: dict[int, dict[int, Shortfall]] = {n: {} for n in PLAYERS}
    for value in ALIKE:
        sweep = lab.sweep(
            "scat", knock_threshold=ALIKE, players="2..6", vs=fixed(value), unit="hand"
        )
        for n in PLAYERS:
            gains[n][value] = gain_from(sweep, n, value)
    settled, told = {}, []
    for n, by in gains.items():
        checks = {}
        for value in sorted(by, key=lambda v: by[v].value)[:CANDIDATES]:
            sweep = lab.sweep(
                "scat", unit="match", knock_threshold=ALIKE, players=n, vs=fixed(value)
            )
            gain = gain_from(sweep, n, value)
            checks[value] = gain.value, sweep.cost(gain)
        settled[n] = min(checks, key=checks.__getitem__)
        told.append(
            f"With {n} players, {way(settled[n])}: no other value gains you more than "
            f"{checks[settled[n]][1]}."
        )
    lab.section(
        "If everybody plays the same value",
        "At this value nobody gains much by knocking at another while the others keep to it. "
        f"{' '.join(told)} Single hands show which values are worth a look; matches decide.",
        Chart(
            f"If all three players keep to one value: {way(settled[THREE])}",
            "all knock with this or more (31: never)",
            "lives in 100 hands gained by the best other value",
            (
                Series(
                    f"{THREE} players",
                    ALIKE,
                    tuple(100 * gap.value for gap in gains[THREE].values()),
                    tuple(100 * gap.low for gap in gains[THREE].values()),
                    tuple(100 * gap.high for gap in gains[THREE].values()),
                ),
            ),
            interval="95 % intervals",
            best="lowest",
        ),
    )
    return settled


def gain_from(sweep: SweepResult, players: int, value: int) -> Shortfall:
    """Return what one player gains by the best other value, where all others knock at this one."""
    points = group_of(sweep, players).points
    return next(p.shortfall for p in points if value_of(p) == value)


def alike_by_turn(lab: Lab, settled: Mapping[int, int]) -> None:
    """Show what all play by turn, and the most that one of them gains by something else."""
    found = {}
    for n in FEW:
        table = dict.fromkeys(TURNS, settled[n])
        for turn in reversed(TURNS[:-1]):
            varied: dict[str, Any] = table | {turn: ON_TURN}
            sweep = lab.sweep(
                "scat",
                strategy="turn-table",
                players=n,
                vs=in_turn(table),
                unit="hand",
                **varied,
            )
            table[turn] = chosen(sweep.groups[0], turn)
        found[n] = table, departures(lab, n, table)
    told = [
        f"With {n} players: {joined([brief(v) for v in table.values()])}; nobody gains more than "
        f"{told_gain(contest, table)} by leaving it."
        for n, (table, contest) in found.items()
    ]
    table, contest = found[THREE]
    lab.section(
        "If everybody plays the same, turn by turn",
        "When to knock on your first turn, your second, your third, and later. "
        f"{' '.join(told)} On fresh hands, one player of three leaves that plan in each way "
        "shown.",
        table=Table(
            f"If all three knock at {joined([brief(v) for v in table.values()])}, turn by turn",
            ("what one player does", "matches this player wins"),
            tuple(
                (name, str(c.estimate))
                for name, c in zip(departing(table).values(), contest.contenders, strict=True)
            ),
        ),
    )


def departing(table: Mapping[str, int]) -> dict[str, str]:
    """Return one player's strategies where the others knock by a table, with their names."""
    later = {in_turn({**table, TURNS[-1]: v}): f"one player, but later {brief(v)}" for v in ALIKE}
    same = {fixed(v): f"one player: {brief(v)}, on any turn" for v in ALIKE}
    return {**same, **later, in_turn(table): KEEPS}


def departures(lab: Lab, players: int, table: Mapping[str, int]) -> CompareResult:
    """Compare one player's departures from what all play, on fresh hands."""
    return lab.compare(
        "scat",
        list(departing(table)),
        unit="match",
        players=players,
        vs=in_turn(table),
        seed=lab.seed + 1,
    )


def told_gain(contest: CompareResult, table: Mapping[str, int]) -> str:
    """Return what the best of several ways gains over what all keep to, in words."""
    kept = list(departing(table)).index(in_turn(table))
    gains = [d for d in contest.differences if d.b == kept]
    return contest.cost(max(gains, key=lambda d: d.value)) if gains else "nothing"


def check(
    lab: Lab, best: Mapping[str, int], tables: Mapping[str, Mapping[str, int]], unknown: int
) -> None:
    """Check the advice on fresh hands, by matches of three players."""
    rows = []
    for where, vs in COMPANIES.items():
        ways = {
            "by turn": in_turn(tables[where]),
            way(unknown): fixed(unknown),
            way(best[where]): fixed(best[where]),
            **{way(v): fixed(v) for v in (NEVER, 25, 21, TOO_SOON)},
        }
        named = {strategy: name for name, strategy in ways.items()}
        contest = lab.compare("scat", list(named), unit="match", vs=vs, seed=lab.seed + 2)
        rows += [
            (where, name, str(c.estimate))
            for name, c in zip(named.values(), contest.contenders, strict=True)
        ]
    lab.section(
        "The same on fresh hands",
        "The plans from above, with three players, in matches that were not used to find them.",
        table=Table(
            "What each plan wins on fresh hands",
            ("the others", "you", "matches you win"),
            tuple(rows),
        ),
    )


# By a number of matches: runs to a precision would mostly stop at the most matches allowed,
# where intervals that hold at every look are wider than those of a fixed number.
EXPERIMENT = Experiment(study, n=20_000)
