"""Setbacks: a database that went back in time while the bot runs.

An asynchronous standby that takes over lacks the newest commits of the old server. Boards on
Discord then show more than the log, and numbers of lost matches would be given again. That is the
situation after a restore, so the bot treats it in the same way: another generation (restores.py)
begins, whose numbers are all new, and in which older messages don't count.

Two observations prove a setback:

- A process finds fewer commits than it has seen confirmed (postgresql/continuity.py).
- A message of the bot contains a match, or a state of a match, that the database does not know.
  The bot posts only what is committed, so the commit is lost. This also finds setbacks for which no
  process has a memory, and SQLite files that an operator has replaced by hand.

Several processes can have proof of one setback, but only one begins a generation. Each knows the
newest generation at the time of its proof: if there is a newer one by now, another process was
faster.
"""

import logging
import time
from collections.abc import Callable
from datetime import UTC, datetime
from typing import Any, Protocol

from bot.storage.base import restores
from bot.storage.base.group_writer import GroupWriter

_log = logging.getLogger(__name__)

RECENT = 60.0
"""Seconds after a setback during which unknown states on Discord are its leftovers, posted by
requests that were under way.
"""
REMARKED = 86_400
"""Seconds for which health reports a setback."""
SENTENCE = (
    "The database went back in time and lost its newest commits, which the bot has treated as a"
    " restore: make replication synchronous (synchronous_standby_names), and put copies back only"
    " with `python -m bot restore` (docs/storage.md)."
)


class _Database(Protocol):
    writer: GroupWriter

    async def rows(self, sql: str, *values: object) -> list[Any]: ...


class Setbacks:
    """The newest generation that this process knows, and who must hear of a newer one."""

    def __init__(
        self,
        database: _Database,
        now: Callable[[], float] = time.time,
        steady: Callable[[], float] = time.monotonic,
    ) -> None:
        self._database = database
        self._now = now
        self._steady = steady
        self._generation: int | None = None
        self._noticed: float | None = None
        self._lost = 0
        """The newest generation that began because of a setback."""
        self.listeners: list[Callable[[], object]] = []
        """Called in the event loop after each new generation. They drop everything in memory that
        can belong to lost commits.
        """

    @property
    def is_recent(self) -> bool:
        return self._noticed is not None and self._steady() - self._noticed < RECENT

    async def look(self) -> None:
        """Find a generation that another process has begun, or the loss of the newest one. Raise
        StoreTrouble.
        """
        newest, lost = (
            await self._database.rows(
                "SELECT COALESCE(MAX(n), 0), COALESCE(MAX(CASE WHEN lost = 1 THEN n END), 0)"
                " FROM generation"
            )
        )[0]
        self._lost = int(lost)
        if newest < (self._generation or 0):
            await self.report()
        else:
            self.noticed(int(newest))

    async def report(self, number: int = 0) -> None:
        """Begin a generation, because the database lacks a commit that Discord shows.

        `number` is the highest known number of a match or tournament. Raise StoreTrouble.
        """
        if self._generation is None:
            await self.look()
        known = self._generation or 0
        now = int(self._now())
        newest, is_new = await self._database.writer.write(
            lambda connection: restores.recover(connection, now, known, number)
        )
        if is_new:
            _log.error(SENTENCE)
        self.noticed(newest)
        await self.look()

    def noticed(self, generation: int) -> None:
        before, self._generation = self._generation, generation
        if before is None or generation <= before:
            return
        self._noticed = self._steady()
        _log.warning("Generation %d of the database has begun; boards are posted again", generation)
        for listener in self.listeners:
            listener()

    @property
    def remark(self) -> str | None:
        if self._now() - self._lost > REMARKED:
            return None
        at = datetime.fromtimestamp(self._lost, UTC)
        return f"At {at:%Y-%m-%d %H:%M} UTC: {SENTENCE}"
