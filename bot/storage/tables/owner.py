"""The owner of a database, in SQLite."""

import contextlib
import sqlite3
from pathlib import Path

from bot.match.log.store_errors import StoreTrouble
from bot.match.people.owner import OtherApplication, Owner
from bot.storage.base import lock
from bot.storage.base.connection import Connection
from bot.storage.base.database import Repository
from bot.storage.sqlite import copies


class SqlOwner(Repository, Owner):
    """Stores which application the database belongs to."""

    async def claim(self, application: int) -> None:
        def work(connection: Connection) -> int:
            connection.execute(
                "INSERT INTO owner (id, application) VALUES (1, ?) ON CONFLICT DO NOTHING",
                (application,),
            )
            row = connection.execute("SELECT application FROM owner WHERE id = 1").fetchone()
            return int(row[0])

        owner = await self._database.writer.write(work)
        if owner != application:
            raise OtherApplication(owner)


def release(database: str) -> int | None:
    """Remove the owner of a database that no bot uses; gives the owner, None if it had none.

    Raises StoreTrouble with a sentence for the operator.
    """
    if not Path(database).exists():
        raise StoreTrouble(f"There is no database {database}.")
    try:
        with contextlib.closing(copies.connect(database, "rw")) as connection:
            copies.check(connection, database)
            held = lock.hold(database, alone=True)
            try:
                return _released(connection)
            finally:
                held.release()
    except (OSError, sqlite3.Error) as error:
        raise StoreTrouble(f"The database {database} can't be used: {error}.") from error


def _released(connection: Connection) -> int | None:
    known = connection.execute("SELECT 1 FROM sqlite_master WHERE name = 'owner'").fetchone()
    if known is None:  # it was last used by a version that knew no owners
        return None
    row = connection.execute("SELECT application FROM owner WHERE id = 1").fetchone()
    connection.execute("DELETE FROM owner")
    return None if row is None else int(row[0])
