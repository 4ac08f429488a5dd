"""The mountain with its dice: available, buried, taken or slid."""

import itertools
from collections.abc import Iterator, Sequence
from functools import lru_cache

from PIL import Image, ImageDraw

from engine.games.dice_miner.observation import MountainDie, Observation, Reach
from render.canvas import SCALE, Canvas, crisp, dots, smooth
from render.games.dice_miner.cells import Cell, Lit, cell_mask, hollow, paint_cell
from render.games.dice_miner.changes import Changes, emptied, slides
from render.games.dice_miner.colours import Light, Mood, colours_of
from render.games.dice_miner.landscape import Point, Scenery
from render.games.dice_miner.words import letters
from render.theme import RGB, Theme
from render.typography.fonts import Weight, font

BADGE = 56
"""Diameter of a letter badge in pixels."""
LETTER = 46


class Lattice:
    """The positions of the mountain's places for dice balanced on a corner. All in units."""

    def __init__(self, rows: Sequence[int], middle: int, top: int, step: int) -> None:
        self.rows = tuple(rows)
        self.step = step
        self.top = top
        self.middle = middle
        self._rows = [row for row, count in enumerate(rows) for _ in range(count)]
        self._columns = [column for count in rows for column in range(count)]

    def centre(self, place: int) -> tuple[int, int]:
        """Return the centre of a place; places are numbered in reading order."""
        row, column = self._rows[place], self._columns[place]
        x = self.middle + (column - (self.rows[row] - 1) / 2) * self.step
        return round(x), round(self.top + (row + 1) * self.step / 2)

    @property
    def places(self) -> int:
        return len(self._rows)

    @property
    def bottom(self) -> int:
        return round(self.top + (len(self.rows) + 1) * self.step / 2)

    @property
    def horizon(self) -> int:
        return self.bottom + 12


def paint_mountain(scene: Scenery, theme: Theme, mood: Mood, lattice: Lattice) -> None:
    _rock(scene, mood, lattice)
    step = lattice.step
    # The open side, where the edges of the places look like steps.
    for grow, colour in ((0.16, mood.rock_dark), (0.09, colours_of(theme).earth)):
        reach = step * (0.5 + grow)
        for place in range(lattice.places):
            x, y = lattice.centre(place)
            scene.fill([(x, y - reach), (x + reach, y), (x, y + reach), (x - reach, y)], colour)
    empty, mask = hollow(theme, step), cell_mask(step)
    half = mask.width // 2
    for place in range(lattice.places):
        x, y = lattice.centre(place)
        scene.image.paste(empty, (dots(x) - half, dots(y) - half), mask)


_OUTLINES = {
    Light.RISING: (
        (-0.36, 0.0), (-0.3, -0.3), (-0.1, -0.7), (0.3, -1.2), (0.7, -1.7),
        (1.2, -2.24),
    ),
    Light.SETTING: (
        (-0.40, 0.0), (-0.2, -0.34), (-0.14, -0.86), (0.3, -1.16), (0.5, -1.72),
        (1.2, -2.1),
    ),
    Light.MOON: (
        (-0.44, 0.0), (-0.34, -0.5), (0.06, -0.8), (0.2, -1.3), (0.76, -1.66),
        (1.1, -2.3),
    ),
}  # fmt: skip
"""The left edge, upwards, relative to the lowest row's left end and the horizon. The unit is a
lattice step.
"""


def _rock(scene: Scenery, mood: Mood, lattice: Lattice) -> None:
    step = lattice.step
    horizon = lattice.horizon
    middle = lattice.middle
    high = lattice.top - step * 0.2
    half_top = lattice.rows[0] * step / 2
    half = lattice.rows[-1] * step / 2
    outline = [
        *((-half + x * step, horizon + y * step) for x, y in _OUTLINES[mood.light]),
        (-half_top - step * 0.26, high + step * 0.44),
        (-half_top + step * 0.2, high + step * 0.1),
        (-half_top + step * 0.56, high),
    ]
    left = [(middle + x, y) for x, y in outline]
    right = [
        (middle - x, y + (step * 0.05 if number % 2 else -step * 0.03) * bool(number))
        for number, (x, y) in enumerate(outline)
    ]
    scene.fill([*left, *reversed(right)], mood.rock)
    for number, ((x, y), (to_x, to_y)) in enumerate(itertools.pairwise(left)):
        # Facets, each slightly wider or narrower than the one below.
        width = step * (0.17 + 0.09 * (number % 3))
        scene.fill(
            [(x, y), (to_x, to_y), (to_x + width * 0.8, to_y), (x + width, y)], mood.rock_light
        )
    for number, ((x, y), (to_x, to_y)) in enumerate(itertools.pairwise(right)):
        width = step * (0.2 + 0.1 * ((number + 1) % 3))
        scene.fill(
            [(x, y), (to_x, to_y), (to_x - width * 0.7, to_y), (x - width, y)], mood.rock_dark
        )
    _cap(scene, mood, left, right, step)


def _cap(
    scene: Scenery, mood: Mood, left: Sequence[Point], right: Sequence[Point], step: int
) -> None:
    deep = step * (0.24 if mood.light is Light.MOON else 0.12)
    top = [*left[-3:], *reversed(right[-3:])]
    width = top[-1][0] - top[0][0]
    under = []
    count = 9
    for number in range(count + 1):
        x = top[-1][0] - width * number / count
        edge = _height_at(top, x)
        under.append((x, edge + deep * (0.55 + 0.45 * (number % 2)) * (0 < number < count)))
    scene.fill([*top, *under], mood.cap)
    for side, sign in ((left, 1), (right, -1)):
        for (x, y), (to_x, to_y) in itertools.pairwise(side[1:-2]):
            reach = sign * step * 0.13
            scene.fill(
                [(x + (to_x - x) * 0.5, y + (to_y - y) * 0.5), (to_x, to_y),
                 (to_x + reach, to_y + deep * 0.25),
                 (x + (to_x - x) * 0.62 + reach * 0.5, y + (to_y - y) * 0.55 + deep * 0.3)],
                mood.cap,
            )  # fmt: skip


def _height_at(line: Sequence[Point], x: float) -> float:
    for (from_x, from_y), (to_x, to_y) in itertools.pairwise(line):
        if from_x <= x <= to_x:
            return from_y + (to_y - from_y) * (x - from_x) / max(to_x - from_x, 1e-6)
    return line[-1][1]


@lru_cache(maxsize=16)
def _arrow(step: int, colour: RGB, edge: RGB, right: bool) -> Image.Image:
    size = round(step * 0.36)
    length, head, thickness = 0.94, 0.42, 0.2

    def draw(pen: ImageDraw.ImageDraw, scale: float) -> None:
        side = size * scale
        for grow, fill in ((0.07, edge), (0.0, colour)):
            start, end = (1 - length) / 2 + 0.06 - grow, (1 + length) / 2 - 0.06 + grow * 1.4
            neck = end - head
            half, wing = thickness / 2 + grow, 0.36 + grow
            points = [(start, -half), (neck, -half), (neck - grow, -wing), (end, 0.0),
                      (neck - grow, wing), (neck, half), (start, half)]  # fmt: skip
            pen.polygon([(x * side, (0.5 + y) * side) for x, y in points], fill=fill)

    turned = smooth(size, size, draw).rotate(-45 if right else -135, Image.Resampling.BICUBIC)
    return crisp(turned, edge)


@lru_cache(maxsize=64)
def badge(theme: Theme, letter: str, top: bool) -> Image.Image:
    size = BADGE + 8
    ground = theme.gold if top else colours_of(theme).open_side

    def draw(pen: ImageDraw.ImageDraw, scale: float) -> None:
        # Use whole pixels; otherwise straight edges would be half-transparent.
        for pixels, colour in ((1, theme.shade), (3, ground)):
            inset = pixels / SCALE
            box = (inset * scale, inset * scale, (size - inset) * scale, (size - inset) * scale)
            if top:
                pen.ellipse(box, fill=colour)
            else:
                pen.rounded_rectangle(box, 14 * scale, fill=colour)

    sprite = smooth(size, size, draw)
    face = font(Weight.BLACK, dots(LETTER))
    left, high, right, low = face.getbbox(letter, anchor="ls")
    middle = sprite.width / 2
    at = (middle - (left + right) / 2, middle - (high + low) / 2)
    ImageDraw.Draw(sprite).text(at, letter, font=face, fill=theme.shade, anchor="ls")
    return crisp(sprite, colours_of(theme).earth)


def draw_mountain(
    canvas: Canvas, theme: Theme, lattice: Lattice, view: Observation, changed: Changes
) -> None:
    step = lattice.step
    mask = cell_mask(step)
    lying = {seen.place for seen in view.mountain}

    def put(cell: Cell, place: int) -> None:
        canvas.tile(cell, lambda: paint_cell(theme, cell), mask, *lattice.centre(place))

    for cell, place in _gone(theme, step, lying, changed):
        put(cell, place)
    for seen in view.mountain:
        put(Cell(step, lit(seen), seen.die.kind, seen.die.face), seen.place)
    _draw_slides(canvas, theme, lattice, lying, changed)
    lettered = letters(view)
    for seen in view.mountain:
        if letter := lettered.get(seen.die.name):
            x, y = badge_centre(lattice, seen, lying)
            canvas.sprite(badge(theme, letter, seen.reach is Reach.TOP), x, y)


def lit(seen: MountainDie) -> Lit:
    if seen.takeable:
        return Lit.TOP if seen.reach is Reach.TOP else Lit.SIDE
    return Lit.BURIED if seen.reach is Reach.BURIED else Lit.IDLE


def _gone(theme: Theme, step: int, lying: set[int], changed: Changes) -> Iterator[tuple[Cell, int]]:
    for seat, taken, place in emptied(changed):
        mark = theme.seat(seat)
        if place in lying:
            continue
        if taken.slid:
            yield Cell(step, Lit.GONE, mark=mark), place
        else:
            yield Cell(step, Lit.GONE, taken.die.kind, taken.die.face, mark), place


def badge_centre(lattice: Lattice, seen: MountainDie, lying: set[int]) -> tuple[int, int]:
    x, y = lattice.centre(seen.place)
    if seen.reach is Reach.TOP:
        return x, y - round(lattice.step * 0.43)
    aside = round(lattice.step * 0.31)
    above = seen.place - lattice.rows[seen.row]
    # One die covers it on the left or right, so the letter goes to the other side.
    left_covered = seen.column > 0 and above in lying
    return (x + aside if left_covered else x - aside), y - aside


def _draw_slides(
    canvas: Canvas, theme: Theme, lattice: Lattice, lying: set[int], changed: Changes
) -> None:
    for start, end in slides(changed, lying):
        (x, y), (to_x, to_y) = lattice.centre(start), lattice.centre(end)
        arrow = _arrow(lattice.step, theme.cream, theme.shade, to_x > x)
        canvas.sprite(arrow, (x + to_x) // 2, (y + to_y) // 2)
