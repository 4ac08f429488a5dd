"""Simulated processes: each has a real Projector, and can end or freeze at any await."""

import asyncio
from collections.abc import Awaitable, Callable
from contextlib import suppress
from dataclasses import dataclass, field
from typing import Any

import discord

from bot.match.people.messages import MessageStore
from bot.match.people.troubles import TroubleStore
from bot.observing.observer import Observer
from bot.storage.base.errors import StoreTrouble
from cogs.base.discord_errors import DISCORD_TROUBLE, is_passing
from cogs.posting.posted_message import MessagePlace
from cogs.posting.trouble_recorder import TroubleRecorder
from cogs.runtime.guild_queues import GuildQueues
from cogs.runtime.projector import Kind, Projector
from tests.simulation.database import Disk, SimDatabase
from tests.simulation.discord_model import Discord
from tests.simulation.kinds import GUILD
from tests.simulation.loop import Loop


class SimClock:
    def __init__(self, loop: Loop) -> None:
        self._loop = loop

    def now(self) -> int:
        return int(self._loop.now)

    def steady(self) -> float:
        return self._loop.now

    def ahead(self) -> float:
        return 0.0


class Failures(Observer):
    """Reports errors that are no trouble of Discord's or the store's."""

    def __init__(self, loop: Loop) -> None:
        self._loop = loop

    def item_failed(self, kind: str, outcome: str) -> None:
        self._loop.failures.append(f"{kind}: {outcome}")


@dataclass(eq=False)
class Process:
    number: int
    loop: Loop
    model: Discord
    disk: Disk
    kinds: Callable[[], list[Kind]]
    poll: Callable[[], float]
    is_alive: bool = False
    is_frozen: bool = False
    projector: Projector = field(init=False)
    store: MessageStore = field(init=False)
    _suspects: bool = True
    """Whether messages can have been deleted unnoticed."""
    _hidden: bool = False
    """Whether the bot was not allowed to fetch one."""
    _tasks: set[asyncio.Task[Any]] = field(default_factory=set)

    def start(self) -> None:
        with self.loop.within(self.number):
            database, client = SimDatabase(self.disk), self.model.client()
            clock = SimClock(self.loop)
            troubles = TroubleRecorder(client, clock, TroubleStore(database))
            self.store = MessageStore(database)
            self.projector = Projector(
                client,
                self.store,
                clock,
                GuildQueues(clock=clock, observer=Failures(self.loop)),
                troubles,
                owner=f"p{self.number}",
            )
            for kind in self.kinds():
                self.projector.register(kind)
        self.is_alive = True
        self.begin(self._main)
        self.forgive()

    def begin(self, work: Callable[[], Awaitable[object]]) -> None:
        """Do some work in this process, as if a person or an event asked for it."""

        async def run() -> None:
            try:
                await work()
            except DISCORD_TROUBLE:
                return
            except StoreTrouble:
                self._suspects = True

        task = self.loop.begin(self.number, run())
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    def kill(self) -> None:
        self.is_alive = False
        self.loop.freeze(self.number)

    def stop(self) -> None:
        """Stop in order; what does not end until the process is replaced is killed."""
        self.is_alive = False
        self.loop.begin(self.number, self._stop())

    def freeze(self) -> None:
        self.is_frozen = True
        self.loop.freeze(self.number)

    def thaw(self) -> None:
        self.is_frozen = False
        self.loop.thaw(self.number)

    def deleted(self, message: int) -> None:
        """Report a deletion, as Discord does to a connected process."""
        self.begin(lambda: self.projector.handle_deleted([message]))

    def forgive(self) -> None:
        self._suspects = self._suspects or self._hidden
        self.begin(lambda: self.store.forgive(GUILD))

    async def _main(self) -> None:
        while True:
            with suppress(StoreTrouble):
                if self._suspects:
                    self._suspects = False
                    self.begin(self._check)
                await self.projector.look_after()
            await asyncio.sleep(self.poll())

    async def _stop(self) -> None:
        for task in self._tasks:
            task.cancel()
        await self.projector.queues.close()

    async def _check(self) -> None:
        """Find messages that were deleted while no process was connected."""
        self._hidden = False
        for row in await self.store.of_guild(GUILD):
            assert row.message is not None, "it was posted"
            try:
                place = self.projector.kinds[0].place(row)
                await MessagePlace(self.projector.client, GUILD, place).fetch(row.message)
            except discord.NotFound:
                await self.projector.handle_deleted([row.message])
            except DISCORD_TROUBLE as error:
                if is_passing(error):
                    self._suspects = True
                else:
                    self._hidden = True
