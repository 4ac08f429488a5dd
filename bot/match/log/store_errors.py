"""Errors that stores raise."""

from bot.match.log.records import Press
from bot.storage.base.errors import StoreTrouble

__all__ = [
    "CONTRADICTORY",
    "BrokenMatch",
    "Conflict",
    "PressedBefore",
    "StoreTrouble",
    "Unfinished",
    "Unsure",
    "trace_of",
]


CONTRADICTORY = (AssertionError, AttributeError, LookupError, TypeError, ValueError)
"""Errors of reading a history that makes no sense. Where Python runs without `assert`, the code
after one fails with an AttributeError or a TypeError.
"""


class Conflict(Exception):
    """The match has changed since it was read, so the caller must reread it and decide again."""


class PressedBefore(Exception):
    """This interaction has been accepted before; `press` is its effect."""

    def __init__(self, press: Press) -> None:
        super().__init__("this interaction has counted before")
        self.press = press


class Unsure(StoreTrouble):
    """It is impossible to find out now whether the write succeeded."""


class Unfinished(StoreTrouble):
    """The request is on disk, but its consequences can't be read or carried out until later."""


class BrokenMatch(Exception):
    """A stored log does not replay to its digests, or its end is missing."""


def trace_of(error: Exception) -> Exception | None:
    """Return an error whose traceback belongs in the log; None for an unreachable database, whose
    message says enough.
    """
    return None if isinstance(error, StoreTrouble) else error
