"""The base of all cogs."""

from collections.abc import Awaitable, Callable

from discord.ext import commands

from cogs.interactions.context import Interactions
from cogs.interactions.dynamic_items import PersistentItem
from cogs.interactions.parts import Parts, TopicClient


class TopicCog(commands.Cog):
    """The commands of one topic, which are for servers only; handlers answer them."""

    def __init__(self, client: TopicClient) -> None:
        self.client = client
        for command in self.get_app_commands():
            command.guild_only = True

    @property
    def services(self) -> Parts:
        """Everything that runs on Discord."""
        return self.client.services

    @property
    def interactions(self) -> Interactions:
        """Makes the contexts of handlers."""
        return self.services[Interactions]


def extension(
    cog: type[TopicCog], *items: type[PersistentItem]
) -> Callable[[TopicClient], Awaitable[None]]:
    """The `setup` of a module, which discord.py calls: it adds a cog with its buttons and menus."""

    async def setup(client: TopicClient) -> None:
        client.add_dynamic_items(*items)
        await client.add_cog(cog(client))

    return setup
