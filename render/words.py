"""Phrases that every game uses: points, with and without a sign, and dates."""

from datetime import date
from functools import lru_cache

from babel.dates import format_date

from texts import Phrase, Words


def day_text(words: Words, day: str | date) -> str:
    """Return a date as players read it everywhere, for example ``Nov 21, 2026``."""
    return _shown(date.fromisoformat(day) if isinstance(day, str) else day, words.locale)


@lru_cache(maxsize=64)
def _shown(day: date, locale: str) -> str:
    # Cached because Babel takes a fifth of a millisecond.
    return format_date(day, "medium", locale=locale)


def points(words: Words, number: int) -> Phrase:
    """Return, for example, ``12 points``."""
    return words.count_phrase("{count} point", "{count} points", number)


def signed(number: int) -> str:
    """Format a number with a proper minus sign."""
    return f"−{-number}" if number < 0 else str(number)


def gain(number: int) -> str:
    """Format a number with an explicit sign."""
    return f"+{number}" if number >= 0 else signed(number)
