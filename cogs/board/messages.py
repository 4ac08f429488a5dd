"""Posts, edits and strips the messages of a match; callers record them."""

import logging
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from functools import partial

import discord

from bot.match.log.loaded import Loaded
from bot.match.log.records import MatchId
from cogs.base.discord_errors import DISCORD_TROUBLE, is_archived, is_brief, is_passing
from cogs.board.layouts import BoardLayouts, loss
from cogs.board.push_line import push_line
from cogs.board.recovery import END, FoundBoards, find_boards, seq_told
from cogs.board.shown_state import must_repost
from cogs.board.updates import BoardUpdate
from cogs.kit import Kit
from cogs.posting.nonces import nonce_of, post_again_if_deleted
from cogs.posting.places import reopen
from cogs.posting.posted_message import Content, MessagePlace, was_posted_as
from cogs.posting.restores import first_message, in_generation
from cogs.ui.layouts import MessageLayout
from render.picture import Picture

_log = logging.getLogger(__name__)


@dataclass(eq=False)
class BoardMessages:
    """The messages of matches on Discord. All methods raise Discord's refusals."""

    kit: Kit
    layouts: BoardLayouts

    async def find(self, loaded: Loaded, place: int) -> FoundBoards:
        first = await first_message(self.kit.matches.store, loaded)
        record = loaded.record
        return await find_boards(self._at(loaded, place), record.id, first, record.invitation)

    def rounds(self, update: BoardUpdate) -> int:
        """Return the number of finished rounds whose score sheets belong above the board."""
        return update.scene.screens.rounds(update.scene)

    async def post_sheets(self, update: BoardUpdate, place: int) -> None:
        """Post the missing score sheets, unless the server is quiet."""
        match = update.loaded.record.id
        if update.quiet:
            return
        for number in range(update.progress.rounds, self.rounds(update)):
            content = await self.layouts.sheet(update, number)
            nonce = in_generation(nonce_of("sheet", match, number, place), update.loaded)
            post = partial(self._at(update.loaded, place).post, content)
            await post_again_if_deleted(post, nonce)

    async def post(
        self,
        update: BoardUpdate,
        place: int,
        *,
        base: int,
        cause: str = "",
        content: Awaitable[Content] | None = None,
    ) -> tuple[int, bool]:
        """Post the board with its pings; return the message, and whether it shows this update.

        The nonce identifies the moment, the place and the replaced board. To post a second board
        for the same three, pass a `cause` of at most 24 characters, which replaces them in the
        nonce. Repeated posts with one nonce, even by two processes, are one message, which Discord
        returns in its current state. `content` is the board if its drawing has already begun.
        """
        loaded = update.loaded
        push = push_line(update, self.kit.matches.clock.now())
        board = await (content or self.layouts.board(update, base))
        moment = (loaded.record.id, loaded.seq, len(loaded.events))
        nonce = in_generation(nonce_of("board", *moment, place, update.progress.message), loaded)
        post = partial(self._at(loaded, place).post, board, push=push, pings=update.pings)
        message = await post_again_if_deleted(post, f"a{cause}" if cause else nonce)
        self._tell(loaded, "posted")
        return message.id, seq_told(message, loaded.record.id) in (None, _seq_of(update))

    async def edit(self, update: BoardUpdate, base: int) -> bool:
        """Edit the current board; return False if a new board must be posted instead.

        If the thread was archived after an edit whose answer was lost, the board is already right,
        and the thread is opened again unless it is locked.
        """
        progress = update.progress
        place, message = self._current(update)
        try:
            return await self._edited(update, place, message, base)
        except discord.HTTPException as error:
            if isinstance(error, discord.Forbidden) or is_passing(error):
                raise
            if not is_archived(error):
                _log.warning("Reposting board %d, which can't be edited: %s", message, error)
                return False
        if progress.seq < update.loaded.seq and not must_repost(progress):
            seq = await _fetch_seq(place, message, update.loaded.record.id)
            if seq == _seq_of(update) and await reopen(self.kit.client, place.place):
                return True
        _log.info("Reposting board %d, which is in an archived thread", message)
        return False

    async def refresh(self, update: BoardUpdate) -> bool:
        """Edit a board that already shows all moves; return False if it was deleted."""
        place, message = self._current(update)
        try:
            return await self._edited(update, place, message, update.progress.base)
        except discord.HTTPException as error:
            if not is_archived(error):
                raise
            return True

    async def interlude(self, update: BoardUpdate, draw: Callable[[], Picture]) -> float | None:
        """Show an animation instead of the current board; return its length in seconds, or None if
        Discord refuses for good, which leaves the board as it is.
        """
        place, message = self._current(update)
        content, seconds = await self.layouts.interlude(update, draw)
        try:
            exists = await place.edit(message, content)
        except discord.HTTPException as error:
            if is_passing(error):
                raise
            _log.info("Board %d shows no animation: %s", message, error)
            return None
        if not exists:
            return None
        self._tell(update.loaded, "edited")
        return seconds

    async def tell_of_loss(self, loaded: Loaded, place: int) -> None:
        """Say once in each generation that moves are lost, without a ping: the next board calls
        those who must act.
        """
        here = self._at(loaded, place)
        nonce = in_generation(f"lost{loaded.record.id}", loaded)
        since = await first_message(self.kit.matches.store, loaded)
        if await here.find(lambda message: was_posted_as(message, nonce), since=since) is not None:
            return
        words = await self.kit.preferences.words(loaded.record.guild)
        content = Content(loss(words, loaded))
        try:
            await here.post_quietly(content, nonce)
        except DISCORD_TROUBLE as error:
            if is_brief(error):
                raise
            _log.warning("Could not say that match %d lost moves: %s", loaded.record.id, error)

    async def strip(self, loaded: Loaded, place: int, board: int, layout: MessageLayout) -> None:
        await self._at(loaded, place).strip(board, layout)
        self._tell(loaded, "stripped")

    async def _edited(
        self, update: BoardUpdate, place: MessagePlace, message: int, base: int
    ) -> bool:
        exists = await place.edit(message, await self.layouts.board(update, base))
        if exists:
            self._tell(update.loaded, "edited")
        return exists

    def _tell(self, loaded: Loaded, how: str) -> None:
        self.kit.matches.observer.board_shown(loaded.record.id, loaded.record.guild, how)

    def _current(self, update: BoardUpdate) -> tuple[MessagePlace, int]:
        progress = update.progress
        assert progress.message is not None, "there is a board"
        assert progress.place is not None, "a board has a place"
        return self._at(update.loaded, progress.place), progress.message

    def _at(self, loaded: Loaded, place: int) -> MessagePlace:
        return MessagePlace(self.kit.client, loaded.record.guild, place)


def _seq_of(update: BoardUpdate) -> int:
    return END if update.over else update.loaded.seq


async def _fetch_seq(place: MessagePlace, message: int, match: MatchId) -> int | None:
    try:
        return seq_told(await place.fetch(message), match)
    except (discord.Forbidden, discord.NotFound):
        return None
