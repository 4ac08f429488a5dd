"""Tells who made an invitation that somebody can't come, or that its time is over."""

import logging
from collections.abc import Sequence

import discord

from bot.match.events import EventKind, MatchEvent
from bot.match.holders import UserId, is_person
from bot.match.loaded import Loaded
from bot.match.matches import Matches
from bot.match.people.pings import STANDS, PingBudget
from bot.match.people.servers import ServerStore
from bot.match.types import Status
from cogs.posting.places import address
from cogs.server.preferences import Preferences
from cogs.ui.layouts import compose
from cogs.ui.names import NameBook, bold
from texts import Words

_log = logging.getLogger(__name__)


class HostMessages:
    """One message in the invitation's channel for what is new; it pings the host alone."""

    def __init__(
        self,
        client: discord.Client,
        matches: Matches,
        servers: ServerStore,
        names: NameBook,
        preferences: Preferences,
        pings: PingBudget,
    ) -> None:
        self._client = client
        self._matches = matches
        self._servers = servers
        self._names = names
        self._preferences = preferences
        self._pings = pings

    async def tell(self, match: int) -> None:
        """Tell what is new, if anything is; what is told is noted after it is sent.

        A decline that can be taken back is told when it has stood for a while. The same news
        twice within a minute, also by two processes, is one message.
        """
        loaded = await self._matches.look(match)
        told = await self._servers.host_told(match)
        until = _settled(loaded, told, self._matches.clock.now())
        text = await self._text(loaded, told, until)
        if text:
            await self._send(loaded, text, until)
        if until > told:
            await self._servers.note_host_told(match, until)

    async def _send(self, loaded: Loaded, text: str, until: int) -> None:
        record = loaded.record
        channel = self._client.get_partial_messageable(record.channel, guild_id=record.guild)
        try:
            await channel.send(
                view=compose(above=text),
                allowed_mentions=discord.AllowedMentions(
                    everyone=False,
                    roles=False,
                    replied_user=False,
                    users=[discord.Object(loaded.roster.host)],
                ),
                nonce=f"h{record.id}:{until}",
            )
        except (discord.Forbidden, discord.NotFound) as error:
            _log.info("The host of match %d can't be told: %s", record.id, error)

    async def _text(self, loaded: Loaded, told: int, until: int) -> str:
        record, roster = loaded.record, loaded.roster
        new = loaded.events[told:until]
        standing = _standing(loaded)
        declined = [event.holder for event in new if event in standing]
        expired = any(event.kind is EventKind.EXPIRED for event in new)
        if not is_person(roster.host) or (not declined and not expired):
            return ""
        if not expired and not await self._may_ping(loaded, declined, until):
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
                "{host}: {players} can't make it this time, so the invitation is closed. {url}",
                host=host,
                players=players,
                url=url,
            )
        return words.say(
            "{host}: {players} can't make it this time. {url}", host=host, players=players, url=url
        )

    async def _may_ping(
        self, loaded: Loaded, declined: Sequence[UserId | None], until: int
    ) -> bool:
        """Whether one of those who declined may ping the host; else the invitation tells it."""
        match, host = loaded.record.id, loaded.roster.host
        for user in declined:
            if user is None or await self._pings.claim(f"host {match}:{until}", user, [host]):
                return True
        return False

    async def _called(self, loaded: Loaded, users: Sequence[UserId | None], words: Words) -> str:
        names = await self._names.names(self._client, loaded.record.guild, users, words)
        return words.listed(bold(names[user]) for user in users if user is not None)


def _standing(loaded: Loaded) -> list[MatchEvent]:
    """The declines that hold now and are the host's to hear: of each person the last.

    Where it has begun, or was called off by somebody, they are nothing to the host any more.
    """
    ended = any(e.kind is EventKind.CANCELLED and e.holder is not None for e in loaded.events)
    if ended or loaded.status not in (Status.OPEN, Status.CALLED_OFF):
        return []
    last = {e.holder: e for e in loaded.events if e.kind is EventKind.DECLINED}
    return [event for user, event in last.items() if user in loaded.roster.declined]


def _settled(loaded: Loaded, told: int, now: int) -> int:
    """How many events are to be told now: up to the first decline that is too fresh."""
    if loaded.status is not Status.OPEN:
        return len(loaded.events)
    fresh = [e.n for e in _standing(loaded) if e.n >= told and 0 <= now - e.at < STANDS]
    return min(fresh, default=len(loaded.events))


def _expired(host: str, silent: str, url: str, words: Words) -> str:
    if silent:
        return words.say(
            "{host}: your invitation has run out, and {players} didn't answer. {url}",
            host=host,
            players=silent,
            url=url,
        )
    return words.say(
        "{host}: your invitation has run out, so it is closed. {url}", host=host, url=url
    )
