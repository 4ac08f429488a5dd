"""A leaderboard: one line per player, with medals for the first three places."""

from dataclasses import dataclass
from typing import NamedTuple

from render.canvas import Canvas, size_that_fits, text_width
from render.charts.titles import (
    EDGE,
    LEAST,
    NOBODY,
    TOP,
    WIDTH,
    draw_nobody,
    draw_notes,
    nobody,
    note_rows,
)
from render.encode import as_picture
from render.game_pictures import Chart, GamePictures
from render.names import drawn_alone, plain_alone
from render.ornaments import crown, medal
from render.picture import Picture
from render.theme import USUAL, Theme
from render.typography.fonts import Weight
from texts import Words

MOST = 10
_FEW = 5
_LINE, _TIGHT = 88, 66
"""The height of a line on a page with few lines, and with many."""
_FOOT, _BELOW = 66, 34
_NOTE = 44
"""The height of a further row of notes."""
_DETAIL = 380


class Leader(NamedTuple):
    place: int
    """Counted from 1; tied players share a place."""
    name: str
    figure: str
    detail: str
    you: bool = False


@dataclass(frozen=True, slots=True)
class Page:
    title: str
    subtitle: str = ""
    lines: tuple[Leader, ...] = ()
    """At most MOST, in order."""
    own: Leader | None = None
    """The reader's line if it is on another page."""
    notes: tuple[str, ...] = ()
    first_decides: bool = True
    """Whether one match is enough for a line."""


def draw_leaderboard(
    page: Page, pictures: GamePictures, words: Words, theme: Theme = USUAL
) -> Picture:
    shown = page.lines[:MOST]
    many = len(shown) > _FEW
    line_height = _TIGHT if many else _LINE
    lines = len(shown) * line_height + (line_height + 14 if page.own is not None else 0)
    rows = max(len(note_rows(page.notes)) - 1, 0)
    foot = _FOOT + rows * _NOTE
    height = TOP + (lines if shown else NOBODY) + (foot + 10 if page.notes else _BELOW)
    backdrop = pictures.backdrop(Chart.LEADERBOARD, WIDTH, height, theme)
    canvas = Canvas(backdrop.image)
    canvas.sprite(crown(theme, 84), 84, 84)
    size = size_that_fits(page.title, Weight.BLACK, (64, 56, 48, 40), WIDTH - 190)
    canvas.text(144, 62, page.title, size, theme.cream, weight=Weight.BLACK, room=WIDTH - 184,
                outline=(5, theme.shade))  # fmt: skip
    canvas.text(146, 122, page.subtitle, (38, 35, 32), theme.lamp, room=WIDTH - 186,
                outline=(4, theme.shade))  # fmt: skip
    if not shown:
        draw_nobody(canvas, theme, nobody(words, first_decides=page.first_decides), TOP)
    for number, leader in enumerate(shown):
        y = TOP + number * line_height
        _draw_line(canvas, theme, (EDGE, y, WIDTH - EDGE, y + line_height - 8), leader, words)
    if page.own is not None:
        y = TOP + len(shown) * line_height + 14
        _draw_line(canvas, theme, (EDGE, y, WIDTH - EDGE, y + line_height - 8), page.own, words)
    if page.notes:
        canvas.panel((0, height - foot + 6, WIDTH, height), 0, theme.plate)
        draw_notes(canvas, theme, page.notes, height - foot + _FOOT // 2 + 2, _NOTE)
    return as_picture(canvas.image, leader_facts(page, words), backdrop.palette)


def leader_facts(page: Page, words: Words) -> tuple[str, ...]:
    heading = (f"{page.title}.", *([f"{page.subtitle}."] if page.subtitle else []))
    if not page.lines:
        return (*heading, nobody(words, first_decides=page.first_decides), *page.notes)
    own = () if page.own is None else (page.own,)
    return (*heading, *(_fact(line, words) for line in (*page.lines, *own)), *page.notes)


def _fact(line: Leader, words: Words) -> str:
    name = plain_alone(words, line.name)
    if not line.detail:
        return words.say(
            "Place {place}: {name}, {figure}.", place=line.place, name=name, figure=line.figure
        )
    return words.say(
        "Place {place}: {name}, {figure}, {detail}.",
        place=line.place,
        name=name,
        figure=line.figure,
        detail=line.detail,
    )


def _draw_line(
    canvas: Canvas, theme: Theme, box: tuple[int, int, int, int], leader: Leader, words: Words
) -> None:
    left, top, right, bottom = box
    height = bottom - top
    middle = (top + bottom) // 2
    paper = theme.paper if leader.you or leader.place <= 3 else theme.paper_dim
    canvas.card(
        box,
        16,
        theme,
        fill=paper,
        edge=theme.gold if leader.you else theme.paper_edge,
        line=5 if leader.you else 2,
        down=4,
    )
    size = round(height * (0.56 if height > _TIGHT else 0.66))
    if leader.place <= 3:
        canvas.sprite(medal(theme, round(height * 0.84), leader.place), left + 52, middle)
    canvas.text(left + 52, middle - 1, str(leader.place), size, theme.ink, weight=Weight.BLACK,
                anchor="mm")  # fmt: skip
    figures = 0.30 * (right - left)
    width = min(text_width(leader.figure, Weight.BLACK, size + 4), round(figures))
    canvas.text(right - 24, middle - 1, leader.figure, size + 4, theme.ink, weight=Weight.BLACK,
                anchor="rm", room=round(figures))  # fmt: skip
    small = max(round(size * 0.82), LEAST)
    detail = min(text_width(leader.detail, Weight.REGULAR, small), _DETAIL)
    canvas.text(right - 44 - width, middle, leader.detail, small, theme.ink_soft,
                weight=Weight.REGULAR, anchor="rm", room=_DETAIL)  # fmt: skip
    name = drawn_alone(words, leader.name)
    room = right - 64 - width - detail - left - 104
    canvas.text(left + 104, middle - 1, name, (size, size - 4, LEAST), theme.ink, room=room)
