"""The draft: the hero cards with their faces, free or with the player who took them."""

from collections.abc import Sequence

from engine.games.dice_miner.content import Hero
from engine.games.dice_miner.observation import Observation
from render.canvas import Box, Canvas, evenly, size_that_fits, wrapped
from render.games.dice_miner.dice import DieForm, DieKey, DieLook, die_sprite
from render.games.dice_miner.hoard import KIND_OF
from render.games.dice_miner.words import hero_gives, hero_name
from render.names import drawn_name
from render.ornaments import draw_disc
from render.players import Player
from render.theme import Theme
from render.typography.fonts import Weight
from texts import Words

_COLUMNS = 3
_GAP = 18
_CARD = 266
_DIE = 92
_PAD = 14
_NAMES = (48, 44, 40, 36)
_CAPTIONS = (40, 38, 36, 34, 32)


def heroes_height(count: int) -> int:
    rows = -(-count // _COLUMNS)
    return rows * _CARD + (rows - 1) * _GAP


def draw_heroes(
    canvas: Canvas,
    theme: Theme,
    left: int,
    top: int,
    right: int,
    view: Observation,
    heroes: Sequence[Hero],
    players: Sequence[Player],
    words: Words,
) -> None:
    takers = {seat.hero: seat.seat for seat in view.seats if seat.hero is not None}
    width = (right - left - _GAP * (_COLUMNS - 1)) // _COLUMNS
    sizes = _sizes(heroes, width - 2 * _PAD, words)
    for index, hero in enumerate(heroes):
        x = left + index % _COLUMNS * (width + _GAP)
        y = top + index // _COLUMNS * (_CARD + _GAP)
        box, taker = (x, y, x + width, y + _CARD), takers.get(hero.name)
        _draw_card(canvas, theme, box, hero, taker, sizes, players, words)


def _sizes(heroes: Sequence[Hero], room: int, words: Words) -> tuple[int, int]:
    """Return the sizes of names and captions that fit on all cards."""
    names = [hero_name(words, hero.name) for hero in heroes]
    gives = [hero_gives(words, hero.faces) for hero in heroes]
    return (
        min(size_that_fits(name, Weight.BLACK, _NAMES, room) for name in names),
        min(_caption_size(caption, room) for caption in gives),
    )


def _caption_size(caption: str, room: int) -> int:
    def whole(size: int) -> bool:
        lines = wrapped(caption, Weight.REGULAR, size, room, 2)
        return not any(line.endswith("…") for line in lines)

    return next((size for size in _CAPTIONS if whole(size)), _CAPTIONS[-1])


def all_heroes(view: Observation, heroes: Sequence[Hero]) -> tuple[Hero, ...]:
    """Return `heroes`, or if there are none, those of the view, which lacks the faces of free
    heroes.
    """
    if heroes:
        return tuple(heroes)
    taken = (
        Hero(seat.hero, tuple(entry.face for entry in seat.hero_faces))
        for seat in view.seats
        if seat.hero is not None
    )
    return (*taken, *(Hero(name, ()) for name in view.free_heroes))


def _draw_card(
    canvas: Canvas,
    theme: Theme,
    box: Box,
    hero: Hero,
    taker: int | None,
    sizes: tuple[int, int],
    players: Sequence[Player],
    words: Words,
) -> None:
    left, top, right, _bottom = box
    name_size, caption_size = sizes
    free = taker is None
    paper = theme.paper if free else theme.paper_dim
    canvas.card(box, 20, theme, fill=paper, edge=theme.gold if free else theme.paper_edge, line=5)
    middle = (left + right) // 2
    room = right - left - 2 * _PAD
    ink = theme.ink if free else theme.ink_soft
    canvas.text(middle, top + 38, hero_name(words, hero.name), name_size, ink,
                weight=Weight.BLACK, anchor="mm", room=room)  # fmt: skip
    pitch = _DIE + 16
    look = DieLook.PLAIN if free else DieLook.SPENT
    x = middle - (len(hero.faces) - 1) * pitch // 2
    for face in hero.faces:
        die = DieKey(KIND_OF[face.symbol], face, look)
        canvas.sprite(die_sprite(theme, DieForm.FLAT, _DIE, die), x, top + 117, paper)
        x += pitch
    y = top + 211
    if taker is not None:
        _draw_taker(canvas, theme, (left, y - 31, right, y + 31), taker, players, words)
        return
    pitch = round(caption_size * 1.1)
    lines = evenly(hero_gives(words, hero.faces), Weight.REGULAR, caption_size, room)
    for number, line in enumerate(lines):
        at = y + round((number - (len(lines) - 1) / 2) * pitch)
        canvas.text(middle, at, line, caption_size, theme.ink,
                    weight=Weight.REGULAR, anchor="mm", room=room)  # fmt: skip


def _draw_taker(
    canvas: Canvas, theme: Theme, box: Box, seat: int, players: Sequence[Player], words: Words
) -> None:
    left, top, right, bottom = box
    colour = theme.seat(seat)
    y = (top + bottom) // 2 - 2
    canvas.panel((left + 14, top, right - 14, bottom - 4), 14, colour)
    draw_disc(canvas, theme, left + 44, y, 46, theme.shade, str(seat + 1), 34)
    name = drawn_name(words, players, seat)
    room = right - left - 100
    canvas.text(left + 76, y - 1, name, (42, 38, 34), theme.cream, room=room)
