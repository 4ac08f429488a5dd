"""docs/tour shows the match that its script plays."""

import re

import discord
import pytest
from PIL import Image

from bot.app import assembly as app
from bot.app.discord_address import connect_to
from tests.bot.shell import ROOT
from tests.sketches import SketchArtist
from tests.tiers import exhaustive
from tour.__main__ import FOLDER, without_browser
from tour.dice_miner.page import SHOTS

PAGE = ROOT / FOLDER
LARGEST = 3_000_000
"""Maximum size of all pictures together, in bytes."""


@pytest.fixture(autouse=True)
def _elsewhere(monkeypatch: pytest.MonkeyPatch) -> None:
    """Restore the process's Discord address."""
    for owner, name in (
        (discord.http.Route, "BASE"),
        (discord.gateway.DiscordWebSocket, "DEFAULT_GATEWAY"),
        (discord.asset.Asset, "BASE"),
    ):
        monkeypatch.setattr(owner, name, getattr(owner, name))
    connect_to("http://127.0.0.1:9")


@exhaustive
async def test_the_page_matches_the_scripted_match(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(app, "ProcessArtist", SketchArtist)
    page, shown = await without_browser()
    assert sorted(shown) == sorted(shot.name for shot in SHOTS)
    assert (PAGE / "README.md").read_text(encoding="utf-8") == page, "run `make tour`"


def test_the_page_shows_exactly_the_pictures_in_its_folder() -> None:
    page = (PAGE / "README.md").read_text(encoding="utf-8")
    named = re.findall(r'<img src="([^"]+)" width="\d+" alt="[^"]+">', page)
    files = {file.name: file for file in PAGE.iterdir() if file.name != "README.md"}
    assert sorted(named) == sorted(files)
    assert page.count("<img") == len(named)
    assert sum(file.stat().st_size for file in files.values()) < LARGEST
    for shot in SHOTS:
        with Image.open(files[f"{shot.name}.webp"]) as image:
            assert image.width == (780 if shot.name != "desktop" else 1280)


def test_pictures_in_the_readme_exist() -> None:
    readme = (ROOT / "README.md").read_text(encoding="utf-8")
    shown = re.findall(r'(?:\]\(|src=")(docs/[^")]+\.(?:png|webp))', readme)
    assert len(shown) >= 3
    assert [path for path in shown if not (ROOT / path).is_file()] == []
