"""Files that appear whole or not at all, and never over another one by accident."""

from __future__ import annotations

import os
import tempfile
from pathlib import Path

from cardsim.errors import UserError


def claim(path: Path, *, force: bool, option: str = "--hands-out") -> Path:
    """A fresh file beside `path` to be written and then moved over it.

    Raises:
        UserError: `path` exists and `force` is off, or nothing can be written there.
    """
    if path.is_dir():
        raise UserError(f"{option} {path} is a folder")
    if path.exists() and not force:
        raise UserError(f"{option} {path} exists; --force overwrites it")
    try:
        handle, name = tempfile.mkstemp(prefix=f".{path.name}.", suffix=".part", dir=path.parent)
    except OSError as error:
        raise UserError(f"{option} {path} cannot be written: {error.strerror}") from None
    os.close(handle)
    umask = os.umask(0)
    os.umask(umask)
    Path(name).chmod(0o666 & ~umask)
    return Path(name)


def write_whole(path: Path, data: bytes, *, force: bool, option: str = "--output") -> None:
    """Write a file; it appears whole or not at all.

    Raises:
        UserError: it exists and `force` is off, or it cannot be written.
    """
    part = claim(path, force=force, option=option)
    try:
        part.write_bytes(data)
        part.replace(path)
    except OSError as error:
        part.unlink(missing_ok=True)
        raise UserError(f"{option} {path} cannot be written: {error.strerror}") from None
