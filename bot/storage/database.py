"""Opening the database: settings, the schema's version, migrations."""

import asyncio
import re
import sqlite3
from dataclasses import dataclass
from pathlib import Path

import aiosqlite

from bot.match.ports import StoreTrouble
from bot.storage.writer import Writer

PRAGMAS = ("PRAGMA journal_mode = WAL", "PRAGMA synchronous = FULL", "PRAGMA foreign_keys = ON")
"""How each connection is set: every commit is on disk, readers never wait for the writer."""
PATIENCE = 5.0
"""Seconds to wait for another process that writes."""
MIGRATIONS = Path(__file__).parent / "migrations"
_NAME = re.compile(r"([0-9]{4})_[a-z_]+\.sql")


@dataclass(frozen=True, slots=True)
class Database:
    """An open database: one connection that writes, one that reads."""

    writer: Writer
    reader: aiosqlite.Connection
    _write_connection: aiosqlite.Connection

    async def close(self) -> None:
        """Finish what waits and close."""
        await self.writer.close()
        await self.reader.close()
        await self._write_connection.close()


async def open_database(path: str) -> Database:
    """Open or make the database and bring its schema up to date.

    `path` is a file; its folder is made. Raises StoreTrouble with a sentence for the operator.
    """
    try:
        await asyncio.to_thread(_prepare, path)
        writer = await _connect(path)
        try:
            reader = await _connect(path)
        except BaseException:
            await writer.close()
            raise
    except (OSError, sqlite3.Error) as error:
        raise StoreTrouble(f"The database {path} can't be used: {error}.") from error
    return Database(Writer(writer), reader, writer)


def _prepare(path: str) -> None:
    """Bring the schema up to date, with a plain connection.

    aiosqlite leaves a thread behind where a database can't be opened, so this is tried first.
    """
    Path(path).parent.mkdir(parents=True, exist_ok=True)
    connection = sqlite3.connect(path, isolation_level=None, timeout=PATIENCE)
    try:
        for pragma in PRAGMAS:
            connection.execute(pragma)
        migrate(connection)
    finally:
        connection.close()


async def _connect(path: str) -> aiosqlite.Connection:
    connection = await aiosqlite.connect(path, isolation_level=None, timeout=PATIENCE)
    try:
        for pragma in PRAGMAS:
            await connection.execute(pragma)
    except BaseException:
        await connection.close()
        raise
    return connection


def migrate(connection: sqlite3.Connection, folder: Path = MIGRATIONS) -> None:
    """Apply the migrations that the schema lacks, all in one transaction.

    Raises StoreTrouble for a database that a newer version of the bot has written, and
    sqlite3.Error also for one that lacks nothing but can't be written to.
    """
    scripts = {
        int(found[1]): path
        for path in folder.iterdir()
        if (found := _NAME.fullmatch(path.name)) is not None
    }
    newest = max(scripts)
    connection.execute("BEGIN IMMEDIATE")
    try:
        version = connection.execute("PRAGMA user_version").fetchone()[0]
        if version > newest:
            raise StoreTrouble(
                f"The database has schema version {version}, and this bot knows {newest} at most:"
                " it was written by a newer version of the bot."
            )
        for number in range(version + 1, newest + 1):
            for statement in _statements(scripts[number].read_text(encoding="utf-8")):
                connection.execute(statement)
        connection.execute(f"PRAGMA user_version = {newest}")
        connection.execute("COMMIT")
    except BaseException:
        if connection.in_transaction:
            connection.execute("ROLLBACK")
        raise


def _statements(script: str) -> list[str]:
    """The statements of a script one by one: executescript would commit before it begins."""
    statements, current = [], ""
    for line in script.splitlines(keepends=True):
        current += line
        if sqlite3.complete_statement(current):
            statements.append(current)
            current = ""
    return [*statements, current]
