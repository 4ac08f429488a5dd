"""An invitation: a few dice of the mountain, and who plays, was asked, or declined."""

from functools import lru_cache, partial

from PIL import Image, ImageDraw

from engine.games.dice_miner.content import Face, Kind, Symbol
from render.canvas import Canvas, size_that_fits, smooth
from render.encode import encode
from render.fonts import Weight
from render.games.dice_miner.alt import cut
from render.games.dice_miner.cells import Cell, Lit, cell_mask, paint_cell
from render.games.dice_miner.colours import colours_of
from render.games.dice_miner.landscape import landscape
from render.games.dice_miner.marks import Pen
from render.games.dice_miner.ornaments import computer
from render.games.dice_miner.palette import theme_palette
from render.guests import Answer, Party
from render.names import drawn_name
from render.picture import Picture
from render.theme import USUAL, Theme
from texts import Words

WIDTH = 1200
_STEP = 146
_HEAP = (
    ((Kind.TUNNEL, Face(Symbol.BEER, 1)),),
    ((Kind.TREASURE, Face(Symbol.GEM, 2)), (Kind.TUNNEL, Face(Symbol.TUNNEL, 3))),
    (
        (Kind.HAZARD, Face(Symbol.DRAGON, 1)),
        (Kind.MAGIC, Face(Symbol.DIAMOND, 2)),
        (Kind.TOOL, Face(Symbol.PICK, 1)),
    ),
)
"""The dice beside the names: a row each, the top first."""
_HEAP_MIDDLE = 258
_LEFT, _RIGHT = 520, WIDTH - 40
_TOP = 150
_LINE = 92
_LEAST = 420
_MOOD = 0


def draw_invitation(party: Party, words: Words, theme: Theme = USUAL) -> Picture:
    """The name of the game, and a line for each guest and for the seats that are free."""
    lines = len(party.guests) + (party.free > 0)
    height = max(_TOP + lines * _LINE + 24, _LEAST)
    mood = colours_of(theme).mood(_MOOD)
    canvas = Canvas(landscape(theme, WIDTH, height, height - 60, mood).copy())
    _draw_heap(canvas, theme, height)
    middle = (_LEFT + _RIGHT) // 2
    title = words.say("Dice Miner")
    size = size_that_fits(title, Weight.BLACK, (104, 92, 80, 68), _RIGHT - _LEFT)
    canvas.text(middle, 78, title, size, theme.cream, weight=Weight.BLACK, anchor="mm",
                room=_RIGHT - _LEFT, outline=(6, theme.shade))  # fmt: skip
    y = _TOP + (height - 24 - _TOP - lines * _LINE) // 2
    for seat in range(len(party.guests)):
        _draw_guest(canvas, theme, y, party, seat, words)
        y += _LINE
    if party.free:
        _draw_free(canvas, theme, y, party.free, words)
    data = encode(canvas.image, theme_palette(theme, _MOOD))
    return Picture(data, *canvas.image.size, cut(invitation_facts(party, words)))


def invitation_facts(party: Party, words: Words) -> tuple[str, ...]:
    """The invitation as sentences: who is in, awaited, or declined, and how many seats are free."""
    return (words.say("An invitation to Dice Miner."), *party.facts(words))


def _draw_heap(canvas: Canvas, theme: Theme, height: int) -> None:
    """Three rows of dice that stand on the ground; the one on top may be taken."""
    half = _STEP // 2
    top = height - 40 - (len(_HEAP) + 1) * half
    for row, dice in enumerate(_HEAP):
        for place, (kind, face) in enumerate(dice):
            cell = Cell(_STEP, Lit.IDLE if row else Lit.TOP, kind, face)
            x = _HEAP_MIDDLE + (2 * place - row) * half
            y = top + (row + 1) * half
            canvas.tile(cell, partial(paint_cell, theme, cell), cell_mask(_STEP), x, y)


def _draw_guest(
    canvas: Canvas, theme: Theme, y: int, party: Party, seat: int, words: Words
) -> None:
    guest = party.guests[seat]
    box = (_LEFT, y, _RIGHT, y + _LINE - 14)
    middle = y + (_LINE - 14) // 2
    plays = guest.answer is Answer.IN
    canvas.shadow(box, 18, theme.shade)
    canvas.panel(box, 18, theme.paper if plays else theme.paper_dim,
                 theme.gold if plays else theme.paper_edge, 5)  # fmt: skip
    x = _LEFT + 28
    if guest.player.computer:
        canvas.sprite(computer(theme, 42, theme.ink_soft), x + 21, middle)
        x += 58
    name = drawn_name(words, party.players, seat)
    room = _RIGHT - 92 - x
    size = size_that_fits(name, Weight.BOLD, (52, 46, 40, 36, 34), room)
    ink = theme.ink if guest.answer is not Answer.DECLINED else theme.ink_soft
    canvas.text(x, middle - 1, name, size, ink, room=room)
    canvas.sprite(_mark(theme, 54, guest.answer), _RIGHT - 50, middle)


def _draw_free(canvas: Canvas, theme: Theme, y: int, free: int, words: Words) -> None:
    box = (_LEFT, y, _RIGHT, y + _LINE - 14)
    canvas.panel(box, 18, theme.plate)
    text = words.count("{count} seat is free", "{count} seats are free", free)
    middle = (_LEFT + _RIGHT) // 2
    size = size_that_fits(text, Weight.BOLD, (46, 40, 36), _RIGHT - _LEFT - 40)
    canvas.text(middle, y + (_LINE - 14) // 2 - 1, text, size, theme.lamp, anchor="mm",
                room=_RIGHT - _LEFT - 40)  # fmt: skip


@lru_cache(maxsize=16)
def _mark(theme: Theme, size: int, answer: Answer) -> Image.Image:
    """A tick, three dots or a cross, each on a disc of its colour."""

    def draw(image: ImageDraw.ImageDraw, scale: float) -> None:
        pen = Pen(image, 0, 0, size * scale)
        match answer:
            case Answer.IN:
                pen.oval((0, 0, 1, 1), theme.good)
                pen.path(((0.25, 0.53), (0.44, 0.72), (0.76, 0.31)), theme.cream, 0.13)
            case Answer.AWAITED:
                pen.oval((0, 0, 1, 1), theme.ink_soft)
                for x in (0.28, 0.5, 0.72):
                    pen.oval((x - 0.08, 0.42, x + 0.08, 0.58), theme.cream)
            case Answer.DECLINED:
                pen.oval((0, 0, 1, 1), theme.bad)
                pen.path(((0.31, 0.31), (0.69, 0.69)), theme.cream, 0.13)
                pen.path(((0.69, 0.31), (0.31, 0.69)), theme.cream, 0.13)

    return smooth(size, size, draw)
