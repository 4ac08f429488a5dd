"""Tells someone who can mend it, once, what keeps a match from being shown."""

import logging

import discord

from bot.match.loaded import Loaded
from bot.match.ports import Store
from cogs.preferences import Preferences
from cogs.trouble import DISCORD_TROUBLE, reason

_log = logging.getLogger(__name__)


class Mending:
    """Writes to the owner of the server, once for each match and cause."""

    def __init__(self, client: discord.Client, store: Store, preferences: Preferences) -> None:
        self._client = client
        self._store = store
        self._preferences = preferences

    async def report(self, loaded: Loaded, error: BaseException) -> None:
        """Say what is wrong and what to do; only of what a person can mend."""
        record = loaded.record
        if not isinstance(error, discord.Forbidden | discord.NotFound):
            return
        guild = self._client.get_guild(record.guild)
        if guild is None or guild.owner_id is None:
            _log.info("Match %d can't be shown, and its server is out of reach", record.id)
            return
        note = f"told:{record.id}:{error.code}"
        if note in await self._store.guild_settings(record.guild):
            return
        await self._store.set_guild_setting(record.guild, note, str(self._client.application_id))
        words = await self._preferences.words(record.guild)
        text = words.say(
            "I can't show match #{match} in <#{place}>: Discord says “{reason}”. Nothing of it is"
            " lost. Give me back the permissions View Channel, Send Messages, Send Messages in"
            " Threads, Read Message History and Attach Files there, or let a player use `/board`"
            " in another channel.",
            match=record.id,
            place=record.place or record.channel,
            reason=reason(error),
        )
        try:
            owner = await self._client.fetch_user(guild.owner_id)
            await owner.send(text)
        except DISCORD_TROUBLE as refused:
            _log.warning(
                "Nobody could be told that match %d can't be shown: %s", record.id, refused
            )
