"""Components: their look, their interactions, and modals."""

from typing import Any

import pytest
from playwright.async_api import Page, expect

from tests.browser import PHONE
from tests.machine import needs_chromium
from tests.playground_page.conftest import OpenTab
from tests.playground_page.samples import ALICE, BOB, GENERAL, button, layout, message, row, text
from tests.playground_page.stub import StubServer

pytestmark = [needs_chromium, pytest.mark.asyncio(loop_scope="session")]

# Every server of the page serves this picture.
PICTURE = "/static/icon.svg"


def control(page: Page, custom_id: str) -> Any:
    return page.locator(f"[data-custom-id='{custom_id}']")


def select(custom_id: str, options: int, **more: Any) -> dict[str, Any]:
    return {
        "type": 3,
        "custom_id": custom_id,
        "options": [{"label": f"Option {n}", "value": f"v{n}"} for n in range(options)],
        **more,
    }


async def test_components_become_elements(stub: StubServer, open_tab: OpenTab) -> None:
    gallery = [{"media": {"url": PICTURE}, "description": f"picture {n}"} for n in range(4)]
    stub.ready["messages"][GENERAL] = [
        layout(
            1,
            {
                "type": 17,
                "accent_color": 0xFF8800,
                "components": [
                    {
                        "type": 9,
                        "components": [text("### Round 1"), text("-# soon")],
                        "accessory": {"type": 11, "media": {"url": PICTURE}, "description": "hero"},
                    },
                    {"type": 12, "items": gallery},
                    {"type": 14, "divider": True, "spacing": 2},
                    {"type": 13, "file": {"url": PICTURE}, "name": "match.log", "size": 2048},
                    row(*(button(f"b{n}", f"Style {n}", n, disabled=n == 4) for n in range(1, 5))),
                    row({"type": 2, "style": 5, "label": "Rules", "url": "https://example.com/"}),
                    row(select("s", 3, placeholder="Pick one")),
                ],
            },
            {"type": 17, "spoiler": True, "components": [text("hidden")]},
        ),
        message(2, embeds=[{"title": "Embed", "fields": [{"name": "N", "value": "V"}]}]),
    ]
    page = await open_tab()
    container = page.locator(".container").first
    await expect(container).to_have_css("border-left-color", "rgb(255, 136, 0)")
    await expect(container.locator(".section h5")).to_have_text("Round 1")
    await expect(container.locator(".thumbnail img")).to_have_attribute("alt", "hero")
    await expect(container.locator(".gallery img")).to_have_count(4)
    await expect(container.get_by_role("separator")).to_have_count(1)
    await expect(container.get_by_role("link", name="match.log")).to_be_visible()
    await expect(control(page, "b4")).to_be_disabled()
    await expect(control(page, "b3")).to_have_css("background-color", "rgb(36, 128, 70)")
    await expect(container.get_by_role("link", name="Rules")).to_have_attribute("target", "_blank")
    await expect(control(page, "s")).to_contain_text("Pick one")
    await page.get_by_role("button", name="Spoiler").click()
    await expect(page.locator(".spoiler-block.shown")).to_contain_text("hidden")
    await expect(page.locator(".embed-field")).to_contain_text("V")


async def test_picture_opens_in_full_size(stub: StubServer, open_tab: OpenTab) -> None:
    media = {"url": PICTURE, "width": 400, "height": 300}
    alt = "Three dice, two beers."
    item = {"media": media, "description": alt}
    stub.ready["messages"][GENERAL] = [layout(1, {"type": 12, "items": [item]})]
    page = await open_tab()
    await page.locator(".alt-badge").click()
    await expect(page.locator(".alt-text")).to_contain_text(alt)
    await page.keyboard.press("Escape")
    await expect(page.locator(".alt-text")).to_be_hidden()
    await page.locator(".gallery-open").press("Enter")
    await expect(page.get_by_role("dialog").locator("img")).to_have_attribute("alt", alt)
    await page.keyboard.press("Escape")
    await expect(page.get_by_role("dialog")).to_have_count(0)
    await expect(page.locator(".gallery-open")).to_be_focused()


async def test_press_sends_one_interaction_and_keeps_the_focus(
    stub: StubServer, open_tab: OpenTab
) -> None:
    stub.ready["messages"][GENERAL] = [layout(1, text("one"), row(button("go", "Go")))]
    page = await open_tab()
    await control(page, "go").press("Enter")
    await control(page, "go").press("Enter")
    sent = await stub.next_interaction()
    assert sent["type"] == 3
    assert sent["message_id"] == "400000000000000001"
    assert sent["data"] == {"component_type": 2, "custom_id": "go"}
    assert stub.sent == []
    await expect(control(page, "go")).to_have_class("button button-1 loading")
    await stub.send("MESSAGE_UPDATE", layout(1, text("two"), row(button("go", "Go on"))))
    await stub.send("INTERACTION_SUCCESS", {"nonce": sent["nonce"]})
    await expect(control(page, "go")).to_have_class("button button-1")
    await expect(control(page, "go")).to_be_focused()
    await expect(control(page, "go")).to_have_text("Go on")


async def test_failed_press_is_shown_until_the_next(stub: StubServer, open_tab: OpenTab) -> None:
    stub.ready["messages"][GENERAL] = [layout(1, row(button("go", "Go")))]
    page = await open_tab()
    await control(page, "go").click()
    sent = await stub.next_interaction()
    await stub.send("INTERACTION_FAILURE", {"nonce": sent["nonce"], "reason": "no answer"})
    failure = page.locator("[data-message-id] .failure")
    await expect(failure).to_contain_text("This interaction failed")
    await control(page, "go").click()
    await expect(failure).to_have_count(0)


async def test_menu_sends_its_values_when_it_closes(stub: StubServer, open_tab: OpenTab) -> None:
    menu = select("keep", 5, min_values=2, max_values=3)
    stub.ready["messages"][GENERAL] = [layout(1, row(menu))]
    page = await open_tab()
    await control(page, "keep").press("Enter")
    await page.keyboard.press("Space")
    await page.keyboard.press("Escape")
    assert stub.sent == []  # one value is too few: the menu drops it
    await control(page, "keep").press("ArrowDown")
    for _ in range(4):
        await page.keyboard.press("Space")
        await page.keyboard.press("ArrowDown")
    await expect(page.locator("[data-value='v3']")).to_have_attribute("aria-disabled", "true")
    await page.keyboard.press("Escape")
    sent = await stub.next_interaction()
    assert sent["data"] == {
        "component_type": 3,
        "custom_id": "keep",
        "values": ["v0", "v1", "v2"],
    }
    await expect(control(page, "keep")).to_be_focused()
    await expect(control(page, "keep")).to_contain_text("Option 2")


async def test_user_select_filters_and_sends_the_id(stub: StubServer, open_tab: OpenTab) -> None:
    stub.ready["messages"][GENERAL] = [layout(1, row({"type": 5, "custom_id": "who"}))]
    page = await open_tab()
    await control(page, "who").click()
    await page.keyboard.type("build")
    await page.keyboard.press("Enter")
    sent = await stub.next_interaction()
    assert sent["data"] == {"component_type": 5, "custom_id": "who", "values": [BOB["id"]]}


MODAL = [
    text("Choose **dice**."),
    {
        "type": 18,
        "label": "Name",
        "component": {"type": 4, "id": 7, "custom_id": "name", "style": 1, "min_length": 3},
    },
    {
        "type": 18,
        "label": "Why",
        "component": {"type": 4, "custom_id": "why", "style": 2, "required": False},
    },
    {"type": 18, "label": "Dice", "component": select("dice", 4, max_values=4)},
    {
        "type": 18,
        "label": "Pace",
        "component": {
            "type": 21,
            "custom_id": "pace",
            "options": [{"label": "Slow", "value": "s"}, {"label": "Fast", "value": "f"}],
        },
    },
    {
        "type": 18,
        "label": "Extras",
        "component": {
            "type": 22,
            "custom_id": "extras",
            "required": False,
            "options": [{"label": "A", "value": "a"}, {"label": "B", "value": "b"}],
        },
    },
    {"type": 18, "label": "Ping", "component": {"type": 23, "custom_id": "ping"}},
]


async def test_modal_checks_fields_and_stays_open_after_a_failure(
    stub: StubServer, open_tab: OpenTab
) -> None:
    stub.ready["messages"][GENERAL] = [layout(1, row(button("open", "Open")))]
    page = await open_tab()
    await control(page, "open").click()
    opened = await stub.next_interaction()
    answer = {"id": "5", "custom_id": "form", "title": "Keep dice", "components": MODAL}
    await stub.send("INTERACTION_MODAL", {"nonce": opened["nonce"], **answer})
    dialog = page.get_by_role("dialog", name="Keep dice")
    await expect(control(page, "name")).to_be_focused()
    await page.locator("[data-modal-submit]").click()
    await expect(dialog.locator("[data-field='dice']")).to_contain_text("required")
    assert stub.sent == []
    await control(page, "name").fill("Ann")
    await control(page, "dice").click()
    await page.keyboard.press("Space")
    await page.keyboard.press("End")
    await page.keyboard.press("Space")
    await page.keyboard.press("Escape")
    await expect(dialog).to_be_visible()  # Escape closed only the menu
    await dialog.get_by_label("Fast").check()
    await dialog.get_by_label("B", exact=True).check()
    await dialog.get_by_label("Ping").check()
    await page.locator("[data-modal-submit]").click()
    sent = await stub.next_interaction()
    assert sent["type"] == 5
    assert sent["user_id"] == ALICE["id"]
    assert sent["message_id"] == "400000000000000001"
    assert sent["data"] == {
        "custom_id": "form",
        "components": [
            {"type": 10},
            {
                "type": 18,
                "component": {"type": 4, "id": 7, "custom_id": "name", "value": "Ann"},
            },
            {"type": 18, "component": {"type": 4, "custom_id": "why", "value": ""}},
            {"type": 18, "component": {"type": 3, "custom_id": "dice", "values": ["v0", "v3"]}},
            {"type": 18, "component": {"type": 21, "custom_id": "pace", "value": "f"}},
            {"type": 18, "component": {"type": 22, "custom_id": "extras", "values": ["b"]}},
            {"type": 18, "component": {"type": 23, "custom_id": "ping", "value": True}},
        ],
    }
    await stub.send("INTERACTION_FAILURE", {"nonce": sent["nonce"], "reason": "raised"})
    await expect(dialog).to_contain_text("Something went wrong. Try again.")
    await page.locator("[data-modal-submit]").click()
    resent = await stub.next_interaction()
    await stub.send("INTERACTION_SUCCESS", {"nonce": resent["nonce"]})
    await expect(dialog).to_have_count(0)
    await expect(control(page, "open")).to_be_focused()


async def test_tab_stays_in_the_modal(stub: StubServer, open_tab: OpenTab) -> None:
    stub.ready["messages"][GENERAL] = [layout(1, row(button("open", "Open")))]
    page = await open_tab()
    await control(page, "open").click()
    opened = await stub.next_interaction()
    form = {"id": "5", "custom_id": "form", "title": "Name", "components": [MODAL[1]]}
    await stub.send("INTERACTION_MODAL", {"nonce": opened["nonce"], **form})
    await expect(control(page, "name")).to_be_focused()
    for _ in range(4):
        await page.keyboard.press("Tab")
    await expect(control(page, "name")).to_be_focused()
    await page.keyboard.press("Escape")
    await expect(page.get_by_role("dialog")).to_have_count(0)


async def test_phone_shows_three_buttons_in_a_line(stub: StubServer, open_tab: OpenTab) -> None:
    """Discord's apps do the same: discord-api-docs #8351."""
    emoji = {"id": None, "name": "🎲"}
    buttons = [button(f"b{n}", letter, 1, emoji=emoji) for n, letter in enumerate("ABCDE")]
    container = {"type": 17, "components": [row(*buttons)]}
    stub.ready["messages"][GENERAL] = [layout(1, container)]
    page = await open_tab(**PHONE)
    await expect(control(page, "b4")).to_be_visible()
    boxes = [await control(page, f"b{n}").bounding_box() for n in range(5)]
    tops = [box["y"] for box in boxes if box is not None]
    assert [tops.count(top) for top in dict.fromkeys(tops)] == [3, 2]
    assert all(box is not None and box["width"] >= 60 and box["height"] >= 40 for box in boxes)
