"""The tests' folder for files, and our plugins."""

import gc
import os
import shutil
import tempfile
from collections.abc import Generator
from pathlib import Path

import pytest

from cogs.base import custom_id_families
from cogs.base.command_mentions import MENTIONS

custom_id_families.strict = True

pytest_plugins = ["tests.tiers", "tests.browser", "tests.databases", "tests.schedule"]

IN_MEMORY = Path("/dev/shm")  # noqa: S108 - pytest and tempfile create their own folders in it
ENOUGH = 2 * 1024**3
"""Free bytes required; a whole run needs a fraction."""


def pytest_configure(config: pytest.Config) -> None:
    """Keep files in memory if the system offers that.

    A run commits tens of thousands of times, and on a disk each commit waits for it.
    """
    if "TMPDIR" in os.environ or not os.access(IN_MEMORY, os.W_OK):
        return
    if shutil.disk_usage(IN_MEMORY).free > ENOUGH:
        os.environ["TMPDIR"] = str(IN_MEMORY)
        tempfile.tempdir = None  # computed again on the next use


@pytest.hookimpl(wrapper=True)
def pytest_collection() -> Generator[None, object, object]:
    """Exclude modules and tests, which live until the end, from garbage collection."""
    gc.disable()
    try:
        return (yield)
    finally:
        gc.freeze()
        gc.enable()


@pytest.fixture(autouse=True)
def unknown_command_ids() -> None:
    """Forget the ids that the client of an earlier test has learned."""
    MENTIONS.learn(())
