"""Opening a database of either kind."""

from bot.database_address import is_server
from bot.storage.base.database import Database


async def open_database(address: str) -> Database:
    """Open the database and bring its schema up to date; create a missing SQLite file with its
    folder.

    Raise StoreTrouble with a sentence for the operator.
    """
    if is_server(address):
        from bot.storage.postgresql.database import open_postgresql

        return await open_postgresql(address)
    from bot.storage.sqlite.database import open_sqlite

    return await open_sqlite(address)
