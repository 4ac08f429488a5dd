"""Reports each problem of a server once, in the channel that the server has chosen.

Problems that occur together share a message, and messages are PAUSE seconds apart. A message is
announced in the database, posted, and recorded; if the record is missing, the bot finds the message
in the channel. When a problem is solved, the message is edited to say so. No message pings. If
Discord refuses messages there, the report waits, and /settings shows that.
"""

import logging
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from functools import partial

import discord

from bot.match.core.due_work import DueWork
from bot.match.core.exclusion import KeyedLocks
from bot.match.log.records import MatchId
from bot.match.people.troubles import KeptTrouble, Trouble, TroubleChannel, TroubleKind
from cogs.base.discord_errors import DISCORD_TROUBLE, is_passing
from cogs.kit import Kit
from cogs.posting.nonces import nonce_of
from cogs.posting.posted_message import Content, MessagePlace, was_posted_as
from cogs.posting.trouble_causes import can_post, holds
from cogs.posting.trouble_recorder import posting
from cogs.runtime.guild_queues import bound
from cogs.runtime.publishing import REFUSED
from cogs.troubles.layouts import trouble_layout

_log = logging.getLogger(__name__)

LOOK = 60
"""Seconds between two checks of a server."""
GATHER = 30
"""Seconds in which problems are collected for one message."""
PAUSE = 1200
"""Minimum seconds between two messages in a server."""
FROZEN = "frozen"
MOST_KNOWN = 10_000


@dataclass(eq=False)
class TroublePublisher:
    kit: Kit
    _locks: KeyedLocks = field(default_factory=KeyedLocks, init=False)
    """By server."""
    _looked: dict[int, int] = field(default_factory=dict, init=False)
    _due_work: DueWork[tuple[int, MatchId]] = field(init=False)

    def __post_init__(self) -> None:
        self._due_work = DueWork("frozen matches", self.kit.clock, self.kit.matches.observer)

    async def look_after(self) -> None:
        """Start reporting new and solved problems in the background. Raise StoreTrouble."""
        now = self.kit.clock.now()
        frozen = await self.kit.stores.troubles.untold_frozen()
        await self._due_work.each(frozen, self._report)
        if len(self._looked) > MOST_KNOWN:
            self._looked.clear()
        for guild in await self.kit.stores.troubles.servers():
            if not 0 <= now - self._looked.get(guild, -LOOK) < LOOK:
                work = partial(self._tell, guild)
                if self.kit.queues.begin(f"troubles of server {guild}", guild, work):
                    self._looked[guild] = now

    async def _report(self, frozen: tuple[int, MatchId]) -> None:
        guild, match = frozen
        trouble = Trouble(guild, TroubleKind.FROZEN, match, FROZEN)
        await self.kit.stores.troubles.report(trouble, self.kit.clock.now())

    async def _tell(self, guild: int) -> None:
        home = self.kit.client.get_guild(guild)
        async with self._locks.of(guild):
            channel, now = await self.kit.stores.troubles.channel(guild), self.kit.clock.now()
            if home is None or home.unavailable or channel is None:
                return
            if not can_post(home, channel.channel, posting(home, channel.channel)):
                return
            if channel.refused is not None and 0 <= now - channel.refused < REFUSED:
                return
            try:
                async with bound():
                    await self._bring_up_to_date(home, channel, now)
            except DISCORD_TROUBLE as error:
                _log.warning("The problems of server %d can't be reported: %s", guild, error)
                if not is_passing(error):
                    await self.kit.stores.troubles.note_refusal(guild, channel.channel, now)
            else:
                if channel.refused is not None:
                    await self.kit.stores.troubles.note_refusal(guild, channel.channel, None)

    async def _bring_up_to_date(
        self, home: discord.Guild, channel: TroubleChannel, now: int
    ) -> None:
        guild, place = home.id, MessagePlace(self.kit.client, home.id, channel.channel)
        matches = Counter(await self.kit.matches.store.channels(guild))
        # A process was killed before it noted these.
        for entry in _begun(await self.kit.stores.troubles.of_server(guild)):
            nonce = nonce_of("troubles", guild, entry)
            existing = await place.find(partial(was_posted_as, nonce=nonce))
            if existing is not None:
                await self.kit.stores.troubles.note_message(guild, entry, existing.id)
        await self._update(home, place, matches)
        stored = await self.kit.stores.troubles.of_server(guild)
        if any(trouble.told is None for trouble in stored):
            await self.kit.stores.troubles.claim(guild, now, pause=PAUSE, gather=GATHER)
            stored = await self.kit.stores.troubles.of_server(guild)
        for entry in _begun(stored):
            troubles = [trouble for trouble in stored if trouble.told == entry]
            content = await self._content(guild, troubles, matches)
            message = await place.post_quietly(content, nonce_of("troubles", guild, entry))
            await self.kit.stores.troubles.note_message(guild, entry, message)

    async def _update(
        self, home: discord.Guild, place: MessagePlace, matches: Counter[int]
    ) -> None:
        stored = await self.kit.stores.troubles.of_server(home.id)
        mended = [
            row.trouble
            for row in stored
            if not row.mended and not await self._holds(home, row.trouble, matches)
        ]
        for row in stored:
            if row.message is None and row.trouble in mended:
                await self.kit.stores.troubles.mend(row.trouble)  # it was never reported
        for message in {row.message for row in stored if row.message is not None}:
            before = [row for row in stored if row.message == message]
            fresh = [row.trouble for row in before if row.trouble in mended]
            after = [replace(row, mended=row.mended or row.trouble in fresh) for row in before]
            if fresh:
                await place.edit(message, await self._content(home.id, after, matches))
            for trouble in fresh:
                await self.kit.stores.troubles.mend(trouble)
            if all(row.mended for row in after):
                await self.kit.stores.troubles.forget(home.id, message)

    async def _holds(self, home: discord.Guild, trouble: Trouble, matches: Counter[int]) -> bool:
        if trouble.kind is TroubleKind.FROZEN:
            head = await self.kit.matches.store.head(trouble.subject)
            return head is not None and head.frozen and head.ended is None
        refused = self.kit.troubles.is_failing(trouble.kind, trouble.subject)
        return holds(trouble.cause, home, trouble.subject, matches, refused=refused)

    async def _content(
        self, guild: int, troubles: Sequence[KeptTrouble], matches: Counter[int]
    ) -> Content:
        words = await self.kit.preferences.words(guild)
        return Content(trouble_layout(troubles, matches, words))


def _begun(troubles: Sequence[KeptTrouble]) -> list[int]:
    return sorted(
        {
            trouble.told
            for trouble in troubles
            if trouble.told is not None and trouble.message is None
        }
    )
