"""The palette of DYNAMINE's pictures."""

from functools import lru_cache

from PIL import Image

from engine.games.dynamine.content import CardName
from render.canvas import Canvas, dots
from render.chosen_colours import flat_palette
from render.games.dynamine.backdrop import strata
from render.games.dynamine.cards import card_sprite
from render.games.dynamine.colours import colours_of
from render.games.dynamine.ornaments import die, token
from render.games.dynamine.signs import Sign, sign_sprite
from render.games.dynamine.tiles import Face, TileLook, paint_tile
from render.ornaments import computer, crown, draw_seat
from render.palette import Palette
from render.theme import RGB, Theme, mix


@lru_cache(maxsize=4)
def theme_palette(theme: Theme) -> Palette:
    return flat_palette(f"dynamine {theme.name}", _flat(theme), _sample(theme), 7)


def _flat(theme: Theme) -> tuple[RGB, ...]:
    own = colours_of(theme)
    return (
        theme.plate, theme.paper, theme.paper_dim, theme.paper_edge, theme.ink, theme.ink_soft,
        theme.cream, theme.lamp, theme.gold, theme.gold_edge, theme.silver, theme.white,
        theme.shade, theme.good, theme.bad, *theme.seats, *own.earth, *own.strata,
        *(mix(colour, theme.shade, 0.3) for colour in own.strata),
        *(mix(colour, theme.cream, 0.72) for colour in own.earth),
        own.rock, own.rock_dark, own.rock_light, own.tunnel, own.timber, own.timber_dark, own.vein,
        own.vein_light, own.altar, own.altar_light, own.water, own.rim, own.bone, own.sapphire,
        own.sapphire_light, own.new, own.line, mix(theme.gold, theme.white, 0.7),
        mix(theme.plate, theme.cream, 0.4), mix(theme.plate, theme.cream, 0.95),
        *(mix(colour, own.tunnel, 0.45) for colour in own.earth),
    )  # fmt: skip


_SIGNS = (
    (Sign.VEINS, Sign.ALTAR), (Sign.GREAT_ALTAR, Sign.FOSSIL), (Sign.WELL, Sign.VEIN),
    (Sign.RICH_WELL, Sign.GREAT_FOSSIL), (Sign.SAPPHIRE, Sign.PLUS), (Sign.MOVE, Sign.VEIN),
)  # fmt: skip


def _sample(theme: Theme) -> Image.Image:
    own = colours_of(theme)
    canvas = Canvas(Image.new("RGB", (dots(1200), dots(1580)), theme.plate))
    x = y = 0
    looks = (TileLook.PLAIN, TileLook.LIT, TileLook.DIM, TileLook.NEW, TileLook.FRESH,
             TileLook.ENTRANCE)  # fmt: skip
    for number, signs in enumerate(_SIGNS):
        for look in looks:
            on_plate = look in (TileLook.DIM, TileLook.LIT)
            ground = theme.plate if on_plate else own.level(1 + number % 5)
            face = Face((11, 14, 7)[number % 3], 2, signs, look, number % 2 == 0, ground)
            canvas.image.paste(paint_tile(theme, 80, face), (dots(x), dots(y)))
            x += 84
            if x > 1100:
                x, y = 0, y + 84
    for number in range(1, 6):
        for look in (TileLook.END, TileLook.PLACE):
            face = Face(look=look, ground=own.level(number))
            canvas.image.paste(paint_tile(theme, 64, face), (dots(x), dots(y)))
            x += 68
    y += 84
    for ground in (theme.paper, theme.paper_dim, theme.plate, theme.gold):
        canvas.panel((0, y, 1200, y + 150), 0, ground)
        for number, sign in enumerate(Sign):
            canvas.sprite(sign_sprite(theme, 42, sign), 30 + number * 46, y + 30)
        for number, name in enumerate(CardName):
            canvas.sprite(card_sprite(theme, 48, name), 30 + number * 50, y + 80)
        canvas.sprite(card_sprite(theme, 48, CardName.RAVEN, used=True), 640, y + 80)
        canvas.sprite(card_sprite(theme, 48, CardName.WELL, done=True), 700, y + 80)
        canvas.sprite(crown(theme, 42), 760, y + 80)
        canvas.sprite(computer(theme, 32, theme.ink_soft), 800, y + 80)
        canvas.sprite(token(theme, 76, 2), 900, y + 60)
        canvas.sprite(die(theme, 68, 5), 980, y + 60)
        for number in range(4):
            draw_seat(canvas, theme, number, 1040 + number * 44, y + 80, 42)
        for number, colour in enumerate((theme.ink, theme.ink_soft, theme.cream, theme.lamp)):
            canvas.text(20 + number * 200, y + 126, "0123 Salud", 36, colour)
        y += 150
    canvas.image.paste(strata(theme, 1200, 900).crop((0, 0, dots(1200), dots(240))), (0, dots(y)))
    y += 240
    for number, signs in enumerate((*_SIGNS, *_SIGNS)):  # the supply, most of which is dimmed
        openings = (11, 14, 7, 15, 5)[number % 5]
        face = Face(openings, 2 * (number % 2), signs, TileLook.DIM, ground=theme.plate)
        place = dots(number % 6 * 184), dots(y + number // 6 * 168)
        canvas.image.paste(paint_tile(theme, 164, face), place)
    return canvas.image
