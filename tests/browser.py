"""Chromium for tests of web pages.

A plugin of pytest: see tests/conftest.py.
"""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

import pytest_asyncio
from playwright.async_api import Browser, expect

from tests.machine import need_chromium
from tests.patience import PATIENCE
from tour.browser import PHONE, open_chromium

__all__ = ["DESKTOP", "PHONE", "browser", "open_browser"]

DESKTOP: dict[str, Any] = {"viewport": {"width": 1280, "height": 800}}
"""Context options of a desktop window."""


expect.set_options(timeout=PATIENCE * 1000)
"""In milliseconds, long enough for a busy machine."""


@asynccontextmanager
async def open_browser() -> AsyncIterator[Browser]:
    """Yield a running Chromium, and close it at the end; skip the test if there is none."""
    need_chromium()
    async with open_chromium() as browser:
        yield browser


@pytest_asyncio.fixture(scope="session", loop_scope="session")
async def browser() -> AsyncIterator[Browser]:
    """The browser of this worker, started once, for tests on the session's event loop."""
    async with open_browser() as running:
        yield running
