"""One browser for all tests; a server and tabs for each test."""

from collections.abc import AsyncIterator, Awaitable, Callable
from typing import Any

import pytest_asyncio
from playwright.async_api import Browser, BrowserContext, Page, expect

from tests.browser import DESKTOP
from tests.patience import PATIENCE
from tests.playground_page.samples import ALICE, ready
from tests.playground_page.stub import StubServer

OpenTab = Callable[..., Awaitable[Page]]


@pytest_asyncio.fixture(loop_scope="session")
async def stub() -> AsyncIterator[StubServer]:
    """A server without messages. A test can fill `stub.ready` before it opens a tab."""
    server = StubServer(ready())
    await server.start()
    yield server
    await server.stop()


@pytest_asyncio.fixture(scope="session", loop_scope="session")
async def desktop(browser: Browser) -> AsyncIterator[BrowserContext]:
    """The window for most tabs. Each test's server has its own storage there."""
    context = await browser.new_context(**DESKTOP, locale="en-GB", reduced_motion="reduce")
    yield context
    await context.close()


@pytest_asyncio.fixture(scope="session", loop_scope="session")
async def empty_tabs() -> list[Page]:
    """Unused tabs of that window: a new tab costs Chromium a third of a second."""
    return []


@pytest_asyncio.fixture(loop_scope="session")
async def open_tab(
    browser: Browser, desktop: BrowserContext, empty_tabs: list[Page], stub: StubServer
) -> AsyncIterator[OpenTab]:
    """Open a tab as a user (default: Alice). Errors in the page fail the test."""
    errors: list[str] = []
    usual: list[Page] = []
    others: list[Page] = []

    def note(error: object) -> None:
        errors.append(str(error))

    async def open_one(user: str | None = ALICE["id"], **options: Any) -> Page:
        if options:
            page = await browser.new_page(**options)
            others.append(page)
        else:
            page = empty_tabs.pop() if empty_tabs else await desktop.new_page()
            usual.append(page)
        page.set_default_timeout(PATIENCE * 1000)
        page.on("pageerror", note)
        await page.goto(stub.url + (f"/?user={user}" if user else "/"))
        if user:
            await expect(page.locator("#composer-input")).to_be_visible()
        return page

    yield open_one
    for page in usual:
        await page.goto("about:blank")
        page.remove_listener("pageerror", note)
        empty_tabs.append(page)
    for page in others:
        await page.close()
    assert errors == []
