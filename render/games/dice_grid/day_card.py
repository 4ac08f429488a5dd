"""A card to share after a grid of the day: the grid with the kind of each mark, and the points. It
shows no dice or moves, which would spoil the day for others.
"""

from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass
from datetime import date
from enum import Enum
from functools import lru_cache
from math import isqrt

from PIL import Image

from engine.games.dice_grid.content import Content
from engine.games.dice_grid.state import Score
from render.canvas import Box, Canvas
from render.encode import as_picture
from render.games.dice_grid.ornaments import star
from render.games.dice_grid.palette import theme_palette
from render.games.dice_grid.table import planks
from render.games.dice_grid.words import day_words, score_words
from render.names import drawn_name, plain_name
from render.pen import Pen, pen_sprite
from render.picture import Picture
from render.players import Player
from render.theme import USUAL, Theme, mix
from render.typography.fonts import Weight
from texts import Words

WIDTH = 1200
_EDGE, _HEAD, _SQUARE, _GAP, _LINE = 28, 118, 84, 10, 74


class Part(Enum):
    """The look of a square. Shapes and brightness differ, too, for readers who can't tell colours
    apart.
    """

    EMPTY = "⬛"
    HOUSE = "⬜"
    OWN = "🟨"
    LINE = "🟩"
    STAR = "⭐"


@dataclass(frozen=True, slots=True)
class DayCard:
    player: Player
    day: date | None
    points: Score
    most: int
    parts: tuple[Part, ...]
    """In square order."""
    place: tuple[int, int] | None = None
    """The place on this server and the number of players; None to omit it."""
    less: int | None = None
    """The percentage of all players who scored less; None to omit it."""
    streak: int = 0
    """Days in a row; mentioned from 2."""


def card_parts(
    content: Content, types: Sequence[int | None], house: Collection[int], stars: Collection[int]
) -> tuple[Part, ...]:
    """Return the look of each square; `house` and `stars` are the squares that the house and stars
    marked.
    """
    full = {
        square
        for line in (*content.rows, *content.columns)
        if all(types[square] is not None for square in line)
        for square in line
    }

    def part(square: int) -> Part:
        if types[square] is None:
            return Part.EMPTY
        if square in stars:
            return Part.STAR
        if square in full:
            return Part.LINE
        return Part.HOUSE if square in house else Part.OWN

    return tuple(part(square) for square in content.squares)


def card_text(card: DayCard, words: Words) -> str:
    """Return the points with place and streak, the grid as emoji, and a legend."""
    return "\n".join([_headline(card, words), *_rows(card), f"-# {_legend(card, words)}"])


def _headline(card: DayCard, words: Words) -> str:
    score = score_words(words, card.points.total, card.most)
    streak = [f"🔥 {card.streak}"] if card.streak > 1 else []
    return " · ".join([f"**{score}**", *_place_phrases(card, words), *streak])


def _rows(card: DayCard) -> list[str]:
    size = isqrt(len(card.parts))
    starts = range(0, len(card.parts), size)
    return ["".join(part.value for part in card.parts[start : start + size]) for start in starts]


def _legend(card: DayCard, words: Words) -> str:
    names = {
        Part.OWN: words.say("own square"),
        Part.LINE: words.say("full line"),
        Part.STAR: words.say("by a star"),
        # Translators: A square that the house marked before the player began.
        Part.HOUSE: words.say("the house's"),
    }
    return " · ".join(f"{part.value} {name}" for part, name in names.items() if part in card.parts)


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


def _streak_phrases(card: DayCard, words: Words) -> Iterator[str]:
    if card.streak > 1:
        yield words.count("{count} day in a row", "{count} days in a row", card.streak)


def card_facts(card: DayCard, words: Words) -> tuple[str, ...]:
    name = plain_name(words, [card.player], 0)
    title, score = day_words(words, card.day), score_words(words, card.points.total, card.most)
    facts = [words.say("{name}, {grid}: {score} points.", name=name, grid=title, score=score)]
    shown = (_sum(card, words), *_place_phrases(card, words), *_streak_phrases(card, words))
    facts += [f"{fact}." for fact in shown]
    facts.append(
        words.say(
            "The picture shows which squares are marked, in full lines or by a star, without dice."
        )
    )
    return tuple(facts)


def draw_day_card(card: DayCard, words: Words, theme: Theme = USUAL) -> Picture:
    size = isqrt(len(card.parts))
    side = size * _SQUARE + (size - 1) * _GAP
    height = 2 * _EDGE + _HEAD + side + 2 * _EDGE
    canvas = Canvas(planks(theme, WIDTH, height))
    _draw_head(canvas, theme, card, words)
    box = (_EDGE, _EDGE + _HEAD, WIDTH - _EDGE, height - _EDGE)
    canvas.card(box, 20, theme, line=4)
    left, top = box[0] + _EDGE, box[1] + _EDGE
    for number, part in enumerate(card.parts):
        row, column = divmod(number, size)
        x = left + column * (_SQUARE + _GAP) + _SQUARE // 2
        y = top + row * (_SQUARE + _GAP) + _SQUARE // 2
        canvas.sprite(part_sprite(theme, part, _SQUARE), x, y)
    _draw_facts(canvas, theme, (left + side + 2 * _EDGE, top, WIDTH - 2 * _EDGE, top + side), card,
                words)  # fmt: skip
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


def _draw_facts(canvas: Canvas, theme: Theme, box: Box, card: DayCard, words: Words) -> None:
    """Draw a line for each source of points, then place and streak."""
    left, top, right, _ = box
    points = card.points
    shown = (
        (Part.OWN, words.say("Squares"), points.squares),
        (Part.LINE, words.say("Full lines"), points.rows + points.columns),
        (Part.STAR, words.say("Stars kept"), points.stars),
    )
    y = top + _LINE // 2
    for part, name, number in shown:
        canvas.sprite(part_sprite(theme, part, 56), left + 28, y)
        wide = canvas.text(right, y, str(number), 54, theme.ink, weight=Weight.BLACK, anchor="rm")
        canvas.text(left + 78, y, name, (44, 38, 32), theme.ink, room=right - left - 98 - wide)
        y += _LINE
    y += _LINE // 3
    for phrase in (*_place_phrases(card, words), *_streak_phrases(card, words)):
        canvas.text(left, y, phrase, (46, 40, 34), theme.ink, weight=Weight.BLACK,
                    room=right - left)  # fmt: skip
        y += _LINE


@lru_cache(maxsize=16)
def part_sprite(theme: Theme, part: Part, size: int) -> Image.Image:
    colour = {Part.OWN: theme.gold, Part.LINE: theme.good, Part.STAR: theme.plate,
              Part.HOUSE: theme.white, Part.EMPTY: theme.paper_dim}[part]  # fmt: skip

    def draw(pen: Pen) -> None:
        pen.block((0, 0, 1, 1), 0.18, mix(colour, theme.shade, 0.35))
        pen.block((0.05, 0.05, 0.95, 0.95), 0.14, colour)
        match part:
            case Part.OWN:
                pen.block((0.3, 0.3, 0.7, 0.7), 0.06, mix(colour, theme.shade, 0.5))
            case Part.LINE:
                for x in (0.14, 0.4, 0.66):
                    pen.block((x, 0.38, x + 0.2, 0.62), 0.04, theme.white)
            case Part.HOUSE:
                pen.block((0.38, 0.38, 0.62, 0.62), 0.04, mix(colour, theme.shade, 0.35))
            case Part.STAR | Part.EMPTY:
                pass

    sprite = pen_sprite(size, draw)
    if part is Part.STAR:
        inner = star(theme, round(size * 0.8), used=False)
        at = (sprite.width - inner.width) // 2
        sprite = sprite.copy()
        sprite.alpha_composite(inner, (at, at))
    return sprite
