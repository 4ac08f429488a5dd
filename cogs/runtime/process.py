"""Process settings for short response times, and for memory that stays stable for months."""

import ctypes
import gc
import platform
import sys

SWITCH = 0.001
"""Seconds that a thread can hold the interpreter while the event loop waits."""
TRIM_THRESHOLD, MMAP_THRESHOLD, ARENA_MAX = -1, -3, -8
"""Parameters of glibc's allocator, by their numbers in malloc.h."""
COLLECTIONS = 700, 10, 3
"""Thresholds of the three generations (`gc.set_threshold`). Messages of discord.py contain
reference cycles and outlive the young generations, so only a full collection frees them. With
Python's usual 10 for the last number, four MiB accumulate and a full collection takes 20 ms.
"""
MEBIBYTE = 2**20
ALLOCATOR = (
    # Each drawing thread would otherwise get its own heap and never shrink it.
    (ARENA_MAX, 1),
    # Return larger blocks to the system immediately, and reuse smaller ones, such as those of
    # boards. By default glibc raises this limit to the largest block ever freed.
    (MMAP_THRESHOLD, MEBIBYTE),
    (TRIM_THRESHOLD, 2 * MEBIBYTE),
)


def prepare() -> None:
    """Shorten thread switches, and limit memory growth; call this before any thread starts."""
    sys.setswitchinterval(SWITCH)
    gc.set_threshold(*COLLECTIONS)
    library = _glibc()
    if library is not None:
        for parameter, value in ALLOCATOR:
            library.mallopt(parameter, value)


def settle() -> None:
    """Exclude permanent objects from garbage collection, because full collections take a tenth of a
    second, and return spare memory to the system; call this in a thread after the start.
    """
    gc.collect()
    gc.freeze()
    trim()


def trim() -> None:
    """Collect garbage and return spare memory to the system. Some milliseconds, in which other
    threads wait.
    """
    gc.collect()
    library = _glibc()
    if library is not None:
        library.malloc_trim(0)


def _glibc() -> ctypes.CDLL | None:
    """Return the C library if it is glibc; others lack these settings."""
    return ctypes.CDLL(None) if platform.libc_ver()[0] == "glibc" else None
