"""Shared parts of all commands with an answer: amount, output and exit status."""

from __future__ import annotations

import contextlib
import inspect
import warnings
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

from cardsim.cli import compiling, options, screen
from cardsim.errors import UserError
from cardsim.output import SUFFIXES, check_suffix
from cardsim.process.signals import INTERRUPTED

if TYPE_CHECKING:
    from concurrent.futures import Executor

    from cardsim.runs.answer import Answer
    from cardsim.story import Story

    Lines = Story | Sequence[str]

NOT_REACHED = 3
EVERY_OUTCOME = "the counts of every distinct outcome"
"""The content of a .parquet file, if nothing else is said."""

THREADS = options.text(
    "threads", "N", "Threads [default all cores]; no result depends on it", panel=options.OUTPUT
)
JSON = options.flag(
    "as_json", "Print one JSON object instead of text", "--json", panel=options.OUTPUT
)
TITLE = options.text(
    "title",
    "TEXT",
    "The title of the page that -o FILE.html writes [default what was asked]",
    panel=options.OUTPUT,
)
OPEN = options.flag(
    "opens", "Open the page that -o FILE.html writes", "--open", panel=options.OUTPUT
)
FORCE = options.flag("force", "Overwrite files that exist", panel=options.OUTPUT)
LIVE = options.flag(
    "live",
    "Let readers of the page that -o FILE.html writes try their own table: it plays in their "
    "browser",
    panel=options.OUTPUT,
)
ALSO = options.text(
    "also",
    "NAME",
    "A strategy that readers can choose there beside yours and the field's",
    panel=options.OUTPUT,
    repeated=True,
)
QUIET = options.flag("quiet", "No talk on stderr but errors", panel=options.OUTPUT)
NO_KEEP = options.flag(
    "no_keep",
    "Play all hands anew, and keep nothing in the catalogue (`cardsim runs`)",
    panel=options.OUTPUT,
)


def amount(what: str) -> tuple[inspect.Parameter, ...]:
    """Return the options for the number of hands and the precision."""
    return (
        options.hands(
            f"{what}: 1000000, 1e6, 250k, 2.5M [default 1e6; at most 1e9 in all with --precision]"
        ),
        options.text(
            "precision",
            "X",
            "Stop when the interval is as narrow as this, or after -n: half its width, "
            "0.1pp for a share, 0.01 for a mean",
        ),
    )


def output(table: str, counts: str = EVERY_OUTCOME) -> inspect.Parameter:
    """Return the option for a file; `table` describes its .csv, and `counts` its .parquet."""
    return options.output(
        f"Write a file as well: .html a report to read, .json all of it, {table}, .parquet {counts}"
    )


def playing(
    table: str, *others: inspect.Parameter, counts: str = EVERY_OUTCOME
) -> tuple[inspect.Parameter, ...]:
    """Return the options of a command that plays hands: who plays them, and what is written.

    `table` describes its .csv, and `counts` its .parquet; `others` are listed behind the file.
    """
    who = (THREADS, options.WORKERS, options.DASK, JSON, output(table, counts))
    return (*who, *others, TITLE, OPEN, FORCE, QUIET, NO_KEEP)


@contextlib.contextmanager
def keeping(*, hands: bool, answers: bool, quiet: bool) -> Iterator[None]:
    """Set within the block if hands and answers are kept; report on stderr what cannot be."""
    from cardsim.runs import first_look, store

    def tell(message: Warning | str, category: type[Warning], *rest: Any, **more: Any) -> None:
        if issubclass(category, first_look.GameWarning):
            screen.complain(*str(message).split("\n", 1))
        elif not issubclass(category, store.CatalogueWarning):
            shown(message, category, *rest, **more)
        elif not quiet:
            screen.say(f"cardsim: {message}")

    shown = warnings.showwarning
    with warnings.catch_warnings(), store.keeping(hands=hands, answers=answers):
        warnings.showwarning = tell
        yield


class NothingError(UserError):
    """Interrupted by the user before there was anything to report or write."""

    status = INTERRUPTED

    def __init__(self, when: str) -> None:
        super().__init__(f"interrupted {when}")


@dataclass(frozen=True)
class OutputOptions:
    """The output that a command line asks for.

    Attributes:
        output: a file to write, of a known kind, or None.
        as_json: print JSON on stdout instead of text.
        quiet: print nothing on stderr but errors.
        keep: store it in the catalogue.
        live: let readers of the page try their own table.
        also: strategies that they can choose there, too.
    """

    output: Path | None
    title: str | None
    opens: bool
    as_json: bool
    force: bool
    quiet: bool
    keep: bool
    live: bool = False
    also: tuple[str, ...] = ()


def check_title(title: str | None) -> None:
    """Refuse an empty title."""
    if title is not None and not title.strip():
        raise UserError("--title must be some text, not ''")


def check_opens(opens: object, file: Path | None) -> None:
    """Refuse `--open` unless a page is written."""
    if opens and (file is None or file.suffix != ".html"):
        raise UserError("--open is for a page, and takes -o FILE.html too")


def open_page(file: Path) -> None:
    """Open a page in a browser; if there is none, say on stderr where the page is."""
    from cardsim.output import opened

    if not opened(file.resolve().as_uri()):
        screen.say(f"cardsim: no browser could be opened; the page is {file}")


def wanted(chosen: options.Chosen) -> OutputOptions:
    """Return the output that a command line asks for."""
    rest = chosen.rest
    file = file_named(rest["output"], SUFFIXES)
    title, opens = rest.get("title"), bool(rest.get("opens"))
    if title is not None and (file is None or file.suffix != ".html"):
        raise UserError("--title is that of a page, and takes -o FILE.html too")
    check_title(title)
    check_opens(opens, file)
    as_json, force, quiet = (bool(rest[name]) for name in ("as_json", "force", "quiet"))
    live, also = bool(rest.get("live")), tuple(rest.get("also") or ())
    if live:
        check_live(chosen, file, also)
    elif also:
        raise UserError("--also is for readers of a page that plays, and takes --live too")
    keep = not rest.get("no_keep")
    return OutputOptions(file, title, opens, as_json, force, quiet, keep, live, also)


def check_live(chosen: options.Chosen, file: Path | None, also: Sequence[str]) -> None:
    """Refuse `--live` where no page is written, or a strategy that no page can play."""
    from cardsim.games import load_game
    from cardsim.runs.live import live_game

    if file is None or file.suffix != ".html":
        raise UserError("--live is for a page, and takes -o FILE.html too")
    if chosen.table.get("seats"):
        raise UserError("--live seats you in each place in turn: it takes --vs, not --seat")
    hero = chosen.table.get("strategy")
    live_game(load_game(chosen.game), [*also, *([hero] if isinstance(hero, str) else [])])


def file_named(
    name: str | None, suffixes: Iterable[str], *, option: str = "--output"
) -> Path | None:
    """Return the file that an option names, or None."""
    if name is None:
        return None
    file = Path(name)
    check_suffix(file, suffixes, label=option)
    return file


R = TypeVar("R", bound="Answer")


def delivered(want: OutputOptions, play: Callable[[], R], tell: Callable[[R], Lines]) -> R:
    """Play, write the file asked for, and print the result: its story, or lines made of it.

    Raises:
        NothingError: the user interrupted before there was anything to report or write.
    """
    from cardsim.output import drafted

    result = None
    try:
        with contextlib.ExitStack() as stack:
            draft = None
            if want.output is not None:
                draft = stack.enter_context(
                    drafted(want.output, force=want.force, option="--output")
                )
            with (
                compiling.announced(quiet=want.quiet),
                keeping(hands=want.keep, answers=want.keep, quiet=want.quiet),
            ):
                result = play()
            if draft is not None and want.output is not None:
                draft.write_bytes(_written(result, want))
        if want.opens and want.output is not None:
            open_page(want.output)
    except KeyboardInterrupt as pressed:
        first = "there was an answer" if result is None else f"{want.output} was written"
        raise NothingError(": ".join([f"before {first}", *map(str, pressed.args)])) from None
    finally:
        # The result is printed even if the disk has no room for the file.
        if result is not None:
            text = result.to_json() if want.as_json else "\n".join(told(result, tell(result)))
            has_red_cards = not want.as_json and not {*"♦♥"}.isdisjoint(text)
            screen.emit(screen.in_suits(text) if has_red_cards else text)
    return result


def _written(result: Answer, want: OutputOptions) -> bytes:
    """Return the file asked for."""
    if want.live:
        return playing_page(result, want.title, also=want.also, quiet=want.quiet)
    assert want.output is not None  # noqa: S101  there is one to write
    return result.encoded(want.output.suffix, title=want.title)


def playing_page(
    answer: Answer, title: str | None = None, *, also: Sequence[str] = (), quiet: bool = False
) -> bytes:
    """Return an answer's page at which readers try their own table.

    Readers can choose the strategies of `also`, too.
    """
    from cardsim.show.live import live_of
    from cardsim.show.pages import html_of

    with compiling.announced(quiet=quiet):
        live = live_of(answer, also)
        checked = live.check()
        page = html_of(answer, title, playing=live.playing)
    if live.game.left_out and not quiet:
        screen.say(f"cardsim: {'; '.join(live.game.left_out)}")
    if not checked and not quiet:
        screen.say(
            "cardsim: without Node (nodejs.org) the page was not tried here; it compares some "
            "hands each time that it is opened"
        )
    return page


def told(answer: Answer, lines: Lines) -> list[str]:
    """Return the lines of an answer, with a note on files that replace shipped ones."""
    from cardsim.story import Story

    own = answer.replaced
    said = page(lines, answer.command) if isinstance(lines, Story) else lines
    return [*said, *(["", *screen.wrapped(f"{own}.")] if own else [])]


def amount_done(result: Any) -> str:
    """Return how much was played of what was asked, in words."""
    return f"{result.hands} of {result.base.hands} {result.unit.plural}"


def answered(
    chosen: options.Chosen,
    tell: Callable[[R], Lines],
    *,
    ask: Callable[..., R] | None = None,
    played: Callable[[R], int] | None = None,
    done: Callable[[R], str] = amount_done,
    also: Path | None = None,
) -> tuple[R, int]:
    """Answer a request and print the result; return it with the exit status.

    Args:
        chosen: the command line.
        tell: returns the story, or lines made of it.
        ask: answers with `threads`, `executor` and `progress`; by default the command's request.
        played: returns the number of hands played in all; by default those of all its runs.
        done: returns how much was played, in words.
        also: a file that is written while it plays.
    """
    from cardsim.runs.answer import hands_of

    want = wanted(chosen)
    answer, count = ask or chosen.request.answer, played or hands_of

    def play(executor: Executor | None, threads: int) -> R:
        with screen.progress_line(plural_of(chosen), quiet=want.quiet) as line:
            result: R = answer(threads=threads, executor=executor, progress=line)
        say_speed(result, count(result), want)
        return result

    result = delivered(want, options.played_by(chosen.rest, play), tell)
    return result, status(result, want, done=done(result), also=also)


def plural_of(chosen: options.Chosen) -> str:
    """Return the unit that a command line asks for, in the plural; it is checked later."""
    game = chosen.request.rules_of
    unit = game.units.get(chosen.table["unit"] or game.usual_unit)
    return unit(game.rules(), game.players[2]).plural if unit is not None else "hands"


def status(result: Any, want: OutputOptions, *, done: str, also: Path | None = None) -> int:
    """Return the exit status of a result; say on stderr why it is not 0.

    `done` says how much was played, and `also` is a file written beside that of the output.
    """
    from cardsim.runs import wording

    if result.partial:
        if not want.quiet:
            files = [str(file) for file in (want.output, also) if file is not None]
            more = f"; {' and '.join(files)}: no more than these" if files else ""
            screen.say(f"cardsim: interrupted after {done}{more}")
        return INTERRUPTED
    if not result.reached:
        if not want.quiet:
            needs = wording.needing(getattr(result, "needed", None), result.unit)
            screen.say(f"cardsim: the precision was not reached after {done}{needs}")
        return NOT_REACHED
    return 0


def say_speed(result: Any, hands: int, want: OutputOptions) -> None:
    """Report the speed of so many hands, and the strategies that are not compiled."""
    from cardsim.runs.answer import runs_of
    from cardsim.runs.store import kept_now
    from cardsim.showing import short_count

    seconds, plural = result.seconds, result.unit.plural
    if not want.quiet and seconds > 0:
        before = min(kept_now().taken, hands)
        played = hands - before
        speed = short_count(played / seconds)
        in_python = {n: way for run in runs_of(result) if run for n, way in run.in_python.items()}
        slow = "".join(f"; {name} is {way}" for name, way in in_python.items())
        kept = f"of {hands} {plural} {before} were kept; " if before else ""
        if played or not before:
            kept += f"{played} {plural} in {seconds:.2f} s, {speed} {plural}/s"
        screen.say(kept.removesuffix("; ") + slow)


def page(story: Story, command: str) -> list[str]:
    """Return an answer for people: what it tells, what was asked, and how to get it again."""
    return [*screen.told(story), "", *origin(story.asked, command)]


def origin(rows: Sequence[tuple[str, str]], command: str) -> list[str]:
    """Return what was played, and the command that plays it again, whole on a line to copy."""
    space = max(len(name) for name, _ in rows) + 2
    return [*screen.named(rows), "Again".ljust(space) + command]
