"""Where tests keep their files, and which plugins of ours they use."""

import gc
import os
import shutil
import tempfile
from collections.abc import Generator
from pathlib import Path

import pytest

from cogs.base import custom_id_families

custom_id_families.strict = True

pytest_plugins = ["tests.tiers", "tests.browser", "tests.databases", "tests.schedule"]

IN_MEMORY = Path("/dev/shm")  # noqa: S108 - pytest and tempfile make folders of their own there
ENOUGH = 2 * 1024**3
"""Bytes that have to be free: a whole run needs a fraction of that."""


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
