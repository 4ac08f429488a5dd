"""The faults of a fleet: in its processes, its connections to Discord, and its database."""

import asyncio
import time
from collections.abc import Awaitable, Callable

from chaos.bot_processes import BotProcesses
from chaos.database_reader import DatabaseReader
from chaos.fleet.link import DatabaseLink
from chaos.fleet.watch import LOOK, ShardWatch
from chaos.message_tracker import MessageTracker
from chaos.postgresql_server import PostgresServer
from chaos.storm.faults import FaultInjector, Note
from chaos.storm.participants import Participants
from playground.luck import Luck

GATEWAY = {"drop the gateway": 2.0, "ask to reconnect": 1.0, "end the session": 0.5}
DATABASE = {
    "the database crashes": 1.5,
    "the database ends all sessions": 2.0,
    "the network to the database is slow": 3.0,
    "the network to the database breaks": 2.0,
}
CUT = "a process is cut from Discord"
SKEWED = "a process has a wrong clock"
PAUSED = "a process pauses inside a transaction"
STALLED = "the database stalls"
LONG = (CUT, SKEWED, PAUSED, STALLED)
"""Faults that take a minute or so. Each storm begins with another one."""
HANDED_OVER = (65.0, 85.0)
"""Real seconds for which a process is cut off; it hands over its shards after a minute."""
SKEW = (6, 600)
"""Seconds by which a clock is wrong, in either direction."""
WRONG = 20.0
"""Real seconds for which a process with a wrong clock runs."""
PAUSE = (8.0, 40.0)
"""Real seconds for which a process pauses: its leases last for 20 of them."""
ATTEMPTS = 60
NOTICED = 5.0
"""Real seconds after which a resumed process has renewed its leases."""
STALL = (12.0, 26.0)
"""Real seconds for which the database answers nothing."""
RECOVERY = 60.0
"""Real seconds within which all shards have a session again."""
SLOW = (0.02, 0.25)
"""Seconds that a slow network adds in each direction."""
LASTS = (1.0, 6.0)
"""Real seconds for which the network is slow."""
GOT_OVER = 35.0
"""Real seconds after which other processes have taken over the work of a dead one."""
BETWEEN = (1.0, 5.0)
"""Real seconds between two short faults during a long one."""
DOWN = (0.0, 3.0)
"""Real seconds for which a crashed database is down."""


class FleetFaults(FaultInjector):
    others = GATEWAY

    def __init__(
        self,
        participants: Participants,
        processes: BotProcesses,
        tracker: MessageTracker,
        reader: DatabaseReader,
        luck: Luck,
        note: Note,
        server: PostgresServer | None,
        link: DatabaseLink | None,
        watch: ShardWatch,
        *,
        brief: bool,
    ) -> None:
        super().__init__(participants, processes, tracker, reader, luck, note)
        self._link = link
        self._watch = watch
        self._bots = processes
        self._wrong = False
        """Whether the last process has a wrong clock."""
        self._got_over = 0.0
        self._faults[CUT] = self._cut_off
        self._openings: list[str] = []
        if not brief and processes.wanted > 1:
            names = [CUT] if server is None else [*LONG]
            first = luck.child("long").below(len(names))
            self._openings = names[first:] + names[:first]
        if server is None or link is None:
            return
        self.others = {**GATEWAY, **DATABASE}
        happening: dict[str, Callable[[], Awaitable[None] | None]] = {
            "the database crashes": lambda: self._crash(server),
            "the database ends all sessions": server.kill_sessions,
            "the network to the database is slow": lambda: self._slow(link),
            "the network to the database breaks": link.cut,
            SKEWED: self._set_wrong,
            PAUSED: lambda: self._pause(server),
            STALLED: lambda: self._stall(link),
        }
        self._faults |= happening

    def draw(self) -> str:
        """Return the name of the next fault: no second process fault before the fleet has
        recovered.
        """
        if time.monotonic() < self._got_over:
            return self._luck.weighted(self.others)
        name = super().draw()
        if name not in self.others:
            self._got_over = time.monotonic() + GOT_OVER
        return name

    def opening(self) -> str:
        """Return the next long fault, in turn."""
        if not self._openings:
            return ""
        self._openings.append(self._openings.pop(0))
        return self._openings[-1]

    async def repair(self) -> None:
        if self._link is not None:
            self._link.delay = 0.0
            self._link.flow()
        self._bots.mend_links()
        self._resume()
        await self._stop_wrong()
        await super().repair()
        await self._recovered()

    async def _recovered(self) -> None:
        """Wait until every shard has a session."""
        until = time.monotonic() + RECOVERY
        while not self._watch.is_complete and time.monotonic() < until:  # noqa: ASYNC110 - it is a look from outside
            await asyncio.sleep(LOOK)
        self._watch.is_cut = False

    async def _meanwhile(self, seconds: float) -> None:
        """Inject short faults until the time is over."""
        until = time.monotonic() + seconds
        while time.monotonic() < until:
            await asyncio.sleep(self._luck.between(*BETWEEN))
            await self.inject(self._luck.weighted(self.others))

    async def _cut_off(self) -> None:
        link = self._bots.link_of_first()
        self._watch.is_cut = link.is_cut = True
        link.cut()
        await self._meanwhile(self._luck.between(*HANDED_OVER))
        link.is_cut = False
        await self._recovered()

    async def _set_wrong(self) -> None:
        """Replace a process by one whose clock is wrong, for a while."""
        seconds = SKEW[0] + self._luck.below(SKEW[1] - SKEW[0])
        await self._bots.terminate()
        await self._bots.start(skew=seconds if self._luck.chance(0.5) else -seconds)
        self._wrong = True
        await self._meanwhile(WRONG)
        await self._stop_wrong()
        await self._bots.start()

    async def _stop_wrong(self) -> None:
        if self._wrong:
            self._wrong = False
            await self._bots.terminate_last()

    async def _pause(self, server: PostgresServer) -> None:
        """Stop a process between two statements of a transaction, so that it holds locks."""
        for _ in range(ATTEMPTS):
            self._bots.suspend_first()
            await asyncio.sleep(LOOK)
            if await asyncio.to_thread(server.has_open_transaction):
                break
            self._bots.resume()
            await asyncio.sleep(self._luck.between(0.0, LOOK))
        self._bots.suspend_first()
        self._watch.suspended.add(self._bots.link_of_first().url)
        await asyncio.sleep(self._luck.between(*PAUSE))
        self._bots.resume()
        await asyncio.sleep(NOTICED)  # it ends sessions for shards that others have by now
        self._watch.suspended.clear()
        await self._recovered()

    def _resume(self) -> None:
        self._bots.resume()
        self._watch.suspended.clear()

    async def _stall(self, link: DatabaseLink) -> None:
        # Chaos itself reads the database, so the server must not stall for it.
        link.stall()
        await asyncio.sleep(self._luck.between(*STALL))
        link.flow()

    async def _crash(self, server: PostgresServer) -> None:
        # Shielded, so that the server comes up again even if the run ends meanwhile.
        await asyncio.shield(asyncio.to_thread(self._crash_now, server, self._luck.between(*DOWN)))

    def _crash_now(self, server: PostgresServer, seconds: float) -> None:
        server.crash()
        time.sleep(seconds)
        server.start()

    async def _slow(self, link: DatabaseLink) -> None:
        link.delay = self._luck.between(*SLOW)
        await asyncio.sleep(self._luck.between(*LASTS))
        link.delay = 0.0
