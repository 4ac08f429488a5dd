"""The columns of boxes, open or crossed."""

from functools import lru_cache, partial

from PIL import Image, ImageDraw

from engine.games.dice_grid.observation import Phase
from render.canvas import Box, Canvas, dots, full_mask, smooth
from render.games.dice_grid.colours import colours_of
from render.games.dice_grid.dice import put_die
from render.games.dice_grid.ornaments import star
from render.games.dice_grid.scene import GridScene
from render.theme import Theme, mix

DEEP = 12
HEAD = 74
_PAD = 8
_STAR = 68


def draw_boxes(canvas: Canvas, theme: Theme, box: Box, scene: GridScene) -> None:
    canvas.part(("boxes", box), partial(_draw_card, canvas, theme, box))
    left, top, right, bottom = box
    halves = [1 if column.die.faces <= DEEP else 2 for column in scene.view.columns]
    pitch = (right - left - 2 * _PAD) // sum(halves)
    height = (bottom - top - HEAD - _PAD) // DEEP
    x = left + (right - left - pitch * sum(halves)) // 2
    crossing = scene.view.die if scene.writing is None else scene.writing
    over = scene.view.phase is Phase.FINISHED
    for type_, (column, stacks) in enumerate(zip(scene.view.columns, halves, strict=True)):
        place = (x, top, pitch, height)
        asked = type_ == crossing and not over
        canvas.part(
            ("column", place, type_, column, asked),
            partial(_draw_column, canvas, theme, place, type_, column.die.faces, column.open,
                    stacks, asked=asked),
        )  # fmt: skip
        x += pitch * stacks
    corner = (left + _PAD + round(pitch * 1.5), bottom - 94)
    canvas.part(
        ("stars", corner, scene.view.stars, scene.view.all_stars),
        partial(_draw_stars, canvas, theme, corner, scene.view.stars, scene.view.all_stars),
    )


def _draw_card(canvas: Canvas, theme: Theme, box: Box) -> None:
    canvas.card(box, 18, theme, line=3)


def _draw_stars(
    canvas: Canvas, theme: Theme, middle: tuple[int, int], stars: int, all_stars: int
) -> None:
    x, y = middle
    for number in range(all_stars):
        row, column = divmod(number + 1, 2)
        across = 0 if row == 0 else (column * 2 - 1) * 37
        canvas.sprite(
            star(theme, _STAR, used=number >= stars), x + across, y - 34 + row * 66, theme.paper
        )


def _draw_column(
    canvas: Canvas,
    theme: Theme,
    place: tuple[int, int, int, int],
    type_: int,
    faces: int,
    open_: tuple[int, ...],
    stacks: int,
    *,
    asked: bool,
) -> None:
    left, top, pitch, height = place
    head = (left + 2, top + 8, left + pitch * stacks - 2, top + HEAD - 4)
    if asked:
        canvas.panel(head, 12, theme.gold)
    middle = left + pitch * stacks // 2
    size = min(pitch + 4, 58)
    ground = theme.gold if asked else theme.paper
    put_die(canvas, theme, size, type_, middle, top + HEAD // 2 + 2, ground, faces)
    rows = -(-faces // stacks)
    for number in range(1, faces + 1):
        column, row = divmod(number - 1, rows)
        x, y = left + column * pitch + pitch // 2, top + HEAD + row * height + height // 2
        # Crossed boxes show no number, so they all share one tile.
        shown = (type_, number) if number in open_ else None
        key = ("box", pitch, height, shown)
        make = partial(_paint_box, theme, pitch - 4, height - 4, shown)
        canvas.tile(key, make, full_mask(pitch - 4, height - 4), x, y)


def _paint_box(theme: Theme, width: int, height: int, shown: tuple[int, int] | None) -> Image.Image:
    canvas = Canvas(Image.new("RGB", (dots(width), dots(height)), theme.paper))
    centre = (width // 2, height // 2)
    if shown is None:
        canvas.panel((0, 0, width, height), 8, mix(theme.paper, theme.paper_dim, 0.75))
        canvas.sprite(_cross(theme, min(width, height) - 8), *centre)
    else:
        type_, number = shown
        body = colours_of(theme).body(type_)
        canvas.panel((0, 0, width, height), 8, body.base)
        canvas.text(*centre, str(number), 36, body.ink, anchor="mm")
    return canvas.image


@lru_cache(maxsize=8)
def _cross(theme: Theme, size: int) -> Image.Image:
    def draw(pen: ImageDraw.ImageDraw, scale: float) -> None:
        reach, inset = size * scale, size * 0.12 * scale
        line = round(5 * scale)
        colour = mix(theme.paper_edge, theme.paper, 0.25)
        pen.line((inset, inset, reach - inset, reach - inset), fill=colour, width=line)
        pen.line((inset, reach - inset, reach - inset, inset), fill=colour, width=line)

    return smooth(size, size, draw)
