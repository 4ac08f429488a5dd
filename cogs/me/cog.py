"""/me and /away: what people set for themselves."""

import asyncio
from zoneinfo import ZoneInfo

import discord
from discord import app_commands

from bot.match.core.matches import Matches
from bot.match.timing.quiet_hours import ZONE
from cogs.interactions.context import Context
from cogs.interactions.topics import TopicCog, extension
from cogs.me import days, zones
from cogs.me.handlers import MeHandlers
from cogs.me.panel import TAKEN
from cogs.preferences.store import Preferences
from cogs.ui.widgets import choices, suggestions
from texts import mark


class Me(TopicCog):
    """What people set for themselves."""

    @app_commands.command(description=mark("Your reminders, time zone, quiet hours and more"))
    @app_commands.describe(
        zone=mark("Your time zone: a large city in it"),
        quiet=mark("Your quiet hours, for example 22:30-7:30, or none"),
        text_mode=mark("Offer you the board as text on each of your turns"),
        confirm=mark("Ask you before each move"),
        take_back=mark("In practice: computers wait a little, so you can take a pick back"),
        challenges=mark("Whether others can challenge you, and whether that pings you"),
    )
    @app_commands.choices(challenges=choices((label, one.value) for one, label in TAKEN.items()))
    async def me(
        self,
        interaction: discord.Interaction,
        zone: str | None = None,
        quiet: str | None = None,
        text_mode: bool | None = None,
        confirm: bool | None = None,
        take_back: bool | None = None,
        challenges: str | None = None,
    ) -> None:
        """Sets what is given, and shows all of it."""
        toggles = {"text_mode": text_mode, "confirm": confirm, "take_back": take_back}
        await self.services[MeHandlers].change(interaction, zone, quiet, toggles, challenges)

    @me.autocomplete("zone")
    async def _zone(
        self, interaction: discord.Interaction, current: str
    ) -> list[app_commands.Choice[str]]:
        ctx = Context(self.interactions, interaction)
        now = self.services[Matches].clock.now()
        found = await asyncio.to_thread(zones.find, current, ctx.words.locale)
        named = ((f"{zones.shown(name)} · {zones.local(name, now)}", name) for name in found)
        return suggestions(named)

    @app_commands.command(description=mark("Take some days off: your clock stops"))
    @app_commands.describe(until=mark("The day on which you are back, or how many days"))
    async def away(self, interaction: discord.Interaction, until: str | None = None) -> None:
        """Begins an absence, or shows a menu of days off and the way back."""
        await self.services[MeHandlers].take_days_off(interaction, until)

    @away.autocomplete("until")
    async def _until(
        self, interaction: discord.Interaction, current: str
    ) -> list[app_commands.Choice[str]]:
        ctx = Context(self.interactions, interaction)
        zone = await self._zone_of(ctx.user)
        now = self.services[Matches].clock.now()
        found = days.offered(current, zone, now, ctx.words, str(interaction.locale))
        return suggestions(found)

    async def _zone_of(self, user: int) -> ZoneInfo:
        """The time zone that the user has set, else UTC."""
        kept = await self.services[Preferences].of_user(user, ZONE)
        name = None if kept is None else await asyncio.to_thread(zones.resolve, kept)
        return ZoneInfo(name or "UTC")


setup = extension(Me)
