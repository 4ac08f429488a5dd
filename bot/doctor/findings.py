"""What the doctor finds."""

from collections.abc import Iterable
from dataclasses import dataclass
from enum import Enum


class Level(Enum):
    """How it is."""

    WELL = "✔"
    NOTE = "!"
    """It works, and should be otherwise or can't be known."""
    WRONG = "✗"
    """The bot can't work like this."""


@dataclass(frozen=True, slots=True)
class Finding:
    """One line, and perhaps what to do."""

    level: Level
    check: str
    """What was looked at, in a word or two."""
    found: str
    todo: str = ""
    """What to do; empty where nothing is to be done."""


def well(check: str, found: str) -> Finding:
    """All is well."""
    return Finding(Level.WELL, check, found)


def note(check: str, found: str, todo: str = "") -> Finding:
    """Something to think about."""
    return Finding(Level.NOTE, check, found, todo)


def wrong(check: str, found: str, todo: str) -> Finding:
    """Something to mend."""
    return Finding(Level.WRONG, check, found, todo)


def lines(findings: Iterable[Finding]) -> list[str]:
    """As they are printed."""
    said = []
    for one in findings:
        said.append(f"{one.level.value} {one.check:<12} {one.found}")
        if one.todo:
            said.append(f"{'':<15}→ {one.todo}")
    return said


def megabytes(size: int) -> str:
    """A number of bytes, for people."""
    return f"{size / 1e9:,.1f} GB" if size >= 10**9 else f"{size / 1e6:,.1f} MB"


def age(seconds: float) -> str:
    """A time that has passed, for people."""
    for unit, length in (("days", 86_400), ("hours", 3600), ("minutes", 60)):
        if seconds >= 2 * length:
            return f"{seconds / length:.0f} {unit}"
    return f"{max(seconds, 0):.0f} seconds"
