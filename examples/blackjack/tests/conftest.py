"""The tests play in a folder that has the same game as one class in plain Python."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest


@pytest.fixture(autouse=True, scope="session")
def workspace(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Provide the current folder: a workspace with `blackjack-plain`."""
    folder = tmp_path_factory.mktemp("blackjack") / "workspace"
    plain = Path(__file__).parent / "plain"
    shutil.copytree(plain, folder, ignore=shutil.ignore_patterns("__py*"))
    with pytest.MonkeyPatch.context() as patched:
        patched.chdir(folder)
        yield folder
