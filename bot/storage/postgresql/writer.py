"""The writer of PostgreSQL: a session in a thread of its own, and a batch in one transaction."""

import asyncio
import contextlib
import logging
import secrets
import time
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import psycopg

from bot.storage.base.group_writer import GroupWriter, Monitor, NotBegun, Waiting, trouble
from bot.storage.postgresql.connections import AGAIN, PostgresConnection, Session

_log = logging.getLogger(__name__)

PATIENCE = 5.0
"""Seconds to wait for a server that starts again."""
PAUSE = 0.2
"""Seconds between two tries to reach it."""
TRIES = 20
"""How often a batch is tried that others got in the way of."""
BACKOFF = 0.002
"""Seconds before the second of these tries; each time up to twice as long, and at most LONGEST."""
LONGEST = 0.25
BEGIN = "BEGIN ISOLATION LEVEL SERIALIZABLE"


class PostgresWriter(GroupWriter):
    """Runs work in serializable transactions, one after the other.

    Processes write at the same time. Where their transactions get in each other's way PostgreSQL
    undoes one of them, and its work is done again: it may run several times, and only what the
    last run did is kept.
    """

    def __init__(
        self,
        connect: Callable[[], Session],
        monitor: Monitor | None = None,
        patience: float = PATIENCE,
    ) -> None:
        super().__init__(monitor)
        self._connect = connect
        self._patience = patience
        self._session: Session | None = None
        self._thread = ThreadPoolExecutor(1, "postgresql-writer")

    async def close(self) -> None:
        self._patience = 0.0  # a server that is away now holds up no end
        try:
            await super().close()
        finally:
            await asyncio.get_running_loop().run_in_executor(self._thread, self._disconnect)
            await asyncio.to_thread(self._thread.shutdown)

    async def _transaction(self, batch: Sequence[Waiting]) -> list[Any]:
        return await asyncio.get_running_loop().run_in_executor(self._thread, self._commit, batch)

    def _commit(self, batch: Sequence[Waiting]) -> list[Any]:
        apart = False
        """Whether each piece of work gets a savepoint, as one of them fails."""
        for attempt in range(TRIES):
            session = self._opened()
            try:
                return _try(session, batch, apart=apart)
            except _Failed:
                apart = len(batch) > 1
            except AGAIN as error:
                _log.debug("A transaction is tried again: %s", type(error).__name__)
                self.observer.commit_repeated()
                if attempt > TRIES // 4:
                    apart = len(batch) > 1
                time.sleep(min(BACKOFF * 2**attempt, LONGEST) * (1 + secrets.randbelow(100) / 100))
            except _Lost as lost:
                _log.warning("The connection to the database broke: %s", lost.error)
                self.observer.commit_repeated()
                self._disconnect()
            except BaseException:
                self._disconnect()
                raise
        return self._singly(batch)

    def _singly(self, batch: Sequence[Waiting]) -> list[Any]:
        """Do each piece of work in a transaction of its own: others got in the way too often."""
        if len(batch) == 1:
            raise psycopg.OperationalError("others write the same again and again")
        results: list[Any] = []
        for one in batch:
            try:
                results += self._commit([one])
            except NotBegun as unbegun:
                # What was done before it counts: all of it must not be done once more.
                results.append(trouble(unbegun.error))
            except psycopg.Error as error:
                results.append(trouble(error))
        return results

    def _opened(self) -> Session:
        """The session, opened again if it broke; raises NotBegun."""
        if self._session is not None and not self._session.closed:
            return self._session
        began = time.monotonic()
        while True:
            try:
                self._session = self._connect()
            except psycopg.Error as error:
                if time.monotonic() - began >= self._patience:
                    raise NotBegun(error) from error
                time.sleep(PAUSE)
            else:
                return self._session

    def _disconnect(self) -> None:
        session, self._session = self._session, None
        if session is not None:
            with contextlib.suppress(psycopg.Error):
                session.close()


class _Lost(Exception):
    """The connection broke before anything was committed."""

    def __init__(self, error: Exception) -> None:
        super().__init__(str(error))
        self.error = error


class _Failed(Exception):
    """A piece of work failed among others, which must not suffer for it."""


def _try(session: Session, batch: Sequence[Waiting], *, apart: bool) -> list[Any]:
    """Do a batch in one transaction; gives a result or an exception for each piece of work.

    Raises an error of AGAIN, _Lost or _Failed if nothing was done and it may be tried again; and
    psycopg.Error if nobody knows.
    """
    durable = any(waiting.durable for waiting in batch)
    connection = PostgresConnection(session)
    try:
        session.execute(BEGIN if durable else f"{BEGIN}; SET LOCAL synchronous_commit = off")
        results = [_do(session, connection, waiting, apart, batch) for waiting in batch]
    except psycopg.Error as error:
        if session.closed:
            raise _Lost(error) from error
        session.execute("ROLLBACK")
        raise
    except BaseException:
        if not session.closed:
            session.execute("ROLLBACK")
        raise
    if len(batch) == 1 and isinstance(results[0], Exception):
        session.execute("ROLLBACK")
    else:
        session.execute("COMMIT")
    return results


def _do(
    session: Session,
    connection: PostgresConnection,
    waiting: Waiting,
    apart: bool,
    batch: Sequence[Waiting],
) -> Any:
    """What a piece of work gives, or its exception."""
    if apart:
        session.execute("SAVEPOINT one")
    try:
        result = waiting.work(connection)
    except AGAIN:
        raise
    except Exception as error:
        if session.closed:
            raise _Lost(error) from error
        if len(batch) > 1 and not apart:
            raise _Failed from error
        if apart:
            session.execute("ROLLBACK TO SAVEPOINT one; RELEASE SAVEPOINT one")
        return trouble(error) if isinstance(error, psycopg.Error) else error
    if apart:
        session.execute("RELEASE SAVEPOINT one")
    return result
