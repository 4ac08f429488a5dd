"""The round: what is due is looked for and begun, again and again. It waits for no request.

Time comes first, which needs the database alone. What needs Discord is only begun here: each
server has a lane of its own (lanes.py), so that one that hangs holds up no clock and no other.
"""

import asyncio
import contextlib
import logging
from collections import defaultdict
from collections.abc import Awaitable, Callable, Sequence
from functools import partial
from typing import TYPE_CHECKING

from bot.match.ports import StoreTrouble
from bot.match.timing.uptime import BEAT
from bot.match.types import MatchId
from cogs.runtime.jobs import Job, Work

if TYPE_CHECKING:
    from cogs.client import SaludClient

_log = logging.getLogger(__name__)

Find = Callable[[], Awaitable[Sequence[MatchId]]]

TICK, BREATH = 20.0, 0.2
"""Seconds between looks at what is due: usually, and at least."""
NAME = "round"
"""What the supervisor calls it."""
STUCK = 60.0
"""Seconds beside the usual ones after which a round counts as stuck."""


class Scheduler:
    """Looks after everything that waits for its time or for another try."""

    def __init__(self, client: "SaludClient", every: float) -> None:
        self._client = client
        self._every = every
        self._woken = asyncio.Event()

    @property
    def works(self) -> dict[Job, Work]:
        """How each chore is done."""
        client = self._client
        return {
            Job.EXPIRE: self._expire,
            Job.INVITE: self._invite,
            Job.TELL: client.host_messages.tell,
            Job.GO_ON: self._go_on,
            Job.LOOK: self._look,
            Job.SHOW: client.boards.mend,
            Job.NOTICES: client.notices.show,
            Job.REFRESH: client.invitations.refresh,
            Job.CARD: client.boards.card,
            Job.TIDY: client.boards.tidy,
        }

    @property
    def patience(self) -> float:
        """Seconds after which a round that has not come to its end is stuck."""
        return self._every + STUCK

    async def run(self) -> None:
        """Look after all, again and again, until it is cancelled."""
        await self._client.wait_until_ready()
        while True:
            self._woken.clear()
            wrong = await self.look_after()
            if wrong is None:
                self._client.supervisor.well(NAME)
            else:
                self._client.supervisor.wrong(NAME, wrong)
            await asyncio.sleep(min(self._every, BREATH))
            await self._rest()

    def wake(self) -> None:
        """Look at what is due now, instead of after the usual pause."""
        self._woken.set()

    async def look_after(self) -> Exception | None:
        """Let happen what time brings, and begin all else that is due; gives what went wrong.

        Trouble with one of these keeps none of the others waiting.
        """
        client = self._client
        wrong: Exception | None = None
        for step in (
            self._tick,
            self._matches,
            client.reminding.look_after,
            client.absences.look_after,
            client.overviews.look_after,
            self._forget,
        ):
            try:
                await step()
            except StoreTrouble as trouble:
                _log.exception("The store can't say what is due")
                wrong = trouble
            except Exception as error:  # noqa: BLE001 - logged, and tried again
                _log.exception("A part of the round went wrong")
                wrong = error
        return wrong

    async def ring(self, match: MatchId) -> None:
        """Go on with a match in which a wait has ended."""

        async def work(match: MatchId) -> None:
            await self._go_on(match)
            await self._client.boards.show(match)

        with self._client.in_flight.working():
            await self._client.jobs.now(match, Job.GO_ON, work)

    async def _rest(self) -> None:
        """Wait for the next round; note meanwhile that the bot is up."""
        left = self._every
        while left > 0:
            with contextlib.suppress(TimeoutError):
                async with asyncio.timeout(min(left, BEAT)):
                    await self._woken.wait()
                    return
            left -= BEAT
            if left > 0:
                try:
                    await self._client.pace.keeper.beat(up=self._client.connected)
                except StoreTrouble as trouble:
                    _log.warning("It can't be noted that the bot is up: %s", trouble)

    async def _tick(self) -> None:
        await self._client.pace.keeper.tick(up=self._client.connected)

    async def _matches(self) -> None:
        """Begin what is due in matches."""
        client = self._client
        store, now = client.matches.store, client.matches.clock.now()
        move = (Job.GO_ON, Job.SHOW, Job.NOTICES)
        lists: tuple[tuple[Find, tuple[Job, ...]], ...] = (
            (partial(store.expired, now), (Job.EXPIRE, Job.TELL)),
            (partial(store.unposted, now), (Job.INVITE,)),
            (client.stores.servers.untold, (Job.TELL,)),
            (store.computers_due, move),
            (client.stores.plans.due, move),
            (client.calls.due, (Job.LOOK,)),
            (store.unshown, (Job.SHOW, Job.NOTICES)),
            (client.stores.notices.due, (Job.NOTICES,)),
            (client.stores.servers.cards_due, (Job.CARD,)),
            (client.stores.left_places.due, (Job.TIDY,)),
        )
        due: dict[MatchId, set[Job]] = defaultdict(set)
        for find, jobs in lists:
            for match in await find():
                due[match].update(jobs)
        await client.jobs.begin(due)

    async def _forget(self) -> None:
        """Go on forgetting people and servers, beside everything else."""
        self._client.guild_queues.begin("forgetting", 0, self._go_on_forgetting)

    async def _go_on_forgetting(self) -> None:
        due: dict[MatchId, set[Job]] = defaultdict(set)
        for forgotten in await self._client.mine.look_after():
            for match in forgotten.closed:
                due[match].add(Job.REFRESH)
            for match in forgotten.resigned:
                due[match].add(Job.SHOW)
        await self._client.jobs.begin(due)

    async def _look(self, match: MatchId) -> None:
        """See who knows that the match waits for them; call those again who could not."""
        looked = await self._client.calls.look_at(match)
        if looked.missed:
            await self._client.boards.recall(match, looked.missed)
        elif looked.changed:
            await self._client.boards.renew(match)
        keeper = self._client.pace.keeper
        if await keeper.deadlines.due(self._client.matches.clock.now(), 1):
            self.wake()  # who was seen may be late now

    async def _expire(self, match: MatchId) -> None:
        await self._client.lobby.expire(match)
        await self._client.invitations.refresh(match)

    async def _invite(self, match: MatchId) -> None:
        loaded = await self._client.lobby.look(match)
        if loaded.record.invitation is None:
            await self._client.handlers.begin(loaded)

    async def _go_on(self, match: MatchId) -> None:
        await self._client.timers.after(await self._client.service.go_on(match))
