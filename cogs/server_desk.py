"""Answers what is about a server as a whole: its settings, its permissions, lists of matches."""

import asyncio
from collections.abc import Sequence
from typing import TYPE_CHECKING

import discord

from bot.match.errors import Refusal
from cogs.answers import acknowledge, answered, nowhere, private_words, tell
from cogs.choices import (
    AS_SERVER,
    CHANNELS,
    LANGUAGE,
    MOST_CHANNELS,
    PALETTE,
    SETTINGS,
    Choices,
)
from cogs.matches_list import listing
from cogs.play.permissions import Need, lacking, needs, told
from cogs.play.places import allowed
from cogs.screens.base import BadChoice
from cogs.server_panel import CHECK, OVERVIEW, House, language_name, panel
from render.games.dice_miner.board import warm
from render.theme import THEMES
from texts import Words, mark

if TYPE_CHECKING:
    from cogs.client import SaludClient


class NotManager(Refusal):
    """Settings are for those who manage the server."""

    sentence = mark("Only who manages this server can change that. Nothing was changed.")


class ServerDesk:
    """Shows and changes what a server has chosen; turns the pages of lists."""

    def __init__(self, client: "SaludClient") -> None:
        self._client = client

    async def choose(
        self, interaction: discord.Interaction, what: str, values: Sequence[str]
    ) -> None:
        """A menu or a button of the panel."""
        words = private_words(self._client.catalogue, interaction)

        async def work() -> None:
            await acknowledge(interaction)
            guild = manager_of(interaction)
            if what == CHECK:
                note = await self.check(interaction, words)
            elif what == OVERVIEW:
                wanted = await self._overview(interaction) is None
                note = await self.want_overview(interaction, words, wanted=wanted)
            else:
                note = await self.change(guild, what, values, words)
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
        house = House(
            choices,
            self._client.catalogue.languages,
            allowed(interaction.guild, choices.channels),
            overview=await self._overview(interaction) is not None,
        )
        await interaction.edit_original_response(
            view=panel(house, words, note), allowed_mentions=discord.AllowedMentions.none()
        )

    async def change(self, guild: int, what: str, values: Sequence[str], words: Words) -> str:
        """Change a setting and say so; raises BadChoice for a value that there is not."""
        if what == CHANNELS:
            return await self._channels(guild, values, words)
        value = values[0] if values else ""
        if what == LANGUAGE:
            return await self._language(guild, value, words)
        setting = SETTINGS.get(what)
        if setting is None or value not in [option.value for option in setting.options]:
            raise BadChoice(words.say("There is no such choice. Nothing was changed."))
        await self._client.preferences.choose(guild, what, value)
        if what == PALETTE:
            await asyncio.to_thread(warm, THEMES[value])
        return words.say(
            "✅ {setting}: **{value}**.",
            setting=words.say(setting.title),
            value=words.say(setting.label(value)),
        )

    async def _language(self, guild: int, value: str, words: Words) -> str:
        preferences = self._client.preferences
        if value == AS_SERVER:
            await preferences.choose(guild, LANGUAGE, None)
        elif value in self._client.catalogue.languages:
            await preferences.choose(guild, LANGUAGE, value)
        else:
            raise BadChoice(words.say("There is no such choice. Nothing was changed."))
        spoken = (await preferences.words(guild)).locale
        return words.say(
            "✅ What everybody sees is in this language from now on: **{language}**.",
            language=language_name(spoken),
        )

    async def _channels(self, guild: int, values: Sequence[str], words: Words) -> str:
        home = self._client.get_guild(guild)
        channels = [int(value) for value in values[:MOST_CHANNELS] if value.isdecimal()]
        kept = ",".join(str(one) for one in allowed(home, channels))
        await self._client.preferences.choose(guild, CHANNELS, kept or None)
        if not kept:
            return words.say("✅ Matches may begin in every channel.")
        return words.say(
            "✅ Matches may begin in {channels}. Those that run go on where they are.",
            channels=words.listed(f"<#{one}>" for one in kept.split(",")),
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
        self, interaction: discord.Interaction, channel: int, choices: Choices, words: Words
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
        """Post the overview of whose turn it is in this channel, or take it away; says so."""
        guild, channel = manager_of(interaction), interaction.channel_id
        assert channel is not None, "a command is given in a channel"
        if not wanted:
            await self._client.overviews.drop(channel)
            return words.say("✅ The overview is gone from this channel.")
        in_thread = isinstance(interaction.channel, discord.Thread)
        lacked = lacking(interaction.app_permissions, needs(in_thread=in_thread))
        vital = [need for need in lacked if need.vital and need.flag != "attach_files"]
        if vital:
            raise BadChoice("\n".join(_lines(channel, vital, words)))
        url = await self._client.overviews.begin(guild, channel)
        return words.say("✅ The overview is here, and is kept true: {url}", url=url)


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
