"""Judging all decisions of a match, in parts that several processes share.

A match takes SECONDS of the processor, several times what a player wants to wait. So the work is
cut into tasks of about SLICE seconds. Any process can do any of them, and those of several matches
take turns. Seconds of the processor are counted, not of the clock: on a busy machine an accuracy
takes longer, and is as certain.

The tasks come in four batches, because each depends on all results of the one before:

1. Find the decisions.
2. Search each decision for the same time. From here on there is a result, and the rest only
   makes it more certain.
3. Search unclear decisions again, with other luck (`open_ones`).
4. Check losses by playing on, the largest first, as long as there is time.
"""

import asyncio
import time
from collections.abc import Hashable, Iterator, Sequence
from typing import Any, TypeVar

from bot.worker.accuracy import Clock, Judged
from bot.worker.pool import WorkerPool
from bot.worker.process import WorkerLost
from bot.worker.tasks import CheckLosses, FindDecisions, Judge, Played, SearchDecisions, Task
from engine.core.accuracy import Weighed, check_loss, combine_searches, open_ones
from engine.core.driver import Advance
from engine.core.game import AnyGame

T = TypeVar("T")
SECONDS = 15.0
"""Seconds of the processor for a match; two cores take eight for it."""
FIRST, SECOND = 0.45, 0.5
"""FIRST is the share of the time for searching all decisions. SECOND is the share of the remaining
time for the unclear ones. The time after that is for playing on.
"""
LONGEST = 1.0
"""Maximum number of seconds for one decision, each time."""
SLICE = 0.5


class Judging:
    """The decisions of a match as far as they are judged."""

    def __init__(self, match: Played, seconds: float = SECONDS) -> None:
        self._match = match
        self._left = seconds
        self._weighed: dict[int, Weighed] = {}
        self._checked: set[int] = set()
        self.complete = asyncio.Event()
        """Set when each decision has been searched once."""

    @property
    def weighed(self) -> tuple[Weighed, ...]:
        return tuple(self._weighed[seq] for seq in sorted(self._weighed))

    @property
    def certain(self) -> tuple[Weighed, ...]:
        """Return the decisions, with a wider margin instead of losses that aren't checked yet."""
        return tuple(
            decision if decision.seq in self._checked else check_loss(decision, 0.0, 0.0)
            for decision in self.weighed
        )

    async def run(self, pool: WorkerPool, game: AnyGame, asker: Hashable) -> tuple[Weighed, ...]:
        """Judge the match in worker processes; raise WorkerLost."""

        async def work_on(tasks: Iterator[Judge]) -> None:
            for task in tasks:
                judged = self._unchecked(task)
                if judged is None:
                    judged = await _asked(pool, game, task, asker)
                self._take(task, judged)

        seqs = await _asked(pool, game, FindDecisions(self._match), asker)
        for batch in self._batches(seqs):
            tasks = iter(batch)
            working = [asyncio.create_task(work_on(tasks)) for _ in range(pool.sharing)]
            try:
                await asyncio.gather(*working)
            finally:
                for work in working:
                    work.cancel()
        return self.weighed

    def here(self, game: AnyGame, clock: Clock = time.process_time) -> tuple[Weighed, ...]:
        """Judge the match in this process."""
        for batch in self._batches(FindDecisions(self._match).run(game)):
            for task in batch:
                self._take(task, self._unchecked(task) or task.judged(game, clock))
        return self.weighed

    def _unchecked(self, task: Judge) -> Judged | None:
        """Return the result of a check for which no time is left: its losses don't count.

        Other checks are still running then, and a check takes a second if its games are slow.
        """
        if self._left > SLICE or not isinstance(task, CheckLosses):
            return None
        return tuple(check_loss(loss, 0.0, 0.0) for loss in task.losses), 0.0

    def _batches(self, seqs: Sequence[int]) -> Iterator[Sequence[Judge]]:
        share = self._share(FIRST, len(seqs))
        yield [SearchDecisions(self._match, part, share) for part in _parts(seqs, share)]
        self.complete.set()
        unclear = open_ones(self.weighed)
        share = self._share(SECOND, len(unclear))
        yield [
            SearchDecisions(self._match, part, share, again=True) for part in _parts(unclear, share)
        ]
        losses = [decision for decision in self.weighed if decision.lost]
        losses.sort(key=lambda decision: -decision.lost)
        share = self._share(1.0, len(losses))
        yield [CheckLosses(self._match, part, share) for part in _parts(losses, share)]

    def _share(self, part: float, decisions: int) -> float:
        return min(LONGEST, max(self._left, 0.0) * part / max(decisions, 1))

    def _take(self, task: Judge, judged: Judged) -> None:
        weighed, seconds = judged
        self._left -= seconds
        for decision in weighed:
            known = self._weighed.get(decision.seq)
            if known is None or isinstance(task, CheckLosses):
                self._weighed[decision.seq] = decision
            else:
                self._weighed[decision.seq] = combine_searches(known, decision)
        if isinstance(task, CheckLosses):
            self._checked |= {decision.seq for decision in weighed}


async def _asked(pool: WorkerPool, game: AnyGame, task: Task[T], asker: Hashable) -> T:
    """Return the result of a task; one lost process must not cost the work of all."""
    try:
        return await pool.run(game, task, asker)
    except WorkerLost:
        return await pool.run(game, task, asker)


def _parts(items: Sequence[T], share: float) -> Iterator[tuple[T, ...]]:
    """Cut the work into parts of about SLICE seconds."""
    size = max(1, int(SLICE / share) if share else len(items))
    for first in range(0, len(items), size):
        yield tuple(items[first : first + size])


def judge(
    game: AnyGame,
    seats: int,
    advances: Sequence[Advance[Any]],
    commitment: str,
    seconds: float = SECONDS,
    clock: Clock = time.process_time,
) -> tuple[Weighed, ...]:
    """Judge a match in this process; return () if the Game can't be searched."""
    log = tuple(advance.entry for advance in advances)
    return Judging(Played(seats, log, commitment), seconds).here(game, clock)
