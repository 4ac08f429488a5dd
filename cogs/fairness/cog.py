"""/verify: the proof of the dice."""

import discord
from discord import app_commands
from discord.ext import commands

from cogs.client import SaludClient
from cogs.interactions.answers import acknowledge, answered, nowhere, private_words
from cogs.matches import lookup as which
from cogs.matches import past_lookup
from texts import mark


class Verify(commands.Cog):
    """The command that proves."""

    def __init__(self, client: SaludClient) -> None:
        self.client = client

    @app_commands.command(description=mark("Prove the dice of a match: recompute every roll"))
    @app_commands.describe(match=mark("Match number; the one played here if left out"))
    @app_commands.guild_only()
    async def verify(self, interaction: discord.Interaction, match: int | None = None) -> None:
        """What is committed to while it goes on; when it is over everything, with the file."""
        words = private_words(self.client.catalogue, interaction)

        async def work() -> None:
            await acknowledge(interaction)
            number = match
            if number is None:
                what = which.wanted(interaction, None)
                number = (await past_lookup.find(self.client, what)).record.id
            layout, files = await self.client.fair_dice.proof(number, interaction.guild_id, words)
            await interaction.edit_original_response(view=layout, attachments=files)

        await answered(interaction, words, work(), nowhere)

    @verify.autocomplete("match")
    async def _match(
        self, interaction: discord.Interaction, current: str
    ) -> list[app_commands.Choice[int]]:
        words = private_words(self.client.catalogue, interaction)
        return await past_lookup.suggest(self.client, interaction, current, words)


async def setup(client: SaludClient) -> None:
    """Add the cog."""
    await client.add_cog(Verify(client))
