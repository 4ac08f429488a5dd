"""A person on a phone adds the bot to their account and plays in a server that doesn't have it."""

from pathlib import Path

import pytest
from playwright.async_api import Browser, Locator, Page, expect

from playground import Playground, seed
from playground.outside import add_outside
from tests.browser import PHONE
from tests.e2e.bot_process import BotProcess
from tests.e2e.checked_playground import checked_playground
from tests.machine import needs_chromium
from tests.tiers import exhaustive

pytestmark = [needs_chromium, pytest.mark.asyncio(loop_scope="session")]


async def open_place(page: Page, name: str) -> None:
    await page.locator("[data-open-drawer=channels]").click()
    await page.locator("#channels [data-channel-id]", has_text=name).click()


async def bot_menu(page: Page, playground: Playground) -> Locator:
    await page.locator("[data-open-drawer=members]").click()
    await page.locator(f"[data-member-id='{playground.world.bot_id}']").click()
    return page.locator(".menu")


@exhaustive
async def test_bot_is_added_to_an_account_and_used_outside_servers(
    browser: Browser, tmp_path: Path
) -> None:
    async with checked_playground() as playground, BotProcess(playground, tmp_path):
        add_outside(playground.world)
        context = await browser.new_context(**PHONE)
        page = await context.new_page()
        await page.goto(f"{playground.url}/?user={seed.ADA_ID}")
        await open_place(page, "ford")
        box = page.locator("#composer-input")
        await box.fill("/")
        await expect(page.locator("[role=option][data-command]")).to_have_count(0)
        await box.fill("")
        await (await bot_menu(page, playground)).locator("[data-install=true]").click()
        await page.keyboard.press("Escape")
        await expect(page.locator("[data-quick]").first).to_be_visible()
        await box.fill("/")
        await expect(page.locator("[role=option][data-command=help]")).to_be_visible()
        await expect(page.locator("[role=option][data-command=challenge]")).to_have_count(0)
        await page.locator("[role=option][data-command=help]").click()
        await page.keyboard.press("Enter")
        answer = page.locator("[data-message-id].private").last
        await expect(answer.locator("a", has_text="Add me to a server")).to_be_visible()
        await (await bot_menu(page, playground)).locator("[data-message]").click()
        await expect(page.locator(".chat-name")).to_contain_text("Bot")
        await box.fill("/practice")
        await expect(page.locator("[role=option][data-command=practice]")).to_be_visible()
        await context.close()
