"""Interludes: an animation alone, then the board, despite moves, restarts and refusals."""

import asyncio
from collections.abc import AsyncIterator, Callable
from dataclasses import replace
from pathlib import Path

import pytest

from bot.app.games import load_games
from cogs.app.client import SaludClient
from cogs.board import interludes
from cogs.screens import Scene
from cogs.screens.base import Advances
from cogs.screens.plain import PlainScreens
from playground import Fault, Person, Playground
from render.picture import Picture
from tests.e2e.in_process import bot_here
from tests.e2e.players import Json, Table, all_of, answered, buttons, text
from tests.e2e.test_matches import challenge
from tests.match.machine import SetClock
from tests.toy_game import TOY, Added

LENGTH = 2.7
GIF = b"GIF89a\x01\x00\x02\x00\x00\x00\x00;"


def animated() -> Picture:
    return Picture(GIF, 1, 2, "a pebble rolls", ".gif", LENGTH)


class Animated(PlainScreens):
    """Animates points that bring a pebble."""

    def interlude(self, scene: Scene, advances: Advances) -> Callable[[], Picture] | None:
        del scene
        events = [event for advance in advances for event in advance.events]
        if any(isinstance(event, Added) and event.points == 3 for event in events):
            return animated
        return None


SCREENS = Animated()


class Curtain:
    """Replaces the length of animations by a wait that the test ends."""

    def __init__(self) -> None:
        self.waits: list[float] = []
        self._ends = asyncio.Event()

    async def sleep(self, seconds: float) -> None:
        self.waits.append(seconds)
        await self._ends.wait()

    def rise(self) -> None:
        self._ends.set()


@pytest.fixture
def curtain(monkeypatch: pytest.MonkeyPatch) -> Curtain:
    curtain = Curtain()
    monkeypatch.setattr(interludes, "sleep", curtain.sleep)
    return curtain


@pytest.fixture
async def toy_bot(
    playground: Playground, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, clock: SetClock
) -> AsyncIterator[SaludClient]:
    games = load_games(packages=[replace(TOY, screens=f"{__name__}:SCREENS")])
    async with bot_here(
        playground, tmp_path, monkeypatch, clock, games, take_back=0, tick=3600
    ) as client:
        yield client


def shown(person: Person, channel: int) -> list[Json]:
    return [m for m in person.messages(channel) if "a pebble rolls" in all_of(m)]


async def pebble(playground: Playground, people: list[Person]) -> tuple[Table, Json, str]:
    """Return a table whose first player has just added 3, the pressed board, and another of its
    buttons.
    """
    table = await challenge(playground, people[:2])
    board = await table.ready()
    offered = buttons(board, "2:move:")
    press = next(i for i in offered if i.endswith(":add 3"))
    (mover,) = table.to_act(board)
    assert (await mover.press(board["id"], press)).ok
    await playground.wait_for(lambda: shown(mover, table.channel))
    return table, board, next(i for i in offered if i != press)


async def test_animation_comes_alone_before_the_board_that_pings(
    playground: Playground, toy_bot: SaludClient, people: list[Person], curtain: Curtain
) -> None:
    table, board, _ = await pebble(playground, people)
    pings = len(playground.world.pings)
    (alone,) = shown(people[0], table.channel)
    assert alone["id"] == board["id"], "no message is added"
    assert "add" not in text(alone), "the result comes later"
    assert not buttons(alone, "2:"), "nothing can be pressed that would be refused"
    assert all(message <= int(board["id"]) for message, _ in playground.world.pings)
    await playground.wait_for(lambda: curtain.waits == [LENGTH])
    curtain.rise()
    after = await table.ready()
    assert "add 3" in text(after)
    await playground.wait_for(lambda: not shown(people[0], table.channel))  # stripped
    assert len(playground.world.pings) == pings + 1
    await playground.settled()
    assert curtain.waits == [LENGTH], "it is played once"


async def test_press_during_the_animation_gets_a_true_answer(
    playground: Playground, toy_bot: SaludClient, people: list[Person], curtain: Curtain
) -> None:
    """A client can send a button that the animation has just replaced."""
    table, board, other = await pebble(playground, people)
    (mover,) = table.to_act(board)
    await mover.forge(board["id"], other)
    await playground.wait_for(lambda: answered(mover, table.channel))
    assert "not your turn" in text(answered(mover, table.channel)[-1])
    assert (await toy_bot.services.matches.load(1)).seq == 2
    curtain.rise()
    await table.ready()


async def test_move_during_the_animation_is_on_the_board_after_it(
    playground: Playground, toy_bot: SaludClient, people: list[Person], curtain: Curtain
) -> None:
    table, board, _ = await pebble(playground, people)
    (mover,) = table.to_act(board)
    await toy_bot.services.service.resign(1, mover.id)
    await toy_bot.services.kit.boards.show(1)
    assert shown(mover, table.channel), "the animation plays to its end"
    curtain.rise()
    ended = await playground.wait_for(table.over)
    assert "resigned" in text(ended)


async def test_board_comes_after_a_restart_without_the_animation(
    playground: Playground,
    toy_bot: SaludClient,
    people: list[Person],
    curtain: Curtain,
    clock: SetClock,
) -> None:
    """A new process remembers no interlude, and finds the board in the message that shows one."""
    table, board, _ = await pebble(playground, people)
    boards = toy_bot.services.kit.boards
    boards.interludes._lasting.clear()
    boards.interludes._played.clear()
    boards._old_boards.doubt(1)
    clock.time += interludes.FRESH + 1
    await toy_bot.services.scheduler.look_after()
    after = await table.ready()
    assert "add 3" in text(after)
    assert after["id"] != board["id"]
    await playground.wait_for(lambda: not shown(people[0], table.channel))  # stripped
    assert curtain.waits == [LENGTH]


async def test_shutdown_brings_the_board_at_once(
    playground: Playground, toy_bot: SaludClient, people: list[Person], curtain: Curtain
) -> None:
    table, _, _ = await pebble(playground, people)
    await toy_bot.close()
    assert "add 3" in text(await table.ready())


async def test_board_comes_without_an_animation_that_discord_refuses(
    playground: Playground, toy_bot: SaludClient, people: list[Person], curtain: Curtain
) -> None:
    table = await challenge(playground, people[:2])
    board = await table.ready()
    (mover,) = table.to_act(board)
    edit = "/channels/{channel_id}/messages/{message_id}"
    playground.faults.append(Fault("PATCH", edit, status=400, code=50035))
    press = next(i for i in buttons(board, "2:move:") if i.endswith(":add 3"))
    assert (await mover.press(board["id"], press)).ok
    await playground.wait_for(lambda: (b := table.board()) and "add 3" in text(b))
    assert curtain.waits == []


@pytest.mark.parametrize("wish", ["quiet server", "board as text"])
async def test_no_animation_delays_those_who_want_none(
    wish: str, playground: Playground, toy_bot: SaludClient, people: list[Person], curtain: Curtain
) -> None:
    if wish == "quiet server":
        assert (await people[0].command("settings", {"noise": "quiet"})).ok
    else:
        for person in people[:2]:
            assert (await person.command("me", {"text_mode": True})).ok
    table = await challenge(playground, people[:2])
    board = await table.ready()
    (mover,) = table.to_act(board)
    press = next(i for i in buttons(board, "2:move:") if i.endswith(":add 3"))
    assert (await mover.press(board["id"], press)).ok
    await playground.wait_for(lambda: (b := table.board()) and "add 3" in text(b))
    assert curtain.waits == []
