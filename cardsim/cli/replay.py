"""`cardsim replay GAME`: one hand of a run, move by move."""

from __future__ import annotations

from typing import TYPE_CHECKING

from cardsim.cli import compiling, delivery, options, screen
from cardsim.errors import StrategyError, UserError

if TYPE_CHECKING:
    from cardsim.table.replayed import Replay

EXTRA = (
    options.text("hand", "K", "The number of the hand, or match, in its run [default 0]"),
    options.flag(
        "as_json", "Print one JSON object instead of text", "--json", panel=options.OUTPUT
    ),
    options.flag(
        "as_typed",
        "Print it as people type hands in, which `cardsim review --hand` reads",
        "--typed",
        panel=options.OUTPUT,
    ),
    options.output(
        "Write a file as well: .json all of it, .txt as people type hands in, .pbn or .lin "
        "(Bridge) or .egn (Euchre) for other programs"
    ),
    delivery.FORCE,
    options.flag("quiet", "No talk on stderr but errors", panel=options.OUTPUT),
)
FILES = {".json": "json", ".txt": "typed"}
"""Formats of every replay by ending, beside those that other programs read."""
FORM = options.GameOptions(without=frozenset(("measure",)), writes=True, needs_seed=True)


def replay(chosen: options.Chosen) -> int:
    """Show one hand of a run move by move."""
    from contextlib import ExitStack

    from cardsim.games import load_game
    from cardsim.output import drafted
    from cardsim.runs.preparation import resolve
    from cardsim.table.replayed import hand_asked, replay_of

    if chosen.table["seed"] is None:
        raise UserError("--seed is missing: it says which deals", hint="every run prints its seed")
    formats = load_game(chosen.game).formats
    asked = [name for name in ("json", "typed", *formats) if chosen.rest[f"as_{name}"]]
    if len(asked) > 1:
        raise UserError(f"--{asked[0]} and --{asked[1]} contradict")
    wanted = chosen.rest["hand"]
    hand = hand_asked("0" if wanted is None else wanted)
    path = delivery.file_named(chosen.rest["output"], (*FILES, *(f".{name}" for name in formats)))
    with ExitStack() as stack:
        draft = None
        if path is not None:
            force = bool(chosen.rest["force"])
            draft = stack.enter_context(drafted(path, force=force, option="-o"))
        with compiling.announced(quiet=bool(chosen.rest["quiet"])):
            shown = replay_of(resolve(chosen.request, 1), hand)
        if draft is not None and path is not None:
            text = _told(shown, [FILES.get(path.suffix, path.suffix[1:])])
            draft.write_text(text.rstrip("\n") + "\n", "utf-8", newline="\n")
    screen.emit(_told(shown, asked))
    if shown.fault is None:
        return 0
    screen.complain(shown.fault)
    return StrategyError.status


def _told(shown: Replay, asked: list[str]) -> str:
    """Return the hand in the format asked for, if any."""
    if not asked:
        return "\n".join(_page(shown))
    if asked == ["typed"]:
        return shown.typed().rstrip()
    return shown.to_json() if asked == ["json"] else shown.written(asked[0])


def _page(shown: Replay) -> list[str]:
    lines = [*shown.heading, "", *shown.moves]
    if shown.results:
        lines += ["", "Result", *screen.table(shown.results, flowing=(0, 1))]
    return lines
