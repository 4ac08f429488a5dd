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
    """The progress of a match at some time."""

    seq: int
    """Number of log entries."""
    events: int
    """Number of match events."""


def moment_of(loaded: Loaded) -> ShownMoment:
    """Return the progress of a match."""
    return ShownMoment(loaded.seq, len(loaded.events))


def shows(shown: BoardProgress, moment: ShownMoment) -> bool:
    """Return whether the current board shows this moment or a later one."""
    return shown.seq >= moment.seq and shown.events >= moment.events


def after_showing(
    update: BoardUpdate, base: int, message: int | None, place: int | None, rounds: int
) -> BoardProgress:
    """Return the record after the board was posted as this message, or edited there.

    The board before a new message is stale. If another stale board is in a different place, that
    one stays recorded; in the same place the history reveals both.
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
    """Return the record of a current board that was deleted or shows wrong content: it is stale."""
    return replace(shown, stale=shown.message, stale_place=shown.place)


def must_repost(shown: BoardProgress) -> bool:
    """Return whether the record asks for a repost."""
    return shown.stale is not None and shown.stale == shown.message


def with_found(shown: BoardProgress, found: FoundBoards, loaded: Loaded) -> BoardProgress:
    """Return the record with found boards: the newest may be unrecorded."""
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
"""Seconds to wait until Discord says who can see a new board; the scheduler asks again later."""


@dataclass(eq=False)
class ShownRecord:
    """The row about a match's board. `owner` is this process, by its leases."""

    matches: Matches
    alerts: TurnAlerts
    owner: str

    async def note(
        self, match: MatchId, shown: BoardProgress, alerts: Sequence[TurnAlert] = ()
    ) -> None:
        """Store the record, and alert players. Raise LeaseLost."""
        if not await self.matches.store.show(match, shown, self.owner, alerts):
            raise LeaseLost

    async def note_board(
        self, loaded: Loaded, shown: BoardProgress, again: Sequence[UserId] = ()
    ) -> None:
        """Store a board just shown; alert acting players who were not alerted or are among `again`.

        Raise LeaseLost.
        """
        alerts = await self._new_alerts(loaded, shown, again)
        await self.note(loaded.record.id, shown, alerts)
        if alerts:
            await self._see(loaded.record.id, alerts[0].posted)

    async def note_found(self, loaded: Loaded, shown: BoardProgress) -> None:
        """Store and alert like `note_board`, for a found board; the check who can see it follows
        later.

        Raise LeaseLost.
        """
        await self.note(loaded.record.id, shown, await self._new_alerts(loaded, shown))

    async def missed(self, loaded: Loaded, users: Sequence[UserId]) -> list[UserId]:
        """Return those of these users who must act and did not see the board that alerted them."""
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
        """Ask Discord whether the players just alerted can see the board."""
        try:
            async with asyncio.timeout(SIGHT):
                await self.alerts.look_at(match, posted)
        except (TimeoutError, StoreTrouble, Refusal) as error:
            _log.info("Could not check who can see match %d: %r", match, error)
