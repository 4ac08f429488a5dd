"""The base of topics: their view of the client, and their commands."""

from collections.abc import Awaitable, Callable
from typing import Any, TypeVar

import discord
from discord.ext import commands

from cogs.interactions.context import Interactions

T = TypeVar("T")


class Parts:
    """Parts of the bot, one per attribute."""

    def __getitem__(self, kind: type[T]) -> T:
        """Return the only part of a class."""
        (part,) = {
            id(part): part for part in vars(self).values() if isinstance(part, kind)
        }.values()
        return part


class TopicClient(commands.AutoShardedBot):
    """The client on which topics register commands, buttons and menus."""

    services: Parts
    """Handlers of all topics, and their collaborators."""


Interaction = discord.Interaction[TopicClient]


def values(interaction: discord.Interaction[Any]) -> list[str]:
    """Return the chosen values of a menu; [] for a button."""
    data: dict[str, Any] = dict(interaction.data or {})
    return [str(value) for value in data.get("values") or ()]


def chosen(interaction: discord.Interaction[Any]) -> str:
    """Return the only chosen value of a menu; "" for a button."""
    return next(iter(values(interaction)), "")


class TopicCog(commands.Cog):
    """Commands of one topic, for servers only; handlers answer them."""

    def __init__(self, client: TopicClient) -> None:
        self.client = client
        for command in self.get_app_commands():
            command.guild_only = True

    @property
    def services(self) -> Parts:
        return self.client.services

    @property
    def interactions(self) -> Interactions:
        """Creates the contexts of handlers."""
        return self.services[Interactions]


def extension(cog: type[TopicCog]) -> Callable[[TopicClient], Awaitable[None]]:
    """Return a module's `setup`, which discord.py calls to add a cog."""

    async def setup(client: TopicClient) -> None:
        await client.add_cog(cog(client))

    return setup
