"""A bot that posts the boards of a world. The test decides which users can see them."""

from dataclasses import dataclass, field, replace
from functools import partial

from bot.match.core.boards import BoardProgress
from bot.match.people.messages import MessageKind, MessageStore
from bot.match.timekeeping.visibility import TurnAlerts
from bot.match.timing.alert_store import TurnAlertStore
from bot.match.timing.lateness import latenesses
from bot.match.timing.notices import note_posted
from bot.match.timing.turn_alerts import Access, AccessCheck, alerts_missing
from bot.match.values.times import HOUR, Pace
from tests.match.world import CHANNEL, GUILD, World

YES, NO, GONE, CLOSED, UNKNOWN = map(
    AccessCheck, (Access.YES, Access.NO, Access.GONE, Access.CLOSED, Access.UNKNOWN)
)


@dataclass
class SetVisibility:
    """Access checks with a result that the test sets for each user; the default is YES."""

    of_user: dict[int, AccessCheck] = field(default_factory=dict)

    async def of(self, guild: int, place: int, user: int) -> AccessCheck:
        assert (guild, place) == (GUILD, CHANNEL)
        return self.of_user.get(user, YES)


class AlertingBot:
    def __init__(self, world: World) -> None:
        world.matches.hidden = True
        self.world = world
        self.store = TurnAlertStore(world.database)
        self.visibility = SetVisibility()
        self.alerts = TurnAlerts(world.matches, self.store, self.visibility.of)

    async def post(self, match: int, again: tuple[int, ...] = ()) -> None:
        """Post the board of a match. Also alert the users in `again`, who missed the last board."""
        loaded = await self.world.matches.load(match)
        now = self.world.clock.now()
        calls = alerts_missing(loaded, await self.store.of_match(match), now, again)
        assert await self.world.store.lease(match, "bot", now, now + 5)
        shown = BoardProgress(loaded.seq, 0, 0, len(loaded.events), 1, CHANNEL)
        assert await self.world.store.note_shown(match, shown, "bot", calls)
        await self.look()

    async def post_notice(self, match: int) -> None:
        """Post the only notice of a match."""
        messages, now = MessageStore(self.world.database), self.world.clock.now()
        (row,) = await messages.of_subject(MessageKind.NOTICE, match)
        assert await messages.claim(row.key, "bot", now, now + 5, forced=True)
        shown = replace(row, message=5, shown=row.wanted)
        assert await messages.note(shown, "bot", also=partial(note_posted, now=now))

    async def look(self) -> tuple[int, ...]:
        """Carry out the due access checks. Return the users who missed a board and can see the next
        one.
        """
        missed: tuple[int, ...] = ()
        for match in await self.alerts.due():
            missed += (await self.alerts.check(match))[0]
        return missed

    async def wait(self, seconds: int, step: int = HOUR) -> None:
        """Advance the clock in steps, with the bot's work after each step."""
        until = self.world.clock.time + seconds
        while self.world.clock.time < until:
            self.world.clock.time = min(self.world.clock.time + step, until)
            for _ in range(3):
                await self.world.pace.timekeeper.tick()
                await self.look()

    async def late(self, match: int) -> list[int]:
        """Return the users who are late."""
        return [lateness.user for lateness in latenesses(await self.world.matches.load(match))]


async def start_match(world: World, *users: int) -> int:
    """Start a match with a day for each turn; the first user moves first."""
    match = (await world.begun(*users, pace=Pace.DAY)).record.id
    await world.store.set_place(match, CHANNEL)
    return match
