"""/replay: a match turn by turn."""

from discord import app_commands

from cogs.client import SaludClient
from cogs.interactions.cog import TopicCog
from cogs.interactions.context import Context, handler
from cogs.matches.autocomplete import matches_to_review
from cogs.replay.items import ReplayButton, ReplayMenu
from texts import mark


class Replays(TopicCog):
    """Looking back at matches."""

    @app_commands.command(description=mark("Watch a match again, turn by turn"))
    @app_commands.describe(
        match=mark("Match number; the one played here if left out"),
        step=mark("Which turn to start at"),
    )
    @app_commands.autocomplete(match=matches_to_review)
    @app_commands.guild_only()
    @handler()
    async def replay(
        self,
        ctx: Context,
        match: int | None = None,
        step: app_commands.Range[int, 1] = 1,
    ) -> None:
        """A private panel; a running match can be watched up to its last turn."""
        loaded = await self.services.past_lookup.find(ctx, match)
        await self.services.replays.show(ctx, loaded, step)


async def setup(client: SaludClient) -> None:
    """Add the cog and its buttons."""
    client.add_dynamic_items(ReplayButton, ReplayMenu)
    await client.add_cog(Replays(client))
