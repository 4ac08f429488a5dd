"""/report: something is wrong with a match."""

import asyncio

import discord
from discord import app_commands
from discord.ext import commands

from cogs.client import SaludClient
from cogs.interactions import custom_ids
from cogs.interactions.answers import answered, nowhere, private_words
from cogs.matches import lookup as which
from cogs.matches import past_lookup
from cogs.report.handlers import form
from texts import mark

PATIENCE = 1.5
"""Seconds to wait for the database before a modal."""


class ReportCommand(commands.Cog):
    """Reporting problems."""

    def __init__(self, client: SaludClient) -> None:
        self.client = client

    @app_commands.command(description=mark("Report a problem with a match; you get a file of it"))
    @app_commands.describe(match=mark("Match number; the one played here if left out"))
    @app_commands.guild_only()
    async def report(self, interaction: discord.Interaction, match: int | None = None) -> None:
        """A form; matches that can't be read any more can be reported by their number."""
        words = private_words(self.client.catalogue, interaction)

        async def work() -> None:
            if match is None:
                async with asyncio.timeout(PATIENCE):
                    what = which.wanted(interaction, None)
                    loaded = await past_lookup.find(self.client, what)
                board_version = custom_ids.BoardVersion(loaded.record.id, loaded.seq)
            else:
                board_version = custom_ids.BoardVersion(match, 0)
            await interaction.response.send_modal(form(board_version, words))

        await answered(interaction, words, work(), nowhere)

    @report.autocomplete("match")
    async def _match(
        self, interaction: discord.Interaction, current: str
    ) -> list[app_commands.Choice[int]]:
        words = private_words(self.client.catalogue, interaction)
        return await past_lookup.suggest(self.client, interaction, current, words)


async def setup(client: SaludClient) -> None:
    """Add the cog."""
    await client.add_cog(ReportCommand(client))
