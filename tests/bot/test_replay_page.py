"""``replay FILE --html OUT``: a match as one page."""

import base64
import io
import json
import re
from pathlib import Path
from typing import Any

import pytest
from PIL import Image
from playwright.async_api import Page

from tests.bot.shell import ROOT, Shell
from tests.browser import DESKTOP, PHONE, open_browser
from tests.machine import needs_chromium

STOPPED = ROOT / "tests/golden/stopped.match"


@pytest.fixture(scope="module")
def page(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A match that stops in the middle, as a page."""
    from bot.commands.replay_pages import replay_html

    out = tmp_path_factory.mktemp("page") / "out.html"
    assert replay_html(str(STOPPED), str(out)).startswith(str(out))
    return out


def replay(page: Path) -> dict[str, Any]:
    """What the page holds."""
    found = re.search(r"^const replay = (.+);$", page.read_text(encoding="utf-8"), re.MULTILINE)
    assert found is not None
    held: dict[str, Any] = json.loads(found[1])
    return held


def test_each_turn_has_its_picture_and_its_text(page: Path) -> None:
    """Pictures are whole and described, and what was done is told."""
    held = replay(page)
    assert len(held["steps"]) == 25
    for step in held["steps"]:
        kind, data = step["picture"].split(",")
        assert kind == "data:image/webp;base64"
        assert Image.open(io.BytesIO(base64.b64decode(data))).width == 900
        assert len(step["alt"]) > 20
    assert any("Seat 1 took" in line for step in held["steps"] for line in step["lines"])
    assert [title for _, title in held["chapters"]][-2:] == [
        "Round 1 of 3 · Excavation",
        "Round 1 of 3 · Magic",
    ]


def test_the_page_is_whole_and_small(page: Path) -> None:
    """Nothing is left to fill in, nothing is fetched, and it is no larger than it must be."""
    text = page.read_text(encoding="utf-8")
    assert "{{" not in text
    assert not re.search(r"https?://|src=\"[^d]|@import", text)
    assert len(text) < 50_000 * len(replay(page)["steps"])


def test_what_can_not_be_done(shell: Shell, nowhere: Path) -> None:
    """No place to write to; nothing to show; two wishes at once."""
    assert "can't be written" in shell.refused("replay", str(STOPPED), "--html", "no/where.html")
    empty = nowhere / "empty.match"
    text = STOPPED.read_text(encoding="utf-8")
    empty.write_text(text[: text.index("log:\n") + 5], encoding="utf-8")
    said = shell.refused("replay", str(empty), "--html", "out.html")
    assert re.fullmatch(r"line 9: a replay needs at least one entry", said)
    with pytest.raises(SystemExit):
        shell.ok("replay", str(STOPPED), "--html", "out.html", "--json")


async def at(page: Page) -> str:
    """Where the page is."""
    return (await page.inner_text("#where")).split(" ·")[0]


@needs_chromium
async def test_moving_through_it(page: Path) -> None:
    """By keys, buttons, the menu and an address; on a phone nothing is wider than the screen."""
    async with open_browser() as browser:
        shown = await (await browser.new_context(**DESKTOP)).new_page()
        wrong: list[str] = []
        shown.on("pageerror", lambda error: wrong.append(str(error)))
        await shown.goto(f"{page.as_uri()}#4")
        assert await at(shown) == "4 / 25"
        await shown.keyboard.press("ArrowRight")
        await shown.click("#next")
        assert await at(shown) == "6 / 25"
        await shown.keyboard.press("Home")
        assert await at(shown) == "1 / 25"
        assert await shown.is_disabled("#back")
        await shown.select_option("#jump", label="Round 1 of 3 · Magic")
        assert await at(shown) == "23 / 25"
        last = replay(page)["steps"][22]
        assert await shown.get_attribute("#picture", "alt") == last["alt"]
        assert await shown.inner_text("#told") == "\n".join(last["lines"])
        box = await shown.locator("#next").bounding_box()
        assert box is not None
        assert box["y"] + box["height"] <= 800, "the buttons are seen without scrolling"
        phone = await (await browser.new_context(**PHONE)).new_page()
        await phone.goto(page.as_uri())
        assert await phone.evaluate("document.documentElement.scrollWidth") == 390
        assert wrong == []
