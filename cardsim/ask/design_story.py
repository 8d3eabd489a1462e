"""The story of a design: what each set of house rules does, measure by measure."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from cardsim.ask.designed import ABOUT, COURSES, Design, DesignResult, StrategyResult
from cardsim.options.params import in_words
from cardsim.runs import told
from cardsim.runs.words import capitalised, listed
from cardsim.statistics.stats import ranged
from cardsim.story import Chart, Number, Section, Series, Story, Table

SECTIONS = (
    ("How long it lasts", ("length", "short", "long"), "length"),
    ("Luck, play and seats", ("luck", "matters", "seats"), "luck"),
    ("How it goes", ("changes", "comebacks", "after", "ties"), "after"),
)
"""Headings, with the measures of each and the one that is drawn."""
MEANS = {
    "length": "Half of the {plural} are over by `length`, a tenth by `short ones`, and nine tenths "
    "by `long ones`.",
    "luck": "Luck is the share of one result's variance that play does not explain, if half of the "
    "players play {good} and half {poor}.",
    "matters": "A decision matters if the second choice in its situation costs at least {cost}; "
    "the interval holds situations that these hands cannot place.",
    "seats": "Seat advantage is the largest difference between two seats.",
    "changes": "The lead changes when another side leads alone by `{score}`.",
    "comebacks": "A comeback is won by somebody who was behind half-way.",
    "after": "Already decided is the part that is left once the winner leads for good.",
    "ties": "A tie is won by nobody alone.",
}
FRONT = (
    "A design is beaten if another is at least as good in all that is wanted, and surely better in "
    "one of these: their intervals there are apart."
)


HOW = (
    "{much} were played by computer, with the same chance. The strategies were compared in as many "
    "{plural}, decisions were tried otherwise in these, and scores followed in {followed} of them."
)


def story(found: DesignResult) -> Story:
    """Tell what designs do."""
    unit, many = found.unit, told.counted(len(found.designs), "design")
    much = f"{many} of {told.grouped(found.hands)} {unit.plural}"
    sections = [_front(found)] if len(found.designs) > 1 else []
    sections += [s for about in SECTIONS if (s := _section(found, *about)) is not None]
    sections += [s for s in (_ways(found), _silent(found)) if s is not None]
    return Story(
        question=f"What do house rules do to {found.game.title}?",
        answer=found.sentence,
        numbers=tuple(_numbers(found)),
        sections=tuple(sections),
        much=much,
        specs=tuple(d.result.spec for d in found.designs),
        method=(
            HOW.format(much=much, plural=unit.plural, followed=min(found.hands, COURSES)),
            told.EACH,
        ),
        files=((f"{found.base.game}-design.csv", "every design with its measures", found.frame()),),
        asked=(
            told.rules(found.base, {a.name for a in found.spec.swept.axes}),
            *told.seats(found.base),
            ("Played", f"the same {found.hands} {unit.plural} by each set of rules"),
            ("Seed", str(found.base.seed)),
        ),
    )


def _numbers(found: DesignResult) -> Iterator[Number]:
    """Tell the range of some measures over the designs."""
    for name in ("length", "luck", "matters"):
        some = [d.gauges[name] for d in found.designs if name in d.gauges]
        if some:
            about = ABOUT[name]
            texts = (found.text(name, end(some)).partition(" (")[0] for end in (min, max))
            ends = dict.fromkeys(text.removesuffix(" %") for text in texts)
            what = f"{found.length} {about.says}" if name == "length" else about.says
            head, unit = (f"{about.head}: ", " %") if about.share else ("", "")
            yield Number(f"{' to '.join(ends)}{unit}", f"{head}{what}")


def _front(found: DesignResult) -> Section:
    """Tell which designs no other beats."""
    aims = [n for n in found.spec.aims if any(n in d.gauges for d in found.designs)]
    rows = [
        (*_rules(d), "yes" if front else "no", *(_cell(found, d, name) for name in aims))
        for d, front in zip(found.designs, found.front, strict=True)
    ]
    axes = _axes(found)
    numbers = tuple(range(len(axes) + 1, len(axes) + 1 + len(aims)))
    best = tuple(k for k, front in enumerate(found.front) if front)
    heads = tuple(f"{ABOUT[name].head} ({found.spec.aims[name]})" for name in aims)
    return Section(
        "The front",
        FRONT,
        table=Table(
            "designs that no other beats",
            (*axes, "on the front", *heads),
            tuple(rows),
            numbers=numbers,
            best=best,
            firsts=len(best),
            value=len(axes),
            spare=numbers[::-1],
        ),
        is_open=True,
    )


def _section(found: DesignResult, heading: str, names: Sequence[str], drawn: str) -> Section | None:
    """Tell some measures of all designs; None if the game can tell none of them."""
    names = [n for n in names if any(n in d.gauges for d in found.designs)]
    if not names:
        return None
    drawn = drawn if drawn in names else names[0]
    rows = tuple((*_rules(d), *(_cell(found, d, name) for name in names)) for d in found.designs)
    axes = _axes(found)
    numbers = tuple(range(len(axes), len(axes) + len(names)))
    heads = [ABOUT[n].head + (f", {found.length}" if n == "length" else "") for n in names]
    some = [d for d in found.designs if drawn in d.gauges]
    share = ABOUT[drawn].share
    # In a narrow chart the names of several rules would leave no room for their values.
    several = len(axes) > 1
    names_drawn = [", ".join(_rules(d)) if several else d.name for d in some]
    drawn_gauges = Series.of_gaps("", names_drawn, [d.gauges[drawn] for d in some], 1)
    values = tuple(_cell(found, d, drawn).partition(" (")[0] for d in some)
    chart = Chart(
        heads[names.index(drawn)].capitalize(),
        ", ".join(axes) if several else "design",
        heads[names.index(drawn)],
        (replace(drawn_gauges, told=values),),
        kind="points",
        percent=share,
    )
    return Section(
        heading,
        " ".join(_means(found, name) for name in names if name in MEANS),
        chart if len(some) > 1 else None,
        Table(heading, (*axes, *heads), rows, numbers=numbers, spare=numbers[::-1]),
        is_open=True,
    )


def _axes(found: DesignResult) -> tuple[str, ...]:
    """Return the heads of the columns of rules."""
    return tuple(name.replace("_", " ") for name, _ in found.designs[0].settings)


def _rules(design: Design) -> tuple[str, ...]:
    return tuple(in_words(value) for _, value in design.settings)


def _means(found: DesignResult, name: str) -> str:
    """Return the meaning of a measure, in a sentence."""
    between = next((d.between for d in found.designs if d.between), ())
    if name == "luck" and not between:
        return "Where nobody decides anything, all is luck."
    good, poor = between or ("", "")
    share = found.measure.in_per_cent
    cost = f"{100 * found.spec.matters:g} pp" if share else f"{found.spec.matters:g}"
    return MEANS[name].format(
        plural=found.unit.plural, good=good, poor=poor, cost=cost, score=found.spec.standing
    )


def _cell(found: DesignResult, design: Design, name: str) -> str:
    gauge = design.gauges.get(name)
    return "" if gauge is None else found.text(name, gauge)


def _ways(found: DesignResult) -> Section | None:
    """Tell how the best strategy changes."""
    names = list(dict.fromkeys(way.strategy for d in found.designs for way in d.ways))
    if not names:
        return None
    rows = []
    for name in names:
        cells = []
        for design in found.designs:
            way = next((w for w in design.ways if w.strategy == name), None)
            cells.append("" if way is None else _result(found, way))
        rows.append((name, *cells))
    heads = ("strategy", *(d.name for d in found.designs))
    return Section(
        "The best strategy",
        f"Shown is '{found.measure.text}' with each strategy.",
        table=Table(
            "strategies by design", heads, tuple(rows), numbers=tuple(range(1, len(heads)))
        ),
        is_open=True,
        few=10,
    )


def _result(found: DesignResult, way: StrategyResult) -> str:
    share = found.measure.in_per_cent
    scale = 100 if share else found.measure.times
    ends = (scale * x for x in (way.value, way.low, way.high))
    return ranged(*ends, unit=" %" if share else "")


def _silent(found: DesignResult) -> Section | None:
    """Tell what the game cannot tell, and why."""
    by_reason: dict[str, list[str]] = {}
    for design in found.designs:
        for name, why in design.silent.items():
            heads = by_reason.setdefault(why, [])
            heads += [ABOUT[name].head] * (ABOUT[name].head not in heads)
    if not by_reason:
        return None
    each = [f"{capitalised(listed(heads))}: {why}." for why, heads in by_reason.items()]
    return Section("What cannot be told", " ".join(each), is_open=True)
