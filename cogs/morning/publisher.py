"""The message in a channel that tells the table of the day before: one a day, if anybody played.

A server that was not told of yesterday is due from the hour that it has chosen on; days before are
not made up for. A process claims it, looks whether the message is there, posts it if not, and notes
that. A channel that is gone takes the setting along.
"""

import logging
from dataclasses import dataclass, field
from functools import partial

import discord

from bot.match.core.confirmed_write import confirmed_write
from bot.match.core.due_work import DueWork, Pauses
from bot.match.daily.store import Morning
from bot.match.people.troubles import TroubleKind
from bot.match.values.days import Day, day_at, end_of, shifted
from cogs.base.discord_errors import DISCORD_TROUBLE, is_place_gone, wait_of
from cogs.kit import Kit
from cogs.morning.layouts import MorningLayouts
from cogs.posting.locks import KeyedLocks
from cogs.posting.messenger import nonce_of
from cogs.posting.nonces import was_deleted
from cogs.posting.posted_message import Content, MessagePlace, was_posted_as
from cogs.runtime.guild_queues import bound

_log = logging.getLogger(__name__)

PAUSE = 30
"""Seconds until another process may try what one has begun."""
REFUSED = 3600
"""Seconds until another try where Discord refuses."""
HOUR = 3600


@dataclass(eq=False)
class MorningPublisher:
    """Posts the tables."""

    kit: Kit
    layouts: MorningLayouts
    _locks: KeyedLocks = field(default_factory=KeyedLocks, init=False)
    """By server."""
    _refused: Pauses[int] = field(init=False)
    """Channels that Discord refused."""
    _due_work: DueWork[int] = field(init=False)

    def __post_init__(self) -> None:
        self._refused = Pauses(self.kit.clock)
        self._due_work = DueWork("mornings", self.kit.clock, self.kit.queues.due_work.observer)

    async def begin(self, guild: int, channel: int) -> int:
        """Post it in a channel from now on; gives when the next one comes, in seconds since 1970.

        A server that had none hears of today first, tomorrow. Raises StoreTrouble or Unsure.
        """
        today, hour = day_at(self.kit.clock.now()), await self._hour(guild)
        new = Morning(guild, channel, shifted(today, -1))

        async def look() -> Morning | None:
            found = await self.kit.stores.mornings.morning(guild)
            return found if found is not None and found.channel == channel else None

        morning = await confirmed_write(lambda: self.kit.stores.mornings.put_morning(new), look)
        self._refused.end(channel)
        return end_of(max(shifted(morning.told, 1), shifted(today, -1))) + hour

    async def drop(self, guild: int) -> None:
        """Post none any more. Raises StoreTrouble or Unsure."""

        async def drop() -> bool:
            await self.kit.stores.mornings.drop_morning(guild)
            return True

        async def look() -> bool | None:
            return True if await self.kit.stores.mornings.morning(guild) is None else None

        await confirmed_write(drop, look)

    async def look_after(self) -> None:
        """Begin to post what is due, beside everything else. Raises StoreTrouble."""
        if not self.kit.games.daily:
            return
        now = self.kit.clock.now()
        day = shifted(day_at(now), -1)
        due = await self.kit.stores.mornings.mornings_due(day, now, PAUSE)
        await self._due_work.each(due, partial(self._begin, now, day))

    async def _begin(self, now: int, day: Day, guild: int) -> None:
        if now >= end_of(day) + await self._hour(guild):
            key = f"table of server {guild}"
            self.kit.queues.begin(key, guild, partial(self._claim, guild, day))

    async def _hour(self, guild: int) -> int:
        """How many seconds after the end of a day a server hears of it."""
        return int((await self.kit.preferences.choices(guild)).morning_hour) * HOUR

    async def _claim(self, guild: int, day: Day) -> None:
        """Tell a server of a day, unless another process does."""
        async with self._locks.of(guild):
            now = self.kit.clock.now()
            known = await self.kit.stores.mornings.morning(guild)
            if known is not None and self._refused.lasts(known.channel):
                return
            morning = await self.kit.stores.mornings.claim_morning(guild, day, now, PAUSE)
            if morning is None:
                return
            try:
                async with bound():
                    await self._tell(morning, day)
                self._refused.end(morning.channel)
                self.kit.troubles.works(TroubleKind.MORNING, morning.channel)
            except DISCORD_TROUBLE as error:
                await self._refusal(morning, error)

    async def _tell(self, morning: Morning, day: Day) -> None:
        """Post it, unless it is there or there is nothing to tell; then note that."""
        here = MessagePlace(self.kit.client, morning.guild, morning.channel)
        nonce = nonce_of("morning", morning.guild, day)
        if await here.find(lambda message: was_posted_as(message, nonce)) is None:
            layout = await self.layouts.morning(morning.guild, day)
            if layout is not None:
                await self._post(here, Content(layout), nonce)
        await self.kit.stores.mornings.note_morning(morning, day)

    async def _post(self, here: MessagePlace, content: Content, nonce: str) -> None:
        try:
            await here.post(content, nonce, silent=True)
        except discord.NotFound as error:
            if not was_deleted(error):  # a table that a moderator has deleted was told
                raise

    async def _refusal(self, morning: Morning, error: BaseException) -> None:
        if is_place_gone(error):
            _log.info("Channel %d is gone: no more tables there", morning.channel)
            await self.kit.stores.mornings.drop_morning(morning.guild)
            self._refused.end(morning.channel)
            return
        if isinstance(error, discord.Forbidden | discord.RateLimited):
            self._refused.begin(morning.channel, wait_of(error) or REFUSED, blame=False)
        await self.kit.troubles.refused(morning.guild, TroubleKind.MORNING, morning.channel, error)
        _log.warning("The table of server %d waits: %s", morning.guild, error)
