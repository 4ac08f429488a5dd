"""Result of a database check, for the doctor. A check leaves the data unchanged."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field

from bot.storage.base.connection import Connection
from bot.storage.base.frozen import WAITING

PLACES = 50
WRITES = 9


Look = Callable[[Connection], str | None]


@dataclass(frozen=True, slots=True)
class Contents:
    owner: int | None
    """The application whose bot uses the database; None before the first start."""
    matches: Mapping[str, int]
    frozen: int
    restores: int
    played: tuple[tuple[int, int], ...]
    """Up to PLACES servers and channels, those with the most running matches first."""


@dataclass(frozen=True, slots=True)
class Checkup:
    name: str
    """Name to show to the operator; contains no password."""
    version: int
    newest: int
    unfinished: bool
    size: int
    free: int | None
    write: float
    """Median seconds that a commit waits for the disk."""
    damage: str | None = None
    looked: bool | None = True
    """Whether the search for damage was completed rather than cut short. On a database server it is
    None, because the server itself looks for damage.
    """
    remarks: tuple[str, ...] = field(default=())
    contents: Contents | None = None
    refusal: str | None = None
    """Why a start would be refused, according to the caller's look at the contents."""


def contents(connection: Connection) -> Contents:
    owner = connection.execute("SELECT application FROM owner").fetchone()
    rows = connection.execute("SELECT status, COUNT(*) FROM match GROUP BY status").fetchall()
    (frozen,) = connection.execute(
        f"SELECT COUNT(*) FROM match WHERE {WAITING}"  # noqa: S608 - constant text
    ).fetchone()
    (restores,) = connection.execute("SELECT COUNT(*) FROM generation").fetchone()
    played = connection.execute(
        "SELECT guild, COALESCE(forum, channel) AS room FROM match"
        " WHERE status = 'running' AND frozen = 0 AND private = 0"
        " GROUP BY guild, room ORDER BY COUNT(*) DESC, room LIMIT ?",
        (PLACES,),
    ).fetchall()
    return Contents(
        None if owner is None else owner[0],
        dict(map(tuple, rows)),
        frozen,
        restores,
        tuple((guild, channel) for guild, channel in played),
    )
