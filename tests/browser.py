"""A real browser, where there is one."""

from __future__ import annotations

import os
import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

NAMES = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")


def missing() -> str | None:
    """What is lacking for tests in a browser; None if they can run."""
    for package in ("playwright.sync_api", "axe_playwright_python"):
        try:
            __import__(package)
        except ImportError:
            return f"the package {package.split('.')[0]} (pip install 'cardsim[test]')"
    if executable() is None:
        return f"a browser: none of {', '.join(NAMES)} is installed (apt-get install chromium)"
    return None


def executable() -> str | None:
    """The path of Chromium; `CARDSIM_CHROMIUM` takes another."""
    given = os.environ.get("CARDSIM_CHROMIUM")
    return given or next((path for name in NAMES if (path := shutil.which(name))), None)


@contextmanager
def started() -> Iterator[Any]:
    """The browser."""
    from playwright.sync_api import sync_playwright

    # Chromium's sandbox does not work for root, who runs tests in containers.
    flags = ["--no-sandbox"] if hasattr(os, "geteuid") and os.geteuid() == 0 else []
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=executable(), args=flags)
        try:
            yield browser
        finally:
            browser.close()
