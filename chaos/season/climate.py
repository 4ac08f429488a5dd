"""Long weather: what goes wrong for hours and days of the playground's time."""

from collections import Counter
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from pathlib import Path

from chaos.fleet import Fleet
from chaos.season.recorder import Recorder
from chaos.season.scenery import House
from chaos.transcript import Life, Transcript
from playground import Fault, Playground
from playground.luck import Luck
from playground.permissions import Permission

HOUR = 3600.0
DENIED = Permission.SEND_MESSAGES | Permission.SEND_MESSAGES_IN_THREADS
ANSWERS = ((403, 50013, 0.0), (403, 50001, 0.0), (503, 0, 0.0), (429, 0, 180.0), (429, 0, 600.0))
"""Status, Discord's code, and the seconds after which a 429 wants the next try."""
WEIGHTS = {
    "take a permission": 3.0,
    "refuse a server": 3.0,
    "suspend the machine": 2.0,
    "set the clock": 2.0,
    "be down": 1.5,
    "overlap": 1.5,
}
SKEW = 2 * HOUR
"""A clock that is set wrong is wrong by so much at most."""


@dataclass(slots=True)
class Spell:
    """Something that lasts."""

    until: float
    """In the playground's time."""
    end: Callable[[], Awaitable[None]]


class Climate:
    """Lets it happen by luck; gives back what has lasted long enough."""

    def __init__(
        self,
        playground: Playground,
        fleet: Fleet,
        houses: tuple[House, ...],
        recorder: Recorder,
        transcript: Transcript,
        luck: Luck,
    ) -> None:
        self.counts: Counter[str] = Counter()
        self.schedule: list[str] = []
        self._playground = playground
        self._fleet = fleet
        self._houses = houses
        self._recorder = recorder
        self._transcript = transcript
        self._luck = luck
        self._spells: list[Spell] = []
        self._copy: Path | None = None
        self._lives = 0
        self._began = playground.world.clock()

    @property
    def now(self) -> float:
        """The playground's time."""
        return self._playground.world.clock()

    def note(self, what: str) -> None:
        """Write down what goes wrong."""
        self.schedule.append(f"{self.now - self._began:11.0f} s: {what}")
        self._transcript.schedule.append((self.now, f"-- {what}"))

    async def change(self) -> None:
        """End what is over, and maybe begin something."""
        for spell in [spell for spell in self._spells if spell.until <= self.now]:
            self._spells.remove(spell)
            await spell.end()
        if self._luck.chance(0.5):
            await self._begin(self._luck.weighted(WEIGHTS))

    async def mend(self) -> None:
        """End all of it."""
        for spell in self._spells:
            await spell.end()
        self._spells.clear()
        while self._fleet.running > 1:
            await self._fleet.terminate()
        if not self._fleet.running:
            await self._fleet.start()

    async def _begin(self, what: str) -> None:
        self.counts[what] += 1
        match what:
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

    def _lasting(self, hours: float, end: Callable[[], Awaitable[None]]) -> None:
        self._spells.append(Spell(self.now + hours * HOUR, end))

    def _take_permission(self) -> None:
        world, house = self._playground.world, self._luck.pick(self._houses)
        hall, hours = self._luck.pick(house.halls), self._luck.between(5, 100)
        own = house.guild.channels[hall].overwrites.get(world.bot_id)
        before = 0 if own is None else own.allow
        self.note(f"for {hours:.0f} hours the bot may not write in {hall}")
        world.set_permissions(hall, world.bot_id, allow=before, deny=int(DENIED))

        async def end() -> None:
            self.note(f"the bot may write in {hall}")
            world.set_permissions(hall, world.bot_id, allow=before)

        self._lasting(hours, end)

    def _refuse(self) -> None:
        house, hours = self._luck.pick(self._houses), self._luck.between(2, 72)
        status, code, after = self._luck.pick(ANSWERS)
        self.note(f"for {hours:.0f} hours REST answers {status} for server {house.guild.id}")
        fault = Fault("", "", status, code=code, retry_after=after)
        self._playground.outages[house.guild.id] = fault

        async def end() -> None:
            if self._playground.outages.get(house.guild.id) is fault:
                self.note(f"REST serves server {house.guild.id}")
                del self._playground.outages[house.guild.id]

        self._lasting(hours, end)

    async def _suspend(self) -> None:
        hours = self._luck.between(0.5, 40)
        self.note(f"for {hours:.1f} hours the bot's machine sleeps")
        self._recorder.suspend(True)
        self._fleet.suspend()
        await self._playground.forward(hours=hours, asleep=True)
        self._fleet.resume()
        await self._playground.followers.moved()
        self._recorder.suspend(False)

    async def _set_clock(self) -> None:
        skew = self._luck.between(-SKEW, SKEW)
        self.note(f"the clock of the bot's machine is wrong by {skew:.0f} s")
        self._transcript.skew = max(self._transcript.skew, abs(skew))
        await self._playground.set_skew(skew)

        async def end() -> None:
            self.note("the clock of the bot's machine is right")
            await self._playground.set_skew(0.0)

        self._lasting(self._luck.between(0.2, 8), end)

    async def _be_down(self) -> None:
        hours = self._luck.between(0.1, 60)
        self.note(f"for {hours:.1f} hours no bot runs")
        while self._fleet.running:
            await self._fleet.kill()
        await self._playground.wait_for(lambda: not self._playground.gateway.online)
        await self._playground.forward(hours=hours)
        await self._fleet.start()

    async def _overlap(self) -> None:
        if self._fleet.running > 1:
            return
        self.note("a second process runs")
        await self._fleet.start()

        async def end() -> None:
            if self._fleet.running > 1:
                self.note("the first process stops")
                await self._fleet.terminate()

        self._lasting(self._luck.between(0.5, 20), end)

    # ------------------------------------------------------------------ an older copy

    async def copy(self, folder: Path) -> None:
        """Keep a copy of the database."""
        self.note("a copy of the database is made")
        self._copy = folder / "copy.db"
        await self._fleet.copy(self._copy)

    async def restore(self, folder: Path) -> None:
        """Put that copy back: all that came after it is gone."""
        if self._copy is None:
            return
        self.note("the copy is put back")
        self._recorder.look()
        self._lives += 1
        kept = folder / f"life-{self._lives}.db"
        began = self._transcript.lives[-1].ended if self._transcript.lives else 0.0
        await self._fleet.restore(self._copy, kept)
        self._transcript.lives.append(Life(began, self.now, str(kept)))
        self.counts["restore"] += 1
        self._recorder.reopen()
        await self._fleet.start()
