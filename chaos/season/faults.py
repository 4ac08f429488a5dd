"""Faults that last for hours and days of the playground's time."""

from collections import Counter
from pathlib import Path

from chaos.bot_processes import BotProcesses
from chaos.season.context import SeasonContext
from chaos.season.servers import ServerSetup
from chaos.season.timed_effects import HOUR, TimedEffects
from chaos.transcript import Life
from playground import Fault
from playground.luck import Luck
from playground.permissions import Permission

DENIED = Permission.SEND_MESSAGES | Permission.SEND_MESSAGES_IN_THREADS
ANSWERS = ((403, 50013, 0.0), (403, 50001, 0.0), (503, 0, 0.0), (429, 0, 180.0), (429, 0, 600.0))
"""(status, Discord's error code, seconds until the retry that a 429 asks for)."""
WEIGHTS = {
    "take a permission": 3.0,
    "refuse a server": 3.0,
    "suspend the machine": 2.0,
    "set the clock": 2.0,
    "be down": 1.5,
    "overlap": 1.5,
}
SKEW = 2 * HOUR
"""Largest error of a wrong clock, in seconds."""


class LongFaults:
    def __init__(
        self,
        context: SeasonContext,
        processes: BotProcesses,
        servers: tuple[ServerSetup, ...],
        luck: Luck,
    ) -> None:
        self.counts: Counter[str] = Counter()
        self.schedule: list[str] = []
        self._playground = context.playground
        self._processes = processes
        self._servers = servers
        self._recorder = context.recorder
        self._transcript = context.transcript
        self._luck = luck
        self._effects = TimedEffects(context.playground)
        self._copy: Path | None = None
        self._copied = 0.0
        self._lives = 0
        self._began = context.now

    @property
    def now(self) -> float:
        return self._playground.world.clock()

    def note(self, fault: str) -> None:
        self.schedule.append(f"{self.now - self._began:11.0f} s: {fault}")
        self._transcript.schedule.append((self.now, f"-- {fault}"))

    async def change(self) -> None:
        await self._effects.end_overdue()
        if self._luck.chance(0.5):
            await self._begin(self._luck.weighted(WEIGHTS))

    async def repair(self) -> None:
        await self._effects.end_all()
        while self._processes.running > 1:
            await self._processes.terminate()
        if not self._processes.running:
            await self._processes.start()

    async def _begin(self, fault: str) -> None:
        self.counts[fault] += 1
        match fault:
            case "take a permission":
                self._take_permission()
            case "refuse a server":
                self._refuse()
            case "suspend the machine":
                await self._suspend()
            case "set the clock":
                await self._set_clock()
            case "be down":
                await self._be_down()
            case _:
                await self._overlap()

    def _take_permission(self) -> None:
        world, server = self._playground.world, self._luck.pick(self._servers)
        channel, hours = self._luck.pick(server.channels), self._luck.between(5, 100)
        own = server.guild.channels[channel].overwrites.get(world.bot_id)
        before = 0 if own is None else own.allow
        self.note(f"for {hours:.0f} hours the bot cannot write in {channel}")
        world.set_permissions(channel, world.bot_id, allow=before, deny=int(DENIED))

        def end() -> None:
            self.note(f"the bot can write in {channel} again")
            world.set_permissions(channel, world.bot_id, allow=before)

        self._effects.add(hours, end)

    def _refuse(self) -> None:
        server, hours = self._luck.pick(self._servers), self._luck.between(2, 72)
        status, code, after = self._luck.pick(ANSWERS)
        self.note(f"for {hours:.0f} hours REST answers {status} for server {server.guild.id}")
        fault = Fault("", "", status, code=code, retry_after=after)
        self._playground.outages[server.guild.id] = fault

        def end() -> None:
            if self._playground.outages.get(server.guild.id) is fault:
                self.note(f"REST serves server {server.guild.id} again")
                del self._playground.outages[server.guild.id]

        self._effects.add(hours, end)

    async def _suspend(self) -> None:
        hours = self._luck.between(0.5, 40)
        self.note(f"for {hours:.1f} hours the bot's machine sleeps")
        self._recorder.suspend(True)
        self._processes.suspend()
        await self._playground.forward(hours=hours, asleep=True)
        self._processes.resume()
        await self._playground.followers.moved()
        self._recorder.suspend(False)

    async def _set_clock(self) -> None:
        skew = self._luck.between(-SKEW, SKEW)
        self.note(f"the clock of the bot's machine is wrong by {skew:.0f} s")
        self._transcript.skew = max(self._transcript.skew, abs(skew))
        await self._playground.set_skew(skew)

        async def end() -> None:
            self.note("the clock of the bot's machine is right again")
            await self._playground.set_skew(0.0)

        self._effects.add(self._luck.between(0.2, 8), end)

    async def _be_down(self) -> None:
        hours = self._luck.between(0.1, 60)
        self.note(f"for {hours:.1f} hours no bot runs")
        while self._processes.running:
            await self._processes.kill()
        await self._playground.wait_for(lambda: not self._playground.gateway.online)
        await self._playground.forward(hours=hours)
        await self._processes.start()

    async def _overlap(self) -> None:
        if self._processes.running > 1:
            return
        self.note("a second process runs")
        await self._processes.start()

        async def end() -> None:
            if self._processes.running > 1:
                self.note("the first process stops")
                await self._processes.terminate()

        self._effects.add(self._luck.between(0.5, 20), end)

    # ------------------------------------------------------------------ an older copy

    async def copy(self, folder: Path) -> None:
        self.note("a copy of the database is made")
        self._copy = folder / "copy.db"
        self._copied = self.now
        await self._processes.copy(self._copy)

    async def restore(self, folder: Path) -> None:
        if self._copy is None:
            return
        self.note("the copy is restored")
        self._recorder.look()
        self._lives += 1
        ended_life = folder / f"life-{self._lives}.db"
        began = self._transcript.lives[-1].ended if self._transcript.lives else 0.0
        await self._processes.restore(self._copy, ended_life)
        self._transcript.lives.append(Life(began, self.now, str(ended_life), self._copied))
        self.counts["restore"] += 1
        self._recorder.reopen()
        await self._processes.start()
