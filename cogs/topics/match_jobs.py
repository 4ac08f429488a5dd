"""Finds due jobs in the database, and carries them out."""

from collections import defaultdict
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass, field
from functools import partial

from bot.match.log.records import MatchId
from bot.match.log.store_errors import StoreTrouble
from bot.match.services import DomainServices
from cogs.board.publisher import BoardPublisher
from cogs.invitations.host_messages import HostMessages
from cogs.invitations.opening import MatchOpener
from cogs.kit import Kit
from cogs.notices.kind import Notices
from cogs.runtime.in_flight import InFlight
from cogs.runtime.jobs import Job, Jobs, Work
from cogs.runtime.timers import Timers

Find = Callable[[], Awaitable[Sequence[MatchId]]]


@dataclass(eq=False)
class MatchJobs:
    kit: Kit
    domain: DomainServices
    boards: BoardPublisher
    opener: MatchOpener
    host_messages: HostMessages
    notices: Notices
    in_flight: InFlight
    wake: Callable[[], None]
    timers: Timers = field(init=False)
    jobs: Jobs = field(init=False)

    def __post_init__(self) -> None:
        self.timers = Timers(
            self.kit.matches.clock,
            self.domain.play.automatic,
            self._ready,
            self.kit.matches.observer,
        )
        self.domain.play.thoughts.finished = self._ready
        self.boards.interludes.ended = self._show_after_interlude
        works: dict[Job, Work] = {
            Job.EXPIRE: self._expire,
            Job.START: self._start,
            Job.GO_ON: self._go_on,
            Job.LOOK: self._look,
            Job.SHOW: self._show,
            Job.TIDY: self.boards.strip_left_behind,
            Job.END: self.boards.show_fully,
        }
        self.jobs = Jobs(self.kit.matches, self.kit.queues, works)

    async def begin_due(self) -> None:
        """Start all due jobs without waiting for them.

        If one list of due jobs can't be read, start the others, then raise StoreTrouble.
        """
        store, stores, now = self.kit.matches.store, self.kit.stores, self.kit.matches.clock.now()
        move = (Job.GO_ON, Job.SHOW)
        lists: tuple[tuple[Find, tuple[Job, ...]], ...] = (
            (partial(store.unstarted_practice, now), (Job.START,)),
            (partial(store.expired_invitations, now), (Job.EXPIRE,)),
            (store.computers_due, move),
            (stores.plans.due, move),
            (self.domain.alerts.due, (Job.LOOK,)),
            (store.boards_due, (Job.SHOW,)),
            (store.unread_ends, (Job.END,)),
            (self.kit.matches.store.places_left, (Job.TIDY,)),
        )
        due: dict[MatchId, set[Job]] = defaultdict(set)
        trouble: StoreTrouble | None = None
        for find, jobs in lists:
            try:
                for match in await find():
                    due[match].update(jobs)
            except StoreTrouble as error:
                trouble = error
        for match in self.opener.opening & due.keys():
            del due[match]  # the opener posts its board after its thread
        await self.jobs.begin(due)
        if trouble is not None:
            raise trouble

    async def _ready(self, match: MatchId) -> None:
        """Continue a match whose timer has ended, or whose computer has finished thinking."""

        with self.in_flight.working():
            await self.jobs.now(match, Job.GO_ON, self._go_on_and_show)

    async def _show_after_interlude(self, match: MatchId) -> None:
        with self.in_flight.working():
            await self.jobs.now(match, Job.SHOW, self.boards.show)

    async def _go_on_and_show(self, match: MatchId) -> None:
        """Show the moves of several computers together, after the last one."""
        await self._go_on(match)
        if match not in self.domain.play.thoughts:
            await self.boards.show(match)

    async def _go_on(self, match: MatchId) -> None:
        await self.timers.after(await self.domain.play.go_on(match))

    async def _start(self, match: MatchId) -> None:
        await self.domain.lobby.load(match)

    async def _expire(self, match: MatchId) -> None:
        await self.domain.lobby.expire(match)
        await self.opener.cards.refresh(match)
        await self.host_messages.tell(match)

    async def _show(self, match: MatchId) -> None:
        """Post the board; if the card is missing, post that first, because the thread is created
        from it.

        A tournament's match has no card until this job runs. A practice match lacks one if the bot
        was killed while starting it. A private match never has one.
        """
        record = (await self.kit.matches.load(match)).record
        started_automatically = record.table is not None or record.place is None
        if record.invitation is None and started_automatically and not record.private:
            await self.opener.cards.show(match)
        try:
            await self.boards.show_fully(match)
        finally:
            await self.notices.show(match)

    async def _look(self, match: MatchId) -> None:
        missed, changed = await self.domain.alerts.check(match)
        if missed:
            await self.boards.call_again(match, missed)
        elif changed:
            await self.boards.refresh(match)
        if await self.domain.timing.timekeeper.deadlines.due(self.kit.matches.clock.now(), 1):
            self.wake()  # a deadline that was suspended may have passed
