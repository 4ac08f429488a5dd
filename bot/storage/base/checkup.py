"""The result of a check of a database, for the doctor. A check changes nothing."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from bot.storage.base.connection import Connection

PLACES = 50
"""Number of channels in a result."""
WRITES = 9
"""Number of measured commits."""


@dataclass(frozen=True, slots=True)
class Place:
    """A channel in which running matches began."""

    guild: int
    channel: int


@dataclass(frozen=True, slots=True)
class Contents:
    """The contents of a database with the newest schema."""

    owner: int | None
    """The application whose bot uses the database; None before the first start."""
    matches: Mapping[str, int]
    """Number of matches by status."""
    frozen: int
    restores: int
    """Number of restores so far."""
    played: tuple[Place, ...]
    """Up to PLACES channels, those with the most running matches first."""


@dataclass(frozen=True, slots=True)
class Checkup:
    name: str
    """For the operator, without a password."""
    version: int
    """Schema version; 0 for an empty database."""
    newest: int
    """Schema version of this bot."""
    unfinished: bool
    """Whether it is an unfinished copy of another database."""
    size: int
    """Bytes."""
    free: int | None
    """Free bytes on its disk, or None."""
    write: float
    """Median seconds that a commit waits for the disk."""
    damage: str | None = None
    """Damage in words, or None."""
    looked: bool | None = True
    """Whether the search for damage was completed, or None if it is the database server's task."""
    remarks: tuple[str, ...] = field(default=())
    """Recommendations, in sentences."""
    contents: Contents | None = None
    """Only with the newest schema, and not of an unfinished copy."""


def contents(connection: Connection) -> Contents:
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
