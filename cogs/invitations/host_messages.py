"""Messages to the host of an invitation: players declined, or the invitation expired."""

import logging
from collections.abc import Sequence
from dataclasses import dataclass

import discord

from bot.match.log.events import MatchEvent, MatchEventKind
from bot.match.log.loaded import Loaded
from bot.match.log.records import Status
from bot.match.people.pings import STANDS
from bot.match.values.players import UserId, is_person
from cogs.base.markup import bold
from cogs.kit import Kit
from cogs.posting.places import address, archive
from cogs.posting.posted_message import Link, MessagePlace, was_posted_as
from cogs.posting.restores import first_message, in_generation
from texts import Words

_log = logging.getLogger(__name__)


_News = tuple[list[UserId | None], bool]
"""The players who declined, and whether the invitation has expired."""


@dataclass(eq=False)
class HostMessages:
    """Posts news as one message in the invitation's channel, which pings only the host."""

    kit: Kit

    async def tell(self, match: int) -> None:
        """Post the news, if there is any, then record how many events it covers.

        A decline is announced when it can no longer be taken back. Repeated calls, even in two
        processes or after a crash, post the same news only once.
        """
        loaded = await self.kit.matches.load(match)
        covered = await self.kit.servers.host_told(match)
        until = _settled(loaded, covered, self.kit.matches.clock.now())
        if until <= covered:
            return
        if _news(loaded, covered, until) is not None:
            covered = await self._covered_in_history(loaded, covered, until)
        news = _news(loaded, covered, until)
        if news is not None and (text := await self._text(loaded, news, until)):
            await self._post(loaded, text, until)
        await self.kit.servers.note_host_told(match, until)

    async def _covered_in_history(self, loaded: Loaded, covered: int, until: int) -> int:
        """Return how many events the newest message in the channel covers, even if it was not
        recorded.
        """
        nonces = {_nonce(loaded, n): n for n in range(covered + 1, until + 1)}
        since = await first_message(self.kit.matches.store, loaded)
        matching: list[int] = []

        def matches(message: discord.Message) -> bool:
            matching.extend(n for nonce, n in nonces.items() if was_posted_as(message, nonce))
            return bool(matching)

        await self._at(loaded).find(matches, since=since)
        return matching[0] if matching else covered

    async def _post(self, loaded: Loaded, text: str, until: int) -> None:
        record = loaded.record
        words = await self.kit.preferences.words(record.guild)
        # Translators: A button: it leads to the invitation.
        label = words.say("Open the invitation")
        link = Link(label, address(record.guild, record.home, record.invitation))
        pings, nonce = [loaded.roster.host], _nonce(loaded, until)
        for place in dict.fromkeys((record.home, record.channel)):
            here = MessagePlace(self.kit.client, record.guild, place)
            try:
                await here.post_text(text, nonce, link, pings=pings)
                break
            except (discord.Forbidden, discord.NotFound) as error:
                _log.info("The host of match %d can't get a message: %s", record.id, error)
        if record.is_post and loaded.status is Status.CALLED_OFF:
            record = loaded.record
            # The message has opened the post.
            await archive(self.kit.client, record.id, record.place, record.channel)

    def _at(self, loaded: Loaded) -> MessagePlace:
        return MessagePlace(self.kit.client, loaded.record.guild, loaded.record.home)

    async def _text(self, loaded: Loaded, news: _News, until: int) -> str:
        """Return the message to the host; "" if no player who declined is allowed to ping
        the host.
        """
        record, roster, (declined, expired) = loaded.record, loaded.roster, news
        if not expired and not await self._may_ping(loaded, declined, until):
            return ""
        words = await self.kit.preferences.words(record.guild)
        host = f"<@{roster.host}>"
        if expired:
            silent = await self._names_of(loaded, roster.waiting, words)
            return _expired_text(host, silent, record.id, words)
        players = await self._names_of(loaded, declined, words)
        if loaded.status is Status.CALLED_OFF:
            return words.say(
                "{host}: {players} can't make it this time, so the invitation to match "
                "#{match} is closed.",
                host=host,
                players=players,
                match=record.id,
            )
        return words.say(
            "{host}: {players} can't make it this time (match #{match}).",
            host=host,
            players=players,
            match=record.id,
        )

    async def _may_ping(
        self, loaded: Loaded, declined: Sequence[UserId | None], until: int
    ) -> bool:
        match, host = loaded.record.id, loaded.roster.host
        for user in declined:
            if user is None or await self.kit.pings.claim(f"host {match}:{until}", user, [host]):
                return True
        return False

    async def _names_of(self, loaded: Loaded, users: Sequence[UserId | None], words: Words) -> str:
        names = await self.kit.names.names(self.kit.client, loaded.record.guild, users, words)
        return words.listed(bold(names[user]) for user in users if user is not None)


def _nonce(loaded: Loaded, until: int) -> str:
    return in_generation(f"h{loaded.record.id}:{until}", loaded)


def _news(loaded: Loaded, covered: int, until: int) -> _News | None:
    new, standing = loaded.events[covered:until], _standing(loaded)
    declined = [event.holder for event in new if event in standing]
    expired = any(event.kind is MatchEventKind.EXPIRED for event in new)
    has_news = is_person(loaded.roster.host) and (declined or expired)
    return (declined, expired) if has_news else None


def _standing(loaded: Loaded) -> list[MatchEvent]:
    """Return the last decline of each player, unless the player has taken it back.

    Return [] if the match has begun or the host called it off, because then the host needs no news.
    """
    ended = any(e.kind is MatchEventKind.CANCELLED and e.holder is not None for e in loaded.events)
    if ended or loaded.status not in (Status.OPEN, Status.CALLED_OFF):
        return []
    last = {e.holder: e for e in loaded.events if e.kind is MatchEventKind.DECLINED}
    return [event for user, event in last.items() if user in loaded.roster.declined]


def _settled(loaded: Loaded, covered: int, now: int) -> int:
    if loaded.status is not Status.OPEN:
        return len(loaded.events)
    fresh = [e.n for e in _standing(loaded) if e.n >= covered and 0 <= now - e.at < STANDS]
    return min(fresh, default=len(loaded.events))


def _expired_text(host: str, silent: str, match: int, words: Words) -> str:
    if silent:
        return words.say(
            "{host}: your invitation to match #{match} has run out, and {players} didn't answer.",
            host=host,
            match=match,
            players=silent,
        )
    return words.say(
        "{host}: your invitation to match #{match} has run out, so it is closed.",
        host=host,
        match=match,
    )
