"""PostgreSQL sessions that understand the stores' SQL."""

from collections.abc import Iterable, Sequence
from typing import Any

import psycopg
from psycopg import adapt, conninfo, errors
from psycopg.types.numeric import Int8Dumper

from bot.storage.base.connection import Connection, Cursor
from bot.storage.base.errors import StoreTrouble
from bot.storage.postgresql.statements import translated

CONNECT_TIMEOUT = 5
APPLICATION = "salud"
COPYING = "salud copy"
"""`application_name` of the session of `python -m bot copy`; while it exists, no bot starts."""
OPTIONS = {
    "application_name": APPLICATION,
    "statement_timeout": "30s",
    "lock_timeout": "10s",
    "idle_in_transaction_session_timeout": "30s",
}
KEEPALIVES = {
    "keepalives": 1,
    "keepalives_idle": 10,
    "keepalives_interval": 5,
    "keepalives_count": 3,
    "tcp_user_timeout": 15_000,
}
"""Settings that detect a vanished server within half a minute."""

Session = psycopg.Connection[tuple[Any, ...]]

AGAIN = (errors.SerializationFailure, errors.DeadlockDetected, errors.UniqueViolation)
"""Errors caused by concurrent writes, after which the same work can succeed."""


class PostgresConnection(Connection):
    def __init__(self, session: Session) -> None:
        self._session = session

    def execute(self, sql: str, parameters: Sequence[Any] = (), /) -> Cursor:
        # For psycopg, None means a statement without values.
        return self._session.execute(translated(sql).encode(), parameters or None)

    def executemany(self, sql: str, parameters: Iterable[Sequence[Any]], /) -> Cursor:
        cursor = self._session.cursor()
        cursor.executemany(translated(sql).encode(), parameters)
        return cursor


class _FlagDumper(Int8Dumper):
    """Writes True and False as 1 and 0, like SQLite."""

    def dump(self, obj: Any) -> bytes:
        return b"1" if obj else b"0"


class _NumberLoader(adapt.Loader):
    """Reads sums and averages as int and float, like SQLite."""

    def load(self, data: Any) -> int | float:
        text = bytes(data)
        return float(text) if b"." in text else int(text)


def parameters(address: str) -> dict[str, Any]:
    """Return psycopg's arguments for an address.

    Raise StoreTrouble if the address is malformed. The error doesn't quote it, because it contains
    the password.
    """
    try:
        parts = conninfo.conninfo_to_dict(address)
    except psycopg.Error as error:
        raise StoreTrouble(
            "The database's address is malformed. It should look like"
            " postgresql://user:password@host:5432/salud, with %40 for an @ in the password."
        ) from error
    options = " ".join(f"-c {name}={value}" for name, value in OPTIONS.items())
    return {
        "connect_timeout": CONNECT_TIMEOUT,
        **KEEPALIVES,
        **parts,
        "options": f"{options} {parts.get('options') or ''}".strip(),
        "target_session_attrs": parts.get("target_session_attrs", "read-write"),
    }


def display_name(address: str) -> str:
    parts = conninfo.conninfo_to_dict(address)
    host, port = parts.get("host") or "this machine", parts.get("port")
    where = host if port is None else f"{host}:{port}"
    return f"{parts.get('dbname') or parts.get('user') or 'salud'} on {where}"


def connect(address: str) -> Session:
    session = psycopg.connect(
        **parameters(address), autocommit=True, cursor_factory=psycopg.RawCursor
    )
    configure(session)
    return session


def configure(session: Session) -> None:
    session.adapters.register_dumper(int, Int8Dumper)
    session.adapters.register_dumper(bool, _FlagDumper)
    session.adapters.register_loader("numeric", _NumberLoader)


def error_text(error: BaseException, address: str) -> str:
    line = " ".join(str(error).split())
    password = conninfo.conninfo_to_dict(address).get("password")
    return line.replace(str(password), "…") if password else line
