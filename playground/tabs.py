"""Open pages of a playground, and their event queues."""

import asyncio
from typing import Any

from playground.client_events import initial_state, translate
from playground.errors import Json
from playground.world import Event, World


class Tabs:
    def __init__(self, world: World) -> None:
        self._world = world
        self._queues: dict[asyncio.Queue[Json], int] = {}
        world.listeners.append(self._on_event)

    def open(self, user_id: int) -> asyncio.Queue[Json]:
        queue: asyncio.Queue[Json] = asyncio.Queue()
        self._queues[queue] = user_id
        return queue

    def close(self, queue: asyncio.Queue[Json]) -> None:
        del self._queues[queue]

    def tell(self, user_id: int, name: str, data: Any) -> None:
        for queue, owner in self._queues.items():
            if owner == user_id:
                queue.put_nowait({"t": name, "d": data})

    def tell_status(self, online: bool) -> None:
        for queue in self._queues:
            queue.put_nowait(
                {"t": "BOT_STATUS", "d": {"online": online, "status": self._world.bot_status}}
            )

    def tell_all(self, online: bool) -> None:
        """Send the full state again after a move of the clock."""
        for queue, owner in self._queues.items():
            queue.put_nowait({"t": "READY", "d": initial_state(self._world, owner, online=online)})

    def _on_event(self, event: Event) -> None:
        for queue, user_id in self._queues.items():
            for name, data in translate(self._world, event, user_id):
                queue.put_nowait({"t": name, "d": data})
