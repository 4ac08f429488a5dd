"""What is due: one match's trouble keeps no other waiting, and is tried again in time."""

import asyncio
from collections.abc import Awaitable, Callable, Sequence
from types import SimpleNamespace
from typing import Any, cast

import discord
import pytest

from bot.match.matches import Matches
from cogs.chores import BRIEF_PAUSE, FIRST_PAUSE, LONGEST_PAUSE, Chore, Chores
from cogs.lanes import Lanes
from cogs.play.leases import ShownElsewhere
from cogs.play.showing import OldBoardStays

GUILD = 900
OTHER = 901


class Stub:
    """Matches of two servers, those of 100 and more in the other one, and a clock."""

    def __init__(self) -> None:
        self.time = 0
        self.clock = self
        self.store = self

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


class Looks(Chores):
    """Chores of which tests wait for the end; all of them are the same work."""

    def __init__(self, stub: Stub, work: Callable[[int], Awaitable[None]]) -> None:
        self.lanes = Lanes()
        super().__init__(cast("Matches", stub), self.lanes, dict.fromkeys(Chore, work))

    async def all(self, *due: int, chore: Chore = Chore.SHOW) -> None:
        """Do it for these matches."""
        await self.begin({match: [chore] for match in due})
        await self.lanes.idle()


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
def chores(stub: Stub, work: Work) -> Looks:
    """What does it."""
    return Looks(stub, work)


async def tries(chores: Looks, stub: Stub, work: Work, until: int) -> list[int]:
    """When match 1 is tried, if somebody looks at every second."""
    times = []
    while stub.time < until:
        before = len(work.tried)
        await chores.all(1)
        times += [stub.time] * (len(work.tried) - before)
        stub.time += 1
    return times


async def test_a_refusal_is_tried_ever_later(chores: Looks, stub: Stub, work: Work) -> None:
    """Pauses double, up to the longest; when it works, the next trouble begins anew."""
    work.trouble[1] = refused()
    first = FIRST_PAUSE
    assert await tries(chores, stub, work, 8 * first) == [0, first, 3 * first, 7 * first]
    stub.time = 10**6
    await chores.all(1)
    await chores.all(1)
    assert len(work.tried) == 5
    stub.time += LONGEST_PAUSE
    await chores.all(1)
    assert len(work.tried) == 6
    del work.trouble[1]
    stub.time += LONGEST_PAUSE
    await chores.all(1)
    await chores.all(1)
    assert len(work.tried) == 8


async def test_an_accident_is_tried_soon(chores: Looks, stub: Stub, work: Work) -> None:
    """The way was cut: it may work the next moment."""
    work.trouble[1] = OSError("cut")
    brief = BRIEF_PAUSE
    assert await tries(chores, stub, work, 4 * brief) == [0, brief, 3 * brief]


async def test_forgiven(chores: Looks, stub: Stub, work: Work) -> None:
    """When permissions change in its server, a match is tried at once; those elsewhere wait."""
    work.trouble[1] = refused()
    await chores.all(1)
    chores.forgive(GUILD + 1)
    await chores.all(1)
    assert work.tried == [1]
    chores.forgive(GUILD)
    await chores.all(1)
    assert work.tried == [1, 1]


async def test_another_process_is_no_trouble(chores: Looks, stub: Stub, work: Work) -> None:
    """What it shows is looked at again the next time."""
    work.trouble[1] = ShownElsewhere()
    await chores.all(1)
    await chores.all(1)
    assert work.tried == [1, 1]


async def test_a_clock_that_is_put_back(chores: Looks, stub: Stub, work: Work) -> None:
    """Makes no pause longer."""
    stub.time = 10**6
    work.trouble[1] = refused()
    await chores.all(1)
    stub.time -= 1000
    await chores.all(1)
    assert work.tried == [1, 1]


async def test_discord_asks_to_wait(chores: Looks, stub: Stub, work: Work) -> None:
    """For minutes: no request before that."""
    work.trouble[1] = discord.RateLimited(299.5)
    assert await tries(chores, stub, work, 400) == [0, 300]


async def test_trouble_with_one_thing(chores: Looks, stub: Stub, work: Work) -> None:
    """An old board that stays keeps no notice of the same match waiting."""
    assert stub.time == 0
    work.trouble[1] = OldBoardStays()
    await chores.all(1, chore=Chore.SHOW)
    await chores.all(1, chore=Chore.SHOW)
    assert work.tried == [1]
    await chores.all(1, chore=Chore.NOTICES)
    assert work.tried == [1, 1]


async def test_a_bug_in_one(chores: Looks, work: Work, caplog: pytest.LogCaptureFixture) -> None:
    """Is told to the operator, and the others are looked after."""
    work.trouble[2] = ValueError("a bug")
    await chores.all(1, 2, 3)
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

    chores = Looks(stub, work)
    due = {match: [Chore.SHOW] for match in (*range(1, 61), *range(101, 161))}
    async with asyncio.timeout(10):
        for _ in range(3):
            await chores.begin(due)
            await asyncio.sleep(0.01)
        assert set(range(101, 161)) <= set(done)
        assert [match for match in begun if match < 100] == [1, 2, 3, 4]
        hanging.set()
        await chores.lanes.idle()
    assert sorted(set(done)) == sorted(due)


async def test_what_takes_too_long(
    stub: Stub, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    """Is given up, and tried again like all that Discord does not let happen."""
    monkeypatch.setattr("cogs.lanes.BOUND", 0.01)
    ended: list[int] = []

    async def work(match: int) -> None:
        try:
            await asyncio.Event().wait()
        finally:
            ended.append(match)

    chores = Looks(stub, work)
    async with asyncio.timeout(10):
        await chores.all(1)
        await chores.all(1)
        assert ended == [1], "it pauses"
        stub.time += BRIEF_PAUSE
        await chores.all(1)
    assert ended == [1, 1]
    assert "match 1: TimeoutError()" in caplog.text


async def test_one_thing_after_another(stub: Stub) -> None:
    """Within a match; what comes due meanwhile is done, too."""
    done: list[tuple[Chore, str]] = []
    more = asyncio.Event()
    chores: Chores

    def work(chore: Chore) -> Callable[[int], Awaitable[None]]:
        async def do(_: int) -> None:
            done.append((chore, "begun"))
            if chore is Chore.GO_ON:
                await more.wait()
            done.append((chore, "done"))

        return do

    lanes = Lanes()
    chores = Chores(cast("Matches", stub), lanes, {chore: work(chore) for chore in Chore})
    await chores.begin({1: [Chore.NOTICES, Chore.GO_ON]})
    await asyncio.sleep(0)
    await chores.begin({1: [Chore.SHOW]})
    more.set()
    await lanes.idle()
    order = (Chore.GO_ON, Chore.SHOW, Chore.NOTICES)
    assert done == [(chore, what) for chore in order for what in ("begun", "done")]
