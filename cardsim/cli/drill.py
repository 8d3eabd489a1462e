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
from cardsim.cli.play import FORM, PLAIN, PROMPT, DrawnTable, filled
from cardsim.errors import UserError, echoed
from cardsim.process.signals import INTERRUPTED

if TYPE_CHECKING:
    from cardsim.game import Game
    from cardsim.table.drilled import Answer
    from cardsim.table.drilling import Drilling, Question, Score

MANY = 10
"""Default number of decisions."""
MOST_SHOWN = 6
"""Choices whose worth is shown, the best ones; yours always is."""
MOST_BEFORE = 5
"""Earlier drills that a score names."""
NEWS = 60
"""Largest number of actions of the others that are shown."""
ALL = "all"
EXTRA = (
    options.text(
        "n",
        "-n",
        about=f"Number of decisions, 1 to 100 [default {MANY}]",
        panel=options.GAME,
        metavar="N",
    ),
    options.text(
        "least",
        "--least",
        about="What a mistake costs at least, in matches in 100, points or whatever wins the game "
        "[default 2 in 100, or a small part of what a hand decides]",
        panel=options.GAME,
        metavar="X",
    ),
    options.text(
        "only",
        "--only",
        repeated=True,
        about="A kind of decision, as `games show` names them, in games of tricks also "
        "opening-lead, lead and follow; `all` for every kind; again for several "
        "[default those that cost you most in what you played, else all]",
        panel=options.GAME,
        metavar="KIND",
    ),
    options.flag(
        "mine",
        "--mine",
        about="The kinds of decisions that cost you most by `review --mine`, and no others",
        panel=options.GAME,
    ),
    PLAIN,
)
KEYS = "Type a number, a card or the first letters; q to stop."


def drill(chosen: options.Chosen) -> int:
    """Decide ten times where it matters, and see what each choice was worth.

    Hands are dealt until one of your decisions matters. You choose, and see what each choice would
    have been worth, and why. What you missed comes back in later drills until you have held it
    twice. `cardsim drill --resume` goes on with a drill.
    """
    from cardsim.options.params import Option
    from cardsim.runs.company import unsaid
    from cardsim.runs.told import times
    from cardsim.table.drilled import file_of
    from cardsim.table.drilling import Drilling, begun, kinds_named, worst_kinds
    from cardsim.table.played import sit_down

    rest = chosen.rest
    many = int(Option("n", MANY, low=1, high=100).check(rest["n"] or MANY, label="-n"))
    table = {name: value for name, value in chosen.table.items() if value is not None}
    asked = {"game": chosen.game, "options": dict(chosen.options), **table}
    only = [word for text in rest["only"] or () for word in text.split(",")]
    if rest["mine"] and only:
        raise UserError("--mine and --only contradict: the kinds that cost you most, or these")
    with compiling.announced(quiet=False):
        run, _ = sit_down(asked, None)
        least = _least(rest["least"], times(run.unit.won_by))
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
    return _go_on(drilling, plain=rest["plain"])


def today() -> date:
    """Return the day on the clock of this machine."""
    return datetime.now().astimezone().date()


def _least(said: str | None, scale: float) -> float | None:
    if said is None:
        return None
    try:
        least = float(said)
    except ValueError:
        least = math.nan
    if not (math.isfinite(least) and least > 0 and re.fullmatch(r"[\d.eE+-]+", said)):
        raise UserError(f"--least must be a number above 0, not {echoed(said)}")
    return least / scale


app = for_games(drill, EXTRA, FORM)


@app.callback(invoke_without_command=True, subcommand_metavar="[COMMAND] [ARGS]...")
def resumed(
    context: typer.Context,
    resume: Annotated[
        bool, typer.Option("--resume", help="Go on with the drill that you stopped last.")
    ] = False,
    plain: Annotated[bool, typer.Option("--plain", help="For a screen reader.")] = False,
) -> int:
    """Decide where it matters, and see what each choice was worth."""
    if context.invoked_subcommand is not None:
        game = context.invoked_subcommand
        if resume:
            hint = "cardsim drill --resume" + (" --plain" if plain else "")
            raise UserError("--resume goes on with the last drill, and takes no game", hint=hint)
        if plain:
            hint = f"cardsim drill {game} --plain ..."
            raise UserError("the game comes before the options, so before --plain", hint=hint)
        return 0
    if not resume:
        raise UserError("which game? cardsim drill scat", hint="`cardsim games` lists them")
    from cardsim.table.drilled import last_open
    from cardsim.table.drilling import Drilling

    with compiling.announced(quiet=False):
        drilling = Drilling(*last_open())
    return _go_on(drilling, plain=plain)


def _go_on(drilling: Drilling, *, plain: bool) -> int:
    screen.edit_lines()
    with closing(drilling):
        try:
            return _drill(drilling, plain=plain)
        except KeyboardInterrupt:
            screen.say("")
            screen.complain("interrupted; `cardsim drill --resume` goes on")
            return INTERRUPTED


def _drill(drilling: Drilling, *, plain: bool) -> int:
    """Ask all decisions that are left, and tell the score."""
    game, many = drilling.run.game, drilling.drill.many
    drawn = drawn_table(game, plain=plain)
    what = "one decision that matters" if many == 1 else f"{many} decisions that matter"
    drawn.show(filled("", f"{game.title}: {what}, one {drilling.run.unit.name} each. {KEYS}"))
    while True:
        screen.say("Looking for a decision that matters ...")
        question = drilling.next()
        while drilling.told:
            screen.complain(drilling.told.pop(0))
        if question is None:
            break
        drawn.forget()
        sight = question.sitting.sight
        again = "  You missed this one before." if question.back else ""
        drawn.show(["", f"{drilling.number} of {drilling.drill.many}.{again}"])
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
    drawn.show(["", *_told(drilling.finish(today()))])
    return 0


def drawn_table(game: Game, *, plain: bool) -> DrawnTable:
    """Return a table that shows all that was done in a hand, of which you have seen nothing yet."""
    return DrawnTable(game, _no_hints, plain=plain, keys=KEYS, most=NEWS)


def _no_hints() -> Any:
    from cardsim.table.evening import Hints

    return Hints("There are no hints in a drill: choose, and see what each was worth.")


def _judged(drilling: Drilling, question: Question, answer: Answer, *, plain: bool) -> list[str]:
    """Return what each choice was worth, and what yours gave away."""
    from cardsim.runs import wording
    from cardsim.table.evening import rows_of

    unit = drilling.run.unit
    if answer.did == answer.best:
        said = f"Right: {answer.best}."
    elif answer.held:
        said = f"Right: {answer.did} may be as good as {answer.best}."
    else:
        gap = answer.cost, answer.low, answer.high
        gave = wording.costs(unit, unit.won_by, *gap)
        said = f"Better was {answer.best}: {answer.did} gives away {gave}."
    rows = rows_of(question.choices, unit)
    own = question.place_of(answer)
    shown = [*range(min(MOST_SHOWN, len(rows)))]
    shown += [own] if own not in shown else []
    kept = [rows[n] for n in shown]
    lines = filled("", said)
    if plain:
        lines += [f"{w}: {v}" + (f", costs {c}, {i}" if c else "") for w, v, c, i in kept]
    else:
        lines += screen.table(kept, head=("", "worth", "costs", "95 % interval"), flowing=(0,))
    left = len(rows) - len(shown)
    return [*lines, f"  and {left} more that cost more"] if left > 0 else lines


def _told(score: Score) -> list[str]:
    """Return the score, those before, and what comes back."""
    lines = filled("", score.sentence, PROMPT)
    if score.before:
        lines += filled("", _before(score))
    many, day = score.due
    if many:
        what = "One decision comes" if many == 1 else f"{many} decisions come"
        begins = "" if day <= today().isoformat() else f" from {day} on,"
        again = "it" if many == 1 else "each"
        lines += filled("", f"{what} back{begins} until you have held {again} twice.")
    return lines


def _before(score: Score) -> str:
    """Return what a decision gave away on average in drills before, the latest last."""
    from cardsim.runs import wording
    from cardsim.runs.told import times
    from cardsim.statistics.stats import rounded

    scale = times(score.unit.won_by)
    amounts = [
        rounded(scale * past.cost / past.many, scale * past.half / past.many)
        for past in score.before[-MOST_BEFORE:]
        if past.many
    ]
    cost, half = score.cost
    now = rounded(scale * cost / len(score.answers), scale * half / len(score.answers))
    told = wording.cost_text(score.unit.won_by, now, score.unit)
    return f"That is {told} a decision; before: {', '.join(amounts)}."
