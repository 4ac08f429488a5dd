"""Fixtures for tests that need no Discord."""

import hashlib
from collections.abc import Callable, Iterator
from functools import cache

import pytest
from PIL import Image

from cogs.screens import plain
from games.dice_miner.screens import screens as dice_miner
from render import encode
from render.charts.invitation import Party, draw_invitation
from render.game_pictures import GamePictures
from render.palette import Palette
from render.picture import Picture
from render.plain import draw_text
from render.theme import Theme
from tests.cogs.clocked import Clocked
from tests.match.conftest import world
from tests.match.world import World
from tests.on_loop import on_loop
from texts import Words

__all__ = ["on_loop", "world"]


@cache
def _drawn(title: str, lines: tuple[str, ...]) -> Picture:
    return draw_text(title, lines)


def _draw_invitations_once() -> Callable[[Party, GamePictures, Words, Theme], Picture]:
    """Return a `draw_invitation` that caches pictures by players and language."""
    cache: dict[tuple[object, ...], Picture] = {}

    def drawn(party: Party, pictures: GamePictures, words: Words, theme: Theme) -> Picture:
        key = (party, type(pictures), words.locale, theme)
        if key not in cache:
            cache[key] = draw_invitation(party, pictures, words, theme)
        return cache[key]

    return drawn


def _encode_once() -> Callable[[Image.Image, Palette | None], bytes]:
    """Return an `encode` that caches files by pixels and palette."""
    really = encode.encode
    cache: dict[tuple[object, ...], bytes] = {}

    def encoded(image: Image.Image, palette: Palette | None = None) -> bytes:
        pixels = hashlib.sha256(image.tobytes()).digest()
        key = (image.mode, image.size, pixels, palette and bytes(palette.numbers))
        if key not in cache:
            cache[key] = really(image, palette)
        return cache[key]

    return encoded


@pytest.fixture(scope="package", autouse=True)
def draw_once() -> Iterator[None]:
    """Draw each picture of text or of an invitation once, and encode each image once: most acts run
    many times on the same board."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(plain, "draw_text", lambda title, lines: _drawn(title, tuple(lines)))
        patch.setattr(encode, "encode", _encode_once())
        invitations = _draw_invitations_once()
        for module in (plain, dice_miner):
            patch.setattr(module, "draw_invitation", invitations)
        yield


@pytest.fixture
async def clocked(world: World) -> Clocked:
    clocked = Clocked(world)
    await clocked.pace.timekeeper.tick()
    return clocked
