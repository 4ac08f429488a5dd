"""The owner of a database, in SQLite."""

from bot.match.people.owner import OtherApplication, Owner
from bot.storage.base.connection import Connection
from bot.storage.base.database import Repository


class SqlOwner(Repository, Owner):
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
