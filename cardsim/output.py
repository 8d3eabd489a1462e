"""Files that appear whole or not at all, and never over another one by accident."""

from __future__ import annotations

import os
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from cardsim.errors import UserError


def claim(path: Path, *, force: bool, option: str = "--hands-out") -> Path:
    """A fresh file beside `path` to be written and then moved over it.

    Raises:
        UserError: `path` exists and `force` is off, or nothing can be written there.
    """
    if path.is_dir():
        raise UserError(f"{option} {path} is a folder")
    if path.exists() and not path.is_file():
        raise UserError(f"{option} {path} is not a file")
    if path.exists() and not force:
        raise UserError(f"{option} {path} exists; --force overwrites it")
    try:
        handle, name = tempfile.mkstemp(prefix=f".{path.name}.", suffix=".part", dir=path.parent)
    except OSError as error:
        raise cannot_write(path, error, option=option) from None
    os.close(handle)
    umask = os.umask(0)
    os.umask(umask)
    Path(name).chmod(0o666 & ~umask)
    return Path(name)


def followed(path: Path, *, option: str) -> Path:
    """The file that a path leads to, which is written where the path is a link; the link stays.

    Raises:
        UserError: the link leads to itself.
    """
    try:
        return path.resolve() if path.is_symlink() else path
    except (OSError, RuntimeError):
        raise UserError(f"{option} {path} is a link that leads to itself") from None


def check_free(path: Path, *, force: bool, option: str, suffix: str) -> None:
    """Refuse a path that could not be written at the end of a long run.

    Raises:
        UserError: it does not end in `suffix`, exists and `force` is off, or nothing can be written
            there.
    """
    if path.suffix != suffix:
        raise UserError(f"{option} {path} must end in {suffix}")
    claim(path, force=force, option=option).unlink()


@contextmanager
def drafted(path: Path, *, force: bool, option: str) -> Iterator[Path]:
    """A fresh file, which becomes `path` after it unless there was an error or nothing was written.

    Raises:
        UserError: `path` exists and `force` is off, or it cannot be written.
    """
    target = followed(path, option=option)
    part = claim(target, force=force, option=option)
    try:
        yield part
        if part.stat().st_size:
            part.replace(target)
    except OSError as error:
        raise cannot_write(path, error, option=option) from None
    finally:
        part.unlink(missing_ok=True)


def cannot_write(path: Path, error: OSError, *, option: str) -> UserError:
    """The error of a file that cannot be written."""
    return UserError(f"{option} {path} cannot be written: {error.strerror or error}")


def write_whole(path: Path, data: bytes, *, force: bool, option: str = "--output") -> None:
    """Write a file; it appears whole or not at all.

    Raises:
        UserError: it exists and `force` is off, or it cannot be written.
    """
    with drafted(path, force=force, option=option) as part:
        part.write_bytes(data)
