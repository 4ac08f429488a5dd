"""The base of topics: the client as they see it, and their commands."""

from collections.abc import Awaitable, Callable
from typing import Any, TypeVar

import discord
from discord.ext import commands

from cogs.interactions.context import Interactions

T = TypeVar("T")


class Parts:
    """Parts of the bot, each kept in an attribute."""

    def __getitem__(self, kind: type[T]) -> T:
        """Return the part of a class, of which there must be exactly one."""
        (part,) = {
            id(part): part for part in vars(self).values() if isinstance(part, kind)
        }.values()
        return part


class TopicClient(commands.AutoShardedBot):
    """The client for which topics register commands, buttons and menus."""

    services: Parts
    """The handlers of all topics, and their collaborators."""


Interaction = discord.Interaction[TopicClient]


def values(interaction: discord.Interaction[Any]) -> list[str]:
    """What was chosen in a menu; [] for a button."""
    data: dict[str, Any] = dict(interaction.data or {})
    return [str(value) for value in data.get("values") or ()]


def chosen(interaction: discord.Interaction[Any]) -> str:
    """The one value that was chosen in a menu; empty for a button."""
    return next(iter(values(interaction)), "")


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


def extension(cog: type[TopicCog]) -> Callable[[TopicClient], Awaitable[None]]:
    """The `setup` of a module, which discord.py calls: it adds a cog."""

    async def setup(client: TopicClient) -> None:
        await client.add_cog(cog(client))

    return setup
