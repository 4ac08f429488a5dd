"""Messages: markdown, mentions, private answers and the live list."""

from typing import Any

import pytest
from playwright.async_api import Page, expect

from tests.machine import needs_chromium
from tests.playground_page.conftest import OpenTab
from tests.playground_page.samples import (
    ALICE,
    BOB,
    GENERAL,
    GUILD_ID,
    LOADING,
    PRIVATE,
    SIDE,
    THREAD,
    layout,
    message,
    text,
)
from tests.playground_page.stub import StubServer

pytestmark = [needs_chromium, pytest.mark.asyncio(loop_scope="session")]

EVIL = "<img src=x onerror=window.hacked=1><script>window.hacked=1</script>"


def shown(page: Page, number: int) -> Any:
    return page.locator(f"[data-message-id='{400000000000000000 + number}']")


async def test_text_never_becomes_markup(stub: StubServer, open_tab: OpenTab) -> None:
    evil_button = {"type": 2, "custom_id": EVIL, "label": EVIL, "style": 1}
    evil_select = {
        "type": 3,
        "custom_id": "s",
        "placeholder": EVIL,
        "options": [{"label": EVIL, "value": "v", "default": True}],
    }
    stub.ready["guild"]["name"] = EVIL
    stub.ready["channels"][1]["name"] = EVIL
    stub.ready["messages"][GENERAL] = [
        message(1, f"{EVIL} **{EVIL}** [{EVIL}](javascript:alert(1)) `{EVIL}`\n# {EVIL}"),
        layout(
            2, text(EVIL), *({"type": 1, "components": [c]} for c in (evil_button, evil_select))
        ),
        message(3, embeds=[{"title": EVIL, "url": "javascript:alert(1)", "description": EVIL}]),
        layout(4, {"type": 2, "style": 5, "label": "l", "url": "javascript:alert(1)"}),
        message(5, "hello", author={**BOB, "username": EVIL, "global_name": EVIL, "id": "9"}),
    ]
    page = await open_tab()
    await expect(shown(page, 1)).to_contain_text(EVIL)
    await expect(shown(page, 5)).to_contain_text(EVIL)
    assert await page.evaluate("window.hacked") is None
    assert await page.locator("#app script, #app [onerror]").count() == 0
    assert await page.locator("a[href^='javascript']").count() == 0


MARKED = [
    ("a **b** c", "strong", "b"),
    ("a *b* c", "em", "b"),
    ("a _b_ c", "em", "b"),
    ("a __b__ c", "u", "b"),
    ("a ~~b~~ c", "s", "b"),
    ("a `b * c`", "code.inline-code", "b * c"),
    ("# big", "h3", "big"),
    ("### small", "h5", "small"),
    ("-# tiny", ".small", "tiny"),
    ("> said\nme", "blockquote", "said"),
    ("```py\nx = 1\n```", "pre code", "x = 1"),
    ("- one\n- two", "ul > li:nth-child(2)", "two"),
    ("3. three\n4. four", "ol[start='3'] > li:nth-child(2)", "four"),
    ("see [here](https://example.com/x).", "a[href='https://example.com/x']", "here"),
    ("(https://example.com/y).", "a", "https://example.com/y"),
    (f"hi <@{BOB['id']}>", ".mention", "@Bob <b>Builder</b>"),
    (f"in <#{SIDE}>", "a.mention", "#side"),
    ("**a *b* c**", "strong > em", "b"),
]
"""(content, selector of the element, text of the element)"""


async def test_markdown_becomes_elements(stub: StubServer, open_tab: OpenTab) -> None:
    stub.ready["messages"][GENERAL] = [
        message(number, content) for number, (content, _, _) in enumerate(MARKED)
    ]
    page = await open_tab()
    for number, (_, selector, inner) in enumerate(MARKED):
        element = shown(page, number).locator(f".markdown {selector}")
        await expect(element.first).to_have_text(inner)


async def test_unpaired_markers_stay_text(stub: StubServer, open_tab: OpenTab) -> None:
    unmarked = ["snake_case_name", r"\*not\* this", "2 * 3 * 4", "a ** b", "x < y > z"]
    stub.ready["messages"][GENERAL] = [
        message(number, content) for number, content in enumerate(unmarked)
    ]
    page = await open_tab()
    for number, content in enumerate(unmarked):
        await expect(shown(page, number).locator(".markdown")).to_have_text(
            content.replace("\\", "")
        )
    await expect(page.locator(".markdown :is(em, u, strong)")).to_have_count(0)


async def test_reply_preview_keeps_lines_apart(stub: StubServer, open_tab: OpenTab) -> None:
    question = layout(1, text("Bob: you are asked!"), text("## A match\nOpen for a day"))
    answer = message(
        2, "Yes", message_reference={"message_id": question["id"]}, referenced_message=question
    )
    stub.ready["messages"][GENERAL] = [question, answer]
    page = await open_tab()
    preview = shown(page, 2).locator(".context-text")
    await expect(preview).to_have_text("Bob: you are asked! A match Open for a day")


async def test_relative_timestamp_counts_down(stub: StubServer, open_tab: OpenTab) -> None:
    context_start = 1_780_000_000
    stub.ready["messages"][GENERAL] = [message(1, f"until <t:{context_start + 3 * 86_400}:R>")]
    page = await open_tab(None)
    await page.clock.install(time=context_start)
    await page.goto(f"{stub.url}/?user={ALICE['id']}")
    await expect(shown(page, 1)).to_contain_text("in 3 days")
    await page.clock.fast_forward(86_400_000)
    await expect(shown(page, 1)).to_contain_text("in 2 days")


async def test_spoiler_opens_by_keyboard(stub: StubServer, open_tab: OpenTab) -> None:
    stub.ready["messages"][GENERAL] = [message(1, "it is ||beer||")]
    page = await open_tab()
    spoiler = shown(page, 1).get_by_role("button", name="Spoiler")
    await spoiler.focus()
    await page.keyboard.press("Enter")
    await expect(shown(page, 1).locator(".spoiler.shown")).to_have_text("beer")


async def test_mention_shows_a_badge_until_its_channel_is_opened(
    stub: StubServer, open_tab: OpenTab
) -> None:
    page = await open_tab()
    ping = message(9, f"<@{ALICE['id']}> your turn", channel_id=SIDE, mentions=[ALICE])
    await stub.send("MESSAGE_CREATE", ping)
    badge = page.locator(f"[data-channel-id='{SIDE}'] .badge")
    await expect(badge).to_have_text("1")
    assert (await page.title()).startswith("(1) ")
    await page.locator(f"[data-channel-id='{SIDE}']").click()
    await expect(shown(page, 9)).to_have_class("message mentions-me")
    await expect(badge).to_have_count(0)
    assert not (await page.title()).startswith("(")


async def test_private_message_is_filled_and_dismissed(stub: StubServer, open_tab: OpenTab) -> None:
    page = await open_tab()
    await stub.send("MESSAGE_CREATE", message(1, flags=PRIVATE | LOADING))
    await expect(shown(page, 1)).to_contain_text("Tester is thinking…")
    await stub.send("MESSAGE_UPDATE", message(1, "Not your turn.", flags=PRIVATE))
    await expect(shown(page, 1)).to_contain_text("Not your turn.")
    await expect(shown(page, 1)).to_contain_text("Only you can see this")
    await expect(page.locator("#announcer")).to_contain_text("Not your turn.")
    await shown(page, 1).get_by_role("button", name="Dismiss message").click()
    sent = await stub.next_sent("/client/dismiss")
    assert sent == {"user_id": ALICE["id"], "message_id": "400000000000000001"}
    await stub.send("MESSAGE_DELETE", {"id": sent["message_id"], "channel_id": GENERAL})
    await expect(shown(page, 1)).to_have_count(0)


async def test_messages_are_grouped_and_name_their_command(
    stub: StubServer, open_tab: OpenTab
) -> None:
    used = {"id": "1", "type": 2, "name": "practice", "user": ALICE}
    stub.ready["messages"][GENERAL] = [
        message(1, "one"),
        message(2, "two", edited_timestamp="2026-03-01T12:03:00+00:00"),
        message(3, "three", interaction_metadata=used),
    ]
    page = await open_tab()
    await expect(shown(page, 2)).to_have_class("message grouped")
    await expect(shown(page, 2)).to_contain_text("two (edited)")
    await expect(shown(page, 3)).to_contain_text("Alice used /practice")
    await expect(shown(page, 3).locator(".bot-tag")).to_have_text("BOT")


async def test_message_link_scrolls_to_the_message(stub: StubServer, open_tab: OpenTab) -> None:
    link = f"https://discord.com/channels/{GUILD_ID}/{GENERAL}/400000000000000001"
    stub.ready["messages"][GENERAL] = [
        *(message(n, f"line {n}\n\n\n\n") for n in range(1, 40)),
        message(40, link),
    ]
    page = await open_tab()
    await expect(shown(page, 1)).not_to_be_in_viewport()
    await shown(page, 40).locator("a.jump-link").click()
    await expect(shown(page, 1)).to_be_in_viewport()
    await page.locator("[data-jump-present]").click()
    await expect(shown(page, 40)).to_be_in_viewport()


async def test_new_messages_do_not_scroll_a_reader_of_old_ones(
    stub: StubServer, open_tab: OpenTab
) -> None:
    stub.ready["messages"][GENERAL] = [message(n, f"line {n}") for n in range(1, 50)]
    page = await open_tab()
    await expect(shown(page, 49)).to_be_in_viewport()
    await expect(page.locator("[data-jump-present]")).to_be_hidden()
    await stub.send("MESSAGE_CREATE", message(50, "followed"))
    await expect(shown(page, 50)).to_be_in_viewport()
    await page.evaluate("document.getElementById('messages').scrollTop = 300")
    await expect(page.locator("[data-jump-present]")).to_be_visible()
    before = await shown(page, 12).bounding_box()
    await stub.send("MESSAGE_UPDATE", message(13, "longer\nthan\nbefore"))
    await stub.send("MESSAGE_CREATE", message(51, "new"))
    await expect(page.locator("[data-jump-present]")).to_contain_text("1 new message")
    assert await shown(page, 12).bounding_box() == before


async def test_thread_is_shown_below_its_message_and_in_the_list(
    stub: StubServer, open_tab: OpenTab
) -> None:
    page = await open_tab()
    thread = {"id": "400000000000000001", "type": 11, "name": "match", "parent_id": GENERAL}
    await stub.send("MESSAGE_CREATE", message(1, "board"))
    await stub.send("CHANNEL_CREATE", thread)
    await stub.send("MESSAGE_UPDATE", message(1, "board", flags=32))
    await page.locator(f"[data-thread-id='{thread['id']}']").click()
    await expect(page.locator("#chat-header h2")).to_contain_text("match")
    await stub.send("CHANNEL_UPDATE", {**thread, "thread_metadata": {"archived": True}})
    await expect(page.locator(f"[data-channel-id='{thread['id']}']")).to_have_class(
        "channel thread current archived"
    )
    await page.go_back()
    await expect(page.locator("#chat-header h2")).to_contain_text("general")
    await stub.send("CHANNEL_DELETE", {"id": THREAD})
    await expect(page.locator(f"[data-channel-id='{THREAD}']")).to_have_count(0)


async def test_composer_sends_mentions_and_keeps_refused_text(
    stub: StubServer, open_tab: OpenTab
) -> None:
    page = await open_tab()
    box = page.locator("#composer-input")
    await box.press_sequentially("hi @Ali")
    await page.keyboard.press("Enter")
    await expect(box).to_have_value("hi @Alice ")
    await page.keyboard.press("Enter")
    sent = await stub.next_sent("/client/messages")
    assert sent == {
        "user_id": ALICE["id"],
        "channel_id": GENERAL,
        "content": f"hi <@{ALICE['id']}>",
    }
    stub.refusal = "The thread is locked."
    await box.fill("again")
    await page.keyboard.press("Enter")
    await expect(page.locator("#composer-error")).to_have_text("The thread is locked.")
    await expect(box).to_have_value("again")


async def test_page_reconnects_and_shows_missed_messages(
    stub: StubServer, open_tab: OpenTab
) -> None:
    page = await open_tab()
    stub.ready["messages"][GENERAL] = [message(1, "meanwhile")]
    stub.closed = True
    await stub.drop()
    await expect(page.locator("[data-banner='connection']")).to_have_text("Reconnecting…")
    stub.closed = False
    await expect(shown(page, 1)).to_contain_text("meanwhile")
    await expect(page.locator("[data-banner='connection']")).to_have_count(0)


async def test_banner_is_shown_while_the_bot_is_offline(
    stub: StubServer, open_tab: OpenTab
) -> None:
    page = await open_tab()
    await stub.send("BOT_STATUS", {"online": False})
    await expect(page.locator("[data-banner='bot']")).to_contain_text("The bot is offline")
    await stub.send("BOT_STATUS", {"online": True, "status": "/help to start"})
    await expect(page.locator("[data-banner='bot']")).to_have_count(0)
    await expect(page.locator(".member-status")).to_have_text("/help to start")
