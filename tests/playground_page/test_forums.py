"""A forum on the page: its posts with their tags, also at the width of a phone."""

import pytest
from playwright.async_api import expect

from tests.browser import PHONE
from tests.machine import needs_chromium
from tests.playground_page.conftest import OpenTab
from tests.playground_page.samples import BOT, message
from tests.playground_page.stub import StubServer

pytestmark = [needs_chromium, pytest.mark.asyncio(loop_scope="session")]

FORUM, OPEN, CLOSED = "200000000000000010", "400000000000000001", "400000000000000002"


async def test_forum_lists_posts_with_their_tags_and_opens_them(
    stub: StubServer, open_tab: OpenTab
) -> None:
    tags = [{"id": "7", "name": "Dice"}, {"id": "8", "name": "Finished"}]
    stub.ready["channels"] += [
        {"id": FORUM, "type": 15, "name": "matches", "position": 2, "available_tags": tags},
        {"id": CLOSED, "type": 11, "name": "A long title " * 7, "parent_id": FORUM,
         "applied_tags": ["7", "8"], "thread_metadata": {"archived": True}},
        {"id": OPEN, "type": 11, "name": "Alice and Bob", "parent_id": FORUM,
         "applied_tags": ["7"]},
    ]  # fmt: skip
    stub.ready["messages"][OPEN] = [{**message(1, "Who plays?", author=BOT), "channel_id": OPEN}]
    page = await open_tab(**PHONE)
    await page.click("[data-open-drawer=channels]")
    await page.click(f"[data-channel-id='{FORUM}']")
    posts = page.locator("[data-post-id]")
    await expect(posts).to_have_count(2)
    await expect(posts.nth(0)).to_contain_text("Tester: Who plays?")
    await expect(posts.nth(1).locator(".post-tag")).to_have_text(["Dice", "Finished"])
    await expect(posts.nth(1)).to_contain_text("closed")
    await expect(page.locator("#composer-input")).to_be_hidden()
    widths = "[document.documentElement.scrollWidth, innerWidth]"
    wide, narrow = await page.evaluate(widths)
    assert wide <= narrow
    running = {"id": OPEN, "type": 11, "name": "Renamed", "parent_id": FORUM, "applied_tags": ["8"]}
    await stub.send("CHANNEL_UPDATE", running)
    await expect(posts.nth(0).locator(".post-tag")).to_have_text(["Finished"])
    await posts.nth(0).click()
    await expect(page.locator("#message-list [data-message-id]")).to_have_count(1)
    await expect(page.locator(".beginning .post-tag")).to_have_text(["Finished"])
    await expect(page.locator("#composer-input")).to_be_visible()
