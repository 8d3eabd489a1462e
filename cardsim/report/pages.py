"""Results -> pages: which numbers, charts and words stand where."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from itertools import groupby

import polars as pl

from cardsim import plots
from cardsim.game import Game, Unit
from cardsim.params import Option, Value, shown
from cardsim.report.page import Cell, Download, Page, Section, Sheet
from cardsim.result import Player, Result, RunSpec
from cardsim.stats import spelled

NARROW_SPACE = "\N{NARROW NO-BREAK SPACE}"
MOST_DATA = 48_000
"""Bytes of counts that a page carries; more are to be had as a file."""


def run_page(result: Result) -> Page:
    """The report of a run."""
    spec, game, unit = result.spec, result.game, result.unit
    headline = result.headline
    value, interval = headline.parts
    value = value.replace(" ", NARROW_SPACE)
    return Page(
        kicker=kicker(game, spec, f"{grouped(result.hands)} {unit.plural}"),
        title=line_up(spec),
        figure=(
            value,
            plots.heading(headline.text),
            f"{percent(headline.confidence)} interval {interval}",
        ),
        answer=result.sentence,
        sections=(
            *_distributions(result),
            Section("All estimates", sheets=(estimates_sheet(result),)),
            *_seats(result),
        ),
        rules=rules_section(game, spec),
        method=(*played(result), EACH),
        command=spec.command(game),
        facts=(
            ("Seed", str(spec.seed)),
            (plots.heading(unit.plural), str(result.hands)),
            ("Version", f"cardsim {result.version}"),
        ),
        downloads=_run_downloads(result),
        more=_more(result),
    )


def grouped(number: int) -> str:
    """A count with its digits in threes: `1 000 000`."""
    return f"{number:,}".replace(",", NARROW_SPACE)


def line_up(spec: RunSpec) -> str:
    """The hero; where every seat was given, all of them, those alike in a row together."""
    if not spec.fixed:
        return spec.hero.brief
    alike = [(name, len(list(group))) for name, group in groupby(p.brief for p in spec.seats)]
    return ", ".join(name if n == 1 else f"{n} \N{MULTIPLICATION SIGN} {name}" for name, n in alike)


def percent(share: float) -> str:
    """A share in per cent: `95 %`."""
    return f"{100 * share:g} %"


def kicker(game: Game, spec: RunSpec, much: str) -> tuple[str, ...]:
    """Where a question belongs."""
    preset = () if spec.preset == next(iter(game.presets)) else (f"rules {spec.preset}",)
    return (game.title, f"{spec.players} players", *preset, much)


def estimates_sheet(result: Result) -> Sheet:
    """Every measure with its interval."""
    rows = tuple(
        (Cell(e.text), Cell(e.parts[0], e.value), Cell(e.parts[1], e.half))
        for e in result.estimates.values()
    )
    return Sheet(f"Per {result.unit.name}", ("What", ">Estimate", f">{plots.INTERVAL}"), rows)


def _distributions(result: Result) -> Iterable[Section]:
    """The charts of a run but those by seat, with the tables of those that have few values."""
    by_seat = {p.title for p in plots.seat_panels(result)}
    for panel in plots.panels(result):
        if panel.title in by_seat:
            continue
        sheets = tuple(
            _shares_sheet(result, t, c)
            for t, c in result.unit.shares
            if plots.heading(plots.column_of(result, t, c).help) == panel.title
        )
        yield Section(panel.title, (panel,), sheets=sheets)


def _shares_sheet(result: Result, table: str, column: str) -> Sheet:
    shares = result.shares()[column]
    numeric = shares[column].dtype.is_numeric()
    rows = []
    for r in (shares if numeric else shares.sort("share", descending=True)).to_dicts():
        value, interval = spelled(r["share"], r["low"], r["high"], is_share=True)
        name = Cell(str(r[column]), r[column] if numeric else None)
        rows.append(
            (
                name,
                Cell(str(r["count"]), r["count"]),
                Cell(value, r["share"]),
                Cell(interval, r["high"] - r["low"]),
            )
        )
    what = plots.heading(plots.column_of(result, table, column).help)
    heads = ("Value", f">{plots.heading(result.unit.plural)}", ">Share", f">{plots.INTERVAL}")
    return Sheet(what, heads, tuple(rows))


def _seats(result: Result) -> Iterable[Section]:
    for (_, column), panel in zip(result.unit.by_seat, plots.seat_panels(result), strict=True):
        rows = []
        for r in result.by_seat()[column].to_dicts():
            value, interval = spelled(r["mean"], r["low"], r["high"], is_share=False)
            rows.append(
                (
                    Cell(f"seat {r['seat']}", r["seat"]),
                    Cell(value, r["mean"]),
                    Cell(interval, r["high"] - r["low"]),
                )
            )
        heads = ("Seat", ">Mean", f">{plots.INTERVAL}")
        yield Section(panel.title, (panel,), sheets=(Sheet(panel.title, heads, tuple(rows)),))


def rules_section(game: Game, spec: RunSpec) -> Section:
    """The house rules and the players, as played."""
    usual = {o.name: o.default for o in game.options}
    values = dict(spec.rules)
    options = [o for o in game.options if _effective(o, values)]
    marked = frozenset(k for k, o in enumerate(options) if values[o.name] != usual[o.name])
    rows = tuple(
        (
            Cell(o.flag.removeprefix("--")),
            Cell(_spoken(values[o.name])),
            *([Cell(_spoken(usual[o.name]) if k in marked else "")] if marked else []),
            Cell(plots.heading(o.help)),
        )
        for k, o in enumerate(options)
    )
    left = len(game.options) - len(options)
    caption = f"House rules, preset {spec.preset}"
    if left:
        caption += f"; {left} without effect beside these {'is' if left == 1 else 'are'} left out"
    heads = ("Rule", "Here", *(["Standard"] if marked else []), "What it means")
    rules = Sheet(caption, heads, rows, marked, sortable=False)
    sheets = (players_sheet(spec), rules) if rows else (players_sheet(spec),)
    return Section("The rules as played", sheets=sheets)


def players_sheet(spec: RunSpec) -> Sheet:
    """Who sat where, with every parameter."""
    if spec.fixed:
        seats = [(f"Seat {k}", p) for k, p in enumerate(spec.seats)]
    else:
        others = len(spec.seats) - 1
        seats = [("Hero, in each seat in turn", spec.hero)]
        if others:
            seats.append((f"{others} other seat{'s' if others > 1 else ''}", spec.seats[1]))
    rows = tuple((Cell(where), Cell(p.strategy), Cell(_parameters(p))) for where, p in seats)
    return Sheet("Players", ("Where", "Strategy", "Parameters"), rows, sortable=False)


def _parameters(player: Player) -> str:
    return ", ".join(f"{n.replace('_', '-')} {shown(v)}" for n, v in player.parameters) or "none"


def _effective(option: Option, values: Mapping[str, Value]) -> bool:
    return all(values[other] in allowed for other, allowed in option.needs)


def _spoken(value: Value) -> str:
    return ("yes" if value else "no") if isinstance(value, bool) else shown(value)


def played(result: Result) -> tuple[str, ...]:
    """How the hands of a run came about, in plain words."""
    spec, unit = result.spec, result.unit
    place = (
        "Every seat kept its player."
        if spec.fixed
        else "The hero took each seat in turn, so that no seat favours it."
    )
    count = f"{grouped(result.hands)} {unit.plural} of {result.game.title}"
    return (
        f"{count} were played by computer, {spec.players} players at the table. {place}",
        chance(spec, unit),
        FAIR,
    )


def chance(spec: RunSpec, unit: Unit) -> str:
    """Where the cards and dice come from, in plain words."""
    return (
        f"Chance comes from a counter-based generator (Philox4x32-10): seed {spec.seed} and "
        f"the number of the {unit.name} decide every card and die. The same command plays the "
        f"same {unit.plural} again on any machine, to the last digit."
    )


FAIR = "Each player decides by what it may legally see, and nothing else."
EACH = (
    "Every number is an estimate with the interval that its sample deserves: Wilson's for shares, "
    "the normal one with the exact second moment for means. Of twenty such intervals about one "
    "misses the true value; they hold one by one, not all at once. More hands make them "
    "narrower: four times as many, half the width."
)


def csv_of(frame: pl.DataFrame) -> str:
    """A frame as CSV."""
    return frame.write_csv()


def _run_downloads(result: Result) -> tuple[Download, ...]:
    game = result.spec.game
    found = [Download(f"{game}-estimates.csv", "all estimates", csv_of(result.frame()))]
    for column, frame in result.shares().items():
        found.append(
            Download(f"{game}-{column}.csv".replace("_", "-"), "the distribution", csv_of(frame))
        )
    for column, frame in result.by_seat().items():
        found.append(
            Download(
                f"{game}-{column}-by-seat.csv".replace("_", "-"), "means by seat", csv_of(frame)
            )
        )
    counts = csv_of(result.counts())
    if len(counts) <= MOST_DATA:
        found.append(
            Download(f"{game}-counts.csv", "every distinct outcome with its count", counts)
        )
    return tuple(found)


def _more(result: Result) -> str:
    if len(csv_of(result.counts())) <= MOST_DATA:
        return ""
    return (
        "The counts of every distinct outcome are too many for this page; "
        "the command above writes them with -o counts.parquet."
    )
