"""When this process began to import the package. This is the first module that is imported."""

from __future__ import annotations

import time

BEGAN = time.time_ns() - 10_000_000
"""In nanoseconds, less a tick of the clock by which files are dated."""
