"""What all tests share: tests that cannot run are named at the end, so that nobody misses them."""

from __future__ import annotations

import os
from collections.abc import Iterator
from typing import Any

import pytest

import browser

LONGEST = (
    *("test_against_oracles", "test_options", "test_readme", "test_square_nine_kernel", "test_cli"),
    *("test_report", "test_hand_loop", "test_jit"),
)
"""Files to begin with, so that no worker is left with one of them at the end: xdist keeps the order
with `--no-loadscope-reorder`."""
UNTESTED = "not tested in a browser, for want of "


@pytest.fixture(scope="session")
def chromium() -> Iterator[Any]:
    """A headless Chromium.

    Without one the test is skipped and named; with `CARDSIM_BROWSER=required` in the environment it
    fails.
    """
    lacking = browser.missing()
    if lacking is not None:
        if os.environ.get("CARDSIM_BROWSER") == "required":
            pytest.fail(f"there must be {lacking}")
        pytest.skip(UNTESTED + lacking)
    with browser.started() as running:
        yield running


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Begin with the longest files."""
    items.sort(key=lambda item: item.path.stem not in LONGEST)


@pytest.hookimpl(tryfirst=True)
def pytest_terminal_summary(terminalreporter: Any) -> None:
    """Name every test that was skipped for want of a browser."""
    skipped = [
        report.nodeid
        for report in terminalreporter.stats.get("skipped", [])
        if UNTESTED in str(report.longrepr)
    ]
    if skipped:
        terminalreporter.section(f"{len(skipped)} TESTS IN A BROWSER DID NOT RUN", red=True)
        for name in skipped:
            terminalreporter.write_line(name)
