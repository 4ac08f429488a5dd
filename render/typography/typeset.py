"""Measures and draws one line of text in any script."""

from functools import lru_cache
from pathlib import Path
from typing import NamedTuple

from PIL import Image, ImageDraw, ImageFont

from render.typography.fonts import Weight, font, font_path, is_plain
from render.typography.runs import Run, by_letter, runs, shapes

UP, DOWN = 1.02, 0.36
"""How far letters can reach above and below the baseline, in ems; taller ones shrink."""
EMOJI = 1.06
"""The height of an emoji, in ems."""
EMOJI_DOWN = 0.2
"""The part of that height below the baseline, in ems."""
_EMOJI_SIZES = (109, 160, 136, 128, 96, 64)
"""Pixel sizes to try: a bitmap font has just one of them, other fonts have all."""


@lru_cache(maxsize=512)
def _cached_run(run: Run, weight: Weight, size: int) -> tuple[ImageFont.FreeTypeFont | None, float]:
    """Return the run's font, or None for an emoji, and the pixels from its start to the next."""
    if run.emoji:
        image = _emoji_image(run, size)
        return None, 0.0 if image is None else image.width + size * 0.06
    face = _face(run, weight, size)
    return face, face.getlength(run.text, direction=_direction(run))


def _direction(run: Run) -> str | None:
    if not shapes() or by_letter(run):
        return None
    return "rtl" if run.leftward else "ltr"


@lru_cache(maxsize=64)
def _face(run: Run, weight: Weight, size: int) -> ImageFont.FreeTypeFont:
    if by_letter(run):
        return font(weight, size)
    face = _cached_font(run.file or font_path(weight), run.index, size)
    _, top, _, bottom = face.getbbox(run.text, anchor="ls", direction=_direction(run))
    share = min(1.0, UP * size / max(-top, 1), DOWN * size / max(bottom, 1))
    return (
        face
        if share == 1.0
        else _cached_font(run.file or font_path(weight), run.index, max(int(size * share), 1))
    )


@lru_cache(maxsize=48)
def _cached_font(path: Path, index: int, size: int) -> ImageFont.FreeTypeFont:
    return _open(path, index, size)


def _open(path: Path, index: int, size: int) -> ImageFont.FreeTypeFont:
    engine = ImageFont.Layout.RAQM if shapes() else ImageFont.Layout.BASIC
    return ImageFont.truetype(path, size, index, layout_engine=engine)


@lru_cache(maxsize=128)
def _emoji_image(run: Run, size: int) -> Image.Image | None:
    assert run.file is not None, "emoji must come from another font than the usual one"
    for large in _EMOJI_SIZES:
        try:
            # Don't cache the font, which takes megabytes; its pictures are cached instead.
            face = _open(run.file, 0, large)
        except OSError:
            continue
        left, top, right, bottom = face.getbbox(run.text, anchor="ls", direction=_direction(run))
        if right <= left or bottom <= top:
            return None
        emoji = Image.new("RGBA", (round(right - left), round(bottom - top)), (0, 0, 0, 0))
        ImageDraw.Draw(emoji).text(
            (-left, -top),
            run.text,
            font=face,
            anchor="ls",
            embedded_color=True,
            direction=_direction(run),
        )
        height = max(round(size * EMOJI), 1)
        width = max(round(emoji.width * height / emoji.height), 1)
        return emoji.convert("RGBa").resize((width, height), Image.Resampling.BOX).convert("RGBA")
    return None


def width(text: str, weight: Weight, size: int) -> float:
    """Return the width in pixels, at `size` pixels per em."""
    if is_plain(text):
        return font(weight, size).getlength(text)
    return sum(_cached_run(run, weight, size)[1] for run in runs(text))


class TextLine(NamedTuple):
    mask: Image.Image
    emoji: tuple[tuple[Image.Image, int, int], ...]
    """Emoji pictures, each with the position of its upper left corner relative to the mask."""
    left: int
    """Pixels from the mask's left edge to the start of the line."""
    rise: int
    """Pixels from the mask's upper edge to the baseline."""


def line(text: str, weight: Weight, size: int, stroke: int = 0) -> TextLine:
    """Draw a line of text, with letters thickened by `stroke` pixels on every side."""
    edge = stroke + size // 4 + 2
    rise = round(size * UP) + stroke + 2
    mask = Image.new(
        "L",
        (round(width(text, weight, size)) + 2 * edge, rise + round(size * DOWN) + stroke + 2),
        0,
    )
    pen = ImageDraw.Draw(mask)
    emoji: list[tuple[Image.Image, int, int]] = []
    x = float(edge)
    for run in runs(text):
        face, run_width = _cached_run(run, weight, size)
        if face is not None:
            pen.text(
                (x, rise),
                run.text,
                255,
                face,
                "ls",
                stroke_width=stroke,
                direction=_direction(run),
            )
        elif (image := _emoji_image(run, size)) is not None:
            top = rise + round(size * EMOJI_DOWN) - image.height
            emoji.append((image, round(x + size * 0.03), top))
        x += run_width
    return TextLine(mask, tuple(emoji), edge, rise)


def begin(
    at: tuple[int, int], text: str, weight: Weight, size: int, anchor: str
) -> tuple[int, int]:
    """Return the start of a line of text on its baseline.

    The anchor is Pillow's: l, m or r, then m for the middle or s for the baseline.
    """
    x, y = at
    if anchor[0] != "l":
        line_width = width(text, weight, size)
        x -= round(line_width / 2 if anchor[0] == "m" else line_width)
    if anchor[1] == "m":
        up, down = font(weight, size).getmetrics()
        y += round((up - down) / 2)
    return x, y


def write(
    image: Image.Image,
    at: tuple[int, int],
    text: str,
    weight: Weight,
    size: int,
    colour: tuple[int, int, int],
    *,
    anchor: str = "lm",
    outline: tuple[int, tuple[int, int, int]] | None = None,
) -> None:
    stroke, stroke_colour = outline or (0, colour)
    if is_plain(text):
        ImageDraw.Draw(image).text(
            at, text, colour, font(weight, size), anchor,
            stroke_width=stroke, stroke_fill=stroke_colour,
        )  # fmt: skip
        return
    x, y = begin(at, text, weight, size, anchor)
    if stroke:
        under = line(text, weight, size, stroke)
        image.paste(stroke_colour, (x - under.left, y - under.rise), under.mask)
    letters = line(text, weight, size)
    left, top = x - letters.left, y - letters.rise
    image.paste(colour, (left, top), letters.mask)
    for picture, dx, dy in letters.emoji:
        image.paste(picture, (left + dx, top + dy), picture)
