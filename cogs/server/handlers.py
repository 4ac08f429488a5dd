"""Answers what is about a server as a whole: its settings, its permissions, lists of matches."""

import asyncio
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

import discord

from bot.match.errors import Refusal
from cogs.interactions.answers import acknowledge, answered, counted, nowhere, private_words, tell
from cogs.matches.lists import listing
from cogs.posting.permissions import Need, lacking, needs, told
from cogs.posting.places import allowed
from cogs.screens.base import BadChoice
from cogs.server.panel import CHECK, OVERVIEW, ServerPanelState, language_name, panel
from cogs.server.settings import (
    AS_SERVER,
    CHANNELS,
    LANGUAGE,
    MOST_CHANNELS,
    PALETTE,
    SETTINGS,
    ServerSettings,
)
from render.games.dice_miner.board import warm
from render.theme import THEMES
from texts import Words, mark

if TYPE_CHECKING:
    from cogs.client import SaludClient


class NotManager(Refusal):
    """Settings are for those who manage the server."""

    sentence = mark("Only people who manage this server can change that. Nothing changed.")


class ServerHandlers:
    """Shows and changes what a server has chosen; turns the pages of lists."""

    def __init__(self, client: "SaludClient") -> None:
        self._client = client

    async def choose(
        self,
        interaction: discord.Interaction,
        what: str,
        values: Sequence[str],
        *,
        on: bool | None = None,
    ) -> None:
        """A menu or a button of the panel; `on` is what a toggle shall be, None: the other."""
        words = private_words(self._client.catalogue, interaction)

        async def work() -> None:
            await acknowledge(interaction)
            manager_of(interaction)
            if what == CHECK:
                note = await self.check(interaction, words)
            elif what == OVERVIEW:
                wanted = await self._overview(interaction) is None if on is None else on
                note = await self.want_overview(interaction, words, wanted=wanted)
            else:
                note = await self.change(interaction, {what: values}, words)
            await self.show(interaction, words, note)

        await answered(interaction, words, work(), nowhere)

    async def turn(self, interaction: discord.Interaction, whose: str, page: int) -> None:
        """Another page of a list of matches, in place; privately where all see that place."""
        words = private_words(self._client.catalogue, interaction)

        async def work() -> None:
            await acknowledge(interaction)
            layout = await listing(self._client, interaction, whose, page, words)
            if interaction.message is not None and interaction.message.flags.ephemeral:
                await interaction.edit_original_response(view=layout)
            else:  # the button stands in a message that everybody sees
                await tell(interaction, "", layout)

        await answered(interaction, words, work(), nowhere)

    async def show(self, interaction: discord.Interaction, words: Words, note: str = "") -> None:
        """The panel as it is now, in the answer to this interaction."""
        guild = manager_of(interaction)
        choices = await self._client.preferences.choices(guild)
        house = ServerPanelState(
            choices,
            self._client.catalogue.languages,
            allowed(interaction.guild, choices.channels),
            overview=await self._overview(interaction) is not None,
        )
        await interaction.edit_original_response(
            view=panel(house, words, note), allowed_mentions=discord.AllowedMentions.none()
        )

    async def change(
        self, interaction: discord.Interaction, wanted: Mapping[str, Sequence[str]], words: Words
    ) -> str:
        """Change these settings, all or none, and say so in lines.

        Raises BadChoice for a value that there is not.
        """
        guild = manager_of(interaction)
        chosen = {what: self._value(guild, what, wanted[what], words) for what in wanted}
        await self._client.preferences.choose(guild, chosen)
        counted(interaction)
        return "\n".join([await self._told(guild, what, chosen[what], words) for what in chosen])

    def _value(self, guild: int, what: str, values: Sequence[str], words: Words) -> str | None:
        """How a setting is kept; raises BadChoice."""
        value = values[0] if values else ""
        if what == CHANNELS:
            channels = [int(one) for one in values[:MOST_CHANNELS] if one.isdecimal()]
            kept = allowed(self._client.get_guild(guild), channels)
            return ",".join(str(one) for one in kept) or None
        if what == LANGUAGE and value == AS_SERVER:
            return None
        setting = SETTINGS.get(what)
        known = [] if setting is None else [option.value for option in setting.options]
        if value not in (self._client.catalogue.languages if what == LANGUAGE else known):
            raise BadChoice(words.say("There's no such choice. Nothing changed."))
        return value

    async def _told(self, guild: int, what: str, value: str | None, words: Words) -> str:
        """What is said of a setting that was changed."""
        if what == CHANNELS and value is None:
            return words.say("✅ Matches can start in every channel.")
        if what == CHANNELS:
            return words.say(
                "✅ Matches can start in {channels}. Running matches stay where they are.",
                channels=words.listed(f"<#{one}>" for one in (value or "").split(",")),
            )
        if what == LANGUAGE:
            spoken = (await self._client.preferences.words(guild)).locale
            return words.say(
                "✅ From now on, what everyone sees is in this language: **{language}**.",
                language=language_name(spoken),
            )
        setting, value = SETTINGS[what], value or ""
        if what == PALETTE:
            await asyncio.to_thread(warm, THEMES[value])
        return words.say(
            "✅ {setting}: **{value}**.",
            setting=words.say(setting.title),
            value=words.say(setting.label(value)),
        )

    async def check(self, interaction: discord.Interaction, words: Words) -> str:
        """What the bot lacks here and in the channels of the server's choice, in lines."""
        choices = await self._client.preferences.choices(manager_of(interaction))
        lines = [
            words.say("## 🩺 Permissions"),
            *await self._checked(interaction, interaction.channel_id or 0, choices, words),
        ]
        for channel in allowed(interaction.guild, choices.channels):
            if channel != interaction.channel_id:
                lines += await self._checked(interaction, channel, choices, words)
        return "\n".join(lines)

    async def _checked(
        self, interaction: discord.Interaction, channel: int, choices: ServerSettings, words: Words
    ) -> list[str]:
        overview = await self._client.stores.servers.overview(channel) is not None
        if channel == interaction.channel_id:
            in_thread = isinstance(interaction.channel, discord.Thread)
            permissions = interaction.app_permissions
        else:
            home = interaction.guild
            found = None if home is None else home.get_channel(channel)
            if home is None or found is None:
                return []
            in_thread = False
            permissions = found.permissions_for(home.me)
        wanted = needs(in_thread=in_thread, threads=choices.threads, overview=overview)
        return _lines(channel, lacking(permissions, wanted), words)

    async def _overview(self, interaction: discord.Interaction) -> object | None:
        return await self._client.stores.servers.overview(interaction.channel_id or 0)

    async def want_overview(
        self, interaction: discord.Interaction, words: Words, *, wanted: bool
    ) -> str:
        """Post the overview of whose turn it is in this channel, or take it away; says so.

        Raises BadChoice where a permission is missing for it, and what Discord refuses.
        """
        guild, channel = manager_of(interaction), interaction.channel_id
        assert channel is not None, "a command is given in a channel"
        if not wanted:
            await self._client.overviews.drop(channel)
            counted(interaction)
            return words.say("✅ The overview is gone from this channel.")
        self.check_overview(interaction, words)
        url = await self._client.overviews.begin(guild, channel)
        counted(interaction)
        return words.say("✅ The overview is here, always up to date: {url}", url=url)

    def check_overview(self, interaction: discord.Interaction, words: Words) -> None:
        """Whether an overview can be posted here; raises BadChoice, which says what is missing."""
        in_thread = isinstance(interaction.channel, discord.Thread)
        lacked = lacking(interaction.app_permissions, needs(in_thread=in_thread))
        vital = [need for need in lacked if need.vital and need.flag != "attach_files"]
        if vital:
            raise BadChoice("\n".join(_lines(interaction.channel_id or 0, vital, words)))


def manager_of(interaction: discord.Interaction) -> int:
    """The server that the one who asks may manage; raises NotManager."""
    assert interaction.guild_id is not None, "it is asked in servers only"
    if not interaction.permissions.manage_guild:
        raise NotManager
    return interaction.guild_id


def _lines(channel: int, lacked: Sequence[Need], words: Words) -> list[str]:
    if not lacked:
        return [words.say("✅ <#{channel}>: nothing is missing.", channel=channel)]
    return [
        words.say("<#{channel}>: this is missing.", channel=channel),
        *(told(need, words) for need in lacked),
    ]
