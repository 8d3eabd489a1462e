"""The WebAssembly module made from an object file of LLVM.

Indices of functions, types and globals are final where there is only one object. So no linker is
needed, only the names that others call its functions by, and a place for its data.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

IMPORTS, EXPORTS, ELEMENTS, CODE, DATA, DATA_COUNT, CUSTOM = 2, 7, 9, 10, 11, 12, 0
"""Sections of a module (WebAssembly Core Specification 2.0, section 5.5)."""
SYMBOLS, FUNCTION, VARIABLE, SECTION = 8, 0, 1, 3
"""The subsection of symbols of an object, and the kinds of symbols (WebAssembly tool conventions,
"Object File Linking")."""
TABLE, GLOBAL = 1, 3
"""Kinds of imports beside functions and memory."""
UNDEFINED, NAMED = 0x10, 0x40
"""Flags of a symbol."""
ADDRESSES, WORD = {3, 4, 5}, 5
"""Relocations of addresses of data, and the one that is four bytes instead of a padded number."""
FINAL = {0, 1, 2, 6, 7, 20}
"""Relocations that need no change where there is only one object."""
WITH_ADDEND = {*ADDRESSES, 8, 9, 11}
CONSTANT, END = 0x41, 0x0B
"""Instructions: `i32.const` and `end`."""
MORE = 128
"""The bit of a byte that says that the number goes on in the next."""
LAST = 4
"""The place of the last byte of a padded number."""
Bytes = bytes | bytearray
Segment = tuple[int, bytearray, int]
"""A part of the data: its address, its bytes, and their place in their section."""


def with_exports(code: bytes, names: Sequence[str], *, base: int) -> tuple[bytes, int]:
    """Return an object as a module with exports, and the address at which its data end.

    Addresses of data count from 0 in an object; in the module they begin at `base`.

    Raises:
        RuntimeError: the object is not of the form that LLVM has used so far.
    """
    sections = list(_sections(code))
    segments = next((list(_segments(body)) for kind, body in sections if kind == DATA), [])
    known: dict[str, int] = {}
    for kind, body in sections:
        what, at = _name(body, 0) if kind == CUSTOM else ("", 0)
        if what.startswith("reloc."):
            _relocate(sections, segments, body, at, base)
        elif what == "linking":
            known = _functions(body, at)
    missing = [name for name in names if name not in known]
    if missing:
        raise RuntimeError(f"an object lacks {', '.join(missing)}")
    exports = b"".join(_text(name) + b"\0" + _number(known[name]) for name in names)
    exported = _section(EXPORTS, _number(len(names)) + exports)
    data = b"".join(
        bytes([0, CONSTANT, *_padded(base + at), END]) + _number(len(part)) + part
        for at, part, _ in segments
    )
    whole = bytearray(code[:8])
    for kind, body in sections:
        if kind in {ELEMENTS, CODE, DATA, DATA_COUNT}:
            # They stand in this order, all of them behind the exports.
            whole, exported = whole + exported, b""
        if kind != CUSTOM:
            whole += _section(kind, _number(len(segments)) + data if kind == DATA else body)
    end = max((base + at + len(part) for at, part, _ in segments), default=base)
    return bytes(whole), (end + 63) & -64


def imported(module: bytes) -> set[str]:
    """Return the names of the functions that a module imports."""
    found: set[str] = set()
    for body in (body for kind, body in _sections(module) if kind == IMPORTS):
        count, at = _read(body, 0)
        for _ in range(count):
            _, at = _name(body, at)
            name, at = _name(body, at)
            kind, at = body[at], at + 1
            if kind == GLOBAL:
                at += 2
                continue
            if kind == FUNCTION:
                found.add(name)
            at += kind == TABLE
            # A function has a type, and a table or memory a flag and one or two limits.
            flag, at = _read(body, at)
            for _ in range(0 if kind == FUNCTION else 1 + flag % 2):
                _, at = _read(body, at)
    return found


def _relocate(
    sections: Sequence[tuple[int, bytearray]],
    segments: Sequence[Segment],
    told: Bytes,
    at: int,
    base: int,
) -> None:
    """Move the addresses that a section of relocations lists."""
    section, at = _read(told, at)
    count, at = _read(told, at)
    kind_there, there = sections[section]
    for _ in range(count):
        kind = told[at]
        place, at = _read(told, at + 1)
        _, at = _read(told, at)
        if kind in WITH_ADDEND:
            _, at = _read(told, at)
        if kind in FINAL:
            continue
        if kind not in ADDRESSES:
            raise RuntimeError(f"an object has a relocation {kind}, which nothing here knows")
        if kind_there == DATA:
            part, start = next((b, s) for _, b, s in segments if s <= place < s + len(b))
            _move(part, place - start, base, word=kind == WORD)
        else:
            _move(there, place, base, word=kind == WORD)


def _sections(code: bytes) -> Iterator[tuple[int, bytearray]]:
    if code[:8] != b"\0asm\1\0\0\0":
        raise RuntimeError("LLVM has made no WebAssembly")
    at = 8
    while at < len(code):
        kind = code[at]
        size, at = _read(code, at + 1)
        yield kind, bytearray(code[at : at + size])
        at += size


def _functions(body: Bytes, at: int) -> dict[str, int]:
    """Return the index of each function that an object defines, by name."""
    found: dict[str, int] = {}
    _, at = _read(body, at)
    while at < len(body):
        kind = body[at]
        size, at = _read(body, at + 1)
        end = at + size
        if kind == SYMBOLS:
            count, at = _read(body, at)
            for _ in range(count):
                what = body[at]
                flags, at = _read(body, at + 1)
                if what == VARIABLE:
                    _, at = _name(body, at)
                    for _ in range(0 if flags & UNDEFINED else 3):
                        _, at = _read(body, at)
                    continue
                index, at = _read(body, at)
                if what != SECTION and (not flags & UNDEFINED or flags & NAMED):
                    name, at = _name(body, at)
                    found |= {name: index} if what == FUNCTION else {}
        at = end
    return found


def _segments(body: Bytes) -> Iterator[Segment]:
    """Yield the parts of the data."""
    count, at = _read(body, 0)
    for _ in range(count):
        if body[at] != 0 or body[at + 1] != CONSTANT:
            raise RuntimeError("an object has data of a kind that nothing here knows")
        address, at = _read(body, at + 2)
        size, at = _read(body, at + 1)
        yield address, bytearray(body[at : at + size]), at
        at += size


def _move(body: bytearray, at: int, by: int, *, word: bool) -> None:
    if word:
        body[at : at + 4] = (int.from_bytes(body[at : at + 4], "little") + by).to_bytes(4, "little")
    else:
        body[at : at + 5] = _padded(_read(body, at)[0] + by)


def _section(kind: int, body: Bytes) -> bytes:
    return bytes([kind]) + _number(len(body)) + body


def _text(name: str) -> bytes:
    return _number(len(name.encode())) + name.encode()


def _name(body: Bytes, at: int) -> tuple[str, int]:
    size, at = _read(body, at)
    return body[at : at + size].decode(), at + size


def _read(body: Bytes, at: int) -> tuple[int, int]:
    """Read a number of seven bits a byte (LEB128), and return it with the place of the next."""
    value = shift = 0
    while True:
        byte = body[at]
        at += 1
        value |= (byte & (MORE - 1)) << shift
        shift += 7
        if byte < MORE:
            return value, at


def _number(value: int) -> bytes:
    whole = bytearray()
    while True:
        byte = value & (MORE - 1)
        value >>= 7
        whole.append(byte | (MORE if value else 0))
        if not value:
            return bytes(whole)


def _padded(value: int) -> bytes:
    """Write a number in five bytes.

    Addresses are below 2**31, so that signed and unsigned ones look alike.
    """
    return bytes(
        [(value >> 7 * k & (MORE - 1)) | (MORE if k < LAST else 0) for k in range(LAST + 1)]
    )
