"""One season: rounds in which people act, tricks are played and time passes, until all is over."""

import asyncio
import contextlib
import time
from dataclasses import dataclass
from pathlib import Path

from chaos.fleet import REUSE, Fleet
from chaos.ledger import Ledger
from chaos.run import Order, Outcome
from chaos.season.climate import Climate
from chaos.season.group import Group, habits
from chaos.season.recorder import Recorder
from chaos.season.scenery import House, houses, settle
from chaos.season.toggles import Toggles
from chaos.season.tricks import Guest, Tricks
from chaos.shelf import Shelf
from chaos.transcript import Transcript
from playground import Person, Playground, seed
from playground.luck import Luck

NAMES = ("Anna", "Ben", "Cleo", "Dan")
STEPS = {0.02: 1.0, 0.2: 2.0, 2.0: 3.0, 9.0: 3.0, 25.0: 2.0, 50.0: 0.5}
"""How many hours pass between two rounds, and how often."""
ROUNDS = 36
"""So many at most; then everybody gives up."""
SHOWING = 3.0
"""Real seconds in which the bot must have drawn and posted what it can."""
RESTORES = 0.5
COPIED, RESTORED = 10, 15
"""The rounds after which a copy is made and put back, and in how many seasons that happens."""
TRICKED = 8
"""One more trick is played in each round for so many groups."""
QUIET, SETTLING = 0.08, 10.0
"""Real seconds: how long nothing must happen after each round, and how long that is waited for."""
EXPIRED = 25.0
"""Hours after which nobody can accept an invitation any more."""
ENDING = 60.0
"""Real seconds in which all must come to its end and be shown."""


@dataclass(slots=True)
class Cast:
    """Who takes part."""

    groups: list[Group]
    guests: dict[int, Guest]


class Season:
    """Everything of one run."""

    def __init__(self, order: Order, folder: Path) -> None:
        self.order = order
        self.folder = folder
        self.luck = Luck(order.seed, "season")
        self.transcript = Transcript()
        self.playground = Playground()
        self.fleet = Fleet(self.playground, folder, self.transcript, order.plant, cold=False)
        self.ledger = Ledger(self.fleet.database)
        self.shelf = Shelf(self.playground, self.ledger, self.transcript)
        self.recorder = Recorder(self.playground, self.ledger, self.transcript)
        self.began = time.monotonic()
        self._hopeless: set[tuple[int, int, int]] = set()
        """What the bot could not show when it was last waited for."""

    async def run(self) -> Outcome:
        """Play it; the databases and logs stay in the folder."""
        await self.playground.start()
        try:
            places = houses(self.playground)
            cast = self._cast(places)
            await self.fleet.start()
            climate = Climate(
                self.playground,
                self.fleet,
                places,
                self.recorder,
                self.transcript,
                self.luck.child("climate"),
            )
            tricks = self._tricks(cast, climate)
            await self._play(cast, climate, tricks)
            await self._end(cast, climate, tricks)
        finally:
            self.fleet.resume()
            await self.fleet.close()
            await self.playground.stop()
            self.ledger.close()
        self.recorder.finish()
        self.transcript.pings = list(self.playground.world.pings)
        outcome = Outcome(
            self.transcript, self.fleet.database, self.fleet.log, self.playground.token
        )
        outcome.season = True
        outcome.kills, outcome.faults = self.fleet.kills, climate.counts.total()
        outcome.schedule, outcome.seconds = climate.schedule, time.monotonic() - self.began
        return outcome

    def _cast(self, places: tuple[House, ...]) -> Cast:
        groups = []
        for number in range(self.order.matches):
            own = self.luck.child("group", number)
            house = places[number % len(places)]
            room, what = own.pick(house.halls), habits(own)
            people = [self._person(house, f"{n}{number}", room) for n in NAMES[: what.people]]
            groups.append(Group(people, house, what, self.shelf, self.recorder, self.ledger, own))
        guests = {}
        for house in places:
            hall = house.halls[1]
            four = [self._person(house, f"{n}", hall) for n in ("Stranger", "Flo", "Vic", "Gone")]
            guests[house.guild.id] = Guest(*four)
            self.playground.world.remove_member(four[3].id, house.guild)
        return Cast(groups, guests)

    def _person(self, house: House, name: str, room: int) -> Person:
        return settle(self.playground, house, name, room)

    def _tricks(self, cast: Cast, climate: Climate) -> Tricks:
        owner = Person(self.playground, seed.OWNER_ID)
        toggles = Toggles(
            self.playground,
            owner,
            self.recorder,
            self.ledger,
            self.transcript,
            self.luck.child("toggles"),
        )
        return Tricks(
            self.playground,
            cast.groups,
            cast.guests,
            self.shelf,
            self.recorder,
            self.ledger,
            self.luck.child("tricks"),
            climate.note,
            toggles.all(),
        )

    # ------------------------------------------------------------------ rounds

    async def _play(self, cast: Cast, climate: Climate, tricks: Tricks) -> None:
        restores = self.order.wild and self.luck.chance(RESTORES)
        restores = restores or self.order.plant == REUSE  # which breaks nothing else
        rounds = ROUNDS if not self.order.brief else ROUNDS // 4
        copied, restored = (COPIED, RESTORED) if not self.order.brief else (3, 5)
        for number in range(rounds):
            if number > copied and all(group.done for group in cast.groups):
                return
            await self._round(cast, climate, tricks)
            if restores and number == copied:
                await climate.copy(self.folder)
            if restores and number == restored:
                await climate.restore(self.folder)
                await self._settled()
                for group in cast.groups:
                    await tricks.old_buttons(group)
                await self._settled()
            if time.monotonic() - self.began > self.order.patience:
                return

    async def _round(self, cast: Cast, climate: Climate, tricks: Tricks) -> None:
        if self.order.wild:
            await climate.change()
        await self._settled()
        await asyncio.gather(*(group.act() for group in cast.groups))
        await self._settled()
        for _ in range(1 + len(cast.groups) // TRICKED if self.order.wild else 0):
            await tricks.play()
            await self._settled()
        await self.playground.forward(hours=self.luck.weighted(STEPS) * self.luck.between(0.5, 1.5))
        await self._settled()

    async def _settled(self) -> None:
        """Wait until the bot has done what is due, and note how far it is.

        Drawing takes a moment in which nothing is heard of it, so what it has to show is waited
        for as well; but only once, where the weather does not let it.
        """
        deadline = time.monotonic() + SHOWING
        while True:
            with contextlib.suppress(TimeoutError):
                await self.playground.settled(QUIET, SETTLING)
            unshown = self.ledger.unshown()
            if unshown <= self._hopeless or not self.recorder.up:
                break
            if time.monotonic() > deadline:
                self._hopeless = unshown
                break
        self.recorder.look()

    # ------------------------------------------------------------------ the end

    async def _end(self, cast: Cast, climate: Climate, tricks: Tricks) -> None:
        """Mend all, let everybody give up, and wait until all is shown."""
        climate.note("everything is mended")
        await tricks.mend()
        await climate.mend()
        await self._settled()
        deadline = time.monotonic() + ENDING
        while self.ledger.waiting() and time.monotonic() < deadline:
            await asyncio.gather(*(group.end() for group in cast.groups))
            await self.playground.forward(hours=EXPIRED)
            await self._settled()
        for match in self.ledger.waiting():
            self.transcript.stuck[match] = self.ledger.describe(match)
        await self._shown(deadline)

    async def _shown(self, deadline: float) -> None:
        while time.monotonic() < deadline:
            await self._settled()
            views = [v for v in self.shelf.matches.values() if self.ledger.is_over(v.match)]
            if not any(view.boards() for view in views):
                return
            await self.playground.forward(minutes=11)


async def season(order: Order, folder: Path) -> Outcome:
    """Play one season; the databases and logs stay in `folder`."""
    return await Season(order, folder).run()
