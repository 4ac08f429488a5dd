"""A playground with the real bot in it, where time stands still until the script moves it."""

import asyncio
import hashlib
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from datetime import UTC, datetime
from pathlib import Path

from bot.app import PLAYGROUND_READY, built
from bot.discord_address import connect_to
from bot.settings import Settings
from cogs.app.client import SaludClient
from playground import MovableClock, Playground, World

BEGIN = datetime(2026, 11, 20, 18, 5, tzinfo=UTC).timestamp()
"""When the tour begins, in seconds since 1970: a Friday evening."""
ICONS = 24
"""How many emoji the bot uploads before it is ready."""

MOMENT = 0.005
"""Real seconds without news after which the playground counts as still."""


class StageClock:
    """The bot's clock: that of the playground."""

    def __init__(self, clock: MovableClock) -> None:
        self._clock = clock

    def now(self) -> int:
        """Seconds since 1970."""
        return int(self._clock())

    def steady(self) -> float:
        """Nothing passes by itself."""
        return 0.0

    def ahead(self) -> float:
        """Seconds by which the script has moved it."""
        return self._clock.offset


class Seeds:
    """Seeds that follow from a name, so that every tour has the same dice."""

    def __init__(self, name: str) -> None:
        self._name = name
        self._taken = 0

    def __call__(self) -> bytes:
        """32 bytes that follow from the name and from how many were taken."""
        self._taken += 1
        return hashlib.sha256(f"{self._name} {self._taken}".encode()).digest()


class Stage:
    """Where the tour is played."""

    def __init__(self, playground: Playground, client: SaludClient) -> None:
        self.playground = playground
        self.client = client

    async def idle(self) -> None:
        """Wait until all that was begun is done."""
        await self.playground.settled(MOMENT)
        await self.client.services.in_flight.idle()
        await self.client.services.queues.idle()
        await self.playground.settled(MOMENT)

    async def later(self, minutes: float) -> None:
        """Let time pass, once all that was begun is done."""
        await self.idle()
        await self.playground.forward(minutes=minutes)
        self.client.services.scheduler.wake()


@asynccontextmanager
async def stage(folder: Path, seed: str) -> AsyncIterator[Stage]:
    """A stage with the bot connected and its emoji uploaded; its database is in the folder.

    It sets where every client of this process looks for Discord.
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
        async with built(
            settings, StageClock(clock), Seeds(seed), ready_after=PLAYGROUND_READY
        ) as client:
            client.services.emoji.pause = 0
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
