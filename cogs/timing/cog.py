"""/away, /pause and /resume: commands that stop the clock."""

import asyncio
from zoneinfo import ZoneInfo

import discord
from discord import app_commands

from bot.match.timing.quiet_hours import ZONE
from cogs.interactions.cog import TopicCog, extension
from cogs.interactions.context import Context
from cogs.me import days, zones
from cogs.scenes.autocomplete import running_matches
from cogs.timing.items import NoticeButton
from cogs.ui.widgets import suggestions
from texts import mark


class PaceCommands(TopicCog):
    """Commands that stop clocks."""

    @app_commands.command(description=mark("Take some days off: your clock stops"))
    @app_commands.describe(until=mark("The day on which you are back, or how many days"))
    async def away(self, interaction: discord.Interaction, until: str | None = None) -> None:
        """Begins an absence, or shows a menu of days off and the way back."""
        await self.services.me.take_days_off(interaction, until)

    @away.autocomplete("until")
    async def _until(
        self, interaction: discord.Interaction, current: str
    ) -> list[app_commands.Choice[str]]:
        ctx = Context(self.interactions, interaction)
        zone = await self._zone(ctx.user)
        now = self.services.matches.clock.now()
        found = days.offered(current, zone, now, ctx.words, str(interaction.locale))
        return suggestions(found)

    @app_commands.command(description=mark("Ask for a pause of a match, or agree to one"))
    @app_commands.describe(match=mark("Which match, if you're in several"))
    @app_commands.autocomplete(match=running_matches)
    async def pause(self, interaction: discord.Interaction, match: int | None = None) -> None:
        """All people in the match have to agree."""
        await self.services.timing.pause(interaction, match)

    @app_commands.command(description=mark("End the pause of a match"))
    @app_commands.describe(match=mark("Which match, if you're in several"))
    @app_commands.autocomplete(match=running_matches)
    async def resume(self, interaction: discord.Interaction, match: int | None = None) -> None:
        """Anybody in the match may."""
        await self.services.timing.resume(interaction, match)

    async def _zone(self, user: int) -> ZoneInfo:
        """The time zone that the user has set, else UTC."""
        kept = await self.services.preferences.of_user(user, ZONE)
        name = None if kept is None else await asyncio.to_thread(zones.resolve, kept)
        return ZoneInfo(name or "UTC")


setup = extension(PaceCommands, NoticeButton)
