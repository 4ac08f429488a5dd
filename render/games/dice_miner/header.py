"""The two upper corners: round and phase on the left; whose turn and the last move on the right."""

from collections.abc import Sequence

from engine.games.dice_miner.observation import Observation, Phase
from render.canvas import Canvas, size_that_fits, wrapped
from render.fonts import Weight
from render.games.dice_miner.last import Last, last_words
from render.games.dice_miner.ornaments import seat_disc
from render.games.dice_miner.words import phase_name, round_name
from render.names import drawn_name
from render.players import Player
from render.theme import Theme
from texts import Words

CORNER = 322
"""Width of a corner's plate."""
_EDGE = 16
_PAD = 16
_LAST = 28


def draw_header(
    canvas: Canvas,
    theme: Theme,
    view: Observation,
    players: Sequence[Player],
    words: Words,
    last: Last | None,
) -> None:
    """Draw both corners."""
    _draw_phase(canvas, theme, view, words)
    _draw_turn(canvas, theme, view, players, words, last)


def _draw_phase(canvas: Canvas, theme: Theme, view: Observation, words: Words) -> None:
    box = (_EDGE, _EDGE, _EDGE + CORNER, _EDGE + 122)
    canvas.veil(box, 18, theme.shade, 150)
    room = CORNER - 2 * _PAD
    x = box[0] + _PAD
    title = phase_name(words, view)
    size = size_that_fits(title, Weight.BLACK, (52, 46, 40, 34), room)
    if view.phase in (Phase.SETUP, Phase.FINISHED):
        canvas.text(x, box[1] + 60, title, size, theme.cream, weight=Weight.BLACK, room=room)
        return
    number = round_name(words, view)
    small = size_that_fits(number, Weight.BOLD, (38, 34, 30), room)
    canvas.text(x, box[1] + 34, number, small, theme.sun, room=room)
    canvas.text(x, box[1] + 82, title, size, theme.cream, weight=Weight.BLACK, room=room)


def _draw_turn(
    canvas: Canvas,
    theme: Theme,
    view: Observation,
    players: Sequence[Player],
    words: Words,
    last: Last | None,
) -> None:
    names = {seat: drawn_name(words, players, seat) for seat in view.to_act}
    text = last_words(words, last, drawn_players(words, players)) if last is not None else ""
    room = CORNER - 2 * _PAD
    lines = wrapped(text, Weight.REGULAR, _LAST, room, 4)
    turn = 68 if names else 0
    if not turn and not lines:
        return
    height = turn + (len(lines) * 32 + 16 if lines else 0)
    left = canvas.width - _EDGE - CORNER
    canvas.veil((left, _EDGE, left + CORNER, _EDGE + height), 18, theme.shade, 150)
    if names:
        canvas.panel((left, _EDGE, left + CORNER, _EDGE + 68), 18, theme.gold)
        x = left + 12
        middle = _EDGE + 34
        for seat in view.to_act:
            canvas.sprite(
                seat_disc(theme, 46, theme.seats[seat % len(theme.seats)]), x + 23, middle
            )
            canvas.text(x + 23, middle - 1, str(seat + 1), 34, theme.cream,
                        weight=Weight.BLACK, anchor="mm")  # fmt: skip
            x += 52
        title = words.listed(names.values())
        room_left = left + CORNER - x - 14
        size = size_that_fits(title, Weight.BLACK, (42, 38, 34, 30), room_left)
        canvas.text(
            x + 4, middle - 1, title, size, theme.shade, weight=Weight.BLACK, room=room_left
        )
    y = _EDGE + turn + 24
    for line in lines:
        canvas.text(left + _PAD, y, line, _LAST, theme.cream, weight=Weight.REGULAR)
        y += 32


def drawn_players(words: Words, players: Sequence[Player]) -> tuple[Player, ...]:
    """The players under the names that the font can draw."""
    return tuple(
        Player(drawn_name(words, players, seat), player.computer)
        for seat, player in enumerate(players)
    )
