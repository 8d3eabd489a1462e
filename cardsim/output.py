"""Writes files whole or not at all, and never over another one by accident."""

from __future__ import annotations

import os
import platform
import re
import shutil
import tempfile
from collections.abc import Iterable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import IO, TYPE_CHECKING

from cardsim.errors import UserError, echoed

if TYPE_CHECKING:
    import polars as pl


SUFFIXES = (".html", ".json", ".csv", ".parquet")
"""Endings of the files that every answer can be written as."""


def as_path(given: object, *, label: str) -> Path:
    """Return a given path, checked."""
    if not isinstance(given, str | os.PathLike):
        raise UserError(f"{label} must be a path, not {echoed(given)}")
    return Path(given)


def check_suffix(file: Path, suffixes: Iterable[str], *, label: str) -> None:
    """Refuse a file name without one of the endings."""
    *most, last = suffixes
    endings = f"{', '.join(most)} or {last}" if most else last
    if not file.name:
        raise UserError(f"{label} '' must be the name of a file that ends in {endings}")
    if file.suffix not in (*most, last):
        raise UserError(f"{label} {file} must end in {endings}")


def claim(path: Path, *, force: bool, option: str = "--hands-out") -> Path:
    """Return a fresh file beside `path`, to be written and then put in its place with `settle`.

    Drafts that dead processes left there are removed.

    Raises:
        UserError: `path` exists and `force` is off, or nothing can be written there.
    """
    if not path.name or "\0" in str(path):
        raise UserError(f"{option} '{path}' is no name of a file")
    if path.is_dir():
        raise UserError(f"{option} {path} is a folder")
    if path.exists() and not path.is_file():
        raise UserError(f"{option} {path} is not a file")
    if path.exists() and not force:
        raise UserError(f"{option} {path} exists; {overwriting(option)}")
    try:
        _clean(path.parent)
        handle, name = tempfile.mkstemp(
            prefix=f"{_OURS}{os.getpid()}-", suffix=".part", dir=path.parent
        )
    except OSError as error:
        raise cannot_write(path, error, option=option) from None
    os.close(handle)
    umask = os.umask(0)
    os.umask(umask)
    Path(name).chmod(0o666 & ~umask)
    return Path(name)


def overwriting(option: str) -> str:
    """Return how to overwrite a file: by a command's option, or by an argument in Python."""
    return f"{'force=True' if option == 'path' else '--force'} overwrites it"


_OURS = f".cardsim-{re.sub('[^A-Za-z0-9]', '_', platform.node())[:40]}-"
"""Prefix of this machine's draft files; the process number follows, and `.part` at the end."""


def _clean(folder: Path) -> None:
    """Remove the drafts of this machine's dead processes."""
    for path in folder.glob(f"{_OURS}*.part"):
        process = path.name.removeprefix(_OURS).partition("-")[0]
        if process.isdecimal() and not is_alive(int(process)):
            with suppress(OSError):
                path.unlink()


def is_alive(process: int) -> bool:
    """Return True if the process exists, as far as known."""
    if os.name != "posix":
        return True
    try:
        os.kill(process, 0)
    except ProcessLookupError:
        return False
    except (OSError, OverflowError):
        return True
    return True


def settle(part: Path, path: Path, *, force: bool, option: str) -> None:
    """Put a draft in its place.

    Raises:
        UserError: a file has appeared there since, and `force` is off; it stays as it is.
        OSError: it cannot be put there.
    """
    if force:
        part.replace(path)
        return
    try:
        _name_fresh(part, path)
    except FileExistsError:
        message = f"{option} {path} appeared in the meantime, and was left as it is"
        raise UserError(message, hint=overwriting(option)) from None


def _name_fresh(part: Path, path: Path) -> None:
    """Move a file to a path that must be free."""
    try:
        # Unlike renaming, a link does not replace an existing file.
        path.hardlink_to(part)
    except FileExistsError:
        raise
    except OSError:
        # Not every file system has hard links.
        path.touch(exist_ok=False)
        part.replace(path)
        return
    part.unlink()


def same_file(a: Path, b: Path) -> bool:
    """Return True if two paths lead to the same file, which need not exist."""
    return os.path.realpath(a) == os.path.realpath(b)


def followed(path: Path, *, option: str) -> Path:
    """Return the file to write for a path, following a link."""
    try:
        return path.resolve() if path.is_symlink() else path
    except OSError as error:
        raise cannot_write(path, error, option=option) from None
    except RuntimeError:
        raise UserError(f"{option} {path} is a link that leads to itself") from None


def check_free(path: Path, *, force: bool, option: str, suffix: str) -> None:
    """Refuse a path that could not be written at the end of a long run."""
    if path.suffix != suffix:
        raise UserError(f"{option} {path} must end in {suffix}")
    claim(path, force=force, option=option).unlink()


class Draft:
    """A file being written, which becomes `path` in the end.

    Until then it has no name, if the system allows that, so a killed process leaves nothing behind.

    Attributes:
        target: the file that it becomes.
        part: path to write to.
    """

    def __init__(self, path: Path, *, force: bool, option: str) -> None:
        self.target = followed(path, option=option)
        self.force, self.option = force, option
        self.part = claim(self.target, force=force, option=option)
        self._unnamed: IO[bytes] | None = None
        if _OPEN_FILES.is_dir():
            self.part.unlink()
            # In this folder, because another file system may have less room.
            self._unnamed = tempfile.TemporaryFile(dir=self.target.parent)  # noqa: SIM115
            self.part = _OPEN_FILES / str(self._unnamed.fileno())

    def settle(self) -> None:
        """Put it in its place; do nothing if nothing was written.

        Raises:
            UserError: a file has appeared there since, and `force` is off; it stays as it is.
            OSError: it cannot be put there.
        """
        if not self.part.stat().st_size:
            return
        if self._unnamed is None:
            settle(self.part, self.target, force=self.force, option=self.option)
            return
        named = claim(self.target, force=True, option=self.option)
        try:
            shutil.copyfile(self.part, named)
            settle(named, self.target, force=self.force, option=self.option)
        finally:
            named.unlink(missing_ok=True)

    def close(self) -> None:
        """Remove the draft."""
        if self._unnamed is not None:
            self._unnamed.close()
        else:
            self.part.unlink(missing_ok=True)


_OPEN_FILES = Path("/proc/self/fd")
"""Folder with paths of open files without a name, on Linux."""


@contextmanager
def drafted(path: Path, *, force: bool, option: str) -> Iterator[Path]:
    """Provide a fresh file that becomes `path`, unless an error occurs or nothing is written."""
    draft = Draft(path, force=force, option=option)
    try:
        yield draft.part
        draft.settle()
    except OSError as error:
        raise cannot_write(path, error, option=option) from None
    finally:
        draft.close()


def cannot_write(path: Path, error: OSError, *, option: str) -> UserError:
    """Return the error for a file that cannot be written."""
    return UserError(f"{option} {path} cannot be written: {error.strerror or error}")


_FORMULA = r"^[=+\-@\t\r]"
_NUMBER = r"^[+-]?\d+(\.\d+)?([eE][+-]?\d+)?$"


def as_csv(frame: pl.DataFrame) -> str:
    """Return a table as CSV, with a `'` before texts that a spreadsheet takes for formulas."""
    import polars as pl

    texts = [pl.col(name) for name, kind in frame.schema.items() if kind == pl.String]
    return frame.with_columns(
        pl.when(text.str.contains(_FORMULA) & ~text.str.contains(_NUMBER))
        .then("'" + text)
        .otherwise(text)
        .alias(text.meta.output_name())
        for text in texts
    ).write_csv()


def write_whole(path: Path, data: bytes, *, force: bool, option: str = "--output") -> None:
    """Write a file; it appears whole or not at all."""
    with drafted(path, force=force, option=option) as part:
        part.write_bytes(data)


def opened(address: str) -> bool:
    """Open an address in a browser; return True if one could be told."""
    import webbrowser

    try:
        return webbrowser.open(address)
    except webbrowser.Error:
        return False
