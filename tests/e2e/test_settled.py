"""A playground is settled only when its bot is idle, however long a picture takes."""

import asyncio
from collections import Counter
from collections.abc import AsyncIterator, Callable
from pathlib import Path
from typing import Any

import pytest

from bot.app.games import load_games
from cogs.app.client import SaludClient
from playground import Person, Playground
from tests.e2e.in_process import bot_here
from tests.e2e.players import Table, buttons
from tests.e2e.test_budget import place_of_board
from tests.match.machine import SetClock
from tests.toy_game import TOY

EDIT = "PATCH /channels/{channel_id}/messages/{message_id}"
POST = "POST /channels/{channel_id}/messages"


@pytest.fixture
async def toy_bot(
    playground: Playground, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, clock: SetClock
) -> AsyncIterator[SaludClient]:
    """A bot in this process whose scheduler runs only when woken."""
    games = load_games(packages=[TOY])
    async with bot_here(
        playground, tmp_path, monkeypatch, clock, games, take_back=0, tick=3600
    ) as client:
        yield client


async def test_settled_waits_for_a_picture(
    playground: Playground,
    toy_bot: SaludClient,
    people: list[Person],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Drawing sends no request, but counts as work."""
    await people[0].command("practice", {"public": True, "rivals": 3, "level": "foreman"})
    table = Table(
        playground, people[:1], await playground.wait_for(lambda: place_of_board(people[0]))
    )
    board = await table.ready()
    await playground.settled()

    draw, begun, goes_on = toy_bot.services.artist.draw, asyncio.Event(), asyncio.Event()

    async def slowly(call: Callable[[], Any]) -> Any:
        begun.set()
        await goes_on.wait()
        return await draw(call)

    monkeypatch.setattr(toy_bot.services.artist, "draw", slowly)
    requests = Counter[str]()
    checked = playground.on_exchange

    def count(method: str, route: str, sent: Any, status: int, answer: Any) -> None:
        requests[f"{method} {route}"] += 1
        if checked is not None:
            checked(method, route, sent, status, answer)

    playground.on_exchange = count
    await people[0].press(board["id"], next(iter(buttons(board, "2:move:"))))
    await begun.wait()
    with pytest.raises(TimeoutError):
        await playground.settled(quiet=0.001, timeout=0.3)
    goes_on.set()
    await playground.settled()
    assert requests[POST] + requests[EDIT] == 1


async def test_settled_waits_for_due_work(
    playground: Playground,
    toy_bot: SaludClient,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """A requested round of the scheduler has to end."""
    scheduler, goes_on = toy_bot.services.scheduler, asyncio.Event()
    await playground.settled()
    monkeypatch.setattr(scheduler, "steps", (goes_on.wait,))
    toy_bot.wake()
    with pytest.raises(TimeoutError):
        await playground.settled(quiet=0.001, timeout=0.3)
    goes_on.set()
    await playground.settled()
    assert scheduler.resting
