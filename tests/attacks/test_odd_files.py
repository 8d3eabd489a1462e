"""Contents that no file has: every reader refuses them in a line, and soon."""

from __future__ import annotations

import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

import cardsim
from cardsim import UserError
from cardsim.games.bridge.files import records_in
from cardsim.games.euchre import egn
from cardsim.table.played import read as read_game

CONTENTS: dict[str, bytes] = {
    "nothing": b"",
    "a list": b"[]",
    "a text": b'"x"',
    "zeros": b"\0" * 10,
    "a mark of order": b"\xef\xbb\xbf{}",
    "two bytes a letter": "{}".encode("utf-16"),
    "no letters": b"\xff\xfe\xfa{}",
    "half a letter": b'{"a": "\\ud800"}',
    "a name twice": b'{"schema": 1, "schema": 2}',
    "no number": b"NaN",
    "a number that is too large": b'{"a": 1e999}',
    "many digits": b'{"a": ' + b"9" * 100_000 + b"}",
    "lists in lists": b"[" * 100_000,
    "tables in tables": b'{"a":' * 100_000,
    "a list without an end": b"[" + b"0," * 300_000,
    "lists in lists of TOML": b"a = " + b"[" * 100_000,
    "a name of many parts": b".".join([b"a"] * 50_000) + b" = 1",
    "a table of many parts": b"[a" + b".a" * 20_000 + b"]",
    "a weight of many digits": b"[[member]]\nweight = " + b"9" * 5000,
    "a date": b"about = 1979-05-27",
}


def view(file: Path) -> Any:
    return cardsim.advise("scat", view=f"{file}:1")


def field(file: Path) -> Any:
    return cardsim.run("scat", 1, vs=str(file))


READERS: dict[str, tuple[str, Callable[[Path], Any]]] = {
    "a result": ("x.json", cardsim.load),
    "a result as a table": ("x.parquet", cardsim.load),
    "a view": ("x.json", view),
    "a game that is kept": ("x.json", read_game),
    "a mixture": ("x.toml", field),
    "boards in PBN": ("x.pbn", lambda file: records_in(file.read_bytes(), file.name)),
    "boards in LIN": ("x.lin", lambda file: records_in(file.read_bytes(), file.name)),
    "a game of Euchre": ("x.egn", lambda file: egn.read(file.read_bytes(), file.name)),
}
MOST = 10.0
"""Seconds: one of these once took a minute and a half."""


@pytest.mark.parametrize("what", READERS)
def test_what_no_file_has_is_refused(tmp_path: Path, what: str) -> None:
    name, read = READERS[what]
    for kind, content in CONTENTS.items():
        file = tmp_path / name
        file.write_bytes(content)
        began = time.perf_counter()
        with pytest.raises(UserError) as refused:
            read(file)
        assert time.perf_counter() - began < MOST, kind
        assert str(refused.value).isprintable(), kind
        assert len(str(refused.value)) < 1000, kind
