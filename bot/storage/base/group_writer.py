"""Group commit: each piece of work is one function, and those that wait share a commit."""

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
from bot.storage.base.errors import StoreTrouble

_log = logging.getLogger(__name__)

T = TypeVar("T")
Work = Callable[[Connection], T]


class Monitor(Protocol):
    """Opens connections again after they broke."""

    def failed(self, error: BaseException) -> None:
        """Take note of an error on one of them."""

    def changed(self) -> None:
        """Take note that anything that was read may be different now."""


@dataclass(slots=True)
class Waiting:
    """A piece of work that waits to be committed."""

    work: Work[Any]
    answer: asyncio.Future[Any]
    durable: bool
    note: Callable[[Any], object] | None


class GroupWriter(ABC):
    """Runs work in transactions, one after the other."""

    def __init__(self, monitor: Monitor | None = None) -> None:
        self.observer = Observer()
        """Hears of each commit."""
        self._monitor = monitor
        self._waiting: list[Waiting] = []
        self._batch: list[Waiting] = []
        self._task: asyncio.Task[None] | None = None

    def __len__(self) -> int:
        """How many pieces of work wait or are under way."""
        return len(self._batch) + len(self._waiting)

    @abstractmethod
    async def _transaction(self, batch: Sequence[Waiting]) -> list[Any]:
        """Do a batch in one transaction; gives a result or an exception for each piece of work.

        Raises NotBegun, or any other exception if nothing of the batch was committed, as far as
        is known.
        """

    async def write(
        self,
        work: Work[T],
        *,
        durable: bool = True,
        note: Callable[[T], object] | None = None,
    ) -> T:
        """What the work gives, once it is on disk.

        Work that is not `durable` is committed all the same, and everybody reads it, whatever
        becomes of this process. It reaches the disk with the next work that is: a power cut before
        that undoes it. That is enough for what can be found out again, such as what Discord shows.

        `note` is told the result before anybody else, if the work is committed, and says what of
        the kept reads it has changed; without it everything may have changed.

        An exception of the work undoes what it did, and nothing else that shares its commit.
        Raises StoreTrouble if the database itself fails: then nothing was written, unless only the
        confirmation of the commit was lost (`bot/match/core/confirmed_write.py` checks).
        """
        answer: asyncio.Future[T] = asyncio.get_running_loop().create_future()
        self._waiting.append(Waiting(work, answer, durable, note))
        if self._task is None or self._task.done():
            # It works for all who wait, and not for the answer that happens to be first.
            self._task = asyncio.create_task(self._drain(), context=Context())
            self._task.add_done_callback(self._drained)
        return await answer

    async def close(self) -> None:
        """Finish the work that waits."""
        if self._task is not None:
            await self._task

    def _drained(self, task: asyncio.Task[None]) -> None:
        """Leave nobody waiting if the program ends in the middle."""
        if task.cancelled():
            for waiting in self._batch + self._waiting:
                waiting.answer.cancel()
            self._batch, self._waiting = [], []

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
            # Those answered just now may have more to write. They share the next commit with those
            # who came meanwhile; otherwise two halves would take turns forever.
            self._batch = []
            await asyncio.sleep(0)

    def _note(self, waiting: Waiting, result: Any) -> None:
        if waiting.note is not None and not isinstance(result, BaseException):
            waiting.note(result)
        elif self._monitor is not None and (
            waiting.note is None or isinstance(result, StoreTrouble)
        ):
            self._monitor.changed()

    async def _together(self, batch: list[Waiting]) -> list[Any]:
        """Do a batch; gives a result or an exception for each piece of work.

        A transaction that could not even begin is tried once more.
        """
        began = time.perf_counter()
        try:
            try:
                results = await self._transaction(batch)
            except NotBegun as error:
                _log.warning("A transaction did not begin: %s", described(error.error))
                self.observer.commit_repeated()
                self.failed(error.error)
                results = await self._transaction(batch)
        except Exception as error:  # noqa: BLE001 - every waiter must get an answer
            cause = error.error if isinstance(error, NotBegun) else error
            _log.error("The database did not keep %d change(s): %s", len(batch), described(cause))
            self.failed(cause)
            self.observer.not_committed(len(batch))
            return [trouble(cause) for _ in batch]
        for result in results:
            if isinstance(result, StoreTrouble) and result.__cause__ is not None:
                _log.error("The database did not keep a change: %s", described(result.__cause__))
                self.failed(result.__cause__)
                self.observer.not_committed(1)
        durable = any(waiting.durable for waiting in batch)
        self.observer.committed(len(batch), time.perf_counter() - began, durable=durable)
        return results

    def failed(self, error: BaseException) -> None:
        """Take note of an error of the database."""
        if self._monitor is not None:
            self._monitor.failed(error)


class NotBegun(Exception):
    """A transaction could not begin, so nothing was done."""

    def __init__(self, error: Exception) -> None:
        super().__init__(str(error))
        self.error = error


def described(error: BaseException) -> str:
    """An error with the database's name for it."""
    name = getattr(error, "sqlite_errorname", None) or getattr(error, "sqlstate", None)
    return f"{error} ({name or type(error).__name__})"


def trouble(error: BaseException) -> StoreTrouble:
    """An error as a waiter gets it; every waiter gets an instance of its own."""
    made = StoreTrouble(str(error))
    made.__cause__ = error
    return made
