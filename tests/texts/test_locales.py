"""Data of locales: little memory, and everything that is shown in any language of Discord."""

import subprocess
import sys
from datetime import UTC, datetime, timedelta

import pytest
from babel.dates import format_date, format_datetime, format_skeleton, format_timedelta
from babel.lists import format_list
from babel.numbers import format_decimal, format_percent
from discord import Locale

from texts.locales import parse_locale

MOST = 0.6 * 2**20
"""Bytes for a locale and those that it inherits from. Unabridged it is a megabyte each."""
MEASURED = """
import sys, tracemalloc
from babel.dates import format_timedelta
from texts.locales import parse_locale
parse_locale("en")
tracemalloc.start()
for name in sys.argv[1:]:
    format_timedelta(1, locale=parse_locale(name))
print(tracemalloc.get_traced_memory()[0])
"""
NOW = datetime(2026, 11, 26, 18, 0, tzinfo=UTC)


def test_each_language_takes_little_memory() -> None:
    names = ["de", "el", "es", "ja", "pl", "zh_TW", "pt_BR"]
    measured = subprocess.run(
        [sys.executable, "-c", MEASURED, *names], capture_output=True, text=True, check=True
    )
    assert int(measured.stdout) < MOST * len(names)


@pytest.mark.parametrize("name", [locale.value.replace("-", "_") for locale in Locale])
def test_what_players_see_can_be_formatted(name: str) -> None:
    locale = parse_locale(name)
    for days in (0.1, 1, 2, 5, 11, 40, 400):
        span = timedelta(days=days)
        assert format_timedelta(span, add_direction=True, locale=locale)
        for unit in ("second", "hour", "day", "week", "month"):
            assert format_timedelta(span, unit, threshold=1_000, locale=locale)
    for style in ("short", "medium", "long", "full"):
        assert format_date(NOW, style, locale=locale)
        assert format_datetime(NOW, style, locale=locale)
    assert format_skeleton("MMMd", NOW, locale=locale)
    assert format_decimal(1234.5, locale=locale)
    assert format_percent(0.5, locale=locale)
    assert format_list(["A", "B", "C"], locale=locale)
    assert locale.get_display_name()
    assert locale.territories["GR"]
