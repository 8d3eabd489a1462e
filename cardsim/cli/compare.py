"""`cardsim compare GAME STRATEGY STRATEGY ...`: which strategy does best in the same hands."""

from __future__ import annotations

import shlex
from dataclasses import replace
from typing import TYPE_CHECKING

import typer

from cardsim.cli import companies, delivery, options, screen
from cardsim.errors import UserError

if TYPE_CHECKING:
    from cardsim.runs.request import Request


def known(ctx: typer.Context, incomplete: str) -> list[str]:
    """Return the strategies of the named game that begin like this."""
    from cardsim.games import load_game
    from cardsim.workspace import EVERYBODY, strategy_files

    names = [*strategy_files(load_game(str(ctx.info_name))), EVERYBODY]
    return options.completed(names)(incomplete)


STRATEGIES = options.word(
    "strategies",
    "STRATEGY",
    "At least two: NAME, NAME:parameter=value,parameter=value, or 'chase-*' for all that are "
    "called so; `all` are all that there are and do not look ahead",
    complete=known,
    several=True,
)
EXTRA = (
    STRATEGIES,
    *delivery.amount("Hands with each strategy, or matches with --unit match"),
    *delivery.playing(".csv a row for each pair"),
)
FORM = options.GameOptions(without=frozenset(("strategy", "seats")), hero=False, companies=True)


def compare(chosen: options.Chosen) -> int:
    """Play the same hands with several strategies, and say which is best.

    Each takes every seat in turn, against the same others.
    """
    from cardsim.ask.compare_story import story

    for flag, values in chosen.several.items():
        raise UserError(
            f"{flag} takes one value in a comparison, not {values}",
            hint=f"sweep plays one strategy at several: cardsim sweep {chosen.game} "
            f"--strategy {shlex.quote(chosen.rest['strategies'][0])} {flag} {values}",
        )

    if companies.are_several(chosen):
        return companies.answered(chosen, named(chosen.request, chosen, what="compared"))
    _, status = delivery.answered(
        chosen,
        story,
        ask=lambda **how: named(chosen.request, chosen, what="compared").answer(**how),
        done=lambda result: f"{delivery.amount_done(result)} a strategy",
    )
    return status


def named(asked: Request, chosen: options.Chosen, *, what: str) -> Request:
    """Return the request, with all usable strategies in place of `all`."""
    from cardsim.workspace import named_strategies

    strategies, left_out = named_strategies(asked.rules_of, asked.named, what=what)
    for name, why in left_out.items():
        if not chosen.rest["quiet"]:
            screen.say(f"Left out: {name} {why}")
    return replace(asked, named=strategies)
