"""The possible places for a tile, each with its letter and its effect."""

from dataclasses import replace
from functools import partial

from engine.games.dynamine.observation import SeenPlace
from engine.games.dynamine.scoring import Score
from render.canvas import Box, Canvas, text_width
from render.games.dynamine.signs import Sign, sign_sprite
from render.games.dynamine.table import source_sprite
from render.games.dynamine.words import own_points, points_of
from render.ornaments import crown, draw_disc
from render.theme import Theme
from render.typography.fonts import Weight
from render.words import gain

LINE = 58
_COLUMN = 370
"""Smallest width of a column."""


def height_of(places: tuple[SeenPlace, ...], width: int) -> int:
    return -(-len(places) // _columns(width)) * LINE + 14


def _columns(width: int) -> int:
    return width // _COLUMN


def draw_places(
    canvas: Canvas, theme: Theme, box: Box, places: tuple[tuple[SeenPlace, str], ...]
) -> None:
    canvas.part(("places", box, places), partial(_draw, canvas, theme, box, places))


def _draw(
    canvas: Canvas, theme: Theme, box: Box, places: tuple[tuple[SeenPlace, str], ...]
) -> None:
    left, top, right, _ = box
    canvas.panel(box, 18, theme.paper)
    columns = _columns(right - left)
    column_width = (right - left - 16) // columns
    for number, (place, letter) in enumerate(places):
        row, column = divmod(number, columns)
        x, y = left + 12 + column * column_width, top + 7 + row * LINE + LINE // 2
        if column:
            canvas.panel((x - 8, y - 20, x - 6, y + 20), 0, theme.paper_edge)
        draw_disc(canvas, theme, x + 26, y, 46, theme.shade, letter, 36)
        x += 58
        draw_gain(canvas, theme, x, y, place, room=column_width - 74)


def draw_gain(canvas: Canvas, theme: Theme, x: int, y: int, place: SeenPlace, *, room: int) -> None:
    """Draw the points that a place is sure to bring, its rewards apart, and where they come from.

    Rewards are lost again as soon as another player has more.
    """
    end = x + room
    total, rewards = own_points(place.gained), place.gained.rewards
    ink = theme.good if total > 0 else theme.bad if total < 0 else theme.ink_soft
    x += canvas.text(x, y - 1, gain(total), 44, ink, weight=Weight.BLACK) + 12
    if rewards:
        canvas.sprite(crown(theme, 36), x + 18, y)
        x += 40
        x += canvas.text(x, y - 1, gain(rewards), 38, theme.ink_soft) + 12
    if place.bonus:
        canvas.sprite(sign_sprite(theme, 42, Sign.PICK), x + 21, y)
        x += 42
        x += canvas.text(x, y - 1, gain(place.bonus), 36, theme.ink) + 12
    for source, points in parts_of(replace(place.gained, rewards=0)):
        gained = gain(points)
        if x + 38 + text_width(gained, Weight.BOLD, 34) > end:
            break
        canvas.sprite(source_sprite(theme, 34, source), x + 17, y)
        x += 38
        x += canvas.text(x, y - 1, gained, 34, theme.ink_soft) + 10


def parts_of(score: Score) -> list[tuple[int, int]]:
    parts = [(source, points) for source, points in enumerate(points_of(score)) if points]
    return sorted(parts, key=lambda part: -abs(part[1]))
