"""The language menu below the user's name."""

import pytest
from playwright.async_api import expect

from tests.browser import PHONE
from tests.machine import needs_chromium
from tests.playground_page.conftest import OpenTab
from tests.playground_page.samples import ALICE
from tests.playground_page.stub import StubServer

pytestmark = [needs_chromium, pytest.mark.asyncio(loop_scope="session")]


async def test_language_menu_shows_the_servers_choice(stub: StubServer, open_tab: OpenTab) -> None:
    stub.ready |= {"locale": "en-US", "locales": ["el", "en-US", "es-ES"]}
    page = await open_tab()
    choice = page.get_by_label("Your language")
    await expect(choice).to_have_value("en-US")
    await expect(choice.locator("option").first).to_have_text("Ελληνικά")
    await choice.select_option("el")
    assert await stub.next_sent("/client/locale") == {"user_id": ALICE["id"], "locale": "el"}
    await stub.send("LOCALE", {"locale": "es-ES"}, ALICE["id"])
    await expect(choice).to_have_value("es-ES")


async def test_language_is_in_the_drawer_on_a_phone(stub: StubServer, open_tab: OpenTab) -> None:
    stub.ready |= {"locale": "el", "locales": ["el", "en-US", "es-ES"]}
    page = await open_tab(**PHONE)
    await page.locator("[data-open-drawer='channels']").tap()
    choice = page.get_by_label("Your language")
    await expect(choice).to_be_in_viewport(ratio=1)  # the drawer slides in
    box = await choice.bounding_box()
    assert box is not None
    assert box["height"] >= 44
    assert box["x"] >= 0
