"""What a store raises."""

from bot.match.log.records import Press


class Conflict(Exception):
    """The match has changed since it was read: read it again and decide again."""


class PressedBefore(Exception):
    """This interaction has counted before; `press` is what it did then."""

    def __init__(self, press: Press) -> None:
        super().__init__("this interaction has counted before")
        self.press = press


class StoreTrouble(Exception):
    """The database can't do what it was asked: it is full, read-only, locked or broken.

    Raised by a store, it means that nothing was written as far as the store knows: a commit
    whose confirmation was lost may still be on disk. Raised by a service, which has checked
    (`confirmed_write`), it means that nothing was written.
    """


class Unsure(StoreTrouble):
    """Whether something was written can't be found out now."""


class Unfinished(StoreTrouble):
    """The request is on disk; what follows from it can't be read or done now, and is done later."""


class BrokenMatch(Exception):
    """A stored log does not replay to its digests, or its end is missing."""
