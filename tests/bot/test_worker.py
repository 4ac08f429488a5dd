"""Worker processes: limited in number and resources, and replaced if lost."""

import asyncio
import os
import pickle
import signal
import subprocess
import sys
import threading
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from datetime import date
from functools import partial
from typing import Any, TypeVar

import pytest

from bot.app.games import load_games
from bot.game_register import GameRegister
from bot.match.daily.days import DayGame
from bot.match.daily.house import House
from bot.match.playing.thinker import ThinkingLost
from bot.observing.observer import Observer
from bot.worker.judging import Judging, judge
from bot.worker.messages import DONE, FAILED, SIZE, frame, result_of
from bot.worker.mining import PoolMiner, SpentForToday
from bot.worker.pool import Bounds, WorkerLate, WorkerPool, WorkerYielded
from bot.worker.ports import PoolHouse, PoolThinker
from bot.worker.process import WorkerFull, WorkerLost, WorkerProcess
from bot.worker.rooms import Room
from bot.worker.tasks import (
    Advise,
    Decide,
    FindTurningPoints,
    Mine,
    Played,
    SearchDecisions,
    Task,
    found_turning_points,
)
from bot.worker.timed import Timed
from engine.core import driver
from engine.core.accuracy import choices
from engine.core.chance import SEED_BYTES, Stream
from engine.core.game import AnyGame
from engine.core.matchfile import Opened, open_match
from engine.core.puzzles import Puzzle
from tests.bot.samples import match_file
from tests.bot.shell import ROOT
from tests.games.solitaire.rules import Solitaire
from tests.patience import PATIENCE
from tests.puzzles import match_log
from tests.tiers import exhaustive
from tests.toy_game import TOY, ToyGame

T = TypeVar("T")
GAME = ToyGame()
GAMES = GameRegister({"toy": {1: GAME}}, {"toy": TOY})
APART = {"discord", "PIL", "aiohttp", "aiosqlite", "cogs", "pydantic", "render", "texts"}


def opening_state() -> Any:
    """Return the State of a match that has just begun. The best action is to add 2."""
    position = driver.start(GAME, 2)
    for advance in driver.advance(GAME, position, Stream(bytes(32), "1")):
        position = advance.position
    return position.state


def decision(seconds: float = 0.05) -> Decide:
    """Return the task to decide in that State."""
    return Decide(opening_state(), 0, seconds, 7)


class OutcomeObserver(Observer):
    def __init__(self) -> None:
        self.outcomes: list[str] = []

    def thought_ended(self, outcome: str, seconds: float) -> None:
        assert seconds >= 0
        self.outcomes.append(outcome)


class Environment(Task[list[str]]):
    """Return the names of a process's environment variables."""

    late = PATIENCE

    def run(self, game: AnyGame) -> list[str]:  # noqa: ARG002
        return [*os.environ]


class Niceness(Task[int]):
    """Return the niceness of a process."""

    late = PATIENCE

    def run(self, game: AnyGame) -> int:  # noqa: ARG002
        return os.nice(0)


class Allocate(Task[int]):
    """Allocate a quarter of a gibibyte."""

    late = PATIENCE

    def run(self, game: AnyGame) -> int:  # noqa: ARG002
        return len(bytearray(1 << 28))


class Wait(Task[int]):
    """Work without a waiting player that never ends."""

    late = PATIENCE
    is_spare = True

    def run(self, game: AnyGame) -> int:  # noqa: ARG002
        threading.Event().wait()
        return 0


@asynccontextmanager
async def pool(
    bounds: Bounds | None = None, games: GameRegister = GAMES
) -> AsyncIterator[WorkerPool]:
    """Yield a pool, and close it at the end."""
    workers = WorkerPool(games, bounds)
    try:
        yield workers
    finally:
        await workers.close()


@pytest.fixture(autouse=True)
def patient(monkeypatch: pytest.MonkeyPatch) -> None:
    """Don't treat processes that start slowly on a busy machine as lost."""
    for task in (Decide, Advise, SearchDecisions, FindTurningPoints):
        monkeypatch.setattr(task, "late", PATIENCE)


@pytest.fixture
def started_processes(monkeypatch: pytest.MonkeyPatch) -> list[WorkerProcess]:
    """The processes that are started from here on."""
    processes: list[WorkerProcess] = []
    really: Callable[..., Any] = WorkerProcess.start

    async def start(*arguments: Any) -> WorkerProcess:
        processes.append(await really(*arguments))
        return processes[-1]

    monkeypatch.setattr(WorkerProcess, "start", start)
    return processes


def test_thinking_ends_with_its_time_and_its_luck_follows_from_the_number() -> None:
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


async def test_process_is_reused_for_tasks_of_any_kind(
    started_processes: list[WorkerProcess],
) -> None:
    """The process ends with the pool."""
    async with pool() as workers:
        assert await workers.run(GAME, decision()) == "add 2"
        assert (await workers.run(GAME, Advise(opening_state(), 0, "07", 0.05)))[0].token == "add 2"
        (process,) = started_processes
        assert process.number != os.getpid()
        assert not process.ended
    assert process.ended


async def test_process_is_nice_and_has_no_settings_in_its_environment(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setenv("DISCORD_TOKEN", "secret")
    monkeypatch.setenv("SALUD_DATABASE", "postgresql://salud:secret@localhost/salud")
    async with pool() as workers:
        assert await workers.run(GAME, Niceness()) >= 10
        variables = await workers.run(GAME, Environment())
    assert "PATH" in variables
    assert not [name for name in variables if name.startswith(("DISCORD", "SALUD"))]


def test_process_loads_only_engine_and_rules() -> None:
    """It does not load Discord, pictures, texts, rule files or the match service."""
    opened = open_match(match_file(entries=40).encode(), load_games().game)
    log = tuple(advance.entry for _, advance in opened.advances())
    task = SearchDecisions(Played(2, log, opened.header.commitment), (), 0.1)
    info = opened.game.info
    questions = [load_games(), (info.name, info.rules, task)]
    process = subprocess.run(
        [sys.executable, "-X", "importtime", "-m", "bot.worker", "512"],
        cwd=ROOT,
        input=b"".join(frame(pickle.dumps(question)) for question in questions),
        capture_output=True,
        check=True,
    )
    assert pickle.loads(process.stdout[SIZE.size + 1 :])[0] == ()  # noqa: S301
    rows = [row for row in process.stderr.decode().splitlines() if row.startswith("import time:")]
    names = {row.rpartition("|")[2].strip() for row in rows}
    assert "engine.core.turning" in names, "the listing of -X importtime was parsed"
    assert not {name.partition(".")[0] for name in names} & APART
    assert not [name for name in names if name.startswith("bot.match") or ".screens" in name]


async def test_tasks_of_a_kind_share_the_processes_of_its_limit(
    started_processes: list[WorkerProcess],
) -> None:
    async with pool(Bounds(deciding=2)) as workers:
        tokens = await asyncio.gather(*(workers.run(GAME, decision()) for _ in range(5)))
    assert tokens == ["add 2"] * 5
    assert len(started_processes) == 2


async def test_tasks_of_different_kinds_do_not_wait_for_each_other(
    started_processes: list[WorkerProcess],
) -> None:
    async with pool() as workers:
        slow = asyncio.create_task(workers.run(GAME, decision(600)))
        assert await workers.run(GAME, Advise(opening_state(), 0, "07", 0.05))
        assert not slow.done()
        await workers.close()
        with pytest.raises(WorkerLost, match="ended"):
            await slow
    assert len(started_processes) == 2


async def test_places_go_to_people_in_turn() -> None:
    """Frequent requests of one person don't delay those of others."""
    room, served = Room(1), []

    async def ask(person: str) -> None:
        await room.enter(person)
        served.append(person)
        await asyncio.sleep(0)
        room.leave()

    await room.enter()
    asking = [asyncio.create_task(ask(person)) for person in ("Ann",) * 4 + ("Ben",) * 2]
    left = asyncio.create_task(ask("Cat"))
    await asyncio.sleep(0)
    left.cancel()
    room.leave()
    await asyncio.gather(*asking)
    assert served == ["Ann", "Ben", "Ann", "Ben", "Ann", "Ann"]
    assert await room.enter() == 1.0, "the place of the cancelled task is free"


async def test_task_beyond_the_queue_is_lost(started_processes: list[WorkerProcess]) -> None:
    async with pool(Bounds(waiting=1)) as workers:
        tasks = [asyncio.create_task(workers.run(GAME, decision())) for _ in range(3)]
        results = await asyncio.gather(*tasks, return_exceptions=True)
    assert results[0] == "add 2"
    assert sum(isinstance(result, WorkerLost) for result in results) == 2 - (results[1] == "add 2")
    assert len(started_processes) == 1


async def test_decisions_are_shorter_while_others_wait(monkeypatch: pytest.MonkeyPatch) -> None:
    """The last of many waiting decisions is then not late."""
    seconds: list[float] = []

    async def ask(_: WorkerProcess, message: bytes) -> str:
        seconds.append(pickle.loads(message)[2].seconds)  # noqa: S301
        return "add 2"

    monkeypatch.setattr(WorkerProcess, "ask", ask)
    async with pool() as workers:
        await asyncio.gather(*(workers.run(GAME, decision(2.0)) for _ in range(4)))
        await workers.run(GAME, decision(2.0))
        assert seconds == [2.0, 2 / 3, 1.0, 2.0, 2.0], "the first starts before the others"
        seconds.clear()
        await asyncio.gather(*(workers.run(GAME, decision(2.0)) for _ in range(50)))
    assert min(seconds) == 0.1


async def test_task_that_cannot_be_pickled_keeps_no_place(
    started_processes: list[WorkerProcess],
) -> None:
    async with pool() as workers:
        for _ in range(3):
            with pytest.raises(WorkerLost, match="leave"):
                await workers.run(GAME, Decide(lambda: None, 0, 0.05, 7))
        assert await workers.run(GAME, decision()) == "add 2"
    assert len(started_processes) == 1


async def test_killed_process_is_replaced_and_its_task_lost(
    started_processes: list[WorkerProcess],
) -> None:
    """An observer is notified."""
    observer = OutcomeObserver()
    async with pool() as workers:
        thinker = PoolThinker(workers, 0.05, observer)
        question = GAME, opening_state(), 0
        await thinker.think(*question)
        slow = asyncio.create_task(thinker.think(*question))
        os.kill(started_processes[0].number, signal.SIGKILL)
        with pytest.raises(ThinkingLost):
            await slow
        assert await thinker.think(*question) == "add 2"
    assert len(started_processes) == 2
    assert observer.outcomes == ["found", "lost", "found"]


async def test_late_process_is_ended(
    started_processes: list[WorkerProcess], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(Decide, "late", -599.9)
    async with pool() as workers:
        with pytest.raises(WorkerLate):
            await workers.run(GAME, decision(600))
    assert all(process.ended for process in started_processes)


async def test_cancelled_caller_does_not_block_the_process(
    started_processes: list[WorkerProcess],
) -> None:
    async with pool() as workers:
        asked = asyncio.create_task(workers.run(GAME, decision()))
        while not started_processes:  # noqa: ASYNC110 - there is no event for it
            await asyncio.sleep(0)
        asked.cancel()
        assert await workers.run(GAME, decision()) == "add 2"
    assert len(started_processes) == 1


async def test_task_beyond_the_memory_limit_is_lost_and_its_process_replaced(
    started_processes: list[WorkerProcess],
) -> None:
    async with pool(Bounds(memory=200)) as workers:
        with pytest.raises(WorkerFull):
            await workers.run(GAME, Allocate())
        assert await workers.run(GAME, decision()) == "add 2"
    assert len(started_processes) == 2
    async with pool() as workers:
        assert await workers.run(GAME, Allocate()) == 1 << 28


async def test_idle_process_ends_and_is_replaced(started_processes: list[WorkerProcess]) -> None:
    async with pool(Bounds(rest=0.0, last_rest=0.0)) as workers:
        await workers.run(GAME, decision())
        await started_processes[0].gone()
        assert await workers.run(GAME, decision()) == "add 2"
    assert len(started_processes) == 2


async def test_closed_pool_starts_nothing(started_processes: list[WorkerProcess]) -> None:
    async with pool() as workers:
        await workers.close()
        with pytest.raises(WorkerLost, match="stops"):
            await workers.run(GAME, decision())
    assert not started_processes


def position_of(opened: Opened) -> driver.Position[Any]:
    """Return the final position of a match file."""
    return [advance.position for _, advance in opened.advances()][-1]


async def test_house_plays_the_same_in_another_process(
    started_processes: list[WorkerProcess],
) -> None:
    """This holds for the opening of a day and for the whole match."""
    game, seed = Solitaire(), bytes(SEED_BYTES)
    games = GameRegister({"solitaire": {1: game}})
    async with pool(games=games) as workers:
        remote, local = PoolHouse(workers), House()
        opened = await remote.opening(game, seed, "2026-11-26")
        assert opened == await local.opening(game, seed, "2026-11-26")
        day = DayGame("solitaire", "2026-11-26", 1, seed, opened)
        assert await remote.play_on(game, day) == await local.play_on(game, day)
        assert len(started_processes) == 1
        await workers.close()
        assert await remote.opening(game, seed, "2026-11-26") == opened, "in this process"


def test_advice_at_the_end_of_a_file_is_legal() -> None:
    opened = open_match(match_file(entries=40).encode(), load_games().game)
    position = position_of(opened)
    (seat,) = opened.game.to_act(position.state)
    advice = Advise(position.state, seat, opened.header.commitment, 0.1).run(opened.game)
    assert advice[0].token in driver.legal_tokens(opened.game, position, seat)


@exhaustive
def test_turning_points_are_at_most_three_in_order() -> None:
    """The last turn decides this match, and a last turn is no turning point."""
    file = (ROOT / "tests/golden/three-seats.match").read_bytes()
    opened = open_match(file, load_games().game)
    log = tuple(advance.entry for _, advance in opened.advances())
    points = FindTurningPoints(3, log, opened.header.commitment).run(opened.game)
    assert 1 <= len(points) <= 3
    steps = [point.step for point in points]
    assert steps == sorted(set(steps))
    for point in points:
        assert len(point.before) == len(point.after) == 3
        assert abs(sum(point.before) - 1) < 1e-9
    assert all(0 < share < 1 for point in points for share in point.after)


def test_unfinished_match_has_no_turning_points() -> None:
    opened = open_match(match_file(entries=40).encode(), load_games().game)
    advances = [advance for _, advance in opened.advances()]
    assert not found_turning_points(opened.game, 3, advances, opened.header.commitment)


def solitaire() -> tuple[driver.Advance[Any], ...]:
    """Return a match of Solitaire played with neither high nor low numbers first."""
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
    """A clock that advances by a millisecond at each reading."""

    def __init__(self) -> None:
        self.time = 0.0

    def __call__(self) -> float:
        self.time += 0.001
        return self.time


@exhaustive
def test_every_decision_is_weighed_within_the_time() -> None:
    """More time makes the estimates more certain."""
    game, advances = Solitaire(), solitaire()
    decisions = choices(game, 1, advances)
    assert len(decisions) > 2
    clock = Ticks()
    short, long = (
        judge(game, 1, advances, "07", 0.4, clock),
        judge(game, 1, advances, "07", 4.0, Ticks()),
    )
    assert clock.time < 0.8
    assert (
        [weighed.seq for weighed in short]
        == [weighed.seq for weighed in long]
        == [weighed.seq for weighed in decisions]
    )
    assert sum(weighed.error for weighed in long) < sum(weighed.error for weighed in short)


def test_every_decision_is_weighed_once_even_without_time() -> None:
    """Losses that there is no time to check don't count."""
    weighed = judge(Solitaire(), 1, solitaire(), "07", 0.0, Ticks())
    assert len(weighed) == len(choices(Solitaire(), 1, solitaire()))
    assert not any(decision.lost for decision in weighed)


@exhaustive
async def test_accuracy_is_shared_by_processes_and_survives_the_loss_of_one(
    started_processes: list[WorkerProcess],
) -> None:
    game, advances = Solitaire(), solitaire()
    played = Played(1, tuple(advance.entry for advance in advances), "07")
    judging = Judging(played, 3.0)
    async with pool(Bounds(sharing=2), GameRegister({"solitaire": {1: game}})) as workers:
        working = asyncio.create_task(judging.run(workers, game, 1))
        while len(started_processes) < 2:  # noqa: ASYNC110 - there is no event for it
            await asyncio.sleep(0)
        os.kill(started_processes[0].number, signal.SIGKILL)
        weighed = await working
    assert judging.complete.is_set()
    assert [decision.seq for decision in weighed] == [
        decision.seq for decision in choices(game, 1, advances)
    ]


async def started(processes: list[WorkerProcess], many: int) -> None:
    while len(processes) < many or not processes[-1].busy:  # noqa: ASYNC110 - no event says it
        await asyncio.sleep(0.01)


async def test_spare_task_gives_way_to_one_that_somebody_waits_for(
    started_processes: list[WorkerProcess],
) -> None:
    async with pool() as workers:
        spare = asyncio.create_task(workers.run(GAME, Wait()))
        await started(started_processes, 1)
        assert await workers.run(GAME, decision()) == "add 2"
        with pytest.raises(WorkerYielded):
            await spare
    assert started_processes[0].ended


async def test_spare_task_waits_until_nothing_else_works(
    started_processes: list[WorkerProcess],
) -> None:
    async with pool() as workers:
        slow = asyncio.create_task(workers.run(GAME, decision(600)))
        await started(started_processes, 1)
        spare = asyncio.create_task(workers.run(GAME, Wait()))
        quiet = asyncio.create_task(workers.quiet())
        await asyncio.sleep(0)
        assert not quiet.done()
        assert len(started_processes) == 1
        slow.cancel()
        os.kill(started_processes[0].number, signal.SIGKILL)
        await quiet
        await started(started_processes, 2)
        spare.cancel()
        os.kill(started_processes[1].number, signal.SIGKILL)


async def test_cancelled_spare_task_leaves_its_place() -> None:
    async with pool() as workers:
        slow = asyncio.create_task(workers.run(GAME, decision(600)))
        await asyncio.sleep(0)
        spare = asyncio.create_task(workers.run(GAME, Wait()))
        await asyncio.sleep(0)
        spare.cancel()
        with pytest.raises(asyncio.CancelledError):
            await spare
        assert workers._rooms[Wait]._free == 1
        slow.cancel()


async def test_miner_finds_the_puzzles_of_a_match_in_parts(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """The toy's bids are puzzles: quick computers bid 1 less than the king."""
    log = match_log(GAME)
    whole, rest = Mine(2, log).run(GAME)
    assert rest is None
    assert {puzzle.kind for puzzle in whole} == {"bidding"}
    monkeypatch.setattr("bot.worker.tasks.MINING", 0.0)
    found: list[Puzzle] = []
    first = 0
    while True:
        puzzles, rest = Mine(2, log, first).run(GAME)
        found += puzzles
        if rest is None:
            break
        assert rest == first + 1
        first = rest
    assert tuple(found) == whole
    async with pool() as workers:
        assert await PoolMiner(workers).mine(GAME, 2, log) == whole


async def test_miner_repeats_what_it_gave_up_and_ends_with_the_day(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    asked: list[Task[Any]] = []
    time, days, pauses = [0.0], [date(2026, 1, 1)], []

    async def run(_: WorkerPool, __: AnyGame, task: Task[Any], ___: object = None) -> object:
        asked.append(task)
        time[0] += 700
        if len(asked) == 1:
            raise WorkerYielded("another task came")
        return Mine(2, ()).run(GAME)

    async def pause(seconds: float) -> None:
        pauses.append(seconds)

    monkeypatch.setattr(WorkerPool, "run", run)
    async with pool() as workers:
        miner = PoolMiner(workers, 1800, lambda: days[0], pause, lambda: time[0])
        assert await miner.mine(GAME, 2, ()) == ()
        assert (len(asked), len(pauses), miner.left) == (2, 1, 400)
        await miner.mine(GAME, 2, ())
        assert miner.left == 0
        with pytest.raises(SpentForToday):
            await miner.mine_own(GAME, bytes(32))
        days[0] = date(2026, 1, 2)
        assert miner.left == 1800


async def test_miner_gives_a_match_up_whose_process_is_lost_again_and_again(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    asked: list[Task[Any]] = []

    async def run(_: WorkerPool, __: AnyGame, task: Task[Any], ___: object = None) -> object:
        asked.append(task)
        raise WorkerLost("the process has ended")

    monkeypatch.setattr(WorkerPool, "run", run)
    async with pool() as workers:
        with pytest.raises(WorkerLost):
            await PoolMiner(workers).mine(GAME, 2, ())
    assert len(asked) == 3
