"""Cards as small pictures: objects are square at the bottom, missions end in a point."""

from functools import partial

from PIL import Image

from engine.games.dynamine.content import MISSIONS, Card, CardName
from render.canvas import Canvas
from render.games.dynamine.colours import colours_of
from render.games.dynamine.signs import Sign, draw_sign, sign_sprite
from render.pen import Pen, drawings, pen_sprite
from render.theme import RGB, Theme
from render.typography.fonts import Weight
from render.words import gain

_SIGNS = {
    CardName.SAPPHIRE_1: Sign.SAPPHIRE,
    CardName.SAPPHIRE_2: Sign.SAPPHIRE,
    CardName.SKULL: Sign.GREAT_FOSSIL,
    CardName.ALTAR: Sign.ALTAR,
    CardName.HALLS: Sign.TILES,
    CardName.WELL: Sign.WELL,
    CardName.RAVEN: Sign.RAVEN,
    CardName.PLAN: Sign.MOVE,
}
"""What cards show; the others have drawings of their own."""
_FOR = {
    CardName.RING: Sign.ALTAR,
    CardName.RAVEN: Sign.REROLL,
    CardName.BARREL: Sign.WELL,
    CardName.TORCHES: Sign.FOSSIL,
    CardName.BEAMS: Sign.DEPTH,
    CardName.PLAN: Sign.MOVE,
}


def put_card(
    canvas: Canvas,
    theme: Theme,
    size: int,
    name: CardName,
    x: int,
    y: int,
    ground: RGB,
    *,
    used: bool = False,
    done: bool = False,
) -> None:
    make = partial(card_sprite, theme, size, name, used=used, done=done)
    canvas.stamp(("card", size, name, used, done), make, x, y, ground)


def card_sprite(
    theme: Theme, size: int, name: CardName, *, used: bool = False, done: bool = False
) -> Image.Image:
    return pen_sprite(size, lambda pen: draw_card(pen, theme, name, used=used, done=done))


def draw_card(
    pen: Pen, theme: Theme, name: CardName, *, used: bool = False, done: bool = False
) -> None:
    own = colours_of(theme)
    mission = name in MISSIONS
    for inset, colour in ((0.0, own.line), (0.045, theme.gold if mission else theme.paper_edge),
                          (0.1, own.level(1) if mission else theme.paper)):  # fmt: skip
        low, high = 0.08 + inset, 0.92 - inset
        if mission:
            pen.shape(
                ((low, inset), (high, inset), (high, 0.78 - inset * 0.4), (0.5, 1 - inset * 1.2),
                 (low, 0.78 - inset * 0.4)),
                colour,
            )  # fmt: skip
        else:
            pen.block((low, inset, high, 1 - inset), 0.1 - inset * 0.6, colour)
    if name in _SIGNS:
        draw_sign(pen.at(0.5, *((0.44, 0.56) if mission else (0.5, 0.66))), theme, _SIGNS[name])
    else:
        pen.at(0.5, 0.5, 0.66).draw(drawings("dynamine")[f"card_{name.value}"], own, theme)
    if used:
        for ends in (((0.1, 0.1), (0.9, 0.9)), ((0.9, 0.1), (0.1, 0.9))):
            pen.path(ends, own.line, 0.17)
            pen.path(ends, theme.white, 0.09)
    if done:
        pen.oval((0.5, 0.5, 1.0, 1.0), own.line)
        pen.oval((0.54, 0.54, 0.96, 0.96), theme.white)
        pen.path(((0.62, 0.75), (0.72, 0.86), (0.88, 0.64)), theme.good, 0.1)


def draw_formula(canvas: Canvas, theme: Theme, x: int, y: int, card: Card, ink: RGB) -> int:
    start = x
    if card.mission:
        canvas.sprite(sign_sprite(theme, 32, Sign.DEPTH), x + 16, y)
        x += 36
        x += 8 + canvas.text(x, y, str(card.level), 36, ink)
    else:
        canvas.sprite(sign_sprite(theme, 40, _FOR[card.name]), x + 20, y)
        x += 46
    if card.points:
        x += canvas.text(x, y, gain(card.points), 38, ink, weight=Weight.BLACK)
    elif card.name is CardName.PLAN:
        x += canvas.text(x, y, "1–2", 38, ink, weight=Weight.BLACK)
    return x - start
