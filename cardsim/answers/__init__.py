"""The old home of answers, until version 0.1: its modules lie in folders of their own now.

Of what people import, `cardsim.studies` has all; the old paths work for one more release.
"""

from __future__ import annotations

import sys
import warnings
from importlib import import_module
from importlib.abc import Loader, MetaPathFinder
from importlib.machinery import ModuleSpec
from importlib.util import find_spec
from types import ModuleType
from typing import Any

FOLDERS = (
    *("ask", "search", "tournaments", "table", "studies", "checking", "files", "lists"),
    "runs",
)
RENAMED = {
    "held_against": "checking.against_class",
    "tried": "checking.random_play",
    "scored": "runs.zero_sum",
    "subject": "runs.game_under_test",
    "usual_seat": "table.default_seat",
}
"""Modules that have another name now."""


class _Moved(MetaPathFinder, Loader):
    """Finds a module of the old path by its name in the folders of now."""

    def find_spec(self, fullname: str, path: Any, target: Any = None) -> ModuleSpec | None:
        """Return where a module of `cardsim.answers` lies now; None for others."""
        del path, target
        package, _, name = fullname.rpartition(".")
        if package != __name__:
            return None
        told = [RENAMED[name]] if name in RENAMED else [f"{folder}.{name}" for folder in FOLDERS]
        homes = (f"cardsim.{one}" for one in told)
        home = next((h for h in homes if find_spec(h) is not None), None)
        return None if home is None else ModuleSpec(fullname, self, origin=home)

    def exec_module(self, module: ModuleType) -> None:
        """Give it what the module has that takes its place."""
        spec = module.__spec__
        home = import_module(str(spec and spec.origin))
        warnings.warn(f"{module.__name__} is {home.__name__} now", FutureWarning, stacklevel=2)
        module.__dict__.update({n: v for n, v in vars(home).items() if not n.startswith("__")})
        if home.__name__ == "cardsim.table.advised":
            module.__dict__["advise"] = import_module("cardsim.table.advising").advise
        if hasattr(home, "Lab"):
            module.__dict__["Series"] = import_module("cardsim.story").Series


sys.meta_path.append(_Moved())
