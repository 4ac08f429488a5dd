"""Work of several servers side by side: hanging work leaves room for all others."""

import asyncio
from collections.abc import Awaitable, Callable

import pytest

from bot.match.core.due_work import FIRST
from cogs.runtime.guild_queues import GuildQueues
from tests.match.machine import SetClock
from tests.patience import PATIENCE

HANGING = range(50)


async def test_hanging_servers_give_up_their_places_after_a_moment(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("cogs.runtime.guild_queues.BRISK", 0.01)
    guild_queues, done = GuildQueues(of_server=4, at_once=2), asyncio.Event()
    end = asyncio.Event()

    async def hang() -> None:
        await end.wait()

    async def go() -> None:
        done.set()

    for guild in HANGING:
        assert guild_queues.begin(f"hanging {guild}", guild, hang)
    assert guild_queues.begin("brisk", 99, go)
    async with asyncio.timeout(PATIENCE):
        await done.wait()
        assert len(guild_queues) == len(HANGING)
        end.set()
        await guild_queues.idle()
        for number in range(9):
            assert guild_queues.begin(number, number, go), "no place is lost"
        await guild_queues.idle()


async def test_never_too_many_at_once() -> None:
    guild_queues, now, most = GuildQueues(of_server=2, at_once=3), 0, 0

    async def work() -> None:
        nonlocal now, most
        now += 1
        most = max(most, now)
        await asyncio.sleep(0)
        now -= 1

    for number in range(30):
        guild_queues.begin(number, number % 5, work)
    await guild_queues.idle()
    assert most == 3


async def test_same_work_is_begun_again_only_after_its_end_and_pause(
    caplog: pytest.LogCaptureFixture,
) -> None:
    clock = SetClock()
    guild_queues = GuildQueues(clock=clock)

    async def wrong() -> None:
        raise LookupError("a bug")

    assert guild_queues.begin("it", 1, wrong)
    assert not guild_queues.begin("it", 1, wrong)
    await guild_queues.idle()
    assert "it failed" in caplog.text
    assert not guild_queues.begin("it", 1, wrong), "it waits after the mistake"
    clock.time += FIRST
    assert guild_queues.begin("it", 1, wrong)
    await guild_queues.idle()


async def test_closing_cancels_running_and_waiting_work() -> None:
    guild_queues, ended = GuildQueues(of_server=1), list[int]()

    async def work() -> None:
        try:
            await asyncio.Event().wait()
        finally:
            ended.append(1)

    guild_queues.begin("one", 1, work)
    guild_queues.begin("two", 1, work)
    await asyncio.sleep(0)
    await guild_queues.close()
    assert ended == [1]
    assert len(guild_queues) == 0


async def test_work_begun_while_its_task_runs_is_done_once_afterwards() -> None:
    queues, started, release = GuildQueues(), list[str](), asyncio.Event()

    def work(name: str) -> Callable[[], Awaitable[None]]:
        async def done() -> None:
            started.append(name)
            await release.wait()

        return done

    queues.begin_again("panel", 1, work("first"))
    for name in ("second", "third"):
        queues.begin_again("panel", 1, work(name))
    await asyncio.sleep(0)
    assert started == ["first"]
    release.set()
    await queues.idle()
    assert started == ["first", "third"]
    release.clear()
    for name in ("fourth", "fifth"):
        queues.begin_again("panel", 1, work(name))
    await asyncio.sleep(0)
    await queues.close()
    assert started == ["first", "third", "fourth"]
    assert len(queues) == 0
