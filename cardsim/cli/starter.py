"""`cardsim new-strategy GAME NAME`: a strategy to start from."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Annotated

import typer

from cardsim.cli import screen
from cardsim.errors import UserError

NAME = re.compile(r"[a-z0-9][a-z0-9-]*")
STARTERS = Path(__file__).parent / "starters"


def new_strategy(
    game: Annotated[str, typer.Argument(metavar="GAME", help="A game of `cardsim games`.")],
    name: Annotated[str, typer.Argument(metavar="NAME", help="Small letters, digits and dashes.")],
    force: Annotated[
        bool, typer.Option("--force", help="Overwrite the file if it exists.")
    ] = False,
) -> None:
    """Write a strategy to start from.

    It is strategies/GAME/NAME.py in the nearest folder upwards that has strategies/, else here.
    """
    from cardsim.games import load_game
    from cardsim.output import write_whole
    from cardsim.workspace import shipped, workspace

    if not load_game(game).decisions:
        raise UserError(f"{game} takes no strategies: nobody decides anything in it")
    if NAME.fullmatch(name) is None:
        raise UserError(
            f"NAME must be made of small letters, digits and dashes, such as my-idea, not {name}"
        )
    template = STARTERS / f"{game}.txt"
    if not template.exists():
        raise UserError(
            f"there is no starting file for {game} yet",
            hint=f"copy a strategy that `cardsim games show {game}` names",
        )
    root = workspace() or Path.cwd()
    folder = root / "strategies" / game
    path = folder / f"{name}.py"
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise UserError(f"{folder} cannot be made: {error.strerror}") from None
    write_whole(
        path,
        template.read_text("utf-8").replace("my-idea", name).encode(),
        force=force,
        option="the file",
    )
    if root != shipped() and (shipped() / "strategies" / game / f"{name}.py").exists():
        screen.say(
            f"warning: '{name}' is also a shipped strategy; under {root} yours is what plays"
        )
    screen.emit(str(path))
    screen.say(f"See how it does:    cardsim run {game} --strategy {name}")
    screen.say(f"What it may use:    cardsim games show {game}")
