"""Messages: markdown, mentions, private answers, the live list."""

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
    """The list item of a sample message."""
    return page.locator(f"[data-message-id='{400000000000000000 + number}']")


async def test_no_text_becomes_markup(stub: StubServer, open_tab: OpenTab) -> None:
    """Content, labels, titles, names and links cannot bring elements or scripts of their own."""
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
"""(content, the element it makes, that element's text)"""


async def test_markdown(stub: StubServer, open_tab: OpenTab) -> None:
    """Discord's marks become their elements."""
    stub.ready["messages"][GENERAL] = [
        message(number, content) for number, (content, _, _) in enumerate(MARKED)
    ]
    page = await open_tab()
    for number, (_, selector, inner) in enumerate(MARKED):
        found = shown(page, number).locator(f".markdown {selector}")
        await expect(found.first).to_have_text(inner)


async def test_text_that_only_looks_marked(stub: StubServer, open_tab: OpenTab) -> None:
    """Underscores within words, escapes and lonely stars stay text."""
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


async def test_a_preview_keeps_lines_apart(stub: StubServer, open_tab: OpenTab) -> None:
    """Above an answer stands the message that it answers, in one line: no two words become one."""
    asked = layout(1, text("Bob: you are asked!"), text("## A match\nOpen for a day"))
    answer = message(
        2, "Yes", message_reference={"message_id": asked["id"]}, referenced_message=asked
    )
    stub.ready["messages"][GENERAL] = [asked, answer]
    page = await open_tab()
    preview = shown(page, 2).locator(".context-text")
    await expect(preview).to_have_text("Bob: you are asked! A match Open for a day")


async def test_a_timestamp_counts_by_itself(stub: StubServer, open_tab: OpenTab) -> None:
    """A relative time is right a day later, without a new message."""
    context_start = 1_780_000_000
    stub.ready["messages"][GENERAL] = [message(1, f"until <t:{context_start + 3 * 86_400}:R>")]
    page = await open_tab(None)
    await page.clock.install(time=context_start)
    await page.goto(f"{stub.url}/?user={ALICE['id']}")
    await expect(shown(page, 1)).to_contain_text("in 3 days")
    await page.clock.fast_forward(86_400_000)
    await expect(shown(page, 1)).to_contain_text("in 2 days")


async def test_a_spoiler_opens_by_keyboard(stub: StubServer, open_tab: OpenTab) -> None:
    """Hidden from sight and from screen readers until it is pressed."""
    stub.ready["messages"][GENERAL] = [message(1, "it is ||beer||")]
    page = await open_tab()
    spoiler = shown(page, 1).get_by_role("button", name="Spoiler")
    await spoiler.focus()
    await page.keyboard.press("Enter")
    await expect(shown(page, 1).locator(".spoiler.shown")).to_have_text("beer")


async def test_a_mention_is_seen_from_elsewhere(stub: StubServer, open_tab: OpenTab) -> None:
    """Gold in its channel; a badge in the list and in the title until the channel is opened."""
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


async def test_a_private_answer_and_its_end(stub: StubServer, open_tab: OpenTab) -> None:
    """First it thinks, then it answers; the reader dismisses it through the server."""
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


async def test_messages_group_and_name_their_command(stub: StubServer, open_tab: OpenTab) -> None:
    """A second message soon after has no header; an answer says who used which command."""
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


async def test_a_link_to_a_message_jumps(stub: StubServer, open_tab: OpenTab) -> None:
    """A discord.com address of a message moves within the page."""
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


async def test_reading_above_is_not_disturbed(stub: StubServer, open_tab: OpenTab) -> None:
    """New and edited messages move nobody who reads older ones; at the end the page follows."""
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


async def test_threads(stub: StubServer, open_tab: OpenTab) -> None:
    """A message's thread is under it and in the list; archived ones are marked."""
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


async def test_writing_a_message(stub: StubServer, open_tab: OpenTab) -> None:
    """Enter sends; `@name` becomes a mention; a refusal is said in red and keeps the text."""
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


async def test_it_reconnects(stub: StubServer, open_tab: OpenTab) -> None:
    """A cut connection shows, heals by itself, and brings what was missed."""
    page = await open_tab()
    stub.ready["messages"][GENERAL] = [message(1, "meanwhile")]
    stub.closed = True
    await stub.drop()
    await expect(page.locator("[data-banner='connection']")).to_have_text("Reconnecting…")
    stub.closed = False
    await expect(shown(page, 1)).to_contain_text("meanwhile")
    await expect(page.locator("[data-banner='connection']")).to_have_count(0)


async def test_the_bot_is_offline(stub: StubServer, open_tab: OpenTab) -> None:
    """A banner while it is away."""
    page = await open_tab()
    await stub.send("BOT_STATUS", {"online": False})
    await expect(page.locator("[data-banner='bot']")).to_contain_text("The bot is offline")
    await stub.send("BOT_STATUS", {"online": True})
    await expect(page.locator("[data-banner='bot']")).to_have_count(0)
