"""A card to share after a grid of the day. It shows points, but no dice or moves, which would spoil
the day for others.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import date
from enum import Enum
from functools import lru_cache

from PIL import Image

from engine.games.dice_grid.state import Score
from render.canvas import Box, Canvas
from render.encode import as_picture
from render.games.dice_grid.ornaments import star
from render.games.dice_grid.palette import theme_palette
from render.games.dice_grid.table import planks
from render.games.dice_grid.words import date_words, day_words, score_words
from render.names import drawn_name, plain_name
from render.pen import Pen, pen_sprite
from render.picture import Picture
from render.players import Player
from render.theme import USUAL, Theme, mix
from render.typography.fonts import Weight
from texts import Words

SQUARES = 9
WIDTH = 1200
_EDGE, _HEAD, _SQUARE, _GAP, _LINE = 28, 118, 108, 16, 62


class Part(Enum):
    SQUARES = "🟩"
    LINES = "🟦"
    STARS = "⭐"
    NONE = "⬜"


@dataclass(frozen=True, slots=True)
class DayCard:
    player: Player
    day: date | None
    points: Score
    most: int
    place: tuple[int, int] | None = None
    """The place on this server and the number of players; None to omit it."""
    less: int | None = None
    """The percentage of all players who scored less; None to omit it."""


def card_squares(points: Score, most: int) -> tuple[Part, ...]:
    ends = (points.squares, points.squares + points.rows + points.columns, points.total)
    return tuple(_part(ends, (at + 0.5) * most / SQUARES) for at in range(SQUARES))


def _part(ends: tuple[int, int, int], middle: float) -> Part:
    for end, part in zip(ends, (Part.SQUARES, Part.LINES, Part.STARS), strict=True):
        if middle < end:
            return part
    return Part.NONE


def card_text(card: DayCard, words: Words) -> str:
    row = "".join(part.value for part in card_squares(card.points, card.most))
    lines = [
        words.say(
            "Isegrim's dice grid · {day}: {score}",
            day=date_words(words, card.day),
            score=score_words(words, card.points.total, card.most),
        ),
        row,
        _sum(card, words),
    ]
    placed = " · ".join(_place_phrases(card, words))
    return "\n".join([*lines, placed] if placed else lines)


def _sum(card: DayCard, words: Words) -> str:
    points = card.points
    return words.say(
        "Squares {squares} + lines {lines} + stars {stars} = {total}",
        squares=points.squares,
        lines=points.rows + points.columns,
        stars=points.stars,
        total=points.total,
    )


def _place_phrases(card: DayCard, words: Words) -> Iterator[str]:
    if card.place is not None:
        place, players = card.place
        # Translators: A place in the table of one day, for example "Place 2 of 7 here".
        yield words.say("Place {place} of {all} here", place=place, all=players)
    if card.less is not None:
        # Translators: The share of that day's players who scored less than this player.
        yield words.say("{percent}% scored less", percent=card.less)


def card_facts(card: DayCard, words: Words) -> tuple[str, ...]:
    name = plain_name(words, [card.player], 0)
    title, score = day_words(words, card.day), score_words(words, card.points.total, card.most)
    facts = [words.say("{name}, {grid}: {score} points.", name=name, grid=title, score=score)]
    facts += [f"{fact}." for fact in (_sum(card, words), *_place_phrases(card, words))]
    return tuple(facts)


def draw_day_card(card: DayCard, words: Words, theme: Theme = USUAL) -> Picture:
    placed = list(_place_phrases(card, words))
    height = 2 * _EDGE + _HEAD + _SQUARE + 2 * 30 + _LINE + (_LINE if placed else 0) + 8
    canvas = Canvas(planks(theme, WIDTH, height).copy())
    box = (_EDGE, _EDGE + _HEAD, WIDTH - _EDGE, height - _EDGE)
    _draw_head(canvas, theme, card, words)
    canvas.card(box, 20, theme, line=4)
    left = (WIDTH - SQUARES * _SQUARE - (SQUARES - 1) * _GAP) // 2
    y = box[1] + 26 + _SQUARE // 2
    for at, part in enumerate(card_squares(card.points, card.most)):
        x = left + at * (_SQUARE + _GAP) + _SQUARE // 2
        canvas.sprite(part_sprite(theme, part, _SQUARE), x, y)
    y += _SQUARE // 2 + 18 + _LINE // 2
    _draw_sum(canvas, theme, (left, y, WIDTH - left, y), card)
    if placed:
        y += _LINE
        canvas.text(left, y, " · ".join(placed), (42, 38, 34), theme.ink, room=WIDTH - 2 * left)
    return as_picture(canvas.image, card_facts(card, words), theme_palette(theme))


def _draw_head(canvas: Canvas, theme: Theme, card: DayCard, words: Words) -> None:
    right = WIDTH - _EDGE
    score = score_words(words, card.points.total, card.most)
    width = canvas.text(right, _EDGE + 46, score, 84, theme.gold, weight=Weight.BLACK, anchor="rm",
                       outline=(5, theme.shade))  # fmt: skip
    room = right - width - _EDGE - 24
    name = drawn_name(words, [card.player], 0)
    canvas.text(_EDGE, _EDGE + 24, name, (54, 48, 42, 36), theme.cream, weight=Weight.BLACK,
                room=room, outline=(4, theme.shade))  # fmt: skip
    canvas.text(_EDGE, _EDGE + 78, day_words(words, card.day), (38, 36, 34), theme.lamp, room=room,
                outline=(4, theme.shade))  # fmt: skip


def _draw_sum(canvas: Canvas, theme: Theme, place: Box, card: DayCard) -> None:
    x, y, _right, _bottom = place
    points = card.points
    shown = ((Part.SQUARES, points.squares), (Part.LINES, points.rows + points.columns),
             (Part.STARS, points.stars))  # fmt: skip
    for at, (part, number) in enumerate(shown):
        if at:
            canvas.text(x, y - 2, "+", 48, theme.ink_soft)
            x += 48
        canvas.sprite(part_sprite(theme, part, 48), x + 24, y)
        x += 62 + canvas.text(x + 60, y - 1, str(number), 50, theme.ink, weight=Weight.BLACK) + 22
    canvas.text(x, y - 1, f"= {points.total}", 50, theme.ink, weight=Weight.BLACK)


@lru_cache(maxsize=16)
def part_sprite(theme: Theme, part: Part, size: int) -> Image.Image:
    colour = {Part.SQUARES: theme.good, Part.LINES: theme.accent, Part.STARS: theme.plate,
              Part.NONE: theme.paper_dim}[part]  # fmt: skip

    def draw(pen: Pen) -> None:
        pen.block((0, 0, 1, 1), 0.18, mix(colour, theme.shade, 0.35))
        pen.block((0.05, 0.05, 0.95, 0.95), 0.14, colour)
        match part:
            case Part.SQUARES:
                pen.block((0.3, 0.3, 0.7, 0.7), 0.06, theme.white)
            case Part.LINES:
                for x in (0.14, 0.4, 0.66):
                    pen.block((x, 0.38, x + 0.2, 0.62), 0.04, theme.white)
            case Part.STARS | Part.NONE:
                pass

    sprite = pen_sprite(size, draw)
    if part is Part.STARS:
        inner = star(theme, round(size * 0.8), used=False)
        at = (sprite.width - inner.width) // 2
        sprite = sprite.copy()
        sprite.alpha_composite(inner, (at, at))
    return sprite
