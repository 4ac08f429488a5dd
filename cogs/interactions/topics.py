"""The base of topics: the client as they see it, and their commands, buttons and menus.

discord.py only logs an exception in a DynamicItem, so handlers answer their own errors.
"""

import re
from abc import abstractmethod
from collections.abc import Awaitable, Callable
from typing import Any, Self, TypeVar

import discord
from discord import ui
from discord.ext import commands

from cogs.base.custom_id_families import Family
from cogs.base.custom_ids import BoardVersion
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


class PersistentItem(ui.DynamicItem[ui.Item[Any]], template=r"(?!)"):
    """A button or menu that works after any restart: it parses its custom_id and calls the handler
    of its topic. The class itself matches nothing."""

    def __init_subclass__(cls, *, family: Family) -> None:
        super().__init_subclass__(template=family.template)

    @classmethod
    async def from_custom_id(
        cls, interaction: discord.Interaction, item: ui.Item[Any], match: re.Match[str], /
    ) -> Self:
        """The item that was used."""
        del interaction, match
        return cls(item)

    @abstractmethod
    async def callback(self, interaction: discord.Interaction[Any]) -> None:
        """Call the handler; discord.py calls this."""

    @property
    def fields(self) -> re.Match[str]:
        """What the custom_id says, by the names of its family's fields."""
        found = self.template.fullmatch(self.custom_id)
        assert found is not None, "discord.py matched it"
        return found

    @property
    def match(self) -> int:
        """The match that its custom_id names."""
        return int(self.fields["match"])

    @property
    def board(self) -> BoardVersion:
        """The board that its custom_id names."""
        return BoardVersion(self.match, int(self.fields["seq"]))

    @property
    def tokens(self) -> tuple[str, ...]:
        """The tokens in its custom_id."""
        return tuple(self.fields["tokens"].split(","))


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


def extension(
    cog: type[TopicCog], *items: type[PersistentItem]
) -> Callable[[TopicClient], Awaitable[None]]:
    """The `setup` of a module, which discord.py calls: it adds a cog with its buttons and menus."""

    async def setup(client: TopicClient) -> None:
        client.add_dynamic_items(*items)
        await client.add_cog(cog(client))

    return setup
