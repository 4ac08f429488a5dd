"""Days as people type them: a date in their language or in numbers, a weekday, a count of days."""

import re
import unicodedata
from collections.abc import Mapping
from dataclasses import dataclass, replace
from datetime import date, datetime, time, timedelta
from functools import cache
from typing import Literal
from zoneinfo import ZoneInfo

from babel import Locale, UnknownLocaleError
from babel.dates import format_date, format_timedelta

from bot.match.values.times import DAY
from texts import Words
from texts.locales import parse_locale

OFFERED = 14
"""Number of suggested days, enough for the days off of two consecutive months."""
_MOST = 999
"""Maximum number of days from now, even if they are typed as weeks."""
_YEARS_TO_LEAP = 8
"""Number of years in which every date occurs, even 29 February."""
_ISO = re.compile(r"(?P<year>\d{4})[-/.](?P<month>\d{1,2})[-/.](?P<day>\d{1,2})")
_DOTTED = re.compile(r"(?P<day>\d{1,2})\.\s*(?P<month>\d{1,2})\.?\s*(?P<year>\d{4})?")
_SLASHED = re.compile(r"(?P<one>\d{1,2})/(?P<other>\d{1,2})(?:/(?P<year>\d{4}))?")
_PLAIN = re.compile(r"\+?[\w\s,.:·()'’]*")
"""Characters of a day in words; a minus sign is not allowed."""
_TOKEN = re.compile(r"\d+|[^\W\d_]+")
_FILLERS = frozenset({"in", "on", "of", "the", "st", "nd", "rd", "th", "next", "until", "till"})


@dataclass(frozen=True, slots=True)
class Day:
    moment: int
    """When the user is back, in seconds since 1970."""
    date: date
    count: int | None = None
    """Number of 24-hour days from now; None for the beginning of a day."""

    @property
    def spelled(self) -> str:
        return self.date.isoformat() if self.count is None else str(self.count)


def read(typed: str, zone: ZoneInfo, now: int, words: Words, locale: str = "") -> Day | None:
    """Return the day that a user typed, or None if it is not a day or ambiguous.

    The text is in the reader's locale (such as ``pt-BR``), in the language of `words`, or in
    English: ``3``, ``in 3 days``, ``2 weeks``, ``tomorrow``, ``Friday``, ``Nov 27``, ``27 November
    2027``, ``27.11.``, ``11/27``, ``2026-11-27``. A count means n times 24 hours from `now`.
    """
    text = plain(typed)
    today = datetime.fromtimestamp(now, zone).date()
    if text in {"tomorrow", plain(words.say("tomorrow"))}:
        return _on(today + timedelta(days=1), zone)
    if text in {"the day after tomorrow", plain(words.say("the day after tomorrow"))}:
        return _on(today + timedelta(days=2), zone)
    if text in {"a week", plain(words.say("a week"))}:
        return _in_days(7, zone, now)
    spoken = [locale] * bool(locale) + [words.locale, "en"]
    languages = [_language(name) for name in dict.fromkeys(spoken)]
    # Translators: Words before a typed day that mean nothing here: “on Friday”, “the 3rd”.
    fillers = _words(words.say("in on of the until")).union(
        *(_words(in_days(words, count)) for count in (1, 2, 5))
    )
    numbers = _in_numbers(text, today, month_first=languages[0].month_first)
    if numbers is not None:
        return _on(numbers, zone)
    if _PLAIN.fullmatch(text) is None:
        return None
    for language in languages:
        day = _in_words(text, today, replace(language, fillers=language.fillers | fillers))
        if isinstance(day, date):
            return _on(day, zone)
        if day is not None:
            return _in_days(day, zone, now)
    return None


def in_days(words: Words, count: int) -> str:
    return words.count("in {count} day", "in {count} days", count)


def full_date(day: date, words: Words) -> str:
    return format_date(day, format="full", locale=words.locale)


def suggested_days(
    typed: str, zone: ZoneInfo, now: int, words: Words, locale: str = ""
) -> list[tuple[str, str]]:
    """Return suggestions while a user types: a label, and a text that `read` understands.

    The day that the text means comes first, because Enter takes the first suggestion. Then come
    days with a word that begins with the text.
    """
    meant, labels = read(typed, zone, now, words, locale), {}
    if meant is not None:
        name = full_date(meant.date, words)
        if meant.count is not None:
            name = words.say("{date} ({count})", date=name, count=in_days(words, meant.count))
        labels[meant.spelled] = name
    for day in following(zone, now):
        if any(word.startswith(plain(typed)) for word in plain(full_date(day, words)).split()):
            labels.setdefault(day.isoformat(), full_date(day, words))
    return [(name, spelled) for spelled, name in labels.items()]


def plain(typed: str) -> str:
    """Return a text without accents and capitals, for comparison."""
    split = unicodedata.normalize("NFKD", typed.strip().casefold())
    return "".join(char for char in split if not unicodedata.combining(char))


def following(zone: ZoneInfo, now: int) -> list[date]:
    today = datetime.fromtimestamp(now, zone).date()
    return [today + timedelta(days=number) for number in range(1, OFFERED + 1)]


def begins(day: date, zone: ZoneInfo) -> int:
    """Return when a day begins in a time zone, in seconds since 1970."""
    return int(datetime.combine(day, time(), zone).timestamp())


def _in_days(count: int, zone: ZoneInfo, now: int) -> Day:
    moment = now + count * DAY
    return Day(moment, datetime.fromtimestamp(moment, zone).date(), count)


def _on(day: date, zone: ZoneInfo) -> Day:
    return Day(begins(day, zone), day)


@dataclass(frozen=True, slots=True)
class _Language:
    months: Mapping[str, int]
    weekdays: Mapping[str, int]
    days: frozenset[str]
    weeks: frozenset[str]
    fillers: frozenset[str]
    month_first: bool


@cache
def _language(name: str) -> _Language:
    try:
        locale = parse_locale(name.replace("-", "_"))
    except (UnknownLocaleError, ValueError):
        locale = parse_locale("en")
    days, weeks = _counted(locale, "day"), _counted(locale, "week")
    return _Language(
        months=_named(locale.months),
        weekdays=_named(locale.days),
        days=days - weeks,
        weeks=weeks - days,
        fillers=(days & weeks) | _words(locale.date_formats["long"].format % _Blank()) | _FILLERS,
        month_first=_month_first(locale.date_formats["short"].pattern),
    )


class _Blank(dict[str, str]):
    """Replaces all fields of a date pattern with nothing, so that only the pattern's words
    remain.
    """

    def __missing__(self, key: str) -> str:
        return ""


def _month_first(pattern: str) -> bool:
    return "M" in pattern and "d" in pattern and pattern.index("M") < pattern.index("d")


def _named(forms: Mapping[str, Mapping[str, Mapping[int, str]]]) -> dict[str, int]:
    return {
        plain(name).rstrip("."): number
        for widths in forms.values()
        for width in ("wide", "abbreviated")
        for number, name in widths.get(width, {}).items()
    }


def _counted(locale: Locale, unit: Literal["day", "week"]) -> frozenset[str]:
    days = 1 if unit == "day" else 7
    return frozenset().union(
        *(
            _words(
                format_timedelta(
                    timedelta(days=days * count),
                    granularity=unit,
                    threshold=1_000,
                    add_direction=direction,
                    locale=locale,
                )
            )
            for count in (1, 2, 3, 5, 11)
            for direction in (False, True)
        )
    )


def _words(text: str) -> frozenset[str]:
    return frozenset(token for token in _TOKEN.findall(plain(text)) if not token.isdecimal())


def _in_numbers(text: str, today: date, *, month_first: bool) -> date | None:
    match = _ISO.fullmatch(text) or _DOTTED.fullmatch(text)
    if match is not None:
        return _date(match["year"], int(match["month"]), int(match["day"]), today)
    match = _SLASHED.fullmatch(text)
    if match is None:
        return None
    first, second = int(match["one"]), int(match["other"])
    pairs = (
        [(first, second), (second, first)] if month_first else [(second, first), (first, second)]
    )
    dates = [_date(match["year"], month, day, today) for month, day in pairs]
    return next((day for day in dates if day is not None), None)


def _in_words(text: str, today: date, language: _Language) -> date | int | None:
    tokens = [token for token in _TOKEN.findall(text) if token not in language.fillers]
    numbers = [token for token in tokens if token.isdecimal()]
    names = [token for token in tokens if not token.isdecimal()]
    if not numbers:
        return _weekday(names, today, language)
    if len(numbers) == 1 and not (set(names) - language.days - language.weeks):
        return _count(numbers[0], names, language)
    month = next((name for name in names if _number_of(name, language.months) is not None), None)
    if month is None:
        return None
    names.remove(month)
    years = [number for number in numbers if len(number) == len("2026")]
    days = [number for number in numbers if len(number) <= len("31")]
    if len(days) != 1 or len(years) > 1 or len(days) + len(years) != len(numbers):
        return None
    year = years[0] if years else None
    day = _date(year, _number_of(month, language.months) or 0, int(days[0]), today)
    weekdays = [_number_of(name, language.weekdays) for name in names]
    if day is None or any(weekday != day.weekday() for weekday in weekdays):
        return None
    return day


def _count(number: str, names: list[str], language: _Language) -> int | None:
    if len(names) > 1 or len(number) > len(str(_MOST)):
        return None
    count = int(number) * (7 if set(names) & language.weeks else 1)
    return count if 0 < count <= _MOST else None


def _weekday(names: list[str], today: date, language: _Language) -> date | None:
    weekday = _number_of(names[0], language.weekdays) if len(names) == 1 else None
    if weekday is None:
        return None
    return today + timedelta(days=(weekday - today.weekday() - 1) % 7 + 1)


def _number_of(name: str, values: Mapping[str, int]) -> int | None:
    if name in values:
        return values[name]
    numbers = {number for full, number in values.items() if full.startswith(name)}
    return numbers.pop() if len(numbers) == 1 and len(name) > 1 else None


def _date(year: str | None, month: int, day: int, today: date) -> date | None:
    """Return that date, or None if it doesn't exist; without a year, its next occurrence."""
    years = [int(year)] if year else range(today.year, today.year + _YEARS_TO_LEAP + 1)
    for candidate_year in years:
        try:
            candidate = date(candidate_year, month, day)
        except ValueError:
            continue
        if year or candidate >= today:
            return candidate
    return None
