"""The server's events on the page."""

from typing import Any

import pytest
from playwright.async_api import expect

from tests.machine import needs_chromium
from tests.playground_page.conftest import OpenTab
from tests.playground_page.samples import ALICE
from tests.playground_page.stub import StubServer

pytestmark = [pytest.mark.asyncio(loop_scope="session"), needs_chromium]


def event(number: int, status: int, place: str) -> dict[str, Any]:
    return {
        "id": str(number),
        "name": f"Cup {number}",
        "description": "Everyone can join.\nT1",
        "scheduled_start_time": "2026-03-01T12:00:00+00:00",
        "scheduled_end_time": "2026-03-04T12:00:00+00:00",
        "status": status,
        "entity_metadata": {"location": place},
    }


async def test_events_are_listed_and_disappear(stub: StubServer, open_tab: OpenTab) -> None:
    """Only a web address is a link."""
    page = await open_tab()
    await expect(page.locator("#events")).to_be_hidden()
    shown = [event(1, 2, "https://example.org/cup"), event(2, 1, "javascript:alert(1)")]
    await stub.send("EVENTS", shown, ALICE["id"])
    await expect(page.locator("#events summary")).to_have_text("Events (2)")
    await page.locator("#events summary").click()
    await expect(page.locator(".event-name")).to_have_text(["Cup 1", "Cup 2"])
    await expect(page.locator(".event").first).to_contain_text("Happening now")
    await expect(page.locator(".event a")).to_have_attribute("href", "https://example.org/cup")
    await stub.send("EVENTS", [], ALICE["id"])
    await expect(page.locator("#events")).to_be_hidden()
