"""Group commit: work that waits at the same time shares one transaction.

A commit must be on disk before a player reads that a move counts, and waiting for the disk takes
milliseconds. If every press had a commit of its own, a slow disk would limit the bot to a few
hundred presses per second. So there is one writer, and a piece of work is a plain function of a
connection. While one batch is written to disk, new work collects and becomes the next batch: the
busier the bot, the larger the batches.

Work must not harm its neighbours in a batch. A savepoint around each piece lets an exception undo
that piece alone; its caller gets the exception. If the transaction itself fails, every caller in
the batch gets StoreTrouble, because none of their work was written.

Observers and notes hear of each commit. An error of theirs must not reach the callers, whose work
is on disk by then, so it is only logged. Whatever else goes wrong, each caller gets an answer: one
that waited forever would hold up the player, and the whole bot when it stops.

Awaiting anything inside a transaction would hold up all others, so work is synchronous and only
talks to the database. The writer's task belongs to all callers: it runs in its own context, and the
cancellation of one caller stops neither the batch nor the other callers.
"""

import asyncio
import logging
import time
from abc import ABC, abstractmethod
from collections.abc import Callable, Sequence
from contextvars import Context
from dataclasses import dataclass
from typing import Any, Protocol, TypeVar

from bot.observing.observer import Observer
from bot.storage.base.connection import Connection
from bot.storage.base.errors import StoreTrouble, remedy

_log = logging.getLogger(__name__)

T = TypeVar("T")
Work = Callable[[Connection], T]


class Monitor(Protocol):
    def failed(self, error: BaseException) -> None: ...

    def changed(self) -> None:
        """Drop all kept reads, because anything can have changed."""


@dataclass(slots=True)
class Waiting:
    work: Work[Any]
    answer: asyncio.Future[Any]
    durable: bool
    note: Callable[[Any], object] | None
    proves: bool


class GroupWriter(ABC):
    def __init__(self, monitor: Monitor | None = None) -> None:
        self.observer = Observer()
        self.trouble: str | None = None
        """A sentence about the failure of the last batch, or None after a success."""
        self._monitor = monitor
        self._waiting: list[Waiting] = []
        self._batch: list[Waiting] = []
        self._task: asyncio.Task[None] | None = None

    def __len__(self) -> int:
        return len(self._batch) + len(self._waiting)

    @abstractmethod
    async def _transaction(self, batch: Sequence[Waiting]) -> list[Any]:
        """Run a batch in one transaction; return a result or an exception for each piece of work.

        Raise NotBegun if the batch can be tried again, or another exception if, as far as is known,
        nothing was committed.
        """

    async def write(
        self,
        work: Work[T],
        *,
        durable: bool = True,
        note: Callable[[T], object] | None = None,
        proves: bool = True,
    ) -> T:
        """Run the work, and return its result once it is on disk.

        Work that is not `durable` is visible immediately, but reaches the disk only with the next
        durable work. That is enough for data that the bot can find out again, such as what Discord
        shows.

        After a commit, `note` gets the result before any caller does, and updates the kept reads.
        Without `note` all kept reads are dropped.

        A success `proves` that the database stores changes again after a failure, unless the work
        only changes rows in place, which succeeds even on a full disk.

        An exception of the work undoes its own changes only. Raise StoreTrouble if the database
        fails: then nothing was written, unless only the confirmation was lost (see
        `confirmed_write`).
        """
        answer: asyncio.Future[T] = asyncio.get_running_loop().create_future()
        self._waiting.append(Waiting(work, answer, durable, note, proves))
        if self._task is None or self._task.done():
            self._start()
        return await answer

    def _start(self) -> None:
        # A fresh context: the task works for all callers, not only for the one that starts it.
        self._task = asyncio.create_task(self._drain(), context=Context())
        self._task.add_done_callback(self._drained)

    async def close(self) -> None:
        while self._task is not None and (self._waiting or not self._task.done()):
            await asyncio.gather(self._task, return_exceptions=True)
            await asyncio.sleep(0)  # a writer that failed is started again

    def _drained(self, task: asyncio.Task[None]) -> None:
        """Answer the callers of a batch that ended early, by a cancellation or a bug."""
        batch, self._batch = self._batch, []
        if task.cancelled():
            batch, self._waiting = batch + self._waiting, []
            for waiting in batch:
                waiting.answer.cancel()
        elif (error := task.exception()) is not None:
            _log.error("The writer of the database failed", exc_info=error)
            for waiting in batch:
                if not waiting.answer.done():
                    waiting.answer.set_exception(trouble(error))
            if self._waiting and self._task is task:
                self._start()

    async def _drain(self) -> None:
        while self._waiting:
            batch = self._batch = self._waiting
            self._waiting = []
            results = await self._together(batch)
            for waiting, result in zip(batch, results, strict=True):
                self._note(waiting, result)
                if waiting.answer.cancelled():
                    continue
                if isinstance(result, BaseException):
                    waiting.answer.set_exception(result)
                else:
                    waiting.answer.set_result(result)
            # Give the callers answered just now a chance to write more, so that their work joins
            # the next batch. Otherwise two groups of callers would alternate, each in half-empty
            # batches.
            self._batch = []
            await asyncio.sleep(0)

    def _note(self, waiting: Waiting, result: Any) -> None:
        if waiting.note is not None and not isinstance(result, BaseException):
            try:
                waiting.note(result)
            except Exception:  # noqa: BLE001 - the change is stored, whatever the note does
                _log.exception("An error in the note of a stored change")
            else:
                return
        elif waiting.note is not None and not isinstance(result, StoreTrouble):
            return
        if self._monitor is not None:
            self._monitor.changed()

    async def _together(self, batch: list[Waiting]) -> list[Any]:
        began = time.perf_counter()
        try:
            try:
                results = await self._transaction(batch)
            except NotBegun as error:
                _log.warning("Failed to begin a transaction: %s", describe(error.error))
                self.report(self.observer.commit_repeated)
                self.failed(error.error)
                results = await self._transaction(batch)
        except Exception as error:  # noqa: BLE001 - every waiter must get an answer
            cause = error.error if isinstance(error, NotBegun) else error
            _log.error("The database failed to store %d change(s): %s", len(batch), describe(cause))
            self._not_stored(cause, len(batch))
            return [trouble(cause) for _ in batch]
        if any(waiting.proves for waiting in batch):
            self.trouble = None
        for result in results:
            if isinstance(result, StoreTrouble) and result.__cause__ is not None:
                _log.error("The database failed to store a change: %s", describe(result.__cause__))
                self._not_stored(result.__cause__, 1)
        durable = any(waiting.durable for waiting in batch)
        seconds = time.perf_counter() - began
        self.report(self.observer.committed, len(batch), seconds, durable=durable)
        return results

    def _not_stored(self, error: BaseException, changes: int) -> None:
        reason = " ".join(describe(error).split())  # PostgreSQL's has several lines
        sentence = f"The database fails to store changes: {reason}."
        self.trouble = str(StoreTrouble(sentence, remedy(error)))
        self.failed(error)
        self.report(self.observer.not_committed, changes)

    def report(self, event: Callable[..., None], *values: object, **named: object) -> None:
        """Call a method of the observer. Its errors are logged, because they must not decide the
        fate of a commit.
        """
        try:
            event(*values, **named)
        except Exception:  # noqa: BLE001 - see above
            _log.exception("An error in an observer of commits")

    def failed(self, error: BaseException) -> None:
        if self._monitor is not None:
            self._monitor.failed(error)


class NotBegun(Exception):
    def __init__(self, error: Exception) -> None:
        super().__init__(str(error))
        self.error = error


def describe(error: BaseException) -> str:
    name = getattr(error, "sqlite_errorname", None) or getattr(error, "sqlstate", None)
    return f"{error} ({name or type(error).__name__})"


def trouble(error: BaseException) -> StoreTrouble:
    wrapped = StoreTrouble(str(error))
    wrapped.__cause__ = error
    return wrapped
