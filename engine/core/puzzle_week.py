"""The puzzles of a week: a pure function, so that every process chooses the same."""

from collections import Counter
from collections.abc import Collection, Iterable
from dataclasses import dataclass
from hashlib import sha256

from engine.core.puzzles import Puzzle

DAYS = 7


@dataclass(frozen=True, slots=True)
class Stocked:
    """Properties of a puzzle that the choice depends on."""

    key: str
    kind: str
    rating: int

    @staticmethod
    def of(puzzle: Puzzle) -> "Stocked":
        return Stocked(puzzle.key, puzzle.kind, puzzle.rating)


def week(stock: Iterable[Stocked], number: int, used: Collection[str] = ()) -> tuple[str, ...]:
    """Return the keys of a week's puzzles, Monday first: seven, or all of a smaller stock.

    The kinds take turns as far as the stock allows, and no key of `used` is chosen while there are
    others. The order of the stock doesn't matter. `number` counts the weeks from any fixed Monday.
    """
    left = sorted(stock, key=lambda one: (one.key in used, _shuffled(number, one.key)))
    chosen: Counter[str] = Counter()
    keys: list[str] = []
    last = ""
    while left and len(keys) < DAYS:
        again = left[0].key in used
        best = min(
            (one for one in left if (one.key in used) == again),
            key=lambda one: (chosen[one.kind], one.kind == last, _shuffled(number, one.kind)),
        )
        left.remove(best)
        keys.append(best.key)
        chosen[best.kind] += 1
        last = best.kind
    return tuple(keys)


def _shuffled(number: int, word: str) -> str:
    return sha256(f"{number} {word}".encode()).hexdigest()
