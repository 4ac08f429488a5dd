"""Posts yesterday's results in a channel: once a day, if a member played.

A server is due from its chosen hour on until yesterday's message is recorded; earlier days are
skipped. A process claims the day, searches the channel for the message, posts it if it is missing,
and records it. If the channel was deleted, the setting is removed.
"""

from collections.abc import Container
from dataclasses import dataclass, field
from functools import partial

import discord

from bot.match.core.confirmed_write import confirmed_write
from bot.match.core.due_work import DueWork
from bot.match.daily.mornings import Morning
from bot.match.people.troubles import TroubleKind
from bot.match.values.days import Day, day_at, end_of, shifted
from bot.match.values.times import HOUR
from cogs.kit import Kit
from cogs.morning.layouts import MorningLayouts
from cogs.posting.nonces import nonce_of, posted_once
from cogs.posting.posted_message import Content, MessagePlace, is_bare, was_posted_as
from cogs.preferences.server_settings import RolePingKind
from cogs.runtime.publishing import Publishing

PAUSE = 30
"""Seconds until another process can take over an unfinished message."""


@dataclass(eq=False)
class MorningPublisher:
    kit: Kit
    layouts: MorningLayouts
    _publishing: Publishing[int] = field(init=False)
    """By channel; its locks are by server."""
    _due_work: DueWork[int] = field(init=False)

    def __post_init__(self) -> None:
        self._publishing = Publishing(self.kit.clock, self.kit.troubles, TroubleKind.MORNING)
        self._due_work = DueWork("mornings", self.kit.clock, self.kit.queues.due_work.observer)

    async def begin(self, guild: int, channel: int) -> int:
        """Post in this channel from now on; return the time of the next message, in seconds since
        1970.

        If the server had no channel before, the first message has today's results. Raise
        StoreTrouble or Unsure.
        """
        today, hour = day_at(self.kit.clock.now()), await self._hour(guild)
        new = Morning(guild, channel, shifted(today, -1))

        async def look() -> Morning | None:
            morning = await self.kit.stores.mornings.morning(guild)
            return morning if morning is not None and morning.channel == channel else None

        morning = await confirmed_write(lambda: self.kit.stores.mornings.put_morning(new), look)
        self._publishing.refused.end(channel)
        return end_of(max(shifted(morning.told, 1), shifted(today, -1))) + hour

    async def drop(self, guild: int) -> None:
        async def is_dropped() -> bool:
            return await self.kit.stores.mornings.morning(guild) is None

        await confirmed_write(partial(self.kit.stores.mornings.drop_morning, guild), is_dropped)

    def forgive(self, channels: Container[int]) -> None:
        self._publishing.refused.forgive(channels.__contains__)

    async def look_after(self) -> None:
        """Start posting due messages in the background. Raise StoreTrouble."""
        if not self.kit.games.have_days:
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
        return int((await self.kit.preferences.choices(guild)).morning_hour) * HOUR

    async def _claim(self, guild: int, day: Day) -> None:
        async with self._publishing.locks.of(guild):
            now = self.kit.clock.now()
            last = await self.kit.stores.mornings.morning(guild)
            if last is not None and self._publishing.refused.lasts(last.channel):
                return
            morning = await self.kit.stores.mornings.claim_morning(guild, day, now, PAUSE)
            if morning is not None:
                drop = partial(self.kit.stores.mornings.drop_morning, guild)
                tell, channel = self._tell(morning, day), morning.channel
                await self._publishing.attempt(channel, guild, channel, tell, drop)

    async def _tell(self, morning: Morning, day: Day) -> None:
        place = MessagePlace(self.kit.client, morning.guild, morning.channel)
        nonce = nonce_of("morning", morning.guild, day)
        posted = await place.find(partial(was_posted_as, nonce=nonce))
        if posted is None or is_bare(posted):
            await self._post(place, morning, day, nonce, posted)
        await self.kit.stores.mornings.note_morning(morning, day)

    async def _post(
        self,
        place: MessagePlace,
        morning: Morning,
        day: Day,
        nonce: str,
        posted: discord.Message | None,
    ) -> None:
        """Post the results of a day, or add them to the line that has pinged the server's role."""
        guild, cause = morning.guild, f"day {day}"
        layout = await self.layouts.morning(guild, day)
        if layout is None:
            return
        if posted is not None:
            await place.edit(posted.id, Content(layout))
            return
        role = await self.kit.role_pings.claim(guild, morning.channel, RolePingKind.MORNING, cause)
        push = "" if role is None else await self.layouts.push(guild, day)
        post = partial(
            place.post, Content(layout), nonce, push=push, role=role, silent=role is None
        )
        with posted_once():
            await self.kit.role_pings.post(guild, cause, post)
