"""Finds what this bot has posted and not noted: it was killed, or cut off, in between.

For about a minute Discord itself drops a message with the same nonce; later only the channel's
recent history tells.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

import discord

from cogs.interactions.custom_ids import MATCH, MENU, MOVE, PANEL, read

LOOKED_AT = 100
"""Messages of the recent history: as many as one request gives."""


END = -1
"""What the last message of a match tells."""


@dataclass(slots=True)
class Recovery:
    """What was found."""

    boards: list[int] = field(default_factory=list)
    """The messages that are boards of the match, the newest first."""
    seq: int = -1
    """How many entries the newest one tells."""
    end: bool = False
    """Whether it is the last message of the match."""
    of_another_life: list[int] = field(default_factory=list)
    """Such messages that tell of moves that may be lost, the newest first."""
    sheets: set[int] = field(default_factory=set)
    """The rounds (from 0) whose score sheets are up."""


async def look_for(
    channel: discord.PartialMessageable, bot: int, match: int, first: int = 0
) -> Recovery:
    """What the bot has posted of a match and can still be pressed.

    What is older than the message `first` is of another life of the database.
    """
    found, before = Recovery(), Recovery()
    async for message in channel.history(limit=LOOKED_AT, oldest_first=False):
        if message.author.id == bot:
            _note(found if message.id >= first else before, message, match)
    found.of_another_life += before.boards
    return found


def told(message: discord.Message, match: int) -> int | None:
    """How many entries a board tells, or END; None where nothing on it can be pressed."""
    found = Recovery()
    _note(found, message, match)
    if not found.boards:
        return None
    return END if found.end else found.seq


def _note(found: Recovery, message: discord.Message, match: int) -> None:
    for part in walk(message.components):
        custom_id = str(getattr(part, "custom_id", None))
        family, fields = read(custom_id) or (None, None)
        mine = fields is not None and fields.groupdict().get("match") == str(match)
        board = fields if mine and family in (MOVE, PANEL, MENU) else None
        end = mine and family is MATCH and fields is not None and fields["verb"] == "rematch"
        if (board or end) and message.id not in found.boards:
            found.boards.append(message.id)
            if len(found.boards) == 1:
                found.end, found.seq = end, -1 if board is None else int(board["seq"])
        for item in getattr(part, "items", ()):
            sheet = re.search(rf"/sheet-{match}-([0-9]+)\.", str(item.media.url))
            if sheet is not None:
                found.sheets.add(int(sheet[1]) - 1)


def walk(components: Any) -> Iterator[Any]:
    """All components of a message, those within others too."""
    for part in components:
        yield part
        yield from walk(getattr(part, "children", ()))
