"""Whose database it is: the matches of one application at Discord, and of no other.

Each bot takes servers that it is not in for left, and forgets them after a while; so two bots
with one database would delete each other's matches.
"""

from typing import Protocol


class OtherApplication(Exception):
    """The database belongs to the bot of another application."""

    def __init__(self, owner: int) -> None:
        super().__init__(f"the database belongs to the application {owner}")
        self.owner = owner


class Owner(Protocol):
    """Where that is kept."""

    async def claim(self, application: int) -> None:
        """Own the database from now on, or as before; raises OtherApplication.

        One that belongs to nobody, as it is new or of an older version, belongs to the first.
        """
