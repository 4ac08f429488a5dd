"""Finds unrecorded boards in the recent history."""

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
"""Stands for the number of entries in a match's last message, which shows none."""


@dataclass(slots=True)
class FoundBoards:
    boards: list[int] = field(default_factory=list)
    seq: int = -1
    bare: bool = False
    """Whether the newest board lacks its layout, because the bot was killed before the edit."""
    end: bool = False
    before_restore: list[int] = field(default_factory=list)
    """Boards from before a restore of the database, newest first; they can show lost moves."""
    sheets: set[int] = field(default_factory=set)
    """Rounds (from 0) with a posted score sheet."""


async def find_boards(place: MessagePlace, match: int, first: int = 0) -> FoundBoards:
    """Return the bot's posts about a match; posts older than the message `first` precede a
    restore.
    """
    posts, before = FoundBoards(), FoundBoards()
    async for message in place.recent():
        _add(posts if message.id >= first else before, message, match)
    posts.before_restore += before.boards
    return posts


def seq_told(message: discord.Message, match: int) -> int | None:
    """Return the number of entries that a board shows, or END, or None if its buttons were
    removed.
    """
    posts = FoundBoards()
    _add(posts, message, match)
    if not posts.boards:
        return None
    return END if posts.end else posts.seq


def _add(posts: FoundBoards, message: discord.Message, match: int) -> None:
    for family, fields in controls(message):
        if fields.groupdict().get("match") != str(match):
            continue
        end = family is MATCH and fields["verb"] == "rematch"
        if (end or family in (MOVE, PANEL, MENU)) and message.id not in posts.boards:
            posts.boards.append(message.id)
            if len(posts.boards) == 1:
                posts.bare = is_bare(message)
                posts.end, posts.seq = end, -1 if end else int(fields["seq"])
    for part in components(message):
        for item in getattr(part, "items", ()):
            sheet = re.search(rf"/sheet-{match}-([0-9]+)\.", str(item.media.url))
            if sheet is not None:
                posts.sheets.add(int(sheet[1]) - 1)
