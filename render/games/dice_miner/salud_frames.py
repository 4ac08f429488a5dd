"""Frames of the ¡Salud! animations: two mugs that clink, and a die that rolls."""

import math
from collections.abc import Iterator, Sequence
from functools import lru_cache

from PIL import Image, ImageDraw

from engine.games.dice_miner.content import Face, Kind
from render.animation import part
from render.canvas import SCALE, SMOOTH, Box, Canvas, dots, size_that_fits, smooth
from render.games.dice_miner.colours import colours_of
from render.games.dice_miner.dice import DieForm, DieKey, paint_die
from render.games.dice_miner.palette import FACES, theme_palette
from render.games.dice_miner.symbols import draw_mug
from render.packed import packed
from render.pen import Pen
from render.theme import RGB, Theme, mix
from render.typography.fonts import Weight

WIDTH, HEIGHT = 800, 448
"""Units, see render.canvas."""
TABLE = 336
MIDDLE = 190
BESIDE = 262
"""Horizontal position, in units, where the mugs meet beside a die. Without a die they meet in the
middle.
"""
_MUG = 236
_TILT = 14
_APART = (150, 138, 104, 58, 20, 0)
_LOUD = (92, 84, 76, 68, 60, 52, 44)
"""Sizes to try for the shout; the first one is used only while beer splashes."""
_OUTLINE = 6
_FRAME = 50
REST = 400
"""How long the mugs stay apart, in milliseconds."""
COVER = 600
"""Milliseconds. The first frame is complete, for players who have turned off animations."""
DIE = 150
_ROLL: Box = (500, 40, WIDTH, 284)
_END = 652
_LANDED: Box = (dots(_END - 112), dots(MIDDLE - 112), dots(_END + 112), dots(MIDDLE + 112))
"""Pixels around the die at its end, with its shadow; the mugs and the shout don't reach here."""
_STEPS = 13
SHOUT = "¡Salud!"
"""The shout in most languages."""


def ahead_steps(theme: Theme) -> Iterator[None]:
    """Draw the frames of every ¡Salud!: they are the slowest part of a board, 60 ms at once."""
    clinking(theme, BESIDE, SHOUT)
    yield
    for kind, face in FACES:
        rolling(theme, kind, face)
        yield


@packed(maxsize=6)
def stage(theme: Theme, middle: int) -> Image.Image:
    mood = colours_of(theme).mood(1)
    dark, light = mood.sky[0], mix(mood.sky[0], mood.sky[1], 0.75)
    # Draw at twice the size; otherwise the sharp ends of the rays would look jagged.
    large = Image.new("RGB", (dots(WIDTH * 2), dots(HEIGHT * 2)), dark)
    pen = ImageDraw.Draw(large)

    def real(
        left: float, top: float, right: float, bottom: float
    ) -> tuple[float, float, float, float]:
        twice = 2 * SCALE
        return left * twice, top * twice, right * twice, bottom * twice

    def around(radius: float) -> tuple[float, float, float, float]:
        left, top, side = middle - radius, MIDDLE - radius, 2 * radius
        return real(left, top, left + side, top + side)

    for ray in range(12):
        pen.pieslice(around(WIDTH), ray * 30 + 8, ray * 30 + 22, fill=light)
    for radius, share in ((300, 0.55), (236, 0.85)):
        pen.ellipse(around(radius), fill=mix(light, mood.sky[2], share * 0.6))
    wood = colours_of(theme).earth
    pen.rectangle(real(0, TABLE, WIDTH, HEIGHT), fill=wood)
    pen.rectangle(real(0, TABLE, WIDTH, TABLE + 6), fill=mix(wood, theme.paper_edge, 0.5))
    pen.rectangle(real(0, TABLE + 6, WIDTH, TABLE + 10), fill=colours_of(theme).hollow)
    return large.reduce(2)


# All frames with splashing beer use the same tilt.
@lru_cache(maxsize=1)
def _mug(theme: Theme, tilt: float) -> Image.Image:
    side = dots(_MUG) * SMOOTH
    large = Image.new("RGBA", (side, side), (*theme.shade, 0))
    pen = Pen(ImageDraw.Draw(large), 0, 0, side).at(0.5, 0.5, 0.78)
    draw_mug(pen, theme, theme.shade)
    turned = large.rotate(tilt, Image.Resampling.BILINEAR)
    return turned.convert("RGBa").reduce(SMOOTH).convert("RGBA")


def draw_mugs(
    canvas: Canvas, theme: Theme, middle: int, apart: int, *, splash: float, shout: str
) -> None:
    """Draw both mugs, each `apart` units from the meeting point.

    `splash` runs from 0 to 1; an empty `shout` is not drawn.
    """
    tilt = _TILT * (1 - apart / max(_APART)) ** 2
    right = _mug(theme, round(tilt, 1))
    left = right.transpose(Image.Transpose.FLIP_LEFT_RIGHT)
    y = MIDDLE + 30
    canvas.sprite(left, middle - 92 - apart, y)
    canvas.sprite(right, middle + 92 + apart, y)
    if splash:
        _draw_splash(canvas, theme, middle, splash)
    if shout:
        room = 2 * min(middle, WIDTH - middle) - 30
        sizes = _LOUD if splash else _LOUD[1:]
        size = size_that_fits(shout, Weight.BLACK, sizes, room - 2 * _OUTLINE)
        canvas.text(middle, 58, shout, size, theme.cream, weight=Weight.BLACK, anchor="mm",
                    outline=(_OUTLINE, theme.shade), room=room)  # fmt: skip


def _draw_splash(canvas: Canvas, theme: Theme, middle: int, share: float) -> None:
    bright: RGB = mix(theme.white, theme.lamp, 0.2)
    size = 240

    def draw(image: ImageDraw.ImageDraw, scale: float) -> None:
        pen = Pen(image, 0, 0, size * scale)
        for turn in (-70, -48, -24, 0, 24, 48, 70):
            x, y = math.sin(math.radians(turn)), -math.cos(math.radians(turn))
            far = 0.1 + 0.32 * share
            fall = 0.16 * share * share * abs(turn) / 62
            radius = (0.05 + 0.012 * (abs(turn) % 48 == 0)) * (1.25 - 0.75 * share)
            cx, cy = 0.5 + x * far, 0.62 + y * far + fall
            pen.oval((cx - radius, cy - radius, cx + radius, cy + radius), bright)

    canvas.sprite(smooth(size, size, draw), middle, MIDDLE - 58)


@packed(maxsize=6)
def opening(theme: Theme, middle: int) -> Image.Image:
    """Return the first picture, to draw on, in palette numbers: the mugs apart, without names."""
    image = stage(theme, middle)
    draw_mugs(Canvas(image), theme, middle, _APART[0], splash=0, shout="")
    return theme_palette(theme, 1).reduce(image, common=False)


def cover(theme: Theme, middle: int, shout: str, die: DieKey | None = None) -> Image.Image:
    """Return the final picture, to draw on, in palette numbers: without names and words."""
    image = _cover(theme, middle, shout)
    if die is not None:
        image.paste(_landed(theme, die), _LANDED)
    return image


@packed(maxsize=6)
def _cover(theme: Theme, middle: int, shout: str) -> Image.Image:
    image = stage(theme, middle)
    draw_mugs(Canvas(image), theme, middle, 0, splash=0, shout=shout)
    return theme_palette(theme, 1).reduce(image, common=False)


@packed(maxsize=2 * len(FACES))
def _landed(theme: Theme, die: DieKey) -> Image.Image:
    """Return the place of the die with the die, in palette numbers."""
    image = stage(theme, BESIDE)
    Canvas(image).sprite(paint_die(theme, DieForm.FLAT, dots(DIE), die), _END, MIDDLE)
    return theme_palette(theme, 1).reduce(image.crop(_LANDED), common=False)


@lru_cache(maxsize=12)
def clinking(theme: Theme, middle: int, shout: str) -> tuple[bytes, ...]:
    box = (max(middle - 400, 0), 0, min(middle + 400, WIDTH), TABLE)
    if middle == BESIDE:
        box = (0, 0, middle + max(_APART) + 92 + _MUG // 2, TABLE)
    moments: list[tuple[int, float, str]] = [(apart, 0.0, "") for apart in _APART[1:]]
    moments += [(0, splash, shout) for splash in (0.15, 0.4, 0.65, 0.85)]
    moments += [(0, 0.0, shout)]
    frames = []
    for apart, splash, cry in moments:
        image = stage(theme, middle)
        draw_mugs(Canvas(image), theme, middle, apart, splash=splash, shout=cry)
        frames.append(_part(theme, image, box, _FRAME))
    return tuple(frames)


def _part(theme: Theme, image: Image.Image, box: Box, milliseconds: int) -> bytes:
    left, top, right, bottom = (dots(unit) for unit in box)
    cut = image.crop((left, top, right, bottom))
    return part(theme_palette(theme, 1).reduce(cut, common=False), left, top, milliseconds)


@lru_cache(maxsize=2 * len(FACES))
def rolling(theme: Theme, kind: Kind, face: Face) -> tuple[bytes, ...]:
    others: Sequence[Face] = [each for its, each in FACES if its is kind and each != face] or [face]
    frames = []
    for step in range(1, _STEPS + 1):
        share = step / _STEPS
        x = _END + (WIDTH + 40 - _END) * (1 - share) ** 1.6
        height = abs(math.cos(share * math.pi * 2.5)) * 96 * (1 - share) ** 1.2
        turn = 540 * (1 - share) ** 1.6
        shown = face if step > _STEPS - 4 else others[step // 2 % len(others)]
        die = paint_die(theme, DieForm.FLAT, dots(DIE), DieKey(kind, shown))
        if step < _STEPS:
            die = die.convert("RGBa").rotate(turn, Image.Resampling.BICUBIC, expand=True)
            die = die.convert("RGBA")
        image = stage(theme, BESIDE)
        Canvas(image).sprite(die, round(x), round(MIDDLE - height))
        frames.append(_part(theme, image, _ROLL, _FRAME + 40 * (step > _STEPS - 4)))
    return tuple(frames)
