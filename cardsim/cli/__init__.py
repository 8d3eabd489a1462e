"""The command line: parse, call, print.

Data goes to stdout, all talk to stderr. Exit status: 0 done, 1 failed, 2 wrong usage, 3 a
precision or what `--until` asks was not reached, 130 interrupted, 141 when the reader of stdout has
gone, as if SIGPIPE had ended the process.
Shell completion is typer's own: `cardsim --install-completion`.
"""

from __future__ import annotations

import errno
import gc
import os
import re
import shlex
import signal
import sys
import threading
from collections.abc import Sequence
from contextlib import suppress
from typing import Annotated, Any, NoReturn

import typer

from cardsim.cli import (
    advise,
    compare,
    doctor,
    exact,
    experiment,
    frames,
    games,
    learn,
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

# The errors of typer's parser have no public name, but `typer.BadParameter` is one of them.
_ParserError: type[Any] = [c for c in typer.BadParameter.__mro__ if hasattr(c, "format_message")][
    -1
]


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
        completed = options.completed_words()
        # The options about completion are the root's own: where a command comes first, they would
        # only cost time, since typer loads its validation for them.
        app = _app(completed or words, completion=bool(completed) or _asks_root(words))
        status = app(words or ["--help"], prog_name="cardsim", standalone_mode=False)
        screen.emit("")
    except UserError as error:
        screen.complain(_briefly(str(error), words), error.hint and _briefly(error.hint, words))
        if isinstance(error, StuckError):
            # The thread in that strategy cannot be ended but with the whole process.
            _leave(error.status)
        return error.status
    except _ParserError as error:
        message, hint = _usage(error, words)
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


def _asks_root(words: list[str]) -> bool:
    """Whether a command line asks `cardsim` itself, as `cardsim --help` does."""
    return not words or words[0].startswith("-")


def _app(words: list[str], *, completion: bool) -> typer.Typer:
    """The commands; those that depend on a game are built for the game that `words` name."""
    app = typer.Typer(
        cls=_InOrder,
        help="Play family card and dice games millions of times, and say how well a strategy does.",
        rich_markup_mode=None,
        pretty_exceptions_enable=False,
        add_completion=completion,
        context_settings={"help_option_names": ["--help", "-h"]},
    )
    app.callback()(_root)
    command = options.command_word(words)
    for name, action, extra, form in (
        ("run", run.run, run.EXTRA, options.USUAL),
        ("sweep", sweep.sweep, sweep.EXTRA, sweep.FORM),
        ("compare", compare.compare, compare.EXTRA, compare.FORM),
        ("tournament", tournament.tournament, tournament.EXTRA, tournament.FORM),
        ("review", review.review, review.EXTRA, options.USUAL),
        ("learn", learn.learn, learn.EXTRA, learn.FORM),
        ("tune", tune.tune, tune.EXTRA, tune.FORM),
        ("exact", exact.exact, exact.EXTRA, exact.FORM),
        ("advise", advise.advise, advise.EXTRA, advise.FORM),
        ("replay", replay.replay, replay.EXTRA, replay.FORM),
        ("hands", frames.hands, frames.HANDS_EXTRA, frames.FORM),
        ("decisions", frames.decisions, frames.DECISIONS_EXTRA, frames.FORM),
    ):
        given = words if command == name else []
        app.add_typer(options.game_group(action, extra, given, form=form), name=name)
    playing = options.game_group(
        play.play, play.EXTRA, words if command == "play" else [], form=play.FORM
    )
    playing.callback(invoke_without_command=True)(play.resumed)
    app.add_typer(playing, name="play")
    app.add_typer(experiment.app, name="experiment")
    app.command("report", cls=options.Command)(report.report)
    app.add_typer(games.app, name="games")
    app.command("new-strategy", cls=options.Command)(starter.new_strategy)
    app.command("doctor", cls=options.Command)(doctor.doctor)
    return app


class _InOrder(options.Group):
    """The commands in the order in which people need them."""

    def invoke(self, ctx: Any) -> Any:
        """Carry out the command."""
        try:
            return super().invoke(ctx)
        except KeyboardInterrupt:
            # Typer would make a status of it, and nobody would say a word.
            raise typer.Abort from None

    def list_commands(self, ctx: Any) -> list[str]:
        """The names of the commands."""
        order = [
            "run",
            "sweep",
            "compare",
            "tournament",
            "review",
            "learn",
            "tune",
            "exact",
            "advise",
            "play",
            "experiment",
            "report",
            "replay",
            "hands",
            "decisions",
            "games",
            "new-strategy",
            "doctor",
        ]
        return sorted(super().list_commands(ctx), key=order.index)


def _show_version(wanted: bool) -> None:
    if wanted:
        screen.emit(f"cardsim {VERSION}")
        raise typer.Exit


def _root(
    version: Annotated[
        bool,
        typer.Option(
            "--version", callback=_show_version, is_eager=True, help="Print the version and stop."
        ),
    ] = False,
) -> None: ...


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
