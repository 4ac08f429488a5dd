"""Choosing a user: the first view, the address and the switcher."""

import re
from typing import Any

import pytest
from playwright.async_api import expect

from tests.browser import DESKTOP, PHONE
from tests.machine import needs_chromium
from tests.playground_page.conftest import OpenTab
from tests.playground_page.samples import ALICE, BOB, GENERAL, message
from tests.playground_page.stub import StubServer

pytestmark = [needs_chromium, pytest.mark.asyncio(loop_scope="session")]


async def test_newcomer_runs_a_command_in_two_presses(stub: StubServer, open_tab: OpenTab) -> None:
    page = await open_tab(None)
    await expect(page.get_by_role("heading", name="Who are you?")).to_be_visible()
    await page.locator(f"[data-user-id='{ALICE['id']}']").click()
    await page.locator("[data-quick][data-command='practice']").click()
    sent = await stub.next_interaction()
    assert sent["user_id"] == ALICE["id"]
    assert sent["channel_id"] == GENERAL
    assert sent["type"] == 2
    assert sent["data"]["id"] == "41"
    assert sent["data"]["name"] == "practice"
    assert sent["data"]["options"] == []
    assert f"user={ALICE['id']}&channel={GENERAL}" in page.url


async def test_only_commands_without_required_options_become_chips(open_tab: OpenTab) -> None:
    page = await open_tab()
    await expect(page.locator("[data-quick]")).to_have_count(1)


async def test_switcher_offers_another_tab(open_tab: OpenTab) -> None:
    page = await open_tab()
    await page.locator("[data-switch-user]").click()
    dialog = page.get_by_role("dialog")
    link = dialog.locator(f"[data-open-as='{BOB['id']}']")
    await expect(link).to_have_attribute("target", "_blank")
    await expect(link).to_have_attribute("href", f"?user={BOB['id']}&channel={GENERAL}")
    await page.keyboard.press("Escape")
    await expect(dialog).to_have_count(0)
    await expect(page.locator("[data-switch-user]")).to_be_focused()


async def test_names_are_shown_as_text(open_tab: OpenTab) -> None:
    page = await open_tab(None)
    await expect(page.locator(f"[data-user-id='{BOB['id']}']")).to_contain_text("<b>Builder</b>")
    await expect(page.locator("#chooser b")).to_have_count(0)


async def test_channels_are_in_a_drawer_on_a_phone(stub: StubServer, open_tab: OpenTab) -> None:
    stub.ready["messages"][GENERAL] = [message(1, "word" * 300)]
    page = await open_tab(**PHONE)
    channel = page.locator(f"[data-channel-id='{GENERAL}']")
    await expect(channel).not_to_be_visible()
    await page.locator("[data-open-drawer='channels']").tap()
    await expect(channel).to_be_visible()
    await page.keyboard.press("Escape")
    await expect(channel).not_to_be_visible()
    assert await page.evaluate("document.documentElement.scrollWidth <= innerWidth")


WELCOME: dict[str, Any] = {
    "title": "A game",
    "text": "Begin.",
    "cards": [
        {
            "title": "Dice",
            "text": "Roll.",
            "picture": "/welcome/0.png",
            "alt": "Two dice",
            "starts": [{"command": "practice", "label": "Play", "hint": "At once"}],
        },
        {
            "title": "Chess",
            "text": "Think.",
            "picture": None,
            "alt": "",
            "starts": [
                {"command": "challenge", "label": "Learn", "hint": "It needs an opponent"},
                {"command": "practice game:chess", "label": "Play", "hint": "Another game"},
            ],
        },
    ],
}
THREAD_MADE = {"id": "77", "type": 11, "name": "a match", "parent_id": GENERAL}


async def test_welcome_button_runs_its_command_and_opens_the_thread(
    stub: StubServer, open_tab: OpenTab
) -> None:
    stub.ready["welcome"] = WELCOME
    page = await open_tab(None)
    await expect(page.get_by_role("heading", name="A game")).to_be_visible()
    await page.locator("[data-start='practice']").click()
    sent = await stub.next_interaction()
    assert sent["type"] == 2
    assert (sent["data"]["name"], sent["data"]["options"]) == ("practice", [])
    await expect(page).not_to_have_url(re.compile("start="))  # a reload runs nothing
    await stub.send("CHANNEL_CREATE", THREAD_MADE)
    await expect(page.locator(".chat-name")).to_have_text("a match")
    await stub.send("CHANNEL_CREATE", {**THREAD_MADE, "id": "78", "name": "another"})
    await expect(page.locator(".chat-name")).to_have_text("a match")


async def test_welcome_button_sends_its_options(stub: StubServer, open_tab: OpenTab) -> None:
    stub.ready["welcome"] = WELCOME
    game = {"name": "game", "description": "Which", "type": 3}
    practice, *others = stub.ready["commands"]
    stub.ready["commands"] = [{**practice, "options": [game]}, *others]
    page = await open_tab(None)
    await page.locator("[data-start='practice game:chess']").click()
    sent = await stub.next_interaction()
    assert sent["data"]["options"] == [{"name": "game", "type": 3, "value": "chess"}]


async def test_start_waits_for_its_command_and_skips_incomplete_ones(
    stub: StubServer, open_tab: OpenTab
) -> None:
    stub.ready["welcome"] = WELCOME
    commands, stub.ready["commands"] = stub.ready["commands"], []
    page = await open_tab(None)
    await page.locator("[data-start='practice']").click()
    await expect(page.locator("#composer-input")).to_be_visible()
    assert stub.sent == []
    await stub.send("COMMANDS", commands)
    assert (await stub.next_interaction())["data"]["name"] == "practice"
    page = await open_tab(None)
    await page.locator("[data-start='challenge']").click()
    await expect(page.locator("#composer-input")).to_be_visible()
    await stub.send("COMMANDS", commands)
    await expect(page.locator("[data-quick]")).to_have_count(1)
    assert stub.sent == []


@pytest.mark.parametrize("device", [DESKTOP, PHONE], ids=["desktop", "phone"])
async def test_welcome_names_each_game_and_fits_the_window(
    device: dict[str, Any], stub: StubServer, open_tab: OpenTab
) -> None:
    stub.ready["welcome"] = WELCOME
    page = await open_tab(None, **device)
    for card in WELCOME["cards"]:
        await expect(page.get_by_role("heading", name=card["title"])).to_be_visible()
    await expect(page.get_by_role("img", name="Two dice")).to_be_visible()
    await expect(page.get_by_role("link", name="Play Chess: Another game")).to_be_visible()
    wide = await page.locator("#chooser").evaluate("shown => shown.scrollWidth - shown.clientWidth")
    assert wide <= 0


async def test_page_without_welcome_asks_for_the_user(open_tab: OpenTab) -> None:
    page = await open_tab(None)
    await expect(page.get_by_role("heading", name="Who are you?")).to_be_visible()
    await expect(page.locator(".welcome")).to_have_count(0)
