"""State and behaviour of a playground, independent of HTTP."""

import asyncio
from collections.abc import Callable
from typing import Any

from aiohttp import web

from playground.clock import Followers, MovableClock
from playground.errors import ClientError, Json
from playground.faults import Fault
from playground.gateway import Gateway
from playground.interaction import Interaction
from playground.interactions import Interactions
from playground.messages import publish_post, publish_text
from playground.model import Channel, Message
from playground.storm import Storm
from playground.tabs import Tabs
from playground.thread_limits import ThreadLimits
from playground.watching import PATIENCE, Watchers
from playground.world import Event, World

TOKEN = "ODMwMDAwMDAwMDAwMDAwMTAw.Playground.made-up-and-good-for-nothing-else"  # noqa: S105
"""The only accepted token; it has a bot token's form but is worthless at Discord."""

Exchange = Callable[[str, str, Any, int, Any], None]
"""Callback after each REST request: method, route template, JSON, status, response JSON."""


class PlaygroundCore:
    """A world with its gateway, its people and its faults."""

    def __init__(self, *, world: World | None = None, on_exchange: Exchange | None = None) -> None:
        self.world = World() if world is None else world
        self.token = TOKEN
        self.url = ""
        self.on_exchange = on_exchange
        self.faults: list[Fault] = []
        self.outages: dict[int, Fault] = {}
        """Fault for every request about a server or its channels, by server id."""
        self.thread_limits = ThreadLimits(self.world.clock)
        self.storm: Storm | None = None
        self.unserved: list[tuple[str, str]] = []
        """(method, path) of REST requests without a matching route."""
        self.busy = 0
        self.tabs = Tabs(self.world)
        self.gateway = Gateway(self.world, self.token, self._deliveries)
        self.interactions = Interactions(self.world, self.gateway, self.tabs.tell)
        self.followers = Followers(self.world.clock)
        self.sockets: set[web.WebSocketResponse] = set()
        self._watchers = Watchers()
        self.world.listeners.append(self._on_event)

    @property
    def gateway_url(self) -> str:
        return self.url.replace("http", "ws", 1) + "/gateway"

    # ------------------------------------------------------------------ people act

    def begin(
        self,
        user_id: int,
        channel_id: int,
        kind: int,
        data: Json,
        *,
        message_id: int | None = None,
        nonce: str | None = None,
        unseen: bool = False,
    ) -> Interaction:
        """Start an interaction: a command, a button, a menu choice, or a form. Raise ClientError if
        the user's client would block it; `unseen` skips these checks: see Person.press and
        Person.forge.
        """
        self.tick()
        return self.interactions.begin(
            user_id, channel_id, kind, data, message_id=message_id, nonce=nonce, unseen=unseen
        )

    def write(
        self, user_id: int, channel_id: int, content: str, reply_to: int | None = None
    ) -> Message:
        """Write a plain message as a person. Raise ClientError if their client would block it."""
        self.tick()
        channel = self.world.channel(channel_id)
        if channel is None or user_id not in self.world.users:
            raise ClientError("Unknown Channel")
        return publish_text(self.world, channel, user_id, content, reply_to)

    def post(
        self, user_id: int, forum_id: int, title: str, content: str, tags: list[int] | None = None
    ) -> Channel:
        """Create a forum post as a person. Raise ClientError if their client would block it."""
        self.tick()
        forum = self.world.channel(forum_id)
        if forum is None or user_id not in self.world.users:
            raise ClientError("Unknown Channel")
        return publish_post(self.world, forum, user_id, title, content, tags or [])

    # ------------------------------------------------------------------ time and change

    def tick(self) -> None:
        """Carry out due work; call it after moving your own clock."""
        self.interactions.expire()
        self.world.archive_idle_threads()
        self.world.begin_and_end_events()

    async def forward(
        self,
        *,
        weeks: float = 0,
        days: float = 0,
        hours: float = 0,
        minutes: float = 0,
        asleep: bool = False,
    ) -> None:
        """Move the clock and wait until followers use the new time.

        With `asleep`, the bots' machine is suspended meanwhile: they learn the new time later, and
        this doesn't wait. Raise ClientError if the clock belongs to a test, or for an invalid
        duration.
        """
        try:
            seconds = (((weeks * 7 + days) * 24 + hours) * 60 + minutes) * 60
            self._movable().forward(seconds, asleep=asleep)
        except ValueError as error:
            raise ClientError(str(error)) from error
        self.tick()
        await (self.followers.send_offset() if asleep else self.followers.moved())
        self.tabs.tell_all(self.gateway.online)
        self.world_changed()

    async def set_skew(self, seconds: float) -> None:
        """Set the bots' clock wrong, ahead or (negative) behind; Discord's time stays unchanged."""
        self._movable().skew = seconds
        await self.followers.moved()

    @property
    def skew(self) -> float:
        clock = self.world.clock
        return clock.skew if isinstance(clock, MovableClock) else 0.0

    def _movable(self) -> MovableClock:
        clock = self.world.clock
        if not isinstance(clock, MovableClock):
            raise ClientError("This clock can't be moved.")
        return clock

    def _deliveries(self) -> list[float]:
        return [0.0] if self.storm is None else self.storm.deliveries()

    def world_changed(self) -> None:
        """Evaluate waiting predicates again."""
        self._watchers.notify()

    def _on_event(self, event: Event) -> None:
        if event.name == "BOT_STATUS":
            self.tabs.tell_status(self.gateway.online)
        self._watchers.notify()

    async def wait_for(self, predicate: Callable[[], Any], timeout: float = PATIENCE) -> Any:  # noqa: ASYNC109
        """Wait until the predicate is true and return its value; raise TimeoutError after `timeout`
        real seconds.

        It is evaluated after each change of the world, and regularly in between, because it can
        depend on something outside, such as the bot's database.
        """
        return await self._watchers.wait(predicate, timeout)

    async def settled(
        self,
        quiet: float = 0.05,
        timeout: float = PATIENCE,  # noqa: ASYNC109
        *,
        due: bool = False,
    ) -> None:
        """Wait until nothing is in progress and nothing has changed for `quiet` real seconds.

        Bots that support the idle question have then read all events and are idle, even on a slow
        machine: see Followers. With `due`, they have also carried out all due work; use it before
        moving a clock. Raise TimeoutError after `timeout` real seconds.
        """

        def idle() -> bool:
            return not self.busy and not self.interactions.waiting

        async with asyncio.timeout(timeout):
            while True:
                await self._watchers.wait_quiet(idle, quiet)
                version = self._watchers.version
                heard = await self.followers.idle(due=due)
                if self._watchers.version == version and idle() and self.gateway.is_heard(heard):
                    return
