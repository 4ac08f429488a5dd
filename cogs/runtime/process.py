"""How the process treats time and memory: people wait for short answers, and it runs for months."""

import ctypes
import gc
import platform
import sys

SWITCH = 0.001
"""Seconds that a thread may hold the interpreter while the event loop waits for it."""
TRIM_THRESHOLD, MMAP_THRESHOLD, ARENA_MAX = -1, -3, -8
"""Parameters of glibc's allocator, by their numbers in malloc.h."""
MEBIBYTE = 2**20
ALLOCATOR = (
    # Each thread that draws would otherwise get a heap of its own, and keep what it once needed.
    (ARENA_MAX, 1),
    # Given back at once from this size on; below it, as boards are, reused. By default glibc
    # raises this limit to the largest block ever freed.
    (MMAP_THRESHOLD, MEBIBYTE),
    (TRIM_THRESHOLD, 2 * MEBIBYTE),
)


def prepare() -> None:
    """Answer soon while threads work, and let them share one heap; call it before there are any."""
    sys.setswitchinterval(SWITCH)
    library = _glibc()
    if library is not None:
        for parameter, value in ALLOCATOR:
            library.mallopt(parameter, value)


def settle() -> None:
    """Call it in a thread when all that stays is made.

    Garbage collections look through it no more, which took them a tenth of a second, and what was
    only needed to make it goes back to the system.
    """
    gc.collect()
    gc.freeze()
    library = _glibc()
    if library is not None:
        library.malloc_trim(0)


def _glibc() -> ctypes.CDLL | None:
    """The C library where it is glibc; others have no such settings."""
    return ctypes.CDLL(None) if platform.libc_ver()[0] == "glibc" else None
