"""/replay: a match turn by turn."""

import discord
from discord import app_commands

from cogs.client import SaludClient
from cogs.interactions.answers import private_words
from cogs.interactions.cog import TopicCog
from cogs.interactions.context import Context, handler
from cogs.matches.lookup import wanted
from cogs.replay.items import ReplayButton, ReplayMenu
from texts import mark


class Replays(TopicCog):
    """Looking back at matches."""

    @app_commands.command(description=mark("Watch a match again, turn by turn"))
    @app_commands.describe(
        match=mark("Match number; the one played here if left out"),
        step=mark("Which turn to start at"),
    )
    @app_commands.guild_only()
    @handler()
    async def replay(
        self,
        ctx: Context,
        match: int | None = None,
        step: app_commands.Range[int, 1] = 1,
    ) -> None:
        """A private panel; matches that still go on can be watched as far as they have come."""
        what = wanted(ctx.interaction, match)
        loaded = await self.services.past_lookup.find(what)
        await self.services.replays.show(ctx, loaded, step)

    @replay.autocomplete("match")
    async def _match(
        self, interaction: discord.Interaction, current: str
    ) -> list[app_commands.Choice[int]]:
        words = private_words(self.services.catalogue, interaction)
        return await self.services.past_lookup.suggest(interaction, current, words)


async def setup(client: SaludClient) -> None:
    """Add the cog and its buttons."""
    client.add_dynamic_items(ReplayButton, ReplayMenu)
    await client.add_cog(Replays(client))
