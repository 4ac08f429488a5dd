"""Plays contests in several processes, each until it is decided."""

from collections import deque
from collections.abc import Callable, Sequence
from concurrent.futures import Executor, Future
from dataclasses import dataclass

from bench.arena.contests import Contest, Seed, play_seed
from bench.arena.progress import Progress
from bench.arena.sequential import Sequential, Verdict
from bench.arena.shares import interval, odds, share

_AHEAD = 2
"""Number of seeds per process that start before the test shows whether they are needed."""


@dataclass(frozen=True, slots=True)
class Question:
    """The stop rule of a contest."""

    test: Sequential
    """The test for two seats."""
    most: int
    """Maximum number of seeds."""
    stops: bool = True
    """Whether to stop once the test is sure; otherwise all seeds are played."""

    def at(self, seats: int) -> Sequential:
        """Return the test for tables of `n` seats, with the same limits in Elo."""
        below, above = (share(odds(lead, 2), seats) for lead in (self.test.below, self.test.above))
        return Sequential(below, above, self.test.error, self.test.least)


@dataclass(frozen=True, slots=True)
class ContestResult:
    """The result of a contest."""

    contest: Contest
    seeds: tuple[Seed, ...]
    verdict: Verdict

    @property
    def shares(self) -> list[float]:
        """Shares of the measured player, one per seed."""
        return [seed.share for seed in self.seeds]


def run(
    contest: Contest,
    question: Question,
    first: int,
    pool: Executor,
    processes: int,
    progress: Progress,
    play: Callable[[Contest, int], Seed] = play_seed,
) -> ContestResult:
    """Play seeds from number `first` until the test is sure or the maximum is reached.

    Seeds are counted in the order of their numbers, so that the result does not depend on which one
    finishes first.
    """
    test = question.at(contest.seats)
    waiting: deque[Future[Seed]] = deque()
    seeds: list[Seed] = []
    submitted = 0
    try:
        while len(seeds) < question.most:
            while submitted < question.most and len(waiting) < _AHEAD * processes:
                waiting.append(pool.submit(play, contest, first + submitted))
                submitted += 1
            seeds.append(waiting.popleft().result())
            verdict = test.verdict([seed.share for seed in seeds])
            progress.show(len(seeds), question.most, _told(contest, seeds))
            if question.stops and verdict is not Verdict.OPEN:
                break
    finally:
        for future in waiting:
            future.cancel()
        progress.end()
    return ContestResult(contest, tuple(seeds), test.verdict([seed.share for seed in seeds]))


def _told(contest: Contest, seeds: Sequence[Seed]) -> str:
    mean = interval([seed.share for seed in seeds])
    return (
        f"{contest.one} against {contest.other}, {contest.seats} seats:"
        f" {100 * mean.value:.1f} % ({100 * mean.low:.1f} to {100 * mean.high:.1f})"
    )
