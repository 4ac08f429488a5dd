"""Computers that think in the background: no player waits, and no outdated move counts."""

import asyncio
from dataclasses import dataclass, field
from typing import Any

import pytest

from bot.match.log.loaded import Loaded
from bot.match.log.records import MatchId, Status
from bot.match.playing.errors import NotYourTurn
from bot.match.playing.taking_over import TAKING_OVER
from bot.match.playing.thinker import ThinkingLost
from bot.match.values.errors import MatchOver
from engine.core.game import AnyGame
from engine.core.types import Level, Seat
from tests.match.world import ANN, BEN, CAT, DAN, GUILD, World
from tests.patience import PATIENCE


@dataclass
class Slow:
    """A thinker that waits for the test to supply its answer."""

    questions: list[tuple[Seat, Any]] = field(default_factory=list)
    answers: list["asyncio.Future[str]"] = field(default_factory=list)
    tasks: list["asyncio.Task[Any]"] = field(default_factory=list)
    news: asyncio.Event = field(default_factory=asyncio.Event)

    async def think(self, _: AnyGame, state: Any, seat: Seat) -> str:
        """Return the token given to `finish`."""
        self.questions.append((seat, state))
        self.answers.append(asyncio.get_running_loop().create_future())
        task = asyncio.current_task()
        assert task is not None
        self.tasks.append(task)
        self.news.set()
        return await self.answers[-1]

    async def until_asked(self, times: int) -> None:
        """Wait until the thinker has this many questions."""
        async with asyncio.timeout(PATIENCE):
            while len(self.questions) < times:
                self.news.clear()
                await self.news.wait()

    async def finish(self, token: str, index: int = -1) -> None:
        """Answer with this token, and wait for the task that asked."""
        if not self.answers[index].done():
            self.answers[index].set_result(token)
        async with asyncio.timeout(PATIENCE):
            await asyncio.gather(self.tasks[index], return_exceptions=True)


@pytest.fixture
def slow(world: World) -> Slow:
    """The thinker of the world."""
    thinker = Slow()
    world.thinker = thinker.think
    world.use(world.store)
    return thinker


async def start_thinking(world: World, slow: Slow) -> MatchId:
    """Start a practice in which ANN has added and a king thinks."""
    match = (await world.toys.practice(world.asked(ANN), 1, Level.KING)).record.id
    await world.toy(match, "11 add 1")
    await slow.until_asked(1)
    return match


async def look(world: World, match: MatchId) -> Loaded:
    return await world.matches.load(match)


async def test_press_is_answered_while_the_king_thinks(world: World, slow: Slow) -> None:
    match = await start_thinking(world, slow)
    loaded = await look(world, match)
    assert (loaded.state.points, loaded.computers_to_act) == ((1, 0), (1,))
    assert match in world.service.thoughts
    await world.refused(NotYourTurn, world.do(match, ANN, "add 2"))  # refused immediately
    await slow.finish("add 2")
    loaded = await look(world, match)
    assert loaded.state.points == (1, 2)
    assert loaded.people_to_act == (ANN,)


async def test_king_thinks_once_about_each_state(world: World, slow: Slow) -> None:
    match = await start_thinking(world, slow)
    for _ in range(3):
        await world.service.go_on(match)
    assert slow.questions == [(1, (await look(world, match)).state)]


async def test_resignation_counts_immediately_and_the_thought_is_dropped(
    world: World, slow: Slow
) -> None:
    match = await start_thinking(world, slow)
    await world.service.resign(match, ANN)
    await slow.finish("add 2")
    loaded = await look(world, match)
    assert (loaded.status, loaded.state.points) == (Status.OVER, (1, 0))
    assert match not in world.service.thoughts, "no thought is left"
    await world.refused(MatchOver, world.do(match, ANN, "add 1"))


async def test_thought_about_a_retracted_move_is_dropped(world: World, slow: Slow) -> None:
    match = await start_thinking(world, slow)
    loaded = await look(world, match)
    await world.service.take_back(match, ANN, loaded.seq, world.interaction())
    await slow.finish("add 3")
    loaded = await look(world, match)
    assert (loaded.state.points, loaded.people_to_act) == ((0, 0), (ANN,))
    await world.toy(match, "11 add 2")
    await slow.until_asked(2)
    assert slow.questions[1][1].points == (2, 0)
    await slow.finish("add 1")
    assert (await look(world, match)).state.points == (2, 1)


async def test_next_move_starts_a_new_thought_immediately(world: World, slow: Slow) -> None:
    match = await start_thinking(world, slow)
    loaded = await look(world, match)
    await world.service.take_back(match, ANN, loaded.seq, world.interaction())
    await world.toy(match, "11 add 3")
    await slow.until_asked(2)
    assert slow.answers[0].cancelled()
    await slow.finish("add 2")
    assert (await look(world, match)).state.points == (3, 2)


async def test_another_process_starts_thinking_after_a_restart(world: World, slow: Slow) -> None:
    match = await start_thinking(world, slow)
    await world.service.thoughts.close()
    other = await world.another()
    second_thinker = Slow()
    other.thinker = second_thinker.think
    other.use(other.store)
    assert await other.store.computers_due() == (match,)
    await other.service.go_on(match)
    await second_thinker.until_asked(1)
    await second_thinker.finish("add 2")
    assert (await look(world, match)).state.points == (1, 2)
    assert slow.answers[0].cancelled()


async def test_first_of_two_processes_to_finish_thinking_moves(world: World, slow: Slow) -> None:
    match = await start_thinking(world, slow)
    other = await world.another()
    second_thinker = Slow()
    other.thinker = second_thinker.think
    other.use(other.store)
    await other.service.go_on(match)
    await second_thinker.until_asked(1)
    await second_thinker.finish("add 2")
    await slow.finish("add 3")
    loaded = await look(world, match)
    assert loaded.state.points == (1, 2)


async def test_failed_thought_is_logged_and_replaced_by_the_foremans_move(
    world: World, slow: Slow, caplog: pytest.LogCaptureFixture
) -> None:
    match = await start_thinking(world, slow)
    slow.answers[0].set_exception(ThinkingLost("the process that thinks has ended"))
    await slow.tasks[0]
    assert (await look(world, match)).state.points == (1, 3)
    assert "without thinking: the process that thinks has ended" in caplog.text


async def test_kings_think_in_turn_until_a_person_must_move(world: World, slow: Slow) -> None:
    match = (await world.toys.practice(world.asked(ANN), 3, Level.KING)).record.id
    await world.toy(match, "11 add 1")
    for number in range(1, 4):
        await slow.until_asked(number)
        assert slow.questions[-1][0] == number
        slow.answers[-1].set_result("add 2")
    await slow.until_asked(4)  # the first computer bids
    assert slow.questions[3][1].points == (1, 2, 2, 2)
    assert (await look(world, match)).people_to_act == (ANN,), "ANN can bid meanwhile"
    await world.do(match, ANN, "bid 1")


async def test_quick_computers_move_before_the_king_has_thought(world: World, slow: Slow) -> None:
    match = (await world.begun(ANN, BEN, CAT, DAN)).record.id
    await world.service.resign(match, BEN)
    await world.store.set_guild_settings(GUILD, {TAKING_OVER: Level.KING.value})
    await world.service.resign(match, CAT)
    await world.toy(match, "11 add 1")
    await slow.until_asked(1)
    assert slow.questions[0][0] == 2
    assert (await look(world, match)).state.points == (1, 3, 0, 0)
    await slow.finish("add 2")
    assert (await look(world, match)).state.points == (1, 3, 2, 0)


async def test_king_thinks_while_a_move_can_be_taken_back(world: World, slow: Slow) -> None:
    """Players then wait once, not twice."""
    world.take_back = 5
    world.use(world.store)
    match = await start_thinking(world, slow)
    await slow.finish("add 2")
    assert (await look(world, match)).computers_to_act == (1,), "ANN can still take the move back"
    world.clock.time += 5
    loaded = await world.service.go_on(match)
    assert (loaded.state.points, loaded.people_to_act) == ((1, 2), (ANN,))
    assert [seat for seat, _ in slow.questions] == [1]


async def test_unused_thoughts_are_dropped(
    world: World, slow: Slow, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("bot.match.playing.thoughts.MOST_KEPT", 2)
    for number in range(1, 6):
        match = (await world.toys.practice(world.asked(ANN), 1, Level.KING)).record.id
        await world.toy(match, "11 add 1")
        await slow.until_asked(number)
        await world.service.resign(match, ANN)
        await slow.finish("add 2")
    assert len(world.service.thoughts) <= 2
