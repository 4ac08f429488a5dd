"""Notes which board is up and what it tells, and whose clocks it starts."""

import asyncio
import logging
from collections.abc import Sequence
from dataclasses import dataclass, replace

from bot.match.core.matches import Matches
from bot.match.core.store import Shown
from bot.match.log.loaded import Loaded
from bot.match.log.records import MatchId
from bot.match.log.store_errors import StoreTrouble
from bot.match.timekeeping.visibility import TurnAlerts
from bot.match.timing.turn_alerts import TurnAlert, alerts_for, alerts_missing
from bot.match.values.errors import Refusal
from bot.match.values.players import UserId
from cogs.posting.leases import LeaseLost

_log = logging.getLogger(__name__)

SIGHT = 3.0
"""Seconds to wait for Discord to say who can see a new board; later looks ask again."""


@dataclass(eq=False)
class ShownRecord:
    """The row of what is shown of each match. `owner` is this process, by its leases."""

    matches: Matches
    alerts: TurnAlerts
    owner: str

    async def note(self, match: MatchId, shown: Shown, alerts: Sequence[TurnAlert] = ()) -> None:
        """Note what is shown now, and whom that alerts. Raises LeaseLost."""
        if not await self.matches.store.show(match, shown, self.owner, alerts):
            raise LeaseLost

    async def note_board(self, loaded: Loaded, shown: Shown, again: Sequence[UserId] = ()) -> None:
        """Note a board that was just shown; it alerts those who must act, and were not alerted
        yet or are among `again`. Raises LeaseLost."""
        alerts = await self._new_alerts(loaded, shown, again)
        await self.note(loaded.record.id, shown, alerts)
        if alerts:
            await self._see(loaded.record.id, alerts[0].posted)

    async def note_found(self, loaded: Loaded, shown: Shown) -> None:
        """Note and alert as `note_board` does, for a board found; who can see it is asked later.

        Raises LeaseLost."""
        await self.note(loaded.record.id, shown, await self._new_alerts(loaded, shown))

    async def missed(self, loaded: Loaded, users: Sequence[UserId]) -> list[UserId]:
        """Those of these users who must act and did not see the board that alerted them."""
        known = await self.alerts.store.of_match(loaded.record.id)
        return [
            user
            for user in loaded.people_to_act
            if user in users and (alert := known.get(user)) is not None and alert.missed
        ]

    async def _new_alerts(
        self, loaded: Loaded, shown: Shown, again: Sequence[UserId] = ()
    ) -> tuple[TurnAlert, ...]:
        now = self.matches.clock.now()
        if shown.seq != loaded.seq or not alerts_for(loaded, now):
            return ()
        known = await self.alerts.store.of_match(loaded.record.id)
        # Those who are alerted again have just been seen in the place where it is posted.
        return tuple(
            replace(alert, began=now, seen=now) if alert.user in again else alert
            for alert in alerts_missing(loaded, known, now, again)
        )

    async def _see(self, match: MatchId, posted: int) -> None:
        """Ask Discord whether those who were just alerted can see the board."""
        try:
            async with asyncio.timeout(SIGHT):
                await self.alerts.look_at(match, posted)
        except (TimeoutError, StoreTrouble, Refusal) as error:
            _log.info("Who can see match %d is not known yet: %r", match, error)
