"""The message in a channel that tells the table of the day before: one a day, if anybody played.

A server that was not told of yesterday is due from the hour that it has chosen on; days before are
not made up for. A process claims it, looks whether the message is there, posts it if not, and notes
that. A channel that is gone takes the setting along.
"""

from collections.abc import Container
from dataclasses import dataclass, field
from functools import partial

from bot.match.core.confirmed_write import confirmed_write
from bot.match.core.due_work import DueWork
from bot.match.daily.mornings import Morning
from bot.match.people.troubles import TroubleKind
from bot.match.values.days import Day, day_at, end_of, shifted
from bot.match.values.times import HOUR
from cogs.kit import Kit
from cogs.morning.layouts import MorningLayouts
from cogs.posting.nonces import nonce_of, posted_once
from cogs.posting.posted_message import Content, MessagePlace, was_posted_as
from cogs.runtime.publishing import Publishing

PAUSE = 30
"""Seconds until another process may try what one has begun."""


@dataclass(eq=False)
class MorningPublisher:
    """Posts the tables."""

    kit: Kit
    layouts: MorningLayouts
    _publishing: Publishing[int] = field(init=False)
    """By channel; locks are by server."""
    _due_work: DueWork[int] = field(init=False)

    def __post_init__(self) -> None:
        self._publishing = Publishing(self.kit.clock, self.kit.troubles, TroubleKind.MORNING)
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
        self._publishing.refused.end(channel)
        return end_of(max(shifted(morning.told, 1), shifted(today, -1))) + hour

    async def drop(self, guild: int) -> None:
        """Post none any more. Raises StoreTrouble or Unsure."""

        async def is_dropped() -> bool:
            return await self.kit.stores.mornings.morning(guild) is None

        await confirmed_write(partial(self.kit.stores.mornings.drop_morning, guild), is_dropped)

    def forgive(self, channels: Container[int]) -> None:
        """Try again soon in these channels: the cause of a refusal may be gone."""
        self._publishing.refused.forgive(channels.__contains__)

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
        async with self._publishing.locks.of(guild):
            now = self.kit.clock.now()
            known = await self.kit.stores.mornings.morning(guild)
            if known is not None and self._publishing.refused.lasts(known.channel):
                return
            morning = await self.kit.stores.mornings.claim_morning(guild, day, now, PAUSE)
            if morning is not None:
                gone = partial(self.kit.stores.mornings.drop_morning, guild)
                tell, channel = self._tell(morning, day), morning.channel
                await self._publishing.attempt(channel, guild, channel, tell, gone)

    async def _tell(self, morning: Morning, day: Day) -> None:
        """Post it, unless it is there or there is nothing to tell; then note that."""
        here = MessagePlace(self.kit.client, morning.guild, morning.channel)
        nonce = nonce_of("morning", morning.guild, day)
        if await here.find(partial(was_posted_as, nonce=nonce)) is None:
            layout = await self.layouts.morning(morning.guild, day)
            if layout is not None:
                with posted_once():
                    await here.post(Content(layout), nonce, silent=True)
        await self.kit.stores.mornings.note_morning(morning, day)
