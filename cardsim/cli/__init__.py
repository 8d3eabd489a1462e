"""The command line: parse, call, print.

Data goes to stdout, all messages to stderr. Exit status: 0 done, 1 failed, 2 wrong usage, 3 a
precision or the `--until` was not reached, 130 interrupted, 141 when the reader of stdout has gone,
as if SIGPIPE had ended the process. `cardsim --install-completion`, which is Typer's own, lets the
shell complete words.
"""

from __future__ import annotations

import errno
import gc
import os
import re
import signal
import sys
import threading
from collections.abc import Sequence
from contextlib import suppress
from typing import Annotated, Any, NoReturn

import typer

from cardsim.cli import (
    advise,
    calibrate,
    compare,
    design,
    doctor,
    drill,
    exact,
    experiment,
    fit,
    frames,
    games,
    kept,
    learn,
    live,
    new_game,
    plan,
    play,
    replay,
    report,
    review,
    run,
    screen,
    starter,
    sweep,
    tournament,
    tune,
)
from cardsim.cli.commands import CommandGroup, for_games
from cardsim.cli.hints import check_once, usage
from cardsim.compile.sources import left_by
from cardsim.errors import LINE, MOST, THREADS, StuckError, UserError, echoed, shortened, visible
from cardsim.process.forks import check_docstrings
from cardsim.process.once import once
from cardsim.process.signals import INTERRUPTED, asked_to_end, end_politely
from cardsim.version import VERSION

CLOSED_PIPE = 141
_INTERRUPTED = "interrupted"
TOUR = """\
cardsim plays card and dice games millions of times, and tells you how to win.

Ask it something:
  cardsim games                                which games it knows
  cardsim run scat --knock-threshold 21        what knocking at 21 wins
  cardsim sweep scat --knock-threshold 17..31  when to knock
  cardsim experiment run scat-how-to-play -o scat.html --open
                                               a page of advice
Sit down yourself:
  cardsim play scat                            play; ? asks for advice
  cardsim advise scat --hand "7S 9S 4D" --discard KS
                                               what to do with this hand
Bring your own ideas:
  cardsim learn scat                           let it find how to play
  cardsim new-strategy scat my-idea            a file to change, and play
  cardsim new-game my-game                     a small whole game to start from

`cardsim --help` lists all commands, `cardsim COMMAND --help` all options."""
"""Text for a newcomer who types `cardsim` and nothing else."""
GARBAGE = 50_000
"""Allocated objects between two garbage collections; Python's default is 700."""
_NO_PATH = (errno.ENAMETOOLONG, errno.ELOOP, errno.EACCES, errno.EPERM, errno.EIO, errno.ENOTDIR)
"""Errors of a path, rather than of the program."""
_FULL = (errno.ENOSPC, errno.EDQUOT, errno.EFBIG)


def process() -> int:
    """Run the command line of this process; return its exit status.

    Python collects garbage all the time while modules are loaded, and once more in all of them when
    a process ends: together a quarter of a short run.
    """
    gc.set_threshold(GARBAGE, *gc.get_threshold()[1:])
    end_politely()
    said = True
    try:
        status = main()
    except KeyboardInterrupt:
        status, said = INTERRUPTED, False
    finally:
        # The process ends anyway: a second Ctrl-C gets the status of the first.
        with suppress(KeyboardInterrupt):
            signal.signal(signal.SIGINT, signal.SIG_IGN)
        gc.freeze()
    if not said:
        screen.complain(_INTERRUPTED)
    if any(t.name.startswith(THREADS) and t.is_alive() for t in threading.enumerate()):
        # Python would wait for a thread in a strategy that may never return.
        _leave(status)
    # If Ctrl-C comes while Python executes a text, as it does to make a data class, the process
    # ends by SIGINT and not with a status, unless another text is executed to its end.
    exec("")  # noqa: S102
    return status


def _leave(status: int) -> NoReturn:
    for stream in (sys.stdout, sys.stderr):
        with suppress(OSError, ValueError):
            if stream is not None:
                stream.flush()
    os._exit(status)


def main(arguments: Sequence[str] | None = None) -> int:
    """Run one command line; return the exit status.

    Args:
        arguments: words after `cardsim`; by default those of this process.
    """
    words = list(sys.argv[1:] if arguments is None else arguments)
    with once():
        return _done(words)


def _done(words: list[str]) -> int:
    try:
        check_docstrings()
        _check_folder()
        check_once(words)
        status = 0
        # A shell that completes a line says so in the environment.
        if words or "_CARDSIM_COMPLETE" in os.environ:
            status = _app()(words, prog_name="cardsim", standalone_mode=False)
        else:
            screen.emit(TOUR)
        screen.emit("")
    except UserError as error:
        screen.complain(_briefly(str(error), words), error.hint and _briefly(error.hint, words))
        if isinstance(error, StuckError):
            # A thread in that strategy can only be ended with the whole process.
            _leave(error.status)
        return error.status
    except typer.TyperException as error:
        message, hint = usage(error, words)
        screen.complain(_briefly(visible(message), words), hint)
        return 2
    except (KeyboardInterrupt, typer.Abort):
        with asked_to_end(lambda _: None):
            screen.complain(_INTERRUPTED)
        return INTERRUPTED
    except screen.ReaderGoneError:
        screen.silence()
        return CLOSED_PIPE
    except OSError as error:
        return _status_of(error)
    return int(status or 0)


def _briefly(text: str, words: Sequence[str]) -> str:
    """Shorten a message to at most one line of each word that was typed."""
    parts = {part for word in words for part in (word, *re.split("[=:;,]", word))}
    for part in sorted(parts, key=len, reverse=True):
        if len(part) > LINE:
            text = text.replace(visible(part), echoed(part))
    return shortened(text, MOST)


def _status_of(error: OSError) -> int:
    """Return the exit status for a system error, after reporting it; re-raise an internal one."""
    if error.errno in _NO_PATH:
        screen.complain(f"{echoed(error.filename or '.')} cannot be used: {error.strerror}")
        return 2
    if error.errno not in _FULL:
        raise error
    screen.silence()
    screen.complain(f"stdout cannot be written: {error.strerror}")
    return 1


def _check_folder() -> None:
    try:
        os.getcwd()  # noqa: PTH109  (the same, without a module)
    except OSError:
        raise UserError("the current folder is no longer there") from None


def _app() -> typer.Typer:
    """Return the commands, in the order in which people need them."""
    app = typer.Typer(
        cls=_Root,
        help="Play family card and dice games millions of times, and say how well a strategy does.",
        rich_markup_mode=None,
        pretty_exceptions_enable=False,
        context_settings={"help_option_names": ["--help", "-h"]},
    )
    app.callback()(_root)
    for commands in (
        for_games(run.run, run.EXTRA, run.FORM),
        for_games(sweep.sweep, sweep.EXTRA, sweep.FORM),
        for_games(live.live, live.EXTRA),
        for_games(design.design, design.EXTRA, design.FORM),
        for_games(compare.compare, compare.EXTRA, compare.FORM),
        for_games(plan.plan, plan.EXTRA, plan.FORM),
        for_games(tournament.tournament, tournament.EXTRA, tournament.FORM),
        review.app,
        for_games(learn.learn, learn.EXTRA, learn.FORM),
        for_games(tune.tune, tune.EXTRA, tune.FORM),
        for_games(exact.exact, exact.EXTRA, exact.FORM),
        for_games(advise.advise, advise.EXTRA, advise.FORM),
        for_games(calibrate.calibrate, calibrate.EXTRA, calibrate.FORM),
        fit.app,
        play.app,
        drill.app,
        experiment.app,
        report.app,
        for_games(replay.replay, replay.EXTRA, replay.FORM),
        for_games(frames.hands, frames.HANDS_EXTRA, frames.FORM),
        for_games(frames.decisions, frames.DECISIONS_EXTRA, frames.FORM),
        kept.app,
        games.app,
        new_game.app,
        starter.app,
        doctor.app,
    ):
        app.add_typer(commands)
    return app


class _Root(CommandGroup):
    def invoke(self, ctx: Any) -> Any:
        """Carry out the command."""
        try:
            return super().invoke(ctx)
        except (KeyboardInterrupt, SystemExit) as error:
            # Typer would turn it into a status without a message.
            left = left_by(error)
            if left is None and isinstance(error, SystemExit):
                raise
            raise left or typer.Abort from None


def _show_version(wanted: bool) -> None:
    if wanted:
        screen.emit(f"cardsim {VERSION}")
        raise typer.Exit


def _root(
    *,
    version: Annotated[
        bool,
        typer.Option(
            "--version", callback=_show_version, is_eager=True, help="Print the version and stop."
        ),
    ] = False,
) -> None: ...
