"""A world with its timekeeping services, and the notices of its matches."""

from bot.match.log.events import MatchEventKind
from bot.match.timekeeping.services import TimingServices
from bot.match.timing.alert_store import TurnAlertStore
from bot.match.timing.deadline_store import DeadlineStore
from bot.match.timing.lateness import latenesses
from bot.match.values.times import Pace
from cogs.notices.context import NoticeContext, NoticeLayout
from cogs.notices.layouts import notice_layout
from tests.cogs.moments import LONGEST_NAME, WORDS
from tests.cogs.test_layout import BUTTON, TEXT, check
from tests.match.world import World


class Clocked:
    def __init__(self, world: World) -> None:
        self.world = world
        database = world.database
        self.pace = TimingServices(
            world.matches, world.service, DeadlineStore(database), TurnAlertStore(database)
        )

    async def begun(self, *users: int, pace: Pace = Pace.DAY) -> int:
        lobby = self.world.toys
        loaded = await lobby.challenge(self.world.asked(users[0]), users[1:], pace=pace)
        for user in users[1:]:
            await lobby.join(loaded.record.id, user, self.world.interaction())
        return loaded.record.id

    async def later(self, seconds: int) -> None:
        self.world.clock.time += seconds
        await self.pace.timekeeper.tick()

    async def context(self, match: int, kind: MatchEventKind) -> NoticeContext:
        """Return the newest event of a kind, in the form that its notice is drawn from."""
        loaded = await self.world.matches.load(match)
        event = [event for event in loaded.events if event.kind is kind][-1]
        times = await self.pace.timekeeper.times(loaded)
        names = dict.fromkeys(range(10, 60), LONGEST_NAME)
        return NoticeContext(loaded, event, times, "https://example.com/1", WORDS, names)

    async def notice(self, match: int, kind: MatchEventKind) -> tuple[NoticeLayout, str, list[str]]:
        """Return the notice of the newest event of a kind, its text, and its buttons' verbs."""
        drawn = notice_layout(await self.context(match, kind))
        assert drawn is not None
        parts = check(drawn.layout)
        text = "\n".join(part["content"] for part in parts if part["type"] == TEXT)
        presses = [part for part in parts if part["type"] == BUTTON and "custom_id" in part]
        verbs = [part["custom_id"].split(":")[-1] for part in presses]
        return drawn, text, verbs


async def late_of(clocked: Clocked, match: int) -> int:
    """Return the id of the only unsettled lateness."""
    (late,) = latenesses(await clocked.world.matches.load(match))
    return late.id
