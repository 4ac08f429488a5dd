"""The leaderboard: one line a player, the first three with medals."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

from PIL import Image, ImageDraw

from render.canvas import Canvas, size_that_fits, smooth, text_width
from render.encode import encode
from render.fonts import Weight
from render.games.dice_miner.alt import cut
from render.games.dice_miner.marks import Pen
from render.games.dice_miner.ornaments import crown
from render.games.dice_miner.palette import theme_palette
from render.landscape import landscape
from render.names import drawn_name, plain_name
from render.picture import Picture
from render.players import Player
from render.theme import RGB, USUAL, Theme, mix
from texts import Words

WIDTH = 1200
MOST = 20
"""Lines that are drawn; the alt text may know more."""
_TOP = 148
_LINE = 78
_TIGHT = 48
"""The height of a line where there are more than eight."""
_MOOD = 2


@dataclass(frozen=True, slots=True)
class Leader:
    """One line."""

    place: int
    """Those who tie share a place."""
    name: str
    figure: str
    """What they are ordered by, as it is written."""
    detail: str
    """Something smaller beside it."""
    you: bool = False
    """Whoever asked."""


def draw_leaderboard(
    title: str, lines: Sequence[Leader], words: Words, theme: Theme = USUAL
) -> Picture:
    """The title and up to MOST lines, in the order given."""
    shown = lines[:MOST]
    each = _LINE if len(shown) <= 8 else _TIGHT
    height = max(_TOP + each * max(len(shown), 1) + 36, 420)
    mood = theme.mood(_MOOD)
    canvas = Canvas(landscape(theme, WIDTH, height, height - 26, mood).copy())
    canvas.sprite(crown(theme, 76), 78, 76)
    size = size_that_fits(title, Weight.BLACK, (64, 56, 48, 40), WIDTH - 190)
    canvas.text(132, 76, title, size, theme.cream, weight=Weight.BLACK, room=WIDTH - 180,
                outline=(5, theme.shade))  # fmt: skip
    if not shown:
        box = (40, _TOP, WIDTH - 40, _TOP + 150)
        canvas.shadow(box, 20, theme.shade)
        canvas.panel(box, 20, theme.paper, theme.paper_edge, 3)
        note = words.say("Nobody yet. The first match decides.")
        small = size_that_fits(note, Weight.BOLD, (44, 38, 32), WIDTH - 140)
        canvas.text(WIDTH // 2, _TOP + 75, note, small, theme.ink_soft, anchor="mm")
    for number, leader in enumerate(shown):
        y = _TOP + number * each
        _draw_line(canvas, theme, (40, y, WIDTH - 40, y + each - 8), leader, words)
    data = encode(canvas.image, theme_palette(theme, _MOOD))
    return Picture(data, *canvas.image.size, cut(leader_facts(title, lines, words)))


def leader_facts(title: str, lines: Sequence[Leader], words: Words) -> tuple[str, ...]:
    """The leaderboard as sentences."""
    if not lines:
        return (title, words.say("Nobody yet. The first match decides."))
    return (
        title,
        *(
            words.say(
                "Place {place}: {name}, {figure}, {detail}.",
                place=line.place,
                name=plain_name(words, [Player(line.name)], 0),
                figure=line.figure,
                detail=line.detail,
            )
            if line.detail
            else words.say(
                "Place {place}: {name}, {figure}.",
                place=line.place,
                name=plain_name(words, [Player(line.name)], 0),
                figure=line.figure,
            )
            for line in lines
        ),
    )


def _draw_line(
    canvas: Canvas, theme: Theme, box: tuple[int, int, int, int], leader: Leader, words: Words
) -> None:
    left, top, right, bottom = box
    tall = bottom - top
    middle = (top + bottom) // 2
    paper = theme.paper if leader.you or leader.place <= 3 else theme.paper_dim
    canvas.shadow(box, 16, theme.shade, 4)
    canvas.panel(box, 16, paper, theme.gold if leader.you else theme.paper_edge,
                 5 if leader.you else 2)  # fmt: skip
    size = round(tall * (0.56 if tall > _TIGHT else 0.7))
    medal = _medal_colour(theme, leader.place)
    if medal is not None:
        canvas.sprite(_medal(theme, round(tall * 0.84), medal), left + 52, middle)
    canvas.text(left + 52, middle - 1, str(leader.place), size, theme.ink, weight=Weight.BLACK,
                anchor="mm")  # fmt: skip
    figures = 0.30 * (right - left)
    wide = min(text_width(leader.figure, Weight.BLACK, size + 4), round(figures))
    canvas.text(right - 24, middle - 1, leader.figure, size + 4, theme.ink, weight=Weight.BLACK,
                anchor="rm", room=round(figures))  # fmt: skip
    small = round(size * 0.72)
    detail = min(text_width(leader.detail, Weight.REGULAR, small), 300)
    canvas.text(right - 44 - wide, middle, leader.detail, small, theme.ink_soft,
                weight=Weight.REGULAR, anchor="rm", room=300)  # fmt: skip
    name = drawn_name(words, [Player(leader.name)], 0)
    room = right - 64 - wide - detail - left - 104
    fitting = size_that_fits(name, Weight.BOLD, (size, size - 4, size - 8), room)
    canvas.text(left + 104, middle - 1, name, fitting, theme.ink, room=room)


def _medal_colour(theme: Theme, place: int) -> RGB | None:
    colours = (
        theme.gold,
        mix(theme.tunnel.edge, theme.foam, 0.62),
        mix(theme.beer, theme.bad, 0.3),
    )
    return colours[place - 1] if 1 <= place <= 3 else None


@lru_cache(maxsize=16)
def _medal(theme: Theme, size: int, colour: RGB) -> Image.Image:
    def draw(image: ImageDraw.ImageDraw, scale: float) -> None:
        pen = Pen(image, 0, 0, size * scale)
        pen.oval((0, 0, 1, 1), theme.ink_soft)
        pen.oval((0.05, 0.05, 0.95, 0.95), colour)
        pen.oval((0.13, 0.13, 0.87, 0.87), mix(colour, theme.foam, 0.45))

    return smooth(size, size, draw)
