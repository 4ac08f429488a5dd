"""Number formats."""

from babel.numbers import format_decimal, format_percent

from texts import Words


def percent(words: Words, share: float) -> str:
    return format_percent(share, locale=words.locale)


def decimal(words: Words, number: float) -> str:
    return format_decimal(number, "#,##0.0", locale=words.locale)


def with_sign(number: int) -> str:
    """Format a number with its sign: ``+12``, ``−7``, ``±0``."""
    return f"+{number}" if number > 0 else f"−{-number}" if number < 0 else "±0"
