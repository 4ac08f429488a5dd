"""Small drawings around dice and scores: rings, frames, ticks, icons."""

from functools import lru_cache

from PIL import Image, ImageDraw

from engine.games.dice_miner.content import Face, Kind, Symbol
from render.canvas import crisp, dots, smooth
from render.games.dice_miner.colours import Body, colours_of
from render.games.dice_miner.dice import DieForm, DieKey, die_sprite
from render.games.dice_miner.symbols import draw_symbol
from render.pen import drawings, pen_sprite
from render.theme import RGB, Theme


@lru_cache(maxsize=32)
def ring(theme: Theme, die: int, colour: RGB) -> Image.Image:
    reach = max(round(die * 0.08), 4)
    size = die + 2 * reach

    def draw(pen: ImageDraw.ImageDraw, scale: float) -> None:
        for inset, fill in ((0, theme.shade), (1, colour)):
            low, high = inset * scale, (size - inset) * scale - 1
            pen.rounded_rectangle((low, low, high, high), die * 0.26 * scale, fill=fill)

    return smooth(size, size, draw)


@lru_cache(maxsize=128)
def framed(theme: Theme, size: int, key: DieKey) -> Image.Image:
    def draw(pen: ImageDraw.ImageDraw, scale: float) -> None:
        side = (size + 6) * scale
        pen.rounded_rectangle((0, 0, side - 1, side - 1), 11 * scale, fill=theme.ink_soft)

    sprite = smooth(size + 6, size + 6, draw)
    die = die_sprite(theme, DieForm.FLAT, size, key)
    inner = Image.new("RGBA", sprite.size, (*theme.ink_soft, 0))
    inner.paste(die, ((sprite.width - die.width) // 2, (sprite.height - die.height) // 2))
    sprite.alpha_composite(inner)
    return sprite


@lru_cache(maxsize=32)
def kept_mark(theme: Theme, die: int) -> Image.Image:
    size = max(round(die * 0.46), 20)

    drawing = drawings("dice-miner")["kept_mark"]
    return crisp(pen_sprite(size, lambda pen: pen.draw(drawing, theme)), theme.paper)


@lru_cache(maxsize=32)
def icon(theme: Theme, symbol: Symbol, size: int) -> Image.Image:
    dice = colours_of(theme).dice
    hazard = dice[Kind.HAZARD]
    body = {
        Symbol.GEM: dice[Kind.TREASURE],
        Symbol.DRAGON: Body(hazard.light, theme.paper, hazard.edge, hazard.base, theme.paper),
        Symbol.DIAMOND: dice[Kind.MAGIC],
    }.get(symbol, dice[Kind.TUNNEL])
    return draw_symbol(dots(size), Face(symbol, 1), body, theme)


@lru_cache(maxsize=4)
def tunnel_icon(theme: Theme, size: int) -> Image.Image:
    return pen_sprite(size, lambda pen: pen.draw(drawings("dice-miner")["tunnel_icon"], theme))


@lru_cache(maxsize=32)
def chest_icon(theme: Theme, size: int, count: int) -> Image.Image:
    return draw_symbol(
        dots(size), Face(Symbol.CHEST, count), colours_of(theme).dice[Kind.TOOL], theme
    )
