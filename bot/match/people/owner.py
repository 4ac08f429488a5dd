"""Whose database it is: that of one Discord application, and of no other.

A bot forgets servers that it is not in after a while, so two bots with one database would delete
each other's matches.
"""

from bot.storage.base.connection import Connection
from bot.storage.base.database import Repository


class OtherApplication(Exception):
    """The database belongs to the bot of another application."""

    def __init__(self, owner: int) -> None:
        super().__init__(f"the database belongs to the application {owner}")
        self.owner = owner


class Owner(Repository):
    async def claim(self, application: int) -> None:
        """Claim the database, if it has no owner yet; raises OtherApplication if it has another.

        A database that is new, or was written by an older version, has no owner.
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
