"""Animated GIFs, put together from parts that are encoded once and kept."""

import struct
from collections.abc import Iterable

from PIL import GifImagePlugin, Image

from render.palette import Palette
from render.picture import Picture


def part(image: Image.Image, left: int, top: int, milliseconds: int) -> bytes:
    """A picture at its place, shown this long before the next part; around it nothing changes.

    A picture in mode "P" brings its own colours, one in "L" uses the animation's numbers.
    """
    own = image.mode == "P"
    shown = image if own else Image.frombytes("P", image.size, image.tobytes())
    blocks = GifImagePlugin.getdata(shown, offset=(left, top), include_color_table=own)
    control = struct.pack("<4BHBB", 0x21, 0xF9, 4, 1 << 2, milliseconds // 10, 0, 0)
    return control + b"".join(bytes(block) for block in blocks)


def gif(size: tuple[int, int], palette: Palette, parts: Iterable[bytes], alt: str) -> Picture:
    """An animation that plays once: players stop at the end if there is no loop block."""
    numbers = bytes(palette.numbers).ljust(768, b"\0")
    head = b"GIF89a" + struct.pack("<HHBBB", *size, 0xF7, 0, 0) + numbers
    return Picture(b"".join([head, *parts, b";"]), *size, alt, ".gif")
