"""¡Salud! outside a match: two mugs clink above the players' names."""

from render.animation import gif, part
from render.games.dice_miner.palette import theme_palette
from render.games.dice_miner.salud_frames import COVER, REST, WIDTH, clinking, cover, opening
from render.games.dice_miner.salud_move import draw_names
from render.indexed import IndexedCanvas
from render.names import drawn_name, plain_name
from render.picture import Picture
from render.players import Player
from render.theme import USUAL, Theme
from texts import Words


def draw_toast(from_name: str, to_name: str | None, words: Words, theme: Theme = USUAL) -> Picture:
    """Draw an animation that plays once; `to_name` is None for a toast to everyone."""
    people = (Player(from_name), *(() if to_name is None else (Player(to_name),)))
    palette = theme_palette(theme, 1)
    middle, cry = WIDTH // 2, words.say("¡Salud!")
    parts = []
    for image, milliseconds in ((cover(theme, middle, cry), COVER), (opening(theme, middle), REST)):
        canvas = IndexedCanvas(image, palette)
        draw_names(canvas, theme, [drawn_name(words, [each], 0) for each in people])
        parts.append(part(canvas.image, 0, 0, milliseconds))
    parts += clinking(theme, middle, cry)
    names = [plain_name(words, [each], 0) for each in people]
    alt = (
        words.say("¡Salud! {name} raises a mug to everyone.", name=names[0])
        if to_name is None
        else words.say(
            "¡Salud! {name} shares a beer with {friend}.", name=names[0], friend=names[1]
        )
    )
    return gif(canvas.image.size, palette, parts, alt)
