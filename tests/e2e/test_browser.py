"""A newcomer in a real browser: from the first page to a taken die, a ¡Salud!, a whole match."""

import re
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import AsyncExitStack
from pathlib import Path
from typing import Any

import pytest
import pytest_asyncio
from playwright.async_api import Browser, BrowserContext, Locator, Page, expect

from playground import Playground
from tests.browser import DESKTOP, PHONE
from tests.e2e.bot_process import BotProcess
from tests.e2e.checked_playground import checked_playground
from tests.machine import needs_chromium
from tests.tiers import exhaustive

pytestmark = [needs_chromium, pytest.mark.asyncio(loop_scope="session")]

MOVE = "[data-custom-id*=':move:']"
SALUD, TAKE = "[data-custom-id*=':salud ']", "[data-custom-id*=':take ']"
MANY = 5
"""The usual maximum number of offered dice; after a ¡Salud! there are more."""
STORY = [f"**Eleni** took a die, and told a long story about it, line {n}." for n in range(8)]
SIZES = [context["viewport"] for context in (PHONE, DESKTOP)]

NewContext = Callable[..., Awaitable[BrowserContext]]


@pytest_asyncio.fixture(loop_scope="session")
async def playground() -> AsyncIterator[Playground]:
    async with checked_playground() as place:
        yield place


@pytest_asyncio.fixture(loop_scope="session")
async def bot(playground: Playground, tmp_path: Path) -> AsyncIterator[BotProcess]:
    async with BotProcess(playground, tmp_path) as process:
        yield process


@pytest_asyncio.fixture(loop_scope="session")
async def new_context(browser: Browser) -> AsyncIterator[NewContext]:
    """A factory of fresh windows, which are closed after the test."""
    async with AsyncExitStack() as opened:

        async def new(**options: Any) -> BrowserContext:
            context = await browser.new_context(**options)
            opened.push_async_callback(context.close)
            return context

        yield new


async def be(context: BrowserContext, playground: Playground, name: str) -> Page:
    page = await context.new_page()
    await page.goto(playground.url)
    await page.locator("[data-user-id]", has_text=name).first.click()
    return page


def visible_text(page: Page, text: str | re.Pattern[str]) -> Locator:
    """Return the visible text in the messages; pictures' descriptions are hidden text."""
    return page.locator("#messages").get_by_text(text).locator("visible=true").first


async def begin_practice(page: Page) -> None:
    await page.locator("[data-quick][data-command=practice]").click()
    await expect(page.locator(MOVE).first).to_be_visible()


async def share_a_beer(page: Page) -> None:
    await page.locator("[data-custom-id*=':salud ']").first.click()
    await expect(visible_text(page, "shouts ¡Salud!")).to_be_visible()


async def follow(page: Page) -> None:
    """Follow the link from the channel to the match of Ada and Bruno, once the channel
    is still."""
    await expect(visible_text(page, "To move:")).to_be_visible()
    await page.get_by_role("link", name="Watch").last.click()
    await expect(visible_text(page, "it's your turn")).to_be_visible()


@pytest.mark.parametrize("device", [DESKTOP, PHONE], ids=["desktop", "phone"])
async def test_three_actions_lead_to_a_match(
    device: dict[str, Any], playground: Playground, bot: BotProcess, new_context: NewContext
) -> None:
    """Choose a user, press a chip, play in the private message."""
    page = await be(await new_context(**device), playground, "Ada")
    await begin_practice(page)
    await page.locator("[data-custom-id*=':hero ']").first.click()
    await expect(visible_text(page, "Excavation")).to_be_visible()
    die = page.locator("[data-custom-id*=':take ']").first
    await die.click()
    await expect(visible_text(page, "took")).to_be_visible()
    picture = page.locator("#messages img[alt*='Excavation']").first
    width = await picture.evaluate("image => image.naturalWidth")
    assert width > 600
    wide = await page.evaluate("document.documentElement.scrollWidth - window.innerWidth")
    assert wide <= 0, "the page does not scroll sideways"


async def test_picture_and_dice_fit_a_screen_without_scrolling(
    playground: Playground, bot: BotProcess, new_context: NewContext
) -> None:
    """They fit even after a ¡Salud!, when most dice are offered, with a long story."""
    page = await be(await new_context(**PHONE), playground, "Chloé")
    await begin_practice(page)
    moves, takes = page.locator(MOVE), page.locator(TAKE)
    beer, salud = page.locator(f"{TAKE}:has(img[alt*='beer'])"), page.locator(SALUD)
    shared = False
    while not shared or await takes.count() <= MANY:  # late in a round, few are left
        shared = bool(await salud.count())
        wanted = salud if shared else beer if await beer.count() else moves
        custom_id = await wanted.last.get_attribute("data-custom-id")
        await wanted.last.tap()
        await expect(page.locator(f"[data-custom-id='{custom_id}']")).to_have_count(0)
        if shared:
            await expect(visible_text(page, "Take your first die")).to_be_visible()
    story = visible_text(page, "shouts ¡Salud!")
    await story.evaluate("(line, lines) => { line.innerText = lines.join('\\n') }", STORY)
    picture = page.locator("#messages img[alt*='Excavation']").last
    for size in SIZES:
        await page.set_viewport_size(size)
        # Below a private board there is only Discord's note, which may be out of sight.
        last_button = page.locator("[data-custom-id$=':more']").last
        await last_button.evaluate("button => button.scrollIntoView({block: 'end'})")
        messages = await page.locator("#messages").bounding_box()
        above, below = await picture.bounding_box(), await takes.first.bounding_box()
        assert messages is not None
        assert above is not None
        assert below is not None
        assert messages["y"] <= above["y"], "the letters are in sight"
        assert below["y"] + below["height"] <= messages["y"] + messages["height"]
        assert below["y"] - above["y"] - above["height"] < 100, "only the question is between"


@exhaustive
async def test_practice_match_is_played_to_its_end_by_mouse(
    playground: Playground, bot: BotProcess, new_context: NewContext, tmp_path: Path
) -> None:
    page = await be(await new_context(**DESKTOP), playground, "Bruno")
    await begin_practice(page)
    shared = False
    rematch = page.locator("[data-custom-id$=':rematch']")
    for _ in range(120):
        if await rematch.count():
            break
        beer = page.locator("[data-custom-id*=':take ']:has(img[alt*='beer'])")
        buttons = page.locator(MOVE)
        if not shared and await page.locator("[data-custom-id*=':salud ']").count():
            await share_a_beer(page)
            shared = True
            continue
        wanted = beer if not shared and await beer.count() else buttons
        choice = wanted.last
        custom_id = await choice.get_attribute("data-custom-id")
        await choice.click()
        await expect(page.locator(f"[data-custom-id='{custom_id}']")).to_have_count(0)
    poster = page.locator("#messages img[alt*=' won.'], #messages img[alt*='share the win']")
    await expect(poster.last).to_be_visible()
    await expect(rematch).to_be_visible()
    assert shared


async def test_two_users_play_in_two_tabs(
    playground: Playground, bot: BotProcess, new_context: NewContext
) -> None:
    ada = await be(await new_context(**DESKTOP), playground, "Ada")
    bruno = await be(await new_context(**PHONE), playground, "Bruno")
    await ada.locator("#composer-input").click()
    await ada.keyboard.type("/chall")
    await ada.keyboard.press("Enter")
    await ada.keyboard.type("Bruno")
    await ada.keyboard.press("Enter")
    await ada.keyboard.press("Enter")
    accept = bruno.locator("[data-custom-id$=':accept']")
    await expect(accept).to_be_visible()
    await accept.click()
    for page in (ada, bruno):
        await follow(page)
    for page, other, name in ((ada, bruno, "Ada"), (bruno, ada, "Bruno")) * 2:
        # A new board is a line at first; a click during its edit would be lost.
        boards = page.locator("[data-message-id]:has(.gallery):has([data-custom-id^='2:move:'])")
        await expect(boards).to_have_count(1)  # the previous board is stripped
        # The first board in a thread mentions the others too, which adds them to it.
        mine = boards.filter(has_text=f"@{name}, it's your turn").locator(
            "[data-custom-id^='2:move:']"
        )
        if await mine.count():
            pressed = await mine.first.get_attribute("data-custom-id")
            await mine.first.click()
            await expect(visible_text(other, "is the")).to_be_visible()
            for tab in (page, other):  # both must show the next board first
                await expect(tab.locator(f"[data-custom-id='{pressed}']")).to_have_count(0)


async def test_moved_clock_brings_a_reminder(
    playground: Playground, bot: BotProcess, new_context: NewContext
) -> None:
    ada = await be(await new_context(**DESKTOP), playground, "Ada")
    bruno = await be(await new_context(**DESKTOP), playground, "Bruno")
    await ada.locator("#composer-input").click()
    await ada.keyboard.type("/open")
    await ada.keyboard.press("Enter")
    await ada.locator("[data-add-option]", has_text="pace").click()
    await ada.keyboard.type("No clock")
    await ada.keyboard.press("Enter")
    await ada.keyboard.press("Enter")
    await bruno.locator("[data-custom-id$=':join']").click()
    await ada.locator("[data-custom-id$=':start']").click()
    await follow(ada)
    before = await ada.locator(".clock-now").text_content()
    await ada.locator("[data-forward='604800']").click()
    await expect(visible_text(ada, "which has been waiting for 7 d")).to_be_visible()
    assert await ada.locator(".clock-now").text_content() != before
