"""Tells who made an invitation that somebody can't come, or that its time is over."""

import logging
from collections.abc import Sequence

import discord

from bot.match.events import EventKind
from bot.match.holders import UserId, is_person
from bot.match.loaded import Loaded
from bot.match.matches import Matches
from bot.match.servers import ServerStore
from bot.match.types import Status
from cogs.names import NameBook, bold
from cogs.play.layout import paper
from cogs.play.places import address
from cogs.preferences import Preferences
from texts import Words

_log = logging.getLogger(__name__)


class Hosts:
    """One message in the invitation's channel for what is new; it pings the host alone."""

    def __init__(
        self,
        client: discord.Client,
        matches: Matches,
        servers: ServerStore,
        names: NameBook,
        preferences: Preferences,
    ) -> None:
        self._client = client
        self._matches = matches
        self._servers = servers
        self._names = names
        self._preferences = preferences

    async def tell(self, match: int) -> None:
        """Tell what is new, if anything is; what is told is noted after it is sent.

        The same news twice within a minute, also by two processes, is one message.
        """
        loaded = await self._matches.look(match)
        told = await self._servers.host_told(match)
        text = await self._text(loaded, told)
        if text:
            await self._send(loaded, text)
        await self._servers.note_host_told(match, len(loaded.events))

    async def _send(self, loaded: Loaded, text: str) -> None:
        record = loaded.record
        channel = self._client.get_partial_messageable(record.channel, guild_id=record.guild)
        try:
            await channel.send(
                view=paper(above=text),
                allowed_mentions=discord.AllowedMentions(
                    everyone=False,
                    roles=False,
                    replied_user=False,
                    users=[discord.Object(loaded.roster.host)],
                ),
                nonce=f"h{record.id}:{len(loaded.events)}",
            )
        except (discord.Forbidden, discord.NotFound) as error:
            _log.info("The host of match %d can't be told: %s", record.id, error)

    async def _text(self, loaded: Loaded, told: int) -> str:
        record, roster = loaded.record, loaded.roster
        new = loaded.events[told:]
        declined = [
            event.holder
            for event in new
            if event.kind is EventKind.DECLINED and event.holder in roster.declined
        ]
        expired = any(event.kind is EventKind.EXPIRED for event in new)
        if not is_person(roster.host) or (not declined and not expired):
            return ""
        words = await self._preferences.words(record.guild)
        host = f"<@{roster.host}>"
        url = address(record.guild, record.channel, record.invitation)
        if expired:
            silent = await self._called(loaded, roster.waiting, words)
            return _expired(host, silent, url, words)
        players = await self._called(loaded, declined, words)
        if loaded.status is Status.CALLED_OFF:
            return words.say(
                "{host}: {players} can't this time, so the invitation is closed. {url}",
                host=host,
                players=players,
                url=url,
            )
        return words.say(
            "{host}: {players} can't this time. {url}", host=host, players=players, url=url
        )

    async def _called(self, loaded: Loaded, users: Sequence[UserId | None], words: Words) -> str:
        names = await self._names.names(self._client, loaded.record.guild, users, words)
        return words.listed(bold(names[user]) for user in users if user is not None)


def _expired(host: str, silent: str, url: str, words: Words) -> str:
    if silent:
        return words.say(
            "{host}: the time of your invitation is over, and {players} did not answer. {url}",
            host=host,
            players=silent,
            url=url,
        )
    return words.say(
        "{host}: the time of your invitation is over, so it is closed. {url}", host=host, url=url
    )
