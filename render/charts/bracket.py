"""A knockout bracket: its data, its alt text, and its picture.

The picture has a column of tables for each round, joined by lines.
"""

from dataclasses import dataclass
from enum import Enum
from functools import lru_cache
from typing import NamedTuple

from PIL import Image

from render.canvas import Box, Canvas, text_width
from render.charts.titles import LEAST, SIGN, TOP, WIDTH, draw_titles, oblong
from render.encode import as_picture
from render.game_pictures import Chart, GamePictures
from render.names import drawn_alone, plain_alone, plain_title
from render.ornaments import crown, cup
from render.pen import Pen, pen_sprite
from render.picture import Picture
from render.theme import USUAL, Theme
from render.typography.fonts import Weight
from texts import Words

MOST_ROUNDS = 4
MOST_TABLES = 8
MOST_SEATS = 4


class TableState(Enum):
    WAITING = "waiting"
    RUNNING = "running"
    OVER = "over"


class BracketSeat(NamedTuple):
    name: str = ""
    """"" until the player is decided."""
    score: str = ""
    goes_on: bool | None = None
    """Whether the player advances to the next round, or has won the final; None if undecided."""
    bye: bool = False
    """Whether the seat stays empty, so that the other players advance without playing."""


class BracketTable(NamedTuple):
    seats: tuple[BracketSeat, ...]
    """1 to MOST_SEATS."""
    state: TableState = TableState.WAITING
    note: str = ""


class BracketRound(NamedTuple):
    name: str
    tables: tuple[BracketTable, ...]
    """From top to bottom; 1 to MOST_TABLES.

    If all tables have two seats, tables 2n and 2n + 1 lead to table n in the next round.
    """


class Bracket(NamedTuple):
    title: str
    subtitle: str
    rounds: tuple[BracketRound, ...]
    """1 to MOST_ROUNDS, in order."""
    final: bool = True


def seat_words(seat: BracketSeat, words: Words) -> str:
    if seat.bye:
        # Translators: In a bracket, in place of an opponent: a round off, which counts as a win.
        return words.say("bye")
    if not seat.name:
        # Translators: In a bracket, in place of a player who has yet to win a match.
        return words.say("to be decided")
    return ""


def bracket_facts(bracket: Bracket, words: Words) -> tuple[str, ...]:
    facts = [f"{plain_title(words, bracket.title)}."]
    if bracket.subtitle:
        facts.append(f"{bracket.subtitle}.")
    rounds = bracket.rounds[:MOST_ROUNDS]
    for number, round_ in enumerate(rounds, 1):
        decides = bracket.final and number == len(rounds)
        facts += [
            _table_fact(round_.name, table, words, decides=decides)
            for table in round_.tables[:MOST_TABLES]
            if any(seat.name for seat in table.seats)
        ]
    return tuple(facts)


def _table_fact(name: str, table: BracketTable, words: Words, *, decides: bool) -> str:
    seats = table.seats[:MOST_SEATS]
    seated = ", ".join(_seat_fact(seat, words) for seat in seats)
    if table.note:
        seated = f"{seated} ({table.note})"
    through = [plain_alone(words, seat.name) for seat in seats if seat.goes_on and seat.name]
    match table.state:
        case TableState.WAITING:
            return words.say("{round}: {seats}.", round=name, seats=seated)
        case TableState.RUNNING:
            return words.say("{round}: {seats}; being played.", round=name, seats=seated)
        case TableState.OVER if not through:
            return words.say("{round}: {seats}; over.", round=name, seats=seated)
        case TableState.OVER if decides:
            return words.say(
                "{round}: {seats}; won by {winners}.",
                round=name,
                seats=seated,
                winners=words.listed(through),
            )
        case TableState.OVER:
            return words.count(
                "{round}: {seats}; {winners} goes on.",
                "{round}: {seats}; {winners} go on.",
                len(through),
                round=name,
                seats=seated,
                winners=words.listed(through),
            )


def _seat_fact(seat: BracketSeat, words: Words) -> str:
    name = seat_words(seat, words) or plain_alone(words, seat.name)
    return f"{name} {seat.score}" if seat.score else name


_EDGE = 28
_GAP = 32
_FIRST = 64
"""Extra width of the first of four columns, because all names appear there."""
_WIDEST = 560
_HEAD = 58
_SEAT = 52
_UNDER = 42
_NOTE = 44
_PAD = 6
_APART = 22
_PENNANT = 34
_BESIDE = 24
_WIDEST_SCORE = 130
_CROWN = 64


def draw_bracket(
    bracket: Bracket, pictures: GamePictures, words: Words, theme: Theme = USUAL
) -> Picture:
    rounds = bracket.rounds[:MOST_ROUNDS]
    columns = _columns(rounds)
    tables_height = max((_least_height(column) for column in columns), default=0)
    height = oblong(TOP + _HEAD + tables_height + 30)
    backdrop = pictures.backdrop(Chart.BRACKET, WIDTH, height, theme)
    canvas = Canvas(backdrop.image)
    draw_titles(canvas, theme, words, cup(theme, SIGN), bracket.title, bracket.subtitle)
    boxes = _table_boxes(columns, TOP + _HEAD, height - TOP - _HEAD - 30)
    for column_before, column_after, feeders, fed in zip(
        columns[:-1], columns[1:], boxes[:-1], boxes[1:], strict=True
    ):
        if _has_lines(column_before, column_after):
            _draw_lines(canvas, theme, feeders, fed)
    for column, placed in zip(columns, boxes, strict=True):
        _draw_head(canvas, theme, column)
        for table, box in zip(column.tables, placed, strict=True):
            last = bracket.final and column is columns[-1]
            _draw_table(canvas, theme, words, box, column, table, last=last)
    if bracket.final:
        _crown_winner(canvas, theme, columns, boxes)
    return as_picture(canvas.image, bracket_facts(bracket, words), backdrop.palette)


@dataclass(frozen=True, slots=True)
class _Column:
    name: str
    tables: tuple[BracketTable, ...]
    left: int
    right: int
    under: bool
    """Whether scores are below the names, which need the whole width of a narrow column."""

    def height(self, table: BracketTable) -> int:
        seats = sum(self.seat_height(seat) for seat in table.seats[:MOST_SEATS])
        return seats + (_NOTE if table.note else 0) + 2 * _PAD

    def seat_height(self, seat: BracketSeat) -> int:
        return _SEAT + (_UNDER if self.under and seat.score else 0)


def _columns(rounds: tuple[BracketRound, ...]) -> tuple[_Column, ...]:
    full = len(rounds) == MOST_ROUNDS
    room = WIDTH - 2 * _EDGE - (len(rounds) - 1) * _GAP - (_FIRST if full else 0)
    width = min(room // max(len(rounds), 1), _WIDEST)
    used = len(rounds) * (width + _GAP) - _GAP + (_FIRST if full else 0)
    left = (WIDTH - used) // 2
    columns: list[_Column] = []
    for number, round_ in enumerate(rounds):
        right = left + width + (_FIRST if full and number == 0 else 0)
        tables = round_.tables[:MOST_TABLES]
        under = full and number > 0 and all(len(table.seats) <= 2 for table in tables)
        columns.append(_Column(round_.name, tables, left, right, under=under))
        left = right + _GAP
    return tuple(columns)


def _least_height(column: _Column) -> int:
    tallest = max((column.height(table) for table in column.tables), default=0)
    return len(column.tables) * (tallest + _APART)


def _has_lines(before: _Column, after: _Column) -> bool:
    twos = all(len(table.seats) <= 2 for table in (*before.tables, *after.tables))
    return twos and len(after.tables) == (len(before.tables) + 1) // 2


def _table_boxes(columns: tuple[_Column, ...], top: int, height: int) -> list[list[Box]]:
    boxes: list[list[Box]] = []
    middles: list[int] = []
    for number, column in enumerate(columns):
        if number and _has_lines(columns[number - 1], column):
            pairs = [middles[at : at + 2] for at in range(0, len(middles), 2)]
            middles = [sum(pair) // len(pair) for pair in pairs]
        else:
            count = len(column.tables)
            middles = [top + height * (2 * at + 1) // (2 * count) for at in range(count)]
        placed: list[Box] = []
        for table, middle in zip(column.tables, middles, strict=True):
            table_height = column.height(table)
            above = middle - table_height // 2
            placed.append((column.left, above, column.right, above + table_height))
        boxes.append(placed)
    return boxes


def _draw_lines(canvas: Canvas, theme: Theme, feeders: list[Box], fed: list[Box]) -> None:
    strokes: list[Box] = []
    for number, box in enumerate(feeders):
        target = fed[number // 2]
        start, end = (box[1] + box[3]) // 2, (target[1] + target[3]) // 2
        turn = (box[2] + target[0]) // 2
        strokes.append((box[2] - 4, start - 2, turn + 2, start + 3))
        strokes.append((turn - 2, min(start, end) - 2, turn + 3, max(start, end) + 3))
        strokes.append((turn - 2, end - 2, target[0] + 4, end + 3))
    for left, top, right, bottom in strokes:
        canvas.panel((left - 3, top - 3, right + 3, bottom + 3), 0, theme.shade)
    for stroke in strokes:
        canvas.panel(stroke, 0, theme.lamp)


def _draw_head(canvas: Canvas, theme: Theme, column: _Column) -> None:
    canvas.panel((column.left, TOP, column.right, TOP + _HEAD - 8), 16, theme.plate)
    middle = (column.left + column.right) // 2
    canvas.text(middle, TOP + _HEAD // 2 - 5, column.name, (38, 36, LEAST), theme.lamp, anchor="mm",
                room=column.right - column.left - 16)  # fmt: skip


def _draw_table(
    canvas: Canvas,
    theme: Theme,
    words: Words,
    box: Box,
    column: _Column,
    table: BracketTable,
    *,
    last: bool,
) -> None:
    running = table.state is TableState.RUNNING
    waiting = table.state is TableState.WAITING
    canvas.card(
        box,
        14,
        theme,
        fill=theme.paper_dim if waiting else theme.paper,
        edge=theme.gold if running else theme.paper_edge,
        line=6 if running else 2,
    )
    left, top, right, _ = box
    y = top + _PAD
    for number, seat in enumerate(table.seats[:MOST_SEATS]):
        if number:
            canvas.panel((left + 12, y - 1, right - 12, y + 1), 0, theme.paper_edge)
        bottom = y + column.seat_height(seat)
        _draw_seat(canvas, theme, words, (left, y, right, bottom), seat, under=column.under)
        if seat.goes_on and seat.name and not last:
            canvas.sprite(_pennant(theme), right + 3, (y + bottom) // 2)
        y = bottom
    if table.note:
        canvas.text((left + right) // 2, y + _NOTE // 2 - 3, table.note, LEAST, theme.ink_soft,
                    weight=Weight.REGULAR, anchor="mm", room=right - left - 24)  # fmt: skip


def _draw_seat(
    canvas: Canvas, theme: Theme, words: Words, box: Box, seat: BracketSeat, *, under: bool
) -> None:
    left, top, right, bottom = box[0] + 14, box[1], box[2] - _BESIDE, box[3]
    out = seat.goes_on is False or not seat.name
    ink = theme.ink_soft if out else theme.ink
    weight = Weight.BLACK if seat.goes_on else Weight.REGULAR if out else Weight.BOLD
    room = right - left
    middle = top + _SEAT // 2 - 1
    if seat.score:
        lower = bottom - top - _SEAT
        score = middle + lower - (4 if lower else 0)
        canvas.text(right, score, seat.score, (40, 36, LEAST), ink, weight=weight, anchor="rm",
                    room=_WIDEST_SCORE)  # fmt: skip
        if not under:
            room -= min(text_width(seat.score, Weight.BLACK, 40), _WIDEST_SCORE) + 14
    name = seat_words(seat, words) or drawn_alone(words, seat.name)
    canvas.text(left, middle, name, (40, 36, LEAST), ink, weight=weight, room=room)


def _crown_winner(
    canvas: Canvas, theme: Theme, columns: tuple[_Column, ...], boxes: list[list[Box]]
) -> None:
    if not columns or len(columns[-1].tables) != 1:
        return
    (table,), ((left, top, right, _),) = columns[-1].tables, boxes[-1]
    if table.state is TableState.OVER and any(seat.goes_on for seat in table.seats):
        canvas.sprite(crown(theme, _CROWN), (left + right) // 2, top - _CROWN // 2 - 2)


@lru_cache(maxsize=6)
def _pennant(theme: Theme) -> Image.Image:
    def draw(pen: Pen) -> None:
        pen.shape(((0.1, 0.08), (0.92, 0.5), (0.1, 0.92)), theme.gold, theme.gold_edge, 0.09)

    return pen_sprite(_PENNANT, draw)
