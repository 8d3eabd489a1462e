"""The cache on disk: compiled code and exact answers, each in a file named after its content.

`code_key` makes the name for compiled code.
"""

from __future__ import annotations

import hashlib
import os
import re
import tempfile
import time
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from typing import NamedTuple

import platformdirs

CACHE_BYTES = 256 * 2**20
"""The most bytes that are kept on disk, nearly all of them compiled code; the least recently used
go first. A process looks after each 64th of them, which it may keep in addition."""
CHECKSUM = 32
"""Bytes of the checksum at the beginning of each file of the cache."""
HALF_WRITTEN = 3600
"""Seconds after which an unfinished file is taken to be abandoned."""
_FRESH: dict[Path, int] = {}
"""Bytes that this process has kept since it last looked at a folder as a whole."""
_NAME = re.compile(r"([0-9a-f]{40}\.(?:bin|json))(?:\..+\.part)?")
"""The names of the cache's own files."""


def cached_file(key: object, suffix: str) -> Path:
    """Return the cache's file for a key, with `suffix` `.bin` or `.json`.

    The `repr` of the key must describe it completely.
    """
    name = hashlib.sha256(repr(key).encode()).hexdigest()[:40]
    return cache_folder() / f"{name}{suffix}"


def read_cached(path: Path) -> bytes | None:
    """Read a file of the cache; None if it is missing, damaged or of another key."""
    header = _header(path.name)
    try:
        data = path.read_bytes()
        if not data.startswith(header):
            return None
        os.utime(path)
    except OSError:
        return None
    stored, payload = data[len(header) :][:CHECKSUM], data[len(header) + CHECKSUM :]
    return payload if stored == hashlib.sha256(header + payload).digest() else None


def keep(path: Path, payload: bytes) -> None:
    """Keep data in a file of the cache, whole, with its checksum and bound to its name."""
    header, written = _header(path.name), None
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        with tempfile.NamedTemporaryFile(
            dir=path.parent, prefix=f"{path.name}.", suffix=".part", delete=False
        ) as file:
            written = Path(file.name)
            file.write(header + hashlib.sha256(header + payload).digest() + payload)
        written.replace(path)
        fresh = _FRESH.get(path.parent, CACHE_BYTES) + len(payload)
        if fresh > CACHE_BYTES // 64:
            _prune(path.parent)
            fresh = 0
        _FRESH[path.parent] = fresh
    except OSError:
        # If the cache cannot be written, the next process loses time but no result changes.
        if written is not None:
            with suppress(OSError):
                written.unlink(missing_ok=True)


def _header(name: str) -> bytes:
    """Return the bytes that a file of the cache begins with; its name is the hash of its key."""
    return f"cardsim cache {name}\n".encode()


def _prune(folder: Path) -> None:
    """Remove the least recently used files beyond the limit, and what was left half-written.

    The folder is the user's: only files that `keep` has written are touched, and only those that
    go are opened, for there are thousands.
    """
    with os.scandir(folder) as entries:
        named = []
        for entry in entries:
            # Another process may just have finished it.
            with suppress(FileNotFoundError):
                if _NAME.fullmatch(entry.name):
                    named.append((entry.stat(), Path(entry.path)))
    total = 0
    for used, size, path in sorted(((s.st_mtime, s.st_size, p) for s, p in named), reverse=True):
        part = path.suffix == ".part"
        total += 0 if part else size
        is_old = time.time() - used > HALF_WRITTEN if part else total > CACHE_BYTES
        if is_old and _is_own(path):
            path.unlink(missing_ok=True)


def _own(folder: Path) -> Iterator[Path]:
    """Yield the files in a folder that `keep` has written."""
    yield from filter(_is_own, folder.iterdir())


def _is_own(path: Path) -> bool:
    name = _NAME.fullmatch(path.name)
    if name is None or not path.is_file():
        return False
    header = _header(name[1])
    with path.open("rb") as file:
        begun = file.read(len(header))
    # One that was not finished may be empty.
    return begun == header or (path.suffix == ".part" and not begun)


def cache_folder() -> Path:
    """Return the folder of compiled code: `$CARDSIM_CACHE_DIR`, else the user's cache folder."""
    chosen = os.environ.get("CARDSIM_CACHE_DIR")
    return Path(chosen) if chosen else Path(platformdirs.user_cache_dir("cardsim"))


def folder_trouble() -> str:
    """Return why nothing can be kept; empty if it can."""
    folder = cache_folder()
    try:
        folder.mkdir(parents=True, exist_ok=True)
        with tempfile.NamedTemporaryFile(dir=folder) as file:
            file.write(bytes(CHECKSUM))
    except OSError as error:
        return f"{folder}: {(error.strerror or str(error)).lower()}"
    return ""


class CacheUse(NamedTuple):
    """The amount of compiled code on disk."""

    files: int
    size: int


def cache_use() -> CacheUse:
    """Count the files and bytes of compiled code on disk."""
    folder = cache_folder()
    own = _own(folder) if folder.is_dir() else ()
    sizes = [path.stat().st_size for path in own if path.suffix == ".bin"]
    return CacheUse(len(sizes), sum(sizes))
