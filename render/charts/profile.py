"""A player's profile: a plot of the rating over time, and a small card for each statistic."""

from collections.abc import Sequence
from typing import NamedTuple

from PIL import Image, ImageDraw

from render.canvas import Box, Canvas, evenly, size_that_fits, smooth
from render.encode import as_picture
from render.game_pictures import Chart, GamePictures
from render.names import drawn_alone, plain_alone
from render.picture import Picture
from render.theme import USUAL, Theme, mix
from render.typography.fonts import Weight
from texts import Words

WIDTH = 1200
COLUMNS = 3
_TOP, _PLOT, _CARD, _STRIP, _GAP, _EDGE = 168, 192, 138, 72, 12, 36
_NO_PLOT = 92
_SUBTITLE, _SUBTITLE_LINE = 36, 42
_MORE = 34
"""Height of a line of details. A row with a second line is higher by this; a row without details is
lower.
"""
_PAD = 16
_DETAIL = 34


class Card(NamedTuple):
    label: str
    figure: str
    detail: str = ""


class Sheet(NamedTuple):
    name: str
    subtitle: str
    rating: str
    rating_label: str
    """"" in a game without ratings, which then has no plot."""
    curve: tuple[int, ...]
    """The rating after each match, oldest first."""
    ends: tuple[str, str]
    cards: tuple[Card, ...]
    strip: tuple[str, str] = ("", "")
    """Label and text of a separate line below the cards; ("", "") for none."""


def draw_profile(
    sheet: Sheet, pictures: GamePictures, words: Words, theme: Theme = USUAL
) -> Picture:
    rows = [sheet.cards[at : at + COLUMNS] for at in range(0, len(sheet.cards), COLUMNS)]
    rows_height = [_row_height(row) for row in rows]
    strip = _STRIP + _GAP if sheet.strip[0] else 0
    plot, title = _plot_height(sheet), _title_height(sheet)
    height = title + plot + _GAP + sum(rows_height) + len(rows) * _GAP + strip + 20
    backdrop = pictures.backdrop(Chart.PROFILE, WIDTH, height, theme)
    canvas = Canvas(backdrop.image)
    _draw_title(canvas, theme, sheet, words)
    _draw_plot(canvas, theme, sheet, words)
    top = title + plot + _GAP
    for row, height_of_row in zip(rows, rows_height, strict=True):
        width = _width(len(row))
        for number, card in enumerate(row):
            left = _EDGE + number * (width + _GAP)
            draw_card(canvas, theme, (left, top, left + width, top + height_of_row), card)
        top += height_of_row + _GAP
    if strip:
        _draw_strip(canvas, theme, height - 20 - strip, sheet.strip)
    return as_picture(canvas.image, profile_facts(sheet, words), backdrop.palette)


def _title_room(sheet: Sheet) -> int:
    return WIDTH - 2 * _EDGE - (300 if sheet.rating else 0)


def _subtitle_lines(sheet: Sheet) -> tuple[str, ...]:
    return evenly(sheet.subtitle, Weight.BOLD, _SUBTITLE, _title_room(sheet))


def _title_height(sheet: Sheet) -> int:
    return _TOP + (len(_subtitle_lines(sheet)) - 1) * _SUBTITLE_LINE


def _plot_height(sheet: Sheet) -> int:
    if not sheet.rating_label:
        return 0
    return _PLOT if len(sheet.curve) > 1 else _NO_PLOT


def _width(cards: int) -> int:
    return (WIDTH - 2 * _EDGE - (cards - 1) * _GAP) // cards


def _row_height(cards: Sequence[Card]) -> int:
    room = _width(len(cards)) - 2 * _PAD
    return _CARD + _MORE * (max(len(_detail_lines(card, room)) for card in cards) - 1)


def _detail_lines(card: Card, room: int) -> tuple[str, ...]:
    return evenly(card.detail, Weight.REGULAR, _DETAIL, room)


def profile_facts(sheet: Sheet, words: Words) -> tuple[str, ...]:
    name = plain_alone(words, sheet.name)
    facts = [f"{name}.", f"{sheet.subtitle}."]
    if sheet.rating:
        facts.append(words.say("{label}: {figure}.", label=sheet.rating_label, figure=sheet.rating))
    if len(sheet.curve) > 1:
        facts.append(
            words.say(
                "From {first} ({start}) to {last} ({end}), between {low} and {high}.",
                first=sheet.curve[0],
                start=sheet.ends[0],
                last=sheet.curve[-1],
                end=sheet.ends[1],
                low=min(sheet.curve),
                high=max(sheet.curve),
            )
        )
    facts += [card_fact(card, words) for card in sheet.cards]
    if sheet.strip[0]:
        facts.append(words.say("{label}: {figure}.", label=sheet.strip[0], figure=sheet.strip[1]))
    return tuple(facts)


def card_fact(card: Card, words: Words) -> str:
    if not card.detail:
        return words.say("{label}: {figure}.", label=card.label, figure=card.figure)
    return words.say(
        "{label}: {figure}, {detail}.", label=card.label, figure=card.figure, detail=card.detail
    )


def _draw_title(canvas: Canvas, theme: Theme, sheet: Sheet, words: Words) -> None:
    name = drawn_alone(words, sheet.name)
    room = _title_room(sheet)
    canvas.text(_EDGE + 4, 66, name, (72, 62, 52, 44), theme.cream, weight=Weight.BLACK, room=room,
                outline=(5, theme.shade))  # fmt: skip
    for number, line in enumerate(_subtitle_lines(sheet)):
        y = 128 + number * _SUBTITLE_LINE
        canvas.text(_EDGE + 6, y, line, _SUBTITLE, theme.lamp, room=room,
                    outline=(4, theme.shade))  # fmt: skip
    if sheet.rating:
        right = WIDTH - _EDGE - 4
        canvas.text(right, 62, sheet.rating, 84, theme.gold, weight=Weight.BLACK, anchor="rm",
                    outline=(5, theme.shade))  # fmt: skip
        canvas.text(right, 128, sheet.rating_label, 36, theme.lamp, anchor="rm", room=290,
                    outline=(4, theme.shade))  # fmt: skip


def _draw_plot(canvas: Canvas, theme: Theme, sheet: Sheet, words: Words) -> None:
    top = _title_height(sheet)
    if not sheet.rating_label:
        return
    box = (_EDGE, top, WIDTH - _EDGE, top + _plot_height(sheet))
    canvas.card(box, 18, theme, line=3)
    middle = top + _plot_height(sheet) // 2
    if len(sheet.curve) < 2:
        note = words.say("The rating graph starts with two rated matches.")
        canvas.text(WIDTH // 2, middle, note, 34, theme.ink_soft, anchor="mm",
                    room=WIDTH - 4 * _EDGE)  # fmt: skip
        return
    scale = _Scale(sheet.curve, (_EDGE + 118, top + 30, WIDTH - _EDGE - 40, top + _PLOT - 56))
    for mark in scale.marks:
        y = scale.y(mark)
        canvas.panel((scale.left, y - 1, scale.right, y + 2), 0, theme.paper_edge)
        canvas.text(scale.left - 14, y, str(mark), 34, theme.ink_soft, anchor="rm")
    canvas.sprite(_line(theme, scale, top), WIDTH // 2, middle)
    canvas.text(scale.left, top + _PLOT - 26, sheet.ends[0], 34, theme.ink_soft)
    canvas.text(scale.right, top + _PLOT - 26, sheet.ends[1], 34, theme.ink_soft, anchor="rm")


class _Scale:
    def __init__(self, curve: Sequence[int], box: Box) -> None:
        self.left, self.top, self.right, self.bottom = box
        self.curve = curve
        step = next(
            (size for size in (25, 50, 100, 200, 500) if (max(curve) - min(curve)) / size <= 3),
            1000,
        )
        self._low = min(curve) // step * step
        self._high = max(-(-max(curve) // step) * step, self._low + step)
        self.marks = tuple(range(self._low, self._high + 1, step))

    def y(self, value: float) -> int:
        share = (value - self._low) / (self._high - self._low)
        return round(self.bottom - share * (self.bottom - self.top))

    def points(self) -> list[tuple[float, float]]:
        across = (self.right - self.left) / (len(self.curve) - 1)
        return [(self.left + i * across, self.y(value)) for i, value in enumerate(self.curve)]


def _line(theme: Theme, scale: _Scale, top: int) -> Image.Image:
    def draw(pen: ImageDraw.ImageDraw, factor: float) -> None:
        points = [((x - _EDGE) * factor, (y - top) * factor) for x, y in scale.points()]
        pen.line(points, fill=theme.accent, width=round(6 * factor), joint="curve")
        dots = points if len(points) <= 40 else points[-1:]
        for x, y in dots:
            last = (x, y) == points[-1]
            reach = (13 if last else 7) * factor
            fill = theme.gold if last else theme.accent
            pen.ellipse((x - reach, y - reach, x + reach, y + reach), fill=theme.ink)
            inner = reach - 3 * factor
            pen.ellipse((x - inner, y - inner, x + inner, y + inner), fill=fill)

    return smooth(WIDTH - 2 * _EDGE, _PLOT, draw)


def _draw_strip(canvas: Canvas, theme: Theme, top: int, strip: tuple[str, str]) -> None:
    label, text = strip
    box = (_EDGE, top, WIDTH - _EDGE, top + _STRIP)
    canvas.card(box, 16, theme, down=4)
    middle = top + _STRIP // 2
    width = canvas.text(_EDGE + 20, middle, label, 34, theme.ink_soft, room=440)
    room = WIDTH - 2 * _EDGE - 64 - min(width, 440)
    canvas.text(WIDTH - _EDGE - 20, middle, text, (38, 36, 34), theme.ink, anchor="rm", room=room)


def draw_card(canvas: Canvas, theme: Theme, box: Box, card: Card) -> None:
    left, top, right, _ = box
    x, room = left + _PAD, right - left - 2 * _PAD
    canvas.card(box, 16, theme, down=4)
    label = size_that_fits(card.label, Weight.BOLD, (36, 34), room)
    canvas.text(x, top + 27, card.label, label, theme.ink_soft, room=room)
    canvas.text(x, top + 70, card.figure, (48, 42, 38, 34), theme.ink, weight=Weight.BLACK,
                room=room)  # fmt: skip
    for number, line in enumerate(_detail_lines(card, room)):
        canvas.text(x, top + 112 + number * _MORE, line, _DETAIL,
                    mix(theme.ink_soft, theme.ink, 0.4), weight=Weight.REGULAR,
                    room=room)  # fmt: skip
