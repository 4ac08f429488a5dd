"""Finds time zones by city, country, name, or offset from UTC."""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime
from functools import cache, lru_cache
from importlib import resources
from zoneinfo import ZoneInfo, available_timezones

from cogs.base.text_limits import OPTIONS
from cogs.me import days
from texts.locales import parse_locale

_OFFSET = re.compile(r"(?:utc|gmt)?\s*([+\-−])\s*(\d{1,2})(?::00)?", re.IGNORECASE)
_WHOLE_HOURS = re.compile(r"Etc/GMT([+-])(\d+)")
_EAST, _WEST = 14, 12
"""Maximum number of whole hours that a zone is ahead of UTC, and behind it."""


@dataclass(frozen=True, slots=True)
class _Zone:
    name: str
    city: str
    countries: tuple[str, ...]
    """ISO 3166 codes, the main country first."""


def find(typed: str, locale: str = "en") -> list[str]:
    text = _plain(typed)
    if not text:
        return []
    ranked = [
        (rank, number, zone.name)
        for number, zone in enumerate(_zones())
        if (rank := _rank(zone, text, locale)) is not None
    ]
    names = [name for _, _, name in sorted(ranked)]
    offset = _by_offset(typed)
    return [*([offset] if offset else []), *names][:OPTIONS]


def resolve(typed: str, locale: str = "en") -> str | None:
    exact = _names().get(typed.strip().lower())
    if exact is not None:
        return exact
    offset = _by_offset(typed)
    if offset is not None:
        return offset
    text = _plain(typed)
    cities = [zone.name for zone in _zones() if zone.city == text]
    if len(cities) == 1:
        return cities[0]
    matches = find(typed, locale)
    return matches[0] if len(matches) == 1 else None


def display_name(zone: str) -> str:
    """Return a zone's name for people: ``Etc/GMT-2`` is ``UTC+2``."""
    match = _WHOLE_HOURS.fullmatch(zone)
    if match is None:
        return zone
    return f"UTC{'+' if match[1] == '-' else '-'}{match[2]}"


def local(zone: str, now: int) -> str:
    """Return the local time there, for example ``19:05``; `now` in seconds since 1970."""
    return datetime.fromtimestamp(now, ZoneInfo(zone)).strftime("%H:%M")


def _rank(zone: _Zone, text: str, locale: str) -> int | None:
    if zone.city == text:
        return 0
    if zone.city.startswith(text):
        return 1
    names = [_plain(name) for name in _country_names(locale, zone.countries)]
    if text in names:
        return 2
    if any(name.startswith(text) for name in names):
        return 3
    full_name = _plain(zone.name)
    if full_name.startswith(text) or any(word.startswith(text) for word in full_name.split()):
        return 4
    return 5 if len(text) > 2 and text in full_name else None


def _by_offset(typed: str) -> str | None:
    match = _OFFSET.fullmatch(typed.strip())
    if match is None:
        return "Etc/UTC" if typed.strip().lower() in ("utc", "gmt") else None
    hours, east = int(match[2]), match[1] == "+"
    if hours > (_EAST if east else _WEST):
        return None
    # The signs of these names are the opposite of the offset's.
    return "Etc/UTC" if hours == 0 else f"Etc/GMT{'-' if east else '+'}{hours}"


def _country_names(locale: str, codes: tuple[str, ...]) -> list[str]:
    return [
        name
        for language in dict.fromkeys((locale, "en"))
        for code in codes
        if (name := _territories(language).get(code)) is not None
    ]


@cache
def _territories(locale: str) -> dict[str, str]:
    return dict(parse_locale(locale).territories)


@cache
def _names() -> dict[str, str]:
    return {name.lower(): name for name in available_timezones() if name != "Factory"}


@cache
def _zones() -> tuple[_Zone, ...]:
    return tuple(_listed())


def _listed() -> Iterator[_Zone]:
    """Return today's zones; old names are left out, and can only be typed in full."""
    table = resources.files("tzdata").joinpath("zoneinfo", "zone.tab")
    countries: dict[str, list[str]] = {}
    for line in table.read_text(encoding="utf-8").splitlines():
        if line and not line.startswith("#"):
            code, _, name, *_ = line.split("\t")
            countries.setdefault(name, []).append(code)
    for name, codes in countries.items():
        yield _Zone(name, _plain(name.rsplit("/", 1)[-1]), tuple(codes))


@lru_cache(maxsize=4096)
def _plain(text: str) -> str:
    """Return the text in lower case without accents, its words joined by spaces."""
    return " ".join(re.sub(r"[_/\-.,]", " ", days.plain(text)).split())
