"""The page of tuning."""

from __future__ import annotations

from collections.abc import Iterator

from cardsim.ask.tuning import Tuned, TuneResult
from cardsim.options.params import shown
from cardsim.show import parts, tune_plots
from cardsim.show.page import Cell, Page, Section, Sheet
from cardsim.show.panel import INTERVAL, heading, noun
from cardsim.statistics.stats import gap_text
from cardsim.story import Number


def page(tuned: TuneResult) -> Page:
    """Return the page of tuning."""
    base, unit = tuned.spec.base, tuned.unit
    specs = [tuned.before.spec, tuned.after.spec]
    search, values = tune_plots.panels(tuned)
    files = [
        parts.download(f"{base.game}-parameters.csv", "every parameter", tuned.frame()),
        parts.download(f"{base.game}-counts.csv", "every distinct outcome", tuned.counts()),
    ]
    much = f"{parts.grouped(base.hands)} {unit.plural} to search"
    return Page(
        kicker=parts.kicker(tuned.game, specs, much),
        title=f"Which values are best for {base.hero.strategy}?",
        numbers=tuple(_numbers(tuned)),
        answer=tuned.sentence,
        sections=(
            Section("The best values", sheets=(_parameters_sheet(tuned),)),
            Section(search.title, (search,), sheets=(_check_sheet(tuned),)),
            Section(values.title, (values,)),
        ),
        brief=(parts.briefly(tuned.game),),
        rules=parts.rules_section(tuned.game, specs),
        method=tuple(_method(tuned)),
        command=tuned.command,
        facts=parts.facts(base, unit, base.hands, tuned.after.version),
        downloads=tuple(f for f in files if f is not None),
    )


def _numbers(tuned: TuneResult) -> Iterator[Number]:
    player = tuned.player if tuned.is_better else tuned.spec.base.hero
    played = tuned.after if tuned.is_better else tuned.before
    yield parts.number(tuned.measure, played.headline, f", with {player.brief}")
    if tuned.is_better:
        gain = tuned.gain_text
        yield Number.of(gain, "is what these values gain over those it started from")


def _gap(tuned: TuneResult, gap: tuple[float, float, float]) -> tuple[str, str]:
    """Format a difference and its interval, as the table shows them."""
    scale = 100 if tuned.measure.in_per_cent else tuned.measure.times
    value, low, high = (scale * x for x in gap)
    return gap_text(value, low, high, is_share=False)


def _worth(tuned: TuneResult, parameter: Tuned) -> Cell:
    value, low, high = parameter.value, parameter.low, parameter.high
    if value is None or low is None or high is None:
        return Cell("-", 0.0)
    text, interval = _gap(tuned, (value, low, high))
    return Cell(text, value, note=interval)


def _parameters_sheet(tuned: TuneResult) -> Sheet:
    rows = tuple(
        (
            Cell(p.name.replace("_", "-")),
            Cell(shown(p.start), float(p.start)),
            Cell(shown(p.best), float(p.best)),
            _worth(tuned, p),
            Cell(f"{100 * p.differ:.1f} %", p.differ),
            Cell("nothing" if p.does_nothing else "hardly" if p.negligible else "yes"),
        )
        for p in tuned.parameters
    )
    counted = noun(tuned.unit, tuned.measure)
    caption = (
        f"Worth, in {counted}: what the best value brings more than the one it began with, the "
        "others as found; these intervals hold together. Differ: how many "
        f"{tuned.unit.plural} come out otherwise with the lowest or the highest value"
    )
    heads = ("Parameter", ">Began with", ">Best", f">Worth, {INTERVAL}", ">Differ", "Matters")
    return Sheet(caption, heads, rows)


def _check_sheet(tuned: TuneResult) -> Sheet:
    both = [tuned.before, tuned.after]
    cells = parts.estimate_cells(tuned.measure, [r.headline for r in both])
    names = ("What it started from", "What was found")
    rows = tuple(
        (Cell(name), Cell(r.spec.hero.brief), cell)
        for name, r, cell in zip(names, both, cells, strict=True)
    )
    text, interval = _gap(tuned, (tuned.gain, tuned.low, tuned.high))
    caption = (
        f"In {parts.grouped(tuned.after.hands)} {tuned.unit.plural} from which nothing was chosen. "
        f"The second is better by {text} ({interval}) {noun(tuned.unit, tuned.measure)}"
    )
    what = heading(tuned.measure.text)
    return Sheet(caption, ("", "Strategy", f">{what}, {INTERVAL}"), rows, sortable=False)


def _method(tuned: TuneResult) -> Iterator[str]:
    base, unit = tuned.spec.base, tuned.unit
    yield (
        f"{len(tuned.found)} generations of points were tried by CMA-ES with margin, in at most "
        f"{parts.grouped(base.hands)} {unit.plural} of {tuned.game.title} in all. The points of a "
        "generation played the very same deals, and a point that was clearly worse was dropped "
        f"early. {parts.whereabouts(base)}"
    )
    yield (
        "What looked best was chosen by deals of its own. A value went back to where it started "
        "where that changed nothing, or did as well. Then both were played in fresh deals."
    )
    yield parts.chance(base, unit)
    yield parts.FAIR
    yield parts.EACH
