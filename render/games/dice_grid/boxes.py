"""The columns of boxes: what is open, and what is crossed."""

from functools import lru_cache, partial

from PIL import Image, ImageDraw

from render.canvas import Box, Canvas, smooth
from render.games.dice_grid.colours import colours_of
from render.games.dice_grid.dice import die_sprite
from render.games.dice_grid.scene import GridScene
from render.theme import Theme, mix
from render.typography.fonts import Weight

DEEP = 12
"""How many boxes stand below each other at most; longer columns are broken into two."""
HEAD = 74
_PAD = 8
_DIE = 148
"""The size of the die that was chosen, in the free corner below the short columns."""


def draw_boxes(canvas: Canvas, theme: Theme, box: Box, scene: GridScene) -> None:
    """Draw a card with a column of boxes for each type, and the die of the round."""
    canvas.part(("boxes", box), partial(_draw_card, canvas, theme, box))
    left, top, right, bottom = box
    halves = [1 if column.faces <= DEEP else 2 for column in scene.columns]
    pitch = (right - left - 2 * _PAD) // sum(halves)
    tall = (bottom - top - HEAD - _PAD) // DEEP
    x = left + (right - left - pitch * sum(halves)) // 2
    crossing = scene.writing
    for type_, (column, wide) in enumerate(zip(scene.columns, halves, strict=True)):
        place = (x, top, pitch, tall)
        asked = type_ == (scene.die if crossing is None else crossing)
        canvas.part(
            ("column", place, type_, column, asked),
            partial(_draw_column, canvas, theme, place, type_, column.faces, column.open, wide,
                    asked=asked),
        )  # fmt: skip
        x += pitch * wide
    if scene.die is not None:
        middle = (left + _PAD + round(pitch * 1.5), bottom - 14 - _DIE // 2)
        shown = scene.result
        canvas.part(
            ("die", middle, scene.die, shown),
            partial(_draw_die, canvas, theme, middle, scene.die, shown),
        )


def _draw_card(canvas: Canvas, theme: Theme, box: Box) -> None:
    canvas.card(box, 18, theme, line=3)


def _draw_die(
    canvas: Canvas, theme: Theme, middle: tuple[int, int], type_: int, result: int | None
) -> None:
    x, y = middle
    canvas.sprite(die_sprite(theme, _DIE, type_, result), x, y, theme.paper)
    if result is None:
        ink = colours_of(theme).body(type_).ink
        canvas.text(x, y + 8, "?", 76, ink, weight=Weight.BLACK, anchor="mm")


def _draw_column(
    canvas: Canvas,
    theme: Theme,
    place: tuple[int, int, int, int],
    type_: int,
    faces: int,
    open_: tuple[int, ...],
    wide: int,
    *,
    asked: bool,
) -> None:
    left, top, pitch, tall = place
    head = (left + 2, top + 8, left + pitch * wide - 2, top + HEAD - 4)
    if asked:
        canvas.panel(head, 12, theme.gold)
    middle = left + pitch * wide // 2
    size = min(pitch + 4, 58)
    ground = theme.gold if asked else theme.paper
    canvas.sprite(die_sprite(theme, size, type_, faces), middle, top + HEAD // 2 + 2, ground)
    own = colours_of(theme).body(type_)
    deep = -(-faces // wide)
    for number in range(1, faces + 1):
        column, row = divmod(number - 1, deep)
        x, y = left + column * pitch, top + HEAD + row * tall
        box = (x + 2, y + 2, x + pitch - 2, y + tall - 2)
        centre = (x + pitch // 2, y + tall // 2)
        if number in open_:
            canvas.panel(box, 8, own.base)
            canvas.text(*centre, str(number), 36, own.ink, anchor="mm")
        else:
            canvas.panel(box, 8, mix(theme.paper, theme.paper_dim, 0.75))
            canvas.sprite(_cross(theme, min(pitch, tall) - 12), *centre,
                          mix(theme.paper, theme.paper_dim, 0.75))  # fmt: skip


@lru_cache(maxsize=8)
def _cross(theme: Theme, size: int) -> Image.Image:
    """What a crossed box shows."""

    def draw(pen: ImageDraw.ImageDraw, scale: float) -> None:
        reach, inset = size * scale, size * 0.12 * scale
        line = round(5 * scale)
        colour = mix(theme.paper_edge, theme.paper, 0.25)
        pen.line((inset, inset, reach - inset, reach - inset), fill=colour, width=line)
        pen.line((inset, reach - inset, reach - inset, inset), fill=colour, width=line)

    return smooth(size, size, draw)
