"""Who may look at a match of a day, and where."""

from bot.match.daily.store import DayStore
from bot.match.log.records import Record, check_revealed
from bot.match.log.roster import Roster
from bot.match.values.errors import NoSuchMatch
from bot.match.values.players import UserId
from bot.match.values.times import Clock


class DayAccess:
    """Opens matches of a day to their player everywhere at once; to others when the day is over,
    in the servers in which the player asked for it."""

    def __init__(self, clock: Clock, store: DayStore) -> None:
        self._clock = clock
        self._store = store

    async def check(self, record: Record, roster: Roster, user: UserId, guild: int | None) -> None:
        """Raises NoSuchMatch or SecretUntilDayEnds unless the user may see the match in a server.

        A match that is of no day is seen in its own server.
        """
        if record.day is not None and user in roster.joined:
            return
        if record.guild != guild and not await self._shared_with(record, roster, guild):
            raise NoSuchMatch
        check_revealed(record, self._clock.now())

    async def _shared_with(self, record: Record, roster: Roster, guild: int | None) -> bool:
        if record.day is None or guild is None:
            return False
        return await self._store.has_asked(record.game, record.day, roster.host, guild)
