"""Phrases that every game uses: points, with and without a sign."""

from texts import Phrase, Words


def points(words: Words, number: int) -> Phrase:
    """Return, for example, ``12 points``."""
    return words.count_phrase("{count} point", "{count} points", number)


def signed(number: int) -> str:
    """Format a number with a proper minus sign."""
    return f"−{-number}" if number < 0 else str(number)


def gain(number: int) -> str:
    """Format a number with an explicit sign."""
    return f"+{number}" if number >= 0 else signed(number)
