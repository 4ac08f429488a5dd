"""A playground with the real bot, in which time passes only when the script moves it."""

import asyncio
import hashlib
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from datetime import UTC, datetime
from pathlib import Path

from bot.app.assembly import PLAYGROUND_READY, build_client
from bot.app.discord_address import connect_to
from bot.app.settings import Settings
from cogs.app.client import SaludClient
from playground import MovableClock, Playground, World

BEGIN = datetime(2026, 11, 20, 18, 5, tzinfo=UTC).timestamp()
"""A Friday evening, in seconds since 1970."""
ICONS = 24

MOMENT = 0.005
"""Real seconds without events after which the playground counts as idle."""


class StageClock:
    def __init__(self, clock: MovableClock) -> None:
        self._clock = clock

    def now(self) -> int:
        return int(self._clock())

    def steady(self) -> float:
        return 0.0

    def ahead(self) -> float:
        return self._clock.offset


class Seeds:
    """Seeds derived from a name, so that every tour has the same dice."""

    def __init__(self, name: str) -> None:
        self._name = name
        self._taken = 0

    def __call__(self) -> bytes:
        self._taken += 1
        return hashlib.sha256(f"{self._name} {self._taken}".encode()).digest()


class Stage:
    def __init__(self, playground: Playground, client: SaludClient) -> None:
        self.playground = playground
        self.client = client

    async def idle(self) -> None:
        await self.playground.settled(MOMENT)
        await self.client.services.kit.in_flight.idle()
        await self.client.services.queues.idle()
        await self.playground.settled(MOMENT)

    async def later(self, minutes: float) -> None:
        """Let time pass, after everything in progress is done."""
        await self.idle()
        await self.playground.forward(minutes=minutes)
        self.client.services.scheduler.wake()


@asynccontextmanager
async def stage(folder: Path, seed: str) -> AsyncIterator[Stage]:
    """Run a playground with the bot connected; its database is in the folder.

    This redirects all Discord clients of the process to the playground.
    """
    clock = MovableClock(source=lambda: BEGIN)
    playground = Playground(world=World(clock, bot_name="Salud"))
    await playground.start()
    try:
        connect_to(playground.url)
        settings = Settings(
            salud_database=str(folder / "tour.db"),
            salud_acts_per_second=1000,
            salud_backups_kept=0,
            salud_reports="",
            salud_tick=0.5,
        )
        async with build_client(
            settings, StageClock(clock), Seeds(seed), ready_after=PLAYGROUND_READY
        ) as client:
            client.services.kit.emoji.pause = 0
            await client.login(playground.token)
            connected = asyncio.create_task(client.connect())
            await client.wait_until_ready()
            await playground.wait_for(lambda: len(playground.world.emojis) >= ICONS)
            place = Stage(playground, client)
            await place.idle()
            yield place
            await client.close()
            await connected
    finally:
        await playground.stop()
