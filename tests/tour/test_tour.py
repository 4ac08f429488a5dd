"""docs/tour shows the match that its script plays."""

import re

import discord
import pytest
from PIL import Image

from bot import app
from bot.discord_address import connect_to
from tests.bot.shell import ROOT
from tests.sketches import SketchArtist
from tests.tiers import exhaustive
from tour.__main__ import FOLDER, told
from tour.dice_miner.page import SHOTS

PAGE = ROOT / FOLDER
LARGEST = 3_000_000
"""Bytes that all pictures may take together."""


@pytest.fixture(autouse=True)
def _elsewhere(monkeypatch: pytest.MonkeyPatch) -> None:
    """Put back where this process looks for Discord."""
    for owner, name in (
        (discord.http.Route, "BASE"),
        (discord.gateway.DiscordWebSocket, "DEFAULT_GATEWAY"),
        (discord.asset.Asset, "BASE"),
    ):
        monkeypatch.setattr(owner, name, getattr(owner, name))
    connect_to("http://127.0.0.1:9")


@exhaustive
async def test_the_script_plays_what_the_page_tells(monkeypatch: pytest.MonkeyPatch) -> None:
    """To its end, past everything that the page shows; its captions are true of that match."""
    monkeypatch.setattr(app, "ProcessArtist", SketchArtist)
    page, shown = await told()
    assert sorted(shown) == sorted(shot.name for shot in SHOTS)
    assert (PAGE / "README.md").read_text(encoding="utf-8") == page, "run `make tour`"


def test_every_picture_is_there_and_every_one_is_named() -> None:
    """The page names what lies beside it; all of it together is small, and as wide as told."""
    page = (PAGE / "README.md").read_text(encoding="utf-8")
    named = re.findall(r'<img src="([^"]+)" width="\d+" alt="[^"]+">', page)
    files = {file.name: file for file in PAGE.iterdir() if file.name != "README.md"}
    assert sorted(named) == sorted(files)
    assert page.count("<img") == len(named)
    assert sum(file.stat().st_size for file in files.values()) < LARGEST
    for shot in SHOTS:
        with Image.open(files[f"{shot.name}.webp"]) as image:
            assert image.width == (780 if shot.name != "desktop" else 1280)


def test_the_readme_shows_pictures_that_are_there() -> None:
    """Its own and those of the tour."""
    readme = (ROOT / "README.md").read_text(encoding="utf-8")
    shown = re.findall(r'(?:\]\(|src=")(docs/[^")]+\.(?:png|webp))', readme)
    assert len(shown) >= 3
    assert [path for path in shown if not (ROOT / path).is_file()] == []
