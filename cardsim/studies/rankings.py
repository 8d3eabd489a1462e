"""Pages of tournaments: which strategy wins overall, and which would take over."""

from __future__ import annotations

import itertools
import re
from collections.abc import Iterator, Sequence
from dataclasses import replace

from cardsim.ask.comparisons import CompareResult
from cardsim.errors import UserError
from cardsim.games import load_game
from cardsim.runs.company import FIELD, USUAL
from cardsim.runs.wording import of_several
from cardsim.runs.words import capitalised, counted, listed
from cardsim.story import Chart, Number, Series, Table
from cardsim.studies.advice import SEARCH, SEARCHED, looks_ahead
from cardsim.studies.experiments import Lab, in_few, joined
from cardsim.tournaments import tournament_story
from cardsim.tournaments.playing import LEAST_HANDS
from cardsim.tournaments.standings import TournamentResult
from cardsim.workspace import NO_PERSON, field_file, strategy_files

PART = 10
"""Factor by which each table plays fewer hands than the experiment asks for."""
HAND, MATCH = "hand", "match"
MOST_TABLES = 400
"""Largest number of tables on a page."""
ROUNDING = 1e-9
LEAST_LOOK = 1000
"""Smallest number of hands in the search for an answer to the winner: fewer find none."""
BESIDE_SEARCH = 2
"""Largest number of strategies that play against a search: the best ones."""
MOST_BEST = 3
"""Largest number of strategies that may be the best in an answer that names one."""
NAMES = "In what follows, strategies have the names of the tables' last column."
SEARCHED_TABLES = 30
"""Largest number of tables with a search."""


def rank(lab: Lab, game: str) -> None:
    """Play all shipped strategies of a game against each other, and show who wins and who survives.

    Each table plays a part of the hands of `lab`.
    """
    names = [n for n in strategy_files(load_game(game)) if not NO_PERSON.fullmatch(n)]
    unit = deciding_unit(game)
    best = _best(lab, game, names, unit)
    tournament = lab.tournament(
        game,
        *best,
        n=max(lab.n // PART, LEAST_HANDS),
        unit=unit,
        vs=field_or_none(game),
        answers=lab.n if lab.n >= LEAST_LOOK else None,
    )
    ways = in_few([of_several(e.player.plays) for e in tournament.entrants])
    for told in tournament_story.sections(tournament, ways):
        lab.section(told.heading, told.text, told.chart, told.table)
    if looks_ahead(tournament.game):
        _search(lab, game, tournament)
    lab.answer(in_words(tournament), *_numbers(tournament))


def _numbers(tournament: TournamentResult) -> Iterator[Number]:
    """Yield the key figures; the best strategy is not named there."""
    best = re.compile(rf"(with |is ){re.escape(tournament.ranking[0].player.brief)}\b")
    for number in tournament_story.numbers(tournament):
        yield replace(number, what=best.sub(r"\1the best way", number.what))


def in_words(tournament: TournamentResult) -> str:
    """Return the answer of a tournament; its first sentences say what the winner does.

    If too many may be as good as the winner, that comes first. Strategies are named only after
    that.
    """
    best, count = tournament.ranking[0].player, counted(len(tournament.entrants))
    ties, plays = sum(entrant.first == 1 for entrant in tournament.ranking), of_several(best.plays)
    told = f"Among others who play in any of {count} ways it is best to {plays}:"
    if ties > MOST_BEST:
        told = (
            f"These {tournament.unit.plural} cannot tell: of {count} ways to play {counted(ties)} "
            f"may be the best. To {plays} did best among others who play in any of them:"
        )
    named = f"Of {count} strategies {best.brief} does best when the others at the table"
    text = tournament.sentence.replace(f"{named} are drawn from all of them:", told, 1)
    others = [entrant.player for entrant in tournament.ranking[1:] if entrant.first == 1]
    if others:
        some = f"{counted(len(others))} others"
        ways = f"to {of_several(others[0].plays)}" if len(others) == 1 else some
        names = listed([player.brief for player in others])
        text = text.replace(f"{capitalised(names)} may be", f"{capitalised(ways)} may be", 1)
    text = text.replace(
        f"Among players of {best.brief},", "If all the others play the best way, too,", 1
    )
    rest = tournament.against or tournament.careful
    begin = "Among players of " if "Among players of " in text else rest
    return text.replace(begin, f"{NAMES} {begin}", 1)


def field_or_none(game: str) -> str | None:
    """Return the word for the field of a game; None if it has none."""
    try:
        field_file(load_game(game))
    except UserError:
        return None
    return FIELD


def deciding_unit(game: str) -> str:
    """Return the unit that decides: matches rather than single hands, if there are any."""
    played = load_game(game)
    return MATCH if played.usual_unit == HAND and MATCH in played.units else played.usual_unit


def _best(lab: Lab, game: str, names: Sequence[str], unit: str) -> list[str]:
    """Return the strategies that do best against the field, or the usual one, as few as fit."""
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
        does, sits = ("does", "sits") if len(same) == 1 else ("do", "sit")
        word = compared.unit.name
        rest += (
            f" {strategies(same)} {does} exactly as {name} does, {word} for {word}, and {sits} out."
        )
    ways = in_few([of_several(c.player.plays) for c in compared.ranking])
    lab.section(
        "Against the field" if field else "Against the usual players",
        f"{compared.sentence}{rest}",
        Chart(
            capitalised(compared.measure.text),
            "what you do",
            compared.measure.text,
            (Series.of("", ways, [c.estimate for c in compared.ranking]),),
            kind="points",
            percent=compared.measure.in_per_cent,
            reference=(compared.measure.even, "even share") if compared.measure.even else None,
            best="lowest" if compared.measure.lower_is_better else "highest",
        ),
        Table(
            "What each does, the best first",
            ("what you do", compared.measure.text, "strategy"),
            tuple(
                (of_several(c.player.plays), str(c.estimate), c.player.strategy)
                for c in compared.ranking
            ),
        ),
    )
    return kept


def _copies(compared: CompareResult) -> dict[str, str]:
    """Return the strategies that played exactly as an earlier one, with its name."""
    names = [c.player.strategy for c in compared.contenders]
    copies: dict[str, str] = {}
    for one, other in itertools.combinations(range(len(names)), 2):
        if names[one] not in copies and compared.gap(one, other).same_play:
            copies.setdefault(names[other], names[one])
    return copies


def _most_ways(tables: int, parties: int) -> int:
    """Return the largest number of strategies that can meet at every one of `tables` tables."""
    return int(tables ** (1 / parties) + ROUNDING)


def _search(lab: Lab, game: str, tournament: TournamentResult) -> None:
    """Show how the best do at tables with a search."""
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
        text = searched.text_of(abs(gain.value), gain.low, gain.high)
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
    """Return the names as the beginning of a sentence."""
    return f"The strateg{'y' if len(names) == 1 else 'ies'} {joined(names)}"
