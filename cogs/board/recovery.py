"""Finds boards in the recent history that were posted and not noted."""

import re
from dataclasses import dataclass, field

import discord

from cogs.base.custom_id_families import (
    MATCH,
    MENU,
    MOVE,
    PANEL,
)
from cogs.posting.posted_message import MessagePlace, components, controls, is_bare

END = -1
"""What the last message of a match tells, in place of a number of entries."""


@dataclass(slots=True)
class FoundBoards:
    """The messages of a match in the recent history of a channel or thread."""

    boards: list[int] = field(default_factory=list)
    """Boards that can still be pressed, the newest first."""
    seq: int = -1
    """How many entries of the log the newest one tells."""
    bare: bool = False
    """Whether the newest one lacks its layout, because the bot was killed before the edit."""
    end: bool = False
    """Whether the newest one is the last message of the match."""
    before_restore: list[int] = field(default_factory=list)
    """Boards posted before the database was restored, the newest first: they may tell of moves
    that are lost."""
    sheets: set[int] = field(default_factory=set)
    """The rounds (from 0) whose score sheets are up."""


async def find_boards(place: MessagePlace, match: int, first: int = 0) -> FoundBoards:
    """What the bot has posted of a match; what is older than the message `first` was posted before
    a restore."""
    found, before = FoundBoards(), FoundBoards()
    async for message in place.recent():
        _add(found if message.id >= first else before, message, match)
    found.before_restore += before.boards
    return found


def seq_told(message: discord.Message, match: int) -> int | None:
    """How many entries a board tells, or END; None if nothing on it can be pressed."""
    found = FoundBoards()
    _add(found, message, match)
    if not found.boards:
        return None
    return END if found.end else found.seq


def _add(found: FoundBoards, message: discord.Message, match: int) -> None:
    for family, fields in controls(message):
        if fields.groupdict().get("match") != str(match):
            continue
        end = family is MATCH and fields["verb"] == "rematch"
        if (end or family in (MOVE, PANEL, MENU)) and message.id not in found.boards:
            found.boards.append(message.id)
            if len(found.boards) == 1:
                found.bare = is_bare(message)
                found.end, found.seq = end, -1 if end else int(fields["seq"])
    for part in components(message):
        for item in getattr(part, "items", ()):
            sheet = re.search(rf"/sheet-{match}-([0-9]+)\.", str(item.media.url))
            if sheet is not None:
                found.sheets.add(int(sheet[1]) - 1)
