"""/report: reports a problem with a match."""

from discord import app_commands

from bot.match.errors import NoSuchMatch
from cogs.client import SaludClient
from cogs.interactions import custom_ids
from cogs.interactions.cog import TopicCog
from cogs.interactions.context import Context, handler
from cogs.matches.autocomplete import matches_to_review
from cogs.report.handlers import form
from cogs.report.items import ReportButton
from texts import mark


class ReportCommand(TopicCog):
    """The command that reports problems."""

    @app_commands.command(description=mark("Report a problem with a match; you get a file of it"))
    @app_commands.describe(match=mark("Match number; the one played here if left out"))
    @app_commands.autocomplete(match=matches_to_review)
    @app_commands.guild_only()
    @handler(acknowledge=False)
    async def report(self, ctx: Context, match: int | None = None) -> None:
        """Opens the form; a match that can't be loaded can be reported by its number."""
        if match is None:
            async with ctx.before_form():
                loaded = await self.services.past_lookup.find(ctx)
            board = custom_ids.BoardVersion(loaded.record.id, loaded.seq)
        elif 0 < match <= custom_ids.LARGEST_MATCH:
            board = custom_ids.BoardVersion(match, 0)
        else:
            raise NoSuchMatch
        await ctx.interaction.response.send_modal(form(board, ctx.words))


async def setup(client: SaludClient) -> None:
    """Add the cog and its buttons."""
    client.add_dynamic_items(ReportButton)
    await client.add_cog(ReportCommand(client))
