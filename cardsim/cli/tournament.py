"""`cardsim tournament GAME STRATEGY STRATEGY ...`: all strategies at all tables they can make."""

from __future__ import annotations

from typing import TYPE_CHECKING

from cardsim.cli import compare, delivery, options, screen
from cardsim.errors import UserError

if TYPE_CHECKING:
    from collections.abc import Sequence
    from concurrent.futures import Executor

    from cardsim.answers.tournaments import TournamentResult
    from cardsim.runs.request import Request

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
    delivery.THREADS,
    options.WORKERS,
    options.DASK,
    delivery.JSON,
    delivery.output(".csv a row for each strategy among each", "every table"),
    delivery.TITLE,
    delivery.FORCE,
    delivery.QUIET,
    delivery.NO_KEEP,
)
FORM = options.Form(without=frozenset(("strategy", "seats", "partner", "vs")), hero=False)
NOTE = (
    "Value: among all tables, the others drawn from all strategies alike; its interval is that of "
    "the value alone. The differences behind a place hold together for all pairs, and so does what "
    "is certain (*). Weight: the share of a mixture in which nobody gains by playing another of "
    "these. Survives: the share in the end of a crowd where what gets more than others spreads."
)
ALONE = f"{delivery.INTERVAL} alone"
MOST_COLUMNS = 8
"""Strategies of which every pair is shown; of more, the best."""
LEAST = 0.0005
"""A share that is not shown as none."""


def tournament(chosen: options.Chosen) -> int:
    """Play all strategies at all tables they can make, and say which would take over."""
    from cardsim.answers.tournaments import Tournament, play_tournament, prepare_tournament

    for flag, values in chosen.several.items():
        raise UserError(f"{flag} takes one value in a tournament, not {values}")

    def prepare(asked: Request, _: Executor | None) -> Tournament:
        return prepare_tournament(compare.named(asked, chosen, what="in a tournament"))

    result, status = delivery.answered(
        chosen,
        page,
        prepare=prepare,
        play=play_tournament,
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

    ranking = result.ranking
    marked = {0: screen.BEST} | {
        k: screen.TIED for k, e in enumerate(ranking) if k and e.first == 1
    }
    places = [
        [f"#{k}", e.player.brief, *e.estimate.parts, e.place, share(e.weight), share(e.survives)]
        for k, e in enumerate(ranking, 1)
    ]
    number = {e.player: k for k, e in enumerate(ranking, 1)}
    players = result.spec.players
    risks = [
        [
            f"#{k}",
            e.player.brief,
            *risk.worst.parts,
            f"#{number[players[risk.worst_among]]}",
            result.text_of(risk.regret, risk.low, risk.high),
            f"#{number[players[risk.regret_among]]}",
        ]
        for k, e in enumerate(ranking, 1)
        for risk in [result.risks[result.entrants.index(e)]]
    ]
    shown = [result.entrants.index(e) for e in ranking[:MOST_COLUMNS]]
    more = [] if len(shown) == len(ranking) else ["  every pair: -o FILE.csv"]
    counted = wording.cost_text(result.measure, "", result.unit).strip()
    one, all_of = ("a side", "sides") if result.spec.base.sides else ("one", "players")
    return [
        *screen.answer(result.sentence),
        "",
        *screen.table(
            places,
            head=[
                "",
                "strategy",
                "value",
                f"{delivery.INTERVAL} alone",
                "place",
                "weight",
                "survives",
            ],
            marked=marked,
            flowing=(0, 1),
        ),
        "",
        f"Where all other {all_of} play one of these: the worst outcome, and the most regret",
        *screen.table(
            risks,
            head=["", "strategy", "worst", delivery.INTERVAL, "with", "most regret", "with"],
            flowing=(0, 1),
        ),
        "",
        f"What {one} of the row gains among {all_of} of the column, {counted}; * for certain",
        *screen.table(
            _gains(result, shown),
            head=["", "one", *(f"#{k}" for k in range(1, len(shown) + 1))],
            flowing=(0, 1),
        ),
        *more,
        "",
        *screen.wrapped(NOTE),
        "",
        *_origin(result),
    ]


def _gains(result: TournamentResult, shown: Sequence[int]) -> list[list[str]]:
    """What each of some strategies gains among players of each."""
    from cardsim.statistics.stats import digits_of, gap_text

    times = 100 if result.measure.in_per_cent else result.measure.times
    scaled = {
        (g.one, g.among): (times * g.value, times * g.low, times * g.high) for g in result.gains
    }
    digits = digits_of(((low, high) for _, low, high in scaled.values()), is_share=False)
    rows = []
    for place, one in enumerate(shown, 1):
        row = [f"#{place}", result.entrants[one].player.brief]
        for among in shown:
            if one == among:
                row.append(".")
                continue
            value, low, high = scaled[one, among]
            text, _ = gap_text(value, low, high, is_share=False, digits=digits)
            row.append(f"{'+' if value > 0 else ''}{text}{' ' if low <= 0 <= high else '*'}")
        rows.append(row)
    return rows


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
        ("Played", f"{result.hands} {result.unit.plural} at each of {tables} tables"),
        ("Seed", str(base.seed)),
    ]
    return delivery.origin(rows, result.command)
