"""The clock on the page, and the buttons that move it."""

import time

import pytest
from playwright.async_api import expect

from tests.browser import PHONE
from tests.machine import needs_chromium
from tests.playground_page.conftest import OpenTab
from tests.playground_page.samples import GENERAL, message
from tests.playground_page.stub import StubServer

pytestmark = [needs_chromium, pytest.mark.asyncio(loop_scope="session")]

WEEK = 7 * 24 * 3600


async def test_button_moves_the_clock_and_relative_times(
    stub: StubServer, open_tab: OpenTab
) -> None:
    due = int(time.time()) + 2 * WEEK
    stub.ready |= {"now": time.time(), "movable": True}
    stub.ready["messages"][GENERAL] = [message(1, f"Due <t:{due}:R>")]
    page = await open_tab()
    await expect(page.get_by_text("in 14 days")).to_be_visible()
    before = await page.locator("#clock .clock-now").text_content()
    await page.locator(f"[data-forward='{WEEK}']").click()
    assert (await stub.next_sent("/client/forward"))["seconds"] == WEEK
    user = stub.sockets[0][0]
    members = [member["user"] for member in stub.ready["members"]]
    me = next(member for member in members if member["id"] == user)
    await stub.send("READY", {**stub.ready, "user": me, "now": time.time() + WEEK})
    await expect(page.get_by_text("in 7 days")).to_be_visible()
    await expect(page.locator("#clock .clock-now")).not_to_have_text(before or "")
    await expect(page.locator(f"[data-forward='{WEEK}']")).to_be_focused()


async def test_refused_move_is_shown(stub: StubServer, open_tab: OpenTab) -> None:
    stub.ready |= {"now": time.time(), "movable": True}
    page = await open_tab()
    stub.refusal = "This clock can't be moved."
    await page.locator("[data-forward='3600']").click()
    await expect(page.locator("#clock [role=alert]")).to_have_text(stub.refusal)


async def test_immovable_clock_has_no_buttons(stub: StubServer, open_tab: OpenTab) -> None:
    page = await open_tab()
    await expect(page.locator("[data-forward]")).to_have_count(0)


async def test_clock_is_in_the_drawer_on_a_phone(stub: StubServer, open_tab: OpenTab) -> None:
    stub.ready |= {"now": time.time(), "movable": True}
    page = await open_tab(**PHONE)
    await page.locator("[data-open-drawer='channels']").tap()
    await expect(page.locator(f"[data-forward='{WEEK}']")).to_be_in_viewport()
    assert await page.evaluate("document.documentElement.scrollWidth <= innerWidth")
