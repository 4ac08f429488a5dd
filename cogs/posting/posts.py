"""Posts, renews and strips the messages of a match; notes nothing."""

import logging

import discord

from bot.match.loaded import Loaded
from cogs.board.messages import BoardMessages
from cogs.board.recovery import END, Recovery, look_for, told
from cogs.board.shown_state import is_anew
from cogs.board.updates import BoardUpdate
from cogs.interactions.discord_errors import ARCHIVED_AND_LOCKED, is_final
from cogs.posting.places import opened, reopened
from cogs.runtime.restores import in_life
from cogs.screens import screens
from cogs.ui.layouts import MessageLayout, files

_log = logging.getLogger(__name__)


class Posts:
    """The messages of matches on Discord. Raises what Discord refuses, where nothing else says."""

    def __init__(self, client: discord.Client, board_messages: BoardMessages) -> None:
        self._client = client
        self._board_messages = board_messages

    def at(self, news: BoardUpdate, place: int) -> discord.PartialMessageable:
        """The channel or thread of that id."""
        return self._client.get_partial_messageable(place, guild_id=news.loaded.record.guild)

    async def found(self, loaded: Loaded, place: int, first: int) -> Recovery:
        """What was posted of a match in a place and can still be pressed.

        What is older than the message `first` is of another life of the database.
        """
        user = self._client.user
        assert user is not None, "the client is logged in"
        channel = self._client.get_partial_messageable(place, guild_id=loaded.record.guild)
        return await look_for(channel, user.id, loaded.record.id, first)

    async def sheets(self, news: BoardUpdate, place: int) -> int:
        """Post the score sheet of each round that has none yet; gives how many have one.

        Where little is to be posted they count as posted.
        """
        match, done = news.loaded.record.id, news.shown.rounds
        if news.quiet:
            return screens(news.loaded.record.game).rounds(news.scene)
        for number in range(done, screens(news.loaded.record.game).rounds(news.scene)):
            layout, pictures = await self._board_messages.sheet(news, number)
            await self.at(news, place).send(
                view=layout,
                files=files(pictures),
                allowed_mentions=discord.AllowedMentions.none(),
                nonce=in_life(f"r{match}:{number}", news.loaded),
            )
            done = number + 1
        return done

    async def board(
        self, news: BoardUpdate, place: int, *, base: int, cause: str = ""
    ) -> tuple[int, bool]:
        """Post the board and ping whom it calls; gives the message, and whether it tells that.

        Another of the same moment has a cause of its own, at most 24 characters; the same
        cause twice, also by two processes, is one message: Discord gives it back as it was, and
        that may be what was true at an earlier moment.
        """
        layout, pictures = await self._board_messages.board(news, base)
        users = [discord.Object(user) for user in news.calls]
        match, seq, events = news.loaded.record.id, news.loaded.seq, len(news.loaded.events)
        message = await self.at(news, place).send(
            view=layout,
            files=files(pictures),
            allowed_mentions=discord.AllowedMentions(
                everyone=False, roles=False, replied_user=False, users=users
            ),
            nonce=f"a{cause}" if cause else in_life(f"b{match}:{seq}:{events}", news.loaded),
        )
        return message.id, told(message, match) in (None, END if news.over else seq)

    async def edit(self, news: BoardUpdate, base: int) -> bool:
        """Renew the board in place; False where it is gone, or its thread is archived.

        An edit whose answer was lost may have been done before the thread was archived: then
        that is opened again, unless it was locked, and no second board is needed.
        """
        shown = news.shown
        assert shown.message is not None, "there is a board"
        assert shown.place is not None, "and it lies somewhere"
        layout, pictures = await self._board_messages.board(news, base)
        message = self.at(news, shown.place).get_partial_message(shown.message)
        try:
            await message.edit(
                view=layout,
                attachments=files(pictures),
                allowed_mentions=discord.AllowedMentions.none(),
            )
        except discord.HTTPException as error:
            if not is_final(error):
                raise
            ahead = shown.seq < news.loaded.seq and not is_anew(shown)
            if ahead and await _tells(message, news) and await reopened(self._client, shown.place):
                return True
            _log.info("Board %d can't be edited, so a new one is posted: %s", shown.message, error)
            return False
        return True

    async def strip(self, loaded: Loaded, place: int, board: int, layout: MessageLayout) -> None:
        """Take picture and buttons from an old board, if it is still there.

        What the layout says stays. A thread that is archived is opened for that.
        """
        channel = self._client.get_partial_messageable(place, guild_id=loaded.record.guild)
        message = channel.get_partial_message(board)
        try:
            await _edit(message, layout)
        except discord.HTTPException as error:
            if not is_final(error):
                raise
            if error.code == ARCHIVED_AND_LOCKED:
                async with opened(self._client, place):
                    await _edit(message, layout)
                return
            _log.info("The old board %d is gone: %s", board, error)


async def _tells(message: discord.PartialMessage, news: BoardUpdate) -> bool:
    """Whether a message tells all that there is to tell."""
    try:
        found = await message.fetch()
    except (discord.Forbidden, discord.NotFound):
        return False
    return told(found, news.loaded.record.id) == (END if news.over else news.loaded.seq)


async def _edit(message: discord.PartialMessage, layout: MessageLayout) -> None:
    await message.edit(view=layout, attachments=[], allowed_mentions=discord.AllowedMentions.none())
