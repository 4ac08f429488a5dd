"""Processes that think: as many as there may be, in bounds, and a lost one harms nobody."""

import asyncio
import os
import signal
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from typing import Any

import pytest

from bot.game_register import GameRegister
from bot.match.playing.thinker import Question, ThinkingLost
from bot.observing.observer import Observer
from bot.thinking.__main__ import answer
from bot.thinking.messages import FAILED, FOUND, Task, dumped, games_in, task_in
from bot.thinking.pool import Bounds, ThinkingPool
from bot.thinking.process import ThinkingProcess
from bot.thinking.timed import Timed
from engine.core import driver
from engine.core.chance import Stream
from tests.patience import PATIENCE
from tests.toy_game import TOY, ToyGame

GAMES = GameRegister({"toy": {1: ToyGame()}}, {"toy": TOY})
QUICK = Bounds(seconds=0.05)


def question() -> Question:
    """What the first seat of a match that has just begun should add."""
    game = ToyGame()
    position = driver.start(game, 2)
    for made in driver.advance(game, position, Stream(bytes(32), "1")):
        position = made.position
    return Question(game, position.state, 0)


def task(**changed: Any) -> Task:
    """That question as it travels."""
    asked = question()
    values: dict[str, Any] = {
        "game": "toy",
        "rules": 1,
        "state": asked.state,
        "seat": 0,
        "seconds": 0.01,
        "seed": 7,
    }
    return Task(**{**values, **changed})


class Heard(Observer):
    """What became of thoughts."""

    def __init__(self) -> None:
        self.outcomes: list[str] = []

    def thought_ended(self, outcome: str, seconds: float) -> None:
        """Note the outcome."""
        assert seconds >= 0
        self.outcomes.append(outcome)


@asynccontextmanager
async def pool(
    bounds: Bounds = QUICK, late: float = PATIENCE, observer: Observer | None = None
) -> AsyncIterator[ThinkingPool]:
    """A pool for the toy, closed in the end."""
    made = ThinkingPool(GAMES, bounds, late, observer)
    try:
        yield made
    finally:
        await made.close()


@pytest.fixture
def started(monkeypatch: pytest.MonkeyPatch) -> list[ThinkingProcess]:
    """The processes that are started from here on."""
    found: list[ThinkingProcess] = []
    really: Callable[..., Any] = ThinkingProcess.start

    async def start(games: bytes, memory: int) -> ThinkingProcess:
        found.append(await really(games, memory))
        return found[-1]

    monkeypatch.setattr(ThinkingProcess, "start", start)
    return found


def test_time_to_think() -> None:
    """There is time until the seconds are over, and the luck is that of the number alone."""
    now = [100.0]
    thinking = Timed(2.0, 7, clock=lambda: now[0])
    assert thinking.more()
    now[0] = 101.9
    assert thinking.more()
    now[0] = 102.0
    assert not thinking.more()
    assert [Timed(1, 7).random() for _ in range(2)] == [thinking.random()] * 2
    assert 0 <= Timed(1, 8).random() < 1


def test_without_time_the_best_so_far_is_found() -> None:
    """An answer is given, however little time there was."""
    assert answer(task(seconds=0.0), GAMES) == FOUND + b"add 2"


def test_what_fails_is_told() -> None:
    """With where it failed, so that the bot can log it; the process goes on."""
    failed = answer(task(state=None), GAMES)
    assert failed[:1] == FAILED
    assert "AttributeError" in failed[1:].decode()


def test_messages() -> None:
    """What arrives is what was sent."""
    assert task_in(dumped(task())) == task()
    assert games_in(dumped(GAMES)).game("toy", 1) == ToyGame()


async def test_it_thinks_in_another_process(started: list[ThinkingProcess]) -> None:
    """Which is kept for the next question, and ends with the pool."""
    async with pool() as thinker:
        assert [await thinker.think(question()) for _ in range(2)] == ["add 2"] * 2
        (process,) = started
        assert process.number != os.getpid()
        assert not process.ended
    assert process.ended


async def test_no_more_than_there_may_be(started: list[ThinkingProcess]) -> None:
    """Five questions at once are answered by two processes."""
    async with pool(Bounds(seconds=0.05, processes=2)) as thinker:
        found = await asyncio.gather(*(thinker.think(question()) for _ in range(5)))
    assert found == ["add 2"] * 5
    assert len(started) == 2


async def test_the_more_wait_the_less_each_thinks(monkeypatch: pytest.MonkeyPatch) -> None:
    """So the last of many is not late; whoever has no company has all of the time."""
    seconds: list[float] = []

    async def ask(_: ThinkingProcess, message: bytes) -> str:
        seconds.append(task_in(message).seconds)
        return "add 2"

    monkeypatch.setattr(ThinkingProcess, "ask", ask)
    async with pool(Bounds(seconds=2.0)) as thinker:
        await asyncio.gather(*(thinker.think(question()) for _ in range(4)))
        await thinker.think(question())
        assert seconds == [2.0, 2 / 3, 1.0, 2.0, 2.0], "the first is there before the others"
        seconds.clear()
        await asyncio.gather(*(thinker.think(question()) for _ in range(50)))
    assert min(seconds) == 0.1


async def test_what_cannot_travel_is_told(started: list[ThinkingProcess]) -> None:
    """A State that can't be written down keeps no room for itself."""
    asked = question()
    async with pool() as thinker:
        for _ in range(3):
            with pytest.raises(ThinkingLost, match="leave"):
                await thinker.think(Question(asked.game, lambda: None, 0))
        assert await thinker.think(asked) == "add 2"
    assert len(started) == 1


async def test_who_is_killed_is_replaced(started: list[ThinkingProcess]) -> None:
    """Its question is lost, which an observer hears, and the next one has a new process."""
    heard = Heard()
    async with pool(observer=heard) as thinker:
        await thinker.think(question())
        slow = asyncio.create_task(thinker.think(question()))
        os.kill(started[0].number, signal.SIGKILL)
        with pytest.raises(ThinkingLost):
            await slow
        assert await thinker.think(question()) == "add 2"
    assert len(started) == 2
    assert heard.outcomes == ["found", "lost", "found"]


async def test_who_is_late_is_given_up(started: list[ThinkingProcess]) -> None:
    """The process is ended, and holds up nobody."""
    async with pool(Bounds(seconds=600.0), late=-599.9) as thinker:
        with pytest.raises(ThinkingLost, match="late"):
            await thinker.think(question())
    assert all(process.ended for process in started)


async def test_nobody_waits_for_the_answer(started: list[ThinkingProcess]) -> None:
    """A question that is given up is answered all the same, and the process is free again."""
    async with pool() as thinker:
        asked = asyncio.create_task(thinker.think(question()))
        while not started:  # noqa: ASYNC110 - it starts when it can
            await asyncio.sleep(0)
        asked.cancel()
        assert await thinker.think(question()) == "add 2"
    assert len(started) == 1


async def test_memory_has_a_bound(started: list[ThinkingProcess]) -> None:
    """With too little there is no answer, and that is all that happens."""
    async with pool(Bounds(seconds=0.05, memory=1)) as thinker:
        with pytest.raises(ThinkingLost):
            await thinker.think(question())
    assert all(process.ended for process in started)


async def test_who_has_nothing_to_think_rests(started: list[ThinkingProcess]) -> None:
    """The process ends by itself, and the next question has a new one."""
    async with pool(Bounds(seconds=0.05, rest=0.0)) as thinker:
        await thinker.think(question())
        await started[0].gone()
        assert await thinker.think(question()) == "add 2"
    assert len(started) == 2


async def test_after_the_end_nobody_thinks() -> None:
    """A closed pool starts nothing."""
    async with pool() as thinker:
        await thinker.close()
        with pytest.raises(ThinkingLost, match="stops"):
            await thinker.think(question())
