"""Should I knock with this hand in Scat?

It is your turn, nobody has knocked yet, and your hand is worth so much. If you knock, how often is
your hand the lowest, which costs you two pennies? And do you do better to go on? We play the same
hands with the knock and without it, against beginners, in mixed company and against good players;
before that turn you never knock.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from math import sqrt

import polars as pl

from cardsim import Chart, Experiment, Number, Series
from cardsim.studies import Group, Lab, joined, rounded, three_of, wilson, z_value

PLAYERS = (2, 3, 4, 6)
THREE = 3
NEVER = 31
TURNS = tuple(range(1, 6))
HELD = (14, 16, 18, 20, 22, 24, 26, 28, 30)
GO_ON = 0
"""Stands in place of a value on that turn for no knock: no hand has it."""
EARLY = "your first three turns"
STAGES = {EARLY: TURNS[:3], "the next two": TURNS[3:]}
"""Turns whose hands are taken together: one turn alone has too few."""
ASKED, ASKED_TURN = 24, 2
COMPANIES = {company.where: company.vs for company in three_of("scat")}
"""The others."""
LOWEST = 2
"""Lives that the lowest knocker loses."""


@dataclass(frozen=True)
class Cell:
    """Knocks with one value on one turn: how many there were, and how many lost."""

    knocks: int
    lowest: int

    @property
    def chance(self) -> float:
        """The chance to be the lowest."""
        return self.lowest / self.knocks

    @property
    def bounds(self) -> tuple[float, float]:
        """The interval of the chance."""
        return wilson(self.lowest, self.knocks)

    def __str__(self) -> str:
        low, high = self.bounds
        return rounded(100 * self.chance, 50 * (high - low))


Table = Mapping[int, Mapping[int, Cell]]
Gains = dict[int, tuple[float, float, float]]
"""Pennies gained in 100 hands of each value, with the interval."""


def study(lab: Lab) -> None:
    """Play, show, answer."""
    told = []
    for where, vs in COMPANIES.items():
        tables = chances(lab, vs)
        show_chances(lab, where, tables)
        told.append(worth(lab, where, vs, tables[THREE]))
    by: dict[str, list[str]] = {}
    for where, (first, _, _) in zip(COMPANIES, told, strict=True):
        by.setdefault(first, []).append(where)
    short = "; ".join(f"{joined(some)}, {first}" for first, some in by.items())
    if len(by) == 1:
        short = f"{next(iter(by))}, in all three companies that were tried"
    if len(by) > 1:
        short = f"It depends on the others: {short}"
    lab.answer(
        f"{short[:1].upper()}{short[1:]}. {' '.join(rest for _, rest, _ in told)}",
        *(
            Number.of(
                cell,
                f"of 100 knocks with {ASKED} lowest, {where}",
            )
            for where, (_, _, cell) in zip(COMPANIES, told, strict=True)
            if cell.knocks
        ),
    )


def chances(lab: Lab, vs: str) -> dict[int, dict[int, dict[int, Cell]]]:
    """Return how often a knock is the lowest, by players, turn and value."""
    swept = lab.sweep(
        "scat",
        strategy="knock-once",
        turn=TURNS,
        knock_with=HELD,
        then_at=NEVER,
        players=PLAYERS,
        vs=vs,
        unit="hand",
    )
    found: dict[int, dict[int, dict[int, Cell]]] = {}
    for group in swept.groups:
        by: dict[int, dict[int, Cell]] = {turn: {} for turn in TURNS}
        for point in group.points:
            settings = dict(point.settings)
            knocked = point.result.tables["you"].filter(pl.col("you_knocked") == 1)
            lowest = knocked.filter(pl.col("your_change") == LOWEST)
            cell = Cell(int(knocked["count"].sum()), int(lowest["count"].sum()))
            by[int(settings["turn"])][int(settings["knock_with"])] = cell
        found[group.points[0].result.spec.players] = by
    return found


def shown(name: str, cells: Mapping[int, Cell]) -> Series | None:
    """Return the chances of a row, as far as there were such hands."""
    some = {value: cell for value, cell in cells.items() if cell.knocks}
    if not some:
        return None
    lows, highs = zip(*(c.bounds for c in some.values()), strict=True)
    return Series(name, tuple(some), tuple(c.chance for c in some.values()), lows, highs)


def rows(series: Sequence[Series | None]) -> tuple[Series, ...]:
    """Return the rows of which something is known."""
    return tuple(s for s in series if s is not None)


def show_chances(lab: Lab, where: str, tables: Mapping[int, Table]) -> None:
    """Show the chance to be the lowest: by turn with three players, and by players on one turn."""
    three = tables[THREE]
    asked = three[ASKED_TURN][ASKED]
    known = {n: by for n, by in tables.items() if by[ASKED_TURN][ASKED].knocks}
    low = three[ASKED_TURN][HELD[2]]
    lab.section(
        f"Your chance of being lowest, {where}",
        f"With three players, knock with {ASKED} on your second turn and your hand is the lowest "
        f"{asked} times in 100; knock with {HELD[2]} and it is lowest {low} times.{by_turn(three)} "
        "If somebody shows a 31 after your knock, you lose one penny like everybody else; the "
        "chart leaves that out."
        if asked.knocks and low.knocks
        else "Too few such hands came up to say.",
        Chart(
            f"How often the knocker is lowest, three players, {where}",
            "you knock with",
            "your hand is the lowest",
            rows([shown(f"turn {turn}", three[turn]) for turn in TURNS]),
            kind="grid",
            percent=True,
        ),
    )
    lab.section(
        f"By the number of players, on your second turn, {where}",
        f"Of 100 knocks with {ASKED}, this many turn out lowest: "
        + (
            joined([f"{by[ASKED_TURN][ASKED]} with {n} players" for n, by in known.items()])
            if known
            else "too few came up to say"
        )
        + ".",
        Chart(
            f"How often a knock on your second turn is lowest, {where}",
            "you knock with",
            "your hand is the lowest",
            rows([shown(f"{n} players", by[ASKED_TURN]) for n, by in tables.items()]),
            kind="grid",
            percent=True,
        ),
    )


def by_turn(table: Table) -> str:
    """Return whether the same hand is lowest more often on later turns, where the data show it."""
    cells = [table[turn][ASKED] for turn in TURNS if table[turn][ASKED].knocks]
    if len(cells) > 1 and cells[0].bounds[1] < cells[-1].bounds[0]:
        return " The later the turn, the better the hands you run into."
    return ""


def worth(lab: Lab, where: str, vs: str, cells: Table) -> tuple[str, str, Cell]:
    """Return what a knock gains over going on, with three players: the answer, short and long."""
    later = int(
        dict(
            lab.sweep("scat", knock_threshold=tuple(range(25, NEVER + 1)), vs=vs, unit="hand")
            .groups[0]
            .best.settings
        )["knock_threshold"]
    )
    series: list[Series] = []
    found: dict[int, Gains] = {}
    said = ""
    for turn in TURNS:
        swept = lab.sweep(
            "scat",
            strategy="knock-once",
            turn=turn,
            knock_with=(GO_ON, *HELD),
            then_at=later,
            vs=vs,
            unit="hand",
        )
        gains = gained(swept.groups[0], cells[turn])
        if gains:
            y, low, high = zip(*gains.values(), strict=True)
            series.append(Series(f"turn {turn}", tuple(gains), y, low, high))
        found[turn] = gains
        if turn == ASKED_TURN and ASKED in gains:
            value, low_end, high_end = gains[ASKED]
            amount = rounded(abs(value), (high_end - low_end) / 2)
            said = f"{'gains' if value > 0 else 'costs'} {amount} pennies in 100 such hands"
            if low_end <= 0 <= high_end:
                said = "gains or loses nothing measurable"
    enough = {
        stage: good_enough([found[turn] for turn in turns]) for stage, turns in STAGES.items()
    }
    some = [f"{v} on {stage}" for stage, v in enough.items() if v is not None]
    least = f"You need at least {joined(some)}" if some else "No hand is good enough on any turn"
    going_on = "never knock later" if later == NEVER else f"knock later at {later}"
    lab.section(
        f"Knock or go on, {where}",
        "What a knock gains in 100 such hands over going on, counted in pennies the others lose on "
        f"average, less yours. If you go on, you {going_on}. A knock is at least as good as "
        "going on with this or more: " + (joined(some) if some else "no hand") + ".",
        Chart(
            f"What a knock gains with three players, {where}",
            "you knock with",
            "pennies gained in 100 such hands, compared with going on",
            tuple(series),
            kind="grid",
        ),
    )
    cell = cells[ASKED_TURN][ASKED]
    on_asked = enough[EARLY]
    if on_asked is None:
        short = f"go on, whatever you hold, on {EARLY}"
    else:
        short = f"knock with {on_asked} or more on {EARLY}"
    if not cell.knocks or not said:
        few = f"{where.capitalize()}, too few such hands came up to say more."
        return short, few, cell
    return (
        short,
        (
            f"With three players, {where}: a knock with {ASKED} on your second turn "
            f"is lowest {cell} times in 100, and {said} compared with going on. {least}."
        ),
        cell,
    )


def good_enough(turns: Sequence[Gains]) -> int | None:
    """Return the least value from which on a knock gains, in the hands of some turns together.

    A gain counts by how narrow its interval is. Sums that chance can explain count as gains.
    """
    together: dict[int, tuple[float, float]] = {}
    for value in HELD:
        known = [gains[value] for gains in turns if value in gains]
        weights = [1 / max(high - low, 1e-9) ** 2 for _, low, high in known]
        if known:
            mean = sum(w * gain for w, (gain, _, _) in zip(weights, known, strict=True))
            together[value] = mean / sum(weights), 0.5 / sqrt(sum(weights))
    best = [v for v in together if all(sum(together[w]) > 0 for w in together if w >= v)]
    return next((v for v in best if together[v][0] > 0), None)


def gained(group: Group, cells: Mapping[int, Cell]) -> Gains:
    """Return the pennies gained over going on in 100 hands of each value, with the interval."""
    moments = group.moments
    errors = z_value(0.95) * moments.sds(0) / sqrt(moments.n)
    found: Gains = {}
    for k, value in enumerate(HELD, start=1):
        if cells[value].knocks:
            times = 100 * moments.n / cells[value].knocks
            gain, half = times * float(moments.means[k] - moments.means[0]), times * errors[k]
            found[value] = gain, gain - half, gain + half
    return found


# By a number of hands: the chances are of hands in which there was such a knock, as many as come.
EXPERIMENT = Experiment(study, n=200_000)
