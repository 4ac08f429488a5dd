"""Worker processes: as many as there can be, in bounds, and a lost one harms nobody."""

import asyncio
import os
import pickle
import signal
import subprocess
import sys
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from functools import partial
from typing import Any, TypeVar

import pytest

from bot.game_register import GameRegister
from bot.games import load_games
from bot.match.daily.house import HouseHere
from bot.match.daily.store import DayGame
from bot.match.playing.thinker import Question, ThinkingLost
from bot.observing.observer import Observer
from bot.worker.accuracy import judge
from bot.worker.messages import DONE, FAILED, SIZE, framed, result_of
from bot.worker.pool import Bounds, WorkerLate, WorkerPool
from bot.worker.ports import PoolHouse, PoolThinker
from bot.worker.process import WorkerLost, WorkerProcess
from bot.worker.tasks import (
    Advise,
    Decide,
    FindTurningPoints,
    Task,
    Weigh,
    found_turning_points,
)
from bot.worker.timed import Timed
from engine.core import driver
from engine.core.accuracy import choices
from engine.core.chance import SEED_BYTES, Stream
from engine.core.game import AnyGame
from engine.core.matchfile import Opened, open_match
from tests.bot.samples import match_file
from tests.bot.shell import ROOT
from tests.games.solitaire.rules import Solitaire
from tests.patience import PATIENCE
from tests.tiers import exhaustive
from tests.toy_game import TOY, ToyGame

T = TypeVar("T")
GAME = ToyGame()
GAMES = GameRegister({"toy": {1: GAME}}, {"toy": TOY})
APART = {"discord", "PIL", "aiohttp", "aiosqlite", "cogs", "pydantic", "render", "texts"}


def begun() -> Any:
    """Return the State of a match that has just begun; the first seat should add 2."""
    position = driver.start(GAME, 2)
    for made in driver.advance(GAME, position, Stream(bytes(32), "1")):
        position = made.position
    return position.state


def decision(seconds: float = 0.05) -> Decide:
    """Return the task to decide there."""
    return Decide(begun(), 0, seconds, 7)


class Heard(Observer):
    """Outcomes of thoughts."""

    def __init__(self) -> None:
        self.outcomes: list[str] = []

    def thought_ended(self, outcome: str, seconds: float) -> None:
        """Note the outcome."""
        assert seconds >= 0
        self.outcomes.append(outcome)


class Environment(Task[list[str]]):
    """Return the names of the variables of a process."""

    late = PATIENCE

    def run(self, game: AnyGame) -> list[str]:  # noqa: ARG002
        """See Task."""
        return [*os.environ]


class Niceness(Task[int]):
    """Return how far a process gives way to others."""

    late = PATIENCE

    def run(self, game: AnyGame) -> int:  # noqa: ARG002
        """See Task."""
        return os.nice(0)


class Allocate(Task[int]):
    """Take a quarter of a gibibyte of memory."""

    late = PATIENCE

    def run(self, game: AnyGame) -> int:  # noqa: ARG002
        """See Task."""
        return len(bytearray(1 << 28))


@asynccontextmanager
async def pool(
    bounds: Bounds | None = None, games: GameRegister = GAMES
) -> AsyncIterator[WorkerPool]:
    """Yield a pool, and close it in the end."""
    workers = WorkerPool(games, bounds)
    try:
        yield workers
    finally:
        await workers.close()


@pytest.fixture(autouse=True)
def patient(monkeypatch: pytest.MonkeyPatch) -> None:
    """A process that is slow to start on a busy machine is not taken for lost."""
    for task in (Decide, Advise, Weigh, FindTurningPoints):
        monkeypatch.setattr(task, "late", PATIENCE)


@pytest.fixture
def started(monkeypatch: pytest.MonkeyPatch) -> list[WorkerProcess]:
    """The processes that are started from here on."""
    processes: list[WorkerProcess] = []
    really: Callable[..., Any] = WorkerProcess.start

    async def start(*arguments: Any) -> WorkerProcess:
        processes.append(await really(*arguments))
        return processes[-1]

    monkeypatch.setattr(WorkerProcess, "start", start)
    return processes


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


def test_decision_without_time_is_the_best_so_far() -> None:
    assert decision(0.0).run(GAME) == "add 2"


def test_failure_is_answered_with_its_traceback() -> None:
    assert result_of(lambda: 1)[:1] == DONE
    failed = result_of(partial(Decide(None, 0, 0.0, 7).run, GAME))
    assert failed[:1] == FAILED
    assert "AttributeError" in failed[1:].decode()


async def test_process_is_kept_for_the_next_task(started: list[WorkerProcess]) -> None:
    """Also for one of another kind; it ends with the pool."""
    async with pool() as workers:
        assert await workers.run(GAME, decision()) == "add 2"
        assert (await workers.run(GAME, Advise(begun(), 0, "07", 0.05)))[0].token == "add 2"
        (process,) = started
        assert process.number != os.getpid()
        assert not process.ended
    assert process.ended


async def test_process_gives_way_and_has_no_settings(monkeypatch: pytest.MonkeyPatch) -> None:
    """Some of which are secret."""
    monkeypatch.setenv("DISCORD_TOKEN", "secret")
    monkeypatch.setenv("SALUD_DATABASE", "postgresql://salud:secret@localhost/salud")
    async with pool() as workers:
        assert await workers.run(GAME, Niceness()) >= 10
        variables = await workers.run(GAME, Environment())
    assert "PATH" in variables
    assert not [one for one in variables if one.startswith(("DISCORD", "SALUD"))]


def test_process_loads_arithmetic_alone() -> None:
    """Neither Discord, pictures, texts, the files of rules nor the match service."""
    opened = open_match(match_file(entries=40).encode(), load_games().game)
    log = tuple(made.entry for _, made in opened.advances())
    task = Weigh(2, log, opened.header.commitment, 0.1)
    info = opened.game.info
    questions = [load_games(), (info.name, info.rules, task)]
    done = subprocess.run(
        [sys.executable, "-X", "importtime", "-m", "bot.worker", "512"],
        cwd=ROOT,
        input=b"".join(framed(pickle.dumps(one)) for one in questions),
        capture_output=True,
        check=True,
    )
    assert isinstance(pickle.loads(done.stdout[SIZE.size + 1 :]), tuple)  # noqa: S301
    rows = [row for row in done.stderr.decode().splitlines() if row.startswith("import time:")]
    names = {row.rpartition("|")[2].strip() for row in rows}
    assert "engine.core.turning" in names, "the listing of -X importtime was understood"
    assert not {name.partition(".")[0] for name in names} & APART
    assert not [name for name in names if name.startswith("bot.match") or ".screens" in name]


async def test_tasks_of_a_kind_wait_for_a_place(started: list[WorkerProcess]) -> None:
    """Two processes answer five decisions."""
    async with pool(Bounds(deciding=2)) as workers:
        tokens = await asyncio.gather(*(workers.run(GAME, decision()) for _ in range(5)))
    assert tokens == ["add 2"] * 5
    assert len(started) == 2


async def test_tasks_of_different_kinds_do_not_wait_for_each_other(
    started: list[WorkerProcess],
) -> None:
    async with pool() as workers:
        slow = asyncio.create_task(workers.run(GAME, decision(600)))
        assert await workers.run(GAME, Advise(begun(), 0, "07", 0.05))
        assert not slow.done()
        await workers.close()
        with pytest.raises(WorkerLost, match="ended"):
            await slow
    assert len(started) == 2


async def test_task_beyond_the_queue_is_lost(started: list[WorkerProcess]) -> None:
    async with pool(Bounds(waiting=1)) as workers:
        tasks = [asyncio.create_task(workers.run(GAME, decision())) for _ in range(3)]
        results = await asyncio.gather(*tasks, return_exceptions=True)
    assert results[0] == "add 2"
    assert sum(isinstance(one, WorkerLost) for one in results) == 2 - (results[1] == "add 2")
    assert len(started) == 1


async def test_decisions_are_shorter_while_others_wait(monkeypatch: pytest.MonkeyPatch) -> None:
    """So the last of many is not late. One without company has all of the time."""
    seconds: list[float] = []

    async def ask(_: WorkerProcess, message: bytes) -> str:
        seconds.append(pickle.loads(message)[2].seconds)  # noqa: S301
        return "add 2"

    monkeypatch.setattr(WorkerProcess, "ask", ask)
    async with pool() as workers:
        await asyncio.gather(*(workers.run(GAME, decision(2.0)) for _ in range(4)))
        await workers.run(GAME, decision(2.0))
        assert seconds == [2.0, 2 / 3, 1.0, 2.0, 2.0], "the first is there before the others"
        seconds.clear()
        await asyncio.gather(*(workers.run(GAME, decision(2.0)) for _ in range(50)))
    assert min(seconds) == 0.1


async def test_task_that_cannot_be_pickled_keeps_no_place(started: list[WorkerProcess]) -> None:
    async with pool() as workers:
        for _ in range(3):
            with pytest.raises(WorkerLost, match="leave"):
                await workers.run(GAME, Decide(lambda: None, 0, 0.05, 7))
        assert await workers.run(GAME, decision()) == "add 2"
    assert len(started) == 1


async def test_killed_process_is_replaced(started: list[WorkerProcess]) -> None:
    """Its question is lost, which an observer hears, and the next one has a new process."""
    heard = Heard()
    async with pool() as workers:
        thinker = PoolThinker(workers, 0.05, heard)
        question = Question(GAME, begun(), 0)
        await thinker.think(question)
        slow = asyncio.create_task(thinker.think(question))
        os.kill(started[0].number, signal.SIGKILL)
        with pytest.raises(ThinkingLost):
            await slow
        assert await thinker.think(question) == "add 2"
    assert len(started) == 2
    assert heard.outcomes == ["found", "lost", "found"]


async def test_late_process_is_ended(
    started: list[WorkerProcess], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(Decide, "late", -599.9)
    async with pool() as workers:
        with pytest.raises(WorkerLate):
            await workers.run(GAME, decision(600))
    assert all(process.ended for process in started)


async def test_task_is_finished_without_its_caller(started: list[WorkerProcess]) -> None:
    """The process is free again afterwards."""
    async with pool() as workers:
        asked = asyncio.create_task(workers.run(GAME, decision()))
        while not started:  # noqa: ASYNC110 - it starts when it can
            await asyncio.sleep(0)
        asked.cancel()
        assert await workers.run(GAME, decision()) == "add 2"
    assert len(started) == 1


async def test_memory_has_a_bound(started: list[WorkerProcess]) -> None:
    """With too little there is no answer, and that is all that happens."""
    async with pool(Bounds(memory=1)) as workers:
        with pytest.raises(WorkerLost):
            await workers.run(GAME, Allocate())
    assert all(process.ended for process in started)
    async with pool() as workers:
        assert await workers.run(GAME, Allocate()) == 1 << 28


async def test_idle_process_ends(started: list[WorkerProcess]) -> None:
    """The next task gets a new one."""
    async with pool(Bounds(rest=0.0)) as workers:
        await workers.run(GAME, decision())
        await started[0].gone()
        assert await workers.run(GAME, decision()) == "add 2"
    assert len(started) == 2


async def test_closed_pool_starts_nothing(started: list[WorkerProcess]) -> None:
    async with pool() as workers:
        await workers.close()
        with pytest.raises(WorkerLost, match="stops"):
            await workers.run(GAME, decision())
    assert not started


def position_of(opened: Opened) -> driver.Position[Any]:
    """Return where a match file ends."""
    return [made.position for _, made in opened.advances()][-1]


async def test_house_plays_the_same_in_another_process(started: list[WorkerProcess]) -> None:
    """Its opening of a day, and its whole match."""
    game, seed = Solitaire(), bytes(SEED_BYTES)
    games = GameRegister({"solitaire": {1: game}})
    async with pool(games=games) as workers:
        apart, here = PoolHouse(workers), HouseHere()
        opened = await apart.opening(game, seed, "2026-11-26")
        assert opened == await here.opening(game, seed, "2026-11-26")
        day = DayGame("solitaire", "2026-11-26", 1, seed, opened)
        assert await apart.play_on(game, day) == await here.play_on(game, day)
        assert len(started) == 1
        await workers.close()
        assert await apart.opening(game, seed, "2026-11-26") == opened, "in this process"


def test_advice_is_legal() -> None:
    """The best move of a seat to act at the end of a match file."""
    opened = open_match(match_file(entries=40).encode(), load_games().game)
    position = position_of(opened)
    (seat,) = opened.game.to_act(position.state)
    advice = Advise(position.state, seat, opened.header.commitment, 0.1).run(opened.game)
    assert advice[0].token in driver.legal_tokens(opened.game, position, seat)


@exhaustive
def test_turning_points_of_a_whole_match() -> None:
    """At most three, in order; the end of this match turned it most."""
    file = (ROOT / "tests/golden/three-seats.match").read_bytes()
    opened = open_match(file, load_games().game)
    log = tuple(made.entry for _, made in opened.advances())
    points = FindTurningPoints(3, log, opened.header.commitment).run(opened.game)
    assert 1 <= len(points) <= 3
    steps = [point.step for point in points]
    assert steps == sorted(set(steps))
    for point in points:
        assert len(point.before) == len(point.after) == 3
        assert abs(sum(point.before) - 1) < 1e-9
    assert points[-1].after == (0, 1, 0)


def test_match_that_was_not_played_out_has_no_turning_points() -> None:
    opened = open_match(match_file(entries=40).encode(), load_games().game)
    advances = [made for _, made in opened.advances()]
    assert not found_turning_points(opened.game, 3, advances, opened.header.commitment)


def solitaire() -> tuple[driver.Advance[Any], ...]:
    """Return a match of Solitaire in which neither high nor low numbers were closed first."""
    game = Solitaire()
    stream = Stream(bytes(SEED_BYTES), "a long one")
    advances = list(driver.advance(game, driver.start(game, 1), stream))
    while game.outcome((position := advances[-1].position).state) is None:
        legal = game.legal_actions(position.state, 0)
        token = game.notation(legal[len(legal) // 2])
        advances.append(driver.choose(game, position, 0, token))
        advances += driver.advance(game, advances[-1].position, stream)
    return tuple(advances)


class Ticks:
    """A clock that advances by a millisecond whenever it is read."""

    def __init__(self) -> None:
        self.time = 0.0

    def __call__(self) -> float:
        """Return the time."""
        self.time += 0.001
        return self.time


@exhaustive
def test_every_decision_is_weighed_within_the_time() -> None:
    """In order, and the more time there is the surer they are."""
    game, advances = Solitaire(), solitaire()
    made = choices(game, 1, advances)
    assert len(made) > 2
    clock = Ticks()
    short, long = (
        judge(game, 1, advances, "07", 0.4, clock),
        judge(game, 1, advances, "07", 4.0, Ticks()),
    )
    assert clock.time < 0.8
    assert [one.seq for one in short] == [one.seq for one in long] == [one.seq for one in made]
    assert sum(one.error for one in long) < sum(one.error for one in short)


def test_decisions_are_left_out_without_time() -> None:
    """Nothing is guessed."""
    assert judge(Solitaire(), 1, solitaire(), "07", 0.0, Ticks()) == ()


def test_game_without_a_search_has_no_accuracy() -> None:
    plain: Any = object()
    assert judge(plain, 1, (), "07", 1.0, Ticks()) == ()
