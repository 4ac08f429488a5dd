"""Boards while players move faster than the bot can draw.

The bot answers a press once it shows the state after that press, or a newer one. The press waits
for no boards of other presses, and in the end the newest state is shown.
"""

import asyncio
import re
from collections.abc import AsyncIterator, Mapping, Sequence
from contextlib import asynccontextmanager
from itertools import pairwise
from typing import Any

import discord

from bot.match.log.loaded import Loaded
from cogs.app.client import SaludClient
from cogs.base import custom_id_families as families
from cogs.base.custom_ids import BoardVersion
from tests.cogs.channels import Channels, Process, text_of
from tests.cogs.offline import Asking, command, offline, press
from tests.match.world import ANN, BEN, CHANNEL, GUILD, World, at

MOVES = 6
"""Moves made while boards are drawn."""
MOST_WAITS = 2
"""The maximum number of boards that a press waits for: the board being drawn, and one with its own
state.
"""


class Rush:
    """A match of two in which a player moves whenever the bot posts or edits a board."""

    def __init__(self, world: World, client: SaludClient) -> None:
        self.world = world
        self.client = client
        self.channels = Channels(world.clock)
        self.process = Process(client, self.channels)
        self.client.http.request = self._request  # type: ignore[method-assign]
        self.match = 0
        self.left = 0
        """Moves still to be made."""
        self.drawn = 0
        """Posted or edited boards."""
        self.waits: list[int] = []
        """The number of boards drawn between each press and its answer."""
        self.presses: list[asyncio.Task[Asking]] = []
        self._number = 100

    async def begin(self) -> None:
        await self.client.services.preferences.choose(GUILD, {"place": "channel"})
        loaded = await self.world.toys.challenge(self.world.asked(ANN), [BEN])
        self.match = loaded.record.id
        await self.client.services.kit.opener.post(loaded)
        await self.world.toys.join(self.match, BEN, self.world.interaction())
        await self.process.round()
        self.drawn = 0

    async def move(self) -> Asking:
        loaded = await self.client.services.matches.load(self.match)
        user = loaded.people_to_act[0]
        seat = loaded.roster.holders.index(user)
        action = loaded.game.notation(loaded.game.legal_actions(loaded.state, seat)[0])
        custom_id = families.MOVE.spell(BoardVersion(self.match, loaded.seq), (action,))
        self._number += 1
        before = self.drawn
        asking = await press(self.client, user, custom_id, self._number)
        self.waits.append(self.drawn - before)
        return asking

    async def rest(self) -> None:
        while pending := [task for task in self.presses if not task.done()]:
            await asyncio.gather(*pending)

    def boards(self) -> list[str]:
        messages = self.channels.messages.values()
        texts = [text_of(message.components) for message in messages]
        return [text for text in texts if f":move:{self.match}:" in text]

    async def _request(self, route: discord.http.Route, **options: Any) -> Any:
        form: Sequence[Mapping[str, Any]] = options.get("form", ())
        sent = form[0]["value"] if form else ""
        if route.method in ("POST", "PATCH") and f":move:{self.match}:" in sent:
            self.drawn += 1
            await self._commit_one()
        return await self.channels.request(route, **options)

    async def _commit_one(self) -> None:
        """Commit another press before the board exists; the board of that press has to wait."""
        if not self.left:
            return
        self.left -= 1
        await self.press_until_committed()

    async def press_until_committed(self) -> None:
        """Start a press, and return once it is committed, without waiting for its answer."""
        before = await self._seq()
        self.presses.append(asyncio.create_task(self.move()))
        for _ in range(10_000):
            if await self._seq() != before:
                return
            await asyncio.sleep(0)
        raise AssertionError("the press does not count")

    async def _seq(self) -> int:
        head = await self.world.store.head(self.match)
        assert head is not None
        return head.seq


@asynccontextmanager
async def rush(world: World) -> AsyncIterator[Rush]:
    async with offline(world.path, world.clock, world.seeds) as (client, _):
        rush = Rush(world, client)
        await rush.begin()
        yield rush


async def check_end(rush: Rush) -> None:
    """Check that only the newest state is shown, and that each turn pinged its player once."""
    await rush.rest()
    assert rush.left == 0, "all moves were made"
    loaded = await rush.world.matches.load(rush.match)
    shown_state = await rush.world.store.progress(rush.match)
    assert (shown_state.seq, shown_state.events) == (loaded.seq, len(loaded.events))
    (board,) = rush.boards()
    assert f":move:{rush.match}:{loaded.seq}:" in board
    check_pings(rush, loaded)


def check_pings(rush: Rush, loaded: Loaded) -> None:
    """Check that each turn pinged its player once, unless the player's own press led to it."""
    own: dict[int, list[int]] = {}
    for number, logged in enumerate(loaded.log):
        if logged.entry.actor is not None:
            own.setdefault(loaded.roster.holders[logged.entry.actor] or 0, []).append(number)
    pinged: dict[int, list[int]] = {}
    for post in rush.channels.posts:
        position = re.search(rf":move:{rush.match}:(\d+):", text_of(post.first))
        for user in post.pings if position else ():
            assert position is not None
            pinged.setdefault(user, []).append(int(position[1]))
    for user, moments in pinged.items():
        for first, second in pairwise(moments):
            moved = [number for number in own.get(user, ()) if first <= number < second]
            assert moved, f"{user} was pinged twice for one turn"
    for user in loaded.people_to_act:
        if led_to_turn(loaded, user) != user:
            assert pinged[user][-1] > max(own.get(user, [-1])), f"{user} was not pinged"


def led_to_turn(loaded: Loaded, user: int) -> int | None:
    """Return the player whose move led to the user's current turn."""
    seat = loaded.roster.holders.index(user)
    number = loaded.seq
    while number and loaded.log[number - 1].entry.actor != seat:
        if seat not in loaded.game.to_act(at(loaded, number - 1).state):
            break
        number -= 1
    while number and loaded.log[number - 1].entry.actor is None:
        number -= 1
    actor = loaded.log[number - 1].entry.actor if number else None
    return None if actor is None else loaded.roster.holders[actor]


async def test_press_draws_only_its_own_state(world: World) -> None:
    """Others keep moving meanwhile."""
    async with rush(world) as traffic:
        traffic.left = MOVES
        answer = await traffic.move()
        assert not answer.answers, "the press counted, so no answer explains a refusal"
        assert traffic.waits[-1] == 1
        await check_end(traffic)
        assert max(traffic.waits) <= MOST_WAITS


async def test_waiting_presses_share_one_board(world: World) -> None:
    """Three states are committed before the bot draws a board, and one board shows them all."""
    async with rush(world) as traffic:
        services = traffic.client.services
        async with services.kit.boards._locks.of(traffic.match):
            for _ in range(3):
                await traffic.press_until_committed()
        await traffic.rest()
        assert traffic.drawn == 1
        await check_end(traffic)


async def test_board_command_waits_for_one_board_while_others_move(world: World) -> None:
    async with rush(world) as traffic:
        loaded = await world.matches.load(traffic.match)
        await world.do(traffic.match, loaded.people_to_act[0], "add 1")  # not on a board yet
        traffic.left = MOVES
        asking = await command(traffic.client, ANN, "board", 77, {"match": traffic.match})
        assert "Here is the board" in "".join(asking.answers)
        assert traffic.drawn <= MOST_WAITS
        await check_end(traffic)


async def test_process_that_draws_a_board_also_shows_the_end(world: World) -> None:
    """No earlier board is left if the match ends while the bot draws it."""
    async with rush(world) as traffic:
        ended: list[bool] = []

        async def resign(*_: object) -> None:
            if not ended:
                ended.append(True)
                await traffic.world.service.resign(traffic.match, BEN)

        traffic._commit_one = resign  # type: ignore[method-assign]
        await traffic.move()
        assert traffic.boards() == []
        rematch = f":match:{traffic.match}:rematch"
        texts = [text_of(message.components) for message in traffic.channels.messages.values()]
        assert sum(rematch in text for text in texts) == 1
        assert traffic.channels.messages[min(traffic.channels.messages)].place == CHANNEL
