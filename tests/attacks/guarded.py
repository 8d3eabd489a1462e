"""Arrays behind which nothing may be read, and calls that may end the process.

Each stands at the very end of a page of memory; the page behind it can be neither read nor written,
so that one step too far ends the process. So it is run in a process of its own.
"""

from __future__ import annotations

import ctypes
import mmap
from typing import Any

import numpy as np

_LIBC = ctypes.CDLL(None, use_errno=True)
_LIBC.mprotect.argtypes = [ctypes.c_void_p, ctypes.c_size_t, ctypes.c_int]


def guarded(values: Any, *, front: bool = False) -> np.ndarray[Any, Any]:
    """A copy of an array at the end of a page of its own, or in front at the start of one."""
    source = np.ascontiguousarray(values)
    page = mmap.PAGESIZE
    room = max(-(-source.nbytes // page), 1) * page
    memory = mmap.mmap(-1, room + 2 * page)
    start = ctypes.addressof(ctypes.c_char.from_buffer(memory))
    for closed in (start, start + page + room):
        if _LIBC.mprotect(closed, page, 0):
            raise OSError(ctypes.get_errno(), "mprotect")
    at = page if front else page + room - source.nbytes
    found = np.frombuffer(memory, source.dtype, source.size, at).reshape(source.shape)
    found[...] = source
    return found
