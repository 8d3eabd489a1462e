"""Pages of tournaments: which strategy wins overall, and which would take over."""

from __future__ import annotations

import itertools
from collections.abc import Sequence

import numpy as np

from cardsim.ask.comparisons import CompareResult
from cardsim.errors import UserError
from cardsim.games import load_game
from cardsim.runs import wording
from cardsim.runs.company import FIELD, USUAL
from cardsim.runs.words import counted
from cardsim.statistics.stats import rounded
from cardsim.story import Chart, Number, Series, Table
from cardsim.studies.advice import SEARCH, SEARCHED
from cardsim.studies.experiments import Lab, joined
from cardsim.tournaments.playing import LEAST_HANDS
from cardsim.tournaments.standings import UNTOLD, TournamentResult
from cardsim.workspace import NO_PERSON, field_file, strategy_files

GENERATIONS = (0, 1, 2, 5, 10, 20, 50, 100, 200, 500, 1000)
PART = 10
"""At each table so many times fewer hands are played than the experiment asks for."""
HAND, MATCH = "hand", "match"
MOST_TABLES = 400
"""Tables at which a page can wait."""
ROUNDING = 1e-9
LEAST_LOOK = 1000
"""Hands in which an answer to the winner is looked for at least: fewer find none."""
MOST_LINES = 6
MOST_COLUMNS = 8
BESIDE_SEARCH = 2
"""Strategies that a search plays with at most: the best ones."""
SEARCHED_TABLES = 30
"""Tables at which it plays at most."""


def rank(lab: Lab, game: str) -> None:
    """Play all shipped strategies of a game against all, and say who wins and who is left.

    Args:
        lab: of the experiment; at each table it plays a part of its hands.
        game: its name.
    """
    names = [n for n in strategy_files(load_game(game)) if not NO_PERSON.fullmatch(n)]
    unit = _unit(game)
    best = _best(lab, game, names, unit)
    tournament = lab.tournament(
        game,
        *best,
        n=max(lab.n // PART, LEAST_HANDS),
        unit=unit,
        vs=field_or_none(game),
        answers=lab.n if lab.n >= LEAST_LOOK else None,
    )
    _ranking(lab, tournament)
    if tournament.answers:
        _answers(lab, tournament)
    _risks(lab, tournament)
    _gains(lab, tournament)
    _crowd(lab, tournament)
    _search(lab, game, tournament)
    first = tournament.ranking[0]
    most = max(tournament.entrants, key=lambda e: e.weight)
    share = Number(
        f"{100 * most.weight:.0f} %",
        f"is {most.player.brief} once players have copied whoever wins more",
        f"{100 * most.low:.0f} to {100 * most.high:.0f} %",
    )
    lab.answer(
        tournament.sentence,
        Number.of(
            wording.amount(tournament.measure, first.estimate),
            f"{_what(tournament)} with {first.player.brief}, among all",
        ),
        *([share] if most.high - most.low <= UNTOLD else []),
    )


def field_or_none(game: str) -> str | None:
    """The word for the field of a game, where it has one."""
    try:
        field_file(load_game(game))
    except UserError:
        return None
    return FIELD


def _unit(game: str) -> str:
    """What decides: matches in place of single hands, where there are any."""
    played = load_game(game)
    return MATCH if played.usual_unit == HAND and MATCH in played.units else played.usual_unit


def _best(lab: Lab, game: str, names: Sequence[str], unit: str) -> list[str]:
    """The strategies that win most from the field, or the usual one: as few as all tables allow."""
    field = field_or_none(game)
    compared = lab.compare(game, list(names), unit=unit, vs=field or USUAL)
    spec = compared.spec.base
    parties = len(set(spec.sides)) if spec.sides else spec.players
    most = _most_ways(MOST_TABLES, parties)
    copies = _copies(compared)
    ranked = [c.player.strategy for c in compared.ranking if c.player.strategy not in copies]
    kept = ranked[:most]
    rest = f" The best {most} play at every table that they can make, without "
    rest = f"{rest}{joined(ranked[most:])}." if ranked[most:] else ""
    for name in dict.fromkeys(copies.values()):
        same = [copy for copy, of in copies.items() if of == name]
        does = "does" if len(same) == 1 else "do"
        word = compared.unit.name
        rest += (
            f" {strategies(same)} {does} exactly as {name} does, {word} for {word}, and sit out."
        )
    lab.section(
        "Against the field" if field else "Against the usual players",
        f"{compared.sentence}{rest}",
        Chart(
            compared.measure.text[:1].upper() + compared.measure.text[1:],
            "strategy",
            compared.measure.text,
            (Series.of_contenders(compared),),
            kind="points",
            percent=compared.measure.in_per_cent,
            reference=(compared.measure.even, "even share") if compared.measure.even else None,
            best="lowest" if compared.measure.lower_is_better else "highest",
        ),
    )
    return kept


def _copies(compared: CompareResult) -> dict[str, str]:
    """The strategies that played exactly as an earlier one, by the names of both."""
    names = [c.player.strategy for c in compared.contenders]
    copies: dict[str, str] = {}
    for one, other in itertools.combinations(range(len(names)), 2):
        if names[one] not in copies and compared.gap(one, other).same_play:
            copies.setdefault(names[other], names[one])
    return copies


def _most_ways(tables: int, parties: int) -> int:
    """How many ways to play can meet at every table, where there are to be at most so many."""
    return int(tables ** (1 / parties) + ROUNDING)


def _what(tournament: TournamentResult) -> str:
    return (
        f"of {tournament.unit.plural}"
        if tournament.measure.in_per_cent
        else f"a {tournament.unit.name}"
    )


def _ranking(lab: Lab, tournament: TournamentResult) -> None:
    """How they rank where the others at the table are any of them."""
    ranking, measure = tournament.ranking, tournament.measure
    names = [f"{e.player.brief} (place {e.place})" for e in ranking[:3]]
    even = (measure.even, "even share") if measure.even else None
    lab.section(
        "Among all of them",
        f"Each played {tournament.hands} {tournament.unit.plural} at each table that they can "
        f"make. The first three: {joined(names)}.",
        Chart(
            measure.text[:1].upper() + measure.text[1:],
            "strategy",
            measure.text,
            (Series.of("", [e.player.brief for e in ranking], [e.estimate for e in ranking]),),
            kind="points",
            percent=measure.in_per_cent,
            reference=even,
            best="lowest" if measure.lower_is_better else "highest",
        ),
    )


def _answers(lab: Lab, tournament: TournamentResult) -> None:
    """What was found against the winner, and against whoever takes over."""
    measure, unit, told = tournament.measure, tournament.unit, []
    for answer in tournament.answers:
        told.append(answer.told(measure, unit))
        if answer.found and 0 < len(answer.rules) <= MOST_LINES:
            told.append(f"It plays so: {'; '.join(answer.rules)}.")
        if answer.found and answer.rules:
            told.append(f"`{answer.command}` finds it again.")
    lab.section(
        "Can the winner be beaten?",
        f"That it does best among these does not say that nothing does better. So `learn` looked "
        f"for an answer to it, and what it found played on other {unit.plural}. {' '.join(told)}",
    )


def _risks(lab: Lab, tournament: TournamentResult) -> None:
    """What may come of each for one who does not know the others."""
    measure, rows = tournament.measure, []
    times = 100 if measure.in_per_cent else measure.times
    order = sorted(range(len(tournament.risks)), key=lambda k: tournament.risks[k].regret)
    met = tournament.who(len(order)) if tournament.versus else ""
    for k in order:
        risk = tournament.risks[k]
        rows.append(
            (
                tournament.entrants[k].player.brief,
                *(wording.amount(measure, got) for got in tournament.versus[k : k + 1]),
                rounded(times * risk.regret, times * (risk.high - risk.low) / 2),
                tournament.company(risk.regret_among),
                wording.amount(measure, risk.worst),
                tournament.company(risk.worst_among),
            )
        )
    cost = wording.cost_text(measure, "", tournament.unit).strip()
    regret = f"most regret, {cost}"
    heads = ("strategy", *([met] if met else []), regret, "with", "at worst", "with")
    lab.section(
        "If you do not know the others",
        f"{tournament.careful} {tournament.against}".strip(),
        table=Table("What not knowing the others costs, the safest first", heads, tuple(rows)),
    )


def _gains(lab: Lab, tournament: TournamentResult) -> None:
    """What one of each gains among others of each."""
    times = 100 if tournament.measure.in_per_cent else tournament.measure.times
    order = [tournament.entrants.index(e) for e in tournament.ranking[:MOST_COLUMNS]]
    gains = {(g.one, g.among): g for g in tournament.gains}
    # A number tells apart names that are cut short beneath the columns.
    names = [f"{n} {tournament.entrants[k].player.brief}" for n, k in enumerate(order, 1)]
    cost = wording.cost_text(tournament.measure, "", tournament.unit).strip()
    best = f" Here are the best {len(order)}." if len(order) < len(tournament.entrants) else ""
    lab.section(
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


def _crowd(lab: Lab, tournament: TournamentResult) -> None:
    """What becomes of a crowd."""
    crowd = tournament.crowd
    order = np.argsort(-crowd.max(axis=0), kind="stable")[:MOST_LINES]
    lab.section(
        "Which would take over",
        "Begin with equally many players of each. In each generation they sit down at random, and "
        "a strategy that does better than the average has more players in the next one. "
        f"{tournament.left}",
        Chart(
            "Shares of the crowd, by generation",
            "generation",
            "share of the crowd",
            tuple(
                Series(
                    tournament.entrants[int(k)].player.brief,
                    tuple(float(g) for g in GENERATIONS),
                    tuple(float(crowd[g, int(k)]) for g in GENERATIONS),
                )
                for k in order
            ),
            percent=True,
        ),
    )


def _search(lab: Lab, game: str, tournament: TournamentResult) -> None:
    """How the best of them do at tables with a search."""
    beside = min(BESIDE_SEARCH, _most_ways(SEARCHED_TABLES, tournament.spec.parties) - 1)
    best = [e.player.as_option for e in tournament.ranking[:beside]]
    each = SEARCHED // (beside + 1) ** (tournament.spec.parties - 1)
    hands = max(min(lab.n // 1000, each), LEAST_HANDS)
    search = SEARCH.format(tournament.ranking[0].player.strategy)
    searched = lab.tournament(game, *best, search, n=hands, unit=tournament.unit.name)
    names = [e.player.brief for e in searched.entrants]
    place, sentences = len(best), []
    for one, among in itertools.permutations(range(len(names)), 2):
        if place not in {one, among}:
            continue
        gain = next(g for g in searched.gains if (g.one, g.among) == (one, among))
        if gain.low <= 0 <= gain.high:
            continue
        text = searched.text_of(abs(gain.value), *sorted((abs(gain.low), abs(gain.high))))
        sentences.append(
            f"one of {names[one]} among players of {names[among]} "
            f"{'gains' if gain.value > 0 else 'loses'} {text}"
        )
    said = f"{joined(sentences)}." if sentences else "these were too few to tell who is better."
    lab.section(
        "Against a program that looks ahead",
        "`look-ahead` imagines hands that the others may hold, and plays every choice on in each, "
        f"as `{tournament.ranking[0].player.strategy}` goes on. That takes long, so it played only "
        f"{searched.hands} {searched.unit.plural} a table "
        f"against the best {counted(beside)}: {said}",
    )


def strategies(names: Sequence[str]) -> str:
    """Some of them, as a sentence begins."""
    return f"The strateg{'y' if len(names) == 1 else 'ies'} {joined(names)}"
