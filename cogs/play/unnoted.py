"""Finds what this bot has posted and not noted: it was killed, or cut off, in between.

For about a minute Discord itself drops a message with the same nonce; later only the channel's
recent history tells.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

import discord

LOOKED_AT = 40
"""Messages of the recent history."""


@dataclass(slots=True)
class Unnoted:
    """What was found."""

    board: int | None = None
    """The newest message that is a board of the match."""
    older: list[int] = field(default_factory=list)
    """Other boards of the match, which were forgotten."""
    seq: int = -1
    """How many entries that board tells."""
    end: bool = False
    """Whether it is the last message of the match."""
    sheets: set[int] = field(default_factory=set)
    """The rounds (from 0) whose score sheets are up."""


async def look_for(
    channel: discord.PartialMessageable, bot: int, match: int, after: int | None
) -> Unnoted:
    """What the bot has posted of a match after a message; all of it where that is None."""
    found = Unnoted()
    since = None if after is None else discord.Object(after)
    async for message in channel.history(limit=LOOKED_AT, after=since, oldest_first=False):
        if message.author.id == bot:
            _note(found, message, match)
    return found


def _note(found: Unnoted, message: discord.Message, match: int) -> None:
    newest = found.board is None
    for part in _walk(message.components):
        custom_id = getattr(part, "custom_id", None)
        board = re.fullmatch(rf"[sp]1:{match}:([0-9]+):.*", str(custom_id))
        end = custom_id == f"g1:{match}:rematch"
        if newest and (board is not None or end):
            found.board, found.end = message.id, end
            found.seq = found.seq if board is None else int(board[1])
        elif board is not None and message.id not in found.older:
            found.older.append(message.id)
        for item in getattr(part, "items", ()):
            sheet = re.search(rf"/sheet-{match}-([0-9]+)\.", str(item.media.url))
            if sheet is not None:
                found.sheets.add(int(sheet[1]) - 1)


def _walk(components: Any) -> Iterator[Any]:
    for part in components:
        yield part
        yield from _walk(getattr(part, "children", ()))
