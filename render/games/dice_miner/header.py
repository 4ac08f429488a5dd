"""The upper edge: round and phase on the left; the last move and whose turn it is on the right."""

from collections.abc import Sequence

from engine.core.types import Seat
from engine.games.dice_miner.observation import Observation, Phase
from render.canvas import Box, Canvas, size_that_fits, wrapped
from render.fonts import Weight
from render.games.dice_miner.last import Last, last_words
from render.games.dice_miner.ornaments import crown, seat_disc
from render.games.dice_miner.words import phase_name, round_name
from render.names import drawn_name
from render.players import Player
from render.theme import RGB, Theme
from texts import Words

CORNER = 322
"""Width of a corner's plate: what the mountain leaves free beside its top."""
_EDGE = 16
_PAD = 16
_TURN = 68
"""Height of the plate with whose turn it is."""
_HIGH = 122
"""Height of the other plates."""
_LAST = 28
_LINE = round(_LAST * 1.15)


def draw_header(
    canvas: Canvas,
    theme: Theme,
    view: Observation,
    players: Sequence[Player],
    words: Words,
    last: Last | None,
) -> None:
    """Draw the plates. The last move is below the turn beside a mountain, else left of it."""
    _draw_phase(canvas, theme, view, words)
    seats = view.winners or view.to_act
    left = canvas.width - _EDGE - CORNER
    text = "" if last is None else last_words(words, last, _drawn(words, players))
    if view.mountain:
        lines = wrapped(text, Weight.REGULAR, _LAST, CORNER - 2 * _PAD, 4)
        bottom = _EDGE + (_TURN if seats else 0) + len(lines) * _LINE + 18
        if lines:
            canvas.panel((left, _EDGE, left + CORNER, bottom), 18, _plate(theme))
        _draw_lines(canvas, theme, left + _PAD, bottom - len(lines) * _LINE - 10, lines)
    elif text:
        box = (_EDGE + CORNER + 14, _EDGE, left - 14, _EDGE + _HIGH)
        room = box[2] - box[0] - 2 * _PAD
        canvas.panel(box, 18, _plate(theme))
        for size in (36, 32, _LAST):
            lines = wrapped(text, Weight.REGULAR, size, room, 3 if size == _LAST else 2)
            if not lines[-1].endswith("…"):
                break
        top = (box[1] + box[3] - len(lines) * round(size * 1.15)) // 2
        _draw_lines(canvas, theme, box[0] + _PAD, top, lines, size)
    if seats:
        tall = _TURN if view.mountain else _HIGH
        box = (left, _EDGE, left + CORNER, _EDGE + tall)
        _draw_turn(canvas, theme, box, seats, view, players, words)


def _plate(theme: Theme) -> RGB:
    return theme.plate


def _drawn(words: Words, players: Sequence[Player]) -> tuple[Player, ...]:
    """The players under the names that the font can draw."""
    return tuple(
        Player(drawn_name(words, players, seat), player.computer)
        for seat, player in enumerate(players)
    )


def _draw_phase(canvas: Canvas, theme: Theme, view: Observation, words: Words) -> None:
    alone = view.phase in (Phase.SETUP, Phase.FINISHED)
    x, top = _EDGE + _PAD, _EDGE
    room = CORNER - 2 * _PAD
    canvas.panel((_EDGE, top, _EDGE + CORNER, top + _HIGH), 18, _plate(theme))
    title = phase_name(words, view)
    size = size_that_fits(title, Weight.BLACK, (52, 46, 40, 34), room)
    if alone:
        lines = wrapped(title, Weight.BLACK, size, room, 2)
        y = top + _HIGH // 2 - 1 - (len(lines) - 1) * size // 2
        for line in lines:
            canvas.text(x, y, line, size, theme.cream, weight=Weight.BLACK)
            y += size
        return
    number = round_name(words, view)
    small = size_that_fits(number, Weight.BOLD, (38, 34, 30), room)
    canvas.text(x, top + 34, number, small, theme.lamp, room=room)
    canvas.text(x, top + 82, title, size, theme.cream, weight=Weight.BLACK, room=room)


def _draw_lines(
    canvas: Canvas, theme: Theme, x: int, top: int, lines: Sequence[str], size: int = _LAST
) -> None:
    pitch = round(size * 1.15)
    for number, line in enumerate(lines):
        y = top + number * pitch + pitch // 2
        canvas.text(x, y, line, size, theme.cream, weight=Weight.REGULAR)


def _draw_turn(
    canvas: Canvas,
    theme: Theme,
    box: Box,
    seats: Sequence[Seat],
    view: Observation,
    players: Sequence[Player],
    words: Words,
) -> None:
    """Who is to act, or who won."""
    left, top, right, bottom = box
    canvas.panel(box, 18, theme.gold)
    middle = (top + bottom) // 2
    x = left + 12
    if view.winners:
        canvas.panel((left + 10, middle - 27, left + 66, middle + 27), 14, _plate(theme))
        canvas.sprite(crown(theme, 44), left + 38, middle - 1)
        x += 62
    for seat in seats:
        colour = theme.seats[seat % len(theme.seats)]
        canvas.sprite(seat_disc(theme, 46, colour), x + 23, middle)
        canvas.text(
            x + 23, middle - 1, str(seat + 1), 34, theme.cream, weight=Weight.BLACK, anchor="mm"
        )
        x += 52
    x += 4
    room = right - x - 12
    title = words.listed(drawn_name(words, players, seat) for seat in seats)
    size = size_that_fits(title, Weight.BLACK, (42, 38, 34, 30), room)
    lines = wrapped(title, Weight.BLACK, size, room, 1 if len(seats) == 1 else 2)
    if len(seats) > 1 and any(line.endswith("…") for line in lines):
        # The discs say it as well, and names that small can't be read on a phone.
        return
    first = middle - 1 - (len(lines) - 1) * (size + 4) // 2
    for number, line in enumerate(lines):
        canvas.text(x, first + number * (size + 4), line, size, theme.shade, weight=Weight.BLACK)
