"""`cardsim exact GAME`: exact answers about a game, without playing it."""

from __future__ import annotations

from cardsim.cli import delivery, options, screen
from cardsim.showing import duration

WORTH_TELLING = 3.0
"""Seconds from which on the expected time is announced."""

FORM = options.GameOptions(plays=False)
EXTRA = (
    delivery.JSON,
    options.output(
        "Write a file as well: .html a page, .json all of it, .csv the numbers, .parquet the "
        "largest table"
    ),
    delivery.FORCE,
    delivery.QUIET,
)


def exact(chosen: options.Chosen) -> int:
    """Solve a game exactly, without playing it."""
    from cardsim.ask.exact_story import story
    from cardsim.games import load_game
    from cardsim.runs import solution

    want = delivery.wanted(chosen)
    question = chosen.table["question"]
    table = {n: chosen.table[n] for n in ("players", "preset")}
    spec, rules = solution.prepare(chosen.game, question, options=chosen.options, **table)
    asked = solution.find_question(load_game(chosen.game), spec.question)
    seconds = asked.cost(rules, spec.players, dict(spec.options))
    if seconds > WORTH_TELLING and not want.quiet and solution.cached_solution(spec) is None:
        screen.say(f"This takes about {duration(seconds)} ...")
    delivery.delivered(want, chosen.request.answer, story)
    return 0
