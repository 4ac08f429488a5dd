"""Connections to PostgreSQL that understand the SQL of the repositories."""

from collections.abc import Iterable, Sequence
from typing import Any

import psycopg
from psycopg import adapt, conninfo, errors
from psycopg.types.numeric import Int8Dumper

from bot.storage.base.connection import Connection, Cursor
from bot.storage.base.errors import StoreTrouble
from bot.storage.postgresql.statements import translated

CONNECT_TIMEOUT = 5
"""Seconds."""
APPLICATION = "salud"
"""As which the server knows our sessions."""
COPYING = "salud copy"
"""As which it knows the session of `python -m bot copy`, while which no bot starts."""
OPTIONS = {
    "application_name": APPLICATION,
    "statement_timeout": "30s",
    "lock_timeout": "10s",
    "idle_in_transaction_session_timeout": "30s",
}
"""How each session is set: it holds nobody up for long, whatever becomes of it."""
KEEPALIVES = {
    "keepalives": 1,
    "keepalives_idle": 10,
    "keepalives_interval": 5,
    "keepalives_count": 3,
    "tcp_user_timeout": 15_000,
}
"""A server that is gone without a word is noticed within half a minute."""

Session = psycopg.Connection[tuple[Any, ...]]

AGAIN = (errors.SerializationFailure, errors.DeadlockDetected, errors.UniqueViolation)
"""Errors after which the same work may succeed, because somebody else wrote at the same time."""


class PostgresConnection(Connection):
    """A session as the repositories use it."""

    def __init__(self, session: Session) -> None:
        self._session = session

    def execute(self, sql: str, parameters: Sequence[Any] = (), /) -> Cursor:
        """Run one statement."""
        # Without values PostgreSQL would take several statements, and prepare none.
        return self._session.execute(translated(sql).encode(), parameters or None)

    def executemany(self, sql: str, parameters: Iterable[Sequence[Any]], /) -> Cursor:
        """Run one statement for each row of values."""
        cursor = self._session.cursor()
        cursor.executemany(translated(sql).encode(), parameters)
        return cursor


class _FlagDumper(Int8Dumper):
    """Writes True and False as 1 and 0, as SQLite does."""

    def dump(self, obj: Any) -> bytes:
        return b"1" if obj else b"0"


class _NumberLoader(adapt.Loader):
    """Reads sums and averages as int and float, as SQLite gives them."""

    def load(self, data: Any) -> int | float:
        text = bytes(data)
        return float(text) if b"." in text else int(text)


def parameters(address: str) -> dict[str, Any]:
    """What psycopg needs to connect; raises StoreTrouble without the address, which is secret."""
    try:
        given = conninfo.conninfo_to_dict(address)
    except psycopg.Error as error:
        raise StoreTrouble(
            "The database's address can't be understood. It should be like"
            " postgresql://user:password@host:5432/salud, with %40 for an @ in the password."
        ) from error
    options = " ".join(f"-c {name}={value}" for name, value in OPTIONS.items())
    return {
        "connect_timeout": CONNECT_TIMEOUT,
        **KEEPALIVES,
        **given,
        "options": f"{options} {given.get('options') or ''}".strip(),
        "target_session_attrs": given.get("target_session_attrs", "read-write"),
    }


def shown(address: str) -> str:
    """An address for logs and errors, without user and password."""
    given = conninfo.conninfo_to_dict(address)
    host, port = given.get("host") or "this machine", given.get("port")
    where = host if port is None else f"{host}:{port}"
    return f"{given.get('dbname') or given.get('user') or 'salud'} on {where}"


def connect(address: str) -> Session:
    """A new session outside of any transaction; raises psycopg.Error or StoreTrouble."""
    session = psycopg.connect(
        **parameters(address), autocommit=True, cursor_factory=psycopg.RawCursor
    )
    configure(session)
    return session


def configure(session: Session) -> None:
    """Let a session write and read values as SQLite does."""
    session.adapters.register_dumper(int, Int8Dumper)
    session.adapters.register_dumper(bool, _FlagDumper)
    session.adapters.register_loader("numeric", _NumberLoader)


def said(error: BaseException, address: str) -> str:
    """An error in one line, without the password."""
    line = " ".join(str(error).split())
    password = conninfo.conninfo_to_dict(address).get("password")
    return line.replace(str(password), "…") if password else line
