"""One storm: groups play in real time while faults happen."""

import asyncio
import contextlib
import time
from pathlib import Path

from chaos.bot_processes import ProcessSource
from chaos.cups.called import PEOPLE, TERMS, CalledCup
from chaos.cups.cup import Cup
from chaos.cups.plans import CupPlan, cup_plans
from chaos.days.solver import Solver, make_solvers, until_midnight
from chaos.run import Run
from chaos.scenario import RunResult, Scenario
from chaos.storm.channels import make_channels, new_member
from chaos.storm.faults import FaultInjector, Note
from chaos.storm.group import Group
from chaos.storm.participants import Participants
from chaos.storm.plans import brief_plan, plan
from chaos.storm.schedule import FaultSchedule
from playground import Person
from playground.luck import Luck
from playground.seed import OWNER_ID

NAMES = ("Anna", "Ben", "Cleo", "Dan")
LAST, FEW = 1, 0.1
"""Minimum number of groups that finish without faults, and minimum share of all groups."""
SOLVERS, BRIEF_SOLVERS = 2, 1
DAY, BRIEF_DAY = 25.0, 4.0
"""Real seconds from the start of the bot to the end of the first day."""
PAUSE, BRIEF_PAUSE = 0.3, 1.0
"""Real seconds between two actions of a solver."""
TRIES = 3
QUIET, SETTLING = 0.5, 30.0


class Storm(Run):
    async def run(self) -> RunResult:
        await self.playground.start()
        try:
            groups, schedule = self._groups()
            solvers = self._solvers(schedule.participants)
            if solvers:
                await self._begin_before_midnight()
            await self._start()
            solving = asyncio.create_task(self._solve(solvers, schedule.participants))
            try:
                await self._play(groups, schedule)
            finally:
                solving.cancel()
                await asyncio.gather(solving, return_exceptions=True)
            if not self.interrupted.is_set():
                await self._end_cups(groups)
                await self._end_days(solvers)
            with contextlib.suppress(TimeoutError):
                await self.playground.settled(QUIET, SETTLING)
                # A process that the clock's leap has cost a lease tries again when it has expired.
                await self.playground.wait_for(self._has_kept_promises, timeout=SETTLING)
            if not self.interrupted.is_set():
                self._note_stuck(groups)
            printed = await self.processes.export_some(self.reader.over())
        finally:
            await self.close()
        return self.result(schedule.faults, schedule.schedule, printed)

    def _has_kept_promises(self) -> bool:
        return not self.reader.promised(self.playground.world.clock())

    async def _start(self) -> None:
        await self.processes.start()

    def _groups(self) -> tuple[list[Group], FaultSchedule]:
        channels = self._channels()
        participants = Participants(
            self.playground,
            self.game,
            self._member("Stranger", channels[0]),
            self.luck.child("participants"),
            self.scenario.tempo.impatience,
            misbehave=self.scenario.faults,
        )
        self.participants = participants
        first = self.luck.child("channels").below(len(channels))
        groups = [
            self._group(number, channels[(first + number) % len(channels)], participants)
            for number in range(self.scenario.matches)
        ]
        groups += self._cups(channels, participants)
        luck = self.luck.child("faults")
        schedule = FaultSchedule(
            participants, self.tracker, self.reader, luck, self.scenario.tempo, self._injector
        )
        return groups, schedule

    def _channels(self) -> list[int]:
        return make_channels(self.playground)

    def _member(self, name: str, channel: int) -> Person:
        return new_member(self.playground, name, channel)

    def _injector(self, luck: Luck, note: Note) -> FaultInjector:
        return FaultInjector(
            self.participants, self.processes, self.tracker, self.reader, luck, note
        )

    # ------------------------------------------------------------------ days

    def _solvers(self, participants: Participants) -> list[Solver]:
        count = BRIEF_SOLVERS if self.scenario.brief else SOLVERS
        channel = participants.stranger.channel_id
        people = [
            (new_member(self.playground, f"Sol{number}", channel), (channel,))
            for number in range(count)
        ]
        luck = self.luck.child("solvers")
        also = self.watcher, self.tracker, self.reader, luck
        return make_solvers(people, self.game, *also, brief=self.scenario.brief)

    async def _begin_before_midnight(self) -> None:
        left = BRIEF_DAY if self.scenario.brief else DAY
        wait = until_midnight(self.playground.world.clock()) - left
        await self.playground.forward(minutes=max(wait, 0.0) / 60)

    async def _solve(self, solvers: list[Solver], participants: Participants) -> None:
        async def play(solver: Solver) -> None:
            while True:
                await participants.may_act()
                await solver.step()
                await asyncio.sleep(BRIEF_PAUSE if self.scenario.brief else PAUSE)

        await asyncio.gather(*map(play, solvers))

    async def _end_days(self, solvers: list[Solver]) -> None:
        if not solvers:
            return
        for _ in range(TRIES):
            await asyncio.gather(*(solver.end() for solver in solvers))
            if not any(self.reader.own_matches(solver.person.id) for solver in solvers):
                break
        await self.playground.forward(hours=25)
        deadline = time.monotonic() + SETTLING
        while self.reader.unfinished() and time.monotonic() < deadline:  # noqa: ASYNC110 - it is a database
            await asyncio.sleep(QUIET)

    def _group(self, number: int, channel: int, participants: Participants) -> Group:
        own = self.luck.child("group", number)
        seats = self.game.load().newest(self.game.name).info.seats
        group_plan = brief_plan(own) if self.scenario.brief else plan(own, seats)
        names = NAMES[: group_plan.people]
        people = [self._member(f"{name}{number}", channel) for name in names]
        participants.people += people
        return Group(people, group_plan, participants, self.tracker, own)

    def _cups(self, channels: list[int], participants: Participants) -> list[Group]:
        seats = self.game.load().newest(self.game.name).info.seats
        if 2 not in seats:
            return []
        luck = self.luck.child("cups")
        plans = cup_plans(luck, seats, brief=self.scenario.brief)
        if not self.scenario.brief:
            plans.append(CupPlan(TERMS, PEOPLE, 1, unruly=False))
        return [
            self._cup(number, luck.pick(channels), cup, participants, luck)
            for number, cup in enumerate(plans)
        ]

    async def _end_cups(self, groups: list[Group]) -> None:
        for group in groups:
            if isinstance(group, CalledCup):
                with contextlib.suppress(TimeoutError):
                    await group.end(self._be_down)

    async def _be_down(self, hours: int) -> None:
        while self.processes.running:
            await self.processes.kill()
        clock = self.playground.world.clock
        self.transcript.ups.append((clock(), False))
        await self.playground.forward(hours=hours)
        await self.processes.start()
        self.transcript.ups.append((clock(), True))

    def _cup(
        self, number: int, channel: int, cup: CupPlan, participants: Participants, luck: Luck
    ) -> Group:
        people = [self._member(f"Cup{number}{player}", channel) for player in range(cup.people + 2)]
        participants.people += people
        *takers, spare, barred = people
        moderator = Person(self.playground, OWNER_ID)
        moderator.channel_id = channel
        cup_class = CalledCup if cup.options is TERMS else Cup
        return cup_class(
            f"Cup {number}",
            cup,
            moderator,
            takers,
            spare,
            barred,
            participants,
            self.tracker,
            self.panels,
            self.reader,
            luck.child(str(number)),
        )

    async def _play(self, groups: list[Group], schedule: FaultSchedule) -> None:
        if not self.scenario.faults:
            await self._play_all(groups, schedule, None)
            return
        injecting = asyncio.create_task(schedule.run(self.postings, brief=self.scenario.brief))
        try:
            await self._play_all(groups, schedule, injecting)
        finally:
            await schedule.end(injecting)
            if not injecting.cancelled():
                injecting.result()

    async def _play_all(
        self, groups: list[Group], schedule: FaultSchedule, injecting: asyncio.Task[None] | None
    ) -> None:
        slots = asyncio.Semaphore(self.scenario.at_once)
        left = len(groups)

        async def play(group: Group) -> None:
            nonlocal left
            async with slots:
                await group.play()
            left -= 1
            schedule.enough = left <= max(LAST, len(groups) * FEW)

        timeout = self.began + self.scenario.timeout - time.monotonic()
        tasks = [asyncio.create_task(play(group)) for group in groups]
        tasks.append(asyncio.create_task(_play_on(groups, tasks[:], schedule)))

        def broke(task: asyncio.Task[None]) -> None:
            if not task.cancelled() and task.exception() is not None:
                for player in tasks:
                    player.cancel()

        if injecting is not None:
            injecting.add_done_callback(broke)
        playing = asyncio.gather(*tasks, return_exceptions=True)
        interrupted = asyncio.create_task(self.interrupted.wait())
        ends_with = asyncio.FIRST_COMPLETED
        await asyncio.wait((playing, interrupted), timeout=timeout, return_when=ends_with)
        for task in (*tasks, interrupted):
            task.cancel()
        ends = await playing
        for group, end in zip(groups, ends[: len(groups)], strict=True):
            if isinstance(end, Exception):
                group.doing = f"gave up because of {end!r}"

    def _note_stuck(self, groups: list[Group]) -> None:
        for group in groups:
            for match in sorted(group.matches):
                if not self.reader.is_over(match):
                    state = self.reader.describe(match)
                    self.transcript.stuck[match] = f"{group.doing}; {state}"
            if isinstance(group, Cup):
                if not group.done:
                    self.transcript.stuck[0] = f"{group.name} {group.doing}"
            elif not group.matches:
                self.transcript.stuck[0] = f"{group.people[0].id} {group.doing}"


async def _play_on(
    groups: list[Group], tasks: list[asyncio.Task[None]], schedule: FaultSchedule
) -> None:
    """Let groups play matches that appeared after they had finished."""
    await asyncio.gather(*tasks, return_exceptions=True)
    await schedule.wait_until_shown()
    await asyncio.gather(*(group.play() for group in groups))


async def storm(
    scenario: Scenario,
    folder: Path,
    source: ProcessSource | None = None,
    interrupted: asyncio.Event | None = None,
) -> RunResult:
    return await Storm(scenario, folder, source, interrupted, cold=source is None).run()
