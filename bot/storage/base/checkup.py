"""What was found by a look at a database, whichever it is; nothing is changed by it."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from bot.storage.base.connection import Connection

PLACES = 50
"""How many channels are named."""
WRITES = 9
"""How many commits are measured."""


@dataclass(frozen=True, slots=True)
class Place:
    """A channel in which matches were begun that go on."""

    guild: int
    channel: int


@dataclass(frozen=True, slots=True)
class Contents:
    """What stands in a database of the newest version."""

    owner: int | None
    """The application whose bot uses it; None before the first start."""
    matches: Mapping[str, int]
    """How many there are, by status."""
    frozen: int
    restores: int
    """How often a copy was put back: in which generation it is."""
    played: tuple[Place, ...]
    """The channels with the most matches that go on, those first; at most PLACES."""


@dataclass(frozen=True, slots=True)
class Checkup:
    """What was found."""

    name: str
    """For the operator, without a password."""
    version: int
    """Of the schema; 0 for an empty database."""
    newest: int
    """The version that this bot knows."""
    unfinished: bool
    """Whether it is the unfinished copy of another database."""
    size: int
    """Bytes."""
    free: int | None
    """Bytes that are free on its disk; None if that can't be seen from here."""
    write: float
    """Seconds that a commit waits for the disk: the median of some."""
    damage: str | None = None
    """What is damaged; None if nothing was found."""
    looked: bool | None = True
    """Whether the look for damage was finished; None if the database server looks by itself."""
    remarks: tuple[str, ...] = field(default=())
    """What should be otherwise, in sentences."""
    contents: Contents | None = None
    """None if it is not in the newest version, or unfinished."""


def contents(connection: Connection) -> Contents:
    """What stands in a database of the newest version."""
    owner = connection.execute("SELECT application FROM owner").fetchone()
    rows = connection.execute("SELECT status, COUNT(*) FROM match GROUP BY status").fetchall()
    (frozen,) = connection.execute("SELECT COUNT(*) FROM match WHERE frozen = 1").fetchone()
    (restores,) = connection.execute("SELECT COUNT(*) FROM life").fetchone()
    played = connection.execute(
        "SELECT guild, channel FROM match WHERE status = 'running' AND frozen = 0 AND day IS NULL"
        " GROUP BY guild, channel ORDER BY COUNT(*) DESC, channel LIMIT ?",
        (PLACES,),
    ).fetchall()
    return Contents(
        None if owner is None else owner[0],
        dict(map(tuple, rows)),
        frozen,
        restores,
        tuple(Place(*row) for row in played),
    )
