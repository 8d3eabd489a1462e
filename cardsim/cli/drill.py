"""`cardsim drill GAME`: decisions where the choice matters, with what each choice was worth."""

from __future__ import annotations

import math
import re
from contextlib import closing
from datetime import date, datetime
from typing import TYPE_CHECKING, Annotated, Any

import typer

from cardsim.cli import compiling, options, screen
from cardsim.cli.commands import for_games
from cardsim.cli.play import (
    FORM,
    PLAIN,
    PORT,
    PROMPT,
    WEB,
    DrawnTable,
    Plain,
    Port,
    Web,
    filled,
    port_of,
    resumes,
    worths,
)
from cardsim.errors import UserError, echoed
from cardsim.process.signals import INTERRUPTED

if TYPE_CHECKING:
    from cardsim.game import Game
    from cardsim.table.drilled import DrillAnswer
    from cardsim.table.drilling import Drilling, DrillQuestion

MANY = 10
"""Default number of decisions."""
NEWS = 60
"""Largest number of actions of the others that are shown."""
ALL = "all"
EXTRA = (
    options.text("n", "N", f"Number of decisions, 1 to 100 [default {MANY}]", "-n"),
    options.text(
        "least",
        "X",
        "What a mistake costs at least, in matches in 100, points or whatever wins the game "
        "[default 2 in 100, or a small part of what a hand decides]",
    ),
    options.text(
        "only",
        "KIND",
        "A kind of decision, as `games show` names them, in games of tricks also "
        "opening-lead, lead and follow; `all` for every kind; again for several "
        "[default those that cost you most in what you played, else all]",
        repeated=True,
    ),
    options.flag(
        "mine", "The kinds of decisions that cost you most by `review --mine`, and no others"
    ),
    PLAIN,
    WEB,
    PORT,
)
KEYS = "Type a number, a card or the first letters; q to stop."


def drill(chosen: options.Chosen) -> int:
    """Decide ten times where it matters, and see what each choice was worth.

    Hands are dealt until one of your decisions matters. You choose, and see what each choice would
    have been worth, and why. What you missed comes back in later drills until you have got
    it right twice. `cardsim drill --resume` goes on with a drill.
    """
    from cardsim.options.params import Option
    from cardsim.runs.company import unsaid
    from cardsim.table.drilled import file_of
    from cardsim.table.drilling import Drilling, begun, kinds_named, worst_kinds
    from cardsim.table.played import sit_down

    rest, port = chosen.rest, port_of(chosen.rest)
    many = int(Option("n", MANY, low=1, high=100).check(rest["n"] or MANY, label="-n"))
    table = {name: value for name, value in chosen.table.items() if value is not None}
    asked = {"game": chosen.game, "options": dict(chosen.options), **table}
    only = [word for text in rest["only"] or () for word in text.split(",")]
    if rest["mine"] and only:
        raise UserError("--mine and --only contradict: the kinds that cost you most, or these")
    with compiling.announced(quiet=False):
        run, _ = sit_down(asked, None)
        least = _least(rest["least"], run.unit.won_by.shown_times)
        kinds_named(run.game, [word for word in only if word != ALL])
        if not only:
            only = list(worst_kinds(chosen.game, run.unit.name))
            if rest["mine"] and not only:
                raise UserError(
                    f"nothing surely cost you anything in what you played of {chosen.game}",
                    hint=f"play it: cardsim play {chosen.game}",
                )
            if only:
                kinds = " and ".join(only)
                screen.say(f"Of the kinds that cost you most when you played: {kinds}.")
        against = unsaid(run.game, run.spec.preset)
        file = file_of(chosen.game)
        record = begun(
            file,
            {"vs": against, **asked, "seed": run.spec.seed},
            many=many,
            least=least,
            only=() if ALL in only else only,
            # With a seed the drill is the same whatever was missed before.
            day=None if "seed" in table else today(),
        )
        drilling = Drilling(file, record)
    return _go_on(drilling, port, plain=rest["plain"])


def today() -> date:
    """Return the day on the clock of this machine."""
    return datetime.now().astimezone().date()


def _least(said: str | None, scale: float) -> float | None:
    from cardsim.table.drilled import MOST_COST

    if said is None:
        return None
    try:
        least = float(said)
    except ValueError:
        least = math.nan
    if not (math.isfinite(least) and least > 0 and re.fullmatch(r"[\d.eE+-]+", said)):
        raise UserError(f"--least must be a number above 0, not {echoed(said)}")
    if least > MOST_COST:
        raise UserError(f"--least must be at most {MOST_COST:g}, not {echoed(said)}")
    return least / scale


app = for_games(drill, EXTRA, FORM)


@app.callback(invoke_without_command=True, subcommand_metavar="[COMMAND] [ARGS]...")
def resumed(
    context: typer.Context,
    resume: Annotated[
        bool, typer.Option("--resume", help="Go on with the drill that you stopped last.")
    ] = False,
    plain: Plain = False,
    web: Web = False,
    port: Port = None,
) -> int:
    """Decide where it matters, and see what each choice was worth."""
    if not resumes(context, resume=resume, port=port, plain=plain, web=web):
        return 0
    from cardsim.table.drilled import last_open
    from cardsim.table.drilling import Drilling

    at = port_of({"web": web, "plain": plain, "port": port})
    with compiling.announced(quiet=False):
        drilling = Drilling(*last_open())
    return _go_on(drilling, at, plain=plain)


def _go_on(drilling: Drilling, port: int | None, *, plain: bool) -> int:
    """Drill in the browser, or in the terminal."""
    with closing(drilling):
        if port is not None:
            from cardsim.web.drill_page import DrillPage
            from cardsim.web.server import serve

            serve(lambda stop: DrillPage(drilling, stop, today), port=port, tell=screen.say)
            return 0
        screen.edit_lines()
        try:
            return _drill(drilling, plain=plain)
        except KeyboardInterrupt:
            screen.say("")
            screen.complain("interrupted; `cardsim drill --resume` goes on")
            return INTERRUPTED


def _drill(drilling: Drilling, *, plain: bool) -> int:
    """Ask all decisions that are left, and tell the score."""
    from cardsim.table import drill_told

    drawn = drawn_table(drilling.run.game, plain=plain)
    drawn.show(filled("", f"{drill_told.begins(drilling)} {KEYS}"))
    while True:
        screen.say(drill_told.SEEKS)
        question = drilling.next()
        while drilling.told:
            screen.complain(drilling.told.pop(0))
        if question is None:
            break
        drawn.forget()
        sight = question.sitting.sight
        drawn.show(["", drill_told.heading(drilling, question)])
        drawn.show(drawn.table(sight))
        nth = drawn.choice(sight)
        if nth is None:
            drawn.show(["Your drill is kept. `cardsim drill --resume` goes on with it."])
            return 0
        answer = drilling.answer(question, nth, today())
        drawn.show(["", *_judged(drilling, question, answer, plain=plain)])
        reason = drilling.why(question, answer)
        if reason:
            drawn.show(filled("", f"Why: {reason}"))
    told = drill_told.scored(drilling.finish(today()), today())
    drawn.show(["", *(piece for line in told for piece in filled("", line, PROMPT))])
    return 0


def drawn_table(game: Game, *, plain: bool) -> DrawnTable:
    """Return a table that shows all that was done in a hand, of which you have seen nothing yet."""
    return DrawnTable(game, _no_hints, plain=plain, keys=KEYS, most=NEWS)


def _no_hints() -> Any:
    from cardsim.table.evening import Hints

    return Hints("There are no hints in a drill: choose, and see what each was worth.")


def _judged(
    drilling: Drilling, question: DrillQuestion, answer: DrillAnswer, *, plain: bool
) -> list[str]:
    """Return what each choice was worth, and what yours gave away."""
    from cardsim.table import drill_told

    said, rows, _, more = drill_told.judged(drilling, question, answer)
    return [*filled("", said), *worths(rows, more, plain=plain)]
