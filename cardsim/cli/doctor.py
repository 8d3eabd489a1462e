"""`cardsim doctor`: what is installed, and what is wrong with it."""

from __future__ import annotations

import os
import platform

import typer

from cardsim.cli import screen
from cardsim.cli.commands import Command
from cardsim.errors import UserError
from cardsim.version import VERSION

_PACKAGES = ("typer", "numpy", "numba", "llvmlite", "polars", "pyarrow", "rich")
app = typer.Typer()


@app.command(cls=Command)
def doctor() -> None:
    """Say what is installed, and what is wrong with it.

    Versions, cores, compiled code on disk, the workspace, and strategies that cannot be used.
    """
    import importlib.metadata

    from cardsim.engine.hand_loop import open_loop
    from cardsim.games import load_games
    from cardsim.homes import workspace
    from cardsim.kernels.cache import cache_folder, cache_use
    from cardsim.kernels.jit import cache_trouble
    from cardsim.runs.preparation import check_threads
    from cardsim.workspace import load_strategy, shipped, strategy_files

    use = cache_use()
    games, unloaded = load_games()
    rows = [
        ("cardsim", VERSION),
        ("python", f"{platform.python_version()} on {platform.system()} {platform.machine()}"),
        *((name, importlib.metadata.version(name)) for name in _PACKAGES),
        ("cores", f"{check_threads(None)} to use of {os.cpu_count()}"),
        ("cache", f"{cache_folder()}: {use.files} files, {use.size / 2**20:.1f} MiB"),
        *(
            (
                f"engine {g.name}",
                "compiled" if open_loop(g).is_on_disk else "to be compiled at the first run",
            )
            for g in games
        ),
        ("workspace", str(workspace() or "none here; `cardsim new-strategy` makes one")),
        ("shipped", str(shipped())),
    ]
    trouble = cache_trouble()
    broken = []
    for game in games:
        files = strategy_files(game)
        rows.append((f"strategies {game.name}", str(len(files))))
        for name in files:
            try:
                _ = load_strategy(game, name).parameters
            except UserError as error:
                broken.append(f"{game.name}/{name}: {error}")
    lines = screen.named(rows)
    if trouble:
        lines += ["", f"Compiled code cannot be kept, so that every start compiles anew: {trouble}"]
    if unloaded:
        games_told = (f"  {name}: {error}" for name, error in unloaded.items())
        lines += ["", "These games cannot be loaded:", *games_told]
    if broken:
        lines += ["", "These strategies cannot be used:", *(f"  {line}" for line in broken)]
    screen.emit("\n".join(lines))
