"""¡Salud! outside a match: two mugs clink, and who drinks with whom."""

from render.games.dice_miner.palette import theme_palette
from render.games.dice_miner.salud_frames import REST, WIDTH, clinking, opening
from render.games.dice_miner.salud_move import draw_names
from render.gif import gif, part
from render.indexed import IndexedCanvas
from render.names import drawn_name, plain_name
from render.picture import Picture
from render.players import Player
from render.theme import USUAL, Theme
from texts import Words


def draw_toast(from_name: str, to_name: str | None, words: Words, theme: Theme = USUAL) -> Picture:
    """A toast from one player to another, or to everyone if `to_name` is None.

    The animation plays once and ends on a still.
    """
    people = (Player(from_name), *(() if to_name is None else (Player(to_name),)))
    palette = theme_palette(theme, 1)
    canvas = IndexedCanvas(opening(theme, WIDTH // 2), palette)
    draw_names(canvas, theme, [drawn_name(words, [each], 0) for each in people])
    parts = [part(canvas.image, 0, 0, REST), *clinking(theme, WIDTH // 2, words.say("¡Salud!"))]
    told = [plain_name(words, [each], 0) for each in people]
    alt = (
        words.say("¡Salud! {name} raises a mug to everyone.", name=told[0])
        if to_name is None
        else words.say("¡Salud! {name} shares a beer with {friend}.", name=told[0], friend=told[1])
    )
    return gif(canvas.image.size, palette, parts, alt)
