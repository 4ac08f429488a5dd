"""A bot that shows the matches of a world, and knows who can see them, as a test has set."""

from dataclasses import dataclass, field

from bot.match.core.store import Shown
from bot.match.timekeeping.visibility import TurnAlerts
from bot.match.timing.lateness import latenesses
from bot.match.timing.turn_alerts import Access, AccessCheck, alerts_missing
from bot.match.values.times import HOUR, Pace
from bot.storage.tables.turn_alerts import SqlTurnAlerts
from tests.match.world import CHANNEL, GUILD, World

YES, NO, GONE, CLOSED, UNKNOWN = map(
    AccessCheck, (Access.YES, Access.NO, Access.GONE, Access.CLOSED, Access.UNKNOWN)
)


@dataclass
class SetVisibility:
    """Says of everybody what a test has set."""

    of_user: dict[int, AccessCheck] = field(default_factory=dict)

    async def of(self, guild: int, place: int, user: int) -> AccessCheck:
        """What was set; without that everybody sees everything."""
        assert (guild, place) == (GUILD, CHANNEL)
        return self.of_user.get(user, YES)


class AlertingBot:
    """A bot that shows the matches of a world, as far as a test lets it."""

    def __init__(self, world: World) -> None:
        world.matches.hidden = True
        self.world = world
        self.store = SqlTurnAlerts(world.database)
        self.visibility = SetVisibility()
        self.alerts = TurnAlerts(world.matches, self.store, self.visibility)

    async def post(self, match: int, again: tuple[int, ...] = ()) -> None:
        """Post the board of a match, also for those who missed the last one; see who sees it."""
        loaded = await self.world.matches.look(match)
        now = self.world.clock.now()
        calls = alerts_missing(loaded, await self.store.of_match(match), now, again)
        assert await self.world.store.lease(match, "bot", now, now + 5)
        shown = Shown(loaded.seq, 0, 0, len(loaded.events), 1, CHANNEL)
        assert await self.world.store.show(match, shown, "bot", calls)
        await self.look()

    async def look(self) -> tuple[int, ...]:
        """Look at whom it is time to look at; gives who must be called again."""
        found: tuple[int, ...] = ()
        for match in await self.alerts.due():
            found += (await self.alerts.look_at(match)).missed
        return found

    async def wait(self, seconds: int, step: int = HOUR) -> None:
        """Let time pass, with all that a bot looks at meanwhile."""
        until = self.world.clock.time + seconds
        while self.world.clock.time < until:
            self.world.clock.time = min(self.world.clock.time + step, until)
            for _ in range(3):
                await self.world.pace.timekeeper.tick()
                await self.look()

    async def late(self, match: int) -> list[int]:
        """Who is late."""
        return [one.user for one in latenesses(await self.world.matches.look(match))]


async def begun(world: World, *users: int) -> int:
    """A match with a day for each turn; the first is to act."""
    match = (await world.begun(*users, pace=Pace.DAY)).record.id
    await world.store.set_place(match, CHANNEL)
    return match
