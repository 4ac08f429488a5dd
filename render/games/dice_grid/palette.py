"""The palette of the dice grid's pictures."""

from functools import lru_cache, partial

from PIL import Image

from render.canvas import Canvas, dots
from render.chosen_colours import flat_palette
from render.games.dice_grid.cells import (
    Cell,
    SquareLook,
    cell_mask,
    empty_colour,
    lit_colour,
    paint_cell,
)
from render.games.dice_grid.colours import colours_of
from render.games.dice_grid.dice import FACES, die_sprite
from render.games.dice_grid.ornaments import line_icon, star
from render.games.dice_grid.table import planks
from render.palette import Palette
from render.theme import RGB, Theme, mix


@lru_cache(maxsize=4)
def theme_palette(theme: Theme) -> Palette:
    return flat_palette(f"dice-grid {theme.name}", _flat(theme), _sample(theme), 9)


def _flat(theme: Theme) -> tuple[RGB, ...]:
    own = colours_of(theme)
    wood = planks(theme, 1200, 900).getcolors(64) or []
    planks_colours = [colour for _, colour in wood if isinstance(colour, tuple)]
    return (
        theme.paper, theme.paper_dim, theme.paper_edge, theme.ink, theme.ink_soft, theme.cream,
        theme.lamp, theme.plate, theme.gold, theme.gold_edge, theme.white, theme.shade, theme.good,
        lit_colour(theme), empty_colour(theme), own.marker, own.way,
        mix(theme.paper, theme.paper_dim, 0.75), mix(theme.paper_dim, theme.gold, 0.25),
        mix(theme.paper_edge, theme.paper, 0.25),
        *(colour for body in own.bodies for colour in (body.base, body.dark, body.light, body.ink)),
        *((colour[0], colour[1], colour[2]) for colour in planks_colours),
    )  # fmt: skip


def _sample(theme: Theme) -> Image.Image:
    own = colours_of(theme)
    canvas = Canvas(Image.new("RGB", (dots(1200), dots(1300)), theme.paper))
    cells = [
        Cell(type_, FACES[type_], way, look, marker)
        for type_ in range(len(FACES))
        for way, look, marker in (
            ((), SquareLook.PLAIN, False), (("l", "r"), SquareLook.PLAIN, False),
            (("u",), SquareLook.PLAIN, True),
        )
    ]  # fmt: skip
    cells += [Cell(look=look) for look in SquareLook]
    for index, cell in enumerate(cells):
        x, y = 56 + index % 11 * 108, 56 + index // 11 * 108
        canvas.tile(cell, partial(paint_cell, theme, cell), cell_mask(), x, y)
    for number, ground in enumerate((theme.paper, lit_colour(theme), theme.gold)):
        top = 230 + number * 190
        canvas.panel((0, top, 1200, top + 190), 0, ground)
        for type_, faces in enumerate(FACES):
            canvas.sprite(die_sprite(theme, 88, type_, faces), 90 + type_ * 160, top + 94)
            canvas.sprite(die_sprite(theme, 32, type_), 1000 + type_ % 5 * 40, top + 30)
            canvas.sprite(die_sprite(theme, 58, type_, faces), 1020 + type_ % 3 * 60,
                          top + 80 + type_ // 3 * 60)  # fmt: skip
    for number, ground in enumerate((theme.paper, theme.plate, theme.gold, lit_colour(theme))):
        top = 800 + number * 80
        canvas.panel((0, top, 1200, top + 80), 0, ground)
        for index, colour in enumerate((theme.ink, theme.ink_soft, theme.cream, theme.gold)):
            canvas.text(20 + index * 200, top + 40, "0123 Salud", 36, colour)
        canvas.sprite(star(theme, 40, used=False), 900, top + 40)
        for index, kind in enumerate(("square", "row", "column")):
            canvas.sprite(line_icon(theme, 34, kind), 960 + index * 50, top + 40)
    for type_ in range(len(FACES)):
        body = own.body(type_)
        canvas.panel((type_ * 200, 1120, type_ * 200 + 200, 1200), 0, body.base)
        canvas.text(type_ * 200 + 20, 1160, "12 34 56", 36, body.ink)
    canvas.image.paste(planks(theme, 1200, 100), (0, dots(1200)))
    return canvas.image
