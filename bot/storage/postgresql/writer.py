"""PostgreSQL's writer: a session in its own thread, with one transaction per batch.

Several processes of a bot write to one database, and all work reads before it writes: it counts
open invitations, for example, or compares the length of a log. At PostgreSQL's default isolation
level, two processes could both read the old state and both write. So every transaction is
serializable: it behaves as if it ran alone, or PostgreSQL aborts it.

An aborted batch is run again after a short random pause, so that two processes don't collide
forever. A piece of work can therefore run several times. It must only read and write the database,
and only its last run counts.

In PostgreSQL an error ruins the whole transaction, but a savepoint for each piece of work costs two
round trips. So a batch first runs without savepoints. If a piece fails, the batch runs again with
them, so that only that piece is undone and only its caller gets the error. If a batch keeps
colliding, each piece gets its own transaction.

If the connection breaks before COMMIT, the batch runs again on a new session. PgBouncer accepts new
sessions even while the server is away, so after a second loss the writer waits. If the connection
breaks during COMMIT, the outcome is unknown: the callers get the error, and `confirmed_write` finds
out.

Each transaction takes the shared lock on the database (hold.py), so nothing is stored during a
copy.
"""

import asyncio
import contextlib
import logging
import secrets
import time
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import psycopg
from psycopg.pq import TransactionStatus

from bot.storage.base.errors import StoreTrouble
from bot.storage.base.group_writer import GroupWriter, Monitor, NotBegun, Waiting, trouble
from bot.storage.postgresql.connections import AGAIN, PostgresConnection, Session
from bot.storage.postgresql.continuity import Continuity
from bot.storage.postgresql.hold import SHARED_IN_TRANSACTION, held_by_command

_log = logging.getLogger(__name__)

PATIENCE = 5.0
PAUSE = 0.2
TRIES = 20
BACKOFF = 0.002
"""Seconds before the second attempt. Each further pause is twice as long, up to LONGEST; a random
part then extends it to at most double its length.
"""
LONGEST = 0.25
BEGIN = "BEGIN ISOLATION LEVEL SERIALIZABLE"


class PostgresWriter(GroupWriter):
    def __init__(
        self,
        connect: Callable[[], Session],
        monitor: Monitor | None = None,
        patience: float = PATIENCE,
        name: str = "",
        continuity: Continuity | None = None,
    ) -> None:
        """`connect` returns sessions that `continuity` has checked."""
        super().__init__(monitor)
        self._connect = connect
        self._name = name
        self._refusal: str | None = None
        self._continuity = continuity or Continuity()
        self._patience = patience
        self._session: Session | None = None
        self._thread = ThreadPoolExecutor(1, "postgresql-writer")

    async def close(self) -> None:
        self._patience = 0.0  # don't wait for an unreachable server
        try:
            await super().close()
        finally:
            await asyncio.get_running_loop().run_in_executor(self._thread, self._disconnect)
            await asyncio.to_thread(self._thread.shutdown)

    def refuse(self, trouble: StoreTrouble) -> None:
        """Store nothing any more, because the database is not this bot's any more."""
        if self._refusal is None:
            self._refusal = str(trouble)
            _log.error("%s This bot stores nothing any more: start it again.", trouble)

    async def _transaction(self, batch: Sequence[Waiting]) -> list[Any]:
        return await asyncio.get_running_loop().run_in_executor(self._thread, self._commit, batch)

    def _commit(self, batch: Sequence[Waiting]) -> list[Any]:
        apart = False
        """Whether each piece of work gets a savepoint: after a failed piece, or many collisions."""
        attempt, lost_at = 0, None
        while attempt < TRIES:
            session = self._opened()
            try:
                return _try(session, batch, self._continuity, apart=apart)
            except _Failed:
                attempt += 1
                apart = len(batch) > 1
            except AGAIN as error:
                _log.debug("Retrying a transaction: %s", type(error).__name__)
                self.report(self.observer.commit_repeated)
                if attempt > TRIES // 4:
                    apart = len(batch) > 1
                time.sleep(min(BACKOFF * 2**attempt, LONGEST) * (1 + secrets.randbelow(100) / 100))
                attempt += 1
            except _Lost as lost:
                _log.warning("The connection to the database broke: %s", lost.error)
                self.report(self.observer.commit_repeated)
                self._disconnect()
                if lost_at is None:
                    lost_at = time.monotonic()
                elif time.monotonic() - lost_at >= self._patience:
                    raise NotBegun(lost.error) from lost
                else:
                    time.sleep(PAUSE)
            except _Held:
                self.refuse(held_by_command(self._name))
            except BaseException:
                self._disconnect()
                raise
        return self._singly(batch)

    def _singly(self, batch: Sequence[Waiting]) -> list[Any]:
        if len(batch) == 1:
            raise psycopg.OperationalError("other processes kept writing the same rows")
        results: list[Any] = []
        for waiting in batch:
            try:
                results += self._commit([waiting])
            except NotBegun as unbegun:
                # Earlier pieces are committed, so the whole batch must not be repeated.
                results.append(trouble(unbegun.error))
            except psycopg.Error as error:
                results.append(trouble(error))
        return results

    def _opened(self) -> Session:
        if self._refusal is not None:
            raise StoreTrouble(self._refusal)
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
    def __init__(self, error: Exception) -> None:
        super().__init__(str(error))
        self.error = error


class _Failed(Exception):
    def __init__(self, error: Exception) -> None:
        super().__init__(str(error))
        self.error = error


class _Held(Exception):
    """A command holds the lock on the database."""


def _try(
    session: Session, batch: Sequence[Waiting], continuity: Continuity, *, apart: bool
) -> list[Any]:
    """Run a batch in one transaction; return a result or an exception for each piece of work.

    Raise an error of AGAIN, _Lost or _Failed if nothing was written and the batch can run again.
    Raise psycopg.Error if the outcome is unknown.
    """
    durable = any(waiting.durable for waiting in batch)
    connection = PostgresConnection(session)
    try:
        sync = () if durable else ("SET LOCAL synchronous_commit = off",)
        is_shared = session.begin(BEGIN, *sync, SHARED_IN_TRANSACTION).fetchone()
        if is_shared != (True,):
            raise _Held
        results = [_do(session, connection, waiting, apart, batch) for waiting in batch]
    except psycopg.Error as error:
        if not _rolled_back(session):
            raise _Lost(error) from error
        raise
    except _Failed as failed:
        if not _rolled_back(session):
            raise _Lost(failed.error) from failed
        raise
    except BaseException:
        _rolled_back(session)
        raise
    if len(batch) == 1 and isinstance(results[0], Exception):
        session.execute("ROLLBACK")
    elif durable:
        mark, statement = continuity.next_mark()
        # One message, so the mark costs no round trip. Each is different: don't prepare it.
        try:
            session.execute(statement + b"; COMMIT", prepare=False)
        except AGAIN:
            # Unlike a refused COMMIT, a refused mark leaves the transaction open.
            if session.info.transaction_status is TransactionStatus.INERROR:
                session.execute("ROLLBACK")
            raise
        continuity.committed(mark)
    else:
        session.execute("COMMIT")
    return results


def _rolled_back(session: Session) -> bool:
    """Return whether the session can be used again.

    A connection can break without being closed, for example in the middle of a pipeline.
    """
    if session.closed:
        return False
    try:
        session.execute("ROLLBACK")
    except psycopg.Error:
        return False
    return True


def _do(
    session: Session,
    connection: PostgresConnection,
    waiting: Waiting,
    apart: bool,
    batch: Sequence[Waiting],
) -> Any:
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
            raise _Failed(error) from error
        if apart:
            session.execute("ROLLBACK TO SAVEPOINT one; RELEASE SAVEPOINT one")
        return trouble(error) if isinstance(error, psycopg.Error) else error
    if apart:
        session.execute("RELEASE SAVEPOINT one")
    return result
