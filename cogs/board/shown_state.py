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


@dataclass(frozen=True, slots=True)
class ShownMoment:
    seq: int
    """Number of log entries."""
    events: int
    """Number of match events."""


def moment_of(loaded: Loaded) -> ShownMoment:
    return ShownMoment(loaded.seq, len(loaded.events))


def shows(shown: BoardProgress, moment: ShownMoment) -> bool:
    return shown.seq >= moment.seq and shown.events >= moment.events


def after_showing(
    update: BoardUpdate, base: int, message: int | None, place: int | None, rounds: int
) -> BoardProgress:
    """Return the record after the board was posted as this message, or edited there.

    A new message makes the previous board stale. Another stale board in a different place stays
    recorded instead; in the same place a search of the history finds both.
    """
    before = update.shown
    is_new = before.message is not None and before.message != message
    shown = BoardProgress(
        seq=update.loaded.seq,
        base=base,
        rounds=rounds,
        events=len(update.loaded.events),
        message=message,
        place=place,
        called=update.loaded.seq if update.pings else before.called,
    )
    still_stale = None if must_repost(before) else before.stale
    if still_stale is not None and (not is_new or before.stale_place != place):
        return replace(shown, stale=still_stale, stale_place=before.stale_place)
    if is_new:
        return replace(shown, stale=before.message, stale_place=before.place)
    return shown


def to_repost(shown: BoardProgress) -> BoardProgress:
    """Mark a current board that was deleted or shows wrong content as stale."""
    return replace(shown, stale=shown.message, stale_place=shown.place)


def must_repost(shown: BoardProgress) -> bool:
    return shown.stale is not None and shown.stale == shown.message


def with_found(shown: BoardProgress, found: FoundBoards, loaded: Loaded) -> BoardProgress:
    """Update the record with the boards from the history, of which the newest can be unrecorded."""
    rounds = max([shown.rounds, *(number + 1 for number in found.sheets)])
    shown = replace(shown, rounds=rounds)
    newest = found.boards[0] if found.boards else None
    if newest is None or newest < (shown.message or 0):
        return shown
    if newest == shown.message:  # a late edit may have turned it back
        turned_back = not found.end and found.seq < shown.seq
        return to_repost(shown) if turned_back else shown
    return BoardProgress(
        seq=loaded.seq if found.end else min(found.seq, loaded.seq),
        base=max(shown.seq, 0),
        rounds=rounds,
        events=len(loaded.events) if found.end else shown.events,
        message=newest,
        place=loaded.record.place,
        stale=shown.message,
        stale_place=shown.place,
        called=found.seq,
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
        self, match: MatchId, shown: BoardProgress, alerts: Sequence[TurnAlert] = ()
    ) -> None:
        """Store the record and the alerts of players; raise LeaseLost."""
        if not await self.matches.store.show(match, shown, self.owner, alerts):
            raise LeaseLost

    async def note_board(
        self, loaded: Loaded, shown: BoardProgress, again: Sequence[UserId] = ()
    ) -> None:
        """Store a board just shown; alert acting players who were not alerted or are among
        `again`.
        """
        alerts = await self._new_alerts(loaded, shown, again)
        await self.note(loaded.record.id, shown, alerts)
        if alerts:
            await self._see(loaded.record.id, alerts[0].posted)

    async def note_found(self, loaded: Loaded, shown: BoardProgress) -> None:
        """Store and alert like `note_board`, but leave the check who can see the board to the
        scheduler.
        """
        await self.note(loaded.record.id, shown, await self._new_alerts(loaded, shown))

    async def missed(self, loaded: Loaded, users: Sequence[UserId]) -> list[UserId]:
        """Return the users who must act and did not see the board that alerted them."""
        known = await self.alerts.store.of_match(loaded.record.id)
        return [
            user
            for user in loaded.people_to_act
            if user in users and (alert := known.get(user)) is not None and alert.missed
        ]

    async def _new_alerts(
        self, loaded: Loaded, shown: BoardProgress, again: Sequence[UserId] = ()
    ) -> tuple[TurnAlert, ...]:
        now = self.matches.clock.now()
        if shown.seq != loaded.seq or not alerts_for(loaded, now):
            return ()
        known = await self.alerts.store.of_match(loaded.record.id)
        # The bot has just checked that these players can see the place of the new post.
        return tuple(
            replace(alert, began=now, seen=now) if alert.user in again else alert
            for alert in alerts_missing(loaded, known, now, again)
        )

    async def _see(self, match: MatchId, posted: int) -> None:
        try:
            async with asyncio.timeout(SIGHT):
                await self.alerts.look_at(match, posted)
        except (TimeoutError, StoreTrouble, Refusal) as error:
            _log.info("Could not check who can see match %d: %r", match, error)
