"""Takes the buttons from boards that are not the current one, those that were never noted too."""

import logging
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field, replace

import discord

from bot.match.core.store import Shown
from bot.match.log.loaded import Loaded
from bot.match.log.records import MatchId
from cogs.base.discord_errors import DISCORD_TROUBLE, is_place_gone
from cogs.board.layouts import earlier_board
from cogs.board.messages import BoardMessages
from cogs.board.shown_state import ShownRecord, to_repost, with_found
from cogs.kit import Kit
from cogs.posting.posted_message import Postponed
from cogs.ui.layouts import MessageLayout

_log = logging.getLogger(__name__)

TRIED_FOR = 86_400
"""Seconds after the end of a match for which its old boards are tried again."""
MOST_TRUSTED = 10_000
"""Matches that are remembered as looked through, at most."""


@dataclass(eq=False)
class OldBoards:
    """Finds and strips old boards. Callers hold the lease of the match."""

    kit: Kit
    messages: BoardMessages
    record: ShownRecord
    _trusted: set[MatchId] = field(default_factory=set, init=False)
    """Matches of which this process knows that all boards are noted; others are looked for."""

    def trust(self, match: MatchId) -> None:
        """Rely on what is noted of this match: this process knows all that was posted of it."""
        if len(self._trusted) >= MOST_TRUSTED:
            self._trusted.clear()
        self._trusted.add(match)

    def doubt(self, match: MatchId) -> None:
        """Look through the history before the next board: something may have been posted and not
        noted."""
        self._trusted.discard(match)

    def is_trusted(self, match: MatchId) -> bool:
        """Whether what is noted of this match is known to be all that was posted."""
        return match in self._trusted

    async def adopt(
        self, loaded: Loaded, shown: Shown, complete: Callable[[Loaded, Shown], Awaitable[bool]]
    ) -> Shown:
        """Look for boards that the database doesn't know: the newest becomes the current one, and
        the others lose their buttons. Return the new record.

        If the bot was killed before the newest board got its layout, `complete` adds it.
        """
        match, place = loaded.record.id, loaded.record.place
        assert place is not None, "the place was chosen"
        try:
            found = await self.messages.find(loaded, place)
        except (discord.Forbidden, discord.NotFound) as error:
            _log.info("The history of match %d can't be read: %s", match, error)
            return shown
        adopted = with_found(shown, found, loaded)
        bare = found.bare and adopted.message == found.boards[0]
        if bare and not await complete(loaded, adopted):
            adopted = to_repost(adopted)
        layout = await self._layout(loaded)
        left = None
        for board in (*found.boards, *found.before_restore):
            if board not in (adopted.message, adopted.stale):
                try:
                    await self.messages.strip(loaded, place, board, layout)
                except DISCORD_TROUBLE as error:
                    _log.info("An old board of match %d stays for now: %s", match, error)
                    left = board
        if left is None:
            self.trust(match)
        elif adopted.stale is None:  # so that a later look tries again
            adopted = replace(adopted, stale=left, stale_place=place)
        if adopted != shown:
            await self.record.note_found(loaded, adopted)
        return adopted

    async def strip(
        self, loaded: Loaded, shown: Shown, layout: MessageLayout | None = None
    ) -> Shown:
        """Strip the stale board and note that; gives what is noted then.

        Where Discord does not allow it the board stays noted, up to a day after the end.
        """
        assert shown.stale is not None, "there is a board to strip"
        assert shown.stale_place is not None, "and it lies somewhere"
        layout = layout or await self._layout(loaded)
        try:
            await self.messages.strip(loaded, shown.stale_place, shown.stale, layout)
        except DISCORD_TROUBLE as error:
            _log.info("The old board %d stays for now: %s", shown.stale, error)
            if not self._is_long_over(loaded):
                return shown
        clean = replace(shown, stale=None, stale_place=None)
        await self.record.note(loaded.record.id, clean)
        return clean

    async def strip_left_behind(self, match: MatchId) -> None:
        """Strip all boards of a match in the places that it has left.

        A board whose post was cut off is not noted. Where the match is played, `adopt` finds it;
        once the match has moved, only this looks there. Raises Postponed where Discord allows no
        look or no change, up to a day after the end.
        """
        loaded = await self.kit.matches.look(match)
        refused: BaseException | None = None
        for place in await self.kit.stores.left_places.of_match(match):
            try:
                found = await self.messages.find(loaded, place)
                layout = await self._layout(loaded)
                for board in (*found.boards, *found.before_restore):
                    await self.messages.strip(loaded, place, board, layout)
            except DISCORD_TROUBLE as error:
                _log.info("Boards of match %d in %d stay for now: %s", match, place, error)
                if not is_place_gone(error) and not self._is_long_over(loaded):
                    refused = error
                    continue
            await self.kit.stores.left_places.tidied(match, place)
        if refused is not None:
            raise Postponed("boards in another place") from refused

    async def _layout(self, loaded: Loaded) -> MessageLayout:
        return earlier_board(await self.kit.preferences.words(loaded.record.guild))

    def _is_long_over(self, loaded: Loaded) -> bool:
        ended = loaded.roster.ended
        return ended is not None and self.kit.matches.clock.now() >= ended + TRIED_FOR
