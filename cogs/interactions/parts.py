"""The client as topics see it: they find the parts of the bot by class, not by the application."""

from typing import TypeVar

from discord.ext import commands

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
