"""One season: rounds of play, tricks and passing time, until all matches are over."""

import asyncio
import contextlib
import time
from pathlib import Path

from chaos.acting import command
from chaos.bot_processes import REUSE, ProcessSource
from chaos.days.solver import Solver, make_solvers, until_midnight
from chaos.run import Run
from chaos.scenario import RunResult, Scenario
from chaos.season.context import Extras, SeasonContext
from chaos.season.cup import SeasonCup, season_cups
from chaos.season.faults import LongFaults
from chaos.season.group import Group, habits
from chaos.season.recorder import Recorder
from chaos.season.servers import ServerSetup, make_servers, new_member
from chaos.season.tricks import Tricks
from playground import Person, seed

NAMES = ("Anna", "Ben", "Cleo", "Dan")
SOLVERS, BRIEF_SOLVERS = 3, 1
STEPS = {0.02: 1.0, 0.2: 2.0, 2.0: 3.0, 9.0: 3.0, 25.0: 2.0, 50.0: 0.5}
"""Weights of the hours between two rounds."""
ROUNDS = 36
"""Largest number of rounds; then everyone resigns."""
SHOWING = 3.0
"""Real seconds that the bot has to draw and post everything it can."""
RESTORES = 0.5
COPIED, RESTORED = 10, 15
"""Rounds after which a backup is made and restored."""
MIDNIGHT = 0.12
"""Chance that a round ends at midnight, while all solvers play."""
BEFORE_MIDNIGHT = 1.0
"""Seconds before midnight at which solvers begin."""
TRICKED = 8
"""One extra trick per round for this many groups."""
QUIET, SETTLING = 0.08, 10.0
EXPIRED = 25.0
"""Hours after which every invitation has expired."""
ENDING = 240.0
"""Real seconds for the end of all matches and their last boards."""


class Season(Run):
    def __init__(
        self,
        scenario: Scenario,
        folder: Path,
        source: ProcessSource | None,
        interrupted: asyncio.Event | None,
    ) -> None:
        super().__init__(scenario, folder, source, interrupted, cold=False)
        self.recorder = Recorder(self.playground, self.reader, self.transcript)
        self._midnights = self.luck.child("midnights")
        self._hopeless: set[tuple[int, int, int]] = set()
        """Progress that the bot could not show during the last wait."""

    async def run(self) -> RunResult:
        await self.playground.start()
        try:
            servers = make_servers(self.playground)
            context = self._context(servers)
            await self.processes.start()
            await self._want_mornings(context, servers)
            faults = LongFaults(context, self.processes, servers, self.luck.child("faults"))
            tricks = Tricks(context, self.luck.child("tricks"), faults.note)
            await self._play(context, faults, tricks)
            await self._end(context, faults, tricks)
            printed = await self.processes.export_some(self.reader.over())
        finally:
            await self.close()
        return self.result(faults.counts.total(), faults.schedule, printed)

    async def _want_mornings(
        self, context: SeasonContext, servers: tuple[ServerSetup, ...]
    ) -> None:
        for number, server in enumerate(servers):
            if context.solvers and (number == 0 or self.luck.chance(0.5)):
                await command(context.owner, "settings", {"morning": True}, server.channels[0])

    def _solvers(self, servers: tuple[ServerSetup, ...]) -> list[Solver]:
        people: list[tuple[Person, tuple[int, ...]]] = []
        for number in range(BRIEF_SOLVERS if self.scenario.brief else SOLVERS):
            server = servers[number % len(servers)]
            person = self._person(server, f"Sol{number}", server.channels[0])
            channels = server.channels[:2]
            if number == 0:
                user = self.playground.world.users[person.id]
                self.playground.world.add_member(user, servers[1].guild)
                channels = (*channels, servers[1].channels[0])
            people.append((person, channels))
        luck = self.luck.child("solvers")
        also = self.watcher, self.tracker, self.reader, luck
        return make_solvers(people, self.game, *also, brief=self.scenario.brief)

    def _context(self, servers: tuple[ServerSetup, ...]) -> SeasonContext:
        groups = [
            self._group(number, servers[number % len(servers)])
            for number in range(self.scenario.matches)
        ]
        extras = {}
        for server in servers:
            names = ("Stranger", "Flo", "Vic", "Gone")
            four = [self._person(server, name, server.channels[1]) for name in names]
            extras[server.guild.id] = Extras(*four)
            self.playground.world.remove_member(four[3].id, server.guild)
        return SeasonContext(
            self.playground,
            self.transcript,
            self.tracker,
            self.recorder,
            self.reader,
            groups,
            extras,
            Person(self.playground, seed.OWNER_ID),
            self._solvers(servers),
            [] if self.scenario.brief else self._cups(servers),
        )

    def _cups(self, servers: tuple[ServerSetup, ...]) -> list[SeasonCup]:
        luck = self.luck.child("cups")
        plans = season_cups(luck, self.game.load().newest(self.game.name).info.seats)
        cups = []
        for number, (plan, server) in enumerate(zip(plans, servers, strict=False)):
            channel = server.channels[0]
            names = [f"Cup{number}{player}" for player in range(plan.people + 1)]
            *people, spare = (self._person(server, name, channel) for name in names)
            moderator = Person(self.playground, seed.OWNER_ID)
            moderator.channel_id = channel
            cups.append(
                SeasonCup(
                    f"Cup {number}",
                    plan,
                    moderator,
                    people,
                    spare,
                    self.game,
                    self.tracker,
                    self.panels,
                    self.reader,
                    luck.child(number),
                    unruly=self.scenario.faults,
                )
            )
        return cups

    def _group(self, number: int, server: ServerSetup) -> Group:
        own = self.luck.child("group", number)
        channel, group_habits = own.pick(server.channels), habits(own, self.game)
        names = NAMES[: group_habits.people]
        people = [self._person(server, f"{name}{number}", channel) for name in names]
        return Group(
            people, server, group_habits, self.game, self.tracker, self.recorder, self.reader, own
        )

    def _person(self, server: ServerSetup, name: str, channel: int) -> Person:
        return new_member(self.playground, server, name, channel)

    # ------------------------------------------------------------------ rounds

    async def _play(self, context: SeasonContext, faults: LongFaults, tricks: Tricks) -> None:
        brief, groups = self.scenario.brief, context.groups
        restores = self.scenario.faults and self.luck.chance(RESTORES)
        restores = restores or self.scenario.mutant == REUSE  # that mutant breaks only restores
        copied, restored = (3, 5) if brief else (COPIED, RESTORED)
        for number in range(ROUNDS // 4 if brief else ROUNDS):
            if number > copied and all(group.done for group in groups):
                return
            await self._round(context, faults, tricks)
            if restores and number == copied:
                await faults.copy(self.folder)
            if restores and number == restored:
                await faults.restore(self.folder)
                await self._settled()
                for group in groups:
                    await tricks.presses.press_old_buttons(group)
                await self._settled()
            if self.late:
                return

    async def _round(self, context: SeasonContext, faults: LongFaults, tricks: Tricks) -> None:
        groups = context.groups
        if self.scenario.faults:
            await faults.change()
        await self._settled()
        await asyncio.gather(
            *(group.act() for group in groups),
            *(solver.act() for solver in context.solvers),
            *(cup.act() for cup in context.cups),
        )
        await self._settled()
        if context.solvers and self._midnights.chance(MIDNIGHT):
            faults.note("midnight comes while people play")
            await self._play_over_midnight(context)
        for _ in range(1 + len(groups) // TRICKED if self.scenario.faults else 0):
            await tricks.play()
            await self._settled()
        await self.playground.forward(hours=self.luck.weighted(STEPS) * self.luck.between(0.5, 1.5))
        await self._settled()

    async def _play_over_midnight(self, context: SeasonContext) -> None:
        wait = until_midnight(context.now) - BEFORE_MIDNIGHT
        if wait > 0:
            await self.playground.forward(minutes=wait / 60)
        while until_midnight(context.now) <= BEFORE_MIDNIGHT:
            await asyncio.gather(
                *(solver.step() for solver in context.solvers), asyncio.sleep(0.05)
            )
        await asyncio.gather(*(solver.act() for solver in context.solvers))
        await self._settled()

    async def _settled(self) -> None:
        """Wait until the bot has done its work, and record the progress of all matches.

        While the bot draws, it sends nothing, so silence alone does not mean that it has finished.
        The wait also covers progress that no message shows yet, but only once if faults prevent
        that message.
        """
        deadline = time.monotonic() + SHOWING
        while True:
            with contextlib.suppress(TimeoutError):
                await self.playground.settled(QUIET, SETTLING)
            unshown = self.reader.unshown()
            if unshown <= self._hopeless or not self.recorder.up:
                break
            if time.monotonic() > deadline:
                self._hopeless = unshown
                break
        self.recorder.look()

    # ------------------------------------------------------------------ the end

    async def _end(self, context: SeasonContext, faults: LongFaults, tricks: Tricks) -> None:
        faults.note("everything is repaired")
        await tricks.repair()
        await faults.repair()
        await self._settled()
        if self.interrupted.is_set():
            return
        deadline = time.monotonic() + ENDING
        while self._goes_on(context) and time.monotonic() < deadline:
            await asyncio.gather(
                *(group.end() for group in context.groups),
                *(solver.end() for solver in context.solvers),
                *(cup.end() for cup in context.cups),
            )
            await self.playground.forward(hours=EXPIRED)
            await self._settled()
        for match in self.reader.unfinished():
            self.transcript.stuck[match] = self.reader.describe(match)
        await self._shown(deadline)

    def _goes_on(self, context: SeasonContext) -> bool:
        return bool(self.reader.unfinished()) or not all(cup.done for cup in context.cups)

    async def _shown(self, deadline: float) -> None:
        while time.monotonic() < deadline:
            await self._settled()
            over = [m for m in self.tracker.matches.values() if self.reader.is_over(m.match)]
            is_behind = bool(self.reader.behind())
            if not is_behind and not any(messages.boards() for messages in over):
                return
            # The bot retries a panel that Discord refused only after up to a day.
            await self.playground.forward(minutes=60 * EXPIRED if is_behind else 11)


async def season(
    scenario: Scenario,
    folder: Path,
    source: ProcessSource | None = None,
    interrupted: asyncio.Event | None = None,
) -> RunResult:
    return await Season(scenario, folder, source, interrupted).run()
