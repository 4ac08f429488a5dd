"""PostgreSQL sessions that understand the stores' SQL, directly or through PgBouncer.

PgBouncer shares few sessions of the server among many clients. In session mode a client keeps one
until it disconnects; in transaction mode it gets another one for each transaction. Then everything
that belongs to a session of the server is lost or leaks to another client: settings, prepared
statements, locks, temporary tables. By default PgBouncer also rejects clients that ask for settings
when they connect (`options`).

So each session finds out whether a pooler is between it and the server: the server tells a client
the number of its process, and PgBouncer replaces that number by a random one. If `pg_backend_pid()`
returns another number, the session is *pooled*: it prepares no statements, and each of its
transactions begins with SET LOCAL for its settings, in the same round trip. Statements outside of a
transaction get one. Both modes are treated alike, because nothing tells them apart. A direct
session sets everything once, in the query that compares the numbers.

What outlasts a transaction needs a transaction that lasts: see hold.py.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import Any

import psycopg
from psycopg import adapt, conninfo, errors, pq
from psycopg.types.numeric import Int8Dumper

from bot.storage.base.connection import Connection, Cursor
from bot.storage.base.errors import StoreTrouble
from bot.storage.postgresql.statements import translate

CONNECT_TIMEOUT = 5
APPLICATION = "salud"
"""Default of `application_name`, by which operators recognize sessions in `pg_stat_activity`."""
SETTINGS: Mapping[str, str] = {
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
SERVER_KEEPALIVES: Mapping[str, str] = {
    "tcp_keepalives_idle": "10",
    "tcp_keepalives_interval": "5",
    "tcp_keepalives_count": "3",
}
"""Settings with which the server detects a vanished bot as quickly. They belong to a connection, so
behind PgBouncer its own `tcp_keepidle` and others count for most sessions.
"""


class Session(psycopg.Connection[tuple[Any, ...]]):
    """A session in autocommit mode. Call `configure` before the first use."""

    is_pooled = False
    settings: dict[str, str]

    def begin(self, *statements: str) -> psycopg.Cursor[tuple[Any, ...]]:
        """Begin a transaction in one round trip, with statements from BEGIN on; return the result
        of the last.
        """
        first, *others = statements or ("BEGIN",)
        local = [f"SET LOCAL {assignment}" for assignment in self._assignments()]
        cursor = self.execute("; ".join((first, *local, *others)).encode())
        cursor.set_result(-1)
        return cursor

    @contextmanager
    def within(self, *statements: str) -> Iterator[None]:
        """Run statements in a transaction; see `begin`."""
        self.begin(*statements)
        try:
            yield
        except BaseException:
            if not self.closed:
                self.execute("ROLLBACK")
            raise
        self.execute("COMMIT")

    @contextmanager
    def guarded(self) -> Iterator[None]:
        """Run statements under the session's settings; a pooled session needs a transaction for
        them.
        """
        if self.is_pooled and self.info.transaction_status is pq.TransactionStatus.IDLE:
            with self.within():
                yield
        else:
            yield

    def change(self, setting: str, value: str) -> None:
        self.settings[setting] = value
        if not self.is_pooled:
            self.execute(f"SET {setting} = '{value}'".encode())

    def _assignments(self) -> list[str]:
        if not self.is_pooled:
            return []
        return [f"{name} = '{value}'" for name, value in self.settings.items()]


AGAIN = (errors.SerializationFailure, errors.DeadlockDetected, errors.UniqueViolation)
"""Errors caused by concurrent writes, after which the same work can succeed."""


class PostgresConnection(Connection):
    def __init__(self, session: Session) -> None:
        self._session = session

    def execute(self, sql: str, parameters: Sequence[Any] = (), /) -> Cursor:
        # For psycopg, None means a statement without values.
        with self._session.guarded():
            return self._session.execute(translate(sql).encode(), parameters or None)

    def executemany(self, sql: str, parameters: Iterable[Sequence[Any]], /) -> Cursor:
        cursor = self._session.cursor()
        with self._session.guarded():
            cursor.executemany(translate(sql).encode(), parameters)
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


def parameters(address: str, application: str = APPLICATION) -> dict[str, Any]:
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
    return {
        "connect_timeout": CONNECT_TIMEOUT,
        "application_name": application,
        "target_session_attrs": "read-write",
        **KEEPALIVES,
        **parts,
        "autocommit": True,
        "cursor_factory": psycopg.RawCursor,
    }


def display_name(address: str) -> str:
    parts = conninfo.conninfo_to_dict(address)
    host, port = parts.get("host") or "this machine", parts.get("port")
    where = host if port is None else f"{host}:{port}"
    return f"{parts.get('dbname') or parts.get('user') or 'salud'} on {where}"


def connect(
    address: str, application: str = APPLICATION, settings: Mapping[str, str] = SETTINGS
) -> Session:
    session = Session.connect(**parameters(address, application))
    try:
        configure(session, settings)
    except BaseException:
        session.close()
        raise
    return session


def configure(session: Session, settings: Mapping[str, str] = SETTINGS) -> None:
    session.adapters.register_dumper(int, Int8Dumper)
    session.adapters.register_dumper(bool, _FlagDumper)
    session.adapters.register_loader("numeric", _NumberLoader)
    session.settings = dict(settings)
    calls = ", ".join(
        f"set_config('{name}', '{value}', false)"
        for name, value in {**SERVER_KEEPALIVES, **settings}.items()
    )
    direct = f"SELECT {calls} WHERE pg_backend_pid() = {session.info.backend_pid}"
    session.is_pooled = session.execute(direct.encode()).fetchone() is None
    if session.is_pooled:
        session.prepare_threshold = None


def error_text(error: BaseException, address: str) -> str:
    line = " ".join(str(error).split())
    password = conninfo.conninfo_to_dict(address).get("password")
    return line.replace(str(password), "…") if password else line
