"""Tells a server's owner, once, why the bot can't show matches.

Each message is recorded as a server setting, named after Discord's error code and the channel, or
after the server if no channel works. The same problem is reported again only if matches could be
shown in the meantime. A server with a trouble channel gets the report there instead
(cogs/troubles/).
"""

import logging
from collections import Counter
from dataclasses import dataclass

import discord

from bot.match.core.store import Store
from bot.match.log.loaded import Loaded
from bot.match.log.records import Record
from bot.match.people.troubles import TroubleKind
from cogs.base.discord_errors import DISCORD_TROUBLE, is_passing, reason
from cogs.posting.permissions import FILES, SEE, SEND, SEND_IN_THREADS, Need, lacking
from cogs.posting.trouble_recorder import TroubleRecorder
from cogs.preferences.store import Preferences

_log = logging.getLogger(__name__)

LOST = "lost"
"""Prefix of the settings that record messages."""


@dataclass(eq=False)
class PermissionAlerts:
    client: discord.Client
    store: Store
    preferences: Preferences
    troubles: TroubleRecorder

    async def report(self, loaded: Loaded, error: BaseException) -> None:
        """Tell the server why matches can't be shown and what to do, if it can fix the cause."""
        record = loaded.record
        await self.troubles.report_refusal(
            record.guild, TroubleKind.MATCHES, record.room, error, _needed(record)
        )
        if not isinstance(error, discord.Forbidden | discord.NotFound):
            return
        guild = self.client.get_guild(record.guild)
        if guild is None or guild.owner_id is None:
            _log.info("Match %d can't be shown, and its server is out of reach", record.id)
            return
        if await self.troubles.reaches(guild.id):
            return
        matches = Counter(await self.store.channels(guild.id))
        needed = _needed(record)
        everywhere = len(matches) > 1 and all(
            _is_broken(guild, channel, needed) for channel in matches
        )
        if f"{LOST}:{guild.id}:{error.code}" in await self._noted(guild.id):
            return
        cause = f"{LOST}:{guild.id if everywhere else record.room}:{error.code}"
        told_by = str(self.client.application_id)
        if not await self.store.add_guild_setting(guild.id, cause, told_by):
            return
        await self._drop_outdated(guild.id, set(matches))
        text = await self._text(record, guild, matches, error, everywhere=everywhere)
        try:
            owner = await self.client.fetch_user(guild.owner_id)
            await owner.send(text)
        except DISCORD_TROUBLE as refused:
            _log.warning(
                "Could not tell anyone that match %d can't be shown: %s", record.id, refused
            )
            if is_passing(refused):
                await self.store.set_guild_settings(guild.id, {cause: None})

    async def resolve(self, loaded: Loaded) -> None:
        guild, channel = self.client.get_guild(loaded.record.guild), loaded.record.room
        self.troubles.works(TroubleKind.MATCHES, channel)
        needed = _needed(loaded.record)
        if guild is None or _is_broken(guild, channel, needed):
            return
        noted = await self._noted(guild.id)
        over = {name for name in noted if name.startswith(f"{LOST}:{channel}:")}
        server = {name for name in noted if name.startswith(f"{LOST}:{guild.id}:")}
        if server:
            channels = set(await self.store.channels(guild.id))
            over |= set() if any(_is_broken(guild, place, needed) for place in channels) else server
        for name in over:
            await self.store.set_guild_settings(guild.id, {name: None})

    async def _noted(self, guild: int) -> list[str]:
        settings = await self.store.guild_settings(guild)
        return [name for name in settings if name.startswith(f"{LOST}:")]

    async def _drop_outdated(self, guild: int, channels: set[int]) -> None:
        current = tuple(f"{LOST}:{place}:" for place in (guild, *channels))
        for name in await self._noted(guild):
            if not name.startswith(current):
                await self.store.set_guild_settings(guild, {name: None})

    async def _text(
        self,
        record: Record,
        guild: discord.Guild,
        matches: Counter[int],
        error: BaseException,
        *,
        everywhere: bool,
    ) -> str:
        words = await self.preferences.words(guild.id)
        if everywhere:
            return words.say(
                "I can't show any of the {count} matches in the server **{server}**: Discord "
                "says “{reason}”. None of them is lost. Give me back the permissions View "
                "Channel, Send Messages, Send Messages in Threads, Read Message History and "
                "Attach Files.",
                count=matches.total(),
                server=discord.utils.escape_markdown(guild.name),
                reason=reason(error),
            )
        count = max(matches[record.room], 1)
        return words.count(
            "I can't show match #{match} in <#{place}>: Discord says “{reason}”. The match isn't "
            "lost. Give me back the permissions View Channel, Send Messages, Send Messages in "
            "Threads, Read Message History and Attach Files there, or have a player use `/board` "
            "in another channel.",
            "I can't show match #{match} in <#{place}>, nor the others there, {count} in all: "
            "Discord says “{reason}”. None of them is lost. Give me back the permissions View "
            "Channel, Send Messages, Send Messages in Threads, Read Message History and Attach "
            "Files there, or have a player of each use `/board` in another channel.",
            count,
            match=record.id,
            place=record.place or record.channel if count == 1 else record.room,
            reason=reason(error),
        )


def _needed(record: Record) -> tuple[Need, ...]:
    in_channel = record.place in (None, record.channel)
    return (SEE, FILES, SEND if in_channel else SEND_IN_THREADS)


def _is_broken(guild: discord.Guild, channel: int, needed: tuple[Need, ...]) -> bool:
    place = guild.get_channel_or_thread(channel)
    return place is None or bool(lacking(place.permissions_for(guild.me), needed))
