"""Removes the buttons from outdated boards, including unrecorded ones.

A process can be killed between a post and its record. Such a board looks current to players, but
the bot would refuse its buttons. So before a process posts its first board of a match, it searches
the channel's history and adopts the boards in it.
"""

import logging
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field, replace

import discord

from bot.match.core.boards import BoardProgress
from bot.match.log.loaded import Loaded
from bot.match.log.records import MatchId, Status
from cogs.base.discord_errors import DISCORD_TROUBLE, is_place_gone
from cogs.board.layouts import earlier_board
from cogs.board.messages import BoardMessages
from cogs.board.recovery import UNKNOWN, FoundBoards
from cogs.board.shown_state import ShownRecord, to_repost, with_found
from cogs.kit import Kit
from cogs.posting.posted_message import Postponed
from cogs.posting.restores import is_ahead, report_lost
from cogs.ui.layouts import MessageLayout

_log = logging.getLogger(__name__)

TRIED_FOR = 86_400
"""Seconds after the end of a match during which stripping is retried."""
MOST_TRUSTED = 10_000


@dataclass(eq=False)
class OldBoards:
    """Finds and strips old boards. Callers hold the match's lease."""

    kit: Kit
    messages: BoardMessages
    record: ShownRecord
    _trusted: set[MatchId] = field(default_factory=set, init=False)

    def trust(self, match: MatchId) -> None:
        """Rely on the match's record, because it contains all boards."""
        if len(self._trusted) >= MOST_TRUSTED:
            self._trusted.clear()
        self._trusted.add(match)

    def doubt(self, match: MatchId) -> None:
        """Search the history before the next board, because the record can be incomplete."""
        self._trusted.discard(match)

    def doubt_all(self) -> None:
        self._trusted.clear()

    def is_trusted(self, match: MatchId) -> bool:
        return match in self._trusted

    async def adopt(
        self,
        loaded: Loaded,
        progress: BoardProgress,
        complete: Callable[[Loaded, BoardProgress], Awaitable[bool]],
    ) -> BoardProgress:
        """Search for unrecorded boards: the newest becomes the current one, the others lose their
        buttons.

        Return the new record. `complete` adds a missing layout to the newest board.
        """
        match, place = loaded.record.id, loaded.record.place
        assert place is not None, "the place was chosen"
        try:
            posts = await self.messages.find(loaded, place)
        except (discord.Forbidden, discord.NotFound) as error:
            _log.info("Could not read the history for match %d: %s", match, error)
            return progress
        await self._set_lost_aside(loaded, posts)
        if progress.message is None and _has_lost_entries(loaded, posts):
            await self.messages.tell_of_loss(loaded, place)
        adopted = with_found(progress, posts, loaded)
        bare = posts.bare and adopted.message == posts.boards[0]
        if bare and not await complete(loaded, adopted):
            adopted = to_repost(adopted)
        layout = await self._layout(loaded)
        left = None
        for board in (*posts.boards, *posts.before_restore):
            if board not in (adopted.message, adopted.stale):
                try:
                    await self.messages.strip(loaded, place, board, layout)
                except DISCORD_TROUBLE as error:
                    _log.info("Could not strip an old board of match %d yet: %s", match, error)
                    left = board
        if left is None:
            self.trust(match)
        elif adopted.stale is None:  # so that the scheduler tries again
            adopted = replace(adopted, stale=left, stale_place=place)
        if adopted != progress:
            await self.record.note_found(loaded, adopted)
        return adopted

    async def _set_lost_aside(self, loaded: Loaded, posts: FoundBoards) -> None:
        """Treat boards like those before a restore if they show entries that the log has lost."""
        if posts.end:
            lost = loaded.status is Status.RUNNING and await self._end_is_lost(loaded.record.id)
        else:
            lost = posts.seq > loaded.seq and await is_ahead(
                self.kit.matches.store, loaded.record.id, posts.seq
            )
        if not lost:
            return
        posts.before_restore[:0], posts.boards = posts.boards, []
        posts.seq_before, posts.end_before = posts.seq, posts.end
        posts.seq, posts.end, posts.bare = UNKNOWN, False, False

    async def _end_is_lost(self, match: MatchId) -> bool:
        """Return whether a match is still running although its end was shown; if so, report a
        setback.
        """
        now = await self.kit.matches.load(match)  # another process can have ended it by now
        if now.status is not Status.RUNNING:
            return False
        _log.warning("A message shows the end of match %d, which is running", match)
        await report_lost(self.kit.matches.store, match)
        return True

    async def strip(
        self, loaded: Loaded, progress: BoardProgress, layout: MessageLayout | None = None
    ) -> BoardProgress:
        """Strip the stale board; return the new record, which keeps it if Discord refuses."""
        assert progress.stale is not None, "there is a board to strip"
        assert progress.stale_place is not None, "a board has a place"
        layout = layout or await self._layout(loaded)
        try:
            await self.messages.strip(loaded, progress.stale_place, progress.stale, layout)
        except DISCORD_TROUBLE as error:
            _log.info("Could not strip the old board %d yet: %s", progress.stale, error)
            if not self._is_long_over(loaded):
                return progress
        clean = replace(progress, stale=None, stale_place=None)
        await self.record.note(loaded.record.id, clean)
        return clean

    async def strip_left_behind(self, match: MatchId) -> None:
        """Strip all boards in the places that a match has left, including unrecorded ones.

        `adopt` searches the match's current place only. Raise Postponed if Discord refuses.
        """
        loaded = await self.kit.matches.load(match)
        refused: BaseException | None = None
        for place in await self.kit.matches.store.left_places(match):
            try:
                posts = await self.messages.find(loaded, place)
                layout = await self._layout(loaded)
                for board in (*posts.boards, *posts.before_restore):
                    await self.messages.strip(loaded, place, board, layout)
            except DISCORD_TROUBLE as error:
                _log.info("Could not strip boards of match %d in %d yet: %s", match, place, error)
                if not is_place_gone(error) and not self._is_long_over(loaded):
                    refused = error
                    continue
            await self.kit.matches.store.note_tidied(match, place)
        if refused is not None:
            raise Postponed("boards in another place") from refused

    async def _layout(self, loaded: Loaded) -> MessageLayout:
        return earlier_board(await self.kit.preferences.words(loaded.record.guild))

    def _is_long_over(self, loaded: Loaded) -> bool:
        ended = loaded.roster.ended
        return ended is not None and self.kit.matches.clock.now() >= ended + TRIED_FOR


def _has_lost_entries(loaded: Loaded, posts: FoundBoards) -> bool:
    lost_end = posts.end_before and loaded.status is Status.RUNNING
    return lost_end or posts.seq_before > loaded.seq
