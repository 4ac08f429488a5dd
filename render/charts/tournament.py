"""The poster of a tournament that is open for registration."""

from typing import NamedTuple

from render.canvas import Box, Canvas, evenly, text_width
from render.charts.titles import LEAST, WIDTH, oblong
from render.encode import as_picture
from render.game_pictures import Chart, GamePictures
from render.names import drawn_alone, drawn_title, plain_alone, plain_title
from render.picture import Picture
from render.theme import USUAL, Theme
from render.typography.fonts import Weight
from texts import Words

MOST_NAMES = 6
_LEFT, _RIGHT = 520, WIDTH - 40
_MIDDLE = (_LEFT + _RIGHT) // 2
_ROOM = _RIGHT - _LEFT
_TITLE = 80
_BAR = 128
_CHIP = 64
_UNTIL = 60
_DETAIL = 46
_GAP = 18
_LEAST = 480


class Poster(NamedTuple):
    title: str
    detail: str
    joined: int
    places: int = 0
    until: str = ""
    names: tuple[str, ...] = ()


def draw_tournament(
    poster: Poster, pictures: GamePictures, words: Words, theme: Theme = USUAL
) -> Picture:
    title = drawn_title(words, poster.title)
    titles, size = _title_lines(title)
    details = evenly(poster.detail, Weight.BOLD, 38, _ROOM)
    rows = _rows_of_chips(poster, words)
    until = _UNTIL if poster.until else 0
    used = (
        len(titles) * _TITLE
        + 10
        + len(details) * _DETAIL
        + _GAP
        + _BAR
        + len(rows) * _CHIP
        + until
        + _GAP
    )
    height = oblong(max(used + 60, _LEAST))
    backdrop = pictures.backdrop(Chart.TOURNAMENT, WIDTH, height, theme)
    canvas = Canvas(backdrop.image)
    pictures.illustrate(canvas, height, theme)
    y = (height - used) // 2
    for line in titles:
        canvas.text(_MIDDLE, y + _TITLE // 2, line, size, theme.cream,
                    weight=Weight.BLACK, anchor="mm", room=_ROOM,
                    outline=(6, theme.shade))  # fmt: skip
        y += _TITLE
    y += 10
    for line in details:
        canvas.text(_MIDDLE, y + _DETAIL // 2, line, (38, LEAST), theme.lamp, anchor="mm",
                    room=_ROOM, outline=(4, theme.shade))  # fmt: skip
        y += _DETAIL
    y += _GAP
    _draw_bar(canvas, theme, words, poster, y)
    y += _BAR
    for row in rows:
        x = _LEFT
        for text, width in row:
            _draw_chip(canvas, theme, (x, y, x + width, y + _CHIP - 10), text)
            x += width + 10
        y += _CHIP
    y += _GAP
    if poster.until:
        canvas.panel((_LEFT, y, _RIGHT, y + _UNTIL), 18, theme.plate)
        canvas.text(_MIDDLE, y + _UNTIL // 2 - 1, poster.until, (40, 36, LEAST), theme.lamp,
                    anchor="mm", room=_ROOM - 32)  # fmt: skip
    return as_picture(canvas.image, tournament_facts(poster, pictures, words), backdrop.palette)


def _title_lines(title: str) -> tuple[tuple[str, ...], int]:
    for size in (92, 80):
        if text_width(title, Weight.BLACK, size) <= _ROOM:
            return (title,), size
    for size in (72, 66, 60, 54, 48):
        lines = evenly(title, Weight.BLACK, size, _ROOM)
        if not any(line.endswith("…") for line in lines):
            break
    return lines, size


def tournament_facts(poster: Poster, pictures: GamePictures, words: Words) -> tuple[str, ...]:
    game, title = pictures.name(words), plain_title(words, poster.title)
    facts = [words.say("{title}: {game}.", title=title, game=game) if game else f"{title}."]
    facts.append(f"{poster.detail}.")
    facts.append(f"{_count(poster, words)}.")
    names = [plain_alone(words, name) for name in poster.names[:MOST_NAMES]]
    if names and (more := _more(poster, words)):
        names.append(more)
    if names:
        facts.append(words.say("In it: {names}.", names=", ".join(names)))
    if poster.until:
        facts.append(f"{poster.until}.")
    return tuple(facts)


def _count(poster: Poster, words: Words) -> str:
    if poster.places:
        # Translators: The number of entrants of a tournament, and the maximum.
        return words.count(
            "{count} of {places} is in", "{count} of {places} are in", poster.joined,
            places=poster.places,
        )  # fmt: skip
    # Translators: The number of entrants of a tournament.
    return words.count("{count} is in", "{count} are in", poster.joined)


def _more(poster: Poster, words: Words) -> str:
    more = poster.joined - len(poster.names[:MOST_NAMES])
    # Translators: After some names: the number of other entrants.
    return words.say("{count} more", count=more) if more > 0 else ""


def _rows_of_chips(poster: Poster, words: Words) -> list[list[tuple[str, int]]]:
    """Return rows of names, each with the width of its chip."""
    texts = [drawn_alone(words, name) for name in poster.names[:MOST_NAMES]]
    if texts and (more := _more(poster, words)):
        texts.append(more)
    rows: list[list[tuple[str, int]]] = []
    x = _RIGHT
    for text in texts:
        width = min(text_width(text, Weight.BOLD, 36) + 36, _ROOM)
        if x + width > _RIGHT:
            rows.append([])
            x = _LEFT
        rows[-1].append((text, width))
        x += width + 10
    return rows


def _draw_chip(canvas: Canvas, theme: Theme, box: Box, text: str) -> None:
    left, top, right, bottom = box
    canvas.panel(box, 26, theme.paper_dim, theme.paper_edge)
    canvas.text(left + 18, (top + bottom) // 2 - 1, text, 36, theme.ink,
                room=right - left - 34)  # fmt: skip


def _draw_bar(canvas: Canvas, theme: Theme, words: Words, poster: Poster, top: int) -> None:
    box = (_LEFT, top, _RIGHT, top + _BAR - 14)
    canvas.card(box, 18, theme, edge=theme.gold, line=5)
    limited = poster.places > 0
    middle = top + (38 if limited else (_BAR - 14) // 2)
    canvas.text(_MIDDLE, middle, _count(poster, words), (46, 42, 38, LEAST), theme.ink,
                weight=Weight.BLACK, anchor="mm", room=_ROOM - 48)  # fmt: skip
    if not limited:
        return
    left, right = _LEFT + 28, _RIGHT - 28
    y = top + 72
    canvas.panel((left, y, right, y + 26), 13, theme.paper_edge)
    part = round((right - left) * min(poster.joined / poster.places, 1))
    if part:
        canvas.panel((left, y, left + max(part, 26), y + 26), 13, theme.good)
