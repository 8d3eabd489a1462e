"""The folders of games, strategies and experiments: the user's workspace, and installed packages.

A package of games is laid out like a workspace, with the folders `games/` and `strategies/`. It
names itself by an entry point of the group `cardsim.games`.
"""

from __future__ import annotations

import importlib.util
import os
from functools import cache
from importlib import metadata
from pathlib import Path

from cardsim.errors import UserError

GROUP = "cardsim.games"
KINDS = ("strategies", "games", "experiments")
"""A folder that holds one of these is a workspace."""


def workspace(kind: str = "strategies") -> Path | None:
    """Return the nearest workspace from here upwards, if it has a folder of this kind.

    Folders of other users are passed over, as Git does, because files in them would be run.
    """
    here, kinds = Path.cwd(), KINDS if kind in KINDS else (kind,)
    try:
        for folder in (here, *here.parents):
            if any((folder / one).is_dir() and is_yours(folder, folder / one) for one in kinds):
                own = folder / kind
                return folder if own.is_dir() and is_yours(own) else None
    except PermissionError as error:
        raise UserError(f"{error.filename} cannot be looked for: {error.strerror}") from None
    return None


def is_yours(*paths: Path) -> bool:
    """Return whether files belong to the user, or to whoever became root to run this."""
    return all(path.stat().st_uid in _users(path.stat().st_uid) for path in paths)


def is_run(file: Path) -> bool:
    """Return whether a file in your folders, and its own folder, are yours or root's."""
    # A broken link is checked itself.
    owners = [path.stat(follow_symlinks=path.exists()).st_uid for path in (file.parent, file)]
    return all(owner in {0, *_users(owner)} for owner in owners)


def _users(owner: int) -> set[int]:
    """Return the ids that count as the user's; any owner's on a system without users."""
    if not hasattr(os, "geteuid"):
        return {owner}
    users = {os.geteuid()}
    if 0 in users and (behind := os.environ.get("SUDO_UID", "")).isdecimal():
        users.add(int(behind[:20]))
    return users


@cache
def packages() -> dict[str, Path]:
    """Return the folder of every installed package of games, by the name of its entry point."""
    folders = {}
    for point in sorted(metadata.entry_points(group=GROUP), key=lambda point: point.name):
        try:
            spec = importlib.util.find_spec(point.value)
        except ImportError:
            continue
        for folder in (spec.submodule_search_locations or ()) if spec is not None else ():
            folders[point.name] = Path(folder)
    return folders
