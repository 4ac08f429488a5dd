"""A PostgreSQL database."""

import asyncio
import logging
import time
from collections.abc import Callable, Mapping
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from functools import partial
from pathlib import Path
from typing import TypeVar

import psycopg
import psycopg_pool

from bot.storage.base.connection import Check, Connection
from bot.storage.base.database import Database
from bot.storage.base.errors import StoreTrouble, unusable
from bot.storage.base.group_writer import Work, describe, trouble
from bot.storage.base.lock import Use
from bot.storage.postgresql import schema
from bot.storage.postgresql.connections import (
    SETTINGS,
    PostgresConnection,
    Session,
    configure,
    connect,
    display_name,
    error_text,
    parameters,
)
from bot.storage.postgresql.continuity import Continuity, clean
from bot.storage.postgresql.hold import Presence
from bot.storage.postgresql.sweeping import Sweeper
from bot.storage.postgresql.writer import PATIENCE, PostgresWriter

_log = logging.getLogger(__name__)

T = TypeVar("T")

READERS = 4
WRITING = {**SETTINGS, "idle_in_transaction_session_timeout": "5s"}
"""Settings of sessions that write. Work never waits between two statements. So a transaction that
does belongs to a process that has stopped, for example because its machine swaps, and its locks
hold up all others.
"""
URGENT = {**WRITING, "lock_timeout": "1s"}
"""Settings for renewals of leases and notes that the bot is up: they don't wait even that long."""


class PostgresDatabase(Database):
    """An open database on a server. It keeps no reads, because it would not notice commits of other
    processes.
    """

    def __init__(
        self,
        address: str,
        presence: Presence,
        patience: float = PATIENCE,
        memory: Path | None = None,
    ) -> None:
        super().__init__()
        self._continuity = Continuity(memory, self._tell)
        name = display_name(address)
        self.writer: PostgresWriter = PostgresWriter(
            partial(self._connect, WRITING), self, patience, name, self._continuity
        )
        # Its commits have marks of their own, because two threads store them.
        self.urgent: PostgresWriter = PostgresWriter(
            partial(self._connect, URGENT), self, patience, name
        )
        self._presence = presence
        self._sweeper = Sweeper(address)
        self._address = address
        self._patience = patience
        self._threads = ThreadPoolExecutor(READERS, "postgresql-reader")
        self._pool = psycopg_pool.ConnectionPool[Session](
            connection_class=Session,
            kwargs=parameters(address),
            configure=self._configure,
            check=psycopg_pool.ConnectionPool.check_connection,
            min_size=1,
            max_size=READERS,
            timeout=patience,
            # By default psycopg waits longer after each failure, so reads would still fail long
            # after the server is back.
            reconnect_timeout=patience,
            open=False,
            name="salud",
        )
        self._closed = False
        self._loop: asyncio.AbstractEventLoop | None = None

    def time(self, connection: Connection) -> float:
        row = connection.execute("SELECT extract(epoch FROM clock_timestamp())").fetchone()
        return float(row[0])

    @property
    def remark(self) -> str | None:
        return self._presence.remark

    async def open(self, check: Check | None = None) -> None:
        self._loop = asyncio.get_running_loop()
        await asyncio.to_thread(self._prepare, check)
        await self._in_thread(partial(self._pool.open, wait=True, timeout=self._patience))
        self._presence.keep(self._refuse)

    def _refuse(self, trouble: StoreTrouble) -> None:
        self.writer.refuse(trouble)
        self.urgent.refuse(trouble)

    def _prepare(self, check: Check | None) -> None:
        self._presence.take()
        with closing(connect(self._address)) as session:
            schema.migrate(session, check=check)
            # Check here first: the pool would only log an error.
            self._continuity.check(session)
            clean(session, time.time())

    def _connect(self, settings: Mapping[str, str]) -> Session:
        session = connect(self._address, settings=settings)
        try:
            self._continuity.check(session)
        except BaseException:
            session.close()
            raise
        return session

    def _configure(self, session: Session) -> None:
        configure(session)
        self._continuity.check(session)

    def _tell(self, generation: int) -> None:
        assert self._loop is not None, "sessions are checked after opening"
        self._loop.call_soon_threadsafe(self.setbacks.noticed, generation)

    async def look_back(self) -> None:
        await self._read(self._continuity.check)
        await super().look_back()

    async def read(self, work: Work[T]) -> T:
        def guarded(session: Session) -> T:
            with session.guarded():
                return work(PostgresConnection(session))

        return await self._read(guarded)

    async def snapshot(self, work: Work[T]) -> T:
        def together(session: Session) -> T:
            with session.within("BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY"):
                return work(PostgresConnection(session))

        return await self._read(together)

    async def _read(self, work: Callable[[Session], T]) -> T:
        try:
            return await self._tried(work)
        except psycopg.Error as error:
            _log.warning("Retrying a read: %s", describe(error))
        try:
            return await self._tried(work)
        except psycopg.Error as error:
            raise trouble(error) from error

    async def _tried(self, work: Callable[[Session], T]) -> T:
        if self._closed:  # it can have been closed since the first try
            raise StoreTrouble("the database is closed")
        return await self._in_thread(partial(self._with_session, work))

    def _with_session(self, work: Callable[[Session], T]) -> T:
        with self._pool.connection() as session:
            return work(session)

    async def sweep(self, users: frozenset[int] | None, number: int) -> bool:  # noqa: ARG002 - VACUUM can't select users
        return await self._sweeper.sweep(number)

    def failed(self, error: BaseException) -> None:
        """Do nothing: the writer and the pool reopen their own sessions."""

    def changed(self) -> None:
        self.kept.forget()

    async def close(self) -> None:
        try:
            await self._sweeper.close()
            await asyncio.gather(self.writer.close(), self.urgent.close())
        finally:
            self._closed = True
            # Reads that still wait for a session fail now, which frees their threads.
            await asyncio.to_thread(self._pool.close)
            await asyncio.to_thread(self._threads.shutdown)
            await asyncio.to_thread(self._presence.release)

    async def _in_thread(self, work: Callable[[], T]) -> T:
        return await asyncio.get_running_loop().run_in_executor(self._threads, work)


async def open_postgresql(
    address: str,
    patience: float = PATIENCE,
    memory: Path | None = None,
    check: Check | None = None,
    use: Use = Use.BESIDE_BOTS,
) -> PostgresDatabase:
    """Open the database and bring its schema up to date.

    `patience`: seconds for which reads and writes wait for a restarting server. `memory`: see
    `Continuity`. Raise StoreTrouble with a sentence for the operator, without the password, or the
    error of `check`.
    """
    parameters(address)
    presence = Presence(address, use)
    try:
        database = PostgresDatabase(address, presence, patience, memory)
        try:
            await database.open(check)
        except BaseException:
            await database.close()
            raise
    except (OSError, psycopg.Error) as error:
        raise unusable(display_name(address), error, error_text(error, address)) from None
    return database
