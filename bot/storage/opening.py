"""Opening a database of either kind."""

import logging
import time
from pathlib import Path

from bot.database_address import is_server
from bot.storage.base.connection import Check
from bot.storage.base.database import Database
from bot.storage.base.errors import AnotherBot
from bot.storage.base.lock import Use

_log = logging.getLogger(__name__)

STOPPING = 15.0
"""Seconds for which a bot waits for another one that is stopping, which takes ten at most."""
VANISHED = 30.0
"""The same on a server, which keeps the lock of a bot whose machine has vanished for some 25
seconds (see SERVER_KEEPALIVES).
"""


async def open_database(
    address: str,
    memory: Path | None = None,
    check: Check | None = None,
    use: Use = Use.BESIDE_BOTS,
) -> Database:
    """Open the database and bring its schema up to date; create a missing SQLite file with its
    folder.

    `memory` is a file for the newest commits to a server. Raise StoreTrouble with a sentence for
    the operator, or the error of `check`.
    """
    if is_server(address):
        from bot.storage.postgresql.database import open_postgresql

        return await open_postgresql(address, memory=memory, check=check, use=use)
    from bot.storage.sqlite.database import open_sqlite

    return await open_sqlite(address, check=check, use=use)


async def open_for_bot(
    address: str, memory: Path | None, check: Check | None = None, *, is_shared: bool
) -> Database:
    """Open the database for a bot that shares it with other bots, or is the only one.

    Wait for another bot that is stopping. Raise AnotherBot if it does not stop; nothing has changed
    then. Also raise StoreTrouble.
    """
    use = Use.SHARING_BOT if is_shared else Use.ONLY_BOT
    patience = VANISHED if is_server(address) else STOPPING
    until, is_reported = time.monotonic() + patience, False
    while True:
        try:
            return await open_database(address, memory, check, use)
        except AnotherBot:
            if time.monotonic() >= until:
                raise
            if not is_reported:
                _log.info(
                    "Another bot uses the database: waiting up to %.0f seconds for it to stop",
                    patience,
                )
            is_reported = True
