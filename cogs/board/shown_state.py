"""Records of the current board, the moment it shows, and the clocks it starts."""

import asyncio
import logging
from collections.abc import Sequence
from dataclasses import dataclass, replace

from bot.match.core.boards import BoardProgress
from bot.match.core.matches import Matches
from bot.match.log.loaded import Loaded
from bot.match.log.records import MatchId
from bot.match.log.store_errors import StoreTrouble
from bot.match.timekeeping.visibility import TurnAlerts
from bot.match.timing.turn_alerts import TurnAlert, alerts_for, alerts_missing
from bot.match.values.errors import Refusal
from bot.match.values.players import UserId
from cogs.board.recovery import FoundBoards
from cogs.board.updates import BoardUpdate
from cogs.posting.leases import LeaseLost


def shows(progress: BoardProgress, loaded: Loaded) -> bool:
    return progress.seq >= loaded.seq and progress.events >= len(loaded.events)


def after_showing(
    update: BoardUpdate, base: int, message: int | None, place: int | None, rounds: int
) -> BoardProgress:
    """Return the record after the board was posted as this message, or edited there.

    A new message makes the previous board stale. The record has room for one stale board, so an
    older one in a different place stays recorded: the search of the history covers the match's
    current place only, and finds the other.
    """
    before = update.progress
    is_new = before.message is not None and before.message != message
    progress = BoardProgress(
        seq=update.loaded.seq,
        base=base,
        rounds=rounds,
        events=len(update.loaded.events),
        message=message,
        place=place,
        called=update.loaded.seq if update.pings else before.called,
        shown=before.wanted,
    )
    still_stale = None if must_repost(before) else before.stale
    if still_stale is not None and (not is_new or before.stale_place != place):
        return replace(progress, stale=still_stale, stale_place=before.stale_place)
    if is_new:
        return replace(progress, stale=before.message, stale_place=before.place)
    return progress


def to_repost(progress: BoardProgress) -> BoardProgress:
    """Mark a current board that was deleted or shows wrong content as stale."""
    return replace(progress, stale=progress.message, stale_place=progress.place)


def must_repost(progress: BoardProgress) -> bool:
    return progress.stale is not None and progress.stale == progress.message


def with_found(progress: BoardProgress, posts: FoundBoards, loaded: Loaded) -> BoardProgress:
    """Update the record with the boards found in the history; the newest can be missing from the
    record.
    """
    rounds = max([progress.rounds, *(number + 1 for number in posts.sheets)])
    progress = replace(progress, rounds=rounds)
    newest = posts.boards[0] if posts.boards else None
    if newest is None or newest < (progress.message or 0):
        return progress
    if newest == progress.message:  # a late edit can have restored an older state
        is_older = not posts.end and posts.seq < progress.seq
        return to_repost(progress) if is_older else progress
    return BoardProgress(
        seq=loaded.seq if posts.end else min(posts.seq, loaded.seq),
        base=max(progress.seq, 0),
        rounds=rounds,
        events=len(loaded.events) if posts.end else progress.events,
        message=newest,
        place=loaded.record.place,
        stale=progress.message,
        stale_place=progress.place,
        called=posts.seq,
    )


_log = logging.getLogger(__name__)

SIGHT = 3.0
"""Seconds to wait for Discord's answer about who can see a new board; the scheduler asks again
later.
"""


@dataclass(eq=False)
class ShownRecord:
    """The database row about a match's board. `owner` is this process's name in leases."""

    matches: Matches
    alerts: TurnAlerts
    owner: str

    async def note(
        self, match: MatchId, progress: BoardProgress, alerts: Sequence[TurnAlert] = ()
    ) -> None:
        if not await self.matches.store.note_shown(match, progress, self.owner, alerts):
            raise LeaseLost

    async def note_board(
        self, loaded: Loaded, progress: BoardProgress, again: Sequence[UserId] = ()
    ) -> None:
        """Store a board just shown; alert acting players who were not alerted or are among
        `again`.
        """
        alerts = await self._new_alerts(loaded, progress, again)
        await self.note(loaded.record.id, progress, alerts)
        if alerts:
            await self._see(loaded.record.id, alerts[0].posted)

    async def note_found(self, loaded: Loaded, progress: BoardProgress) -> None:
        """Store and alert like `note_board`, but let the scheduler check who can see the board."""
        await self.note(loaded.record.id, progress, await self._new_alerts(loaded, progress))

    async def missed(self, loaded: Loaded, users: Sequence[UserId]) -> list[UserId]:
        """Return the users who must act and did not see the board that alerted them."""
        alerts = await self.alerts.store.of_match(loaded.record.id)
        return [
            user
            for user in loaded.people_to_act
            if user in users and (alert := alerts.get(user)) is not None and alert.missed
        ]

    async def _new_alerts(
        self, loaded: Loaded, progress: BoardProgress, again: Sequence[UserId] = ()
    ) -> tuple[TurnAlert, ...]:
        now = self.matches.clock.now()
        if progress.seq != loaded.seq or not alerts_for(loaded, now):
            return ()
        alerts = await self.alerts.store.of_match(loaded.record.id)
        # The bot has just checked that these players can see the place of the new post.
        return tuple(
            replace(alert, began=now, seen=now) if alert.user in again else alert
            for alert in alerts_missing(loaded, alerts, now, again)
        )

    async def _see(self, match: MatchId, posted: int) -> None:
        try:
            async with asyncio.timeout(SIGHT):
                await self.alerts.check(match, posted)
        except (TimeoutError, StoreTrouble, Refusal) as error:
            _log.info("Could not check who can see match %d: %r", match, error)
