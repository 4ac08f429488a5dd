"""/replay: a match turn by turn."""

import re
from typing import Any

import discord
from discord import app_commands

from cogs.base import custom_id_families as families
from cogs.interactions.topics import PersistentItem, TopicCog, chosen, extension
from cogs.replay.handlers import ReplayHandlers
from cogs.replay.share_handlers import ShareHandlers
from cogs.scenes.autocomplete import matches_to_review
from texts import mark


class Replays(TopicCog):
    """Looking back at matches."""

    @app_commands.command(description=mark("Watch a match again, turn by turn"))
    @app_commands.describe(
        match=mark("Match number; the one played here if left out"),
        step=mark("Which turn to start at"),
    )
    @app_commands.autocomplete(match=matches_to_review)
    async def replay(
        self,
        interaction: discord.Interaction,
        match: int | None = None,
        step: app_commands.Range[int, 1] | None = None,
    ) -> None:
        """A private panel; a running match can be watched up to its last turn."""
        await self.services[ReplayHandlers].watch(interaction, match, step)

    @app_commands.command(description=mark("How well everybody decided in a match that is over"))
    @app_commands.describe(match=mark("Match number; the one played here if left out"))
    @app_commands.autocomplete(match=matches_to_review)
    async def accuracy(self, interaction: discord.Interaction, match: int | None = None) -> None:
        """A private answer; it may take a minute."""
        await self.services[ReplayHandlers].accuracy(interaction, match)


class ReplayButton(PersistentItem, family=families.REPLAY):
    """Goes to a moment, shares it, or asks for something of the whole match."""

    async def callback(self, interaction: discord.Interaction[Any]) -> None:
        step, verb = int(self.fields["step"]), self.fields["verb"]
        await interaction.client.services[ReplayHandlers].press(interaction, self.match, step, verb)


class ReplayMenu(PersistentItem, family=families.REPLAY_MENU):
    """Jumps to the step that is chosen."""

    async def callback(self, interaction: discord.Interaction[Any]) -> None:
        value = chosen(interaction)
        # What is no step leaves everything where it is.
        step = int(value) if re.fullmatch("[0-9]{1,6}", value) else int(self.fields["step"])
        await interaction.client.services[ReplayHandlers].press(
            interaction, self.match, step, "next"
        )


class ShareItem(PersistentItem, family=families.SHARE):
    """Opens the panel for sharing, chooses what and where, or shares it here."""

    async def callback(self, interaction: discord.Interaction[Any]) -> None:
        what, verb = self.fields["what"], self.fields["verb"]
        await interaction.client.services[ShareHandlers].press(
            interaction, self.match, what, verb, chosen(interaction)
        )


setup = extension(Replays, ReplayButton, ReplayMenu, ShareItem)
