"""Finds unrecorded boards in the recent history."""

import re
from collections.abc import Iterator
from dataclasses import dataclass, field

import discord

from cogs.base.custom_id_families import (
    MATCH,
    MENU,
    MOVE,
    PANEL,
    UNDO,
)
from cogs.posting.posted_message import MessagePlace, components, controls, is_bare

END = -1
"""Stands for the number of entries in a match's last message, which shows none."""
UNKNOWN = -1


@dataclass(slots=True)
class FoundBoards:
    boards: list[int] = field(default_factory=list)
    seq: int = UNKNOWN
    """Number of entries on the newest board."""
    bare: bool = False
    """Whether the newest board lacks its layout, because the bot was killed before the edit."""
    end: bool = False
    before_restore: list[int] = field(default_factory=list)
    """Boards from before a restore of the database, newest first; they can show lost moves."""
    seq_before: int = UNKNOWN
    """Number of entries on the newest of these."""
    end_before: bool = False
    sheets: set[int] = field(default_factory=set)
    """Rounds (from 0) with a posted score sheet."""


async def find_boards(
    place: MessagePlace, match: int, first: int = 0, card: int | None = None
) -> FoundBoards:
    """Return the bot's posts about a match, but not its card, which has the button “More”, too;
    posts older than the message `first` precede a restore.
    """
    posts, before = FoundBoards(), FoundBoards()
    async for message in place.recent():
        if message.id == card:
            continue
        _add(posts if message.id >= first else before, message, match)
    posts.before_restore += before.boards
    posts.seq_before, posts.end_before = before.seq, before.end
    return posts


def seq_told(message: discord.Message, match: int) -> int | None:
    """Return the number of entries that a board shows, or END, or None if its buttons were
    removed.
    """
    posts = FoundBoards()
    _add(posts, message, match)
    if posts.end:
        return END
    return None if posts.seq == UNKNOWN else posts.seq


def _add(posts: FoundBoards, message: discord.Message, match: int) -> None:
    """Add a message if it is a board of the match: every board has moves or the button “More”, or
    shows an interlude (interludes.py).
    """
    is_board, end, seq = False, False, None
    for family, fields in controls(message):
        if fields.groupdict().get("match") != str(match):
            continue
        if family in (MOVE, PANEL, MENU, UNDO):
            is_board, seq = True, int(fields["seq"]) if seq is None else seq
        elif family is MATCH:
            end = end or fields["verb"] == "rematch"
            is_board = is_board or fields["verb"] in ("rematch", "more")
    for kind, number in _pictures(message, match):
        if kind == "sheet":
            posts.sheets.add(number - 1)
        elif kind == "interlude":
            is_board, seq = True, number - 1
        elif seq is None:
            seq = number
    if not is_board:
        return
    posts.boards.append(message.id)
    if len(posts.boards) == 1:
        posts.bare, posts.end = is_bare(message), end
        posts.seq = UNKNOWN if end or seq is None else seq


def _pictures(message: discord.Message, match: int) -> Iterator[tuple[str, int]]:
    """Yield the kind and the number in the name of each picture of this match."""
    for part in components(message):
        for item in getattr(part, "items", ()):
            name = re.search(rf"/(board|interlude|sheet)-{match}-([0-9]+)\.", str(item.media.url))
            if name is not None:
                yield name[1], int(name[2])
