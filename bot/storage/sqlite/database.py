"""An SQLite database, which reopens itself after an error."""

import asyncio
import contextlib
import logging
import os
import sqlite3
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import TypeVar

import aiosqlite

from bot.storage.base import lock, schema
from bot.storage.base.connection import Check, Connection
from bot.storage.base.database import Database
from bot.storage.base.errors import StoreTrouble, unusable
from bot.storage.base.group_writer import Work, describe, trouble
from bot.storage.base.kept_reads import Witness
from bot.storage.base.lock import Use
from bot.storage.sqlite import secure_delete
from bot.storage.sqlite.copies import before_migration
from bot.storage.sqlite.writer import Writer, run

_log = logging.getLogger(__name__)

T = TypeVar("T")
_Both = tuple[aiosqlite.Connection, aiosqlite.Connection]

PRAGMAS = (
    "PRAGMA journal_mode = WAL",
    "PRAGMA synchronous = FULL",
    "PRAGMA foreign_keys = ON",
    "PRAGMA secure_delete = ON",
)
"""Settings of each connection: commits wait for the disk, readers never wait for the writer, and
deleted data is overwritten.
"""
PATIENCE = 5.0
PASSING = frozenset(
    (
        sqlite3.SQLITE_BUSY,
        sqlite3.SQLITE_LOCKED,
        sqlite3.SQLITE_FULL,
        sqlite3.SQLITE_CONSTRAINT,
        sqlite3.SQLITE_NOMEM,
        sqlite3.SQLITE_INTERRUPT,
    )
)
"""Errors that leave the connection usable."""


class SqliteDatabase(Database):
    """An open file: one connection that writes, and one that reads.

    After an error that can be the connection's fault, both are opened again before the next use.
    Reopening only one would not be enough if the file was replaced: while the other stays open,
    SQLite can keep its memory of the old file.
    """

    def __init__(self, path: str, held: lock.Lock, patience: float, connections: _Both) -> None:
        super().__init__()
        self._path = path
        self._held = held
        self._patience = patience
        writing, self.reader = connections
        self.writer: Writer = Writer(writing, self)
        self.urgent = self.writer
        self._note_files()
        self._mending = asyncio.Lock()
        self._broken = False
        self._closed = False

    async def read(self, work: Work[T]) -> T:
        try:
            return await self._read(work)
        except StoreTrouble as error:
            _log.warning("Retrying a read: %s", describe(error.__cause__ or error))
            return await self._read(work)

    async def _read(self, work: Work[T]) -> T:
        await self.ready(writing=False)
        try:
            return await run(self.reader, work)
        except (sqlite3.Error, ValueError) as error:
            self.failed(error)
            raise trouble(error) from error

    async def snapshot(self, work: Work[T]) -> T:
        def together(connection: Connection) -> T:
            connection.execute("BEGIN")
            try:
                return work(connection)
            finally:
                connection.execute("COMMIT")

        return await self.read(together)

    async def outside_transactions(self, work: Callable[[sqlite3.Connection, str], T]) -> T:
        """Run work that can't run in a transaction, such as VACUUM; it gets the connection and the
        path.

        This process writes nothing meanwhile. Raise StoreTrouble.
        """
        await self.ready(writing=True)
        self.kept.forget()
        try:
            return await run(self.writer.connection, lambda open_: work(open_, self._path))
        except (OSError, sqlite3.Error, ValueError) as error:
            self.failed(error)
            raise trouble(error) from error

    async def sweep(self, users: frozenset[int] | None, number: int) -> bool:  # noqa: ARG002 - one sweep covers all requests
        return await self.outside_transactions(
            lambda connection, path: secure_delete.sweep(connection, path, users)
        )

    async def ready(self, *, writing: bool) -> None:
        if self._closed:
            raise StoreTrouble("the database is closed")
        if writing and not self._broken and _identity(self._path) != self._file:
            _log.error("The database file %s was replaced while it was open", self._path)
            self._broken = True
        if not self._broken:
            return
        async with self._mending:
            if not self._broken:
                return
            await self._disconnect()
            try:
                self._set_aside()
                # aiosqlite leaves a thread behind if a database can't be opened.
                await asyncio.to_thread(_check, self._path, self._patience)
                opened, self.reader = await _open(self._path, self._patience)
                self.writer.use(opened)
                await self.watch()
            except (OSError, sqlite3.Error) as error:
                raise trouble(error) from error
            self._note_files()
            self._broken = False
            _log.warning("Reopened the database")

    async def watch(self) -> None:
        witness = Witness(_address(self._path))
        await run(self.writer.connection, partial(self.kept.watch, witness))

    def _note_files(self) -> None:
        self._file = _identity(self._path)
        self._log_file = _identity(f"{self._path}-wal")

    def _set_aside(self) -> None:
        """Rename the write-ahead log of a replaced file, because SQLite would apply it to the new
        file.
        """
        identity = _identity(self._path)
        stale = Path(f"{self._path}-wal")
        if identity is None or identity == self._file or _identity(str(stale)) != self._log_file:
            return
        if self._log_file is not None:
            stale.replace(f"{stale}.replaced")
            Path(f"{self._path}-shm").unlink(missing_ok=True)

    def failed(self, error: BaseException) -> None:
        if isinstance(error, StoreTrouble | asyncio.CancelledError):
            return
        code = getattr(error, "sqlite_errorcode", None)
        if code is None or code & 0xFF not in PASSING:
            self._broken = True

    def committed(self, connection: sqlite3.Connection) -> None:
        self.kept.committed(connection)

    def changed(self) -> None:
        self.kept.forget()

    async def close(self) -> None:
        try:
            await self.writer.close()
        finally:
            self._closed = True
            await self._disconnect()
            self._held.release()

    async def _disconnect(self) -> None:
        self.kept.stop()
        for connection in (self.reader, self.writer.connection):
            try:
                await connection.close()
            except (sqlite3.Error, ValueError) as error:
                _log.warning("Failed to close a connection to the database: %s", error)


async def open_sqlite(
    path: str,
    patience: float = PATIENCE,
    check: Check | None = None,
    use: Use = Use.BESIDE_BOTS,
) -> SqliteDatabase:
    """Open the database and bring its schema up to date; create a missing file and folder.

    `patience`: seconds for which a write waits for another process. Raise StoreTrouble with a
    sentence for the operator, or the error of `check`.
    """
    try:
        held = await asyncio.to_thread(_prepare, path, patience, check, use)
        try:
            database = SqliteDatabase(path, held, patience, await _open(path, patience))
            await database.watch()
        except BaseException:
            held.release()
            raise
        else:
            return database
    except (OSError, sqlite3.Error) as error:
        raise unusable(path, error) from error


def _prepare(path: str, patience: float, check: Check | None, use: Use) -> lock.Lock:
    Path(path).parent.mkdir(parents=True, exist_ok=True)
    held = lock.hold(path, use)
    try:
        with contextlib.closing(
            sqlite3.connect(path, isolation_level=None, timeout=patience)
        ) as connection:
            for pragma in PRAGMAS:
                connection.execute(pragma)
            schema.migrate(connection, before=partial(before_migration, path), check=check)
            if check is not None:  # outside of transactions, which would hold up other processes
                check(connection)
    except BaseException:
        held.release()
        raise
    return held


async def _open(path: str, patience: float) -> _Both:
    writing = await _connect(path, patience)
    try:
        return writing, await _connect(path, patience)
    except BaseException:
        await writing.close()
        raise


def _check(path: str, patience: float) -> None:
    with contextlib.closing(
        sqlite3.connect(_address(path), uri=True, isolation_level=None, timeout=patience)
    ) as connection:
        for pragma in PRAGMAS:
            connection.execute(pragma)
        current, newest = schema.version(connection), schema.newest()
        if current != newest:
            raise sqlite3.OperationalError(f"its schema has version {current} instead of {newest}")
        if schema.is_unfinished(connection):
            raise sqlite3.OperationalError("it is an unfinished copy")


async def _connect(path: str, patience: float) -> aiosqlite.Connection:
    connection = await aiosqlite.connect(
        _address(path), uri=True, isolation_level=None, timeout=patience
    )
    try:
        for pragma in PRAGMAS:
            await connection.execute_fetchall(pragma)  # this leaves no statement open
    except BaseException:
        await connection.close()
        raise
    return connection


def _address(path: str) -> str:
    return f"{Path(path).absolute().as_uri()}?mode=rw"


def _identity(path: str) -> tuple[int, int] | None:
    try:
        status = os.stat(path)  # noqa: PTH116 - faster, and called before each commit
    except OSError:
        return None
    return status.st_dev, status.st_ino
