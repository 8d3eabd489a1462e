"""A strategy whose every choice depends on everything that a seat is shown, for any game."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from typing import Any

import numpy as np

from cardsim import Strategy
from cardsim.game import Game
from cardsim.kernels.jit import kernel


@kernel
def mix(seen: Any, number: Any) -> Any:
    """A hash of a number and of what was seen before it."""
    return (seen ^ np.uint64(np.int64(number) + 70_000)) * np.uint64(0x100000001B3)


def _reads(name: str, dtype: np.dtype[Any], depth: int) -> Iterator[str]:
    """Lines that mix all numbers of a field into what was seen."""
    indent = "    " * depth
    if dtype.subdtype is not None:
        base, (length, *rest) = dtype.subdtype
        yield f"{indent}for k{depth} in range({length}):"
        inner = np.dtype((base, tuple(rest))) if rest else base
        yield from _reads(f"{name}[{_place(depth)}]", inner, depth + 1)
    elif dtype.names is not None:
        for each in dtype.names:
            yield from _reads(f"{name}.{each}", dtype[each], depth)
    else:
        yield f"{indent}seen = mix(seen, {f'8 * {name}' if dtype.kind == 'f' else name})"


def _place(depth: int) -> str:
    return f"k{depth}"


@cache
def curious(game: Game) -> Strategy:
    """The strategy for a game; each legal action is as likely."""
    lines = ["def curious(view, count_legal, nth_legal):", "    seen = np.uint64(7)"]
    for name in game.view.names or ():
        lines += _reads(f"view.{name}", game.view[name], 1)
    lines += [
        "    skip = (seen >> np.uint64(33)) % np.uint64(count_legal(view))",
        "    return nth_legal(view, np.int64(skip))",
    ]
    names: dict[str, Any] = {"np": np, "mix": mix, "range": range}
    exec("\n".join(lines), names)
    functions = {decision.function: names["curious"] for decision in game.decisions}
    return Strategy(game.name, name="curious", **functions)
