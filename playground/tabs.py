"""Open pages of a playground, and their event queues."""

import asyncio
from typing import Any

from playground.client_events import first, translate
from playground.errors import Json
from playground.world import Event, World


class Tabs:
    """The open pages, each with its user."""

    def __init__(self, world: World) -> None:
        self._world = world
        self._queues: dict[asyncio.Queue[Json], int] = {}
        world.listeners.append(self._on_event)

    def open(self, user_id: int) -> asyncio.Queue[Json]:
        """Register a tab of a user and return its event queue."""
        queue: asyncio.Queue[Json] = asyncio.Queue()
        self._queues[queue] = user_id
        return queue

    def close(self, queue: asyncio.Queue[Json]) -> None:
        """Drop the queue of a closed tab."""
        del self._queues[queue]

    def tell(self, user_id: int, name: str, data: Any) -> None:
        """Send an event to all tabs of a user."""
        for queue, owner in self._queues.items():
            if owner == user_id:
                queue.put_nowait({"t": name, "d": data})

    def tell_status(self, online: bool) -> None:
        """Send to all tabs whether the bot is connected."""
        for queue in self._queues:
            queue.put_nowait({"t": "BOT_STATUS", "d": {"online": online}})

    def tell_all(self, online: bool) -> None:
        """Send the full state to all tabs again, because the time has moved."""
        for queue, owner in self._queues.items():
            queue.put_nowait({"t": "READY", "d": first(self._world, owner, online=online)})

    def _on_event(self, event: Event) -> None:
        for queue, user_id in self._queues.items():
            for name, data in translate(self._world, event, user_id):
                queue.put_nowait({"t": name, "d": data})
