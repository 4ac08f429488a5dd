"""The end of a tournament: a cup and confetti for the champions, and the next places."""

from functools import lru_cache
from typing import NamedTuple

from PIL import Image, ImageDraw

from render.canvas import Canvas, dots, size_that_fits, smooth
from render.charts.titles import LEAST, WIDTH, oblong
from render.encode import as_picture
from render.game_pictures import Chart, GamePictures
from render.names import drawn_alone, drawn_title, plain_alone, plain_title
from render.ornaments import cup, medal
from render.picture import Picture
from render.theme import USUAL, Theme
from render.typography.fonts import Weight
from texts import Words

MOST_CHAMPIONS = 4
MOST_PLACED = 4
_LEFT, _RIGHT = 470, WIDTH - 50
_TITLE = 74
_TOP = 138
_LABEL = 62
_ONE, _MANY = 132, 84
"""The height of a name: of a single champion, and of each of several."""
_LINE = 82
_FOOT = 72
_LEAST = 620
_CUP = 380
_RAYS = 14
_SCRAPS = 90


class Victory(NamedTuple):
    title: str
    champions: tuple[str, ...]
    """1 to MOST_CHAMPIONS names."""
    placed: tuple[tuple[int, str], ...] = ()
    """Up to MOST_PLACED places from 2 with names, in order; tied players share a place."""
    facts: tuple[str, ...] = ()


def draw_winner(
    victory: Victory, pictures: GamePictures, words: Words, theme: Theme = USUAL
) -> Picture:
    champions, placed = victory.champions[:MOST_CHAMPIONS], victory.placed[:MOST_PLACED]
    card = _LABEL + (_ONE if len(champions) == 1 else _MANY * len(champions)) + 24
    tall = _TOP + card + 22 + len(placed) * _LINE + (_FOOT if victory.facts else 0) + 20
    height = oblong(max(tall, _LEAST))
    backdrop = pictures.backdrop(Chart.CHAMPION, WIDTH, height, theme)
    canvas = Canvas(backdrop.image)
    middle = (_TOP + height - (_FOOT if victory.facts else 0)) // 2 - 10
    canvas.sprite(_rays(theme), _LEFT // 2, middle)
    canvas.sprite(_confetti(theme, height), WIDTH // 2, height // 2)
    canvas.sprite(cup(theme, _CUP), _LEFT // 2, middle)
    title = drawn_title(words, victory.title)
    canvas.text(WIDTH // 2, _TITLE, title, (76, 68, 60, 52, 46, 40), theme.cream,
                weight=Weight.BLACK, anchor="mm", room=WIDTH - 100,
                outline=(6, theme.shade))  # fmt: skip
    top = _TOP + (height - tall) // 2
    _draw_champions(canvas, theme, words, champions, (_LEFT, top, _RIGHT, top + card))
    for number, (place, name) in enumerate(placed):
        y = top + card + 22 + number * _LINE
        _draw_placed(canvas, theme, place, drawn_alone(words, name), y)
    if victory.facts:
        canvas.panel((0, height - _FOOT, WIDTH, height), 0, theme.plate)
        line = " · ".join(victory.facts)
        canvas.text(WIDTH // 2, height - _FOOT // 2, line, (40, 36, LEAST), theme.lamp, anchor="mm",
                    room=WIDTH - 80)  # fmt: skip
    return as_picture(canvas.image, winner_facts(victory, words), backdrop.palette)


def winner_facts(victory: Victory, words: Words) -> tuple[str, ...]:
    champions = victory.champions[:MOST_CHAMPIONS]
    names = words.listed(plain_alone(words, name) for name in champions)
    facts = [f"{plain_title(words, victory.title)}.", f"{_label(len(champions), words)}: {names}."]
    facts += [
        words.say("Place {place}: {name}.", place=place, name=plain_alone(words, name))
        for place, name in victory.placed[:MOST_PLACED]
    ]
    return (*facts, *(f"{fact}." for fact in victory.facts))


def _label(champions: int, words: Words) -> str:
    # Translators: Above the names of a tournament's winners.
    return words.count("Champion", "Champions", champions)


def _draw_champions(
    canvas: Canvas,
    theme: Theme,
    words: Words,
    champions: tuple[str, ...],
    box: tuple[int, int, int, int],
) -> None:
    left, top, right, _ = box
    middle, room = (left + right) // 2, right - left - 56
    canvas.card(box, 26, theme, edge=theme.gold, line=8)
    canvas.text(middle, top + _LABEL // 2 + 16, _label(len(champions), words), (40, 36, LEAST),
                theme.ink_soft, anchor="mm", room=room)  # fmt: skip
    line_height = _ONE if len(champions) == 1 else _MANY
    sizes = (104, 92, 80, 68, 58, 50, 44) if len(champions) == 1 else (68, 62, 56)
    names = [drawn_alone(words, name) for name in champions]
    # All in the same size, because they share the win.
    size = min(size_that_fits(name, Weight.BLACK, sizes, room) for name in names)
    for number, name in enumerate(names):
        y = top + _LABEL + 6 + number * line_height + line_height // 2
        canvas.text(middle, y, name, size, theme.ink, weight=Weight.BLACK, anchor="mm", room=room)


def _draw_placed(canvas: Canvas, theme: Theme, place: int, name: str, top: int) -> None:
    box = (_LEFT, top, _RIGHT, top + _LINE - 12)
    middle = (box[1] + box[3]) // 2
    canvas.card(box, 18, theme, fill=theme.paper_dim, down=4)
    if place <= 3:
        canvas.sprite(medal(theme, 58, place), _LEFT + 52, middle)
    canvas.text(_LEFT + 52, middle - 1, str(place), (42, 36, LEAST), theme.ink,
                weight=Weight.BLACK, anchor="mm", room=64)  # fmt: skip
    canvas.text(_LEFT + 104, middle - 1, name, (46, 42, 38, LEAST), theme.ink,
                room=_RIGHT - _LEFT - 130)  # fmt: skip


@lru_cache(maxsize=4)
def _rays(theme: Theme) -> Image.Image:
    size = _CUP + 80

    def draw(pen: ImageDraw.ImageDraw, scale: float) -> None:
        end = size * scale
        for ray in range(_RAYS):
            turn = 360 * ray / _RAYS
            box = (0, 0, end, end)
            pen.pieslice(box, turn, turn + 180 / _RAYS, fill=(*theme.gold, 110))
        inner = end * 0.16
        pen.ellipse((inner, inner, end - inner, end - inner), fill=(*theme.gold, 90))

    return smooth(size, size, draw)


@lru_cache(maxsize=4)
def _confetti(theme: Theme, height: int) -> Image.Image:
    colours = (theme.gold, theme.cream, theme.jewel, *theme.seats)

    def draw(pen: ImageDraw.ImageDraw, scale: float) -> None:
        for number in range(_SCRAPS):
            # Irrational steps scatter evenly without a visible pattern.
            x = (number * 0.7548776662 % 1) * WIDTH
            y = (number * 0.5698402910 % 1) * height
            turn = number * 7 % 5 - 2
            width, tall = 9 + number % 3 * 3, 20 - number % 4 * 3
            corners = ((-width, -tall), (width, -tall), (width, tall), (-width, tall))
            points = [
                ((x + dx / 2 - dy * turn * 0.22) * scale, (y + dy / 2 + dx * turn * 0.22) * scale)
                for dx, dy in corners
            ]
            pen.polygon(points, fill=colours[number % len(colours)])

    sprite = smooth(WIDTH, height, draw)
    assert sprite.width == dots(WIDTH)
    return sprite
