"""The top of the board: round and phase on the left, last turn and current player on the right."""

from collections.abc import Sequence
from functools import partial

from engine.core.types import Seat
from engine.games.dice_miner.observation import Observation, Phase
from render.canvas import Box, Canvas, size_that_fits, wrapped
from render.games.dice_miner.last_turn import Last, last_words
from render.games.dice_miner.words import phase_name, round_name
from render.names import drawn_name
from render.ornaments import crown, draw_seat
from render.players import Player
from render.theme import Theme
from render.typography.clusters import clusters
from render.typography.fonts import Weight
from texts import Words

CORNER = 322
_EDGE = 16
_PAD = 16
_TURN = 62
_HIGH = 122
_LASTS = ((36, 3), (34, 3))
"""Sizes to try for the text of the last turn beside a mountain, each with its maximum number of
lines.
"""
_SMALLER = (34, 32, 30)
_WIDER = ((38, 2), (36, 2), (34, 3), (32, 3))
_BRIEF = 10
_TWO = 46
_ROWS = 2
_PITCH = 1.1


def draw_header(
    canvas: Canvas,
    theme: Theme,
    view: Observation,
    players: Sequence[Player],
    words: Words,
    last: Last | None,
    lines_beside: int,
) -> None:
    """Draw the plates; `lines_beside` is the number of lines that fit beside the mountain."""
    title = phase_name(words, view)
    alone = view.phase in (Phase.SETUP, Phase.FINISHED)
    number = "" if alone else round_name(words, view)
    canvas.part(("phase", title, number), partial(_draw_phase, canvas, theme, title, number))
    seats = view.winners or view.to_act
    left = canvas.width - _EDGE - CORNER
    text = "" if last is None else last_words(words, last, _with_drawn_names(words, players))
    if view.mountain:
        size, lines = _last_lines(text, CORNER - 2 * _PAD, _LASTS)
        if last is not None and lines and lines[-1].endswith("…"):
            text = last_words(words, last, _with_drawn_names(words, _with_short_names(players)))
            sizes = [*((size, lines_beside) for size in _SMALLER), (_SMALLER[-1], 4)]
            size, lines = _last_lines(text, CORNER - 2 * _PAD, sizes)
        height = len(lines) * round(size * _PITCH)
        bottom = _EDGE + (_TURN if seats else 0) + height + 16
        if lines:
            canvas.panel((left, _EDGE, left + CORNER, bottom), 18, theme.plate)
        _draw_lines(canvas, theme, left + _PAD, bottom - height - 9, lines, size)
    elif text:
        box = (_EDGE + CORNER + 14, _EDGE, left - 14, _EDGE + _HIGH)
        room = box[2] - box[0] - 2 * _PAD
        canvas.panel(box, 18, theme.plate)
        size, lines = _last_lines(text, room, _WIDER)
        top = (box[1] + box[3] - len(lines) * round(size * _PITCH)) // 2
        _draw_lines(canvas, theme, box[0] + _PAD, top, lines, size)
    if seats:
        height = _TURN if view.mountain else _HIGH
        box = (left, _EDGE, left + CORNER, _EDGE + height)
        names = tuple(drawn_name(words, players, seat) for seat in seats)
        # The ground behind the corners: the plate of the last turn, or the landscape.
        plated, won = bool(view.mountain and text), bool(view.winners)
        # The taller plate has room for a name on two lines.
        most = 2 if len(seats) == 1 and not view.mountain else 1
        canvas.part(
            ("turn", box, seats, names, won, most, plated),
            partial(_draw_turn, canvas, theme, box, seats, names, most, won=won),
        )


def _last_lines(
    text: str, room: int, sizes: Sequence[tuple[int, int]]
) -> tuple[int, tuple[str, ...]]:
    for size, most in sizes:
        lines = wrapped(text, Weight.REGULAR, size, room, most)
        if not lines or not lines[-1].endswith("…"):
            break
    return size, lines


def _with_drawn_names(words: Words, players: Sequence[Player]) -> tuple[Player, ...]:
    return tuple(
        Player(drawn_name(words, players, seat), player.computer)
        for seat, player in enumerate(players)
    )


def _with_short_names(players: Sequence[Player]) -> tuple[Player, ...]:
    short = []
    for player in players:
        letters = list(clusters("".join(player.name.split()[:1])))
        name = "".join(letters[:_BRIEF]) + "…" * (len(letters) > _BRIEF)
        short.append(Player(name, player.computer))
    return tuple(short)


def _draw_phase(canvas: Canvas, theme: Theme, title: str, number: str) -> None:
    x, top = _EDGE + _PAD, _EDGE
    room = CORNER - 2 * _PAD
    canvas.panel((_EDGE, top, _EDGE + CORNER, top + _HIGH), 18, theme.plate)
    size = size_that_fits(title, Weight.BLACK, (52, 46, 40, 34), room)
    if not number:
        if size < _TWO:
            size = size_that_fits(max(title.split(), key=len), Weight.BLACK, (_TWO, size), room)
        lines = wrapped(title, Weight.BLACK, size, room, 2)
        y = top + _HIGH // 2 - 1 - (len(lines) - 1) * size // 2
        for line in lines:
            canvas.text(x, y, line, size, theme.cream, weight=Weight.BLACK)
            y += size
        return
    canvas.text(x, top + 34, number, (38, 36, 34), theme.lamp, room=room)
    canvas.text(x, top + 82, title, size, theme.cream, weight=Weight.BLACK, room=room)


def _draw_lines(
    canvas: Canvas, theme: Theme, x: int, top: int, lines: Sequence[str], size: int
) -> None:
    pitch = round(size * _PITCH)
    for number, line in enumerate(lines):
        y = top + number * pitch + pitch // 2
        canvas.text(x, y, line, size, theme.cream, weight=Weight.REGULAR)


def _draw_turn(
    canvas: Canvas,
    theme: Theme,
    box: Box,
    seats: Sequence[Seat],
    names: Sequence[str],
    most: int,
    *,
    won: bool,
) -> None:
    left, top, right, bottom = box
    canvas.panel(box, 18, theme.gold)
    middle = (top + bottom) // 2
    x = left + 12
    if won:
        canvas.panel((left + 10, middle - 27, left + 66, middle + 27), 14, theme.plate)
        canvas.sprite(crown(theme, 44), left + 38, middle - 1)
        x += 62
    if len(seats) == 1:
        rows = [middle]
    elif len(seats) <= _ROWS:
        line_height = (bottom - top - 8) // len(seats)
        rows = [top + 4 + line_height // 2 + number * line_height for number in range(len(seats))]
    else:
        # Names this small are illegible on a phone, so show just the seats' discs.
        across = (right - x) // len(seats)
        for number, seat in enumerate(seats):
            draw_seat(canvas, theme, seat, x + across // 2 + number * across, middle, 58)
        return
    for seat, name, y in zip(seats, names, rows, strict=True):
        draw_seat(canvas, theme, seat, x + 23, y)
        _draw_turn_name(canvas, theme, (x + 56, y, right - x - 68), name, most)


def _draw_turn_name(
    canvas: Canvas, theme: Theme, place: tuple[int, int, int], name: str, most: int
) -> None:
    x, y, room = place
    size = size_that_fits(name, Weight.BLACK, (42, 38, 34), room)
    lines = wrapped(name, Weight.BLACK, size, room, 1)
    if lines and lines[0].endswith("…"):
        lines = wrapped(name, Weight.BLACK, size, room, most)
    for number, line in enumerate(lines):
        down = round((number - (len(lines) - 1) / 2) * (size + 4))
        canvas.text(x, y - 1 + down, line, size, theme.shade, weight=Weight.BLACK)
