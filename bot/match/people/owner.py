"""The owner of a database: one Discord application.

A bot deletes the data of servers that it left some time ago. So two bots that share a database
would delete each other's matches.
"""

from bot.storage.base.connection import Connection
from bot.storage.base.database import Repository


class OtherApplication(Exception):
    def __init__(self, owner: int) -> None:
        super().__init__(f"the database belongs to the application {owner}")
        self.owner = owner


class Owner(Repository):
    async def claim(self, application: int) -> None:
        """Claim a database that has no owner, such as a new one or that of an older version. Raise
        OtherApplication if it has another owner.
        """

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
