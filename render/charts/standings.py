"""The standings of a tournament: their data, their alt text, and their picture. The picture has a
line for each entrant, in groups, with as many columns as fit.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from render.canvas import Canvas, text_width
from render.charts.titles import (
    EDGE,
    LEAST,
    NOBODY,
    SIGN,
    TOP,
    WIDTH,
    draw_nobody,
    draw_notes,
    draw_titles,
    nobody,
    note_rows,
    oblong,
)
from render.charts.tournament_signs import (
    FORM,
    Form,
    State,
    Zone,
    draw_form,
    form_letters,
    form_word,
    state_sprite,
    state_word,
    zone_sprite,
    zone_word,
)
from render.encode import as_picture
from render.game_pictures import Chart, GamePictures
from render.names import drawn_alone, plain_alone, plain_title
from render.ornaments import cup, medal
from render.picture import Picture
from render.theme import USUAL, Theme
from render.typography.fonts import Weight
from texts import Words

MOST = 16
MOST_FIGURES = 3
MOST_FORM = 5


class StandingsRow(NamedTuple):
    place: int
    """Counted from 1; players who are tied in every tie-break share a place."""
    name: str
    played: int
    points: str
    figures: tuple[str, ...] = ()
    form: tuple[Form, ...] = ()
    """The latest results, newest last."""
    state: State = State.IN
    you: bool = False
    zone: Zone = Zone.NONE
    ranked: bool = True
    """Whether the place is earned; before the first match it comes from the draw alone."""


class Group(NamedTuple):
    heading: str
    lines: tuple[StandingsRow, ...]
    """In order."""


@dataclass(frozen=True, slots=True)
class StandingsPage:
    title: str
    subtitle: str = ""
    columns: tuple[str, ...] = ()
    lines: tuple[StandingsRow, ...] = ()
    groups: tuple[Group, ...] = ()
    """Replaces `lines`."""
    notes: tuple[str, ...] = ()
    """Shown at the bottom. The last one is on the right, for example the range of lines."""

    @property
    def sections(self) -> tuple[Group, ...]:
        """The content of the page: as many whole groups as fit, or as many lines if no
        group fits.
        """
        if not self.groups:
            return (Group("", self.lines[:MOST]),)
        first, *others = self.groups[: max(groups_that_fit(self.groups), 1)]
        return (Group(first.heading, first.lines[:MOST]), *others)


def groups_that_fit(groups: tuple[Group, ...]) -> int:
    return sizes_that_fit([len(group.lines) for group in groups])


def sizes_that_fit(sizes: Sequence[int]) -> int:
    """Return how many groups fit on one page, starting with the first, given their numbers of
    lines.
    """
    fit = lines = 0
    for size in sizes:
        lines += size
        if lines > MOST:
            break
        fit += 1
    return fit


def standings_facts(page: StandingsPage, words: Words) -> tuple[str, ...]:
    facts = [f"{plain_title(words, page.title)}."]
    if page.subtitle:
        facts.append(f"{page.subtitle}.")
    sections = page.sections
    if not any(group.lines for group in sections):
        facts.append(nobody(words))
    for group in sections:
        if group.heading:
            facts.append(f"{group.heading}.")
        facts += [_place_fact(line, words) for line in group.lines]
    facts += [note if note.endswith(".") else f"{note}." for note in page.notes]
    for group in sections:
        facts += [_details_fact(line, page.columns, words) for line in group.lines]
    return tuple(facts)


def _place_fact(line: StandingsRow, words: Words) -> str:
    detail = ", ".join(filter(None, (state_word(words, line.state), zone_word(words, line.zone))))
    name = plain_alone(words, line.name)
    if not line.ranked:
        figures = filter(None, (words.say("points: {points}", points=line.points), detail))
        return words.say("{label}: {figure}.", label=name, figure=", ".join(figures))
    if not detail:
        return words.say(
            "Place {place}: {name}, points: {points}.",
            place=line.place,
            name=name,
            points=line.points,
        )
    return words.say(
        "Place {place}: {name}, points: {points}, {detail}.",
        place=line.place,
        name=name,
        points=line.points,
        detail=detail,
    )


def _details_fact(line: StandingsRow, columns: tuple[str, ...], words: Words) -> str:
    details = [words.count("{count} match played", "{count} matches played", line.played)]
    pairs = zip(columns[:MOST_FIGURES], line.figures, strict=False)
    details += [f"{heading} {figure}" for heading, figure in pairs]
    details += [form_word(words, form) for form in line.form[-MOST_FORM:]]
    return words.say(
        "{label}: {figure}.", label=plain_alone(words, line.name), figure=", ".join(details)
    )


_LEFT, _RIGHT = EDGE, WIDTH - EDGE
_LINE, _TIGHT = 80, 66
"""The height of a line on a page with few lines, and with many."""
_FEW = 8
_HEAD = 56
_FOOT = 60
_BELOW = 26
_PLACE = 46
_ZONE = 122
_GAP = 24
_NAME = 300
"""Minimum width for a name. Columns that would leave less are omitted."""
_STATE = 56
_WIDEST = 170
_APART = FORM + 4


def draw_standings(
    page: StandingsPage, pictures: GamePictures, words: Words, theme: Theme = USUAL
) -> Picture:
    """Draw the standings, a legend of the signs, and notes.

    If names have too little room, the number of matches is omitted first, then older results.
    """
    sections = page.sections
    line_height = _TIGHT if sum(len(group.lines) for group in sections) > _FEW else _LINE
    legend = _legend(sections, words)
    lines_height = sum(_section_height(group, line_height) for group in sections)
    foot = (len(legend) + len(note_rows(page.notes))) * _FOOT
    height = oblong(TOP + lines_height + (foot + 10 if foot else _BELOW))
    backdrop = pictures.backdrop(Chart.STANDINGS, WIDTH, height, theme)
    canvas = Canvas(backdrop.image)
    draw_titles(canvas, theme, words, cup(theme, SIGN), page.title, page.subtitle)
    table = _Table(canvas, theme, words, _columns(page, words))
    top = TOP
    for group in sections:
        table.draw_head(group, top)
        if not group.lines:
            draw_nobody(canvas, theme, nobody(words), top + _HEAD)
        for number, line in enumerate(group.lines):
            y = top + _HEAD + number * line_height
            table.draw_line(line, (_LEFT, y, _RIGHT, y + line_height - 8))
        top += _section_height(group, line_height)
    _draw_foot(canvas, theme, legend, page.notes, height - foot)
    return as_picture(canvas.image, standings_facts(page, words), backdrop.palette)


def _section_height(group: Group, line_height: int) -> int:
    return _HEAD + (len(group.lines) * line_height if group.lines else NOBODY)


class _Column(NamedTuple):
    heading: str
    right: int
    room: int


class _Columns(NamedTuple):
    points: _Column
    figures: tuple[_Column, ...]
    played: _Column | None
    forms: int
    forms_right: int
    name: tuple[int, int]


def _columns(page: StandingsPage, words: Words) -> _Columns:
    lines = [line for group in page.sections for line in group.lines]
    left = _LEFT + (_ZONE + 34 if any(line.zone is not Zone.NONE for line in lines) else 92)
    right = _RIGHT - _GAP
    # Translators: Above a column of standings; as short as possible.
    heading = words.say("Points")
    width = _column_width(heading, Weight.BLACK, 46, [line.points for line in lines])
    points, right = _Column(heading, right, width), right - width - _GAP
    figures: list[_Column] = []
    for number, heading in reversed(list(enumerate(page.columns[:MOST_FIGURES]))):
        texts = [line.figures[number] for line in lines if number < len(line.figures)]
        width = _column_width(heading, Weight.BOLD, 38, texts)
        figures.insert(0, _Column(heading, right, width))
        right -= width + _GAP
    most = min(max((len(line.form) for line in lines), default=0), MOST_FORM)
    forms = max(min(most, (right - left - _NAME) // _APART), 0)
    forms_right = right
    right -= forms * _APART + _GAP if forms else 0
    # Translators: Above a column of standings: matches played; as short as possible.
    heading = words.say("Played")
    width = _column_width(heading, Weight.BOLD, 38, [str(line.played) for line in lines])
    played = None
    if right - width - _GAP - left >= _NAME and forms == most:
        played, right = _Column(heading, right, width), right - width - _GAP
    return _Columns(points, tuple(figures), played, forms, forms_right, (left, right))


def _column_width(heading: str, weight: Weight, size: int, texts: Iterable[str]) -> int:
    widths = [text_width(text, weight, size) for text in texts]
    return min(max([text_width(heading, Weight.BOLD, LEAST), *widths]), _WIDEST)


class _Table:
    def __init__(self, canvas: Canvas, theme: Theme, words: Words, columns: _Columns) -> None:
        self._canvas = canvas
        self._theme = theme
        self._words = words
        self._columns = columns
        self._letters = form_letters(words)

    def draw_head(self, group: Group, top: int) -> None:
        columns, theme = self._columns, self._theme
        edge = (4, theme.shade)
        y = top + _HEAD // 2 - 2
        self._canvas.panel((_LEFT, top + 2, _RIGHT, top + _HEAD - 4), 16, theme.plate)
        for column in (*columns.figures, columns.played, columns.points):
            if column is not None:
                self._canvas.text(column.right, y, column.heading, LEAST, theme.lamp, anchor="rm",
                                  room=column.room, outline=edge)  # fmt: skip
        room = columns.name[1] - _LEFT - 12
        self._canvas.text(_LEFT + 12, y, group.heading, (42, 38, LEAST), theme.cream,
                          weight=Weight.BLACK, room=room, outline=edge)  # fmt: skip

    def draw_line(self, line: StandingsRow, box: tuple[int, int, int, int]) -> None:
        canvas, theme, columns = self._canvas, self._theme, self._columns
        left, top, _, bottom = box
        middle = (top + bottom) // 2
        gone = line.state in (State.WITHDRAWN, State.DROPPED, State.ELIMINATED)
        fill = theme.paper_dim if gone and not line.you else theme.paper
        edge = theme.gold if line.you else theme.paper_edge
        canvas.card(box, 16, theme, fill=fill, edge=edge, line=5 if line.you else 2, down=4)
        size = 44 if bottom - top > _TIGHT else 40
        if line.ranked and line.place <= 3 and not gone:
            canvas.sprite(medal(theme, bottom - top - 8, line.place), left + _PLACE, middle)
        place = str(line.place) if line.ranked else "–"
        canvas.text(left + _PLACE, middle - 1, place, (size, 38, LEAST), theme.ink,
                    weight=Weight.BLACK, anchor="mm", room=64)  # fmt: skip
        if line.zone is not Zone.NONE:
            canvas.sprite(zone_sprite(theme, line.zone), left + _ZONE, middle)
        self._draw_name(line, middle, size, gone=gone)
        for number, form in enumerate(
            reversed(line.form[-columns.forms :] if columns.forms else ())
        ):
            x = columns.forms_right - FORM // 2 - number * _APART
            draw_form(canvas, theme, x, middle, form, self._letters[form])
        for column, figure in zip(columns.figures, line.figures, strict=False):
            canvas.text(column.right, middle - 1, figure, (38, LEAST), theme.ink_soft, anchor="rm",
                        room=column.room)  # fmt: skip
        if columns.played is not None:
            canvas.text(columns.played.right, middle - 1, str(line.played), (38, LEAST),
                        theme.ink_soft, anchor="rm", room=columns.played.room)  # fmt: skip
        canvas.text(columns.points.right, middle - 1, line.points, (size + 2, 38, LEAST), theme.ink,
                    weight=Weight.BLACK, anchor="rm", room=columns.points.room)  # fmt: skip

    def _draw_name(self, line: StandingsRow, middle: int, size: int, *, gone: bool) -> None:
        left, right = self._columns.name
        room = right - left - (_STATE if line.state is not State.IN else 0)
        name = drawn_alone(self._words, line.name)
        ink = self._theme.ink_soft if gone else self._theme.ink
        width = self._canvas.text(left, middle - 1, name, (size, 38, LEAST), ink, room=room)
        if line.state is not State.IN:
            x = left + min(width, room) + _STATE // 2 + 4
            self._canvas.sprite(state_sprite(self._theme, line.state), x, middle)


_Sign = tuple[State | Zone, str]
"""A sign of the legend, and its word."""


def _sign_width(word: str) -> int:
    return 64 + text_width(word, Weight.BOLD, LEAST) + 36


def _legend(sections: tuple[Group, ...], words: Words) -> list[list[_Sign]]:
    lines = [line for group in sections for line in group.lines]
    zones, states = {line.zone for line in lines}, {line.state for line in lines}
    signs: list[_Sign] = [(zone, zone_word(words, zone)) for zone in Zone if zone in zones]
    signs += [(state, state_word(words, state)) for state in State if state in states]
    rows: list[list[_Sign]] = []
    room = 0
    for sign, word in signs:
        if not word:
            continue
        width = _sign_width(word)
        if not rows or width > room:
            rows.append([])
            room = _RIGHT - _LEFT + 36
        rows[-1].append((sign, word))
        room -= width
    return rows


def _draw_foot(
    canvas: Canvas, theme: Theme, legend: list[list[_Sign]], notes: tuple[str, ...], top: int
) -> None:
    if not legend and not notes:
        return
    canvas.panel((0, top, WIDTH, canvas.height), 0, theme.plate)
    y = top + _FOOT // 2
    for row in legend:
        x = _LEFT
        for sign, word in row:
            # Signs have dark parts, so they need paper behind them, as in the lines above.
            canvas.panel((x, y - 26, x + 52, y + 26), 12, theme.paper)
            match sign:
                case State():
                    canvas.sprite(state_sprite(theme, sign), x + 26, y)
                case Zone():
                    canvas.sprite(zone_sprite(theme, sign), x + 26, y)
            canvas.text(x + 64, y, word, LEAST, theme.lamp)
            x += _sign_width(word)
        y += _FOOT
    if notes:
        draw_notes(canvas, theme, notes, y, _FOOT)
