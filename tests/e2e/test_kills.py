"""The bot is killed at every half-finished step, and is consistent again after the restart."""

import asyncio
from collections.abc import AsyncIterator
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from chaos.bot_processes import BotProcesses
from chaos.transcript import Transcript
from cogs.posting.leases import LEASE
from playground import Fault, Person, Playground, seed
from playground.core import Exchange
from tests.e2e.cradle import Lent
from tests.e2e.players import boards, buttons
from tests.e2e.sight import Visibility
from tests.e2e.test_matches import challenge, practice
from tests.patience import PATIENCE
from tests.tiers import every, exhaustive

MESSAGES = "/channels/{channel_id}/messages"
CALLBACK = "/interactions/{interaction_id}/{interaction_token}/callback"


@pytest.fixture
async def fleet(playground: Playground, tmp_path: Path) -> AsyncIterator[BotProcesses]:
    processes = BotProcesses(playground, tmp_path, Transcript(), cold=False, source=Lent())
    await processes.start()
    yield processes
    await processes.close()


async def again(fleet: BotProcesses, *, later: bool = True) -> None:
    """Wait until the process was struck, and start another one in its place.

    By default its leases run out first; with `later=False` the new process waits for them.
    """
    async with asyncio.timeout(PATIENCE):
        await fleet.struck()
    await fleet.kill()
    if later:
        await fleet.playground.forward(minutes=LEASE / 60)
    await fleet.start()


class Struck:
    """A listener that kills the bot right after a message was posted or edited."""

    def __init__(
        self,
        fleet: BotProcesses,
        listener: Exchange | None,
        methods: tuple[str, ...] = ("POST", "PATCH"),
    ) -> None:
        self._methods = methods
        self._fleet = fleet
        self._told = listener

    def __call__(self, method: str, route: str, sent: Any, status: int, answer: Any) -> None:
        if self._told is not None:
            self._told(method, route, sent, status, answer)
        if method in self._methods and route.startswith(MESSAGES):
            self._fleet.strike()


async def press_until_struck(sight: Visibility, fleet: BotProcesses) -> None:
    (board,) = sight.live()
    (person,) = sight.table.to_act(board)
    pressing = asyncio.create_task(person.press(board["id"], next(iter(buttons(board)))))
    async with asyncio.timeout(PATIENCE):
        await fleet.struck()
    pressing.cancel()


@exhaustive
async def test_killed_around_a_move_counts_it_once_and_shows_it(
    playground: Playground, fleet: BotProcesses, people: list[Person]
) -> None:
    """In the hero draft: before the commit, before the board is posted, and before it is
    recorded."""
    sight = Visibility(playground, fleet.database, await challenge(playground, people[:2]))
    await sight.clears()
    before, (board,) = sight.seq(), sight.live()
    playground.faults.append(Fault("POST", CALLBACK, cut=True, strike=fleet.strike))
    await press_until_struck(sight, fleet)
    await again(fleet)
    await sight.clears()
    assert sight.seq() == before, "it didn't count"
    assert [now["id"] for now in sight.live()] == [board["id"]]

    before = sight.seq()
    playground.faults += [
        Fault(method, route, cut=True, strike=fleet.strike)
        for method, route in (("POST", MESSAGES), ("PATCH", f"{MESSAGES}/{{message_id}}"))
    ]
    await sight.turn()
    async with asyncio.timeout(PATIENCE):
        await fleet.struck()
    playground.faults.clear()
    await again(fleet)
    await sight.clears()
    assert sight.seq() > before, "it counted"

    listener = playground.on_exchange
    playground.on_exchange = Struck(fleet, listener)
    await sight.turn()
    await again(fleet, later=False)
    playground.on_exchange = listener
    await sight.clears()
    assert sight.pinged_twice() == []


@pytest.mark.parametrize("method", every(["POST", "PATCH"]))
async def test_killed_while_a_board_moves_leaves_one_board(
    playground: Playground, fleet: BotProcesses, people: list[Person], method: str
) -> None:
    """/board has not posted it yet, or has not yet stripped the old one."""
    sight = Visibility(playground, fleet.database, await challenge(playground, people[:2]))
    listener = playground.on_exchange
    await sight.clears()
    for place in (seed.TAVERN_ID, seed.TAVERN_ID):
        playground.on_exchange = Struck(fleet, listener, (method,))
        asking = asyncio.create_task(people[0].command("board", channel=place))
        await again(fleet)
        asking.cancel()  # no process will answer
        playground.on_exchange = listener
        await playground.wait_for(partial(boards, people[0], place))
        await sight.clears()
    assert sight.pinged_twice() == []


@exhaustive
async def test_computer_whose_move_was_due_moves_after_the_restart(
    playground: Playground, fleet: BotProcesses, people: list[Person]
) -> None:
    sight = Visibility(playground, fleet.database, await practice(playground, people[0]))
    await sight.clears()
    for _ in range(3):
        before = sight.seq()
        (board,) = sight.live()
        move = next(i for i in buttons(board) if i.startswith("2:move:"))
        await people[0].press(board["id"], move)
        await sight.counts(before)
        fleet.strike()
        await again(fleet)
        await playground.wait_for(
            lambda: len(sight.live()) == 1 and sight.table.to_act(sight.live()[0])
        )
        await sight.clears()


@exhaustive
async def test_practice_killed_before_its_card_gets_its_thread(
    playground: Playground, fleet: BotProcesses, people: list[Person]
) -> None:
    """The match has begun, but the message that its thread starts from is missing."""
    playground.faults.append(Fault("POST", MESSAGES, cut=True, strike=fleet.strike))
    asking = asyncio.create_task(people[0].command("practice", {"public": True}))
    await again(fleet)
    asking.cancel()  # no process will answer

    def threads() -> list[int]:
        channels = playground.world.guild.channels.values()
        return [channel.id for channel in channels if channel.thread is not None]

    await playground.wait_for(lambda: [thread for thread in threads() if boards(people[0], thread)])
    assert boards(people[0], seed.TAVERN_ID) == []


async def test_second_process_serves_beside_the_first_and_alone_after_it(
    fleet: BotProcesses, playground: Playground, people: list[Person]
) -> None:
    """Chaos lets two processes overlap, although a bot refuses to start next to another."""
    await fleet.start()
    assert fleet.running == 2
    await fleet.terminate()
    await (await challenge(playground, people[:2])).turn()
