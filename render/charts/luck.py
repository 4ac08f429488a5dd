"""Each player's luck: points above or below the average, and the range that chance explains."""

from collections.abc import Sequence
from typing import NamedTuple

from PIL import Image

from render.canvas import Canvas, dots, size_that_fits
from render.encode import encode
from render.names import drawn_name
from render.picture import Picture
from render.players import Player
from render.theme import USUAL, Theme
from render.typography.fonts import Weight
from texts import Words

WIDTH = 1200
_TOP, _LINE, _FOOT = 130, 130, 70
_LEFT, _RIGHT = 420, 1140
"""The left and right ends of the scale, in units."""


class LuckRow(NamedTuple):
    player: Player
    excess: float
    """Points above the average over all dice; negative if below."""
    margin: float
    """Half-width of the range around the average in which 19 of 20 players end by chance alone."""
    verdict: str
    detail: str
    silent: bool = False
    """Whether there is too little data for a verdict. The line then has no scale."""


def draw_luck(
    title: str, lines: Sequence[LuckRow], alt: str, words: Words, theme: Theme = USUAL
) -> Picture:
    height = _TOP + _LINE * len(lines) + _FOOT
    height += height == WIDTH
    canvas = Canvas(Image.new("RGB", (dots(WIDTH), dots(height)), theme.ground))
    size = size_that_fits(title, Weight.BLACK, (60, 52, 44, 38), WIDTH - 80)
    canvas.text(40, 64, title, size, theme.cream, weight=Weight.BLACK, room=WIDTH - 80)
    reach = max([1.0, *(max(abs(line.excess), line.margin) for line in lines if not line.silent)])
    players = [line.player for line in lines]
    for number, line in enumerate(lines):
        top = _TOP + number * _LINE
        canvas.panel((24, top, WIDTH - 24, top + _LINE - 14), 18, theme.paper)
        name = drawn_name(words, players, number)
        canvas.text(48, top + 40, name, 42, theme.ink, weight=Weight.BOLD, room=_LEFT - 80)
        canvas.text(48, top + 84, line.verdict, 34, theme.ink_soft, room=_LEFT - 80)
        if line.silent:
            canvas.text(_LEFT, top + 58, line.detail, 34, theme.ink_soft, room=_RIGHT - _LEFT)
        else:
            _draw_scale(canvas, theme, line, top, reach * 1.08)
    canvas.text((_LEFT + _RIGHT) // 2, height - 36, words.say("average"), 34, theme.lamp,
                anchor="mm")  # fmt: skip
    return Picture(encode(canvas.image), *canvas.image.size, alt)


def _draw_scale(canvas: Canvas, theme: Theme, line: LuckRow, top: int, reach: float) -> None:
    middle, half = (_LEFT + _RIGHT) // 2, (_RIGHT - _LEFT) / 2

    def at(points: float) -> int:
        return round(middle + half * points / reach)

    canvas.panel((_LEFT, top + 34, _RIGHT, top + 38), 2, theme.paper_edge)
    canvas.panel((at(-line.margin), top + 24, at(line.margin), top + 48), 12, theme.paper_dim)
    canvas.panel((middle - 2, top + 14, middle + 2, top + 58), 2, theme.ink_soft)
    where = at(line.excess)
    inside = abs(line.excess) <= line.margin
    colour = theme.ink if inside else theme.good if line.excess > 0 else theme.bad
    canvas.panel((where - 13, top + 23, where + 13, top + 49), 13, theme.paper)
    canvas.panel((where - 10, top + 26, where + 10, top + 46), 10, colour)
    canvas.text(middle, top + 88, line.detail, 34, theme.ink, anchor="mm", room=_RIGHT - _LEFT)
