"""One fleet: processes share shards and a database while groups in many servers play."""

import asyncio
from contextlib import AsyncExitStack
from pathlib import Path

import yarl

from chaos.bot_processes import ProcessSource
from chaos.days.solver import Solver
from chaos.fleet.faults import FleetFaults
from chaos.fleet.link import DatabaseLink, DiscordLink
from chaos.fleet.watch import ShardWatch
from chaos.pgbouncer import PgBouncer
from chaos.postgresql_server import PostgresServer
from chaos.scenario import RunResult, Scenario
from chaos.small_servers import founded, newcomer
from chaos.storm.faults import FaultInjector, Note
from chaos.storm.participants import Participants
from chaos.storm.storm import Storm
from playground import Person
from playground.luck import Luck

SHARDS = 16
SERVERS = 400
IDENTIFY = 5.0
"""Seconds that Discord demands between two sessions in a bucket."""


class Fleet(Storm):
    server: PostgresServer | None = None
    link: DatabaseLink | None = None

    async def run(self) -> RunResult:
        gateway = self.playground.gateway
        gateway.recommended_shards = gateway.max_concurrency = SHARDS
        gateway.identify_seconds = IDENTIFY
        self.processes.wanted = self.scenario.processes
        self.processes.settings["SALUD_SHARDS"] = "auto"
        self.homes = founded(self.playground, SERVERS)
        self._born = 0
        async with AsyncExitStack() as stack:
            if self.scenario.postgresql:
                self.server = stack.enter_context(PostgresServer(quick=False))
                self.server.create("salud")
                self.reader.address = self.server.address("salud")
                entrance: PostgresServer | PgBouncer = self.server
                if self.scenario.pgbouncer:
                    pooler = PgBouncer(self.server, self.scenario.pgbouncer)
                    entrance = stack.enter_context(pooler)
                self.link = await stack.enter_async_context(DatabaseLink(entrance.socket))
                self.processes.address = entrance.address("salud", self.link.folder)
            self.watch = ShardWatch(self.playground, SHARDS, self.transcript.shards)
            watching = asyncio.create_task(self.watch.look())
            stack.callback(watching.cancel)

            async def new_link() -> DiscordLink:
                port = yarl.URL(self.playground.url).port
                assert port is not None, "the playground listens"
                return await stack.enter_async_context(DiscordLink(port))

            self.processes.new_link = new_link
            result = await super().run()
            if self.server is not None:
                await self.processes.copy_to_file()
            return result

    async def _start(self) -> None:
        for _ in range(self.scenario.processes):
            await self.processes.start()

    def _channels(self) -> list[int]:
        # Neighbouring servers are on different shards. Each server gets at most one group unless
        # there are more groups than servers.
        return [home.channel for home in self.homes]

    def _member(self, name: str, channel: int) -> Person:
        self._born += 1
        (home,) = (home for home in self.homes if home.channel == channel)
        return newcomer(self.playground, home, self._born, name)

    def _solvers(self, participants: Participants) -> list[Solver]:  # noqa: ARG002 - there are none
        return []  # storms and seasons have them

    def _injector(self, luck: Luck, note: Note) -> FaultInjector:
        return FleetFaults(
            self.participants,
            self.processes,
            self.tracker,
            self.reader,
            luck,
            note,
            self.server,
            self.link,
            self.watch,
            brief=self.scenario.brief,
        )


async def fleet(
    scenario: Scenario,
    folder: Path,
    source: ProcessSource | None = None,
    interrupted: asyncio.Event | None = None,
) -> RunResult:
    return await Fleet(scenario, folder, source, interrupted, cold=source is None).run()
