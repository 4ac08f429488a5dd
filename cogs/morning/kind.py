"""Yesterday's results in a channel: one message a day, if a member of the server played.

The version of a row is the latest day that needs no further post, counted since the year 1. A
server is due from its chosen hour on; days that the bot missed are skipped.
"""

from dataclasses import dataclass
from datetime import date
from functools import partial
from typing import ClassVar

import discord

from bot.match.core.confirmed_write import confirmed_write
from bot.match.people.messages import MessageKey, MessageKind, MessageRow
from bot.match.people.troubles import TroubleKind
from bot.match.values.days import Day, day_at, end_of, shifted
from bot.match.values.times import HOUR
from cogs.kit import Kit
from cogs.morning.layouts import MorningLayouts
from cogs.posting.nonces import nonce_of
from cogs.posting.posted_message import Content, MessagePlace
from cogs.preferences.server_settings import RolePingKind
from cogs.runtime.projector import Kind, Later, Wanted


@dataclass(eq=False)
class Mornings(Kind):
    kit: Kit
    layouts: MorningLayouts
    name: ClassVar[MessageKind] = MessageKind.MORNING
    trouble: ClassVar[TroubleKind | None] = TroubleKind.MORNING
    is_repeated: ClassVar[bool] = False

    async def begin(self, guild: int, channel: int) -> int:
        """Post in this channel from now on; return the time of the next message, in seconds since
        1970.

        If the server had no channel before, the first message has today's results. Raise
        StoreTrouble or Unsure.
        """
        today, store = day_at(self.kit.clock.now()), self.kit.stores.messages
        hour = await self._hour(guild)  # before the write, so that its failure changes nothing
        told = _number(shifted(today, -1))
        key = MessageKey(self.name, guild)
        new = MessageRow(key, guild, wanted=told + 1, shown=told, place=channel)

        async def begun() -> MessageRow | None:
            row = await store.row(key)
            return row if row is not None and row.place == channel else None

        row = await confirmed_write(partial(store.begin, new), begun)
        next_day = max(row.shown + 1, told)
        return end_of(date.fromordinal(next_day).isoformat()) + hour

    async def channel(self, guild: int) -> int | None:
        row = await self.kit.stores.messages.row(MessageKey(self.name, guild))
        return None if row is None else row.place

    async def drop(self, guild: int) -> None:
        await self.kit.stores.messages.drop(MessageKey(self.name, guild))

    async def change_hour(self, guild: int) -> None:
        """Compute anew when the next message of a server is due."""
        await self.kit.stores.messages.hasten(MessageKey(self.name, guild))

    async def wanted(self, row: MessageRow) -> Wanted | Later:
        now, guild = self.kit.clock.now(), row.guild
        today, hour = day_at(now), await self._hour(guild)
        day = shifted(today, -1)
        if _number(day) <= row.shown:
            return Later(end_of(today) + hour)
        if now < end_of(day) + hour:
            return Later(end_of(day) + hour)
        layout = await self.layouts.morning(guild, day) if self.kit.games.have_days else None
        return Wanted(
            None if layout is None else Content(layout),
            version=_number(day),
            nonce=nonce_of("morning", guild, day),
            post=partial(self._post, row, day),
            next_at=end_of(today) + hour,
        )

    async def _hour(self, guild: int) -> int:
        return int((await self.kit.preferences.choices(guild)).morning_hour) * HOUR

    async def _post(
        self, row: MessageRow, day: Day, place: MessagePlace, content: Content, nonce: str
    ) -> discord.Message:
        """Post the results of a day, with a ping of the server's role if it wants that."""
        guild, cause = row.guild, f"day {day}"
        role = await self.kit.role_pings.claim(guild, place.place, RolePingKind.MORNING, cause)
        push = "" if role is None else await self.layouts.push(guild, day)
        post = partial(place.post, content, push=push, role=role, silent=role is None)
        return await self.kit.role_pings.post(guild, cause, lambda: post(nonce))


def _number(day: Day) -> int:
    return date.fromisoformat(day).toordinal()
