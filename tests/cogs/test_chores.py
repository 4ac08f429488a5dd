"""Due work: one match's failure delays no other match, and is retried in time."""

import asyncio
from collections.abc import Awaitable, Callable, Sequence
from types import SimpleNamespace
from typing import Any, cast

import discord
import pytest

from bot.match.core.due_work import BRIEF, FIRST, LONGEST
from bot.match.core.matches import Matches
from bot.observing.observer import Observer
from cogs.posting.leases import ShownElsewhere
from cogs.posting.posted_message import Postponed
from cogs.runtime.guild_queues import GuildQueues
from cogs.runtime.jobs import Job, Jobs
from tests.patience import PATIENCE

GUILD = 900
OTHER = 901


class Stub:
    """Matches of two servers (numbers from 100 on are in the other one), and a clock."""

    def __init__(self) -> None:
        self.time = 0
        self.clock = self
        self.store = self
        self.observer = Observer()

    def now(self) -> int:
        return self.time

    async def guilds(self, matches: Sequence[int]) -> dict[int, int]:
        return {match: GUILD if match < 100 else OTHER for match in matches}


class Work:
    """Work that fails as set in `trouble` and records every try."""

    def __init__(self) -> None:
        self.tried: list[int] = []
        self.trouble: dict[int, Exception] = {}

    async def __call__(self, match: int) -> None:
        self.tried.append(match)
        if match in self.trouble:
            raise self.trouble[match]


class Looks(Jobs):
    """Jobs that all do the same work, and that tests can wait for."""

    def __init__(self, stub: Stub, work: Callable[[int], Awaitable[None]]) -> None:
        self.guild_queues = GuildQueues()
        super().__init__(cast("Matches", stub), self.guild_queues, dict.fromkeys(Job, work))

    async def all(self, *due: int, job: Job = Job.SHOW) -> None:
        await self.begin({match: [job] for match in due})
        await self.guild_queues.idle()


def refused() -> discord.Forbidden:
    response = SimpleNamespace(status=403, reason="Forbidden")
    return discord.Forbidden(cast("Any", response), {"code": 50013, "message": "No"})


@pytest.fixture
def stub() -> Stub:
    return Stub()


@pytest.fixture
def work() -> Work:
    return Work()


@pytest.fixture
def jobs(stub: Stub, work: Work) -> Looks:
    return Looks(stub, work)


async def tries(jobs: Looks, stub: Stub, work: Work, until: int) -> list[int]:
    """Return the times at which match 1 is tried, with a look every second."""
    times = []
    while stub.time < until:
        before = len(work.tried)
        await jobs.all(1)
        times += [stub.time] * (len(work.tried) - before)
        stub.time += 1
    return times


async def test_refused_work_is_retried_after_doubling_pauses(
    jobs: Looks, stub: Stub, work: Work
) -> None:
    """After a success the pauses start over."""
    work.trouble[1] = refused()
    first = FIRST
    assert await tries(jobs, stub, work, 8 * first) == [0, first, 3 * first, 7 * first]
    stub.time = 10**6
    await jobs.all(1)
    await jobs.all(1)
    assert len(work.tried) == 5
    stub.time += LONGEST
    await jobs.all(1)
    assert len(work.tried) == 6
    del work.trouble[1]
    stub.time += LONGEST
    await jobs.all(1)
    await jobs.all(1)
    assert len(work.tried) == 8


async def test_cut_connection_is_retried_soon(jobs: Looks, stub: Stub, work: Work) -> None:
    work.trouble[1] = OSError("cut")
    brief = BRIEF
    assert await tries(jobs, stub, work, 4 * brief) == [0, brief, 3 * brief]


async def test_changed_permissions_retry_the_server_s_matches_immediately(
    jobs: Looks, stub: Stub, work: Work
) -> None:
    work.trouble[1] = refused()
    await jobs.all(1)
    jobs.forgive(GUILD + 1)
    await jobs.all(1)
    assert work.tried == [1]
    jobs.forgive(GUILD)
    await jobs.all(1)
    assert work.tried == [1, 1]


async def test_work_of_another_process_is_looked_at_again_next_time(
    jobs: Looks, stub: Stub, work: Work
) -> None:
    work.trouble[1] = ShownElsewhere()
    await jobs.all(1)
    await jobs.all(1)
    assert work.tried == [1, 1]


async def test_clock_that_is_set_back_lengthens_no_pause(
    jobs: Looks, stub: Stub, work: Work
) -> None:
    stub.time = 10**6
    work.trouble[1] = refused()
    await jobs.all(1)
    stub.time -= 1000
    await jobs.all(1)
    assert work.tried == [1, 1]


async def test_rate_limit_is_waited_out(jobs: Looks, stub: Stub, work: Work) -> None:
    work.trouble[1] = discord.RateLimited(299.5)
    assert await tries(jobs, stub, work, 400) == [0, 300]


async def test_failed_board_does_not_delay_other_jobs_of_its_match(
    jobs: Looks, stub: Stub, work: Work
) -> None:
    assert stub.time == 0
    work.trouble[1] = Postponed()
    await jobs.all(1, job=Job.SHOW)
    await jobs.all(1, job=Job.SHOW)
    assert work.tried == [1]
    await jobs.all(1, job=Job.TIDY)
    assert work.tried == [1, 1]


async def test_bug_in_one_match_is_logged_and_the_others_proceed(
    jobs: Looks, work: Work, caplog: pytest.LogCaptureFixture
) -> None:
    work.trouble[2] = ValueError("a bug")
    await jobs.all(1, 2, 3)
    assert sorted(work.tried) == [1, 2, 3]
    assert "match 2 failed" in caplog.text


async def test_hanging_server_delays_no_other_and_is_not_asked_twice(stub: Stub) -> None:
    begun: list[int] = []
    done: list[int] = []
    hanging = asyncio.Event()

    async def work(match: int) -> None:
        begun.append(match)
        if match < 100:
            await hanging.wait()
        done.append(match)

    jobs = Looks(stub, work)
    due = {match: [Job.SHOW] for match in (*range(1, 61), *range(101, 161))}
    async with asyncio.timeout(PATIENCE):
        while not set(range(101, 161)) <= set(done):
            await jobs.begin(due)
            await asyncio.sleep(0)
        assert [match for match in begun if match < 100] == [1, 2, 3, 4]
        hanging.set()
        await jobs.guild_queues.idle()
    assert sorted(set(done)) == sorted(due)


async def test_work_that_takes_too_long_is_given_up_and_retried(
    stub: Stub, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr("cogs.runtime.guild_queues.BOUND", 0.01)
    ended: list[int] = []

    async def work(match: int) -> None:
        try:
            await asyncio.Event().wait()
        finally:
            ended.append(match)

    jobs = Looks(stub, work)
    async with asyncio.timeout(PATIENCE):
        await jobs.all(1)
        await jobs.all(1)
        assert ended == [1], "the work pauses after the timeout"
        stub.time += BRIEF
        await jobs.all(1)
    assert ended == [1, 1]
    assert "match 1: TimeoutError()" in caplog.text


async def test_work_of_a_match_runs_in_order_and_includes_late_arrivals(stub: Stub) -> None:
    done: list[tuple[Job, str]] = []
    more = asyncio.Event()
    jobs: Jobs

    def work(job: Job) -> Callable[[int], Awaitable[None]]:
        async def do(_: int) -> None:
            done.append((job, "begun"))
            if job is Job.GO_ON:
                await more.wait()
            done.append((job, "done"))

        return do

    guild_queues = GuildQueues()
    jobs = Jobs(cast("Matches", stub), guild_queues, {job: work(job) for job in Job})
    await jobs.begin({1: [Job.TIDY, Job.GO_ON]})
    await asyncio.sleep(0)
    await jobs.begin({1: [Job.SHOW]})
    more.set()
    await guild_queues.idle()
    order = (Job.GO_ON, Job.SHOW, Job.TIDY)
    assert done == [(job, what) for job in order for what in ("begun", "done")]
