"""Works of servers side by side: what hangs leaves room for all others."""

import asyncio

import pytest

from cogs.lanes import Lanes

HANGING = range(50)


async def test_many_servers_that_hang(monkeypatch: pytest.MonkeyPatch) -> None:
    """Fill the room for a moment; then the next one has its turn."""
    monkeypatch.setattr("cogs.lanes.BRISK", 0.01)
    lanes, done = Lanes(of_server=4, at_once=2), asyncio.Event()
    end = asyncio.Event()

    async def hang() -> None:
        await end.wait()

    async def go() -> None:
        done.set()

    for guild in HANGING:
        assert lanes.begin(f"hanging {guild}", guild, hang)
    assert lanes.begin("brisk", 99, go)
    async with asyncio.timeout(10):
        await done.wait()
        assert len(lanes) == len(HANGING)
        end.set()
        await lanes.idle()
        for number in range(9):
            assert lanes.begin(number, number, go), "no place is lost"
        await lanes.idle()


async def test_never_too_many_at_once() -> None:
    """Of those that are brisk."""
    lanes, now, most = Lanes(of_server=2, at_once=3), 0, 0

    async def work() -> None:
        nonlocal now, most
        now += 1
        most = max(most, now)
        await asyncio.sleep(0)
        now -= 1

    for number in range(30):
        lanes.begin(number, number % 5, work)
    await lanes.idle()
    assert most == 3


async def test_the_same_again(caplog: pytest.LogCaptureFixture) -> None:
    """Only once it has ended, be it by a mistake."""
    lanes = Lanes()

    async def wrong() -> None:
        raise LookupError("a bug")

    assert lanes.begin("it", 1, wrong)
    assert not lanes.begin("it", 1, wrong)
    await lanes.idle()
    assert "it went wrong" in caplog.text
    assert lanes.begin("it", 1, wrong)
    await lanes.idle()


async def test_the_end() -> None:
    """All are cancelled and waited for, those that wait for a place as well."""
    lanes, ended = Lanes(of_server=1), list[int]()

    async def work() -> None:
        try:
            await asyncio.Event().wait()
        finally:
            ended.append(1)

    lanes.begin("one", 1, work)
    lanes.begin("two", 1, work)
    await asyncio.sleep(0)
    await lanes.close()
    assert ended == [1]
    assert len(lanes) == 0
