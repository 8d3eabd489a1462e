"""The story of a fit: who foretells what people did, who sits there, and what beats them."""

from __future__ import annotations

import math
import shlex
from collections.abc import Iterator
from dataclasses import replace

from cardsim.ask.comparisons import CompareResult, Contender
from cardsim.runs import wording
from cardsim.statistics.stats import estimate_text
from cardsim.story import Chart, Section, Series, Story, Table
from cardsim.table.fitted import ANYTHING, COMPANY, STRATEGY, TABLE, Fit, Foretold, hundred, players

FEW = 8
MOST_ROWS = 40
LEAST_TOLD = 0.005
"""Smallest share that is listed: half of one in 100."""
MEASURED = (
    "Same: of 100 decisions with a choice, those in which it would have done what the person did; "
    "of a company, what one drawn from it would. Chance: what it gave to what was done, as a "
    "geometric mean (the log-loss is its logarithm with the sign turned)."
)
HELD_OUT = (
    "The hands were cut into {} parts. For each part, how far people stray from a strategy was "
    "fitted to the other parts, and so was who sits there."
)
ONE_HAND = "There is one hand, so nothing could be held out: all figures flatter."
PEOPLE = (
    "A person is one member of the company in all hands. Before anything is seen, ten people of "
    "the company are taken as known, so that few hands move the shares little; 2 in 100 people "
    "do anything legal. How far people stray from each strategy is tried at a few strengths."
)
SURE = (
    "Somebody explains something who foretells better than any legal action, each as likely. Where "
    "all is done at random, one of them seems to in 25 of 1000 fits at most."
)


def story(found: Fit) -> Story:
    """Tell a fit."""
    held_out = HELD_OUT.format(found.folds) if found.folds > 1 else ONE_HAND
    return Story(
        question=f"Who plays {found.game.title} like these people?",
        answer=found.sentence,
        numbers=(),
        sections=tuple(_sections(found)),
        much=f"{found.decisions} decisions in {found.hands} hands",
        specs=(found.spec,),
        method=(MEASURED, held_out, SURE, PEOPLE),
        files=((f"{found.spec.game}-foretold.csv", "every strategy and kind", found.frame()),),
    )


def _sections(found: Fit) -> Iterator[Section]:
    """Tell who foretells best, by kind of decision too, who sits there, and what to do."""
    yield _foretold(found)
    kinds = list(dict.fromkeys(one.decision for one in found.foretold if one.decision))
    if kinds:
        yield _by_kind(found, kinds)
    if found.is_explained:
        yield _sitters(found)
    yield _people(found)
    if found.against:
        yield _beaten(found)
    elif found.is_explained:
        yield Section("To play against them", "", rules=tuple(_commands(found)))
    if found.skipped:
        yield Section("Files left out", "", rules=found.skipped)
    if often := found.left_out.items():
        rows = tuple((why, str(n)) for why, n in sorted(often, key=lambda one: -one[1]))
        heads = ("why", "seats")
        table = Table("Left out", heads, rows, numbers=(1,))
        text = "Seats of which the file does not say what they saw and did."
        yield Section("Left out", text, table=table, few=FEW)


def _row(one: Foretold) -> tuple[str, ...]:
    share = hundred(one.same)
    same = share if math.isnan(one.half) else f"{share} (± {hundred(one.half)})"
    name = {TABLE: "these people, fitted", COMPANY: players(one.name)}.get(one.kind, one.name)
    return name, same, f"{100 * one.chance:.1f} %", f"{one.loss:.3f}", "yes" if one.sure else "no"


def _foretold(found: Fit) -> Section:
    """List the strategies and companies by how well they foretell, the best first."""
    every = sorted([o for o in found.foretold if not o.decision], key=lambda one: one.loss)
    heads = ("who", "same, of 100", "chance", "log-loss", "explains something")
    rows = tuple(_row(one) for one in every[:MOST_ROWS])
    blind = f"Any legal action, each as likely, would give it {100 * found.blind:.1f} %."
    text = f"{MEASURED} {blind}{_unasked(found)}"
    text = text if found.folds > 1 else f"{ONE_HAND} {text}"
    table = Table("Foretold", heads, rows, numbers=(1, 2, 3))
    some = [o for o in every if o.kind == STRATEGY and not math.isnan(o.half)][:FEW]
    chart = None
    if some:
        ends = [(o.same, o.same - o.half, o.same + o.half) for o in some]
        same, low, high = zip(*ends, strict=True)
        names = tuple(one.name for one in some)
        chart = Chart(
            "Decisions in which each strategy would have done the same",
            "strategy",
            "share of decisions",
            (Series("", names, same, low, high),),
            kind="points",
            percent=True,
        )
    return Section("Who foretells what they did", text, chart, table, few=2 * FEW)


def _by_kind(found: Fit, kinds: list[str]) -> Section:
    """Tell for each kind of decision who foretells it best."""
    rows = []
    for kind in kinds:
        best = found.of(STRATEGY, kind)[0]
        own = next(one for one in found.of(STRATEGY, kind) if one.name == found.best.name)
        company = next(one for one in found.of(COMPANY, kind) if one.name == found.vs)
        shares = [hundred(one.same) for one in (own, company, best)]
        rows.append((kind, str(best.decisions), *shares, best.name))
    heads = ("decision", "times", found.best.name, players(found.vs), "best", "who is best")
    table = Table("Same, of 100", heads, tuple(rows), numbers=(1, 2, 3, 4))
    return Section("By kind of decision", "Of 100 decisions, how many are the same.", table=table)


def _sitters(found: Fit) -> Section:
    """Tell the shares of the members."""
    rows = tuple(
        (
            one.name if one.name != ANYTHING else "nobody explains them",
            f"{hundred(one.share)} ({hundred(one.low)} to {hundred(one.high)})",
            hundred(one.before),
        )
        for one in found.sitters
        if max(one.share, one.before) >= LEAST_TOLD
    )
    lacks = found.missing
    but = f" {hundred(lacks)} in 100 of the company remember or look ahead, and are not asked."
    text = f"{found.sits} {_when(found)}{but if lacks > 0 else ''}"
    known = "the field" if found.vs == "field" else found.vs
    heads = ("plays like", "people in 100", f"in {known}")
    table = Table("Who sits there", heads, rows, numbers=(1, 2))
    return Section("Who sits there", text, table=table, few=FEW)


def _when(found: Fit) -> str:
    """Return when the largest share will be known."""
    more, evenings = round(float(f"{found.more_hands:.2g}")), found.more_evenings
    if not more:
        return "The largest share is known to 10 in 100."
    each = round(found.hands / found.evenings)
    long = f"if an evening has {each} hand{'s' * (each != 1)}, as here"
    return (
        f"Read about {more} more hands to know the largest share to 10 in 100: {evenings} more "
        f"evening{'s' * (evenings != 1)}, {long}."
    )


def _unasked(found: Fit) -> str:
    """Return who could not be asked, and why."""
    by_reason: dict[str, list[str]] = {}
    for name, why in found.unasked.items():
        by_reason.setdefault(why, []).append(name)
    return "".join(f" Not asked: {', '.join(some)} ({why})." for why, some in by_reason.items())


def _people(found: Fit) -> Section:
    """List the people."""
    rows = tuple(
        (p.name, str(p.hands), str(p.decisions), p.plays_like, f"{hundred(p.sure)} %", p.strays)
        for p in found.people[:MOST_ROWS]
    )
    heads = ("person", "hands", "decisions", "plays like", "sure", "strays")
    table = Table("Person by person", heads, rows, numbers=(1, 2, 4))
    return Section("Person by person", "", table=table, few=FEW)


def _commands(found: Fit) -> Iterator[str]:
    """Yield what to type to play against these people."""
    game, options = found.spec.game, _options(found)
    yield f"write them to a file: `{found.command} -o table.toml`"
    where = shlex.join([game, "all", *options, "--vs", "table.toml", "--vs", found.vs])
    yield f"what beats them, and what it is worth in other company: `cardsim compare {where}`"
    yield f"sit down with them: `cardsim play {shlex.join([game, *options])} --vs table.toml`"


def _options(found: Fit) -> list[str]:
    """Return the options of the table."""
    spec = replace(found.spec, seats=())
    return spec.options_with(found.game, None)


def _beaten(found: Fit) -> Section:
    """Tell what gains most against these people, and what it costs if they are the company."""
    there, usual = found.against
    best, names = there.best.player.as_option, [c.player.as_option for c in there.contenders]
    at_home = usual.best.player.as_option
    gain, cost = _gap(there, best, at_home), _gap(usual, at_home, best)
    home = f"{at_home}, which does best against {players(found.vs)}"
    if best == at_home:
        text = f"{best} does best against these people, and against {players(found.vs)}, too."
    elif gain is None:
        text = f"Nothing surely does better against these people than {home}."
    else:
        less = f"gets {cost} less than {at_home}" if cost else f"may do as well as {at_home}"
        text = f"Against these people {best} gets {gain} more than {home}. There it {less}."
    rows = []
    for contender in there.ranking:
        own = contender.player.as_option
        other = next(c for c in usual.contenders if c.player.as_option == own)
        rows.append((own, *(_told(one, c) for one, c in ((there, contender), (usual, other)))))
    heads = ("strategy", "against these people", f"against {players(found.vs)}")
    played = f"In {there.hands} {there.unit.plural} each, the same for all {len(names)}."
    caption = wording.clauses(there.measure.text, "")
    counted = f"Counted: {there.measure.text}."
    table = Table(caption, heads, tuple(rows), numbers=(1, 2))
    return Section("What beats them", f"{text} {played} {counted}", table=table, few=FEW)


def _told(compared: CompareResult, contender: Contender) -> str:
    estimate = contender.estimate
    ends = estimate.value, estimate.low, estimate.high
    value, interval = estimate_text(*ends, is_share=compared.measure.in_per_cent)
    return f"{value} ({interval})"


def _gap(compared: CompareResult, good: str, bad: str) -> str | None:
    """Return how much better one did than another, in words; None if that is not sure."""
    names = [c.player.as_option for c in compared.contenders]
    pair = names.index(good), names.index(bad)
    gap = next((d for d in compared.differences if (d.a, d.b) == pair and not d.is_tie), None)
    if gap is None:
        return None
    return wording.costs(compared.unit, compared.measure, gap.value, gap.low, gap.high)
