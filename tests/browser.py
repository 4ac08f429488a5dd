"""A real Chromium for tests of the playground's page: how it is started, and when not."""

import os
import shutil
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

import pytest
from playwright.async_api import Browser, async_playwright

CHROMIUM = shutil.which("chromium")
"""Path of the browser, None where it is not installed."""

SKIP_REASON = "chromium is not installed (apt-get install chromium)"

needs_chromium = pytest.mark.skipif(CHROMIUM is None, reason=SKIP_REASON)
"""Marks tests that look at the page in a real browser."""

LAUNCH_OPTIONS: dict[str, Any] = {
    "executable_path": CHROMIUM,
    "args": [
        "--no-sandbox",  # the tests may run as root in a container
        "--disable-gpu",
        "--disable-quic",
        "--no-first-run",
        "--disable-background-networking",
        "--disable-component-update",
        "--disable-sync",
    ],
}

DESKTOP: dict[str, Any] = {"viewport": {"width": 1280, "height": 800}}
"""Context options of a desktop window."""

PHONE: dict[str, Any] = {
    "viewport": {"width": 390, "height": 844},
    "has_touch": True,
    "is_mobile": True,
}
"""Context options of a phone held upright."""


@asynccontextmanager
async def open_browser() -> AsyncIterator[Browser]:
    """A running Chromium, closed at the end; skips the test where there is none."""
    if CHROMIUM is None:
        pytest.skip(SKIP_REASON)
    os.environ.setdefault("DBUS_SESSION_BUS_ADDRESS", "disabled:")  # spares Chromium a search
    async with async_playwright() as playwright:
        browser = await playwright.chromium.launch(**LAUNCH_OPTIONS)
        try:
            yield browser
        finally:
            await browser.close()
