"""Animated GIFs: composed from parts, or made from the pictures of a whole match.

Pillow's own GIF writer would hold every frame of a replay in memory in full colours, quantize each
frame separately and often store areas that did not change. A replay with fifty boards then takes
hundreds of megabytes, and the file exceeds Discord's upload limit.

So this module writes the container itself and takes only the LZW-compressed pixels from Pillow:

- `part` stores a rectangle that changes and leaves the rest of the previous frame in place.
  Effects such as a die that lands store a few small patches instead of whole boards.
- Pictures that are drawn in palette numbers keep them, so a patch has exactly the colours of the
  board below it. Two frames with the same palette are compared by number, and only the box in
  which they differ is stored.
- Frames are encoded one after the other, so only two are in memory at any time.
- If the file is still too large, `animate` scales it down and finally drops frames. The last frame
  always stays, because it shows the result.
"""

import io
import struct
from collections.abc import Iterable, Sequence
from typing import NamedTuple

from PIL import GifImagePlugin, Image, ImageChops, ImageDraw

from render.palette import Palette
from render.picture import ALT_LIMIT, Picture
from render.theme import RGB, USUAL, Theme
from render.typography.fonts import Weight
from render.typography.typeset import width as text_width
from render.typography.typeset import write


def part(image: Image.Image, left: int, top: int, milliseconds: int) -> bytes:
    """Return the GIF blocks of a picture that is shown for this time before the next part.

    A picture in mode "P" brings its own colours; one in mode "L" uses the palette of the animation.
    """
    own = image.mode == "P"
    shown = image if own else Image.frombytes("P", image.size, image.tobytes())
    blocks = GifImagePlugin.getdata(shown, offset=(left, top), include_color_table=own)
    # Graphic control extension; 1 << 2 leaves the part in place when the next one is drawn.
    control = struct.pack("<4BHBB", 0x21, 0xF9, 4, 1 << 2, milliseconds // 10, 0, 0)
    return control + b"".join(bytes(block) for block in blocks)


def gif(size: tuple[int, int], palette: Palette, parts: Iterable[bytes], alt: str) -> Picture:
    """Return an animation that plays once: without a loop block, players stop at the last frame."""
    parts = list(parts)
    numbers = bytes(palette.numbers).ljust(768, b"\0")
    head = b"GIF89a" + struct.pack("<HHBBB", *size, 0xF7, 0, 0) + numbers
    seconds = sum(_hundredths(shown) for shown in parts) / 100
    return Picture(b"".join([head, *parts, b";"]), *size, alt, ".gif", seconds)


def _hundredths(blocks: bytes) -> int:
    """Return how long a part is shown, in hundredths of a second."""
    (delay,) = struct.unpack_from("<H", blocks, _DELAY)
    return int(delay)


LARGEST = 8_000_000
"""Bytes. A larger animation is scaled down, and then shows fewer pictures. Discord takes 10 MiB."""
_SMALLER = (1.0, 0.75, 0.55, 0.4)
COLOURS = 256
_STRIP = 56
_BAR = 8
_LETTERS = 30
_PAD = 18
_HEAD = b"GIF89a"
_DELAY = 4
"""Place of the delay in the blocks of a part."""
_AGAIN = b"\x21\xff\x0bNETSCAPE2.0\x03\x01\x00\x00\x00"


class Frame(NamedTuple):
    picture: Picture
    caption: str
    milliseconds: int
    marked: bool = False


def animate(frames: Sequence[Frame], alt: str, theme: Theme = USUAL) -> Picture:
    """Return the frames as a GIF that repeats forever. Takes seconds: call it in a thread."""
    assert frames, "an animation needs at least one frame"
    for scale in _SMALLER:
        animation = _gif(frames, alt, theme, scale)
        if len(animation.data) <= LARGEST:
            break
    while len(animation.data) > LARGEST and len(frames) > 1:
        frames = [*frames[:-1:2], frames[-1]] if len(frames) > 2 else frames[-1:]
        animation = _gif(frames, alt, theme, _SMALLER[-1])
    return animation


def _gif(frames: Sequence[Frame], alt: str, theme: Theme, scale: float) -> Picture:
    width = round(max(frame.picture.width for frame in frames) * scale)
    room = round(max(frame.picture.height for frame in frames) * scale)
    height = room + _STRIP
    height += height == width
    images = (
        _image(frame, theme, (width, height), scale, (number + 1) / len(frames))
        for number, frame in enumerate(frames)
    )
    data = _HEAD + struct.pack("<HHBBB", width, height, 0, 0, 0) + _AGAIN
    before: Image.Image | None = None
    parts = []
    for frame, image in zip(frames, images, strict=True):
        parts.append(_part(image, before, frame.milliseconds))
        before = image
    return Picture(data + b"".join(parts) + b";", width, height, alt[:ALT_LIMIT], ".gif")


def _part(image: Image.Image, before: Image.Image | None, milliseconds: int) -> bytes:
    box = (0, 0, *image.size)
    if before is not None and image.getpalette() == before.getpalette():
        box = _numbers(image, before) or (0, 0, 1, 1)
    return part(image.crop(box), box[0], box[1], milliseconds)


def _numbers(image: Image.Image, before: Image.Image) -> tuple[int, int, int, int] | None:
    numbers, numbers_before = (Image.frombytes("L", i.size, i.tobytes()) for i in (image, before))
    return ImageChops.difference(numbers, numbers_before).getbbox()


def _image(
    frame: Frame, theme: Theme, size: tuple[int, int], scale: float, share: float
) -> Image.Image:
    shown: Image.Image = Image.open(io.BytesIO(frame.picture.data))
    if scale != 1.0:
        smaller = (round(shown.width * scale), round(shown.height * scale))
        shown = shown.convert("RGB").resize(smaller, Image.Resampling.LANCZOS)
    if shown.mode != "P":
        shown = shown.convert("RGB").quantize(COLOURS, Image.Quantize.MEDIANCUT)
    _add_colours(shown, theme)
    strip = _strip(frame, theme, size[0], share).quantize(palette=shown, dither=Image.Dither.NONE)
    ground = Image.new("RGB", (1, 1), theme.ground).quantize(
        palette=shown, dither=Image.Dither.NONE
    )
    canvas = Image.new("P", size, ground.getpixel((0, 0)))
    canvas.putpalette(shown.getpalette() or [])
    canvas.paste(strip, (0, 0))
    canvas.paste(shown, ((size[0] - shown.width) // 2, _STRIP))
    return canvas


def _add_colours(shown: Image.Image, theme: Theme) -> None:
    colours = shown.getpalette() or []
    wanted = (theme.gold, theme.plate, theme.shade, theme.cream, theme.lamp, theme.ground)
    if len(colours) // 3 + len(wanted) <= COLOURS:
        shown.putpalette([*colours, *(channel for colour in wanted for channel in colour)])


def _strip(frame: Frame, theme: Theme, width: int, share: float) -> Image.Image:
    back: RGB = theme.gold if frame.marked else theme.plate
    ink: RGB = theme.shade if frame.marked else theme.cream
    strip = Image.new("RGB", (width, _STRIP), back)
    pen = ImageDraw.Draw(strip)
    size = _LETTERS
    while size > 14 and text_width(frame.caption, Weight.BOLD, size) > width - 2 * _PAD:
        size -= 2
    middle = (_STRIP - _BAR) // 2
    write(strip, (_PAD, middle), frame.caption, Weight.BOLD, size, ink)
    pen.rectangle((0, _STRIP - _BAR, width, _STRIP), theme.shade)
    pen.rectangle((0, _STRIP - _BAR, round(width * share), _STRIP), theme.lamp)
    return strip
