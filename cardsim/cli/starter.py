"""`cardsim new-strategy GAME NAME`: a strategy to start from."""

from __future__ import annotations

import ast
import os
import re
import textwrap
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from cardsim.cli import options, screen
from cardsim.cli.commands import Command
from cardsim.errors import UserError, echoed

if TYPE_CHECKING:
    from cardsim.game import Game

NAME = re.compile(r"[a-z0-9][a-z0-9-]*")
STARTERS = Path(__file__).parent / "starters"
app = typer.Typer()


@app.command(cls=Command)
def new_strategy(
    game: options.GameName,
    name: Annotated[str, typer.Argument(metavar="NAME", help="Small letters, digits and dashes.")],
    force: Annotated[
        bool, typer.Option("--force", help="Overwrite the file if it exists.")
    ] = False,
) -> None:
    """Write a strategy to start from.

    It is strategies/GAME/NAME.py in the nearest folder upwards that has strategies/, else here.
    """
    from cardsim.games import load_game

    played = load_game(game)
    if not played.decisions:
        raise UserError(f"{game} takes no strategies: nobody decides anything in it")
    check_name(name, "NAME")
    template = STARTERS / f"{game}.txt"
    text = template.read_text("utf-8") if template.exists() else made_from(played)
    path = write_strategy(game, name, text.replace("my-idea", name), force=force)
    screen.emit(str(path))
    screen.say(f"See how it does:    cardsim compare {game} {played.default_strategy} {name}")
    screen.say(f"What it may use:    cardsim games show {game}")


def check_name(name: str, label: str) -> None:
    """Refuse a wrong name for a strategy."""
    from cardsim.workspace import EVERYBODY, MEANING

    if MEANING.fullmatch(name):
        raise UserError(f"{label} must be another than '{name}', which stands for players")
    if NAME.fullmatch(name) is None or name == EVERYBODY:
        raise UserError(
            f"{label} must be made of small letters, digits and dashes, such as my-idea, not "
            f"'{echoed(name)}'",
            hint="`all` are all strategies that there are" if name == EVERYBODY else "",
        )


def write_strategy(game: str, name: str, text: str, *, force: bool) -> Path:
    """Write a strategy of the user's, with a warning if it replaces a shipped one."""
    from cardsim.output import write_whole
    from cardsim.workspace import shipped

    path = strategy_path(game, name)
    folder = path.parent
    root = folder.parents[1]
    fresh = [f for f in (folder, folder.parent) if not f.exists()]
    try:
        folder.mkdir(parents=True, exist_ok=True)
        write_whole(path, text.encode(), force=force, option="the file")
    except (OSError, UserError) as error:
        for made in fresh:
            with suppress(OSError):
                made.rmdir()
        if isinstance(error, UserError):
            raise
        raise UserError(f"{folder} cannot be made: {error.strerror}") from None
    if root != shipped() and (shipped() / "strategies" / game / f"{name}.py").exists():
        screen.say(
            f"warning: '{name}' is also a shipped strategy; under {root} yours is what plays"
        )
    return path


def check_place(path: Path, *, force: bool, option: str) -> None:
    """Refuse a place where a strategy could not be written, before the search for it begins."""
    if path.is_dir() or (path.is_symlink() and not path.exists()):
        raise UserError(f"{option}: {path} is no file")
    if path.exists() and not force:
        raise UserError(f"{option}: {path} exists", hint="--force overwrites it")
    there = next(folder for folder in path.parents if folder.exists() or folder.is_symlink())
    if not there.is_dir() or not os.access(there, os.W_OK):
        raise UserError(f"{option}: nothing can be written in {there}")


def strategy_path(game: str, name: str) -> Path:
    """Return the path of a strategy of the user's: in the nearest workspace, else here."""
    from cardsim.homes import workspace

    return (workspace() or Path.cwd()) / "strategies" / game / f"{name}.py"


def made_from(game: Game) -> str:
    """Return a starting file called my-idea: the default strategy, and what it may look at."""
    from cardsim.workspace import strategy_files

    default = game.default_strategy
    source = strategy_files(game)[default].read_text("utf-8")
    docstring = ast.parse(source).body[0]
    code = source.splitlines()[docstring.end_lineno or 0 :]
    notes = ["", "# Decisions:"]
    for decision in game.decisions:
        notes += _note(f"{decision.function}: {decision.help} [{decision.answers}]")
    notes += ["#", "# What your seat may see:"]
    for field, meaning in game.view_help.items():
        notes += _note(f"view.{field}: {meaning}")
    return "\n".join([_ABOUT.format(game=game.name, default=default), *notes, *code, ""])


def _note(text: str) -> list[str]:
    return textwrap.wrap(
        text, 100, initial_indent="#   ", subsequent_indent="#       ", break_on_hyphens=False
    )


_ABOUT = '''"""my-idea: as `{default}` plays, until you change it.

A decision is a function of what your seat may see; it returns True or False, or what stands below
in brackets. What is left out here is played as `{default}` plays it. Change a line, then:

    cardsim run {game} --strategy my-idea
    cardsim replay {game} --strategy my-idea --seed 1 --hand 7
    cardsim games show {game}

A parameter such as `bonus: int = 2` behind the first ones becomes an option, `--bonus 3`.
"""'''
