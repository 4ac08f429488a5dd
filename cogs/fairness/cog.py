"""/verify: the proof of the dice."""

import discord
from discord import app_commands

from cogs.client import SaludClient
from cogs.interactions.answers import private_words
from cogs.interactions.cog import TopicCog
from cogs.interactions.context import Context, handler
from cogs.matches.lookup import wanted
from texts import mark


class Verify(TopicCog):
    """The command that proves."""

    @app_commands.command(description=mark("Prove the dice of a match: recompute every roll"))
    @app_commands.describe(match=mark("Match number; the one played here if left out"))
    @app_commands.guild_only()
    @handler()
    async def verify(self, ctx: Context, match: int | None = None) -> None:
        """What is committed to while it goes on; when it is over everything, with the file."""
        number = match
        if number is None:
            what = wanted(ctx.interaction, None)
            number = (await self.services.past_lookup.find(what)).record.id
        await self.services.fairness.show(ctx, number)

    @verify.autocomplete("match")
    async def _match(
        self, interaction: discord.Interaction, current: str
    ) -> list[app_commands.Choice[int]]:
        words = private_words(self.services.catalogue, interaction)
        return await self.services.past_lookup.suggest(interaction, current, words)


async def setup(client: SaludClient) -> None:
    """Add the cog."""
    await client.add_cog(Verify(client))
