"""The round: what is due is looked for and done, again and again."""

import asyncio
import contextlib
import logging
from typing import TYPE_CHECKING

from bot.match.ports import StoreTrouble
from bot.match.types import MatchId

if TYPE_CHECKING:
    from cogs.client import SaludClient

_log = logging.getLogger(__name__)

TICK, BREATH = 20.0, 0.2
"""Seconds between looks at what is due: usually, and at least."""


class Round:
    """Looks after everything that waits for its time or for another try."""

    def __init__(self, client: "SaludClient", every: float) -> None:
        self._client = client
        self._every = every
        self._woken = asyncio.Event()

    async def run(self) -> None:
        """Look after all, again and again, until it is cancelled."""
        await self._client.wait_until_ready()
        while True:
            self._woken.clear()
            try:
                await self.look_after()
            except StoreTrouble:
                _log.exception("The store can't say what is due")
            await asyncio.sleep(min(self._every, BREATH))
            with contextlib.suppress(TimeoutError):
                async with asyncio.timeout(self._every):
                    await self._woken.wait()

    def wake(self) -> None:
        """Look at what is due now, instead of after the usual pause."""
        self._woken.set()

    async def look_after(self) -> None:
        """Do what is due: late invitations, time, computers, boards, notices, reminders."""
        client = self._client
        store, stores, chores = client.matches.store, client.stores, client.chores
        now = client.matches.clock.now()
        await client.pace.keeper.tick(up=client.connected)
        await chores.all(await store.expired(now), self._expire)
        await chores.all(await store.unposted(now), self._invite)
        await chores.all(await stores.servers.untold(), client.hosts.tell)
        due = sorted({*await store.computers_due(), *await stores.plans.due()})
        await chores.all(due, self._go_on)
        await chores.all(await store.unshown(), client.boards.mend)
        await chores.all(await stores.notices.due(), client.notices.show)
        await client.reminding.look_after()
        await client.absences.look_after()
        await client.overviews.look_after()
        await client.mine.look_after()

    async def ring(self, match: MatchId) -> None:
        """Go on with a match in which a wait has ended."""

        async def work(match: MatchId) -> None:
            await self._go_on(match)
            await self._client.boards.show(match)

        with self._client.busy.working():
            await self._client.chores.now(match, work)

    async def _expire(self, match: MatchId) -> None:
        await self._client.lobby.expire(match)
        await self._client.invitations.refresh(match)

    async def _invite(self, match: MatchId) -> None:
        loaded = await self._client.lobby.look(match)
        if loaded.record.invitation is None:
            await self._client.desk.begin(loaded)

    async def _go_on(self, match: MatchId) -> None:
        await self._client.alarms.after(await self._client.service.go_on(match))
