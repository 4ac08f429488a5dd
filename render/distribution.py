"""How many matches scored what, and in which bars that is drawn."""

from dataclasses import dataclass

_MOST_BARS = 16
_STEPS = (1, 2, 3, 4, 5, 10, 20, 50, 100)
"""How many points a bar may stand for."""
_FEWEST = 5
"""Scores that lie closer are shown with bars to both sides."""


@dataclass(frozen=True, slots=True)
class Distribution:
    """How many matches scored what."""

    title: str
    """What is counted, for example whose matches or which day's."""
    counts: tuple[tuple[int, int], ...]
    """Each score with how many matches have it, at least one of each, in any order."""
    own: int | None = None
    """The score to mark; None for none."""
    average: float | None = None
    """None if it is not told."""

    @property
    def total(self) -> int:
        """How many matches there are."""
        return sum(count for _, count in self.counts)


@dataclass(frozen=True, slots=True)
class Bar:
    """One bar: the scores from the first to the last, and how many matches have one of them."""

    first: int
    last: int
    count: int

    @property
    def span(self) -> str:
        """Its scores: ``48``, or ``48–50``."""
        return str(self.first) if self.first == self.last else f"{self.first}–{self.last}"


def bars(shown: Distribution) -> tuple[Bar, ...]:
    """The bars from the lowest to the highest score, with empty ones between; () for no matches."""
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
