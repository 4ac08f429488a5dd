"""Locks on a database on a server: they decide which processes use it side by side.

They replace the locks on files (base/lock.py) by advisory locks of the server: KEY for the whole
database, BOTS among bots. A separate session holds them. If the process ends in any way,
its session ends and the server releases them immediately; if its machine vanishes, the server or
PgBouncer notices that by keepalives. A pooled session keeps its session of the server only during a
transaction, so it holds the locks in a transaction that lasts. That transaction has no snapshot, so
it doesn't hold up VACUUM.

A bot can lose its session, for example when the server restarts. Until it has another one, nothing
shows that the bot uses the database, so a copy can begin. Therefore each transaction of the bot's
writer also takes the lock, until it commits, and the bot takes it again within seconds
(`Presence`). If a command holds it by then, the bot stores nothing any more: it has to be started
again, because after a copy or a restore its database is another one. If another bot holds BOTS, it
continues, because several bots harm no match, and because the server can still count the lost
session. Only if that lasts, the bot reports it (`Presence.remark`).
"""

import contextlib
import logging
import threading
import time
from collections.abc import Callable

import psycopg

from bot.storage.base import lock
from bot.storage.base.errors import AnotherBot, StoreTrouble
from bot.storage.base.lock import Use
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
BOTS = schema.LOCK + 2
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
GHOST = 60.0
"""Seconds after which a lock of bots that can't be taken again belongs to another bot. The server
forgets the bot's own lost session sooner.
"""
_STEP = 0.02


def held_by_command(name: str) -> StoreTrouble:
    return StoreTrouble(
        f"The database {name} is being restored or copied: start again when that is done."
    )


class Hold:
    """The locks on a database. Methods raise psycopg.Error if the server can't be reached."""

    def __init__(self, address: str, use: Use, *, application: str = APPLICATION) -> None:
        self.name = display_name(address)
        self._address = address
        self._use = use
        self._application = application
        self._session: Session | None = None
        self._has_claimed = False

    def take(self, patience: float | None = None) -> None:
        """Take the lock on the whole database. Raise StoreTrouble if another lock prevents it for
        `patience` seconds.
        """
        session = connect(self._address, self._application, SETTINGS)
        try:
            if session.is_pooled:
                session.begin("BEGIN ISOLATION LEVEL READ COMMITTED READ ONLY")
            if not _taken(session, KEY, patience, alone=self._use is Use.ALONE):
                raise self._refusal(session)
        except BaseException:
            session.close()
            raise
        self._session, self._has_claimed = session, False

    def claim(self, patience: float | None = None) -> None:
        """Take the lock of bots, too, unless this is no bot or has it. Raise AnotherBot if another
        bot prevents it for `patience` seconds.
        """
        if not self._use.is_bot or self._has_claimed:
            return
        session = self._opened()
        if not _taken(session, BOTS, patience, alone=self._use is Use.ONLY_BOT):
            raise AnotherBot(f"{self.name}{_holders(session, BOTS)}")
        self._has_claimed = True

    def _refusal(self, session: Session) -> StoreTrouble:
        if self._use is not Use.ALONE:
            return held_by_command(self.name)
        where = _holders(session, KEY)
        return StoreTrouble(f"A bot uses the database {self.name}{where}: stop it first.")

    def _opened(self) -> Session:
        if self._session is None:
            raise psycopg.OperationalError("the lock on the database is lost")
        return self._session

    def check(self) -> None:
        """Raise psycopg.Error if the lock is lost."""
        self._opened().execute("SELECT 1")

    def release(self) -> None:
        session, self._session = self._session, None
        if session is not None:
            with contextlib.suppress(psycopg.Error):
                session.close()


def _taken(session: Session, key: int, patience: float | None, *, alone: bool) -> bool:
    until = time.monotonic() + (lock.PATIENCE if patience is None else patience)
    lasting = "xact_lock" if session.is_pooled else "lock"
    shared = "" if alone else "_shared"
    while True:
        row = session.execute(f"SELECT pg_try_advisory_{lasting}{shared}({key})").fetchone()
        if row == (True,):
            return True
        if time.monotonic() >= until:
            return False
        time.sleep(_STEP)  # sessions of a stopped bot end one by one


def _holders(session: Session, key: int) -> str:
    """Return a clause that names the processes of the server that hold a lock, or ""."""
    processes = session.execute(
        "SELECT pid FROM pg_locks WHERE locktype = 'advisory' AND granted"
        " AND database = (SELECT oid FROM pg_database WHERE datname = current_database())"
        " AND (classid::bigint << 32) + objid::bigint = $1",
        (key,),
    ).fetchall()
    numbers = ", ".join(str(number) for (number,) in processes)
    return f" (process {numbers} of the server)" if numbers else ""


class Presence:
    """The locks of a running bot, which takes them again whenever its session breaks.

    `refused` is called once, in another thread, if the lock can't be taken again because a command
    holds it.
    """

    def __init__(self, address: str, use: Use = Use.BESIDE_BOTS) -> None:
        self._hold = Hold(address, use)
        self._stop = threading.Event()
        self._thread: threading.Thread | None = None
        self._unclaimed_since: float | None = None
        self.remark: str | None = None
        """A note for the operator if another bot has taken this one's place."""

    def take(self) -> None:
        self._hold.take()
        self._hold.claim()

    def keep(self, refused: Callable[[StoreTrouble], None]) -> None:
        self._thread = threading.Thread(
            target=self._keep, args=(refused,), name="postgresql-presence", daemon=True
        )
        self._thread.start()

    def _keep(self, refused: Callable[[StoreTrouble], None]) -> None:
        while not self._stop.wait(EVERY):
            try:
                self._hold.check()
                self._claim_again()
            except psycopg.Error:
                self._hold.release()
                try:
                    self._hold.take(0)
                    self._claim_again()
                except StoreTrouble as trouble:
                    refused(trouble)
                    return
                except psycopg.Error as error:
                    _log.debug("The server can't be reached: %s", error)

    def _claim_again(self) -> None:
        try:
            self._hold.claim(0)
        except AnotherBot:
            now = time.monotonic()
            if self._unclaimed_since is None:
                self._unclaimed_since = now
            if now - self._unclaimed_since >= GHOST and self.remark is None:
                self.remark = (
                    f"Another bot uses the database {self._hold.name}, too: stop one of them, or"
                    " set SALUD_SHARDS on both (docs/scale.md)."
                )
                _log.error(self.remark)
        else:
            self._unclaimed_since = self.remark = None

    def release(self) -> None:
        self._stop.set()
        if self._thread is not None:
            self._thread.join()
        self._hold.release()
