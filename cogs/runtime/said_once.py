"""Messages that are said once: a line of text with a link, sent to a user or into a channel."""

import logging
from collections.abc import Iterator
from functools import partial
from typing import ClassVar

import discord

from bot.match.people.messages import MessageRow
from cogs.base.discord_errors import DISCORD_TROUBLE, is_passing
from cogs.posting.nonces import posted_once
from cogs.posting.posted_message import Line, MessagePlace
from cogs.runtime.projector import Kind, Posted, Wanted

_log = logging.getLogger(__name__)


class SaidOnce(Kind):
    """A kind of message that is a Line. Its text says in which place it is sent."""

    is_repeated: ClassVar[bool] = False

    def place(self, row: MessageRow) -> int:
        return row.place or 0

    async def find(self, row: MessageRow, wanted: Wanted, nonce: str) -> Posted | None:
        for line in _lines(wanted):
            try:
                place = await self._place_of(row, line)
                message = await place.find(partial(self.belongs, row, nonce), strict=True)
            except DISCORD_TROUBLE as error:
                if is_passing(error):
                    raise
                _log.info("%s was not searched: %s", row.key, error)
            else:
                if message is not None:
                    return Posted(message.id, place.place)
        return None

    async def edit(self, row: MessageRow, message: int, content: object) -> bool:
        del row, message, content
        return True

    async def post(self, row: MessageRow, wanted: Wanted, nonce: str) -> Posted | None:
        *lines, last = _lines(wanted)
        with posted_once():
            for line in lines:
                try:
                    return await self._send(row, line, nonce)
                except DISCORD_TROUBLE as error:
                    if is_passing(error):
                        raise
                    _log.info("%s is sent elsewhere: %s", row.key, error)
            return await self._send(row, last, nonce)
        return None

    async def _send(self, row: MessageRow, line: Line, nonce: str) -> Posted:
        place = await self._place_of(row, line)
        post = place.post_text(line.text, nonce, line.link, *line.beside, pings=line.pings)
        return Posted((await post).id, place.place)

    async def _place_of(self, row: MessageRow, line: Line) -> MessagePlace:
        if line.place is not None:
            return MessagePlace(self.client, row.guild, line.place)
        channel = await self.client.create_dm(discord.Object(row.key.receiver))
        return MessagePlace(self.client, 0, channel.id)


def _lines(wanted: Wanted) -> Iterator[Line]:
    line = wanted.content
    assert isinstance(line, Line), "there is something to say"
    while line is not None:
        yield line
        line = line.otherwise
