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
    """The page of an unfinished match."""
    from bot.app.commands.replay_pages import replay_html

    out = tmp_path_factory.mktemp("page") / "out.html"
    assert replay_html(str(STOPPED), str(out)).startswith(str(out))
    return out


def replay(page: Path) -> dict[str, Any]:
    """Return the data in the page."""
    script = re.search(r"^const replay = (.+);$", page.read_text(encoding="utf-8"), re.MULTILINE)
    assert script is not None
    data: dict[str, Any] = json.loads(script[1])
    return data


def test_each_turn_has_a_described_picture_and_its_text(page: Path) -> None:
    data = replay(page)
    assert len(data["steps"]) == 25
    for step in data["steps"]:
        kind, encoded = step["picture"].split(",")
        assert kind == "data:image/webp;base64"
        assert Image.open(io.BytesIO(base64.b64decode(encoded))).width == 900
        assert len(step["alt"]) > 20
    assert any("Seat 1 took" in line for step in data["steps"] for line in step["lines"])
    assert [title for _, title in data["chapters"]][-2:] == [
        "Round 1 of 3 · Excavation",
        "Round 1 of 3 · Magic",
    ]


def test_page_is_complete_self_contained_and_small(page: Path) -> None:
    text = page.read_text(encoding="utf-8")
    assert "{{" not in text
    assert not re.search(r"https?://|src=\"[^d]|@import", text)
    assert len(text) < 50_000 * len(replay(page)["steps"])


def test_impossible_pages_are_refused_with_a_sentence(shell: Shell, nowhere: Path) -> None:
    assert "can't be written" in shell.refused("replay", str(STOPPED), "--html", "no/where.html")
    empty = nowhere / "empty.match"
    text = STOPPED.read_text(encoding="utf-8")
    empty.write_text(text[: text.index("log:\n") + 5], encoding="utf-8")
    error = shell.refused("replay", str(empty), "--html", "out.html")
    assert re.fullmatch(r"line 9: a replay needs at least one entry", error)
    with pytest.raises(SystemExit):
        shell.ok("replay", str(STOPPED), "--html", "out.html", "--json")


async def at(page: Page) -> str:
    """Return the position that the page shows."""
    return (await page.inner_text("#where")).split(" ·")[0]


@needs_chromium
async def test_page_is_navigated_by_keys_buttons_menu_and_address(page: Path) -> None:
    """On a phone, nothing is wider than the screen."""
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
