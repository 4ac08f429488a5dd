"""Finds the jobs that are due in the database, and says how each is done."""

from collections import defaultdict
from collections.abc import Awaitable, Callable, Sequence
from functools import partial

from bot.match.lobby.lobby import Lobby
from bot.match.matches import Matches
from bot.match.playing.service import MatchService
from bot.match.records import MatchId
from bot.match.stores import Stores
from bot.match.timing.timekeeper import Timekeeper
from bot.match.timing.visibility import TurnAlerts
from cogs.board.publisher import BoardPublisher
from cogs.invitations.host_messages import HostMessages
from cogs.invitations.opening import MatchOpener
from cogs.invitations.publisher import InvitationPublisher
from cogs.notices.publisher import NoticePublisher
from cogs.privacy.handlers import PrivacyHandlers
from cogs.runtime.guild_queues import GuildQueues
from cogs.runtime.in_flight import InFlight
from cogs.runtime.jobs import Job, Jobs, Work
from cogs.runtime.timers import Timers

Find = Callable[[], Awaitable[Sequence[MatchId]]]


class MatchJobs:
    """Finds the jobs of matches, and does them by the publishers and services."""

    def __init__(
        self,
        matches: Matches,
        stores: Stores,
        service: MatchService,
        lobby: Lobby,
        alerts: TurnAlerts,
        timekeeper: Timekeeper,
        boards: BoardPublisher,
        invitations: InvitationPublisher,
        host_messages: HostMessages,
        notices: NoticePublisher,
        opener: MatchOpener,
        queues: GuildQueues,
        in_flight: InFlight,
        wake: Callable[[], None],
    ) -> None:
        self._matches = matches
        self._stores = stores
        self._service = service
        self._lobby = lobby
        self._alerts = alerts
        self._timekeeper = timekeeper
        self._boards = boards
        self._invitations = invitations
        self._opener = opener
        self._queues = queues
        self._in_flight = in_flight
        self._wake = wake
        self.timers = Timers(matches.clock, service.automatic, self._timer_ended)
        works: dict[Job, Work] = {
            Job.EXPIRE: self._expire,
            Job.INVITE: self._invite,
            Job.TELL: host_messages.tell,
            Job.GO_ON: self._go_on,
            Job.LOOK: self._look,
            Job.SHOW: boards.show_fully,
            Job.NOTICES: notices.show,
            Job.REFRESH: invitations.refresh,
            Job.CARD: boards.update_card,
            Job.TIDY: boards.strip_left_behind,
        }
        self.jobs = Jobs(matches, queues, works)

    async def begin_due(self) -> None:
        """Start everything that is due, without waiting for it. Raises StoreTrouble."""
        store, stores, now = self._matches.store, self._stores, self._matches.clock.now()
        move = (Job.GO_ON, Job.SHOW, Job.NOTICES)
        lists: tuple[tuple[Find, tuple[Job, ...]], ...] = (
            (partial(store.expired_invitations, now), (Job.EXPIRE, Job.TELL)),
            (partial(store.unposted_invitations, now), (Job.INVITE,)),
            (stores.servers.untold, (Job.TELL,)),
            (store.computers_due, move),
            (stores.plans.due, move),
            (self._alerts.due, (Job.LOOK,)),
            (store.unshown, (Job.SHOW, Job.NOTICES)),
            (stores.notices.due, (Job.NOTICES,)),
            (stores.servers.cards_due, (Job.CARD,)),
            (stores.left_places.due, (Job.TIDY,)),
        )
        due: dict[MatchId, set[Job]] = defaultdict(set)
        for find, jobs in lists:
            for match in await find():
                due[match].update(jobs)
        for match in self._opener.opening & due.keys():
            del due[match]  # its board comes after the thread that is being made
        await self.jobs.begin(due)

    async def _timer_ended(self, match: MatchId) -> None:
        """Go on with a match whose timer has ended."""

        async def work(match: MatchId) -> None:
            await self._go_on(match)
            await self._boards.show(match)

        with self._in_flight.working():
            await self.jobs.now(match, Job.GO_ON, work)

    async def _go_on(self, match: MatchId) -> None:
        await self.timers.after(await self._service.go_on(match))

    async def _expire(self, match: MatchId) -> None:
        await self._lobby.expire(match)
        await self._invitations.refresh(match)

    async def _invite(self, match: MatchId) -> None:
        loaded = await self._lobby.look(match)
        if loaded.record.invitation is None:
            await self._opener.post(loaded)

    async def _look(self, match: MatchId) -> None:
        """Check who can see that the match waits for them; alert those again who could not."""
        looked = await self._alerts.look_at(match)
        if looked.missed:
            await self._boards.call_again(match, looked.missed)
        elif looked.changed:
            await self._boards.refresh(match)
        if await self._timekeeper.deadlines.due(self._matches.clock.now(), 1):
            self._wake()  # a deadline that was on hold may have passed


class Forgetting:
    """Goes on forgetting people and servers in the background."""

    def __init__(self, privacy: PrivacyHandlers, jobs: Jobs, queues: GuildQueues) -> None:
        self._privacy = privacy
        self._jobs = jobs
        self._queues = queues

    async def begin(self) -> None:
        """Start it, unless it is running."""
        self._queues.begin("forgetting", 0, self._go_on)

    async def _go_on(self) -> None:
        due: dict[MatchId, set[Job]] = defaultdict(set)
        for forgotten in await self._privacy.look_after():
            for match in forgotten.closed:
                due[match].add(Job.REFRESH)
            for match in forgotten.resigned:
                due[match].add(Job.SHOW)
        await self._jobs.begin(due)
