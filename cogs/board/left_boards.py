"""Takes the buttons from boards that a match has left behind in another place.

A board whose post was cut off is not noted. In the place where a match is played the next look
finds it (showing.py); once the match has moved, nobody looks there, so it is looked for here.
"""

import logging

import discord

from bot.match.left_places import LeftPlaces
from bot.match.loaded import Loaded
from bot.match.matches import Matches
from cogs.board.messages import BoardMessages
from cogs.board.projection import KEPT_IN_MIND, OldBoardStays
from cogs.interactions.discord_errors import DISCORD_TROUBLE, UNKNOWN_CHANNEL
from cogs.posting.posts import Posts
from cogs.runtime.restores import first_message
from cogs.server.preferences import Preferences

_log = logging.getLogger(__name__)


class LeftBoards:
    """Looks through the places that matches have left, under the lease of whoever calls."""

    def __init__(
        self,
        client: discord.Client,
        matches: Matches,
        places: LeftPlaces,
        preferences: Preferences,
    ) -> None:
        self._matches = matches
        self._places = places
        self._preferences = preferences
        self._board_messages = BoardMessages()
        self._posts = Posts(client, self._board_messages)

    async def tidy(self, match: int) -> None:
        """Let nothing be pressed in the places that the match has left.

        Raises OldBoardStays where Discord allows no look there, or no change: a later call tries
        again, up to a day after the end of the match.
        """
        loaded = await self._matches.look(match)
        stays = False
        for place in await self._places.of_match(match):
            try:
                await self._tidy(loaded, place)
            except DISCORD_TROUBLE as error:
                _log.info("Boards of match %d in %d stay for now: %s", match, place, error)
                is_gone = isinstance(error, discord.HTTPException) and error.code == UNKNOWN_CHANNEL
                if not is_gone and not self._is_long_over(loaded):
                    stays = True
                    continue
            await self._places.tidied(match, place)
        if stays:
            raise OldBoardStays

    async def _tidy(self, loaded: Loaded, place: int) -> None:
        found = await self._posts.found(
            loaded, place, await first_message(self._matches.store, loaded)
        )
        words = await self._preferences.words(loaded.record.guild)
        for board in (*found.boards, *found.of_another_life):
            await self._posts.strip(loaded, place, board, self._board_messages.blank(words))

    def _is_long_over(self, loaded: Loaded) -> bool:
        ended = loaded.roster.ended
        return ended is not None and self._matches.clock.now() >= ended + KEPT_IN_MIND
