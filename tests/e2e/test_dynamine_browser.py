"""DYNAMINE in a real browser at the width of a phone: large pictures, few lines of buttons."""

import pytest
from playwright.async_api import expect

from playground import Person, Playground
from tests.browser import PHONE
from tests.e2e.bot_process import BotProcess
from tests.e2e.test_browser import NewContext, be, bot, new_context, playground
from tests.e2e.test_matches import challenge
from tests.machine import needs_chromium

__all__ = ["bot", "new_context", "playground"]

pytestmark = [needs_chromium, pytest.mark.asyncio(loop_scope="session")]

SCREEN = PHONE["viewport"]["height"]
TAKE, DONE = "[data-custom-id*=':take ']", "[data-custom-id$=':done']"


async def test_mine_and_supply_have_the_full_width_and_done_is_near(
    playground: Playground, bot: BotProcess, new_context: NewContext, people: list[Person]
) -> None:
    table = await challenge(playground, people[:2], game="dynamine")
    (person,) = table.to_act(await table.ready())
    name = playground.world.users[person.id].global_name
    assert name is not None, "every guest has a name"
    page = await be(await new_context(**PHONE), playground, name)
    await page.get_by_role("link", name="Watch").last.click()
    guess = page.locator("[data-custom-id*=':guess ']").first
    await expect(guess.or_(page.locator(TAKE).first)).to_be_visible()
    if await guess.count():
        await guess.tap()
    await expect(page.locator(TAKE).first).to_be_visible()
    mine, supply = page.locator("#messages img[alt^='Round ']"), "img[alt^='Can be built: ']"
    pictures = [await mine.last.bounding_box(), await page.locator(supply).last.bounding_box()]
    first, done = [await page.locator(at).first.bounding_box() for at in (TAKE, DONE)]
    assert first is not None
    assert done is not None
    for box in pictures:
        assert box is not None
        assert box["width"] >= 280, "the full width of a message"
        assert box["height"] < box["width"]
    assert done["y"] + done["height"] - first["y"] < SCREEN / 2, "buttons from the first tile on"
