"""A real browser with a phone-sized tab for each person, and the pictures taken there."""

import asyncio
from collections.abc import Sequence
from contextlib import suppress
from io import BytesIO
from pathlib import Path
from typing import Any

from PIL import Image
from playwright.async_api import Browser, FloatRect, Locator, Page, ViewportSize, expect

from chaos.messages import Json, pictures
from playground import Person, Playground, seed
from tour.browser import PHONE
from tour.stage import BEGIN

WIDE, HIGH = 390, 844
SCALE = 2
"""Pixels of a picture per pixel of the page."""
QUALITY = 80
MARGIN = 6
"""Pixels around a message."""
ROOM = 400
"""Pixels; enough for everything above and below the messages."""
COMMAND = 280
"""Pixels from the bottom that show a command being typed."""
DESK: ViewportSize = {"width": 1280, "height": 960}
PLAYED = 6.0
"""Real seconds until an animation has reached its last picture."""
SETTINGS: dict[str, Any] = {
    "locale": "en-GB",
    "timezone_id": "UTC",
    "reduced_motion": "reduce",
}
ALL_DRAWN = (
    "[...document.querySelectorAll('#messages img')].every(i => i.complete && i.naturalWidth)"
)
FADES = 0.5
"""Real seconds until the mark of a tap has faded."""
TRIES = 5
SHORT = 2_000
"""Real milliseconds within which a menu opens."""
PATIENCE = 20_000
"""Real milliseconds after which a missing part of the page is an error."""


class Tabs:
    """Acts in the browser, and saves pictures as WebP in a folder."""

    def __init__(
        self, browser: Browser, playground: Playground, folder: Path, whole: frozenset[str]
    ) -> None:
        self.taken: list[str] = []
        self._browser = browser
        self._playground = playground
        self._folder = folder
        self._whole = whole
        self._pages: dict[int, Page] = {}

    # ------------------------------------------------------------------ acting

    async def challenge(self, person: Person, friend: Person) -> None:
        page = await self._page(person, seed.TAVERN_ID)
        user = self._playground.world.users[friend.id]
        await page.locator("#composer-input").tap()
        await page.keyboard.type("/chall")
        await page.keyboard.press("Enter")
        await page.keyboard.type(user.global_name or user.username)
        height = HIGH - COMMAND
        clip: FloatRect = {"x": 0, "y": height, "width": WIDE, "height": COMMAND}
        await self._keep("command", page, clip)
        await page.keyboard.press("Enter")
        await page.keyboard.press("Enter")

    async def run(self, person: Person, name: str, channel: int) -> None:
        page = await self._page(person, channel)
        await page.locator("#composer-input").tap()
        await page.keyboard.type(f"/{name}")
        await page.keyboard.press("Enter")
        await page.keyboard.press("Enter")

    async def press(self, person: Person, message: Json, custom_id: str) -> None:
        page = await self._page(person, int(message["channel_id"]))
        await _item(page, message).locator(f"[data-custom-id='{custom_id}']").tap()

    async def tick(
        self, person: Person, message: Json, custom_id: str, values: Sequence[str]
    ) -> None:
        page = await self._page(person, int(message["channel_id"]))
        await self._open(page, message, custom_id, values)
        if closing := await page.locator(".select-done").count():
            assert closing == 1, "only one menu can be open at a time"
            await page.locator(".select-done").tap()

    # ------------------------------------------------------------------ camera

    async def shot(self, name: str, person: Person, message: Json) -> None:
        """Save the message, or the whole screen with it."""
        page = await self._page(person, int(message["channel_id"]))
        item = _item(page, message)
        await expect(item).to_be_visible(timeout=PATIENCE)
        await page.evaluate("document.activeElement?.blur()")
        await _drawn(page)
        if name in self._whole:
            await self._keep(name, page)
            return
        await _stretch(page, item)
        if any(file.endswith(".gif") for file, _ in pictures(message)):
            await asyncio.sleep(PLAYED)  # an animation starts when it becomes visible
        await self._keep(name, page, await _around(item))
        await page.set_viewport_size({"width": WIDE, "height": HIGH})

    async def desk(self, name: str, person: Person, message: Json) -> None:
        context = await self._browser.new_context(viewport=DESK, **SETTINGS)
        await context.clock.set_fixed_time(BEGIN * 1000)
        page = await context.new_page()
        channel = message["channel_id"]
        await page.goto(f"{self._playground.url}/?user={person.id}&channel={channel}")
        await expect(_item(page, message)).to_be_visible(timeout=PATIENCE)
        await _drawn(page)
        await self._keep(name, page)
        await context.close()

    async def opened(
        self, name: str, person: Person, message: Json, custom_id: str, values: Sequence[str]
    ) -> None:
        """Save the message with the menu open and at least two values ticked, but send nothing."""
        page = await self._page(person, int(message["channel_id"]))
        item = _item(page, message)
        await _drawn(page)
        await _stretch(page, item)
        await self._open(page, message, custom_id, values)
        await asyncio.sleep(FADES)
        clip = await _around(item, page.locator(".select-popup"))
        await self._keep(name, page, clip)
        await page.set_viewport_size({"width": WIDE, "height": HIGH})
        await page.reload()  # clears the ticks, because nothing was sent
        await expect(item).to_be_visible(timeout=PATIENCE)
        await _drawn(page)

    # ------------------------------------------------------------------ helpers

    async def _page(self, person: Person, channel: int) -> Page:
        page = self._pages.get(person.id)
        if page is None:
            context = await self._browser.new_context(
                **PHONE,
                device_scale_factor=SCALE,
                **SETTINGS,
            )
            await context.clock.set_fixed_time(BEGIN * 1000)
            page = self._pages[person.id] = await context.new_page()
        if f"channel={channel}" not in page.url:
            await page.goto(f"{self._playground.url}/?user={person.id}&channel={channel}")
            await expect(page.locator("#composer-input")).to_be_visible(timeout=PATIENCE)
        return page

    async def _open(self, page: Page, message: Json, custom_id: str, values: Sequence[str]) -> None:
        popup = page.locator(".select-popup")
        for _ in range(TRIES):
            await _drawn(page)
            await _item(page, message).locator(f"[data-custom-id='{custom_id}']").tap()
            with suppress(AssertionError):  # a tap can miss if the message moves
                await expect(popup).to_be_visible(timeout=SHORT)
                break
        for value in values:
            await popup.locator(f"[data-value='{value}']").tap()

    async def _keep(self, name: str, page: Page, clip: FloatRect | None = None) -> None:
        data = await page.screenshot(caret="hide", clip=clip)
        with Image.open(BytesIO(data)) as image:
            image.convert("RGB").save(self._folder / f"{name}.webp", quality=QUALITY, method=6)
        self.taken.append(name)


def _item(page: Page, message: Json) -> Locator:
    return page.locator(f"[data-message-id='{message['id']}']")


async def _drawn(page: Page) -> None:
    """Wait until all pictures have loaded."""
    # The page's security policy forbids Playwright's own waiting inside the page.
    async with asyncio.timeout(PATIENCE / 1000):
        while not await page.evaluate(ALL_DRAWN):  # noqa: ASYNC110 - the page says so
            await asyncio.sleep(0.05)


async def _stretch(page: Page, item: Locator) -> None:
    """Make the screen long enough for the whole message."""
    box = await _box(item)
    await page.set_viewport_size({"width": WIDE, "height": max(HIGH, int(box["height"]) + ROOM)})
    await item.scroll_into_view_if_needed()
    await _drawn(page)


async def _box(item: Locator) -> FloatRect:
    """Return the position; retry while the page redraws the element."""
    async with asyncio.timeout(PATIENCE / 1000):
        while (box := await item.bounding_box()) is None:  # noqa: ASYNC110 - the page says so
            await asyncio.sleep(0.05)
    return box


async def _around(item: Locator, *others: Locator) -> FloatRect:
    boxes = [await _box(part) for part in (item, *others)]
    top = max(0, min(box["y"] for box in boxes) - MARGIN)
    bottom = max(box["y"] + box["height"] for box in boxes) + MARGIN
    return {"x": 0, "y": top, "width": WIDE, "height": bottom - top}
