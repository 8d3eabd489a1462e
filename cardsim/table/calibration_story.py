"""The story of a calibration: outcomes by prediction, and for each kind of decision."""

from __future__ import annotations

from cardsim.runs import told
from cardsim.statistics.calibration import Agreement
from cardsim.story import Chart, Section, Series, Story, Table
from cardsim.table.calibrated import Calibration

DRAWN = (
    "One decision of a {0} at most was drawn, and what was done there was valued by {1} imagined "
    "hands. Then the same {0} was played to its end. Advice may be off where the interval of what "
    "came leaves out what was said; one in twenty does so by chance."
)
METHOD = (
    "Decisions were drawn by a rule that looks at the past alone: one drawn among all of a {0} "
    "that is over would tell how it went on. Advice knew what was seen there, and nothing else, "
    "and imagined hands with other players than those who sat there."
)
SKILL = (
    "z is the difference of what came and what was said, in standard errors; where all is "
    "calibrated some kind is beyond {:.1f} once in twenty times. Skill is 1 less the squared "
    "error, as a part of the error of always saying what came on average. Slope is how much more "
    "comes where one more is said; it is 1 at best, and less where advice is too sure of itself or "
    "few hands were imagined."
)
HEADS = ("decision", "drawn", "said", "came", "z", "skill", "slope")


def story(found: Calibration) -> Story:
    """Tell a calibration."""
    base, unit = found.spec.base, found.unit
    return Story(
        question=f"Does advice on {found.game.title} come true?",
        answer=found.sentence,
        numbers=(),
        sections=(
            Section("By what was said", *bins_section(found)),
            Section("By kind of decision", *kinds_section(found)),
        ),
        much=f"{told.grouped(len(found.found))} decisions",
        specs=(base,),
        method=(METHOD.format(unit.name),),
        files=((f"{base.game}-decisions.csv", "every decision", found.counts()),),
        asked=told.asked(base),
    )


def bins_section(found: Calibration) -> tuple[str, Chart, Table]:
    """Return text, chart and table of what came by what was said."""
    share, scale = found.measure.in_per_cent, found.times
    said = [scale * one.said for one in found.bins]
    along = tuple(round(100 * x, 1) if share else float(f"{x:.3g}") for x in said)
    came = Series(
        "what came",
        along,
        tuple(scale * one.came for one in found.bins),
        tuple(scale * one.came_low for one in found.bins),
        tuple(scale * one.came_high for one in found.bins),
    )
    rows = [(*first, *told.cells([(value, interval)])) for *first, value, interval in found.chart]
    return (
        DRAWN.format(found.unit.name, told.grouped(found.spec.worlds)),
        Chart(
            "What came, by what was said",
            "what was said, %" if share else "what was said",
            found.counted,
            (came, Series("what was said", along, tuple(said))),
            percent=share,
        ),
        Table(found.counted, ("said", "decisions", "came"), tuple(rows), numbers=(0, 1, 2)),
    )


def kinds_section(found: Calibration) -> tuple[str, None, Table]:
    """Return text and table of how well each kind of decisions agrees with what came."""
    rows = [row_of(found, str(kind), one) for kind, one in found.by_kind.items()]
    if len(rows) > 1:
        rows.append(row_of(found, "all", found.overall))
    numbers = tuple(range(1, len(HEADS)))
    return SKILL.format(found.limit), None, Table(found.counted, HEADS, tuple(rows), numbers)


def row_of(found: Calibration, name: str, one: Agreement) -> tuple[str, ...]:
    """Return a row under `HEADS`: the name, and how what came agrees with what was said."""
    said, came, interval, *rest = found.texts(one)
    return (name, str(one.n), said, *told.cells([(came, interval)]), *rest)
