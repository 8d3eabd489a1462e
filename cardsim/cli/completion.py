"""`cardsim --install-completion` and `--show-completion`: lets the shell complete words."""

from __future__ import annotations

import os
from pathlib import Path
from typing import TYPE_CHECKING

from cardsim.cli import options, screen
from cardsim.errors import UserError

if TYPE_CHECKING:
    import click

PLACES = {
    "bash": Path(".bash_completions/cardsim.sh"),
    "zsh": Path(".zfunc/_cardsim"),
    "fish": Path(".config/fish/completions/cardsim.fish"),
}
"""Where each shell looks, or is told to look, in the home folder."""
TOLD = {
    "bash": (".bashrc", "source '{}'"),
    "zsh": (".zshrc", "fpath+=~/.zfunc; autoload -Uz compinit; compinit"),
}
"""The line that tells it, and in which file."""


def _script(shell: str) -> str:
    """What the shell is to run.

    Raises:
        UserError: it is no shell that can complete.
    """
    from click.shell_completion import get_completion_class

    from cardsim.cli import _app

    kind = get_completion_class(shell)
    if kind is None:
        raise UserError(f"the shell must be {', '.join(PLACES)} to complete, not '{shell}'")
    return kind(_app(), {}, "cardsim", "_CARDSIM_COMPLETE").source()


def _shell() -> str:
    return Path(os.environ.get("SHELL", "")).name


def _show(ctx: click.Context, _: object, wanted: bool) -> None:
    if wanted:
        screen.emit(_script(_shell()))
        ctx.exit()


def _install(ctx: click.Context, _: object, wanted: bool) -> None:
    if not wanted:
        return
    shell = _shell()
    script, place = _script(shell), Path.home() / PLACES[shell]
    place.parent.mkdir(parents=True, exist_ok=True)
    place.write_text(script, "utf-8")
    if shell in TOLD:
        name, line = TOLD[shell]
        start, told = Path.home() / name, line.format(place)
        before = start.read_text("utf-8") if start.exists() else ""
        if told not in before.splitlines():
            start.write_text(f"{before.rstrip()}\n{told}\n".lstrip("\n"), "utf-8")
    screen.emit(f"{shell} completes from the next terminal on ({place})")
    ctx.exit()


def _flag(name: str, about: str, callback: object) -> options.Option:
    found = options.flag(name.replace("-", "_"), f"--{name}", about=about)
    found.is_eager, found.expose_value, found.callback = True, False, callback  # type: ignore[assignment]
    return found


PARAMETERS = [
    _flag("install-completion", "Let this shell complete what you type.", _install),
    _flag("show-completion", "Print what lets this shell complete.", _show),
]
