"""The faults of a fleet: in its processes, its connections to Discord, and its database."""

import asyncio
import time
from collections.abc import Awaitable, Callable

from chaos.bot_processes import BotProcesses
from chaos.database_reader import DatabaseReader
from chaos.fleet.link import Link
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
SLOW = (0.02, 0.25)
"""Seconds that a slow network adds in each direction."""
LASTS = (1.0, 6.0)
"""Real seconds for which the network is slow."""
GOT_OVER = 35.0
"""Real seconds after which other processes have taken over the work of a dead one."""
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
        link: Link | None,
    ) -> None:
        super().__init__(participants, processes, tracker, reader, luck, note)
        self._link = link
        self._got_over = 0.0
        if server is None or link is None:
            return
        self.others = {**GATEWAY, **DATABASE}
        happening: dict[str, Callable[[], Awaitable[None] | None]] = {
            "the database crashes": lambda: self._crash(server),
            "the database ends all sessions": server.kill_sessions,
            "the network to the database is slow": lambda: self._slow(link),
            "the network to the database breaks": link.cut,
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

    async def repair(self) -> None:
        if self._link is not None:
            self._link.delay = 0.0
        await super().repair()

    async def _crash(self, server: PostgresServer) -> None:
        # Shielded, so that the server comes up again even if the run ends meanwhile.
        await asyncio.shield(asyncio.to_thread(self._crash_now, server, self._luck.between(*DOWN)))

    def _crash_now(self, server: PostgresServer, seconds: float) -> None:
        server.crash()
        time.sleep(seconds)
        server.start()

    async def _slow(self, link: Link) -> None:
        link.delay = self._luck.between(*SLOW)
        await asyncio.sleep(self._luck.between(*LASTS))
        link.delay = 0.0
