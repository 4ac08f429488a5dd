"""A websocket of the gateway, and the session that uses it.

They are two classes because a session outlives its websocket: it keeps numbering and recording
events while the bot is away, and sends them when the bot resumes on another websocket.

Sending must never block. A world event goes to all sessions from ordinary synchronous code, and one
slow bot must not delay the others. So `Connection.send` only queues, and a task per connection
writes in order. Closing is queued, too; otherwise a bot could miss the payloads before it.
"""

import asyncio
import json
import secrets
import zlib
from collections import deque
from typing import Any

from aiohttp import web

from playground import presence
from playground.errors import Json

DISPATCH = 0
MOST_EVENTS, IN_SECONDS = 120, 60.0
"""Maximum number of payloads that a connection can send in this many seconds."""
REPLAY_SIZE = 2000
"""Number of past events recorded for resuming."""


class Connection:
    def __init__(self, socket: web.WebSocketResponse, compressed: bool, address: str) -> None:
        self.socket = socket
        self.address = address
        """The URL at which the bot reached the gateway: its own way there, for example a proxy."""
        self.closed_here = False
        """Whether the playground closed it; its session can then be resumed."""
        self._received: deque[float] = deque(maxlen=MOST_EVENTS + 1)
        self._presented: deque[float] = deque(maxlen=presence.UPDATES)
        self._deflate = zlib.compressobj() if compressed else None
        self._queue: asyncio.Queue[Json | int] = asyncio.Queue()
        self._sender = asyncio.create_task(self._send_all())

    def may_receive(self, now: float) -> bool:
        """Count a payload from the bot; return False if there were too many (close code 4008)."""
        self._received.append(now)
        return len(self._received) <= MOST_EVENTS or now - self._received[0] > IN_SECONDS

    def may_present(self, now: float) -> bool:
        """Count a change of the presence; return False for those that Discord ignores."""
        full = len(self._presented) == presence.UPDATES
        if full and now - self._presented[0] < presence.IN_SECONDS:
            return False
        self._presented.append(now)
        return True

    def send(self, op: int, data: Any, *, name: str | None = None, seq: int | None = None) -> None:
        self._queue.put_nowait({"op": op, "d": data, "s": seq, "t": name})

    def close(self, code: int) -> None:
        """Close the websocket after sending the queued payloads."""
        self.closed_here = True
        self._queue.put_nowait(code)

    async def _send_all(self) -> None:
        while True:
            item = await self._queue.get()
            if isinstance(item, int):
                await self.socket.close(code=item)
                return
            text = json.dumps(item, separators=(",", ":"))
            try:
                if self._deflate is None:
                    await self.socket.send_str(text)
                else:
                    packed = self._deflate.compress(text.encode())
                    packed += self._deflate.flush(zlib.Z_SYNC_FLUSH)
                    await self.socket.send_bytes(packed)
            except ConnectionError:
                return

    async def end(self) -> None:
        self._sender.cancel()
        await asyncio.gather(self._sender, return_exceptions=True)


class Session:
    def __init__(self, intents: int, shard: tuple[int, int]) -> None:
        self.id = secrets.token_hex(16)
        self.intents = intents
        self.shard = shard
        self.seq = 0
        self.connection: Connection | None = None
        self.lost_at = 0.0
        self.lag = 0.0
        """Seconds by which interactions reach this session later than others."""
        self.past: deque[tuple[int, str, Json]] = deque(maxlen=REPLAY_SIZE)

    def hears(self, guild_id: int | None) -> bool:
        """Return whether a guild, or the direct messages (None), belong to its shard."""
        return ((guild_id or 0) >> 22) % self.shard[1] == self.shard[0]

    def dispatch(self, name: str, data: Json) -> None:
        self.seq += 1
        self.past.append((self.seq, name, data))
        if self.connection is not None:
            self.connection.send(DISPATCH, data, name=name, seq=self.seq)
