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
    logged: set[tuple[str, type[Exception]]] = set()
    closing: set[asyncio.Task[None]] = set()

    def parse_safely(event: str, parse: Callable[[Any], None], data: Any) -> None:
        try:
            parse(data)
        except Exception as error:
            # Log the traceback of the first of each kind only, because there can be thousands.
            first = (event, type(error)) not in logged
            logged.add((event, type(error)))
            trace = error if first else None
            _log.error("A %s event can't be read: %r", event, error, exc_info=trace)
            if event == READY:
                close(data.get("session_id"))
                raise UnreadableSession(f"READY can't be read: {error!r}") from error

    def close(session: object) -> None:
        """Close a session's socket, which discord.py would keep open beside the next one."""
        for shard in client.shards.values():
            socket = shard._parent.ws  # noqa: SLF001 - there is no public way
            if socket.session_id == session:
                task = asyncio.create_task(socket.close(code=AGAIN))
                closing.add(task)
                task.add_done_callback(closing.discard)

    for event, parse in parsers.items():
        parsers[event] = partial(parse_safely, event, parse)
