"""`cardsim tournament GAME STRATEGY STRATEGY ...`: all strategies at all tables they can make."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from cardsim.cli import compare, delivery, options, screen
from cardsim.errors import UserError

if TYPE_CHECKING:
    from cardsim.tournaments.standings import TournamentResult

EXTRA = (
    compare.STRATEGIES,
    options.hands(
        "Hands with each strategy at each table, or matches with --unit match: 10000, 1e4, "
        "10k [default 1e4]"
    ),
    options.text(
        "vs",
        "NAME",
        "Whom each strategy plays against too, at one more table: field, a mixture, NAME",
        words=("field",),
    ),
    options.text(
        "answers",
        "N",
        "Look with learn, from three starts, for an answer to the winner and to whoever "
        "takes over: hands of a round, such as 1e5; takes minutes [default none]",
    ),
    *delivery.playing(".csv a row for each strategy among each", counts="every table"),
)
FORM = options.GameOptions(without=frozenset(("strategy", "seats", "partner", "vs")), hero=False)


def tournament(chosen: options.Chosen) -> int:
    """Play all strategies at all tables they can make, and say which would take over."""
    from cardsim.runs.journal import note
    from cardsim.tournaments.playing import play_tournament, prepare_tournament
    from cardsim.tournaments.tournament_story import story

    for flag, values in chosen.several.items():
        raise UserError(f"{flag} takes one value in a tournament, not {values}")

    def ask(**how: Any) -> TournamentResult:
        prepared = prepare_tournament(chosen.request)
        for name, why in prepared.left_out.items():
            if not chosen.rest["quiet"]:
                screen.say(f"Left out: {name} {why}")
        tell = None if chosen.rest["quiet"] else screen.say
        result = play_tournament(prepared, tell=tell, **how)
        note(result, result.seconds)
        return result

    result, status = delivery.answered(
        chosen,
        story,
        ask=ask,
        played=lambda result: result.played,
        done=lambda result: f"{result.hands} {result.unit.plural} at each table",
    )
    for why in result.failed.values():
        screen.complain(f"{why}; the others played on without it")
    return status or int(bool(result.failed))
