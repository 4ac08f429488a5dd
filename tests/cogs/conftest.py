"""Fixtures of the tests of what needs no Discord."""

import hashlib
from collections.abc import Callable, Iterator
from functools import cache

import pytest
from PIL import Image

from cogs.screens import plain
from render import encode
from render.palette import Palette
from render.picture import Picture
from render.plain import draw_text
from tests.cogs.clocked import Clocked
from tests.match.conftest import world
from tests.match.world import World
from tests.on_loop import on_loop

__all__ = ["on_loop", "world"]


@cache
def _drawn(title: str, lines: tuple[str, ...]) -> Picture:
    return draw_text(title, lines)


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
    """Draw a picture of text once, and find the colours of any picture once: most acts are tried
    many times, on the same board."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(plain, "draw_text", lambda title, lines: _drawn(title, tuple(lines)))
        patch.setattr(encode, "encode", _encode_once())
        yield


@pytest.fixture
async def clocked(world: World) -> Clocked:
    """A world with its services of time, known to be up."""
    made = Clocked(world)
    await made.pace.timekeeper.tick()
    return made
