"""Something achieved, as a picture to show: what it is, who it was, what it is for."""

from engine.games.dice_miner.content import Face, Kind, Symbol
from render.canvas import Canvas, size_that_fits, wrapped
from render.encode import encode
from render.fonts import Weight
from render.games.dice_miner.dice import DieKey, Form, dice_atlas
from render.games.dice_miner.landscape import landscape
from render.games.dice_miner.ornaments import crown, seat_disc
from render.games.dice_miner.palette import theme_palette
from render.names import drawn_name, plain_name
from render.picture import Picture
from render.players import Player
from render.theme import USUAL, Theme
from texts import Words

WIDTH, HEIGHT = 1000, 440
_DIE = 150
_LEFT = 250
EMBLEMS = {
    "landlord": DieKey(Kind.TREASURE, Face(Symbol.BEER, 1)),
    "deepest": DieKey(Kind.TUNNEL, Face(Symbol.TUNNEL, 5)),
    "singed": DieKey(Kind.HAZARD, Face(Symbol.DRAGON, 2)),
    "hairline": DieKey(Kind.TREASURE, Face(Symbol.GEM, 1)),
    "overtime": DieKey(Kind.MAGIC, Face(Symbol.DIAMOND, 1)),
    "underground": DieKey(Kind.HAZARD, Face(Symbol.ROCKFALL, 2)),
    "geology": DieKey(Kind.TOOL, Face(Symbol.PICK, 1)),
}
"""The die that stands for an achievement; a crown where there is none."""


def draw_medal(
    player: Player, seat: int, key: str, title: str, why: str, words: Words, theme: Theme = USUAL
) -> Picture:
    """What `player`, who sits in `seat`, achieved: its `title`, and `why` it was given."""
    canvas = Canvas(landscape(theme, WIDTH, HEIGHT, HEIGHT - 40).copy())
    box = (50, 60, WIDTH - 50, HEIGHT - 60)
    canvas.shadow(box, 26, theme.shade)
    canvas.panel(box, 26, theme.paper, theme.gold, 7)
    middle = HEIGHT // 2
    emblem = EMBLEMS.get(key)
    if emblem is None:
        canvas.sprite(crown(theme, _DIE), _LEFT - 90, middle)
    else:
        canvas.sprite(dice_atlas(theme, Form.FLAT, _DIE).get(emblem), _LEFT - 90, middle)
    room = WIDTH - 90 - _LEFT - 30
    x = _LEFT + 30
    size = size_that_fits(title, Weight.BLACK, (68, 60, 52, 46, 40), room)
    canvas.text(x, 142, title, size, theme.ink, weight=Weight.BLACK, room=room)
    canvas.sprite(seat_disc(theme, 52, theme.seat(seat)), x + 26, middle)
    canvas.text(x + 26, middle - 1, str(seat + 1), 36, theme.cream, weight=Weight.BLACK,
                anchor="mm")  # fmt: skip
    name = drawn_name(words, _at(player, seat), seat)
    size = size_that_fits(name, Weight.BOLD, (50, 44, 38), room - 72)
    canvas.text(x + 72, middle - 1, name, size, theme.ink, room=room - 72)
    y = 292
    for line in wrapped(why, Weight.REGULAR, 38, room, 2):
        canvas.text(x, y, line, 38, theme.ink_soft, weight=Weight.REGULAR, room=room)
        y += 46
    data = encode(canvas.image, theme_palette(theme, 1))
    alt = words.say(
        "{player} achieved “{achievement}”: {reason}.",
        player=plain_name(words, _at(player, seat), seat),
        achievement=title,
        reason=why,
    )
    return Picture(data, *canvas.image.size, alt)


def _at(player: Player, seat: int) -> list[Player]:
    """A table at which the player sits in their seat."""
    return [player] * (seat + 1)
