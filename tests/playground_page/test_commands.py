"""The command list and its options, by keyboard."""

from typing import Literal

import pytest
from playwright.async_api import expect

from tests.machine import needs_chromium
from tests.playground_page.conftest import OpenTab
from tests.playground_page.samples import BOB, GENERAL, layout, message, text
from tests.playground_page.stub import StubServer

pytestmark = [needs_chromium, pytest.mark.asyncio(loop_scope="session")]


async def test_options_are_filled_in_by_keyboard(stub: StubServer, open_tab: OpenTab) -> None:
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


async def test_invalid_options_are_reported_and_not_sent(
    stub: StubServer, open_tab: OpenTab
) -> None:
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


async def test_mention_selects_a_user_who_left_the_server(
    stub: StubServer, open_tab: OpenTab
) -> None:
    page = await open_tab()
    await page.keyboard.type("/cha")
    await page.keyboard.press("Enter")
    await page.keyboard.type("<@830000000000000099>")
    await page.keyboard.press("Enter")
    sent = await stub.next_interaction()
    assert sent["data"]["options"] == [{"name": "who", "type": 6, "value": "830000000000000099"}]


async def test_escape_discards_the_command(open_tab: OpenTab) -> None:
    page = await open_tab()
    await page.keyboard.type("/cha")
    await page.keyboard.press("Enter")
    await expect(page.locator("[data-option='who']")).to_be_focused()
    await page.keyboard.press("Escape")
    await page.keyboard.press("Escape")
    await expect(page.locator("#composer-input")).to_be_focused()
    await expect(page.locator("#composer-input")).to_have_value("")


async def test_autocomplete_works_in_a_subcommand(stub: StubServer, open_tab: OpenTab) -> None:
    page = await open_tab()
    await page.keyboard.type("/show")
    await page.keyboard.press("Enter")
    await page.keyboard.type("m")
    typed = ""
    while not typed:  # on a slow machine the page also asks before the letter is typed
        request = await stub.next_interaction()
        ((typed,),) = (
            [option["value"] for option in subcommand["options"]]
            for subcommand in request["data"]["options"]
        )
    assert request["type"] == 4
    assert request["data"]["options"] == [
        {
            "name": "match",
            "type": 1,
            "options": [{"name": "id", "type": 3, "value": "m", "focused": True}],
        }
    ]
    choices = [{"name": "Match of Bob", "value": "m17"}]
    await stub.send("AUTOCOMPLETE", {"nonce": request["nonce"], "choices": choices})
    await page.locator("[data-choice='m17']").click()
    await page.keyboard.press("Enter")
    sent = await stub.next_interaction()
    assert sent["type"] == 2
    assert sent["data"]["options"][0]["options"] == [{"name": "id", "type": 3, "value": "m17"}]


async def test_unanswered_or_refused_command_shows_an_error(
    stub: StubServer, open_tab: OpenTab
) -> None:
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


async def test_mention_of_a_command_puts_it_into_the_message_box(
    stub: StubServer, open_tab: OpenTab
) -> None:
    words = "Learn: </practice:41>, see: </show match:43>."
    stub.ready["messages"][GENERAL] = [layout(1, text(words))]
    page = await open_tab()
    await page.locator("[data-mention-command='practice']").click()
    await expect(page.locator(".command-pill")).to_have_text("/practice")
    await page.locator("[data-mention-command='show match']").click()
    await expect(page.locator(".command-pill")).to_have_text("/show match")
    assert stub.sent == []
    await page.keyboard.type("7")
    await page.keyboard.press("Enter")
    assert (await stub.next_interaction())["data"]["name"] == "show"


@pytest.mark.parametrize("mention", ["</practice:42>", "</show:43>", "</unknown:44>"])
async def test_mention_of_an_unknown_command_is_plain_text(
    stub: StubServer, open_tab: OpenTab, mention: str
) -> None:
    stub.ready["messages"][GENERAL] = [message(1, f"Try {mention}!")]
    page = await open_tab()
    name = mention[1:].partition(":")[0]
    await expect(page.locator(".markdown").last).to_have_text(f"Try {name}!")
    await expect(page.locator(".mention")).to_have_count(0)


@pytest.mark.parametrize("button", ["left", "right"])
async def test_pressed_name_of_an_author_offers_the_apps_menus_in_the_readers_language(
    stub: StubServer, open_tab: OpenTab, button: Literal["left", "right"]
) -> None:
    menu = {"id": "44", "name": "Ask Them", "name_localized": "Preguntar", "type": 2}
    stub.ready["commands"] = [menu, *stub.ready["commands"]]
    stub.ready["messages"][GENERAL] = [message(1, "Hello", author=BOB)]
    page = await open_tab(viewport={"width": 390, "height": 800})
    await page.locator(f"[data-author='{BOB['id']}']").click(button=button)
    entry = page.locator("[role=menuitem][data-command='Ask Them']")
    await expect(entry).to_have_text("Preguntar")
    await entry.click()
    sent = await stub.next_interaction()
    data = {"id": "44", "name": "Ask Them", "type": 2, "target_id": BOB["id"]}
    assert (sent["type"], sent["data"]) == (2, data)


async def test_answer_to_a_menu_names_it_without_a_slash(
    stub: StubServer, open_tab: OpenTab
) -> None:
    for number, (kind, name) in enumerate(((1, "ask"), (2, "Ask Them")), start=1):
        meta = {"type": 2, "user": BOB, "name": name, "command_type": kind}
        stub.ready["messages"][GENERAL].append(message(number, "Yes", interaction_metadata=meta))
    page = await open_tab()
    await expect(page.locator(".context .mention")).to_have_text(["/ask", "Ask Them"])
