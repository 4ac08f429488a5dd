"""The top of the board: the day, the player, the next decision, and the points."""

from functools import partial

from engine.games.dice_grid.observation import Phase
from render.canvas import Box, Canvas
from render.games.dice_grid.colours import colours_of
from render.games.dice_grid.dice import put_die
from render.games.dice_grid.ornaments import line_icon, star
from render.games.dice_grid.scene import GridScene
from render.games.dice_grid.words import date_words, score_words, task_words
from render.names import drawn_name
from render.theme import Theme, mix
from render.typography.fonts import Weight
from texts import Words

_PAD = 18
_DIE = 88


def draw_header(canvas: Canvas, theme: Theme, box: Box, scene: GridScene, words: Words) -> None:
    title = date_words(words, scene.day)
    name = drawn_name(words, [scene.player], 0)
    over = scene.view.phase is Phase.FINISHED
    task = task_words(words, scene)
    die = (None if over else scene.view.die, scene.view.result)
    canvas.part(
        ("header", box, title, name, task, over, die),
        partial(_draw_header, canvas, theme, box, title, name, task, die, over=over),
    )


def _draw_header(
    canvas: Canvas,
    theme: Theme,
    box: Box,
    title: str,
    name: str,
    task: str,
    die: tuple[int | None, int | None],
    *,
    over: bool,
) -> None:
    left, top, right, bottom = box
    canvas.panel(box, 18, theme.plate)
    type_, result = die
    if type_ is not None:
        x, y = left + 12 + _DIE // 2, (top + bottom) // 2
        canvas.panel((left + 6, top + 6, left + 18 + _DIE, bottom - 6), 14, theme.paper)
        put_die(canvas, theme, _DIE, type_, x, y, theme.paper, result)
        if result is None:
            ink = colours_of(theme).body(type_).ink
            canvas.text(x, y + 4, "?", 48, ink, weight=Weight.BLACK, anchor="mm")
        left += _DIE + 16
    room = right - left - 2 * _PAD
    y = top + round((bottom - top) * 0.29)
    width = canvas.text(left + _PAD, y, title, (36, 34), theme.lamp, room=room * 3 // 5)
    x = left + _PAD + min(width, room * 3 // 5) + 28
    canvas.text(right - _PAD, y, name, (36, 34), theme.cream, anchor="rm", room=right - _PAD - x)
    y = top + round((bottom - top) * 0.69)
    colour = theme.gold if over else theme.cream
    canvas.text(left + _PAD, y, task, (48, 44, 40, 36, 34), colour, weight=Weight.BLACK, room=room)


def draw_points(canvas: Canvas, theme: Theme, box: Box, scene: GridScene, words: Words) -> None:
    points, possible, most = scene.view.score, scene.view.possible, scene.most
    over = scene.view.phase is Phase.FINISHED
    canvas.part(
        ("points", box, points, possible, most, over, words.locale),
        partial(_draw_points, canvas, theme, box, scene, words, over=over),
    )


def _draw_points(
    canvas: Canvas, theme: Theme, box: Box, scene: GridScene, words: Words, *, over: bool
) -> None:
    left, top, right, _bottom = box
    edge, line = (theme.gold, 8) if over else (theme.paper_edge, 3)
    canvas.card(box, 18, theme, edge=edge, line=line)
    ink = theme.ink
    room = right - left - 2 * _PAD
    score = score_words(words, scene.view.score.total, scene.most)
    y = top + 38
    width = canvas.text(left + _PAD, y, score, (56, 50, 44), ink, weight=Weight.BLACK,
                       room=room)  # fmt: skip
    if not over:
        left_over = f"≤ {scene.view.possible}"
        canvas.text(right - _PAD, y, left_over, (44, 40), theme.ink_soft, anchor="rm",
                    room=max(room - width - 16, 60))  # fmt: skip
    _draw_bar(canvas, theme, (left + _PAD, top + 74, right - _PAD, top + 96), scene)
    parts = ((line_icon(theme, 34, "square"), scene.view.score.squares),
             (line_icon(theme, 34, "row"), scene.view.score.rows),
             (line_icon(theme, 34, "column"), scene.view.score.columns),
             (star(theme, 38, used=False), scene.view.score.stars))  # fmt: skip
    y = top + 124
    pitch = (room + 14) // len(parts)
    for place, (icon, number) in enumerate(parts):
        x = left + _PAD + place * pitch
        canvas.sprite(icon, x + 17, y, theme.paper)
        canvas.text(x + 41, y - 1, str(number), 36, ink)


def _draw_bar(canvas: Canvas, theme: Theme, box: Box, scene: GridScene) -> None:
    left, top, right, bottom = box
    across = right - left
    canvas.panel(box, 8, theme.ink_soft)
    reach = left + round(across * min(scene.view.possible / scene.most, 1))
    canvas.panel((left, top, reach, bottom), 8, mix(theme.paper_dim, theme.gold, 0.25))
    now = left + round(across * min(scene.view.score.total / scene.most, 1))
    canvas.panel((left, top, now, bottom), 8, theme.good)
