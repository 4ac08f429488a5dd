"""The heap that threads share."""

import platform
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]

_HEAPS = """
import ctypes, sys, threading
from cogs.runtime.process import prepare
if sys.argv[1] == "small":
    prepare()
library = ctypes.CDLL(None)
library.malloc.restype = ctypes.c_void_p
waiting = threading.Barrier(5)
def hold():
    library.malloc(100_000)
    waiting.wait()
threads = [threading.Thread(target=hold) for _ in range(4)]
for thread in threads:
    thread.start()
waiting.wait()
library.fopen.restype = ctypes.c_void_p
file = ctypes.c_void_p(library.fopen(b"/dev/stdout", b"w"))
library.malloc_info(0, file)
library.fflush(file)
"""


def heaps(how: str) -> int:
    """Return a process's number of heaps after four threads allocated simultaneously."""
    process = subprocess.run(
        [sys.executable, "-c", _HEAPS, how], cwd=ROOT, check=True, capture_output=True, text=True
    )
    return process.stdout.count("<heap nr=")


@pytest.mark.skipif(platform.libc_ver()[0] != "glibc", reason="the test is about glibc")
def test_threads_share_one_heap() -> None:
    """Without the settings, each thread has its own heap."""
    assert heaps("small") == 1
    assert heaps("usual") > 1
