"""What the attacks share: a strategy of Scat from its text, and what compiling it says."""

from __future__ import annotations

import textwrap
from collections.abc import Callable
from pathlib import Path

import pytest

from cardsim import UserError
from cardsim.games import load_game
from cardsim.kernels.jit import Entry
from cardsim.workspace import load_file

Attack = Callable[..., UserError]


@pytest.fixture
def written(tmp_path: Path) -> Callable[..., Path]:
    """Writes a strategy, and modules beside it."""

    def write(text: str, *, game: str = "scat", decision: str = "knock", **modules: str) -> Path:
        for name, content in modules.items():
            (tmp_path / f"{name}.py").write_text(textwrap.dedent(content))
        path = tmp_path / "idea.py"
        last = f"\n\nSTRATEGY = Strategy(game='{game}', {decision}={decision})\n"
        path.write_text("from cardsim import Strategy\n" + textwrap.dedent(text) + last)
        return path

    return write


def compiled(path: Path, game: str = "scat", decision: str = "knock") -> Entry:
    found = load_game(game)
    return load_file(path).compiled(
        next(d for d in found.decisions if d.function == decision), found.view
    )


@pytest.fixture
def refused(written: Callable[..., Path]) -> Attack:
    """What is said of a strategy that cannot be compiled."""

    def attack(text: str, *, game: str = "scat", decision: str = "knock", **mods: str) -> UserError:
        path = written(text, game=game, decision=decision, **mods)
        with pytest.raises(UserError) as caught:
            compiled(path, game, decision)
        return caught.value

    return attack
