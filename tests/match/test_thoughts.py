"""A computer that searches thinks beside the match: nobody waits for it, or gets a stale move."""

import asyncio
from dataclasses import dataclass, field
from typing import Any

import pytest

from bot.match.log.loaded import Loaded
from bot.match.log.records import MatchId, Status
from bot.match.playing.errors import NotYourTurn
from bot.match.playing.taking_over import TAKING_OVER
from bot.match.playing.thinker import Question, ThinkingLost
from bot.match.values.errors import MatchOver
from engine.core.types import Level, Seat
from tests.match.world import ANN, BEN, CAT, DAN, GUILD, World
from tests.patience import PATIENCE


@dataclass
class Slow:
    """Thinks until it is told what it has found."""

    asked: list[tuple[Seat, Any]] = field(default_factory=list)
    found: list["asyncio.Future[str]"] = field(default_factory=list)
    tasks: list["asyncio.Task[Any]"] = field(default_factory=list)
    news: asyncio.Event = field(default_factory=asyncio.Event)

    async def think(self, question: Question) -> str:
        """What `finish` says."""
        self.asked.append((question.seat, question.state))
        self.found.append(asyncio.get_running_loop().create_future())
        task = asyncio.current_task()
        assert task is not None
        self.tasks.append(task)
        self.news.set()
        return await self.found[-1]

    async def until_asked(self, times: int) -> None:
        """Let others work until it was asked so often."""
        async with asyncio.timeout(PATIENCE):
            while len(self.asked) < times:
                self.news.clear()
                await self.news.wait()

    async def finish(self, token: str, which: int = -1) -> None:
        """It has found this, and the match goes on if it wants to."""
        if not self.found[which].done():
            self.found[which].set_result(token)
        async with asyncio.timeout(PATIENCE):
            await asyncio.gather(self.tasks[which], return_exceptions=True)


@pytest.fixture
def slow(world: World) -> Slow:
    """Who thinks for the computers of the world."""
    world.thinker = thinker = Slow()
    world.use(world.store)
    return thinker


async def thinking(world: World, slow: Slow) -> MatchId:
    """A practice in which ANN has added, and a king thinks."""
    match = (await world.toys.practice(world.asked(ANN), 1, Level.KING)).record.id
    await world.toy(match, "11 add 1")
    await slow.until_asked(1)
    return match


async def seen(world: World, match: MatchId) -> Loaded:
    """The match as anybody finds it."""
    return await world.matches.look(match)


async def test_a_press_does_not_wait(world: World, slow: Slow) -> None:
    """It is answered while the king thinks, and so is what is asked meanwhile; then it moves."""
    match = await thinking(world, slow)
    loaded = await seen(world, match)
    assert (loaded.state.points, loaded.computers_to_act) == ((1, 0), (1,))
    assert match in world.service.thoughts
    await world.refused(NotYourTurn, world.do(match, ANN, "add 2"))  # not the turn: said at once
    await slow.finish("add 2")
    loaded = await seen(world, match)
    assert loaded.state.points == (1, 2)
    assert loaded.people_to_act == (ANN,)


async def test_it_thinks_once_a_moment(world: World, slow: Slow) -> None:
    """However often the match is looked at."""
    match = await thinking(world, slow)
    for _ in range(3):
        await world.service.go_on(match)
    assert slow.asked == [(1, (await seen(world, match)).state)]


async def test_resigning_while_it_thinks(world: World, slow: Slow) -> None:
    """Counts at once; what is found then is of no use, and harms nothing."""
    match = await thinking(world, slow)
    await world.service.resign(match, ANN)
    await slow.finish("add 2")
    loaded = await seen(world, match)
    assert (loaded.status, loaded.state.points) == (Status.OVER, (1, 0))
    assert match not in world.service.thoughts, "nobody thinks any more"
    await world.refused(MatchOver, world.do(match, ANN, "add 1"))


async def test_taken_back_while_it_thinks(world: World, slow: Slow) -> None:
    """What it found for a pick that was taken back is dropped, and it thinks about the next one."""
    match = await thinking(world, slow)
    loaded = await seen(world, match)
    await world.service.take_back(match, ANN, loaded.seq, world.interaction())
    await slow.finish("add 3")
    loaded = await seen(world, match)
    assert (loaded.state.points, loaded.people_to_act) == ((0, 0), (ANN,))
    await world.toy(match, "11 add 2")
    await slow.until_asked(2)
    assert slow.asked[1][1].points == (2, 0)
    await slow.finish("add 1")
    assert (await seen(world, match)).state.points == (2, 1)


async def test_another_pick_drops_the_thought(world: World, slow: Slow) -> None:
    """Nobody waits for it: the one that counts is begun beside it."""
    match = await thinking(world, slow)
    loaded = await seen(world, match)
    await world.service.take_back(match, ANN, loaded.seq, world.interaction())
    await world.toy(match, "11 add 3")
    await slow.until_asked(2)
    assert slow.found[0].cancelled()
    await slow.finish("add 2")
    assert (await seen(world, match)).state.points == (3, 2)


async def test_a_restart_loses_nothing(world: World, slow: Slow) -> None:
    """Another process finds that the king is to act, and starts thinking."""
    match = await thinking(world, slow)
    await world.service.thoughts.close()
    other = await world.another()
    other.thinker = again = Slow()
    other.use(other.store)
    assert await other.store.computers_due() == (match,)
    await other.service.go_on(match)
    await again.until_asked(1)
    await again.finish("add 2")
    assert (await seen(world, match)).state.points == (1, 2)
    assert slow.found[0].cancelled()


async def test_two_processes_think(world: World, slow: Slow) -> None:
    """What one finds counts; the other sees that the match has moved on."""
    match = await thinking(world, slow)
    other = await world.another()
    other.thinker = again = Slow()
    other.use(other.store)
    await other.service.go_on(match)
    await again.until_asked(1)
    await again.finish("add 2")
    await slow.finish("add 3")
    loaded = await seen(world, match)
    assert loaded.state.points == (1, 2)


async def test_who_has_lost_the_thread_moves_anyway(
    world: World, slow: Slow, caplog: pytest.LogCaptureFixture
) -> None:
    """A thought that comes to nothing is replaced by what the foreman would do, and logged."""
    match = await thinking(world, slow)
    slow.found[0].set_exception(ThinkingLost("the process that thinks has ended"))
    await slow.tasks[0]
    assert (await seen(world, match)).state.points == (1, 3)
    assert "without thinking: the process that thinks has ended" in caplog.text


async def test_kings_think_one_after_another(world: World, slow: Slow) -> None:
    """Each about what the one before did, until a person must act."""
    match = (await world.toys.practice(world.asked(ANN), 3, Level.KING)).record.id
    await world.toy(match, "11 add 1")
    for number in range(1, 4):
        await slow.until_asked(number)
        assert slow.asked[-1][0] == number
        slow.found[-1].set_result("add 2")
    await slow.until_asked(4)  # the first of them bids
    assert slow.asked[3][1].points == (1, 2, 2, 2)
    assert (await seen(world, match)).people_to_act == (ANN,), "who bids meanwhile if they like"
    await world.do(match, ANN, "bid 1")


async def test_quick_ones_go_ahead_of_a_king(world: World, slow: Slow) -> None:
    """What a foreman does is there before the king has thought about it."""
    match = (await world.begun(ANN, BEN, CAT, DAN)).record.id
    await world.service.resign(match, BEN)
    await world.store.set_guild_settings(GUILD, {TAKING_OVER: Level.KING.value})
    await world.service.resign(match, CAT)
    await world.toy(match, "11 add 1")
    await slow.until_asked(1)
    assert slow.asked[0][0] == 2
    assert (await seen(world, match)).state.points == (1, 3, 0, 0)
    await slow.finish("add 2")
    assert (await seen(world, match)).state.points == (1, 3, 2, 0)


async def test_it_thinks_while_a_pick_can_be_taken_back(world: World, slow: Slow) -> None:
    """Nobody waits for both: it moves when the wait is over, and thinks once."""
    world.take_back = 5
    world.use(world.store)
    match = await thinking(world, slow)
    await slow.finish("add 2")
    assert (await seen(world, match)).computers_to_act == (1,), "ANN may still change her mind"
    world.clock.time += 5
    loaded = await world.service.go_on(match)
    assert (loaded.state.points, loaded.people_to_act) == ((1, 2), (ANN,))
    assert [seat for seat, _ in slow.asked] == [1]


async def test_what_was_thought_in_vain_is_not_kept(
    world: World, slow: Slow, monkeypatch: pytest.MonkeyPatch
) -> None:
    """However many matches end before a computer could move."""
    monkeypatch.setattr("bot.match.playing.thoughts.MOST_KEPT", 2)
    for number in range(1, 6):
        match = (await world.toys.practice(world.asked(ANN), 1, Level.KING)).record.id
        await world.toy(match, "11 add 1")
        await slow.until_asked(number)
        await world.service.resign(match, ANN)
        await slow.finish("add 2")
    assert len(world.service.thoughts) <= 2
