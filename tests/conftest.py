"""Where tests keep their files, and how patient they are."""

import gc
import os
import shutil
import tempfile
from collections.abc import Generator
from pathlib import Path

import pytest
from hypothesis import settings

pytest_plugins = ["tests.browser", "tests.databases", "tests.schedule"]

IN_MEMORY = Path("/dev/shm")  # noqa: S108 - pytest and tempfile make folders of their own there
ENOUGH = 2 * 1024**3
"""Bytes that have to be free: a whole run needs a fraction of that."""

# A machine that is busy with something else fails no law: hypothesis asks 200 ms of each example.
EXAMPLES = 100 if "CI" in os.environ else 50
"""Of each law that says nothing else."""
settings.register_profile("patient", settings(), deadline=None, max_examples=EXAMPLES)
settings.load_profile("patient")


def pytest_configure(config: pytest.Config) -> None:
    """Keep files in memory where the system offers that: each commit of a database waits until
    it is on disk, and there are tens of thousands of them."""
    if "TMPDIR" in os.environ or not os.access(IN_MEMORY, os.W_OK):
        return
    if shutil.disk_usage(IN_MEMORY).free > ENOUGH:
        os.environ["TMPDIR"] = str(IN_MEMORY)
        tempfile.tempdir = None  # it is asked again


@pytest.hookimpl(wrapper=True)
def pytest_collection() -> Generator[None, object, object]:
    """Let the garbage collector pass over what stays to the end: all modules, and the tests."""
    gc.disable()
    try:
        return (yield)
    finally:
        gc.freeze()
        gc.enable()
