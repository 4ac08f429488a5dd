"""The part of a connection that stores use: the same for SQLite and PostgreSQL."""

from collections.abc import Iterable, Iterator, Sequence
from typing import Any, Protocol


class Cursor(Protocol):
    """The result of a statement."""

    @property
    def rowcount(self) -> int:
        """Number of changed rows."""

    def fetchone(self) -> Any:
        """Return the next row; None after the last."""

    def fetchall(self) -> list[Any]:
        """Return all remaining rows."""

    def __iter__(self) -> Iterator[Any]: ...


class Connection(Protocol):
    """A connection that runs statements; sqlite3.Connection is one.

    Parameters are `?`, or `?1`, `?2`. Statements keep to the SQL that SQLite and PostgreSQL share.
    """

    def execute(self, sql: str, parameters: Sequence[Any] = ..., /) -> Cursor: ...

    def executemany(self, sql: str, parameters: Iterable[Sequence[Any]], /) -> Cursor:
        """Run one statement for each row of values."""
