"""The command list and the options, by keyboard."""

import pytest
from playwright.async_api import expect

from tests.machine import needs_chromium
from tests.playground_page.conftest import OpenTab
from tests.playground_page.samples import BOB, GENERAL
from tests.playground_page.stub import StubServer

pytestmark = [needs_chromium, pytest.mark.asyncio(loop_scope="session")]


async def test_a_command_with_options_by_keyboard(stub: StubServer, open_tab: OpenTab) -> None:
    """Slash, arrows, Tab, a member, an added number and choice, Enter."""
    page = await open_tab()
    await page.keyboard.type("/")
    await expect(page.get_by_role("option")).to_have_count(3)
    await page.keyboard.press("ArrowDown")
    await expect(page.locator("[data-command='challenge'][role=option]")).to_have_attribute(
        "aria-selected", "true"
    )
    await page.keyboard.press("Tab")
    await expect(page.locator("[data-option='who']")).to_be_focused()
    await page.keyboard.type("build")
    await expect(page.locator("[data-choice]")).to_have_count(1)
    await page.keyboard.press("Enter")
    await page.locator("[data-add-option='rounds']").press("Enter")
    await page.keyboard.type("3")
    await page.locator("[data-add-option='pace']").press("Enter")
    await page.keyboard.press("ArrowDown")
    await page.keyboard.press("Enter")
    await page.keyboard.press("Enter")
    sent = await stub.next_interaction()
    assert sent["channel_id"] == GENERAL
    assert sent["data"]["options"] == [
        {"name": "who", "type": 6, "value": BOB["id"]},
        {"name": "rounds", "type": 4, "value": 3},
        {"name": "pace", "type": 3, "value": "f"},
    ]


async def test_wrong_values_are_said_and_not_sent(stub: StubServer, open_tab: OpenTab) -> None:
    """A missing member, a number too small: red, and nothing leaves the page."""
    page = await open_tab()
    await page.keyboard.type("/cha")
    await page.keyboard.press("Enter")
    await page.keyboard.press("Escape")
    await page.keyboard.press("Enter")
    await expect(page.locator("#composer-error")).to_contain_text("required")
    await page.keyboard.type("bob")
    await page.keyboard.press("Enter")
    await page.locator("[data-add-option='rounds']").click()
    await page.keyboard.type("0")
    await page.keyboard.press("Enter")
    await expect(page.locator("#composer-error")).to_contain_text("at least 1")
    assert stub.sent == []


async def test_who_is_in_no_list_is_named_by_a_mention(stub: StubServer, open_tab: OpenTab) -> None:
    """Somebody who has left the server."""
    page = await open_tab()
    await page.keyboard.type("/cha")
    await page.keyboard.press("Enter")
    await page.keyboard.type("<@830000000000000099>")
    await page.keyboard.press("Enter")
    sent = await stub.next_interaction()
    assert sent["data"]["options"] == [{"name": "who", "type": 6, "value": "830000000000000099"}]


async def test_escape_gives_a_command_up(open_tab: OpenTab) -> None:
    """First the list closes, then the command goes."""
    page = await open_tab()
    await page.keyboard.type("/cha")
    await page.keyboard.press("Enter")
    await expect(page.locator("[data-option='who']")).to_be_focused()
    await page.keyboard.press("Escape")
    await page.keyboard.press("Escape")
    await expect(page.locator("#composer-input")).to_be_focused()
    await expect(page.locator("#composer-input")).to_have_value("")


async def test_autocomplete_in_a_subcommand(stub: StubServer, open_tab: OpenTab) -> None:
    """The bot is asked with the option in focus, nested; what is picked is its value."""
    page = await open_tab()
    await page.keyboard.type("/show")
    await page.keyboard.press("Enter")
    await page.keyboard.type("m")
    asked = await stub.next_interaction()
    assert asked["type"] == 4
    assert asked["data"]["options"] == [
        {
            "name": "match",
            "type": 1,
            "options": [{"name": "id", "type": 3, "value": "m", "focused": True}],
        }
    ]
    choices = [{"name": "Match of Bob", "value": "m17"}]
    await stub.send("AUTOCOMPLETE", {"nonce": asked["nonce"], "choices": choices})
    await page.locator("[data-choice='m17']").click()
    await page.keyboard.press("Enter")
    sent = await stub.next_interaction()
    assert sent["type"] == 2
    assert sent["data"]["options"][0]["options"] == [{"name": "id", "type": 3, "value": "m17"}]


async def test_no_answer_to_a_command(stub: StubServer, open_tab: OpenTab) -> None:
    """It waits visibly, then says that nobody answered; a refusal stands under the box."""
    page = await open_tab()
    await page.locator("[data-quick]").click()
    sent = await stub.next_interaction()
    await expect(page.locator("[data-pending]")).to_contain_text("Sending command…")
    await stub.send("INTERACTION_FAILURE", {"nonce": sent["nonce"], "reason": "no answer"})
    await expect(page.locator("[data-pending]")).to_contain_text("The application did not respond")
    await page.get_by_role("button", name="Dismiss message").click()
    await expect(page.locator("[data-pending]")).to_have_count(0)
    stub.refusal = "The bot is offline."
    await page.locator("[data-quick]").click()
    await expect(page.locator("#composer-error")).to_have_text("The bot is offline.")
