"""Settings of glibc's allocator that keep a bot with worker threads small."""

import ctypes
import platform

TRIM_THRESHOLD, MMAP_THRESHOLD, ARENA_MAX = -1, -3, -8
"""The parameters' numbers in malloc.h."""
MEBIBYTE = 2**20
SETTINGS = (
    # Each thread that draws would otherwise get a heap of its own, and keep what it once needed.
    (ARENA_MAX, 1),
    # Given back at once from this size on; below it, as boards are, reused. By default glibc
    # raises this limit to the largest block ever freed.
    (MMAP_THRESHOLD, MEBIBYTE),
    (TRIM_THRESHOLD, 2 * MEBIBYTE),
)


def keep_small() -> bool:
    """Let the threads of this process share one heap and give back what they free.

    Call it before any thread starts. False where the C library is not glibc: nothing changes.
    """
    if platform.libc_ver()[0] != "glibc":
        return False
    library = ctypes.CDLL(None)
    return all(library.mallopt(parameter, value) for parameter, value in SETTINGS)
