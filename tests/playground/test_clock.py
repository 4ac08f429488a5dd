"""The playground's movable clock, and programs that follow it."""

import asyncio
from collections.abc import AsyncIterator
from pathlib import Path

import aiohttp
import pytest

from bot.app.commands.playing import KeptClock
from bot.app.playground_clock import following
from playground import ClientError, Playground, World, seed
from playground.snowflakes import seconds_of
from tests.playground.conftest import Clock


@pytest.fixture
async def movable() -> AsyncIterator[Playground]:
    server = Playground()
    await server.start()
    yield server
    await server.stop()


async def test_forward_moves_ids_and_all_followers(movable: Playground) -> None:
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


async def test_sleep_and_skew_do_not_move_the_steady_clock(movable: Playground) -> None:
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


async def test_forward_does_not_wait_for_a_follower_that_left(movable: Playground) -> None:
    async with aiohttp.ClientSession() as http:
        socket = await http.ws_connect(f"{movable.url}/client/clock")
        assert (await socket.receive_json())["offset"] == 0
        moving = asyncio.create_task(movable.forward(hours=1))
        assert (await socket.receive_json())["offset"] == 3600
        assert not moving.done()
        await socket.close()
        await moving


async def test_page_moves_the_clock_and_tabs_get_a_new_ready(movable: Playground) -> None:
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


async def test_injected_clock_cannot_be_moved(clock: Clock) -> None:
    playground = Playground(world=World(clock))
    with pytest.raises(ClientError):
        await playground.forward(days=1)


def test_offset_survives_a_restart_unless_its_file_is_corrupt(tmp_path: Path) -> None:
    file = tmp_path / "new" / "clock"
    KeptClock(file).forward(86_400)
    KeptClock(file).forward(60)
    assert KeptClock(file).offset == 86_460
    file.write_text("tomorrow")
    assert KeptClock(file).offset == 0
