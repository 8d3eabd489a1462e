"""`cardsim new-game NAME`: a small whole game to start from."""

from __future__ import annotations

import keyword
import re
from pathlib import Path
from typing import Annotated

import typer

from cardsim.cli import options, screen
from cardsim.cli.commands import Command
from cardsim.errors import UserError, echoed

NAME = re.compile(r"[a-z][a-z0-9]*(-[a-z0-9]+)*")
TEMPLATES = Path(__file__).parent / "starters" / "games"
KINDS = {"dice": "hold-at", "cards": "change-below", "tricks": "win-cheaply", "dealer": "stand-at"}
"""Kinds of new games, and the name of each one's default strategy."""

app = typer.Typer()


@app.command(cls=Command)
def new_game(
    name: Annotated[str, typer.Argument(metavar="NAME", help="Small letters, digits and dashes.")],
    like: Annotated[
        str,
        typer.Option(
            metavar="KIND",
            show_default=False,
            help=f"What it is like: {', '.join(KINDS)} [default dice]",
            autocompletion=options.completed(KINDS),
        ),
    ] = "dice",
) -> None:
    """Write a small whole game to start from: one class in plain Python, which plays at once.

    It is games/NAME/ in the nearest folder upwards that has games/, else here, with its rules in
    RULES.md, strategies in strategies/NAME/, and a test with an oracle in tests/.
    """
    from cardsim.games import load_game
    from cardsim.homes import workspace

    if like not in KINDS:
        raise UserError(f"--like must be {', '.join(KINDS)}, not '{echoed(like)}'")
    _check_name(name)
    root = workspace("games") or workspace() or Path.cwd()
    texts = {root / to: (TEMPLATES / like / of).read_text("utf-8") for to, of in _files(name, like)}
    _write({path: named(text, name) for path, text in texts.items()})
    load_game(name)
    screen.emit("\n".join(str(path) for path in texts))
    screen.say(f"See how it plays:    cardsim run {name}")
    screen.say(f"Move by move:        cardsim replay {name} --seed 1 --hand 0")
    screen.say(f"Is anything wrong:   cardsim games check {name}")
    screen.say("Change its class, then its rules and its oracle.")


def _files(name: str, kind: str) -> list[tuple[str, str]]:
    """Return the files to write, by path in the workspace, and the template of each."""
    module = name.replace("-", "_")
    low = [(f"strategies/{name}/play-low.py", "play-low.txt")] if kind == "tricks" else []
    return [
        (f"games/{module}/__init__.py", "game.txt"),
        (f"games/{module}/RULES.md", "rules.txt"),
        (f"strategies/{name}/{KINDS[kind]}.py", "strategy.txt"),
        *low,
        (f"tests/oracle_{module}.py", "oracle.txt"),
        (f"tests/test_{module}.py", "test.txt"),
    ]


def named(text: str, name: str) -> str:
    """Return a template with the game's name filled in."""
    words = [word.capitalize() for word in name.split("-")]
    text = text.replace("My Game", " ".join(words)).replace("MyGame", "".join(words))
    return text.replace("my-game", name).replace("my_game", name.replace("-", "_"))


def _check_name(name: str) -> None:
    """Refuse a wrong name for a new game."""
    from cardsim.games import game_homes
    from cardsim.strategy import ANY_GAME

    if NAME.fullmatch(name) is None:
        raise UserError(
            "NAME must be made of small letters, digits and single dashes and begin with a "
            f"letter, such as my-game, not '{echoed(name)}'"
        )
    if name == ANY_GAME:
        raise UserError(f"NAME cannot be '{name}': strategies/{name} has strategies of all games")
    if keyword.iskeyword(name):
        raise UserError(f"NAME cannot be '{name}', which means something to Python")
    homes = game_homes()
    if name in homes:
        whose, file = homes[name]
        place = "comes with cardsim" if whose == "cardsim" else f"is in {file.parent}"
        raise UserError(f"NAME: a game '{name}' {place}")


def _write(texts: dict[Path, str]) -> None:
    """Write all files, or none."""
    from cardsim.output import write_whole

    for path in texts:
        if path.exists():
            raise UserError(f"{path} exists, and nothing is overwritten", hint="take another name")
    for path, text in texts.items():
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
        except OSError as error:
            raise UserError(f"{path.parent} cannot be made: {error.strerror}") from None
        write_whole(path, text.encode(), force=False, option="the file")
