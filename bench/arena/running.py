"""Plays contests in several processes, each until its question is answered."""

from collections import deque
from collections.abc import Callable, Sequence
from concurrent.futures import Executor, Future
from dataclasses import dataclass

from bench.arena.contests import Contest, Seed, play_seed
from bench.arena.progress import Progress
from bench.arena.sequential import Sequential, Verdict
from bench.arena.shares import interval, odds, share

_AHEAD = 2
"""So many seeds a process are begun before it is known whether they are needed."""


@dataclass(frozen=True, slots=True)
class Question:
    """What is asked of a contest."""

    test: Sequential
    """Told for two seats."""
    most: int
    """It is given up after so many seeds."""
    stops: bool = True
    """Whether it stops once it is sure; otherwise all seeds are played."""

    def at(self, seats: int) -> Sequential:
        """The test for that many seats: the same leads in Elo."""
        below, above = (share(odds(one, 2), seats) for one in (self.test.below, self.test.above))
        return Sequential(below, above, self.test.error, self.test.least)


@dataclass(frozen=True, slots=True)
class Answer:
    """What came of a contest."""

    contest: Contest
    seeds: tuple[Seed, ...]
    verdict: Verdict

    @property
    def shares(self) -> list[float]:
        """The one's, a seed."""
        return [seed.share for seed in self.seeds]


def run(
    contest: Contest,
    question: Question,
    first: int,
    pool: Executor,
    processes: int,
    progress: Progress,
    play: Callable[[Contest, int], Seed] = play_seed,
) -> Answer:
    """Play seeds from number `first` on until the question is answered, or given up.

    Seeds count in the order of their numbers, so that the answer doesn't depend on which is played
    fastest.
    """
    test = question.at(contest.seats)
    waiting: deque[Future[Seed]] = deque()
    seeds: list[Seed] = []
    begun = 0
    try:
        while len(seeds) < question.most:
            while begun < question.most and len(waiting) < _AHEAD * processes:
                waiting.append(pool.submit(play, contest, first + begun))
                begun += 1
            seeds.append(waiting.popleft().result())
            verdict = test.verdict([seed.share for seed in seeds])
            progress.show(len(seeds), question.most, _told(contest, seeds))
            if question.stops and verdict is not Verdict.OPEN:
                break
    finally:
        for future in waiting:
            future.cancel()
        progress.end()
    return Answer(contest, tuple(seeds), test.verdict([seed.share for seed in seeds]))


def _told(contest: Contest, seeds: Sequence[Seed]) -> str:
    found = interval([seed.share for seed in seeds])
    return (
        f"{contest.one} against {contest.other}, {contest.seats} seats:"
        f" {100 * found.value:.1f} % ({100 * found.low:.1f} to {100 * found.high:.1f})"
    )
