"""The number of matches with each score, grouped into bars."""

from dataclasses import dataclass

_MOST_BARS = 16
_STEPS = (1, 2, 3, 4, 5, 10, 20, 50, 100)
_FEWEST = 5
"""Minimum number of bars; a narrower range gets empty bars on both sides."""


@dataclass(frozen=True, slots=True)
class Distribution:
    title: str
    counts: tuple[tuple[int, int], ...]
    """Each score with its number of matches, at least one, in any order."""
    own: int | None = None
    average: float | None = None

    @property
    def total(self) -> int:
        return sum(count for _, count in self.counts)


@dataclass(frozen=True, slots=True)
class Bar:
    first: int
    last: int
    count: int

    @property
    def span(self) -> str:
        """The scores as text: ``48``, or ``48–50``."""
        return str(self.first) if self.first == self.last else f"{self.first}–{self.last}"


def bars(shown: Distribution) -> tuple[Bar, ...]:
    """Return the bars in order of score, including empty ones; () without matches."""
    scores = [score for score, _ in shown.counts]
    if shown.own is not None:
        scores.append(shown.own)
    if not scores:
        return ()
    low, high = min(scores), max(scores)
    while high - low < _FEWEST - 1:
        low, high = (low - 1 if low else low), high + 1
    step = next((step for step in _STEPS if (high - low) // step < _MOST_BARS - 1), _STEPS[-1])
    low -= low % step
    return tuple(
        Bar(
            first,
            first + step - 1,
            sum(count for score, count in shown.counts if first <= score < first + step),
        )
        for first in range(low, high + 1, step)
    )
