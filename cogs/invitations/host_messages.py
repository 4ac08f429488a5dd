"""Messages to the host of an invitation: players declined, or the invitation expired.

A row's version counts the match's events: `shown` is how many of them the messages cover. The row
is there as long as the invitation is open. Each version is a new message, which pings only the
host.
"""

import contextlib
import logging
from collections.abc import Sequence
from dataclasses import dataclass
from typing import ClassVar

import discord

from bot.match.log.events import MatchEvent, MatchEventKind
from bot.match.log.loaded import Loaded
from bot.match.log.records import MatchId, Status
from bot.match.people.messages import MessageKey, MessageKind, MessageRow
from bot.match.people.pings import STANDS
from bot.match.values.errors import Refusal
from bot.match.values.players import UserId, is_person
from bot.match.values.times import DAY
from cogs.base.discord_errors import DISCORD_TROUBLE, is_place_gone
from cogs.base.markup import bold
from cogs.kit import Kit
from cogs.posting.nonces import was_deleted
from cogs.posting.places import address, archive
from cogs.posting.posted_message import Link, MessagePlace, Postponed, was_posted_as
from cogs.posting.restores import first_message, in_generation
from cogs.runtime.projector import Kind, Later, Posted, Wanted
from texts import Words

_log = logging.getLogger(__name__)


_News = tuple[list[UserId | None], bool]
"""The players who declined, and whether the invitation has expired."""


@dataclass(frozen=True, slots=True)
class _Message:
    loaded: Loaded
    text: str
    link: Link


@dataclass(eq=False)
class HostMessages(Kind):
    kit: Kit
    name: ClassVar[MessageKind] = MessageKind.HOST
    is_repeated: ClassVar[bool] = False

    async def tell(self, match: MatchId) -> None:
        """Post the news now, or later if Discord refuses. Raise StoreTrouble."""
        with contextlib.suppress(Postponed, Refusal, *DISCORD_TROUBLE):
            await self.kit.projector.show(MessageKey(self.name, match))

    async def wanted(self, row: MessageRow) -> Wanted | Later | None:
        """A decline is announced when it can no longer be taken back."""
        loaded, now = await self.kit.matches.load(row.key.subject), self.kit.clock.now()
        covered, fresh = row.shown, _fresh(loaded, row.shown, now)
        until = min(fresh, default=len(loaded.events))
        next_at = min(fresh.values(), default=now + DAY)
        if until <= covered and loaded.status is Status.OPEN:
            return Later(next_at)
        if row.owner is not None and _news(loaded, covered, until) is not None:
            covered = await self._covered_in_history(loaded, covered, until)
        news, message = _news(loaded, covered, until), None
        if news is not None and (text := await self._text(loaded, news, until)):
            words = await self.kit.preferences.words(row.guild)
            # Translators: A button: it leads to the invitation.
            label = words.say("Open the invitation")
            url = address(row.guild, loaded.record.home, loaded.record.invitation)
            message = _Message(loaded, text, Link(label, url))
        is_last = loaded.status is not Status.OPEN
        return Wanted(
            message, version=until, nonce=_nonce(loaded, until), next_at=next_at, is_last=is_last
        )

    async def find(self, row: MessageRow, wanted: Wanted, nonce: str) -> Posted | None:
        del row, wanted, nonce
        return None  # `wanted` has looked already

    async def post(self, row: MessageRow, wanted: Wanted, nonce: str) -> Posted | None:
        """Post in the invitation's place or, if Discord refuses that, in its channel."""
        message: _Message = wanted.content
        record, refusal = message.loaded.record, None
        for place in dict.fromkeys((record.home, record.channel)):
            here = MessagePlace(self.client, row.guild, place)
            pings = [message.loaded.roster.host]
            try:
                posted = await here.post_text(message.text, nonce, message.link, pings=pings)
                return Posted(posted.id, place)
            except (discord.Forbidden, discord.NotFound) as error:
                if was_deleted(error):
                    return None
                _log.info("The host of match %d can't get a message: %s", record.id, error)
                refusal = error if refusal is None or is_place_gone(refusal) else refusal
        assert refusal is not None, "there is a place"
        raise refusal

    async def posted(self, row: MessageRow) -> None:
        loaded = await self.kit.matches.load(row.key.subject)
        record = loaded.record
        if record.is_post and loaded.status is Status.CALLED_OFF:
            # The message has opened the post.
            await archive(self.client, record.id, record.place, record.channel)

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

        here = MessagePlace(self.client, loaded.record.guild, loaded.record.home)
        await here.find(matches, since=since)
        return matching[0] if matching else covered

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


def _fresh(loaded: Loaded, covered: int, now: int) -> dict[int, int]:
    """Return the declines that can still be taken back, with the times when they no longer can."""
    if loaded.status is not Status.OPEN:
        return {}
    return {
        event.n: event.at + STANDS
        for event in _standing(loaded)
        if event.n >= covered and 0 <= now - event.at < STANDS
    }


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
