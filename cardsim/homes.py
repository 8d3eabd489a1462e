"""Where games, strategies and experiments are: the user's workspace, and installed packages.

A package of games is laid out like a workspace, with the folders `games/` and `strategies/`. It
names itself by an entry point of the group `cardsim.games`.
"""

from __future__ import annotations

import importlib.util
from functools import cache
from importlib import metadata
from pathlib import Path

from cardsim.errors import UserError

GROUP = "cardsim.games"


def workspace(kind: str = "strategies") -> Path | None:
    """The nearest folder, from the current one upwards, with a folder of this kind."""
    here = Path.cwd()
    try:
        return next((f for f in (here, *here.parents) if (f / kind).is_dir()), None)
    except PermissionError as error:
        raise UserError(f"{error.filename} cannot be looked for: {error.strerror}") from None


@cache
def packages() -> dict[str, Path]:
    """The folder of every installed package of games, by what its entry point is called."""
    folders = {}
    for point in sorted(metadata.entry_points(group=GROUP), key=lambda point: point.name):
        try:
            spec = importlib.util.find_spec(point.value)
        except ImportError:
            continue
        for folder in (spec.submodule_search_locations or ()) if spec is not None else ():
            folders[point.name] = Path(folder)
    return folders
