"""Accuracies, turning points and animations: no user can keep them from others."""

import asyncio
from functools import partial

import pytest

from bot.worker.pool import WorkerPool
from cogs.replay import turning_points
from cogs.runtime.expensive import (
    WAITING,
    ExpensiveWork,
    StillAtWork,
    TooManyAtWork,
)
from engine.core.game import AnyGame
from tests.cogs.offline import command, offline
from tests.match.world import ANN, BEN, CAT, DAN, EVE, GAMES, World
from tests.workers import answer_tasks

AGAIN = "Try again in a minute"


class Gate:
    def __init__(self) -> None:
        self.open = asyncio.Event()
        self.began: list[str] = []

    async def ask(self, name: str) -> bytes:
        self.began.append(name)
        await self.open.wait()
        return b"[]"

    async def work(self, game: AnyGame, _: object) -> tuple[()]:
        await self.ask(game.info.name)
        return ()


async def idle() -> None:
    for _ in range(100):
        await asyncio.sleep(0)


async def over(world: World, many: int) -> list[int]:
    lobby = world._lobby("solitaire")
    matches = []
    for number in range(many):
        match = (await lobby.practice(world.asked(ANN), 0)).record.id
        await world.play(match, f"accuracy {number}")
        matches.append(match)
    return matches


async def test_user_has_one_accuracy_at_a_time(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    gate = Gate()
    answer_tasks(monkeypatch, gate.work)
    matches = await over(world, 4)
    async with offline(world.path, world.clock, world.seeds) as (client, _):
        ran = [
            asyncio.create_task(command(client, EVE, "accuracy", number, {"match": match}))
            for number, match in enumerate(matches, start=1)
        ]
        refused = [await task for task in ran[1:]]
        assert all(AGAIN in answer.answers[0] for answer in refused)
        victim = asyncio.create_task(command(client, ANN, "accuracy", 20, {"match": matches[1]}))
        joined = asyncio.create_task(command(client, BEN, "accuracy", 21, {"match": matches[0]}))
        gate.open.set()
        for task in (ran[0], victim, joined):
            assert AGAIN not in (await task).answers[0]
        assert len(gate.began) == 2, "an accuracy in progress is not started twice"


async def test_work_of_others_waits_in_a_short_queue() -> None:
    work, gate = ExpensiveWork[bytes](), Gate()
    tasks = [
        asyncio.create_task(work.get(user, user, lambda: gate.ask("")))
        for user in range(1, WAITING + 2)
    ]
    await idle()
    assert len(gate.began) == 1
    with pytest.raises(TooManyAtWork):
        await work.get(ANN + 100, "another", lambda: gate.ask(""))
    with pytest.raises(StillAtWork):
        await work.get(1, "another", lambda: gate.ask(""))
    gate.open.set()
    assert await asyncio.gather(*tasks) == [b"[]"] * (WAITING + 1)
    assert await work.get(1, 2, lambda: gate.ask("")) == b"[]"
    assert len(gate.began) == WAITING + 1, "results are remembered"


async def test_patience_includes_the_wait_for_a_turn() -> None:
    work, gate = ExpensiveWork[bytes](), Gate()
    first = asyncio.create_task(work.get(ANN, 1, lambda: gate.ask("first")))
    await idle()
    with pytest.raises(TimeoutError):
        await work.get(BEN, 2, lambda: gate.ask("second"), patience=0)
    assert gate.began == ["first"]
    gate.open.set()
    await first
    await idle()
    assert gate.began == ["first", "second"], "the work continues, and its result is remembered"
    assert work.known(2) == b"[]"


async def test_failure_reaches_those_who_wait_and_is_forgotten() -> None:
    work = ExpensiveWork[bytes]()

    async def fail() -> bytes:
        await asyncio.sleep(0)
        raise RuntimeError

    results = await asyncio.gather(
        work.get(CAT, 1, fail), work.get(DAN, 1, fail), return_exceptions=True
    )
    assert [type(result) for result in results] == [RuntimeError] * 2

    async def succeed() -> bytes:
        return b"x"

    assert await work.get(CAT, 1, succeed) == b"x"


async def test_hurried_turning_points_wait_no_longer_than_their_patience(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The limit also holds for a search that waits for another one, because animations and shared
    posts wait for turning points.
    """
    gate = Gate()
    answer_tasks(monkeypatch, gate.work)
    monkeypatch.setattr(turning_points, "HURRY", 0.0)
    monkeypatch.setattr(turning_points, "has_turning_points", lambda _: True)
    first, second = [await world.matches.load(match) for match in await over(world, 2)]
    points = turning_points.TurningPoints(world.clock, WorkerPool(GAMES))
    slow = asyncio.create_task(points.find(first, EVE))
    await idle()
    with pytest.raises(TimeoutError):
        await points.find(second, ANN, hurry=True)
    gate.open.set()
    assert await slow == ()


async def test_large_results_are_forgotten_after_their_time() -> None:
    work = ExpensiveWork[bytes](kept=0.0)
    gate = Gate()
    gate.open.set()
    assert await work.get(ANN, 1, partial(gate.ask, "first")) == b"[]"
    await idle()
    assert work.known(1) is None
    await work.get(ANN, 1, partial(gate.ask, "again"))
    assert gate.began == ["first", "again"]


async def test_results_of_jobs_begun_before_a_clear_are_not_remembered() -> None:
    """Such results can name a user who was forgotten meanwhile."""
    work, gate = ExpensiveWork[bytes](), Gate()
    running = asyncio.create_task(work.get(ANN, "running", partial(gate.ask, "running")))
    waiting = asyncio.create_task(work.get(BEN, "waiting", partial(gate.ask, "waiting")))
    await idle()
    work.clear()
    gate.open.set()
    await asyncio.gather(running, waiting)
    assert (work.known("running"), work.known("waiting")) == (None, None)
    await work.get(ANN, "running", partial(gate.ask, "again"))
    assert gate.began == ["running", "waiting", "again"]
    assert work.known("running") == b"[]"
