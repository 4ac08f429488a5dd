"""The message in a channel that says whose turn it is: one a channel, kept true by edits.

The database counts what has changed; an overview that tells less is due, at most every PAUSE
seconds. A process claims it and then shows it, so that no two do so at once. A message that was
deleted is posted again; a channel that is gone takes its overview along.
"""

import logging
from dataclasses import dataclass, field, replace
from functools import partial

import discord

from bot.match.core.confirmed_write import confirmed_write
from bot.match.core.due_work import DueWork, Pauses
from bot.match.log.store_errors import StoreTrouble, Unfinished
from bot.match.people.servers import Overview
from bot.match.people.troubles import TroubleKind
from cogs.base.custom_id_families import MATCHES
from cogs.base.discord_errors import DISCORD_TROUBLE, is_place_gone, wait_of
from cogs.kit import Kit
from cogs.overview.layouts import OverviewLayouts
from cogs.posting.locks import KeyedLocks
from cogs.posting.messenger import nonce_of
from cogs.posting.nonces import post_again_if_deleted
from cogs.posting.places import address
from cogs.posting.posted_message import Content, MessagePlace, controls
from cogs.runtime.guild_queues import bound

_log = logging.getLogger(__name__)

PAUSE = 30
"""Seconds between two edits of an overview."""
REFUSED = 3600
"""Seconds until another try where Discord refuses."""


@dataclass(eq=False)
class OverviewPublisher:
    """Posts overviews and keeps them true."""

    kit: Kit
    layouts: OverviewLayouts
    _locks: KeyedLocks = field(default_factory=KeyedLocks, init=False)
    """By channel: the row and the message must agree."""
    _refused: Pauses[int] = field(init=False)
    """Channels that Discord refused."""
    _due_work: DueWork[int] = field(init=False)

    def __post_init__(self) -> None:
        self._refused = Pauses(self.kit.clock)
        self._due_work = DueWork("overviews", self.kit.clock, self.kit.queues.due_work.observer)

    async def begin(self, guild: int, channel: int) -> str:
        """Have one in a channel from now on; gives its address.

        Raises what Discord refuses: then a new one is not wanted any more. Raises Unfinished
        where it is posted later.
        """

        async def is_wanted() -> bool | None:
            return None if await self.kit.servers.overview(channel) is None else True

        async with self._locks.of(channel):
            new = await confirmed_write(
                lambda: self.kit.servers.set_overview(guild, channel), is_wanted
            )
            try:
                wanted = await self.kit.servers.overview(channel)
                if wanted is None:
                    raise Unfinished("another process has taken the overview away")
                shown = await self._show(wanted)
            except StoreTrouble as trouble:
                raise Unfinished(str(trouble)) from trouble
            except DISCORD_TROUBLE:
                if new:
                    await self._give_up(channel)
                raise
        return address(guild, channel, shown.message)

    async def drop(self, channel: int) -> None:
        """Have none in a channel any more."""

        async def is_dropped() -> bool | None:
            return True if await self.kit.servers.overview(channel) is None else None

        async def drop() -> bool:
            await self.kit.servers.drop_overview(channel)
            return True

        async with self._locks.of(channel):
            before = await self.kit.servers.overview(channel)
            await confirmed_write(drop, is_dropped)
            self._refused.end(channel)
            if before is not None and before.message is not None:
                await self._delete(before, before.message)

    async def look_after(self) -> None:
        """Begin to show those that are behind, beside everything else. Raises StoreTrouble."""
        due = await self.kit.servers.overviews_due(self.kit.clock.now() - PAUSE)
        await self._due_work.each(due, self._begin)

    async def _begin(self, channel: int) -> None:
        overview = await self.kit.servers.overview(channel)
        if overview is not None and not self._refused.lasts(channel):
            key = f"overview of channel {channel}"
            self.kit.queues.begin(key, overview.guild, partial(self._claim, channel))

    async def _claim(self, channel: int) -> None:
        """Show one that is behind, unless another process does."""
        async with self._locks.of(channel):
            now = self.kit.clock.now()
            overview = await self.kit.servers.claim_overview(channel, now - PAUSE, now)
            if overview is None:
                return
            try:
                async with bound():
                    await self._show(overview)
                self._refused.end(channel)
                self.kit.troubles.works(TroubleKind.OVERVIEW, channel)
            except DISCORD_TROUBLE as error:
                await self._refusal(overview, error)

    async def _refusal(self, overview: Overview, error: BaseException) -> None:
        if is_place_gone(error):
            _log.info("Channel %d is gone, and its overview with it", overview.channel)
            await self.kit.servers.drop_overview(overview.channel)
            self._refused.end(overview.channel)
            return
        if isinstance(error, discord.Forbidden | discord.RateLimited):
            wait = wait_of(error) or REFUSED
            self._refused.begin(overview.channel, wait, blame=False)
        await self.kit.troubles.refused(
            overview.guild, TroubleKind.OVERVIEW, overview.channel, error
        )
        _log.warning("The overview of channel %d waits: %s", overview.channel, error)

    async def _give_up(self, channel: int) -> None:
        try:
            await self.kit.servers.drop_overview(channel)
        except StoreTrouble as trouble:  # it is tried again, as any overview
            _log.warning("The overview of channel %d stays wanted: %s", channel, trouble)

    async def _show(self, overview: Overview) -> Overview:
        """Edit the message, or post it where there is none; then note what it tells."""
        here, content = self._at(overview), await self._content(overview)
        message = overview.message
        if message is None and (posted := await here.find(_is_overview)) is not None:
            message = posted.id
        if message is None or not await here.edit(message, content):
            message = await self._post(overview, content)
        shown = replace(overview, message=message)
        if not await self.kit.servers.note_overview(shown):
            await self._delete(shown, message)  # it was dropped meanwhile
        return shown

    async def _content(self, overview: Overview) -> Content:
        return Content(await self.layouts.overview(overview.guild, overview.channel))

    async def _post(self, overview: Overview, content: Content) -> int:
        nonce = nonce_of("overview", overview.channel, overview.message, overview.changes)
        post = partial(self._at(overview).post, content, silent=True)
        message = await post_again_if_deleted(post, nonce)
        try:
            await message.pin()
        except DISCORD_TROUBLE as error:
            _log.info("The overview of channel %d is not pinned: %s", overview.channel, error)
        return message.id

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
