"""A lock on a whole database on a server: bots share it, and a command that needs the database to
itself holds it alone.

It does for PostgreSQL what base/lock.py does for files, with an advisory lock of the server. A
separate session holds the lock. If the process ends in any way, its session ends and the
server releases the lock immediately; if its machine vanishes, the server or PgBouncer notices that
by keepalives. A pooled session keeps its session of the server only during a transaction, so it
holds the lock in a transaction that lasts. That transaction has no snapshot, so it doesn't hold up
VACUUM.

A bot can lose its session, for example when the server restarts. Until it has another one, nothing
shows that the bot uses the database, so a copy can begin. Therefore each transaction of the bot's
writer also takes the lock, until it commits, and the bot takes it again within seconds
(`Presence`). If a command holds it by then, the bot stores nothing any more: it has to be started
again, because after a copy or a restore its database is another one.
"""

import contextlib
import logging
import threading
import time
from collections.abc import Callable

import psycopg

from bot.storage.base import lock
from bot.storage.base.errors import StoreTrouble
from bot.storage.postgresql import schema
from bot.storage.postgresql.connections import (
    APPLICATION,
    SERVER_KEEPALIVES,
    Session,
    connect,
    display_name,
)

_log = logging.getLogger(__name__)

KEY = schema.LOCK + 1
SHARED_IN_TRANSACTION = f"SELECT pg_try_advisory_xact_lock_shared({KEY})"
SETTINGS = {
    **SERVER_KEEPALIVES,
    "statement_timeout": "30s",
    "idle_in_transaction_session_timeout": "0",
}
EVERY = 5.0
"""Seconds between two checks that a bot still holds its lock. PgBouncer and firewalls should allow
a connection to be idle for longer.
"""
_STEP = 0.02


def held_by_command(name: str) -> StoreTrouble:
    return StoreTrouble(
        f"The database {name} is being restored or copied: start again when that is done."
    )


class Hold:
    """The lock on a database. Methods raise psycopg.Error if the server can't be reached."""

    def __init__(self, address: str, *, alone: bool, application: str = APPLICATION) -> None:
        self.name = display_name(address)
        self._address = address
        self._alone = alone
        self._application = application
        self._session: Session | None = None

    def take(self, patience: float | None = None) -> None:
        """Raise StoreTrouble if another lock prevents it for `patience` seconds."""
        until = time.monotonic() + (lock.PATIENCE if patience is None else patience)
        session = connect(self._address, self._application, SETTINGS)
        try:
            if session.is_pooled:
                session.begin("BEGIN ISOLATION LEVEL READ COMMITTED READ ONLY")
            while not self._taken(session):  # sessions of a stopped bot end one by one
                if time.monotonic() >= until:
                    raise self._refusal(session)
                time.sleep(_STEP)
        except BaseException:
            session.close()
            raise
        self._session = session

    def _taken(self, session: Session) -> bool:
        lasting = "xact_lock" if session.is_pooled else "lock"
        shared = "" if self._alone else "_shared"
        row = session.execute(f"SELECT pg_try_advisory_{lasting}{shared}({KEY})").fetchone()
        return row is not None and bool(row[0])

    def _refusal(self, session: Session) -> StoreTrouble:
        if not self._alone:
            return held_by_command(self.name)
        processes = session.execute(
            "SELECT pid FROM pg_locks WHERE locktype = 'advisory' AND granted"
            " AND database = (SELECT oid FROM pg_database WHERE datname = current_database())"
            " AND (classid::bigint << 32) + objid::bigint = $1",
            (KEY,),
        ).fetchall()
        numbers = ", ".join(str(number) for (number,) in processes)
        where = f" (process {numbers} of the server)" if numbers else ""
        return StoreTrouble(f"A bot uses the database {self.name}{where}: stop it first.")

    def check(self) -> None:
        """Raise psycopg.Error if the lock is lost."""
        if self._session is None:
            raise psycopg.OperationalError("the lock on the database is lost")
        self._session.execute("SELECT 1")

    def release(self) -> None:
        session, self._session = self._session, None
        if session is not None:
            with contextlib.suppress(psycopg.Error):
                session.close()


class Presence:
    """The lock of a running bot, which takes it again whenever its session breaks.

    `refused` is called once, in another thread, if the lock can't be taken again because a command
    holds it.
    """

    def __init__(self, address: str) -> None:
        self._hold = Hold(address, alone=False)
        self._stop = threading.Event()
        self._thread: threading.Thread | None = None

    def take(self) -> None:
        self._hold.take()

    def keep(self, refused: Callable[[StoreTrouble], None]) -> None:
        self._thread = threading.Thread(
            target=self._keep, args=(refused,), name="postgresql-presence", daemon=True
        )
        self._thread.start()

    def _keep(self, refused: Callable[[StoreTrouble], None]) -> None:
        while not self._stop.wait(EVERY):
            try:
                self._hold.check()
            except psycopg.Error:
                self._hold.release()
                try:
                    self._hold.take(0)
                except StoreTrouble as trouble:
                    refused(trouble)
                    return
                except psycopg.Error as error:
                    _log.debug("The server can't be reached: %s", error)

    def release(self) -> None:
        self._stop.set()
        if self._thread is not None:
            self._thread.join()
        self._hold.release()
