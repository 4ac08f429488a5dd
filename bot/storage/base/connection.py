"""The part of a connection that stores use: the same for SQLite and PostgreSQL."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Any, Protocol


class Cursor(Protocol):
    @property
    def rowcount(self) -> int: ...

    def fetchone(self) -> Any: ...

    def fetchall(self) -> list[Any]: ...

    def __iter__(self) -> Iterator[Any]: ...


class Connection(Protocol):
    """A connection that runs statements; sqlite3.Connection is one.

    Parameters are `?`, or `?1`, `?2`. Statements use only SQL that both databases understand.
    """

    def execute(self, sql: str, parameters: Sequence[Any] = ..., /) -> Cursor: ...

    def executemany(self, sql: str, parameters: Iterable[Sequence[Any]], /) -> Cursor: ...


Check = Callable[[Connection], None]
"""A look at a database before it is used. It raises an error for the operator, and a migration that
it follows is then undone.
"""
