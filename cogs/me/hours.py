"""Times of day as people type them."""

import re

_TIME = re.compile(
    r"(?P<hour>\d{1,2})(?:\s*[:.h]\s*(?P<minute>\d{2})?)?\s*(?:h|uhr)?\s*(?P<half>[ap]\.?m\.?)?",
    re.IGNORECASE,
)
_DAY = 24 * 60


def minute_of(typed: str) -> int | None:
    """Minutes since midnight: of ``22:30``, ``7``, ``7.15``, ``22h30``, ``10 pm``; else None."""
    found = _TIME.fullmatch(typed.strip())
    if found is None:
        return None
    hour, minute = int(found["hour"]), int(found["minute"] or 0)
    if found["half"]:
        if not 1 <= hour <= 12:
            return None
        hour = hour % 12 + (12 if found["half"][0].lower() == "p" else 0)
    if hour == 24 and minute == 0:
        hour = 0
    return hour * 60 + minute if hour < 24 and minute < 60 else None


def between(typed: str) -> tuple[int, int] | None:
    """Both ends of a range, in minutes since midnight: of ``22:30-7`` or ``22 to 6``; else None."""
    found = re.split(r"\s*[-–—]\s*|\s+(?:to|until|till|bis|a)\s+", typed.strip())
    if len(found) != 2:
        return None
    first, last = map(minute_of, found)
    return None if first is None or last is None else (first, last)


def clock(minute: int) -> str:
    """A time of day such as ``22:30``, from minutes since midnight."""
    return f"{minute % _DAY // 60:02}:{minute % 60:02}"
