"""The end of a match that stopped before its rules decided it: the winner, and the reason."""

from collections.abc import Sequence
from typing import NamedTuple

from engine.core.types import Seat
from render.canvas import Canvas, size_that_fits
from render.charts.titles import WIDTH
from render.encode import as_picture
from render.game_pictures import Chart, GamePictures
from render.memory import remembered
from render.names import drawn_name, plain_name
from render.ornaments import computer, crown, draw_remark, draw_seat
from render.picture import Picture
from render.players import Player
from render.theme import USUAL, Theme
from render.typography.fonts import Weight
from texts import Words

_LINE = 92
_TOP = 330
_DASH = "–"
"""Replaces the points, which do not count."""


class EarlyEnd(NamedTuple):
    title: str
    reason: str = ""
    places: tuple[int, ...] = ()
    """The place of each seat, from 1; () without a result."""


@remembered
def draw_early_end(
    end: EarlyEnd,
    players: Sequence[Player],
    pictures: GamePictures,
    words: Words,
    theme: Theme = USUAL,
) -> Picture:
    height = _TOP + _LINE * len(players) + 30
    backdrop = pictures.backdrop(Chart.CHAMPION, WIDTH, height, theme)
    canvas, middle = Canvas(backdrop.image), WIDTH // 2
    if end.places:
        canvas.sprite(crown(theme, 130), middle, 84)
    sizes = (92, 80, 68, 56, 48)
    size = size_that_fits(end.title, Weight.BLACK, sizes, WIDTH - 80)
    canvas.text(middle, 196, end.title, size, theme.cream, weight=Weight.BLACK, anchor="mm",
                room=WIDTH - 60, outline=(5, theme.shade))  # fmt: skip
    draw_remark(canvas, theme, end.reason, 274, WIDTH)
    for number, seat in enumerate(_order(end, players)):
        _draw_line(canvas, theme, _TOP + number * _LINE, end, seat, players, words)
    return as_picture(canvas.image, early_end_facts(end, players, words), backdrop.palette)


def early_end_facts(end: EarlyEnd, players: Sequence[Player], words: Words) -> tuple[str, ...]:
    title = end.title if end.title.endswith("!") else f"{end.title}."
    facts = [title, *([f"{end.reason}."] if end.reason else [])]
    if end.places:
        facts += [
            words.say(
                "Place {place}: {name}.",
                place=end.places[seat],
                name=plain_name(words, players, seat),
            )
            for seat in _order(end, players)
        ]
    return tuple(facts)


def _order(end: EarlyEnd, players: Sequence[Player]) -> list[Seat]:
    seats = range(len(players))
    return sorted(seats, key=lambda seat: end.places[seat] if end.places else seat)


def _draw_line(
    canvas: Canvas,
    theme: Theme,
    y: int,
    end: EarlyEnd,
    seat: Seat,
    players: Sequence[Player],
    words: Words,
) -> None:
    left, right = 60, WIDTH - 60
    middle = y + (_LINE - 12) // 2
    place = end.places[seat] if end.places else None
    canvas.card(
        (left, y, right, y + _LINE - 12),
        18,
        theme,
        fill=theme.paper if place == 1 else theme.paper_dim,
        edge=theme.gold if place == 1 else theme.paper_edge,
        line=5,
    )
    canvas.text(left + 50, middle - 1, str(place or ""), 54, theme.ink_soft,
                weight=Weight.BLACK, anchor="mm")  # fmt: skip
    draw_seat(canvas, theme, seat, left + 122, middle, 56, 40)
    x = left + 164
    if players[seat].computer:
        canvas.sprite(computer(theme, 40, theme.ink_soft), x + 20, middle)
        x += 52
    name = drawn_name(words, players, seat)
    canvas.text(x, middle - 1, name, (50, 44, 38), theme.ink, room=right - 100 - x)
    canvas.text(right - 32, middle - 1, _DASH, 60, theme.ink, weight=Weight.BLACK,
                anchor="rm")  # fmt: skip
