"""Notifications on the page, and unresolved mentions."""

from typing import Any

import pytest
from playwright.async_api import expect

from tests.machine import needs_chromium
from tests.playground_page.conftest import OpenTab
from tests.playground_page.samples import ALICE, BOB, GENERAL, layout, message, ready, text
from tests.playground_page.stub import StubServer

pytestmark = [pytest.mark.asyncio(loop_scope="session"), needs_chromium]


def push(number: int, preview: str, place: str = "#general") -> dict[str, Any]:
    return {
        "message_id": str(400000000000000000 + number),
        "channel_id": GENERAL,
        "author": "Tester",
        "place": place,
        "preview": preview,
        "timestamp": f"2026-03-01T12:{number:02}:00+00:00",
    }


async def test_push_shows_as_toast_and_in_list(stub: StubServer, open_tab: OpenTab) -> None:
    stub.ready = {**ready(), "pushes": [push(1, "@Alice, it's your turn")]}
    page = await open_tab()
    await expect(page.locator("#push-toast")).to_be_hidden()
    await expect(page.locator("#pushes summary")).to_have_text("Notifications (1)")
    await stub.send("PUSH", push(2, "", place="match-12"), ALICE["id"])
    toast = page.locator("#push-toast")
    await expect(toast.locator(".push-title")).to_have_text("Tester (match-12, Test Server)")
    await expect(toast.locator(".push-text")).to_have_text("Empty content")
    await page.locator("#pushes summary").click()
    shown = page.locator("#pushes .push-text")
    await expect(shown).to_have_text(["Empty content", "@Alice, it's your turn"])


async def test_page_without_pushes_hides_their_list(stub: StubServer, open_tab: OpenTab) -> None:
    page = await open_tab()
    await expect(page.locator("#pushes")).to_be_hidden()
    await expect(page.locator("#push-toast")).to_be_hidden()


async def test_unmentioned_user_is_unknown_in_large_server(
    stub: StubServer, open_tab: OpenTab
) -> None:
    words = text(f"<@{ALICE['id']}> against <@{BOB['id']}>")
    stub.ready = {
        **ready([layout(1, words), layout(2, words, mentions=[BOB])]),
        "large_servers": True,
    }
    page = await open_tab()
    names = page.locator("[data-mention-user]")
    await expect(names).to_have_text(
        ["@Alice", "@unknown-user", "@Alice", f"@{BOB['global_name']}"]
    )
    await stub.send("MESSAGE_UPDATE", layout(2, words, mentions=[]))
    await expect(names).to_have_text(["@Alice", "@unknown-user", "@Alice", "@unknown-user"])
    await stub.send("MESSAGE_CREATE", message(3, "Hello", author=BOB))
    await stub.send("MESSAGE_UPDATE", layout(2, words, mentions=[]))
    await expect(names.nth(3)).to_have_text(f"@{BOB['global_name']}")


async def test_all_members_resolve_in_small_server(stub: StubServer, open_tab: OpenTab) -> None:
    stub.ready = {**ready([layout(1, text(f"<@{BOB['id']}>"))]), "large_servers": False}
    page = await open_tab()
    await expect(page.locator("[data-mention-user]")).to_have_text(f"@{BOB['global_name']}")
