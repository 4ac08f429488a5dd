"""Each player's chances to win over the turns of a match, as curves."""

from collections.abc import Iterator, Sequence
from itertools import pairwise
from math import dist
from typing import NamedTuple

from babel.numbers import format_percent
from PIL import Image, ImageDraw

from render.canvas import Canvas, dots, smooth
from render.encode import encode
from render.names import drawn_name
from render.picture import Picture
from render.players import Player
from render.theme import USUAL, Theme, mix
from render.typography.fonts import Weight
from texts import Words

WIDTH, HEIGHT = 1200, 640
_LEFT, _TOP, _RIGHT, _BOTTOM = 150, 130, 880, 540
"""The plot, in units, between the scale and the names."""
_LINE = 8
_DASHES = ((), (26, 14), (6, 12), (30, 10, 6, 10))
"""By seat: lengths of strokes and gaps in turn, in units; a line without any is solid."""
_NAME_HEIGHT = 52
_TICKS = 6

Point = tuple[float, float]


class ChanceCurve(NamedTuple):
    player: Player
    shares: tuple[float, ...]
    """Share of the win, 0..1: before the first turn, then after each turn."""
    dear: tuple[int, ...] = ()
    """Turns with costly decisions of this player, from 1."""


def draw_chances(
    title: str, curves: Sequence[ChanceCurve], alt: str, words: Words, theme: Theme = USUAL
) -> Picture:
    canvas = Canvas(Image.new("RGB", (dots(WIDTH), dots(HEIGHT)), theme.ground))
    canvas.text(40, 64, title, (56, 50, 44, 38), theme.cream, weight=Weight.BLACK,
                room=WIDTH - 80)  # fmt: skip
    canvas.panel((24, _TOP - 24, WIDTH - 24, HEIGHT - 20), 18, theme.paper)
    turns = max(len(curve.shares) for curve in curves) - 1
    _draw_scale(canvas, theme, turns, words)
    paths = [
        [_place(turn, share, turns) for turn, share in enumerate(curve.shares)] for curve in curves
    ]
    for seat, path in reversed(list(enumerate(paths))):
        _draw_line(canvas, path, _DASHES[seat % len(_DASHES)], theme, seat)
    for seat, (curve, path) in enumerate(zip(curves, paths, strict=True)):
        for turn in curve.dear:
            _draw_mark(canvas, path[turn], theme, seat)
    _draw_names(canvas, curves, paths, theme, words)
    return Picture(encode(canvas.image), *canvas.image.size, alt)


def _place(turn: int, share: float, turns: int) -> Point:
    return (
        _LEFT + (_RIGHT - _LEFT) * turn / max(turns, 1),
        _BOTTOM - (_BOTTOM - _TOP) * min(max(share, 0.0), 1.0),
    )


def _draw_scale(canvas: Canvas, theme: Theme, turns: int, words: Words) -> None:
    faint = mix(theme.paper, theme.paper_edge, 0.5)
    for share in (0.0, 0.5, 1.0):
        y = round(_place(0, share, turns)[1])
        canvas.panel((_LEFT, y - 1, _RIGHT, y + 2), 0, faint)
        label = format_percent(share, locale=words.locale)
        canvas.text(_LEFT - 18, y, label, 34, theme.ink_soft, anchor="rm")
    step = max(-(-turns // _TICKS), 1)
    for turn in range(step, turns + 1, step):
        x = round(_place(turn, 0, turns)[0])
        canvas.panel((x - 1, _BOTTOM, x + 2, _BOTTOM + 12), 0, theme.paper_edge)
        canvas.text(x, _BOTTOM + 38, str(turn), 34, theme.ink_soft, anchor="mm")
    canvas.text(48, _BOTTOM + 38, words.say("Turn"), 34, theme.ink_soft, room=190)


def _draw_line(
    canvas: Canvas, path: Sequence[Point], dashes: Sequence[int], theme: Theme, seat: int
) -> None:
    def draw(pen: ImageDraw.ImageDraw, scale: float) -> None:
        for stroke in _strokes(path, dashes):
            scaled = [(x * scale, y * scale) for x, y in stroke]
            pen.line(scaled, fill=theme.seat(seat), width=round(_LINE * scale), joint="curve")

    canvas.sprite(smooth(WIDTH, HEIGHT, draw), WIDTH // 2, HEIGHT // 2, theme.paper)


def _strokes(path: Sequence[Point], dashes: Sequence[int]) -> Iterator[list[Point]]:
    """Yield the strokes of a dashed line; the whole line if it has no dashes."""
    if not dashes:
        yield list(path)
        return
    number, left = 0, float(dashes[0])
    stroke = [path[0]]
    for (x0, y0), (x1, y1) in pairwise(path):
        length, done = dist((x0, y0), (x1, y1)), 0.0
        while length - done > left:
            done += left
            turned = (x0 + (x1 - x0) * done / length, y0 + (y1 - y0) * done / length)
            if number % 2 == 0:
                yield [*stroke, turned]
            stroke = [turned]
            number += 1
            left = float(dashes[number % len(dashes)])
        left -= length - done
        stroke.append((x1, y1))
    if number % 2 == 0 and len(stroke) > 1:
        yield stroke


def _draw_mark(canvas: Canvas, point: Point, theme: Theme, seat: int) -> None:
    x, y = round(point[0]), round(point[1])
    canvas.panel((x - 15, y - 15, x + 15, y + 15), 15, theme.paper)
    canvas.panel((x - 12, y - 12, x + 12, y + 12), 12, theme.seat(seat))


def _draw_names(
    canvas: Canvas,
    curves: Sequence[ChanceCurve],
    paths: Sequence[Sequence[Point]],
    theme: Theme,
    words: Words,
) -> None:
    """Write each name beside the end of its curve, with a piece of its line, without overlap."""
    players = [curve.player for curve in curves]
    order = sorted(range(len(curves)), key=lambda seat: (paths[seat][-1][1], seat))
    tops = _spread([paths[seat][-1][1] for seat in order])
    for seat, y in zip(order, tops, strict=True):
        left = _RIGHT + 24
        sample = [(float(left), y), (left + 62.0, y)]
        _draw_line(canvas, sample, _DASHES[seat % len(_DASHES)], theme, seat)
        canvas.text(left + 76, round(y), drawn_name(words, players, seat), (38, 34), theme.ink,
                    room=WIDTH - 44 - left - 76)  # fmt: skip


def _spread(heights: Sequence[float]) -> list[float]:
    """Return the heights, sorted downwards, moved apart by at least a name's height."""
    spread: list[float] = []
    for y in heights:
        spread.append(max(y, spread[-1] + _NAME_HEIGHT) if spread else y)
    lowest = float(_BOTTOM)
    for at in reversed(range(len(spread))):
        spread[at] = min(spread[at], lowest)
        lowest = spread[at] - _NAME_HEIGHT
    return spread
