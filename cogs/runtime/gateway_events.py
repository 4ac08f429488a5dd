"""Gateway events that discord.py can't parse.

An exception in a parser would end the client. The bot can do without any single event, so it logs
and drops an unreadable one. Only READY is indispensable: the session starts again. The parsers are
a private attribute of discord.py, whose version is pinned.
"""

import asyncio
import logging
from collections.abc import Callable
from functools import partial
from typing import Any

import discord

_log = logging.getLogger(__name__)

READY = "READY"
AGAIN = 4000


class UnreadableSession(OSError):
    """A session's first event can't be parsed; discord.py reconnects after any OSError."""


def guard_parsers(client: discord.AutoShardedClient) -> None:
    """Keep unreadable events from ending the client; call this before it connects."""
    parsers = client._connection.parsers  # noqa: SLF001 - there is no public way
    guard = _Guard(client)
    for event, parse in parsers.items():
        parsers[event] = partial(guard.parse, event, parse)


class _Guard:
    def __init__(self, client: discord.AutoShardedClient) -> None:
        self._client = client
        self._logged: set[tuple[str, type[Exception]]] = set()
        self._closing: set[asyncio.Task[None]] = set()

    def parse(self, event: str, parse: Callable[[Any], None], data: Any) -> None:
        try:
            parse(data)
        except Exception as error:
            # Log the traceback of the first of each kind only, because there can be thousands.
            first = (event, type(error)) not in self._logged
            self._logged.add((event, type(error)))
            trace = error if first else None
            _log.error("A %s event can't be read: %r", event, error, exc_info=trace)
            if event == READY:
                self._close(data.get("session_id"))
                raise UnreadableSession(f"READY can't be read: {error!r}") from error

    def _close(self, session: object) -> None:
        """Close a session's socket, which discord.py would keep open beside the next one."""
        for shard in self._client.shards.values():
            socket = shard._parent.ws  # noqa: SLF001 - there is no public way
            if socket.session_id == session:
                closing = asyncio.create_task(socket.close(code=AGAIN))
                self._closing.add(closing)
                closing.add_done_callback(self._closing.discard)
