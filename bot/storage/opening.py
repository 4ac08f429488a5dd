"""Opening a database of either kind."""

from pathlib import Path

from bot.database_address import is_server
from bot.storage.base.connection import Check
from bot.storage.base.database import Database


async def open_database(
    address: str, memory: Path | None = None, check: Check | None = None
) -> Database:
    """Open the database and bring its schema up to date; create a missing SQLite file with its
    folder.

    `memory` is a file for the newest commits to a server. Raise StoreTrouble with a sentence for
    the operator, or the error of `check`.
    """
    if is_server(address):
        from bot.storage.postgresql.database import open_postgresql

        return await open_postgresql(address, memory=memory, check=check)
    from bot.storage.sqlite.database import open_sqlite

    return await open_sqlite(address, check=check)
