"""What a store raises."""

from bot.match.log.records import Press
from bot.storage.base.errors import StoreTrouble

__all__ = [
    "BrokenMatch",
    "Conflict",
    "PressedBefore",
    "StoreTrouble",
    "Unfinished",
    "Unsure",
]


class Conflict(Exception):
    """The match has changed since it was read: read it again and decide again."""


class PressedBefore(Exception):
    """This interaction has counted before; `press` is what it did then."""

    def __init__(self, press: Press) -> None:
        super().__init__("this interaction has counted before")
        self.press = press


class Unsure(StoreTrouble):
    """Whether something was written can't be found out now."""


class Unfinished(StoreTrouble):
    """The request is on disk; what follows from it can't be read or done now, and is done later."""


class BrokenMatch(Exception):
    """A stored log does not replay to its digests, or its end is missing."""
