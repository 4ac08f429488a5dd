"""/away, /pause and /resume: commands that stop the clock."""

import asyncio
from collections.abc import Awaitable, Callable
from zoneinfo import ZoneInfo

import discord
from discord import app_commands

from bot.match.loaded import Loaded
from bot.match.playing.checks import check_player
from bot.match.timing.quiet_hours import ZONE
from cogs.client import SaludClient
from cogs.interactions.cog import TopicCog
from cogs.interactions.context import Context, handler
from cogs.matches.autocomplete import running_matches
from cogs.me import days, zones
from cogs.timing.items import NoticeButton
from cogs.ui.widgets import choice
from texts import mark

Action = Callable[[Context, Loaded], Awaitable[None]]


class PaceCommands(TopicCog):
    """Commands that stop clocks."""

    @app_commands.command(description=mark("Take some days off: your clock stops"))
    @app_commands.describe(until=mark("The day on which you are back, or how many days"))
    @app_commands.guild_only()
    @handler()
    async def away(self, ctx: Context, until: str | None = None) -> None:
        """Begins an absence, or shows a menu of days off and the way back."""
        if until is None:
            await self.services.me.show_absence(ctx)
        else:
            await self.services.me.away(ctx, until)

    @away.autocomplete("until")
    async def _until(
        self, interaction: discord.Interaction, current: str
    ) -> list[app_commands.Choice[str]]:
        ctx = Context(self.interactions, interaction)
        zone = await self._zone(ctx.user)
        now = self.services.matches.clock.now()
        found = days.offered(current, zone, now, ctx.words, str(interaction.locale))
        return [choice(name, spelled) for name, spelled in found]

    @app_commands.command(description=mark("Ask for a pause of a match, or agree to one"))
    @app_commands.describe(match=mark("Which match, if you're in several"))
    @app_commands.autocomplete(match=running_matches)
    @app_commands.guild_only()
    async def pause(self, interaction: discord.Interaction, match: int | None = None) -> None:
        """All people in the match have to agree."""
        await self._change_pause(interaction, match, self.services.timing.pause)

    @app_commands.command(description=mark("End the pause of a match"))
    @app_commands.describe(match=mark("Which match, if you're in several"))
    @app_commands.autocomplete(match=running_matches)
    @app_commands.guild_only()
    async def resume(self, interaction: discord.Interaction, match: int | None = None) -> None:
        """Anybody in the match may."""
        await self._change_pause(interaction, match, self.services.timing.resume)

    @handler()
    async def _change_pause(self, ctx: Context, match: int | None, action: Action) -> None:
        """Do it to the match that is meant; raises a Refusal for somebody who is not in it."""
        loaded = await self.services.lookup.find(ctx, match)
        check_player(loaded, ctx.user)
        await action(ctx, loaded)

    async def _zone(self, user: int) -> ZoneInfo:
        """The time zone that the user has set, else UTC."""
        kept = await self.services.preferences.of_user(user, ZONE)
        name = None if kept is None else await asyncio.to_thread(zones.resolve, kept)
        return ZoneInfo(name or "UTC")


async def setup(client: SaludClient) -> None:
    """Add the cog and its buttons."""
    client.add_dynamic_items(NoticeButton)
    await client.add_cog(PaceCommands(client))
