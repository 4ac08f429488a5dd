"""What is due is done match by match: trouble in one keeps no other waiting.

A match that Discord refuses is tried again after ever longer pauses, and at once when something
has changed that may have been the cause.
"""

import asyncio
import logging
from collections.abc import Awaitable, Callable, Iterable
from dataclasses import dataclass

from bot.match.errors import Refusal
from bot.match.matches import Matches
from bot.match.ports import StoreTrouble
from bot.match.types import MatchId
from cogs.play.leases import ShownElsewhere
from cogs.play.showing import OldBoardStays
from cogs.trouble import DISCORD_TROUBLE, is_passing

_log = logging.getLogger(__name__)

Work = Callable[[MatchId], Awaitable[None]]

BRIEF_PAUSE, FIRST_PAUSE, LONGEST_PAUSE = 2, 20, 3600
"""Seconds until the next try: after an accident, after a refusal, and at most."""
AT_ONCE = 4
"""How many matches are looked after at the same time."""


@dataclass(frozen=True, slots=True)
class _Pause:
    guild: int | None
    seconds: int
    until: int


class Chores:
    """Does what is due, and remembers what Discord has refused."""

    def __init__(self, matches: Matches) -> None:
        self._matches = matches
        self._pauses: dict[MatchId, _Pause] = {}

    async def all(self, due: Iterable[MatchId], work: Work) -> None:
        """Do it for each of these matches that is not pausing, a few at the same time."""
        now = self._matches.clock.now()
        slots = asyncio.Semaphore(AT_ONCE)

        async def one(match: MatchId) -> None:
            async with slots:
                await self.now(match, work)

        pauses = self._pauses
        await asyncio.gather(
            *(one(match) for match in due if match not in pauses or pauses[match].until <= now)
        )

    async def now(self, match: MatchId, work: Work) -> None:
        """Do it for this match, even while it pauses."""
        try:
            await work(match)
            self._pauses.pop(match, None)
        except ShownElsewhere:
            _log.info("Match %d is shown by another process", match)
        except (*DISCORD_TROUBLE, OldBoardStays) as error:
            await self._pause(match, error)
        except (Refusal, StoreTrouble) as error:
            _log.warning("What is due in match %d waits: %r", match, error)
        except Exception:  # noqa: BLE001 - logged, and tried again
            _log.exception("What is due in match %d went wrong", match)

    def forgive(self, guild: int) -> None:
        """Let all matches of a server be tried again at the next look."""
        found = [match for match, pause in self._pauses.items() if pause.guild in (guild, None)]
        for match in found:
            del self._pauses[match]

    async def _pause(self, match: MatchId, error: Exception) -> None:
        first = BRIEF_PAUSE if is_passing(error) else FIRST_PAUSE
        before = self._pauses.get(match)
        seconds = first if before is None else min(max(2 * before.seconds, first), LONGEST_PAUSE)
        guild = None
        try:
            guild = (await self._matches.look(match)).record.guild
        except (Refusal, StoreTrouble) as trouble:
            _log.info("The server of match %d is not known: %r", match, trouble)
        self._pauses[match] = _Pause(guild, seconds, self._matches.clock.now() + seconds)
        _log.warning("Discord refuses what is due in match %d: %r", match, error)
