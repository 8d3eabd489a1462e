"""The command line: parse, call, print.

Data goes to stdout, all talk to stderr. Exit status: 0 done, 1 failed, 2 wrong usage, 3 a
precision or what `--until` asks was not reached, 130 interrupted, 141 when the reader of stdout has
gone, as if SIGPIPE had ended the process.
The shell completes what `cardsim --install-completion` lets it.
"""

from __future__ import annotations

import errno
import gc
import inspect
import os
import re
import shlex
import signal
import sys
import threading
from collections.abc import Sequence
from contextlib import suppress
from typing import Any, NoReturn

import click

from cardsim.cli import (
    advise,
    compare,
    completion,
    doctor,
    exact,
    experiment,
    frames,
    games,
    learn,
    new_game,
    options,
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
from cardsim.errors import (
    LINE,
    MOST,
    THREADS,
    StuckError,
    UserError,
    echoed,
    shortened,
    visible,
)
from cardsim.process.forks import check_docstrings
from cardsim.process.once import once
from cardsim.process.signals import INTERRUPTED, asked_to_end, end_politely
from cardsim.version import VERSION

CLOSED_PIPE = 141
_INTERRUPTED = "interrupted"
_OF_GAMES = ("rules", "show")
"""Commands of `cardsim games`."""
GARBAGE = 50_000
"""Objects between two looks for garbage; Python's default is 700."""
_NO_PATH = (errno.ENAMETOOLONG, errno.ELOOP, errno.EACCES, errno.EPERM, errno.EIO, errno.ENOTDIR)
"""What is wrong with a path, and not with the program."""
_FULL = (errno.ENOSPC, errno.EDQUOT, errno.EFBIG)


def process() -> int:
    """Run the command line of this process; returns its exit status.

    Python looks for garbage all the time while modules are loaded, and once more in all of them
    when a process ends: together a quarter of a short run.
    """
    gc.set_threshold(GARBAGE, *gc.get_threshold()[1:])
    end_politely()
    said = True
    try:
        status = main()
    except KeyboardInterrupt:
        status, said = INTERRUPTED, False
    finally:
        # It ends anyway: whoever presses Ctrl-C again gets the status of the first time.
        with suppress(KeyboardInterrupt):
            signal.signal(signal.SIGINT, signal.SIG_IGN)
        gc.freeze()
    if not said:
        screen.complain(_INTERRUPTED)
    if any(t.name.startswith(THREADS) and t.is_alive() for t in threading.enumerate()):
        # Python would wait for a thread that is in a strategy, and that may not end.
        _leave(status)
    # Where Ctrl-C came while Python ran a text, as it does to make a data class, it would end by
    # SIGINT and not with a status, unless it runs another one to its end.
    exec("")  # noqa: S102
    return status


def _leave(status: int) -> NoReturn:
    for stream in (sys.stdout, sys.stderr):
        with suppress(OSError, ValueError):
            if stream is not None:
                stream.flush()
    os._exit(status)


def main(arguments: Sequence[str] | None = None) -> int:
    """Run one command line; returns the exit status.

    Args:
        arguments: the words after `cardsim`; those of this process by default.
    """
    words = list(sys.argv[1:] if arguments is None else arguments)
    with once():
        return _done(words)


def _done(words: list[str]) -> int:
    try:
        check_docstrings()
        _check_folder()
        options.check_once(words)
        status = _app().main(words or ["--help"], prog_name="cardsim", standalone_mode=False)
        screen.emit("")
    except UserError as error:
        screen.complain(_briefly(str(error), words), error.hint and _briefly(error.hint, words))
        if isinstance(error, StuckError):
            # The thread in that strategy cannot be ended but with the whole process.
            _leave(error.status)
        return error.status
    except click.ClickException as error:
        message, hint = _usage(error, words)
        screen.complain(_briefly(visible(message), words), hint)
        return 2
    except (KeyboardInterrupt, click.Abort):
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
    """What is to be said, with no more than a line of each word that was typed."""
    parts = {part for word in words for part in (word, *re.split("[=:;,]", word))}
    for part in sorted(parts, key=len, reverse=True):
        if len(part) > LINE:
            text = text.replace(visible(part), echoed(part))
    return shortened(text, MOST)


def _status_of(error: OSError) -> int:
    """The exit status after an error of the system, told in a line; raised if it is no user's."""
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


def _app() -> click.Group:
    """The commands, in the order in which people need them."""
    app = _Root(
        "cardsim",
        help="Play family card and dice games millions of times, and say how well a strategy does.",
        context_settings={"help_option_names": ["--help", "-h"]},
        params=[
            options.flag("version", "--version", about="Print the version and stop."),
            *completion.PARAMETERS,
        ],
    )
    by_name = [
        options.Games(run.run, run.EXTRA),
        options.Games(sweep.sweep, sweep.EXTRA, sweep.FORM),
        options.Games(compare.compare, compare.EXTRA, compare.FORM),
        options.Games(tournament.tournament, tournament.EXTRA, tournament.FORM),
        options.Games(review.review, review.EXTRA),
        options.Games(learn.learn, learn.EXTRA, learn.FORM),
        options.Games(tune.tune, tune.EXTRA, tune.FORM),
        options.Games(exact.exact, exact.EXTRA, exact.FORM),
        options.Games(advise.advise, advise.EXTRA, advise.FORM),
        options.Games(
            play.play,
            play.EXTRA,
            play.FORM,
            callback=play.resumed,
            params=play.RESUMING,
            invoke_without_command=True,
        ),
        experiment.group,
        options.Command("report", callback=report.report, params=report.PARAMETERS),
        options.Games(replay.replay, replay.EXTRA, replay.FORM),
        options.Games(frames.hands, frames.HANDS_EXTRA, frames.FORM),
        options.Games(frames.decisions, frames.DECISIONS_EXTRA, frames.FORM),
        games.group,
        options.Command("new-game", callback=new_game.new_game, params=new_game.PARAMETERS),
        options.Command("new-strategy", callback=starter.new_strategy, params=starter.PARAMETERS),
        options.Command("doctor", callback=doctor.doctor),
    ]
    for command in by_name:
        command.help = command.help or inspect.getdoc(command.callback)
        app.add_command(command)
    return app


class _Root(options.Group):
    def invoke(self, ctx: click.Context) -> Any:
        """Carry out the command."""
        if ctx.params["version"]:
            screen.emit(f"cardsim {VERSION}")
            return 0
        try:
            return super().invoke(ctx)
        except KeyboardInterrupt:
            # Click would say an empty line of its own.
            raise click.Abort from None


def _usage(error: Any, words: Sequence[str]) -> tuple[str, str | None]:
    """A usage error of the parser as our line and its hint, for the words that were typed."""
    from cardsim.options.params import did_you_mean

    message = " ".join(str(error.format_message()).split())
    context: Any = getattr(error, "ctx", None)
    word = getattr(error, "option_name", None)
    path = context.command_path if context is not None else "cardsim"
    hint = f"`{path} --help` lists what there is"
    if word is not None and "o such option" in message:
        parameters = context.command.get_params(context) if context is not None else []
        flags = [flag for p in parameters for flag in (*p.opts, *p.secondary_opts)]
        near = options.owner_of(word, words) or options.near_flag(word, parameters)
        near = near or did_you_mean(word, flags)
        if {"compare", "tournament"} & {*path.split()}:
            name = word.lstrip("-").replace("-", "_")
            hint = f"a parameter goes with its strategy: NAME:{name}=VALUE"
            near = near if near and "=VALUE" in near else near and f"{near}; {hint}"
        return f"no option {word} for `{path}`", near or hint
    if "o such command" in message:
        known = context.command.list_commands(context)
        name = message.split("'")[1]
        line = f"no command '{name}' in `{path}`; there are: {', '.join(known)}"
        if name in _OF_GAMES and path == "cardsim":
            rest = shlex.join(words[words.index(name) :])
            return line, f"did you mean `cardsim games {rest}`?"
        return line, did_you_mean(name, known)
    return message[:1].lower() + message[1:].rstrip("."), hint
