"""Animated GIFs, put together from parts that are encoded once and kept."""

import struct
from collections.abc import Iterable

from PIL import GifImagePlugin, Image

from render.palette import Palette


def part(image: Image.Image, left: int, top: int, milliseconds: int) -> bytes:
    """A picture of palette numbers at its place, shown this long before the next part.

    What was shown before stays visible around it.
    """
    shown = Image.frombytes("P", image.size, image.tobytes())
    blocks = GifImagePlugin.getdata(shown, offset=(left, top))
    control = struct.pack("<4BHBB", 0x21, 0xF9, 4, 1 << 2, milliseconds // 10, 0, 0)
    return control + b"".join(bytes(block) for block in blocks)


def gif(width: int, height: int, palette: Palette, parts: Iterable[bytes]) -> bytes:
    """The animation, which plays once: without a loop block players stop at the end."""
    numbers = bytes(palette.numbers).ljust(768, b"\0")
    head = b"GIF89a" + struct.pack("<HHBBB", width, height, 0xF7, 0, 0) + numbers
    return b"".join([head, *parts, b";"])
