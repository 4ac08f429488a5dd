"""The mountain with its dice: what may be taken, what is buried, what moved last."""

from collections.abc import Sequence
from functools import lru_cache

from PIL import Image, ImageDraw

from engine.games.dice_miner.observation import MountainDie, Observation, Reach
from render.canvas import SMOOTH, Canvas, smooth
from render.fonts import Weight, font
from render.games.dice_miner.dice import DieKey, Form, Look, dice_atlas
from render.games.dice_miner.last import Last
from render.games.dice_miner.letters import letters
from render.landscape import fill_smoothly, landscape
from render.theme import RGB, Theme, mix

BADGE = 56
"""Diameter of a letter badge in pixels."""
LETTER = 46
"""Size of its letter."""


class Lattice:
    """Where the mountain's places are on the picture; each die stands on a corner."""

    def __init__(self, rows: Sequence[int], middle: int, top: int, step: int) -> None:
        self.rows = tuple(rows)
        self.step = step
        """A die's diagonal with its gap, in pixels."""
        self.top = top
        self._middle = middle
        self._rows = [row for row, count in enumerate(rows) for _ in range(count)]
        self._columns = [column for count in rows for column in range(count)]

    def centre(self, place: int) -> tuple[int, int]:
        """The middle of a place, in reading order."""
        row, column = self._rows[place], self._columns[place]
        x = self._middle + (column - (self.rows[row] - 1) / 2) * self.step
        return round(x), round(self.top + (row + 1) * self.step / 2)

    @property
    def places(self) -> int:
        """How many places there are."""
        return len(self._rows)

    @property
    def bottom(self) -> int:
        """Where the lowest corners are."""
        return round(self.top + (len(self.rows) + 1) * self.step / 2)


@lru_cache(maxsize=4)
def empty_mountain(
    theme: Theme, width: int, height: int, rows: tuple[int, ...], top: int, step: int
) -> Image.Image:
    """The scene with the mountain, all of its places emptied. Not to be changed."""
    lattice = Lattice(rows, width // 2, top, step)
    horizon = lattice.bottom + 12
    scene = landscape(theme, width, height, horizon).copy()
    _rock(scene, theme, lattice, horizon)
    hollow = _hollow(theme, step)
    for place in range(lattice.places):
        x, y = lattice.centre(place)
        scene.paste(hollow, (x - hollow.width // 2, y - hollow.height // 2), hollow)
    return scene


def _rock(scene: Image.Image, theme: Theme, lattice: Lattice, horizon: int) -> None:
    """The mountain's body, with a lit and a dark side."""
    step = lattice.step
    middle = scene.width // 2
    high = lattice.top - round(step * 0.16)
    half_top = lattice.rows[0] * step / 2
    half = lattice.rows[-1] * step / 2
    outline = [
        (-half - step * 0.36, horizon + 2.0),
        (-half - step * 0.2, horizon - step * 0.34),
        (-half - step * 0.08, horizon - step * 0.8),
        (-half + step * 0.36, horizon - step * 1.3),
        (-half + step * 0.72, horizon - step * 1.72),
        (-half + step * 1.26, horizon - step * 2.2),
        (-half_top - step * 0.2, high + step * 0.5),
        (-half_top + step * 0.26, high + step * 0.08),
        (-half_top + step * 0.56, high + 0.0),
    ]
    left = [(middle + x, y) for x, y in outline]
    right = [
        (middle - x, y + (step * 0.05 if number % 2 else -step * 0.03) * bool(number))
        for number, (x, y) in enumerate(outline)
    ]
    fill_smoothly(scene, [*left, *reversed(right)], theme.rock)
    inside = [(x + step * (0.08 + 0.06 * (i % 3)), y) for i, (x, y) in enumerate(left[:-1])]
    fill_smoothly(scene, [*left, *reversed(inside)], theme.rock_light)
    inside = [(x - step * (0.1 + 0.07 * (i % 3)), y) for i, (x, y) in enumerate(right[:-1])]
    fill_smoothly(scene, [*right, *reversed(inside)], theme.rock_dark)


def _hollow(theme: Theme, step: int) -> Image.Image:
    def draw(pen: ImageDraw.ImageDraw, scale: int) -> None:
        whole = step * scale
        middle = whole / 2
        for inset, colour in ((0.03, theme.rock_dark), (0.055, theme.hollow)):
            reach = middle * (1 - inset * 2)
            pen.polygon(
                [(middle, middle - reach), (middle + reach, middle), (middle, middle + reach),
                 (middle - reach, middle)],
                fill=colour,
            )  # fmt: skip

    return smooth(step, step, draw)


def _standing_square(size: int, side: float, line: float, colour: RGB) -> Image.Image:
    """A square on its corner in a picture of `size`, filled, or as a line where one is given."""
    large = Image.new("RGBA", (size * SMOOTH, size * SMOOTH), (*colour, 0))
    low, high = (size - side) / 2 * SMOOTH, (size + side) / 2 * SMOOTH
    width = round(line * SMOOTH)
    ImageDraw.Draw(large).rounded_rectangle(
        (low, low, high, high),
        side * 0.2 * SMOOTH,
        fill=None if width else colour,
        outline=colour,
        width=width,
    )
    standing = large.rotate(45, Image.Resampling.BICUBIC)
    return standing.convert("RGBa").reduce(SMOOTH).convert("RGBA")


@lru_cache(maxsize=16)
def _halo(step: int, colour: RGB) -> Image.Image:
    """The light around a die that may be taken."""
    return _standing_square(round(step * 1.3), die_size(step) / 2**0.5 + step * 0.085, 0, colour)


@lru_cache(maxsize=16)
def _ghost(step: int, colour: RGB) -> Image.Image:
    """The outline of a die that was taken."""
    return _standing_square(step, die_size(step) / 2**0.5 * 0.95, step * 0.034, colour)


@lru_cache(maxsize=16)
def _arrow(step: int, colour: RGB, edge: RGB, right: bool) -> Image.Image:
    """An arrow down to the right or to the left, the way a die slid."""
    size = round(step * 0.36)
    length, head, thick = 0.94, 0.42, 0.2

    def draw(pen: ImageDraw.ImageDraw, scale: int) -> None:
        whole = size * scale
        for grow, fill in ((0.07, edge), (0.0, colour)):
            start, end = (1 - length) / 2 + 0.06 - grow, (1 + length) / 2 - 0.06 + grow * 1.4
            neck = end - head
            half, wing = thick / 2 + grow, 0.36 + grow
            points = [(start, -half), (neck, -half), (neck - grow, -wing), (end, 0.0),
                      (neck - grow, wing), (neck, half), (start, half)]  # fmt: skip
            pen.polygon([(x * whole, (0.5 + y) * whole) for x, y in points], fill=fill)

    return smooth(size, size, draw).rotate(-45 if right else -135, Image.Resampling.BICUBIC)


@lru_cache(maxsize=64)
def _badge(theme: Theme, letter: str, top: bool) -> Image.Image:
    """A letter on a disc for a die on top, on a square for a side."""
    size = BADGE + 8

    def draw(pen: ImageDraw.ImageDraw, scale: int) -> None:
        for inset, colour in ((1, theme.shade), (4, theme.gold if top else theme.fresh)):
            box = (inset * scale, inset * scale, (size - inset) * scale, (size - inset) * scale)
            if top:
                pen.ellipse(box, fill=colour)
            else:
                pen.rounded_rectangle(box, 14 * scale, fill=colour)

    sprite = smooth(size, size, draw)
    face = font(Weight.BLACK, LETTER)
    left, high, right, low = face.getbbox(letter, anchor="ls")
    at = (size / 2 - (left + right) / 2, size / 2 - (high + low) / 2)
    ImageDraw.Draw(sprite).text(at, letter, font=face, fill=theme.shade, anchor="ls")
    return sprite


def die_size(step: int) -> int:
    """The diagonal of a die whose place has that diagonal."""
    return round(step * 0.94)


def draw_mountain(
    canvas: Canvas, theme: Theme, lattice: Lattice, view: Observation, last: Last | None
) -> None:
    """Put the dice on an empty mountain, with letters on those that may be taken."""
    step = lattice.step
    lettered = letters(view)
    atlas = dice_atlas(theme, Form.CORNER, die_size(step))
    lying = {seen.place for seen in view.mountain}
    if last is not None:
        _draw_trace(canvas, theme, lattice, lying, last)
    for seen in view.mountain:
        if seen.takeable:
            colour = theme.gold if seen.reach is Reach.TOP else theme.fresh
            canvas.sprite(_halo(step, colour), *lattice.centre(seen.place))
    for seen in view.mountain:
        look = Look.DIM if seen.reach is Reach.BURIED else Look.PLAIN
        canvas.sprite(
            atlas.get(DieKey(seen.die.kind, seen.die.face, look)), *lattice.centre(seen.place)
        )
    if last is not None:
        _draw_slides(canvas, theme, lattice, lying, last)
    for seen in view.mountain:
        if letter := lettered.get(seen.die.name):
            x, y = badge_centre(lattice, seen, lying)
            canvas.sprite(_badge(theme, letter, seen.reach is Reach.TOP), x, y)


def badge_centre(lattice: Lattice, seen: MountainDie, lying: set[int]) -> tuple[int, int]:
    """Where a die's letter goes: on its upper corner, or on the one open side above."""
    x, y = lattice.centre(seen.place)
    if seen.reach is Reach.TOP:
        return x, y - round(lattice.step * 0.43)
    aside = round(lattice.step * 0.31)
    above = seen.place - lattice.rows[seen.row]
    # The die on it lies to the left or to the right; the letter goes to the other side.
    left_covered = seen.column > 0 and above in lying
    return (x + aside if left_covered else x - aside), y - aside


def _draw_trace(
    canvas: Canvas, theme: Theme, lattice: Lattice, lying: set[int], last: Last
) -> None:
    """Outlines in the seat's colour where the last dice were, and are no more."""
    colour = mix(theme.seats[last.seat % len(theme.seats)], theme.cream, 0.5)
    small = dice_atlas(theme, Form.CORNER, lattice.step // 2)
    for taken in last.taken:
        emptied = taken.slid[-1][0] if taken.slid else taken.place
        if emptied in lying:
            continue
        canvas.sprite(_ghost(lattice.step, colour), *lattice.centre(emptied))
        if not taken.slid:
            gone = DieKey(taken.die.kind, taken.die.face, Look.DIM)
            canvas.sprite(small.get(gone), *lattice.centre(emptied))


def _draw_slides(
    canvas: Canvas, theme: Theme, lattice: Lattice, lying: set[int], last: Last
) -> None:
    """An arrow wherever a die slid down."""
    for taken in last.taken:
        for start, end in taken.slid:
            if end in lying:
                (x, y), (to_x, to_y) = lattice.centre(start), lattice.centre(end)
                arrow = _arrow(lattice.step, theme.cream, theme.shade, to_x > x)
                canvas.sprite(arrow, (x + to_x) // 2, (y + to_y) // 2)
