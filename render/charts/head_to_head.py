"""Two players compared: how often each finished ahead, and their statistics side by side."""

from typing import NamedTuple

from render.canvas import Canvas, size_that_fits
from render.encode import as_picture
from render.game_pictures import Chart, GamePictures
from render.names import drawn_name, plain_name
from render.ornaments import draw_disc, seat_disc
from render.picture import Picture
from render.players import Player
from render.theme import USUAL, Theme
from render.typography.bidi import ISOLATE
from render.typography.clusters import clusters
from render.typography.fonts import Weight
from texts import Words

WIDTH = 1200
_TOP, _ROW, _GAP, _EDGE, _LAST = 290, 70, 10, 36, 108


class Duel(NamedTuple):
    names: tuple[str, str]
    ahead: tuple[int, int]
    """How often each finished ahead of the other."""
    subtitle: str
    rows: tuple[tuple[str, tuple[str, str]], ...]
    """A label, and the figures of both."""
    last: tuple[int, ...]
    """The side that finished ahead in the latest matches, newest first: 0, 1, or -1 for a tie."""
    last_label: str


def draw_versus(duel: Duel, pictures: GamePictures, words: Words, theme: Theme = USUAL) -> Picture:
    height = _TOP + len(duel.rows) * (_ROW + _GAP) + _LAST + 30
    backdrop = pictures.backdrop(Chart.HEAD_TO_HEAD, WIDTH, height, theme)
    canvas = Canvas(backdrop.image)
    _draw_score(canvas, theme, duel, words)
    for number, (label, figures) in enumerate(duel.rows):
        _draw_row(canvas, theme, _TOP + number * (_ROW + _GAP), label, figures)
    _draw_last(canvas, theme, _TOP + len(duel.rows) * (_ROW + _GAP), duel, words)
    return as_picture(canvas.image, versus_facts(duel, words), backdrop.palette)


def versus_facts(duel: Duel, words: Words) -> tuple[str, ...]:
    players = [Player(name) for name in duel.names]
    one, other = (plain_name(words, players, side) for side in (0, 1))
    facts = [
        words.say(
            "{one} against {other}: {first} to {second}.",
            one=one,
            other=other,
            first=duel.ahead[0],
            second=duel.ahead[1],
        ),
        f"{duel.subtitle}.",
    ]
    facts += [
        words.say(
            "{label}. {one}: {first}, {other}: {second}.",
            label=label,
            one=one,
            first=first,
            other=other,
            second=second,
        )
        for label, (first, second) in duel.rows
    ]
    if duel.last:
        # Translators: In place of the winner of a match.
        winners = [words.say("tied") if side < 0 else (one, other)[side] for side in duel.last]
        facts.append(
            words.say("{label}: {winners}.", label=duel.last_label, winners=", ".join(winners))
        )
    return tuple(facts)


def _draw_score(canvas: Canvas, theme: Theme, duel: Duel, words: Words) -> None:
    middle, room = WIDTH // 2, WIDTH // 2 - _EDGE - 60
    players = [Player(name) for name in duel.names]
    letters = _letters(duel, words)
    for side, anchor, x in ((0, "lm", _EDGE + 64), (1, "rm", WIDTH - _EDGE - 64)):
        name = drawn_name(words, players, side)
        centre = _EDGE + 26 if side == 0 else WIDTH - _EDGE - 26
        draw_disc(canvas, theme, centre, 58, 52, theme.seat(side), letters[side], 36)
        canvas.text(x, 58, name, (60, 52, 44, 38), theme.cream, weight=Weight.BLACK, anchor=anchor,
                    room=room, outline=(5, theme.shade))  # fmt: skip
    canvas.text(middle, 160, ":", 110, theme.lamp, weight=Weight.BLACK, anchor="mm",
                outline=(6, theme.shade))  # fmt: skip
    for side, anchor, x in ((0, "rm", middle - 40), (1, "lm", middle + 40)):
        colour = theme.gold if duel.ahead[side] > duel.ahead[1 - side] else theme.cream
        canvas.text(x, 166, str(duel.ahead[side]), 130, colour, weight=Weight.BLACK, anchor=anchor,
                    outline=(6, theme.shade))  # fmt: skip
    canvas.text(middle, 250, duel.subtitle, 36, theme.lamp, anchor="mm", room=WIDTH - 2 * _EDGE,
                outline=(4, theme.shade))  # fmt: skip


def _draw_row(canvas: Canvas, theme: Theme, top: int, label: str, figures: tuple[str, str]) -> None:
    box = (_EDGE, top, WIDTH - _EDGE, top + _ROW)
    canvas.card(box, 16, theme, down=4)
    y = top + _ROW // 2
    size = size_that_fits(label, Weight.BOLD, (36, 34), 480)
    canvas.text(WIDTH // 2, y, label, size, theme.ink_soft, anchor="mm", room=480)
    for figure, anchor, x in zip(
        figures, ("lm", "rm"), (_EDGE + 28, WIDTH - _EDGE - 28), strict=True
    ):
        canvas.text(x, y, figure, 44, theme.ink, weight=Weight.BLACK, anchor=anchor, room=290)


def _first(name: str) -> str:
    return clusters(name.lstrip(ISOLATE))[0].upper()


def _letters(duel: Duel, words: Words) -> tuple[str, str]:
    players = [Player(name) for name in duel.names]
    one, other = (_first(drawn_name(words, players, side)) for side in (0, 1))
    return ("1", "2") if one == other else (one, other)


def _draw_last(canvas: Canvas, theme: Theme, top: int, duel: Duel, words: Words) -> None:
    if not duel.last:
        return
    box = (_EDGE, top, WIDTH - _EDGE, top + _LAST)
    canvas.card(box, 16, theme, down=4)
    y = top + _LAST // 2
    room = WIDTH - 2 * _EDGE - 60 - 80 * len(duel.last)
    canvas.text(_EDGE + 28, y, duel.last_label, (36, 34), theme.ink_soft, room=room)
    letters = _letters(duel, words)
    for number, side in enumerate(duel.last):
        x = WIDTH - _EDGE - 60 - 80 * (len(duel.last) - 1 - number)
        colour = theme.paper_edge if side < 0 else theme.seats[side]
        canvas.sprite(seat_disc(theme, 60, colour), x, y)
        canvas.text(x, y, "=" if side < 0 else letters[side], 34, theme.cream, weight=Weight.BLACK,
                    anchor="mm")  # fmt: skip
