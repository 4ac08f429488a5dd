"""Keeps the overview of turns in a channel up to date.

The database counts changes. An overview that shows fewer is due, at most every PAUSE seconds. A
process claims it before the edit, so that two processes never edit at the same time. A deleted
message is posted again; if the channel was deleted, its overview is removed.
"""

import logging
from collections.abc import Container
from dataclasses import dataclass, field, replace
from functools import partial

import discord

from bot.match.core.confirmed_write import confirmed_write
from bot.match.core.due_work import DueWork
from bot.match.log.store_errors import StoreTrouble, Unfinished
from bot.match.people.servers import Overview
from bot.match.people.troubles import TroubleKind
from cogs.base.custom_id_families import MATCHES
from cogs.base.discord_errors import DISCORD_TROUBLE
from cogs.board.match_lists import MatchLists
from cogs.kit import Kit
from cogs.overview.layouts import overview_layout
from cogs.posting.nonces import nonce_of
from cogs.posting.places import address
from cogs.posting.posted_message import Content, MessagePlace, controls
from cogs.runtime.publishing import Publishing
from cogs.scenes.scenes import Scenes

_log = logging.getLogger(__name__)

PAUSE = 30
"""Seconds between two edits of an overview."""


@dataclass(eq=False)
class OverviewPublisher:
    kit: Kit
    scenes: Scenes
    lists: MatchLists
    _publishing: Publishing[int] = field(init=False)
    """By channel."""
    _due_work: DueWork[int] = field(init=False)

    def __post_init__(self) -> None:
        self._publishing = Publishing(self.kit.clock, self.kit.troubles, TroubleKind.OVERVIEW)
        self._due_work = DueWork("overviews", self.kit.clock, self.kit.queues.due_work.observer)

    async def begin(self, guild: int, channel: int) -> str:
        """Keep an overview in a channel from now on; return its address.

        Raise Discord's refusals, which cancel a new overview, or Unfinished if it will be posted
        later.
        """

        async def is_wanted() -> bool:
            return await self.kit.servers.overview(channel) is not None

        async with self._publishing.locks.of(channel):
            new = await confirmed_write(
                lambda: self.kit.servers.set_overview(guild, channel), is_wanted
            )
            try:
                overview = await self.kit.servers.overview(channel)
                if overview is None:
                    raise Unfinished("another process has taken the overview away")
                updated = await self._show(overview)
            except StoreTrouble as trouble:
                raise Unfinished(str(trouble)) from trouble
            except DISCORD_TROUBLE:
                if new:
                    await self._give_up(channel)
                raise
        return address(guild, channel, updated.message)

    async def drop(self, channel: int) -> None:
        async def is_dropped() -> bool:
            return await self.kit.servers.overview(channel) is None

        async with self._publishing.locks.of(channel):
            before = await self.kit.servers.overview(channel)
            await confirmed_write(partial(self.kit.servers.drop_overview, channel), is_dropped)
            self._publishing.refused.end(channel)
            if before is not None and before.message is not None:
                await self._delete(before, before.message)

    def forgive(self, channels: Container[int]) -> None:
        """Retry soon in these channels, because the cause of a refusal may have ended."""
        self._publishing.refused.forgive(channels.__contains__)

    async def look_after(self) -> None:
        """Start updating outdated overviews in the background. Raise StoreTrouble."""
        due = await self.kit.servers.overviews_due(self.kit.clock.now() - PAUSE)
        await self._due_work.each(due, self._begin)

    async def _begin(self, channel: int) -> None:
        overview = await self.kit.servers.overview(channel)
        if overview is not None and not self._publishing.refused.lasts(channel):
            key = f"overview of channel {channel}"
            self.kit.queues.begin(key, overview.guild, partial(self._claim, channel))

    async def _claim(self, channel: int) -> None:
        async with self._publishing.locks.of(channel):
            now = self.kit.clock.now()
            overview = await self.kit.servers.claim_overview(channel, now - PAUSE, now)
            if overview is not None:
                drop = partial(self.kit.servers.drop_overview, channel)
                show = self._show(overview)
                await self._publishing.attempt(channel, overview.guild, channel, show, drop)

    async def _give_up(self, channel: int) -> None:
        try:
            await self.kit.servers.drop_overview(channel)
        except StoreTrouble as trouble:  # the next update tries again
            _log.warning("The overview of channel %d is retried later: %s", channel, trouble)

    async def _show(self, overview: Overview) -> Overview:
        layout = await overview_layout(
            self.kit, self.scenes, self.lists, overview.guild, overview.channel
        )
        nonce = nonce_of("overview", overview.channel, overview.message, overview.changes)
        message = await self._at(overview).keep(
            overview.message, Content(layout), nonce, _is_overview
        )
        if message != overview.message:
            await self._pin(overview.channel, message)
        updated = replace(overview, message=message)
        if not await self.kit.servers.note_overview(updated):
            await self._delete(updated, message)  # it was dropped meanwhile
        return updated

    async def _pin(self, channel: int, message: int) -> None:
        place = self.kit.client.get_partial_messageable(channel)
        try:
            await place.get_partial_message(message).pin()
        except DISCORD_TROUBLE as error:
            _log.info("The overview of channel %d is not pinned: %s", channel, error)

    async def _delete(self, overview: Overview, message: int) -> None:
        try:
            await self._at(overview).delete(message)
        except DISCORD_TROUBLE as error:
            _log.info("The overview of channel %d stays as it was: %s", overview.channel, error)

    def _at(self, overview: Overview) -> MessagePlace:
        return MessagePlace(self.kit.client, overview.guild, overview.channel)


def _is_overview(message: discord.Message) -> bool:
    return any(
        family is MATCHES and (fields["whose"], fields["page"]) == ("mine", "0")
        for family, fields in controls(message)
    )
