"""The sweep of a database on a server: VACUUM of the tables that contain users.

VACUUM clears deleted rows from a table. The server keeps other copies for a while (write-ahead log,
archives, dumps): see docs/storage.md.

In a database of 30 GB a VACUUM can take minutes, much longer than a statement of the bot should,
and it can fail: another VACUUM of the table can be running, or an operator can end it. So each
table is swept on its own, with an hour's limit, in the background. Failed tables are tried again
after pauses that grow from a minute to an hour, and the others are not swept twice.

A deletion that commits after the VACUUM of a table began isn't covered by it. Requests are
numbered (table `sweep`), so the sweeper notes for each table the newest request that it covers.
"""

import asyncio
import contextlib
import logging
from collections.abc import Awaitable, Callable
from contextlib import closing

import psycopg

from bot.storage.base.group_writer import describe
from bot.storage.base.personal_data import HOLDINGS
from bot.storage.postgresql.connections import Session, connect

_log = logging.getLogger(__name__)

TABLES = tuple(sorted({column.table for column in HOLDINGS}))
SETTINGS = {"statement_timeout": "1h", "lock_timeout": "10s"}
FIRST_PAUSE, LONGEST_PAUSE = 60.0, 3600.0
PATIENCE = 2.0
"""Seconds that the caller who starts a sweep waits for its end."""

CANCEL_AGAIN = 0.2


class Sweeper:
    def __init__(
        self, address: str, pause: Callable[[float], Awaitable[object]] = asyncio.sleep
    ) -> None:
        self._address = address
        self._pause = pause
        self._covered = dict.fromkeys(TABLES, 0)
        self._wanted = 0
        self._task: asyncio.Task[None] | None = None
        self._session: Session | None = None
        self._closed = False

    async def sweep(self, number: int) -> bool:
        """Return whether the tables are swept of all deletions up to a request; if not, the sweep
        continues in the background.
        """
        self._wanted = max(self._wanted, number)
        if self._pending() and (self._task is None or self._task.done()):
            self._task = asyncio.create_task(self._sweep())
            await asyncio.wait({self._task}, timeout=PATIENCE)
        return all(covered >= number for covered in self._covered.values())

    def _pending(self) -> list[str]:
        return [table for table in TABLES if self._covered[table] < self._wanted]

    async def _sweep(self) -> None:
        seconds = FIRST_PAUSE
        while not self._closed and (pending := self._pending()):
            failures = [table for table in pending if not await self._is_swept(table)]
            if failures and not self._closed:
                if len(failures) < len(pending):
                    seconds = FIRST_PAUSE
                await self._pause(seconds)
                seconds = min(2 * seconds, LONGEST_PAUSE)

    async def _is_swept(self, table: str) -> bool:
        if self._closed:
            return False
        number = self._wanted
        try:
            await asyncio.to_thread(self._vacuum, table)
        except psycopg.Error as error:
            _log.warning("The table %s can't be swept now: %s", table, describe(error))
            return False
        self._covered[table] = number
        return True

    def _vacuum(self, table: str) -> None:
        # A pooled session keeps the server's own limits, because SET LOCAL needs a transaction and
        # VACUUM allows none.
        with closing(connect(self._address, settings=SETTINGS)) as session:
            self._session = session
            try:
                if self._closed:
                    raise psycopg.OperationalError("the database is closed")
                session.execute(f"VACUUM {table}".encode())
            finally:
                self._session = None

    async def close(self) -> None:
        """End a running VACUUM. The next bot sweeps again."""
        self._closed = True
        task = self._task
        while task is not None and not task.done():
            session = self._session
            if session is None:  # it pauses, or connects
                task.cancel()
            else:
                with contextlib.suppress(psycopg.Error):
                    await asyncio.to_thread(session.cancel_safe)
            # The request has no effect if it arrives before the VACUUM.
            await asyncio.wait({task}, timeout=CANCEL_AGAIN)
