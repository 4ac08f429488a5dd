"""/me: what people set for themselves."""

import asyncio

import discord
from discord import app_commands

from bot.match.lobby.challenges import CHALLENGES, ChallengePreference, challenge_preference
from cogs.client import SaludClient
from cogs.interactions.cog import TopicCog
from cogs.interactions.context import Context, handler
from cogs.me import zones
from cogs.me.hours import clock
from cogs.me.items import MeButton, MeMenu
from cogs.me.time_input import quiet_of, time_settings
from cogs.me.toggles import toggled
from cogs.ui.widgets import choice
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
    @app_commands.choices(
        challenges=[
            app_commands.Choice(
                name=app_commands.locale_str(mark("Challenges ping me")),
                value=ChallengePreference.PINGED.value,
            ),
            app_commands.Choice(
                name=app_commands.locale_str(mark("Challenges don't ping me")),
                value=ChallengePreference.QUIET.value,
            ),
            app_commands.Choice(
                name=app_commands.locale_str(mark("No challenges")),
                value=ChallengePreference.NONE.value,
            ),
        ]
    )
    @app_commands.guild_only()
    @handler()
    async def me(
        self,
        ctx: Context,
        zone: str | None = None,
        quiet: str | None = None,
        text_mode: bool | None = None,
        confirm: bool | None = None,
        take_back: bool | None = None,
        challenges: str | None = None,
    ) -> None:
        """Sets what is given, and shows all of it."""
        handlers, user = self.services.me, ctx.user
        toggles = {"text_mode": text_mode, "confirm": confirm, "take_back": take_back}
        chosen: dict[str, str | None] = {}
        if zone is not None or quiet is not None:
            personal = await handlers.personal(user)
            hours = quiet_of(quiet) if quiet is not None else personal.quiet
            typed = ("", "") if hours is None else (clock(hours[0]), clock(hours[1]))
            chosen |= await time_settings(zone or personal.zone or "", typed, ctx.words.locale)
        for name, on in toggles.items():
            if on is not None:
                chosen |= toggled({}, name, on=on)
        if challenges is not None:
            chosen[CHALLENGES] = challenge_preference({CHALLENGES: challenges}).value
        await handlers.keep(ctx, chosen)
        await handlers.show(ctx)

    @me.autocomplete("zone")
    async def _zone(
        self, interaction: discord.Interaction, current: str
    ) -> list[app_commands.Choice[str]]:
        ctx = Context(self.interactions, interaction)
        now = self.services.matches.clock.now()
        found = await asyncio.to_thread(zones.find, current, ctx.words.locale)
        return [choice(f"{zones.shown(name)} · {zones.local(name, now)}", name) for name in found]


async def setup(client: SaludClient) -> None:
    """Add the cog and its buttons."""
    client.add_dynamic_items(MeButton, MeMenu)
    await client.add_cog(Me(client))
