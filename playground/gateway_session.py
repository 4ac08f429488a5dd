"""One websocket of the gateway, and the session that it serves."""

import asyncio
import json
import secrets
import zlib
from collections import deque
from typing import Any

from aiohttp import web

from playground.errors import Json

DISPATCH = 0
"""The opcode of events."""
MOST_EVENTS, IN_SECONDS = 120, 60.0
"""Payloads that a connection may send in that time."""
REPLAY_SIZE = 2000
"""Events kept for a session that resumes."""


class Connection:
    """One websocket. Sending never waits for the other side; frames keep their order."""

    def __init__(self, socket: web.WebSocketResponse, compressed: bool) -> None:
        self.socket = socket
        self.closed_here = False
        """Whether the playground ended it; then its session can be resumed."""
        self._received: deque[float] = deque(maxlen=MOST_EVENTS + 1)
        self._deflate = zlib.compressobj() if compressed else None
        self._queue: asyncio.Queue[Json | int] = asyncio.Queue()
        self._sender = asyncio.create_task(self._send_all())

    def may_receive(self, now: float) -> bool:
        """Count a payload of the bot; return False if it sends too many (close code 4008)."""
        self._received.append(now)
        return len(self._received) <= MOST_EVENTS or now - self._received[0] > IN_SECONDS

    def send(self, op: int, data: Any, *, name: str | None = None, seq: int | None = None) -> None:
        """Queue one payload."""
        self._queue.put_nowait({"op": op, "d": data, "s": seq, "t": name})

    def close(self, code: int) -> None:
        """Close after what is queued."""
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
        """Stop sending."""
        self._sender.cancel()
        await asyncio.gather(self._sender, return_exceptions=True)


class Session:
    """What one shard of the bot hears; it outlives its connection for a while."""

    def __init__(self, intents: int, shard: tuple[int, int]) -> None:
        self.id = secrets.token_hex(16)
        self.intents = intents
        self.shard = shard
        self.seq = 0
        self.connection: Connection | None = None
        self.lost_at = 0.0
        self.past: deque[tuple[int, str, Json]] = deque(maxlen=REPLAY_SIZE)

    def hears(self, guild_id: int | None) -> bool:
        """Whether a guild, or the direct messages (None), belong to its shard."""
        return ((guild_id or 0) >> 22) % self.shard[1] == self.shard[0]

    def dispatch(self, name: str, data: Json) -> None:
        """Send an event, or keep it until the session is resumed."""
        self.seq += 1
        self.past.append((self.seq, name, data))
        if self.connection is not None:
            self.connection.send(DISPATCH, data, name=name, seq=self.seq)
