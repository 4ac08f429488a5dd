"""The draft: the six hero cards with their faces, free or with whoever took them."""

from collections.abc import Sequence
from dataclasses import dataclass

from engine.games.dice_miner.content import Face, Hero, HeroName
from engine.games.dice_miner.observation import Observation
from render.canvas import Box, Canvas, size_that_fits
from render.fonts import Weight
from render.games.dice_miner.dice import DieKey, Form, Look, dice_atlas
from render.games.dice_miner.hoard import KIND_OF
from render.games.dice_miner.ornaments import seat_disc
from render.games.dice_miner.words import hero_gives, hero_name
from render.names import drawn_name
from render.players import Player
from render.theme import Theme
from texts import Words

_COLUMNS = 3
_GAP = 18
_DIE = 80
_DIE_TAKEN = 64


@dataclass(frozen=True, slots=True)
class Card:
    """One hero card."""

    hero: HeroName
    faces: tuple[Face, ...]
    taker: int | None
    """The seat that chose it."""


def draw_heroes(
    canvas: Canvas,
    theme: Theme,
    box: Box,
    view: Observation,
    heroes: Sequence[Hero],
    players: Sequence[Player],
    words: Words,
) -> None:
    """Draw the cards of all heroes, in the order given, to fill the box."""
    left, top, right, bottom = box
    takers = {seat.hero: seat.seat for seat in view.seats if seat.hero is not None}
    rows = -(-len(heroes) // _COLUMNS)
    width = (right - left - _GAP * (_COLUMNS - 1)) // _COLUMNS
    height = (bottom - top - _GAP * (rows - 1)) // rows
    for index, hero in enumerate(heroes):
        x = left + index % _COLUMNS * (width + _GAP)
        y = top + index // _COLUMNS * (height + _GAP)
        card = Card(hero.name, hero.faces, takers.get(hero.name))
        _draw_card(canvas, theme, (x, y, x + width, y + height), card, players, words)


def all_heroes(view: Observation, heroes: Sequence[Hero]) -> tuple[Hero, ...]:
    """Every hero of the draft: those given, else those seen, of whom the free ones lack faces."""
    if heroes:
        return tuple(heroes)
    taken = (
        Hero(seat.hero, tuple(entry.face for entry in seat.hero_faces))
        for seat in view.seats
        if seat.hero is not None
    )
    return (*taken, *(Hero(name, ()) for name in view.free_heroes))


def _draw_card(
    canvas: Canvas, theme: Theme, box: Box, card: Card, players: Sequence[Player], words: Words
) -> None:
    left, top, right, bottom = box
    free = card.taker is None
    canvas.shadow(box, 20, theme.shade)
    canvas.panel(
        box,
        20,
        theme.paper if free else theme.paper_dim,
        theme.gold if free else theme.paper_edge,
        5,
    )
    middle = (left + right) // 2
    room = right - left - 32
    name = hero_name(words, card.hero)
    size = size_that_fits(name, Weight.BLACK, (44, 40, 36), room)
    ink = theme.ink if free else theme.ink_soft
    canvas.text(
        middle,
        top + (38 if free else 34),
        name,
        size,
        ink,
        weight=Weight.BLACK,
        anchor="mm",
        room=room,
    )
    die = _DIE if free else _DIE_TAKEN
    atlas = dice_atlas(theme, Form.FLAT, die)
    pitch = die + 20
    look = Look.PLAIN if free else Look.SPENT
    x = middle - (len(card.faces) - 1) * pitch // 2
    y = top + (109 if free else 98)
    for face in card.faces:
        canvas.sprite(
            atlas.get(DieKey(KIND_OF[face.symbol], face, look)),
            x,
            y,
            theme.paper if free else theme.paper_dim,
        )
        x += pitch
    if free and card.faces:
        gives = hero_gives(words, card.faces)
        small = size_that_fits(gives, Weight.REGULAR, (30, 27, 24), room)
        canvas.text(middle, bottom - 30, gives, small, theme.ink_soft,
                    weight=Weight.REGULAR, anchor="mm", room=room)  # fmt: skip
    if card.taker is not None:
        _draw_taker(
            canvas, theme, (left, bottom - 60, right, bottom - 8), card.taker, players, words
        )


def _draw_taker(
    canvas: Canvas, theme: Theme, box: Box, seat: int, players: Sequence[Player], words: Words
) -> None:
    left, top, right, bottom = box
    colour = theme.seats[seat % len(theme.seats)]
    y = (top + bottom) // 2 - 2
    canvas.panel((left + 14, top, right - 14, bottom - 4), 14, colour)
    canvas.sprite(seat_disc(theme, 40, theme.shade), left + 40, y)
    canvas.text(left + 40, y - 1, str(seat + 1), 28, theme.cream, weight=Weight.BLACK, anchor="mm")
    name = drawn_name(words, players, seat)
    room = right - left - 100
    size = size_that_fits(name, Weight.BOLD, (34, 30), room)
    canvas.text(left + 68, y - 1, name, size, theme.cream, room=room)
