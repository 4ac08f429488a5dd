"""Private messages of running matches that can still be edited without a press.

A private message belongs to the interaction that it answers. Discord accepts edits with that
interaction's token for 15 minutes, and each press brings a new token. So moves of computers appear
in the message as long as its player has pressed something recently. Tokens stay in memory: after a
restart, or when a token has expired, the message waits for its next press, such as “Refresh”.
"""

import asyncio
import logging
from collections import OrderedDict
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field

from bot.match.log.records import MatchId
from cogs.base.discord_errors import DISCORD_TROUBLE

_log = logging.getLogger(__name__)

TOKEN = 15 * 60
"""Seconds for which Discord accepts the token of an interaction."""
MOST = 4_096
"""Maximum number of messages that are kept in memory, the newest."""
Update = Callable[[], Awaitable[None]]


@dataclass(eq=False)
class LiveSessions:
    _updates: OrderedDict[MatchId, tuple[float, Update]] = field(
        default_factory=OrderedDict, init=False
    )
    """By match: the end of the token by the event loop's clock, and what edits the message."""

    def remember(self, match: MatchId, update: Update) -> None:
        """Keep the newest message of a match; it replaces an earlier one."""
        self._updates[match] = asyncio.get_running_loop().time() + TOKEN, update
        self._updates.move_to_end(match)
        if len(self._updates) > MOST:
            self._updates.popitem(last=False)

    def forget(self, match: MatchId) -> None:
        self._updates.pop(match, None)

    async def show(self, match: MatchId) -> None:
        """Show the current state of the match in its message, if that is still possible."""
        until, update = self._updates.get(match, (0.0, None))
        if update is None:
            return
        if until <= asyncio.get_running_loop().time():
            self.forget(match)
            return
        try:
            await update()
        except DISCORD_TROUBLE as error:  # dismissed, or its token has expired early
            _log.info("Could not update the private message of match %d: %s", match, error)
            if self._updates.get(match) == (until, update):
                self.forget(match)
