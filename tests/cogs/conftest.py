"""Fixtures of the tests of what needs no Discord."""

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
    """A `draw_invitation` that remembers the pictures of the same people in the same language."""
    known: dict[tuple[object, ...], Picture] = {}

    def drawn(party: Party, pictures: GamePictures, words: Words, theme: Theme) -> Picture:
        key = (party, type(pictures), words.locale, theme)
        if key not in known:
            known[key] = draw_invitation(party, pictures, words, theme)
        return known[key]

    return drawn


def _encode_once() -> Callable[[Image.Image, Palette | None], bytes]:
    """An `encode` that remembers the files of the same pixels in the same palette."""
    really = encode.encode
    known: dict[tuple[object, ...], bytes] = {}

    def encoded(image: Image.Image, palette: Palette | None = None) -> bytes:
        pixels = hashlib.sha256(image.tobytes()).digest()
        key = (image.mode, image.size, pixels, palette and bytes(palette.numbers))
        if key not in known:
            known[key] = really(image, palette)
        return known[key]

    return encoded


@pytest.fixture(scope="package", autouse=True)
def draw_once() -> Iterator[None]:
    """Draw a picture of text or an invitation once, and find the colours of any picture once: most
    acts are tried many times, on the same board."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(plain, "draw_text", lambda title, lines: _drawn(title, tuple(lines)))
        patch.setattr(encode, "encode", _encode_once())
        invitations = _draw_invitations_once()
        for module in (plain, dice_miner):
            patch.setattr(module, "draw_invitation", invitations)
        yield


@pytest.fixture
async def clocked(world: World) -> Clocked:
    """A world with its services of time, known to be up."""
    made = Clocked(world)
    await made.pace.timekeeper.tick()
    return made
