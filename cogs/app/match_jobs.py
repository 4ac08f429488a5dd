"""Finds the jobs that are due in the database, and says how each is done."""

from collections import defaultdict
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass, field
from functools import partial

from bot.match.lobby.lobby import Lobby
from bot.match.log.records import MatchId, Status
from bot.match.log.store_errors import StoreTrouble
from bot.match.people.troubles import TroubleKind
from bot.match.playing.service import MatchService
from bot.match.timekeeping.timekeeper import Timekeeper
from bot.match.timekeeping.visibility import TurnAlerts
from cogs.base.discord_errors import DISCORD_TROUBLE
from cogs.board.publisher import BoardPublisher
from cogs.invitations.host_messages import HostMessages
from cogs.invitations.opening import MatchOpener
from cogs.invitations.publisher import InvitationPublisher
from cogs.kit import Kit
from cogs.notices.publisher import NoticePublisher
from cogs.posting.permissions import FILES, SEE, SEND
from cogs.privacy.handlers import PrivacyHandlers
from cogs.runtime.guild_queues import GuildQueues
from cogs.runtime.in_flight import InFlight
from cogs.runtime.jobs import Job, Jobs, Work
from cogs.runtime.timers import Timers

INVITING = (SEE, SEND, FILES)
"""What an invitation needs in a channel."""
Find = Callable[[], Awaitable[Sequence[MatchId]]]


@dataclass(eq=False)
class MatchJobs:
    """Finds the jobs of matches, and does them by the publishers and services."""

    kit: Kit
    service: MatchService
    lobby: Lobby
    alerts: TurnAlerts
    timekeeper: Timekeeper
    boards: BoardPublisher
    invitations: InvitationPublisher
    host_messages: HostMessages
    notices: NoticePublisher
    opener: MatchOpener
    in_flight: InFlight
    wake: Callable[[], None]
    timers: Timers = field(init=False)
    jobs: Jobs = field(init=False)

    def __post_init__(self) -> None:
        self.timers = Timers(
            self.kit.matches.clock, self.service.automatic, self._ready, self.kit.matches.observer
        )
        self.service.thoughts.finished = self._ready
        works: dict[Job, Work] = {
            Job.EXPIRE: self._expire,
            Job.INVITE: self._invite,
            Job.TELL: self.host_messages.tell,
            Job.GO_ON: self._go_on,
            Job.LOOK: self._look,
            Job.SHOW: self._show,
            Job.NOTICES: self.notices.show,
            Job.CARD: self._update_card,
            Job.TIDY: self.boards.strip_left_behind,
        }
        self.jobs = Jobs(self.kit.matches, self.kit.queues, works)

    async def begin_due(self) -> None:
        """Start everything that is due, without waiting for it.

        A list that can't be read keeps no other from being done. Raises StoreTrouble afterwards.
        """
        store, stores, now = self.kit.matches.store, self.kit.stores, self.kit.matches.clock.now()
        move = (Job.GO_ON, Job.SHOW, Job.NOTICES)
        lists: tuple[tuple[Find, tuple[Job, ...]], ...] = (
            (partial(store.expired_invitations, now), (Job.EXPIRE, Job.TELL)),
            (partial(store.unposted_invitations, now), (Job.INVITE,)),
            (store.unposted_tables, (Job.INVITE,)),
            (stores.servers.untold, (Job.TELL,)),
            (store.computers_due, move),
            (stores.plans.due, move),
            (self.alerts.due, (Job.LOOK,)),
            (store.unshown, (Job.SHOW, Job.NOTICES)),
            (stores.notices.due, (Job.NOTICES,)),
            (stores.servers.cards_due, (Job.CARD,)),
            (stores.left_places.due, (Job.TIDY,)),
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
            del due[match]  # its board comes after the thread that is being made
        await self.jobs.begin(due)
        if trouble is not None:
            raise trouble

    async def _ready(self, match: MatchId) -> None:
        """Go on with a match whose timer has ended, or for which a computer has thought."""

        with self.in_flight.working():
            await self.jobs.now(match, Job.GO_ON, self._go_on_and_show)

    async def _go_on_and_show(self, match: MatchId) -> None:
        """What computers do that think one after another is shown together, in the end."""
        await self._go_on(match)
        if match not in self.service.thoughts:
            await self.boards.show(match)

    async def _go_on(self, match: MatchId) -> None:
        await self.timers.after(await self.service.go_on(match))

    async def _expire(self, match: MatchId) -> None:
        await self.lobby.expire(match)
        await self.invitations.refresh(match)

    async def _invite(self, match: MatchId) -> None:
        loaded = await self.lobby.look(match)
        record = loaded.record
        if record.invitation is not None:
            return
        kind, channel = TroubleKind.INVITATIONS, record.channel
        try:
            await self.opener.post(loaded)
        except DISCORD_TROUBLE as error:
            await self.kit.troubles.refused(record.guild, kind, channel, error, INVITING)
            raise
        self.kit.troubles.works(kind, channel)

    async def _show(self, match: MatchId) -> None:
        """Post the card before the board where it is missing: the thread is made from the card.

        A tournament posts no card before this, and practice may have been cut off before it.
        """
        record = (await self.kit.matches.look(match)).record
        begun_by_itself = record.table is not None or record.place is None
        if record.invitation is None and begun_by_itself:
            await self._invite(match)
        await self.boards.show_fully(match)

    async def _update_card(self, match: MatchId) -> None:
        """Bring the card of a match up to date; in a tournament the board as well.

        Both say until when a round lasts, and only the card counts changes of that. So the board
        comes first: a kill in between leaves the card due.
        """
        loaded = await self.kit.matches.look(match)
        if loaded.status is Status.OVER:
            await self.boards.update_card(match)
            return
        if loaded.record.table is not None and loaded.status is Status.RUNNING:
            await self.boards.refresh(match)
        await self.invitations.update(match)

    async def _look(self, match: MatchId) -> None:
        """Check who can see that the match waits for them; alert those again who could not."""
        looked = await self.alerts.look_at(match)
        if looked.missed:
            await self.boards.call_again(match, looked.missed)
        elif looked.changed:
            await self.boards.refresh(match)
        if await self.timekeeper.deadlines.due(self.kit.matches.clock.now(), 1):
            self.wake()  # a deadline that was on hold may have passed


@dataclass(eq=False)
class Forgetting:
    """Goes on forgetting people and servers in the background."""

    privacy: PrivacyHandlers
    jobs: Jobs
    queues: GuildQueues

    async def begin(self) -> None:
        """Start it, unless it is running."""
        self.queues.begin("forgetting", 0, self._go_on)

    async def _go_on(self) -> None:
        due: dict[MatchId, set[Job]] = defaultdict(set)
        for forgotten in await self.privacy.look_after():
            for match in forgotten.closed:
                due[match].add(Job.CARD)
            for match in forgotten.resigned:
                due[match].add(Job.SHOW)
        await self.jobs.begin(due)
