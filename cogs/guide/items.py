"""The persistent menu of topics; see buttons.py."""

from typing import Any, Protocol, cast

import discord

from cogs.interactions import custom_ids
from cogs.interactions.dynamic_items import PersistentItem, chosen


class Guide(Protocol):
    """Who explains."""

    async def turn(self, interaction: discord.Interaction, book: str, topic: str) -> None:
        """Show another topic in place of the one shown."""


class HasGuide(Protocol):
    """The client, as far as this menu needs it."""

    guide: Guide


class TopicMenu(PersistentItem, template=custom_ids.TOPICS):
    """A menu of the topics of the rules, or of the commands."""

    async def callback(self, interaction: discord.Interaction) -> Any:
        """The topic that was chosen."""
        guide = cast("HasGuide", interaction.client).guide
        await guide.turn(interaction, self.said["book"], chosen(interaction))
