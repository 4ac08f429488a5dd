"""Runs due jobs by match, so that trouble with one match does not delay others.

A job that Discord refuses is retried with growing pauses, or immediately after a change that may
have removed the cause. A job that takes too long is cancelled and retried.
"""

import logging
from collections.abc import Awaitable, Callable, Collection, Mapping
from dataclasses import dataclass, field
from enum import IntEnum
from functools import partial

from bot.match.core.due_work import BRIEF, FIRST, DueWork
from bot.match.core.matches import Matches
from bot.match.log.records import MatchId
from bot.match.log.store_errors import StoreTrouble
from bot.match.values.errors import Refusal
from cogs.base.discord_errors import DISCORD_TROUBLE, is_passing, wait_of
from cogs.posting.leases import ShownElsewhere
from cogs.posting.posted_message import Postponed
from cogs.runtime.guild_queues import GuildQueues, bound

_log = logging.getLogger(__name__)

Work = Callable[[MatchId], Awaitable[None]]

MOST_KNOWN = 10_000


class Job(IntEnum):
    """Kinds of due work in a match, in their order of execution."""

    EXPIRE = 1
    """The invitation has expired."""
    START = 2
    """A crash kept a private practice from starting."""
    GO_ON = 4
    """A computer or a plan moves."""
    LOOK = 5
    """The bot must check which acting players can see the board."""
    SHOW = 6
    """The board is out of date. Notices follow it."""
    TIDY = 9
    """The match has moved, and old boards in its former place can still have buttons."""
    END = 11
    """A moderator has ended a match that can't be read, and its messages don't say so yet."""


@dataclass(eq=False)
class Jobs:
    matches: Matches
    guild_queues: GuildQueues
    works: Mapping[Job, Work]
    due_work: DueWork[tuple[MatchId, Job]] = field(init=False)
    _guilds: dict[MatchId, int] = field(default_factory=dict, init=False)
    _due: dict[MatchId, set[Job]] = field(default_factory=dict, init=False)

    def __post_init__(self) -> None:
        self.due_work = DueWork(
            "jobs",
            self.matches.clock,
            self.matches.observer,
            spell=lambda item: f"{item[1].name} of match {item[0]}",
        )

    async def begin(self, due: Mapping[MatchId, Collection[Job]]) -> None:
        """Start all jobs that are not paused, those of a match one after another; raise
        StoreTrouble.
        """
        waits = self.due_work.pauses.lasts
        guilds = await self.guilds(due)
        for match, jobs in due.items():
            ready = {job for job in jobs if not waits((match, job))}
            if ready and match in guilds:
                self._due.setdefault(match, set()).update(ready)
                self.guild_queues.begin(f"match {match}", guilds[match], partial(self._all, match))

    async def guilds(self, matches: Collection[MatchId]) -> Mapping[MatchId, int]:
        """Return the servers by match, also of other cached matches; raise StoreTrouble."""
        if len(self._guilds) > MOST_KNOWN:
            self._guilds.clear()
        unknown = [match for match in matches if match not in self._guilds]
        if unknown:
            self._guilds.update(await self.matches.store.guilds(unknown))
        return self._guilds

    async def now(self, match: MatchId, job: Job, work: Work | None = None) -> None:
        """Run a job now, even if it is paused; `work` replaces its usual work."""
        work = self.works[job] if work is None else work
        outcome = "failed"
        try:
            async with bound():
                await work(match)
            await self.due_work.succeeded((match, job))
            outcome = "done"
        except ShownElsewhere:
            outcome = "postponed"
            _log.info("Match %d is shown by another process", match)
        except Postponed as postponed:
            outcome = "postponed"
            await self._pause(match, job, postponed.__cause__ or postponed)
        except DISCORD_TROUBLE as error:
            outcome = "refused"
            await self._pause(match, job, error)
        except (Refusal, StoreTrouble) as error:
            _log.warning("A job of match %d waits: %r", match, error)
        except Exception as error:  # noqa: BLE001 - logged, and retried
            await self.due_work.failed((match, job), error)
        finally:
            self.matches.observer.job_done(job.name.lower().replace("_", " "), outcome, match)

    def forgive(self, guild: int) -> None:
        self.due_work.pauses.forgive(lambda item: self._guilds.get(item[0]) == guild)

    async def _all(self, match: MatchId) -> None:
        due = self._due[match]
        try:
            while due:
                job = min(due)
                due.discard(job)
                if not self.due_work.pauses.lasts((match, job)):
                    await self.now(match, job)
        finally:
            del self._due[match]

    async def _pause(self, match: MatchId, job: Job, error: BaseException) -> None:
        _log.warning("Discord refused a job of match %d: %r", match, error)
        try:
            await self.guilds([match])  # so that `forgive` can find the job
        except StoreTrouble as trouble:
            _log.info("Could not read the server of match %d: %r", match, trouble)
            return
        first = BRIEF if is_passing(error) else FIRST
        # The publisher reports Discord's refusal, so the job counts as done.
        self.due_work.pauses.begin((match, job), first, wait_of(error), blame=False)
