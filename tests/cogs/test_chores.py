"""What is due: one match's trouble keeps no other waiting, and is tried again in time."""

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
    """Matches of two servers, those of 100 and more in the other one, and a clock."""

    def __init__(self) -> None:
        self.time = 0
        self.clock = self
        self.store = self
        self.observer = Observer()

    def now(self) -> int:
        """The time that was set."""
        return self.time

    async def guilds(self, matches: Sequence[int]) -> dict[int, int]:
        """The servers of these."""
        return {match: GUILD if match < 100 else OTHER for match in matches}


class Work:
    """Fails as it is told, and counts how often it was tried."""

    def __init__(self) -> None:
        self.tried: list[int] = []
        self.trouble: dict[int, Exception] = {}

    async def __call__(self, match: int) -> None:
        """Try it."""
        self.tried.append(match)
        if match in self.trouble:
            raise self.trouble[match]


class Looks(Jobs):
    """Chores of which tests wait for the end; all of them are the same work."""

    def __init__(self, stub: Stub, work: Callable[[int], Awaitable[None]]) -> None:
        self.guild_queues = GuildQueues()
        super().__init__(cast("Matches", stub), self.guild_queues, dict.fromkeys(Job, work))

    async def all(self, *due: int, job: Job = Job.SHOW) -> None:
        """Do it for these matches."""
        await self.begin({match: [job] for match in due})
        await self.guild_queues.idle()


def refused() -> discord.Forbidden:
    """Discord does not let the bot do it."""
    response = SimpleNamespace(status=403, reason="Forbidden")
    return discord.Forbidden(cast("Any", response), {"code": 50013, "message": "No"})


@pytest.fixture
def stub() -> Stub:
    """Time begins."""
    return Stub()


@pytest.fixture
def work() -> Work:
    """Nothing has gone wrong so far."""
    return Work()


@pytest.fixture
def jobs(stub: Stub, work: Work) -> Looks:
    """What does it."""
    return Looks(stub, work)


async def tries(jobs: Looks, stub: Stub, work: Work, until: int) -> list[int]:
    """When match 1 is tried, if somebody looks at every second."""
    times = []
    while stub.time < until:
        before = len(work.tried)
        await jobs.all(1)
        times += [stub.time] * (len(work.tried) - before)
        stub.time += 1
    return times


async def test_a_refusal_is_tried_ever_later(jobs: Looks, stub: Stub, work: Work) -> None:
    """Pauses double, up to the longest; when it works, the next trouble starts over."""
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


async def test_an_accident_is_tried_soon(jobs: Looks, stub: Stub, work: Work) -> None:
    """The way was cut: it may work the next moment."""
    work.trouble[1] = OSError("cut")
    brief = BRIEF
    assert await tries(jobs, stub, work, 4 * brief) == [0, brief, 3 * brief]


async def test_forgiven(jobs: Looks, stub: Stub, work: Work) -> None:
    """When permissions change in its server, a match is tried at once; those elsewhere wait."""
    work.trouble[1] = refused()
    await jobs.all(1)
    jobs.forgive(GUILD + 1)
    await jobs.all(1)
    assert work.tried == [1]
    jobs.forgive(GUILD)
    await jobs.all(1)
    assert work.tried == [1, 1]


async def test_another_process_is_no_trouble(jobs: Looks, stub: Stub, work: Work) -> None:
    """What it shows is looked at again the next time."""
    work.trouble[1] = ShownElsewhere()
    await jobs.all(1)
    await jobs.all(1)
    assert work.tried == [1, 1]


async def test_a_clock_that_is_put_back(jobs: Looks, stub: Stub, work: Work) -> None:
    """Makes no pause longer."""
    stub.time = 10**6
    work.trouble[1] = refused()
    await jobs.all(1)
    stub.time -= 1000
    await jobs.all(1)
    assert work.tried == [1, 1]


async def test_discord_asks_to_wait(jobs: Looks, stub: Stub, work: Work) -> None:
    """For minutes: no request before that."""
    work.trouble[1] = discord.RateLimited(299.5)
    assert await tries(jobs, stub, work, 400) == [0, 300]


async def test_trouble_with_one_thing(jobs: Looks, stub: Stub, work: Work) -> None:
    """An old board that stays keeps no notice of the same match waiting."""
    assert stub.time == 0
    work.trouble[1] = Postponed()
    await jobs.all(1, job=Job.SHOW)
    await jobs.all(1, job=Job.SHOW)
    assert work.tried == [1]
    await jobs.all(1, job=Job.NOTICES)
    assert work.tried == [1, 1]


async def test_a_bug_in_one(jobs: Looks, work: Work, caplog: pytest.LogCaptureFixture) -> None:
    """Is told to the operator, and the others are looked after."""
    work.trouble[2] = ValueError("a bug")
    await jobs.all(1, 2, 3)
    assert sorted(work.tried) == [1, 2, 3]
    assert "match 2 went wrong" in caplog.text


async def test_a_server_that_hangs(stub: Stub) -> None:
    """Keeps no other server waiting, and is not asked twice for the same."""
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


async def test_what_takes_too_long(
    stub: Stub, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    """Is given up, and tried again like all that Discord does not let happen."""
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
        assert ended == [1], "it pauses"
        stub.time += BRIEF
        await jobs.all(1)
    assert ended == [1, 1]
    assert "match 1: TimeoutError()" in caplog.text


async def test_one_thing_after_another(stub: Stub) -> None:
    """Within a match; what comes due meanwhile is done, too."""
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
    await jobs.begin({1: [Job.NOTICES, Job.GO_ON]})
    await asyncio.sleep(0)
    await jobs.begin({1: [Job.SHOW]})
    more.set()
    await guild_queues.idle()
    order = (Job.GO_ON, Job.SHOW, Job.NOTICES)
    assert done == [(job, what) for job in order for what in ("begun", "done")]
