"""A clock that can be moved, and who goes by it."""

import asyncio
from collections.abc import AsyncIterator
from pathlib import Path

import aiohttp
import pytest

from bot.playground_clock import KeptClock, following
from playground import ClientError, Playground, World, seed
from playground.snowflakes import seconds_of
from tests.playground.conftest import Clock


@pytest.fixture
async def movable() -> AsyncIterator[Playground]:
    """A playground whose clock goes by the machine's and can be moved."""
    server = Playground()
    await server.start()
    yield server
    await server.stop()


async def test_all_go_by_the_new_time(movable: Playground) -> None:
    """Ids, and every follower, as soon as the move is done; one that comes later, too."""
    moves = []
    async with following(movable.url) as clock:
        clock.moved = lambda: moves.append(clock.now())
        before = clock.now()
        await movable.forward(days=3, hours=1)
        skipped = 73 * 3600
        assert before + skipped <= clock.now() <= before + skipped + 30
        assert len(moves) == 1
        message = movable.write(seed.ADA_ID, seed.TAVERN_ID, "Three days later")
        assert seconds_of(message.id) >= before + skipped
        async with following(movable.url) as late:
            assert late.now() >= before + skipped


async def test_a_suspended_machine_and_a_wrong_clock(movable: Playground) -> None:
    """Time in which the machine sleeps, or its clock is wrong, is none that people moved."""
    async with following(movable.url) as clock:
        wall, steady = clock.now(), clock.ahead()
        await movable.forward(hours=1)
        assert clock.now() - wall == pytest.approx(3600, abs=30)
        assert clock.ahead() - steady == pytest.approx(3600, abs=30)
        await movable.forward(hours=2, asleep=True)
        await movable.set_skew(-600)
        assert clock.now() - wall == pytest.approx(3 * 3600 - 600, abs=30)
        assert clock.ahead() - steady == pytest.approx(3600, abs=30)
        assert movable.world.clock() - wall == pytest.approx(3 * 3600, abs=30)


async def test_a_follower_that_went_keeps_nobody_waiting(movable: Playground) -> None:
    """Its connection is gone, so it is not waited for."""
    async with aiohttp.ClientSession() as http:
        socket = await http.ws_connect(f"{movable.url}/client/clock")
        assert (await socket.receive_json())["offset"] == 0
        moving = asyncio.create_task(movable.forward(hours=1))
        assert (await socket.receive_json())["offset"] == 3600
        assert not moving.done()
        await socket.close()
        await moving


async def test_tabs_are_told_the_time(movable: Playground) -> None:
    """The page's buttons move it, and every tab hears everything again."""
    async with aiohttp.ClientSession() as http:
        tab = await http.ws_connect(f"{movable.url}/client/ws?user={seed.ADA_ID}")
        first = (await tab.receive_json())["d"]
        assert first["movable"]
        url = f"{movable.url}/client/forward"
        async with http.post(url, json={"seconds": 86_400}) as answer:
            assert answer.status == 204
        again = (await tab.receive_json())["d"]
        assert 86_400 <= again["now"] - first["now"] < 86_430
        for wrong in ({"seconds": -1}, {"seconds": "soon"}, {"seconds": 1e12}, {}):
            async with http.post(url, json=wrong) as answer:
                assert answer.status == 400
                assert (await answer.json())["message"]


async def test_a_clock_of_a_test_is_its_own(clock: Clock) -> None:
    """Only the test moves it."""
    playground = Playground(world=World(clock))
    with pytest.raises(ClientError):
        await playground.forward(days=1)


def test_the_time_is_kept(tmp_path: Path) -> None:
    """A playground that is started again goes on where it was; a spoiled file is no time."""
    file = tmp_path / "new" / "clock"
    KeptClock(file).forward(86_400)
    KeptClock(file).forward(60)
    assert KeptClock(file).offset == 86_460
    file.write_text("tomorrow")
    assert KeptClock(file).offset == 0
