"""A PostgreSQL database."""

import asyncio
import logging
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from functools import partial
from typing import TypeVar

import psycopg
import psycopg_pool

from bot.storage.base.database import Database
from bot.storage.base.errors import StoreTrouble
from bot.storage.base.group_writer import Work, described, trouble
from bot.storage.postgresql import schema
from bot.storage.postgresql.connections import (
    PostgresConnection,
    Session,
    configure,
    connect,
    display_name,
    error_text,
    parameters,
)
from bot.storage.postgresql.hold import Presence
from bot.storage.postgresql.sweeping import Sweeper
from bot.storage.postgresql.writer import PATIENCE, PostgresWriter

_log = logging.getLogger(__name__)

T = TypeVar("T")

READERS = 4


class PostgresDatabase(Database):
    """An open database on a server. It keeps no reads, because it would not notice commits of other
    processes.
    """

    def __init__(self, address: str, presence: Presence, patience: float = PATIENCE) -> None:
        super().__init__()
        self.writer: PostgresWriter = PostgresWriter(
            partial(connect, address), self, patience, display_name(address)
        )
        self._presence = presence
        self._sweeper = Sweeper(address)
        self._address = address
        self._patience = patience
        self._threads = ThreadPoolExecutor(READERS, "postgresql-reader")
        self._pool = psycopg_pool.ConnectionPool[Session](
            connection_class=Session,
            kwargs=parameters(address),
            configure=configure,
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

    async def open(self) -> None:
        await self._in_thread(partial(self._pool.open, wait=True, timeout=self._patience))
        self._presence.keep(self.writer.refuse)

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
            _log.warning("Retrying a read: %s", described(error))
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
            await self.writer.close()
        finally:
            self._closed = True
            # Reads that still wait for a session fail now, which frees their threads.
            await asyncio.to_thread(self._pool.close)
            await asyncio.to_thread(self._threads.shutdown)
            await asyncio.to_thread(self._presence.release)

    async def _in_thread(self, work: Callable[[], T]) -> T:
        return await asyncio.get_running_loop().run_in_executor(self._threads, work)


async def open_postgresql(address: str, patience: float = PATIENCE) -> PostgresDatabase:
    """Open the database and bring its schema up to date.

    `patience`: seconds for which reads and writes wait for a restarting server. Raise StoreTrouble
    with a sentence for the operator, without the password.
    """
    parameters(address)
    presence = Presence(address)
    try:
        await asyncio.to_thread(_prepare, address, presence)
        database = PostgresDatabase(address, presence, patience)
        await database.open()
    except BaseException as error:
        await asyncio.to_thread(presence.release)
        if isinstance(error, OSError | psycopg.Error):
            raise StoreTrouble(
                f"The database {display_name(address)} can't be used: {error_text(error, address)}."
            ) from None
        raise
    return database


def _prepare(address: str, presence: Presence) -> None:
    presence.take()
    with closing(connect(address)) as session:
        schema.migrate(session)
