"""Checks of players' access to a match's place, recorded in the turn alerts.

A player's clock runs only while they can see the board. Discord does not report when permissions
change, so TurnAlerts checks the players who must act from time to time.
"""

from collections.abc import Awaitable, Callable
from dataclasses import replace

from bot.match.core.matches import Matches
from bot.match.log.loaded import Loaded
from bot.match.log.records import MatchId
from bot.match.timing.alert_store import TurnAlertStore
from bot.match.timing.turn_alerts import Access, AccessCheck, TurnAlert, after_check, is_current
from bot.match.values.players import UserId

MOST = 50


CheckAccess = Callable[[int, int, UserId], Awaitable[AccessCheck]]
"""Returns the access of a user to a place in a server: the port to Discord."""


class TurnAlerts:
    def __init__(self, matches: Matches, store: TurnAlertStore, check_access: CheckAccess) -> None:
        self._matches = matches
        self.store = store
        self.check_access = check_access

    async def due(self) -> tuple[MatchId, ...]:
        return await self.store.due(self._matches.clock.now(), MOST)

    async def check(
        self, match: MatchId, now: int | None = None
    ) -> tuple[tuple[UserId, ...], bool]:
        """Check those players of a match who are due for a check. `now` is the moment for which the
        check counts, if not the present one.

        Return the players to alert again, who must act and can see the place now, but could not
        when the board was posted; and whether any player's access has changed.
        """
        loaded = await self._matches.load(match)
        if now is None:
            now = self._matches.clock.now()
        missed, changed = [], False
        for alert in (await self.store.of_match(match)).values():
            if alert.check_at is None or alert.check_at > now:
                continue
            if not is_current(alert, loaded):
                await self.store.change(match, alert, replace(alert, check_at=None))
            else:
                after = await self._check(loaded, alert, now)
                changed |= (after.unseen, after.access) != (alert.unseen, alert.access)
                if after.missed and after.access is Access.YES:
                    missed.append(alert.user)
        return tuple(missed), changed

    async def _check(self, loaded: Loaded, alert: TurnAlert, now: int) -> TurnAlert:
        record = loaded.record
        place = record.place or record.channel
        check = await self.check_access(record.guild, place, alert.user)
        if loaded.in_tournament and check.access is Access.NO:
            check = replace(check, access=Access.HIDDEN)
        after = after_check(alert, check, now, record.pace)
        return after if await self.store.change(record.id, alert, after) else alert

    async def blind_to(self, loaded: Loaded, place: int) -> tuple[UserId, ...]:
        """Return the players of a match who may be unable to see a place and use it."""
        guild = loaded.record.guild
        checks = {
            user: await self.check_access(guild, place, user) for user in loaded.roster.people
        }
        return tuple(user for user, check in checks.items() if check.access is not Access.YES)
