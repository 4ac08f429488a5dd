"""Points as a table: a column per player, and a line for each part of a round's score."""

from collections.abc import Sequence
from typing import NamedTuple

from engine.games.dice_miner.content import Symbol
from engine.games.dice_miner.observation import Observation
from render.canvas import Box, Canvas, evenly, size_that_fits, text_width, wrapped
from render.games.dice_miner.ornaments import icon, tunnel_icon
from render.names import drawn_name
from render.ornaments import crown, draw_seat
from render.players import Player
from render.theme import Theme, mix
from render.typography.fonts import Weight
from render.words import signed
from texts import Words

HEAD = 76
HIGH_HEAD = 136
_LABELS = 0.29
_NARROW = 0.25
_FEW = 3
_WIDE = 300
_DISC = 44
_NAME = (38, 36, 34)
_LOW_NAME = (*_NAME, 32, 30)
TIEBREAKS_SHOWN = 4


class ScoreRow(NamedTuple):
    label: str
    cells: tuple[str, ...]
    symbol: Symbol | None = None
    heavy: bool = False
    best: bool = False


def round_lines(words: Words, view: Observation, number: int) -> list[ScoreRow]:
    title = words.say("Round {number}", number=number + 1)
    scores = view.scored[number].scores
    return [
        ScoreRow(words.say("Tunnels"), tuple(signed(s.tunnels) for s in scores), Symbol.TUNNEL),
        ScoreRow(words.say("Treasure"), tuple(signed(s.treasure) for s in scores), Symbol.GEM),
        ScoreRow(words.say("Hazards"), tuple(signed(s.hazards) for s in scores), Symbol.DRAGON),
        ScoreRow(title, tuple(signed(s.total) for s in scores), heavy=True),
    ]


def tiebreak_lines(words: Words, view: Observation) -> list[ScoreRow]:
    lines = []
    for number, tiebreak in enumerate(view.tiebreaks):
        scores = {s: score.total for s, score in zip(tiebreak.seats, tiebreak.scores, strict=True)}
        cells = tuple(
            signed(scores[seat.seat]) if seat.seat in scores else "–" for seat in view.seats
        )
        lines.append(
            ScoreRow(words.say("Tie-break {number}", number=number + 1), cells, heavy=True)
        )
    return lines[-TIEBREAKS_SHOWN:]


def points_line(words: Words, view: Observation) -> ScoreRow:
    return ScoreRow(
        words.say("Points"), tuple(signed(s.points) for s in view.seats), None, True, True
    )


def head_of(width: int, view: Observation, players: Sequence[Player], words: Words) -> int:
    column = _column(width, len(view.seats))
    room = column - _aside(column) - _DISC - 22
    fits = all(
        text_width(drawn_name(words, players, seat.seat), Weight.BOLD, _NAME[-1])
        <= room - (42 if seat.seat in view.winners else 0)
        for seat in view.seats
    )
    return HEAD if fits else HIGH_HEAD


def _labels(width: int, seats: int) -> int:
    return round(width * (_LABELS if seats <= _FEW else _NARROW))


def _column(width: int, seats: int) -> int:
    return (width - _labels(width, seats) - 12) // seats


def _aside(column: int) -> int:
    return max(column - _WIDE, 0) // 2


def height_of(lines: Sequence[ScoreRow], each: int, head: int = HEAD) -> int:
    return head + len(lines) * each + 12


def draw_table(
    canvas: Canvas,
    theme: Theme,
    box: Box,
    each: int,
    lines: Sequence[ScoreRow],
    view: Observation,
    players: Sequence[Player],
    words: Words,
    title: str = "",
) -> None:
    left, top, right, _bottom = box
    canvas.card(box, 20, theme, line=3)
    labels = _labels(right - left, len(view.seats))
    full_column = _column(right - left, len(view.seats))
    column = full_column - _aside(full_column)
    head = head_of(right - left, view, players, words)
    starts = [
        left + labels + seat * full_column + _aside(full_column) for seat in range(len(view.seats))
    ]
    for seat, x in enumerate(starts):
        _draw_name(canvas, theme, (x, top, column, head), seat, view, players, words)
    _draw_title(canvas, theme, (left + 26, top + head // 2 + 3, labels - 36), title)
    y = top + head
    for line in lines:
        _draw_line(canvas, theme, (left, y, right, y + each), line, starts, column)
        y += each


def _draw_title(canvas: Canvas, theme: Theme, place: tuple[int, int, int], title: str) -> None:
    x, y, room = place
    size = size_that_fits(title, Weight.BLACK, (44, 40), room)
    lines = evenly(title, Weight.BLACK, size, room)
    for number, line in enumerate(lines):
        middle = y + round((number - (len(lines) - 1) / 2) * size)
        canvas.text(x, middle, line, size, theme.ink, weight=Weight.BLACK, room=room)


def _draw_name(
    canvas: Canvas,
    theme: Theme,
    place: tuple[int, int, int, int],
    seat: int,
    view: Observation,
    players: Sequence[Player],
    words: Words,
) -> None:
    x, top, column, head = place
    disc = _DISC
    wins = seat in view.winners
    name = drawn_name(words, players, seat)
    if head == HIGH_HEAD:
        _draw_low_name(canvas, theme, (x, top + 64, column - 10), name)
        y, name = top + 35, ""
    else:
        y = top + head // 2 + 4
    room = column - disc - 22 - (42 if wins else 0)
    draw_seat(canvas, theme, seat, x + disc // 2, y, disc, 34)
    x += disc + 8
    if wins:
        canvas.sprite(crown(theme, 36), x + 18, y)
        x += 42
    canvas.text(x, y - 1, name, _NAME, theme.ink, room=room)


def _draw_low_name(canvas: Canvas, theme: Theme, place: tuple[int, int, int], name: str) -> None:
    x, top, room = place
    longest = max(name.split(), key=len, default="")
    size = size_that_fits(name, Weight.BOLD, _NAME, room)
    lines = wrapped(name, Weight.BOLD, size, room, 1)
    if lines and lines[0].endswith("…"):
        size = size_that_fits(longest, Weight.BOLD, _LOW_NAME, room)
        lines = wrapped(name, Weight.BOLD, size, room, 2)
    first = top + 34 - (len(lines) - 1) * 16
    for number, line in enumerate(lines):
        canvas.text(x, first + number * 32, line, size, theme.ink, room=room)


def _draw_line(
    canvas: Canvas, theme: Theme, box: Box, line: ScoreRow, starts: Sequence[int], column: int
) -> None:
    left, top, right, bottom = box
    middle = (top + bottom) // 2
    height = bottom - top
    size = min(round(height * 0.62), 38)
    if line.heavy:
        fill = theme.gold if line.best else mix(theme.paper_dim, theme.paper_edge, 0.25)
        canvas.panel((left + 10, top + 2, right - 10, bottom - 2), 10, fill)
    x = left + 28
    if line.symbol is not None:
        side = min(round(height * 0.62), 34)
        sprite = (
            tunnel_icon(theme, side)
            if line.symbol is Symbol.TUNNEL
            else icon(theme, line.symbol, side)
        )
        canvas.sprite(sprite, x + 17, middle)
        x += 48
    weight = Weight.BLACK if line.heavy else Weight.REGULAR
    room = starts[0] - x - 10
    canvas.text(x, middle - 1, line.label, (size, size - 2, 34, 32), theme.ink, weight=weight,
                room=room)  # fmt: skip
    for start, cell in zip(starts, line.cells, strict=True):
        colour = theme.bad if cell.startswith("−") else theme.ink
        canvas.text(start + min(column // 2, 130), middle - 1, cell, size + 2, colour,
                    weight=Weight.BLACK if line.heavy else Weight.BOLD, anchor="rm")  # fmt: skip
