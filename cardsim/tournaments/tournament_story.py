"""Tell who wins a tournament, what beats the winner, what is safe and what takes over."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace

import numpy as np

from cardsim.ask.certificates import section_of
from cardsim.runs import told
from cardsim.runs.spec import short_names
from cardsim.runs.words import capitalised, listed
from cardsim.statistics import populations
from cardsim.statistics.stats import rounded
from cardsim.story import Chart, Number, Section, Series, Story, Table
from cardsim.tournaments.standings import TournamentResult

GENERATIONS = (0, 1, 2, 5, 10, 20, 50, 100, 200, 500, 1000)
MOST_LINES = 6
MOST_COLUMNS = 8
STRATEGY = "strategy"
"""Head of the column with the strategies' names."""
LEAST = 0.0005
"""Smallest share that is shown as more than none."""
TOGETHER = (
    "Against the same others all strategies played the very same deals; against others they played "
    "other deals, so that their errors are their own. Where intervals hold together, it is by "
    "Bonferroni\N{RIGHT SINGLE QUOTATION MARK}s rule, for all pairs at once."
)
FOR_TWO = (
    "The weights are a mixture that loses to none of the strategies, by linear programming; their "
    "intervals come from payoffs drawn as far off as they may be."
)
FOR_MORE = (
    "The weights are the mixture in which the crowd settles, or its mean on the way, whichever "
    "leaves less to gain; their intervals come from payoffs drawn as far off as they may be."
)


def story(tournament: TournamentResult) -> Story:
    """Tell a tournament."""
    base, unit = tournament.spec.base, tournament.unit
    sides = "sides" if base.sides else "players"
    tables = (
        f"Each strategy played {tournament.hands} {unit.plural} of {tournament.game.title} by "
        f"computer against each of the {len(tournament.companies)} ways in which the other "
        f"{sides} can play, in each seat in turn."
    )
    return Story(
        question=f"{len(tournament.entrants)} strategies of {tournament.game.title}: which wins?",
        answer=tournament.sentence,
        numbers=tuple(numbers(tournament)),
        sections=tuple(sections(tournament)),
        much=f"{tournament.hands} {unit.plural} at each table",
        specs=tuple(replace(base, seats=(p,) * len(base.seats)) for p in tournament.spec.players),
        method=(
            tables,
            TOGETHER,
            FOR_TWO if tournament.spec.parties == populations.TWO else FOR_MORE,
        ),
        files=(
            (f"{base.game}-strategies.csv", "every one", tournament.ranking_frame()),
            (f"{base.game}-gains.csv", "each among each", tournament.frame()),
            (f"{base.game}-tables.csv", "every table", tournament.tables_frame()),
        ),
        asked=tuple(_asked(tournament)),
    )


def _asked(tournament: TournamentResult) -> Iterator[tuple[str, str]]:
    base, spec = tournament.base, tournament.spec
    both = " as both partners" if base.sides else ""
    yield told.rules(base)
    yield (
        "You",
        f"each strategy in turn{both}, in each seat in turn, against all that can sit there",
    )
    if spec.met:
        yield "And vs", spec.met
    tables = len(tournament.companies) * len(spec.players)
    yield "Played", f"{tournament.hands} {tournament.unit.plural} at each of {tables} tables"
    yield "Seed", str(base.seed)


def numbers(tournament: TournamentResult) -> Iterator[Number]:
    """Yield what the best gets and, where it is known, which strategy takes over."""
    first = tournament.ranking[0]
    did = tournament.measure.text.partition(",")[0]
    what = f"{did}, with {first.player.brief} among all of them"
    yield Number.of(str(first.estimate), what)
    most = max(tournament.entrants, key=lambda e: e.weight)
    if tournament.settles:
        yield Number(
            f"{100 * most.weight:.0f} %",
            f"is {most.player.brief} once players have copied whoever wins more",
            f"{100 * most.low:.0f} to {100 * most.high:.0f} %",
        )


def sections(tournament: TournamentResult, ways: Sequence[str] = ()) -> Iterator[Section]:
    """Yield the sections behind the answer.

    Args:
        tournament: the tournament.
        ways: each entrant in a few words, for charts and lists, which number them by rank and have
            the names of the strategies in the last column; by default these names themselves.
    """
    rank = {e: n for n, e in enumerate(tournament.ranking, 1)}
    names = [e.player.brief for e in tournament.entrants]
    called = [f"{rank[e]} {way}" for e, way in zip(tournament.entrants, ways, strict=False)]
    head, named = ("what you do", dict(zip(called, names, strict=True))) if ways else (STRATEGY, {})
    yield _with_names(_ranking(tournament, called or names, head), named)
    if tournament.answers:
        yield _answers(tournament)
    yield _with_names(_risks(tournament, called or names, head), named)
    yield section_of(tournament.certificates, tournament.unit, tournament.measure)
    yield _gains(tournament, numbered=bool(ways))
    yield _crowd(tournament, called or names)


def _with_names(section: Section, named: Mapping[str, str]) -> Section:
    """Put the strategies of a table in a last column, by the names in the first one, if given."""
    table = section.table
    if table is None or not named:
        return section
    rows = tuple((*row, named[row[0]]) for row in table.rows)
    return replace(section, table=replace(table, heads=(*table.heads, STRATEGY), rows=rows))


def _ranking(tournament: TournamentResult, called: Sequence[str], head: str) -> Section:
    """Return the ranking against opponents drawn from all."""
    ranking, measure = tournament.ranking, tournament.measure
    names = listed([f"{e.player.brief} (place {e.place})" for e in ranking[:3]])
    shares = (
        " Weight: the share of a mixture that none of these does better against. Takes over: the "
        "share in the end of a crowd where what gets more than others spreads."
        if tournament.settles
        else ""
    )
    columns = 5 if tournament.settles else 3
    ways = [called[tournament.entrants.index(e)] for e in ranking]
    rows = tuple(
        (
            way,
            str(e.estimate),
            e.place,
            _share(e.weight) + (f" ({_share(e.low)} to {_share(e.high)})" if e.high else ""),
            _share(e.survives),
        )[:columns]
        for way, e in zip(ways, ranking, strict=True)
    )
    return Section(
        "Among all of them",
        f"Each played {tournament.hands} {tournament.unit.plural} at each table that they can "
        f"make, in each seat in turn. The first three: {names}. Value: the others drawn from all "
        "strategies alike; its interval is that of the value alone, and the differences behind a "
        f"place hold together for all pairs.{shares}",
        Chart(
            capitalised(measure.text),
            head,
            measure.text,
            (Series.of("", ways, [e.estimate for e in ranking]),),
            kind="points",
            percent=measure.in_per_cent,
            reference=(measure.even, "even share") if measure.even else None,
            best="lowest" if measure.lower_is_better else "highest",
        ),
        Table(
            "The best first; a place such as 1 to 2 is one that the hands leave open",
            (head, "value", "place", "weight", "takes over")[:columns],
            rows,
            numbers=tuple(range(1, columns)),
            best=tuple(k for k, e in enumerate(ranking) if not k or e.first == 1),
        ),
    )


def _share(value: float) -> str:
    """Return a share of the population, in per cent."""
    return f"{100 * value:.1f} %" if value >= LEAST else "0 %"


def _answers(tournament: TournamentResult) -> Section:
    """Return the answers found to the winner, and to the strategy that takes over."""
    told = []
    for answer in tournament.answers:
        told.append(answer.told(tournament.measure, tournament.unit))
        if answer.found and 0 < len(answer.rules) <= MOST_LINES:
            told.append(f"It plays so: {'; '.join(answer.rules)}.")
        if answer.found and answer.rules:
            told.append(f"`{answer.command}` finds it again.")
    return Section(
        "Can the winner be beaten?",
        "That it does best among these does not say that nothing does better. So `learn` looked "
        f"for an answer to it, and what it found played on other {tournament.unit.plural}. "
        f"{' '.join(told)}",
    )


def _risks(tournament: TournamentResult, called: Sequence[str], head: str) -> Section:
    """Return the risks of each strategy against unknown opponents."""
    measure, rows = tournament.measure, []
    times = measure.shown_times
    order = sorted(range(len(tournament.risks)), key=lambda k: tournament.risks[k].regret)
    met = tournament.who(len(order)) if tournament.versus else ""
    for k in order:
        risk = tournament.risks[k]
        rows.append(
            (
                called[k],
                *map(str, tournament.versus[k : k + 1]),
                rounded(times * risk.regret, times * (risk.high - risk.low) / 2),
                tournament.company(risk.regret_among),
                str(risk.worst),
                tournament.company(risk.worst_among),
            )
        )
    cost = told.noun(tournament.unit, measure)
    heads = (head, *([met] if met else []), f"most regret, {cost}", "with", "at worst", "with")
    return Section(
        "If you do not know the others",
        f"{tournament.careful} {tournament.against}".strip(),
        table=Table(
            "What not knowing the others costs, the safest first",
            heads,
            tuple(rows),
            numbers=(1, 2, 4) if met else (1, 3),
            best=(0,),
        ),
    )


def _gains(tournament: TournamentResult, *, numbered: bool) -> Section:
    """Return the gains of one player of each among others of each.

    If `numbered`, the numbers stand for the strategies, and else before their short names.
    """
    times = tournament.measure.shown_times
    order = [tournament.entrants.index(e) for e in tournament.ranking[:MOST_COLUMNS]]
    gains = {(g.one, g.among): g for g in tournament.gains}
    short = short_names([e.player for e in tournament.entrants])
    # Numbers tell apart names that are cut short below the columns.
    names = [str(n) if numbered else f"{n} {short[k]}" for n, k in enumerate(order, 1)]
    cost = told.noun(tournament.unit, tournament.measure)
    best = f" Here are the best {len(order)}." if len(order) < len(tournament.entrants) else ""
    if numbered:
        best += " The numbers are those of the list of all of them."
    return Section(
        "One against a table that plays alike",
        f"{tournament.around}{best}",
        Chart(
            "What one gains among others",
            "among players of",
            f"what one gains there, {cost}",
            tuple(
                Series(
                    names[row],
                    tuple(names[k] for k, among in enumerate(order) if among != one),
                    tuple(times * gains[one, a].value for a in order if a != one),
                    tuple(times * gains[one, a].low for a in order if a != one),
                    tuple(times * gains[one, a].high for a in order if a != one),
                )
                for row, one in enumerate(order)
            ),
            kind="grid",
            interval="intervals, which hold for all pairs",
        ),
    )


def _crowd(tournament: TournamentResult, called: Sequence[str]) -> Section:
    """Return the course of the replicator dynamics."""
    crowd = tournament.crowd
    order = np.argsort(-crowd.max(axis=0), kind="stable")[:MOST_LINES]
    return Section(
        "Which would take over",
        "Begin with equally many players of each. In each generation they sit down at random, and "
        "a strategy that does better than the average has more players in the next one. "
        f"{tournament.left}"
        + (
            ""
            if tournament.settles
            else " The chart shows what would follow if these results were exact."
        ),
        Chart(
            "Shares of the crowd, by generation",
            "generation",
            "share of the crowd",
            tuple(
                Series(
                    called[int(k)],
                    tuple(float(g) for g in GENERATIONS),
                    tuple(float(crowd[g, int(k)]) for g in GENERATIONS),
                )
                for k in order
            ),
            percent=True,
        ),
    )
