"""`cardsim exact GAME`: exact answers about a game, without playing it."""

from __future__ import annotations

import contextlib
from typing import TYPE_CHECKING, Any

from cardsim.cli import compiling, delivery, options, screen
from cardsim.showing import duration

if TYPE_CHECKING:
    from collections.abc import Sequence

    from cardsim.ask.solved import Exact
    from cardsim.game import FigureTable

WORTH_TELLING = 3.0
"""Seconds from which on the expected time is announced."""

FORM = options.Form(plays=False)
EXTRA = (
    delivery.JSON,
    options.text(
        "output",
        "-o",
        "--output",
        about="Write a file as well: .html a page, .json all of it, .csv the numbers, .parquet the "
        "largest table",
        panel=options.OUTPUT,
        metavar="FILE",
    ),
    delivery.FORCE,
    delivery.QUIET,
)


def exact(chosen: options.Chosen) -> int:
    """Solve a game exactly, without playing it."""
    from cardsim.games import load_game
    from cardsim.output import SUFFIXES, drafted
    from cardsim.runs import solution

    quiet = bool(chosen.rest["quiet"])
    output = delivery.file_named(chosen.rest["output"], SUFFIXES)
    question = chosen.table["question"]
    table = {n: chosen.table[n] for n in ("players", "preset")}
    spec, rules = solution.prepare(chosen.game, question, options=chosen.options, **table)
    asked = solution.find_question(load_game(chosen.game), spec.question)
    seconds = asked.cost(rules, spec.players, dict(spec.options))
    if seconds > WORTH_TELLING and not quiet and solution.cached_solution(spec) is None:
        screen.say(f"This takes about {duration(seconds)} ...")
    draft = None
    with contextlib.ExitStack() as stack:
        if output is not None:
            force = bool(chosen.rest["force"])
            draft = stack.enter_context(drafted(output, force=force, option="--output"))
        with compiling.announced(quiet=quiet):
            answer: Exact = chosen.request.answer()
        if draft is not None and output is not None:
            draft.write_bytes(answer.encoded(output.suffix))
    screen.emit(answer.to_json() if chosen.rest["as_json"] else "\n".join(page(answer)))
    return 0


def page(answer: Exact) -> list[str]:
    """Return an answer for people: the sentence, numbers and tables, and how to get it again."""
    from cardsim.options.params import settings_text
    from cardsim.statistics.stats import exactly

    lines = screen.answer(answer.sentence)
    rows = []
    for f in answer.solution.figures:
        is_count = isinstance(f.value, int)
        rows.append((f.text, str(f.value) if is_count else exactly(f.value, is_share=f.is_share)))
    lines += ["", "Exactly, without sampling", *screen.table(rows)]
    for table in answer.solution.tables:
        if table.brief:
            head, *numbers = _rows(table)
            lines += ["", table.text, *screen.table(numbers, head=head)]
    longer = [t for t in answer.solution.tables if not t.brief]
    for table in longer:
        text = f"{table.text}: table '{table.name}' of --json, and of -o FILE.json"
        lines += ["", *screen.wrapped(text)]
    spec, game = answer.spec, answer.game
    rules = screen.rules(spec.preset, spec.changed_rules(game), spec.players)
    origin = [("Rules", rules)]
    said = [(name, value) for name, value in spec.options if value != ""]
    if said:
        origin.append(("With", settings_text(said)))
    return [*lines, "", *delivery.origin(origin, answer.command)]


def _rows(table: FigureTable) -> list[tuple[str, ...]]:
    """Return a table's rows as text, under the names of its columns."""
    columns = []
    for name, values in table.columns.items():
        texts = _shares(values) if name in table.shares else [_shown(v) for v in values]
        columns.append([name.replace("_", " "), *texts])
    return list(zip(*columns, strict=True))


def _shares(values: Sequence[Any]) -> list[str]:
    """Return shares in per cent, to six figures and all with as many decimals."""
    decimals = max(len(f"{100 * v:.6g}".partition(".")[2]) for v in values)
    return [f"{100 * v:.{decimals}f} %" for v in values]


def _shown(value: Any) -> str:
    return f"{value:.6f}" if isinstance(value, float) else str(value)
