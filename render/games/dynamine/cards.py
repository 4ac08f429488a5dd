"""Cards as small pictures: objects are square at the bottom, missions end in a point."""

from functools import partial

from PIL import Image

from engine.games.dynamine.content import MISSIONS, Card, CardName
from render.canvas import Canvas
from render.games.dynamine.colours import Colours, colours_of
from render.games.dynamine.signs import Sign, draw_sign, sign_sprite
from render.pen import Pen, pen_sprite
from render.theme import RGB, Theme
from render.typography.fonts import Weight
from render.words import gain

_MISSIONS = {
    CardName.SAPPHIRE_1: Sign.SAPPHIRE,
    CardName.SAPPHIRE_2: Sign.SAPPHIRE,
    CardName.SKULL: Sign.GREAT_FOSSIL,
    CardName.ALTAR: Sign.ALTAR,
    CardName.HALLS: Sign.TILES,
    CardName.WELL: Sign.WELL,
}
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
    if mission:
        draw_sign(pen.at(0.5, 0.44, 0.56), theme, _MISSIONS[name])
    else:
        _object(pen.at(0.5, 0.5, 0.66), theme, own, name)
    if used:
        for ends in (((0.1, 0.1), (0.9, 0.9)), ((0.9, 0.1), (0.1, 0.9))):
            pen.path(ends, own.line, 0.17)
            pen.path(ends, theme.white, 0.09)
    if done:
        pen.oval((0.5, 0.5, 1.0, 1.0), own.line)
        pen.oval((0.54, 0.54, 0.96, 0.96), theme.white)
        pen.path(((0.62, 0.75), (0.72, 0.86), (0.88, 0.64)), theme.good, 0.1)


def _object(pen: Pen, theme: Theme, own: Colours, name: CardName) -> None:
    match name:
        case CardName.RING:
            _hoop(pen, own.line, 0.5, 0.62, 0.38, 0.22)
            _hoop(pen, theme.gold, 0.5, 0.62, 0.33, 0.12)
            pen.shape(((0.5, 0.0), (0.76, 0.2), (0.5, 0.42), (0.24, 0.2)), own.line)
            pen.shape(((0.5, 0.07), (0.67, 0.2), (0.5, 0.34), (0.33, 0.2)), own.altar)
        case CardName.RAVEN:
            draw_sign(pen, theme, Sign.RAVEN)
        case CardName.BARREL:
            pen.oval((0.06, 0.0, 0.94, 1.0), own.line)
            pen.block((0.06, 0.1, 0.94, 0.9), 0.2, own.line)
            pen.block((0.13, 0.1, 0.87, 0.9), 0.18, own.timber)
            for y in (0.22, 0.66):
                pen.block((0.07, y, 0.93, y + 0.12), 0, own.rim)
        case CardName.TORCHES:
            for x in (0.26, 0.74):
                pen.path(((x, 0.48), (x, 0.94)), own.timber_dark, 0.16)
                pen.shape(((x, 0.0), (x + 0.22, 0.36), (x, 0.58), (x - 0.22, 0.36)), own.line)
                pen.shape(((x, 0.12), (x + 0.14, 0.36), (x, 0.5), (x - 0.14, 0.36)), theme.gold)
        case CardName.BEAMS:
            for box in ((0.0, 0.08, 1.0, 0.3), (0.1, 0.2, 0.32, 1.0), (0.68, 0.2, 0.9, 1.0)):
                left, top, right, bottom = box
                pen.block(box, 0.03, own.timber_dark)
                pen.block((left + 0.05, top + 0.05, right - 0.05, bottom - 0.05), 0.02, own.timber)
        case CardName.PLAN:
            draw_sign(pen, theme, Sign.MOVE)
        case _:
            raise AssertionError("missions are drawn as signs")


def _hoop(pen: Pen, colour: RGB, x: float, y: float, half: float, line: float) -> None:
    points = tuple(
        (x + half * dx, y + half * dy)
        for dx, dy in ((0, -1), (0.71, -0.71), (1, 0), (0.71, 0.71), (0, 1), (-0.71, 0.71),
                       (-1, 0), (-0.71, -0.71), (0, -1), (0.71, -0.71))
    )  # fmt: skip
    pen.path(points, colour, line)


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
