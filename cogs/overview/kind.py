"""The overview of turns in a channel: one message, edited at most every PAUSE seconds."""

import logging
from dataclasses import dataclass
from functools import partial
from typing import ClassVar

import discord

from bot.match.core.confirmed_write import confirmed_write
from bot.match.log.store_errors import StoreTrouble, Unfinished
from bot.match.people.messages import MessageKey, MessageKind, MessageRow
from bot.match.people.troubles import TroubleKind
from cogs.base.custom_id_families import MATCHES
from cogs.base.discord_errors import DISCORD_TROUBLE
from cogs.board.match_lists import MatchLists
from cogs.kit import Kit
from cogs.overview.layouts import overview_layout
from cogs.posting.places import address
from cogs.posting.posted_message import Content, controls
from cogs.runtime.projector import Kind, Wanted
from cogs.scenes.scenes import Scenes

_log = logging.getLogger(__name__)

PAUSE = 30
"""Seconds between two edits of an overview."""


@dataclass(eq=False)
class Overviews(Kind):
    kit: Kit
    scenes: Scenes
    lists: MatchLists
    name: ClassVar[MessageKind] = MessageKind.OVERVIEW
    trouble: ClassVar[TroubleKind | None] = TroubleKind.OVERVIEW

    async def begin(self, guild: int, channel: int) -> str:
        """Keep an overview in a channel from now on; return its address.

        Raise Discord's refusals, which cancel a new overview, or Unfinished if it will be posted
        later.
        """
        key, store = MessageKey(self.name, channel), self.kit.stores.messages
        before = await store.row(key)
        row = MessageRow(key, guild, place=channel)
        await confirmed_write(partial(store.begin, row), partial(store.row, key))
        try:
            shown = await self.kit.projector.show(key)
        except StoreTrouble as trouble:
            raise Unfinished(str(trouble)) from trouble
        except DISCORD_TROUBLE:
            if before is None:
                await self._give_up(key)
            raise
        if shown is None:
            raise Unfinished("another process posts the overview, or has taken it away")
        return address(guild, channel, shown.message)

    async def _give_up(self, key: MessageKey) -> None:
        try:
            await self.kit.stores.messages.remove(key)
        except StoreTrouble as trouble:  # the next update tries again
            _log.warning("%s is retried later: %s", key, trouble)

    async def drop(self, channel: int) -> None:
        await self.kit.projector.drop(MessageKey(self.name, channel))

    def place(self, row: MessageRow) -> int:
        return row.key.subject

    async def wanted(self, row: MessageRow) -> Wanted:
        layout = await overview_layout(
            self.kit, self.scenes, self.lists, row.guild, row.key.subject
        )
        return Wanted(Content(layout), pause=PAUSE)

    def belongs(self, row: MessageRow, nonce: str, message: discord.Message) -> bool:
        return super().belongs(row, nonce, message) or any(
            family is MATCHES and (fields["whose"], fields["page"]) == ("mine", "0")
            for family, fields in controls(message)
        )

    async def posted(self, row: MessageRow) -> None:
        assert row.message is not None, "it was posted"
        await self.at(row).pin(row.message)
