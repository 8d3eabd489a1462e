"""`cardsim tournament GAME STRATEGY STRATEGY ...`: all strategies at all tables they can make."""

from __future__ import annotations

import textwrap
from functools import partial
from typing import TYPE_CHECKING

from cardsim.cli import compare, delivery, options, screen
from cardsim.errors import UserError

if TYPE_CHECKING:
    from collections.abc import Sequence
    from concurrent.futures import Executor

    from cardsim.runs.request import Request
    from cardsim.tournaments.standings import TournamentResult

EXTRA = (
    compare.STRATEGIES,
    options.text(
        "n",
        "-n",
        "--hands",
        about="Hands with each strategy at each table, or matches with --unit match: 10000, 1e4, "
        "10k [default 1e4]",
        panel=options.GAME,
        metavar="N",
    ),
    options.text(
        "vs",
        "--vs",
        about="Whom each strategy plays against too, at one more table: field, a mixture, NAME",
        panel=options.GAME,
        metavar="NAME",
        words=("field",),
    ),
    options.text(
        "answers",
        "--answers",
        about="Look with learn, from three starts, for an answer to the winner and to whoever "
        "takes over: hands of a round, such as 1e5; takes minutes [default none]",
        panel=options.GAME,
        metavar="N",
    ),
    delivery.THREADS,
    options.WORKERS,
    options.DASK,
    delivery.JSON,
    delivery.output(".csv a row for each strategy among each", "every table"),
    delivery.TITLE,
    delivery.OPEN,
    delivery.FORCE,
    delivery.QUIET,
    delivery.NO_KEEP,
)
FORM = options.Form(without=frozenset(("strategy", "seats", "partner", "vs")), hero=False)
NOTE = (
    "Value: among all tables, the others drawn from all strategies alike; its interval is that of "
    "the value alone. The differences behind a place hold together for all pairs, and so does what "
    "is certain (*). Weight: the share of a mixture that none of these does better against. "
    "Survives: the share in the end of a crowd where what gets more than others spreads."
)
ALONE = f"{delivery.INTERVAL} alone"
MOST_COLUMNS = 8
"""Strategies of which every pair is shown; of more, the best."""
LONG = 11
"""Letters of a name in one line of the head of a column."""
LEAST = 0.0005
"""A share that is not shown as none."""


def tournament(chosen: options.Chosen) -> int:
    """Play all strategies at all tables they can make, and say which would take over."""
    from cardsim.tournaments.playing import Tournament, play_tournament, prepare_tournament

    for flag, values in chosen.several.items():
        raise UserError(f"{flag} takes one value in a tournament, not {values}")

    def prepare(asked: Request, _: Executor | None) -> Tournament:
        prepared = prepare_tournament(asked)
        for name, why in prepared.left_out.items():
            if not chosen.rest["quiet"]:
                screen.say(f"Left out: {name} {why}")
        return prepared

    result, status = delivery.answered(
        chosen,
        page,
        prepare=prepare,
        play=partial(play_tournament, tell=None if chosen.rest["quiet"] else screen.say),
        runs=lambda prepared: prepared.alone,
        played=lambda result: result.played,
        done=lambda result: f"{result.hands} {result.unit.plural} at each table",
    )
    for why in result.failed.values():
        screen.complain(f"{why}; the others played on without it")
    return status or int(bool(result.failed))


def page(result: TournamentResult) -> list[str]:
    """A tournament for people: the answer, the ranking, who beats whom, and how to repeat it."""
    from cardsim.runs import wording
    from cardsim.runs.spec import short_names

    ranking = result.ranking
    marked = {0: screen.BEST} | {
        k: screen.TIED for k, e in enumerate(ranking) if k and e.first == 1
    }
    places = [
        [e.player.brief, *e.estimate.parts, e.place, share(e.weight), share(e.survives)]
        for e in ranking
    ]
    names = short_names([e.player for e in result.entrants])
    shown = [result.entrants.index(e) for e in ranking[:MOST_COLUMNS]]
    heads = ["\n".join(textwrap.wrap(names[k], LONG)) for k in shown]
    more = [] if len(ranking) <= compare.FEW else ["  every pair: -o FILE.csv"]
    counted = wording.cost_text(result.measure, "", result.unit).strip()
    one, all_of = ("a side", "sides") if result.spec.base.sides else ("one", "players")
    return [
        *screen.answer(result.sentence),
        "",
        *screen.table(
            places,
            head=[
                "strategy",
                "value",
                f"{delivery.INTERVAL} alone",
                "place",
                "weight",
                "survives",
            ],
            marked=marked,
        ),
        "",
        *_risks(result, names, all_of, counted),
        "",
        *screen.wrapped(
            f"What {one} of the row gains among {all_of} of the column, {counted}; * for certain"
        ),
        *screen.table(
            _gains(result, names, shown),
            head=["one", *heads],
            spare=range(len(shown), compare.FEW, -1),
        ),
        *more,
        "",
        *_found(result),
        *screen.wrapped(NOTE),
        "",
        *_origin(result),
    ]


def _risks(result: TournamentResult, names: Sequence[str], all_of: str, counted: str) -> list[str]:
    """The worst that may come of each strategy, and how it does against those of `--vs`."""
    from cardsim.statistics.stats import rounded

    times = 100 if result.measure.in_per_cent else result.measure.times
    rows = [(e, result.entrants.index(e)) for e in result.ranking]
    name = result.spec.met if len(result.spec.met) <= LONG else "--vs"
    among = [*names, name]
    table = []
    for entrant, row in rows:
        risk = result.risks[row]
        regret = rounded(times * risk.regret, times * (risk.high - risk.low) / 2)
        worst = (*risk.worst.parts, among[risk.worst_among])
        met = [str(estimate) for estimate in result.versus[row : row + 1]]
        most = (regret, among[risk.regret_among])
        table.append([entrant.player.brief, *met, *worst, *most])
    met = [f"against {name}"] if name else []
    also = " or are those of --vs" if name else ""
    return [
        *screen.wrapped(
            f"Where all other {all_of} play one of these{also}: the worst outcome, and the most "
            f"regret, {counted}"
        ),
        *screen.table(
            table,
            head=["strategy", *met, "worst", delivery.INTERVAL, "with", "regret", "with"],
            flowing=(0, len(met) + 3, len(met) + 5),
        ),
    ]


def _gains(result: TournamentResult, names: Sequence[str], shown: Sequence[int]) -> list[list[str]]:
    """What each of some strategies gains among players of each."""
    from cardsim.statistics.stats import digits_of, gap_text

    times = 100 if result.measure.in_per_cent else result.measure.times
    scaled = {
        (g.one, g.among): (times * g.value, times * g.low, times * g.high) for g in result.gains
    }
    digits = digits_of(((low, high) for _, low, high in scaled.values()), is_share=False)
    rows = []
    for one in shown:
        row = [names[one]]
        for among in shown:
            if one == among:
                row.append(".")
                continue
            value, low, high = scaled[one, among]
            text, _ = gap_text(value, low, high, is_share=False, digits=digits)
            row.append(f"{'+' if value > 0 else ''}{text}{' ' if low <= 0 <= high else '*'}")
        rows.append(row)
    return rows


def _found(result: TournamentResult) -> list[str]:
    """How the best answers play that were found, and the commands that find them again."""
    lines = []
    for answer in result.answers:
        if answer.found and answer.rules:
            lines.append(f"The answer to {answer.to.brief} that was found, and its command")
            lines += [x for rule in answer.rules for x in screen.wrapped(rule, indent=2, hanging=2)]
            lines += [f"  {answer.command}", ""]
    return lines


def share(value: float) -> str:
    """A share of a crowd, in per cent."""
    return f"{100 * value:.1f} %" if value >= LEAST else "-"


def _origin(result: TournamentResult) -> list[str]:
    """What was played, and the command that plays the same hands again, and no others."""
    base, tables = result.spec.base, len(result.companies) * len(result.spec.players)
    you = "each strategy in turn, in each seat in turn, beside all that can sit there"
    if base.sides:
        you = you.replace(",", " as both partners,", 1)
    rows = [
        ("Rules", delivery.rules(base, result.game)),
        ("You", you),
        *([("And vs", result.spec.met)] if result.spec.met else []),
        ("Played", f"{result.hands} {result.unit.plural} at each of {tables} tables"),
        ("Seed", str(base.seed)),
    ]
    return delivery.origin(rows, result.command)
