"""How the process treats time and memory: people wait for short answers, and it runs for months."""

import ctypes
import gc
import sys

SWITCH = 0.001
"""Seconds that a thread may hold the interpreter while the event loop waits for it."""
ARENAS = 2
"""How many pools of memory threads share; by default each thread keeps one of its own."""
M_ARENA_MAX = -8
"""glibc's number for that."""


def prepare() -> None:
    """Call it before there are threads."""
    sys.setswitchinterval(SWITCH)
    library = ctypes.CDLL(None)
    if hasattr(library, "mallopt"):  # only glibc has arenas
        library.mallopt(M_ARENA_MAX, ARENAS)


def settle() -> None:
    """Call it when all that stays is made.

    Garbage collections look through it no more, which took them a tenth of a second, and what was
    only needed to make it goes back to the system. Takes some tenths of a second: not for the
    event loop.
    """
    gc.collect()
    gc.freeze()
    library = ctypes.CDLL(None)
    if hasattr(library, "malloc_trim"):
        library.malloc_trim(0)
