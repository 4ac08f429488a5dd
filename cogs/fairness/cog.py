"""/verify: the proof of the dice."""

from discord import app_commands

from cogs.client import SaludClient
from cogs.interactions.cog import TopicCog
from cogs.interactions.context import Context, handler
from cogs.matches.autocomplete import matches_to_review
from texts import mark


class Verify(TopicCog):
    """The command that proves the dice of a match."""

    @app_commands.command(description=mark("Prove the dice of a match: recompute every roll"))
    @app_commands.describe(match=mark("Match number; the one played here if left out"))
    @app_commands.autocomplete(match=matches_to_review)
    @app_commands.guild_only()
    @handler()
    async def verify(self, ctx: Context, match: int | None = None) -> None:
        """The commitment while the match runs; everything, with the file, when it is over."""
        number = match
        if number is None:
            number = (await self.services.past_lookup.find(ctx)).record.id
        await self.services.fairness.show(ctx, number)


async def setup(client: SaludClient) -> None:
    """Add the cog."""
    await client.add_cog(Verify(client))
