"""Single troubles: kills, overlapping deploys, drops, moderators, lost permissions."""

import asyncio
from collections import Counter
from collections.abc import Awaitable, Callable
from typing import Any

from chaos.fleet import Fleet
from chaos.ledger import Ledger
from chaos.scene import HALL, room
from chaos.shelf import Hanging, Shelf
from chaos.stage import Stage
from chaos.transcript import Kind
from playground import Fault
from playground.luck import Luck
from playground.model import Channel
from playground.permissions import Permission

DENIED = (
    Permission.SEND_MESSAGES_IN_THREADS,
    Permission.ATTACH_FILES,
    Permission.VIEW_CHANNEL,
    Permission.CREATE_PUBLIC_THREADS,
    Permission.SEND_MESSAGES,
)
MOMENTS = (
    ("POST", "/channels/{channel_id}/messages"),
    ("PATCH", "/channels/{channel_id}/messages/{message_id}"),
    ("POST", "/interactions/{interaction_id}/{interaction_token}/callback"),
    ("POST", "/channels/{channel_id}/messages/{message_id}/threads"),
)
"""Requests during which a process is killed: before Discord did the work or after it."""
POLITE, OVERLAP = "polite stop", "overlapping deploy"
WEIGHTS = {
    "kill": 3.0,
    "kill before a request is served": 2.0,
    "kill after a request was served": 3.0,
    POLITE: 1.5,
    OVERLAP: 3.0,
    "drop the gateway": 2.0,
    "drop the gateway, sessions forgotten": 1.0,
    "ask to reconnect": 1.0,
    "end the session": 0.5,
    "delete a board": 3.0,
    "archive a thread": 3.0,
    "lock a thread": 2.0,
    "delete a thread": 0.7,
    "take a permission": 2.0,
    "throw the bot out": 0.5,
    "delete a channel": 0.3,
    "a player leaves": 1.0,
}
PROCESSES = tuple(name for name in WEIGHTS if "kill" in name or name in (POLITE, OVERLAP))
SMALL = {name: weight for name, weight in WEIGHTS.items() if name not in PROCESSES}
"""Those that leave the processes alone: they happen also while two of them run."""
ARMED = 2.0
"""Real seconds that a kill waits for its request."""


class Troubles:
    """Lets them happen, and mends what lasts."""

    def __init__(
        self,
        stage: Stage,
        fleet: Fleet,
        shelf: Shelf,
        ledger: Ledger,
        luck: Luck,
        note: Callable[[str], None],
    ) -> None:
        self.counts: Counter[str] = Counter()
        """Those that are no kills."""
        self.lost: set[int] = set()
        """Matches of which a board was taken away."""
        self._stage = stage
        self._playground = stage.playground
        self._fleet = fleet
        self._shelf = shelf
        self._ledger = ledger
        self._luck = luck
        self._note = note
        self._armed: tuple[str, str] | None = None
        self._struck = asyncio.Event()
        self._lasting: set[asyncio.Task[None]] = set()
        self._repairs: list[Callable[[], None]] = []

    def draw(self) -> str:
        """The next trouble."""
        return self._luck.weighted(WEIGHTS)

    async def happen(self, name: str) -> None:
        """Note it and let it happen; gives back when the bot is up again."""
        self._note(name)
        doing: dict[str, Callable[[], Awaitable[None]]] = {
            "kill": self._kill,
            "kill before a request is served": self._kill_before,
            "kill after a request was served": self._kill_after,
            POLITE: self._polite,
            OVERLAP: self._overlap,
        }
        if name in doing:
            await doing[name]()
            return
        self.counts[name] += 1
        gateway = self._playground.gateway
        match name:
            case "drop the gateway":
                gateway.drop()
            case "drop the gateway, sessions forgotten":
                gateway.drop(resumable=False)
            case "ask to reconnect":
                gateway.ask_reconnect()
            case "end the session":
                gateway.invalidate()
            case "take a permission":
                self._deny()
            case "throw the bot out":
                self._throw_out()
            case "delete a channel":
                self._delete_channel()
            case "a player leaves":
                self._leave()
            case _:
                self._moderate(name)

    async def mend(self) -> None:
        """Give everything back, and see that exactly one process runs."""
        for task in self._lasting:
            task.cancel()
        await asyncio.gather(*self._lasting, return_exceptions=True)
        self._lasting.clear()
        for repair in self._repairs:
            repair()
        self._repairs.clear()
        self._armed = None
        while self._fleet.running > 1:
            await self._fleet.terminate()
        if not self._fleet.running:
            await self._fleet.start()

    # ------------------------------------------------------------------ processes

    async def _kill(self) -> None:
        await self._fleet.kill()
        await asyncio.sleep(self._luck.between(0, 0.4))
        await self._fleet.start()

    async def _kill_before(self) -> None:
        method, route = self._luck.pick(MOMENTS)
        fault = Fault(method, route, cut=True, strike=self._strike)
        self._playground.faults.append(fault)
        await self._wait_for_strike()
        if fault in self._playground.faults:
            self._playground.faults.remove(fault)
        await self._kill()

    async def _kill_after(self) -> None:
        self._armed = self._luck.pick(MOMENTS)
        await self._wait_for_strike()
        self._armed = None
        await self._kill()

    async def _wait_for_strike(self) -> None:
        self._struck.clear()
        try:
            async with asyncio.timeout(ARMED):
                await self._struck.wait()
        except TimeoutError:
            return

    def _strike(self) -> None:
        self._fleet.strike()
        self._struck.set()

    def on_exchange(self, method: str, route: str, sent: Any, status: int, answer: Any) -> None:
        """A request was served: the moment that a kill may wait for."""
        del sent, answer
        if self._armed == (method, route) and status < 400:
            self._armed = None
            self._strike()

    async def _polite(self) -> None:
        self.counts[POLITE] += 1
        await self._fleet.terminate()
        await self._fleet.start()

    async def _overlap(self) -> None:
        self.counts[OVERLAP] += 1
        await self._fleet.start()
        for _ in range(1 + self._luck.below(6)):
            await asyncio.sleep(self._luck.between(0.3, 1.2))
            await self.happen(self._luck.weighted(SMALL))
        if self._luck.chance(0.5):
            await self._fleet.kill()
        else:
            await self._fleet.terminate()

    # ------------------------------------------------------------------ moderators

    def _moderate(self, name: str) -> None:
        boards = [
            board
            for view in self._shelf.matches.values()
            if (board := view.board()) is not None
            and self._ledger.board(view.match) == board.message  # nobody is faster than a note
        ]
        if not boards:
            return
        board = self._luck.pick(sorted(boards, key=lambda board: board.message))
        world = self._playground.world
        channel = world.channel(board.channel)
        if channel is None:
            return
        if name == "delete a board":
            self.lost.add(board.look.match)
            world.delete(channel.messages[board.message])
        elif channel.thread is None:
            return
        elif name == "archive a thread":
            world.set_archived(channel, True)
        elif name == "lock a thread":
            self._lock(channel)
        else:
            self._delete_thread(channel, board)

    def _lock(self, channel: Channel) -> None:
        world = self._playground.world
        world.set_archived(channel, True)
        world.set_locked(channel, True)

        def unlock() -> None:
            if world.channel(channel.id) is channel:
                world.set_locked(channel, False)

        self._later(unlock)

    def _delete_thread(self, channel: Channel, board: Hanging) -> None:
        self.lost.add(board.look.match)
        self._playground.world.delete_channel(channel)

    def _deny(self) -> None:
        world = self._playground.world
        hall, what = self._luck.pick(self._halls()).id, self._luck.pick(DENIED)
        world.set_permissions(hall, world.bot_id, deny=int(what))

        def allow() -> None:
            if world.channel(hall) is not None:
                world.set_permissions(hall, world.bot_id)

        self._later(allow)

    def _halls(self) -> list[Channel]:
        channels = self._playground.world.guild.channels.values()
        return [channel for channel in channels if channel.name.startswith(HALL)]

    def _delete_channel(self) -> None:
        """One in which nothing is under way; its people go to a new one."""
        views = self._shelf.matches.values()
        taken = {lobby.channel for view in views for lobby in view.of_kind(Kind.LOBBY)}
        taken |= self._ledger.unseen() | self._unnoted()
        halls = [hall for hall in self._halls() if hall.id not in taken]
        if not halls:
            return
        hall = self._luck.pick(halls)
        places = {hall.id} | {c.id for c in self._halls_threads(hall)}
        self.lost |= {
            view.match for view in views if any(b.channel in places for b in view.boards())
        }
        instead = room(self._playground, int(hall.name.removeprefix(HALL)))
        self._playground.world.delete_channel(hall)
        for person in (*self._stage.people, self._stage.stranger):
            if person.channel_id == hall.id:
                person.channel_id = instead

    def _unnoted(self) -> set[int]:
        """Where a board has been posted of which the bot has no note yet, as it was killed.

        With the message everything is gone that tells of its ping.
        """
        found = set()
        for view in self._shelf.matches.values():
            for board in view.boards():
                channel = self._playground.world.channel(board.channel)
                if channel is not None and self._ledger.board(view.match) != board.message:
                    found |= {channel.id, channel.parent_id or channel.id}
        return found

    def _halls_threads(self, hall: Channel) -> list[Channel]:
        channels = self._playground.world.guild.channels.values()
        return [channel for channel in channels if channel.parent_id == hall.id]

    def _leave(self) -> None:
        """Somebody leaves the server and comes back."""
        world = self._playground.world
        here = [p.id for p in self._stage.people if p.id in world.guild.members]
        if not here:
            return
        user = world.users[self._luck.pick(here)]
        self._shelf.transcript.left.append((world.clock(), user.id))
        world.remove_member(user.id)
        self._later(lambda: world.add_member(user))

    def _throw_out(self) -> None:
        world = self._playground.world
        world.set_bot_present(False)
        self._later(lambda: world.set_bot_present(True))

    def _later(self, repair: Callable[[], None]) -> None:
        """Undo a trouble after a while, or when all is mended."""
        seconds = self._luck.between(1, 4)
        self._repairs.append(repair)

        async def wait() -> None:
            await asyncio.sleep(seconds)
            if repair in self._repairs:
                self._repairs.remove(repair)
                repair()

        task = asyncio.create_task(wait())
        self._lasting.add(task)
        task.add_done_callback(self._lasting.discard)
