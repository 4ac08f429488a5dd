"""Sentences of hints for any game."""

from fractions import Fraction

from babel.numbers import format_decimal

from cogs.screens.base import Scene
from engine.core.types import Seat
from render.words import gain
from texts import Phrase, Words


def more_points(words: Words, points: int) -> Phrase:
    """Format a difference of points: ``+4 points``."""
    return words.count_phrase("{gain} point", "{gain} points", abs(points), gain=gain(points))


def mean_points(words: Words, points: Fraction | float) -> Phrase:
    """Format a mean difference with one decimal: ``+1.5 points``."""
    return words.phrase("{gain} points", gain=signed_decimal(words, points))


def signed_decimal(words: Words, number: Fraction | float) -> str:
    rounded = round(float(number), 1) or 0.0
    form = "+#,##0.0;−#,##0.0" if rounded else "±#,##0.0"
    return format_decimal(rounded, form, locale=words.locale)


def points_now(words: Words, points: int) -> str:
    if not points:
        return words.say("It changes no points yet.")
    return words.say("{points} now.", points=more_points(words, points))


def move_words(scene: Scene, seat: Seat, token: str) -> str:
    return scene.screens.hint_move(scene, seat, token)
