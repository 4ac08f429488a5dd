"""The possible places for a tile, each with its letter and its effect."""

from functools import partial

from engine.games.dynamine.observation import SeenPlace
from engine.games.dynamine.scoring import Score
from render.canvas import Box, Canvas, text_width
from render.games.dynamine.signs import Sign, sign_sprite
from render.games.dynamine.table import source_sprite
from render.games.dynamine.words import points_of
from render.ornaments import draw_disc
from render.theme import Theme
from render.typography.fonts import Weight
from render.words import gain

LINE = 58
COLUMNS = 3


def height_of(places: tuple[SeenPlace, ...]) -> int:
    return -(-len(places) // COLUMNS) * LINE + 14


def draw_places(
    canvas: Canvas, theme: Theme, box: Box, places: tuple[tuple[SeenPlace, str], ...]
) -> None:
    canvas.part(("places", box, places), partial(_draw, canvas, theme, box, places))


def _draw(
    canvas: Canvas, theme: Theme, box: Box, places: tuple[tuple[SeenPlace, str], ...]
) -> None:
    left, top, right, _ = box
    canvas.panel(box, 18, theme.paper)
    column_width = (right - left - 16) // COLUMNS
    for number, (place, letter) in enumerate(places):
        row, column = divmod(number, COLUMNS)
        x, y = left + 12 + column * column_width, top + 7 + row * LINE + LINE // 2
        if column:
            canvas.panel((x - 8, y - 20, x - 6, y + 20), 0, theme.paper_edge)
        draw_disc(canvas, theme, x + 26, y, 46, theme.shade, letter, 36)
        x += 58
        draw_gain(canvas, theme, x, y, place, room=column_width - 74)


def draw_gain(canvas: Canvas, theme: Theme, x: int, y: int, place: SeenPlace, *, room: int) -> None:
    end = x + room
    total = place.gained.total
    ink = theme.good if total > 0 else theme.bad if total < 0 else theme.ink_soft
    x += canvas.text(x, y - 1, gain(total), 44, ink, weight=Weight.BLACK) + 14
    if place.bonus:
        canvas.sprite(sign_sprite(theme, 42, Sign.PICK), x + 21, y)
        x += 42
        x += canvas.text(x, y - 1, gain(place.bonus), 36, theme.ink) + 12
    for source, points in parts_of(place.gained):
        gained = gain(points)
        if x + 38 + text_width(gained, Weight.BOLD, 34) > end:
            break
        canvas.sprite(source_sprite(theme, 34, source), x + 17, y)
        x += 38
        x += canvas.text(x, y - 1, gained, 34, theme.ink_soft) + 10


def parts_of(score: Score) -> list[tuple[int, int]]:
    parts = [(source, points) for source, points in enumerate(points_of(score)) if points]
    return sorted(parts, key=lambda part: -abs(part[1]))
