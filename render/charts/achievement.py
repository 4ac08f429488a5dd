"""An achievement as a card to share: its title, who earned it, and how."""

from render.canvas import Canvas, wrapped
from render.encode import as_picture
from render.game_pictures import Chart, GamePictures
from render.names import drawn_name, plain_name
from render.ornaments import draw_seat
from render.picture import Picture
from render.players import Player
from render.theme import USUAL, Theme
from render.typography.fonts import Weight
from texts import Words

WIDTH, HEIGHT = 1000, 440
_EMBLEM = 150
_LEFT = 280


def draw_medal(
    player: Player,
    seat: int,
    key: str,
    title: str,
    why: str,
    pictures: GamePictures,
    words: Words,
    theme: Theme = USUAL,
) -> Picture:
    backdrop = pictures.backdrop(Chart.ACHIEVEMENT, WIDTH, HEIGHT, theme)
    canvas = Canvas(backdrop.image)
    box = (50, 60, WIDTH - 50, HEIGHT - 60)
    canvas.card(box, 26, theme, edge=theme.gold, line=7)
    middle = HEIGHT // 2
    canvas.sprite(pictures.emblem(key, _EMBLEM, theme), _LEFT - 120, middle)
    room = WIDTH - 90 - _LEFT
    canvas.text(_LEFT, 142, title, (68, 60, 52, 46, 40), theme.ink, weight=Weight.BLACK, room=room)
    draw_seat(canvas, theme, seat, _LEFT + 26, middle, 52, 36)
    name = drawn_name(words, _at(player, seat), seat)
    canvas.text(_LEFT + 72, middle - 1, name, (50, 44, 38), theme.ink, room=room - 72)
    y = 292
    for line in wrapped(why, Weight.REGULAR, 38, room, 2):
        canvas.text(_LEFT, y, line, 38, theme.ink_soft, weight=Weight.REGULAR, room=room)
        y += 46
    alt = words.say(
        "{player} achieved “{achievement}”: {reason}.",
        player=plain_name(words, _at(player, seat), seat),
        achievement=title,
        reason=why,
    )
    return as_picture(canvas.image, [alt], backdrop.palette)


def _at(player: Player, seat: int) -> list[Player]:
    return [player] * (seat + 1)
