"""/settings: the settings of a server."""

import logging

import discord
from discord import app_commands

from bot.match.store_errors import StoreTrouble
from cogs.client import SaludClient
from cogs.games.options import game_command
from cogs.interactions.answers import has_counted
from cogs.interactions.cog import TopicCog
from cogs.interactions.context import Context, handler
from cogs.interactions.discord_errors import DISCORD_TROUBLE
from cogs.server.handlers import manager_of
from cogs.server.items import SettingItem
from cogs.server.panel import language_name
from cogs.server.settings import (
    AS_SERVER,
    COLOURS,
    GAME,
    LANGUAGE,
    NOISE,
    NOISES,
    PACE,
    PACES,
    PALETTE,
    PLACE,
    PLACES,
    Setting,
)
from cogs.ui.text_limits import OPTIONS
from cogs.ui.widgets import choice
from texts import mark

_log = logging.getLogger(__name__)


def _choices(setting: Setting) -> list[app_commands.Choice[str]]:
    return [
        app_commands.Choice(name=app_commands.locale_str(option.label), value=option.value)
        for option in setting.options
    ]


class Settings(TopicCog):
    """The command that shows and changes them."""

    @game_command(mark("How Salud works in this server"))
    @app_commands.describe(
        language=mark("The language of what everyone sees"),
        palette=mark("The colours of the pictures"),
        pace=mark("The default pace of new matches"),
        place=mark("Threads, or the channel"),
        noise=mark("How much is posted"),
        overview=mark("A message in this channel that says whose turn it is"),
        game=mark("The game a command means if you name none"),
    )
    @app_commands.choices(
        palette=_choices(COLOURS),
        pace=_choices(PACES),
        place=_choices(PLACES),
        noise=_choices(NOISES),
    )
    @app_commands.default_permissions(manage_guild=True)
    @app_commands.guild_only()
    @handler()
    async def settings(
        self,
        ctx: Context,
        language: str | None = None,
        palette: str | None = None,
        pace: str | None = None,
        place: str | None = None,
        noise: str | None = None,
        overview: bool | None = None,
        game: str | None = None,
    ) -> None:
        """Changes what is named, and shows the panel; for those who manage the server."""
        handlers = self.services.server
        named = {
            LANGUAGE: language,
            PALETTE: palette,
            PACE: pace,
            PLACE: place,
            NOISE: noise,
            GAME: game,
        }
        manager_of(ctx.interaction)
        if overview:
            handlers.check_overview(ctx)
        wanted = {name: [value] for name, value in named.items() if value is not None}
        notes = [await handlers.change(ctx, wanted)] if wanted else []
        if overview is not None:
            notes.append(await self._overview(ctx, wanted=overview))
        await handlers.show(ctx, "\n".join(notes))

    async def _overview(self, ctx: Context, *, wanted: bool) -> str:
        """A line about the overview; after other settings were changed, also of trouble with it."""
        try:
            return await self.services.server.want_overview(ctx, wanted=wanted)
        except (StoreTrouble, *DISCORD_TROUBLE) as error:
            if not has_counted(ctx.interaction):
                raise
            _log.warning("An overview could not be changed: %s", error)
            return ctx.words.say(
                "⚠️ The overview couldn't be changed just now: the panel shows how it is."
            )

    @settings.autocomplete("language")
    async def _language(
        self, interaction: discord.Interaction, current: str
    ) -> list[app_commands.Choice[str]]:
        words = Context(self.interactions, interaction).words
        names = {AS_SERVER: words.say("The server's Discord language")}
        names |= {one: language_name(one) for one in self.services.catalogue.languages}
        return [
            choice(name, value) for value, name in names.items() if current.lower() in name.lower()
        ][:OPTIONS]


async def setup(client: SaludClient) -> None:
    """Add the cog and its buttons."""
    client.add_dynamic_items(SettingItem)
    await client.add_cog(Settings(client))
