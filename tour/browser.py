"""The Chromium that displays the playground's page: its path, its options, and how to start it."""

import os
import shutil
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

from playwright.async_api import Browser, async_playwright

CHROMIUM = shutil.which("chromium")
"""Path of the program; None if it is not installed."""

MISSING = "chromium is not installed (apt-get install chromium)"

LAUNCH_OPTIONS: dict[str, Any] = {
    "executable_path": CHROMIUM,
    "args": [
        "--no-sandbox",  # needed if Chromium runs as root in a container
        "--disable-gpu",
        "--disable-quic",
        "--no-first-run",
        "--disable-background-networking",
        "--disable-component-update",
        "--disable-sync",
    ],
}

PHONE: dict[str, Any] = {
    "viewport": {"width": 390, "height": 844},
    "has_touch": True,
    "is_mobile": True,
}


@asynccontextmanager
async def open_chromium() -> AsyncIterator[Browser]:
    os.environ.setdefault("DBUS_SESSION_BUS_ADDRESS", "disabled:")  # spares Chromium a search
    async with async_playwright() as playwright:
        browser = await playwright.chromium.launch(**LAUNCH_OPTIONS)
        try:
            yield browser
        finally:
            await browser.close()
