"""Tables of three and four at which as few people as possible meet again.

Exchanges of two people get stuck where only a larger rearrangement avoids a repeat. This search
seats the person with the fewest possible partners, at each table that is open to them, and so on
until everybody has a seat or the last person has none. It looks for tables without repeats first,
then for ones with 1, 2, … repeats. It stops after a number of steps, never after a time, so that
every machine finds the same tables.
"""

from collections.abc import Iterator, Mapping, Sequence

Pair = tuple[int, int]
Table = tuple[int, ...]

STEPS = 1_000_000
"""Meetings and people that are looked at before the search gives up: about half a second."""
NEAREST = 15
"""Partners that are considered for a person. With up to 16 people these are all."""


def with_fewer_repeats(
    people: Sequence[int],
    sizes: Sequence[int],
    repeats: Mapping[Pair, int],
    costs: Mapping[Pair, int],
    most: int,
    steps: int = STEPS,
) -> tuple[Table, ...] | None:
    """Return tables of these sizes whose repeats add up to less than `most`, and as little as
    possible; None if there are none or the steps run out first.

    `repeats` and `costs` have all pairs, the lower number first. Among partners with as many
    repeats the ones with the lowest cost are tried first.
    """
    search = _Search(people, sizes, repeats, costs, steps)
    for allowed in range(most):
        try:
            found = search.seat(allowed)
        except _StepsUsedUp:
            return None
        if found is not None:
            return found
    return None


class _StepsUsedUp(Exception):
    """The search has come to its limit."""


class _Search:
    """People are bits of a number: bit 0 is the first."""

    def __init__(
        self,
        people: Sequence[int],
        sizes: Sequence[int],
        repeats: Mapping[Pair, int],
        costs: Mapping[Pair, int],
        steps: int,
    ) -> None:
        self.people = sorted(people)
        self.sizes = sizes
        self.steps = steps
        every = range(len(self.people))

        def matrix(values: Mapping[Pair, int]) -> list[list[int]]:
            names = self.people
            return [
                [0 if i == j else values[_key(names[i], names[j])] for j in every] for i in every
            ]

        self.again, self.cost = matrix(repeats), matrix(costs)
        self.nearest = [
            sorted(
                (other for other in every if other != one),
                key=lambda other, one=one: (self.again[one][other], self.cost[one][other], other),  # type: ignore[misc]  # bound here
            )[:NEAREST]
            for one in every
        ]
        self.fresh = [
            sum(1 << other for other in self.nearest[one] if not self.again[one][other])
            for one in every
        ]

    def seat(self, allowed: int) -> tuple[Table, ...] | None:
        """Return tables with up to this many repeats."""
        self.failed: dict[tuple[int, int], int] = {}
        large = max(self.sizes)
        many = self.sizes.count(large)
        found = self._seat((1 << len(self.people)) - 1, many, len(self.sizes) - many, allowed)
        if found is None:
            return None
        return tuple(sorted(tuple(sorted(self.people[one] for one in table)) for table in found))

    def _seat(
        self, free: int, large: int, small: int, allowed: int
    ) -> list[tuple[int, ...]] | None:
        """Seat all who are free at so many large and small tables."""
        if not free:
            return []
        if self.failed.get((free, large), -1) >= allowed:
            return None
        self._step(free.bit_count())
        first = min(_bits(free), key=lambda one: ((self.fresh[one] & free).bit_count(), one))
        size = max(self.sizes)
        for table, repeats in self._tables(first, free, allowed, large, small, size):
            rest = free
            for one in table:
                rest &= ~(1 << one)
            is_large = len(table) == size
            found = self._seat(rest, large - is_large, small - (not is_large), allowed - repeats)
            if found is not None:
                return [table, *found]
        self.failed[free, large] = allowed
        return None

    def _step(self, count: int) -> None:
        self.steps -= count
        if self.steps < 0:
            raise _StepsUsedUp

    def _tables(
        self, first: int, free: int, allowed: int, large: int, small: int, size: int
    ) -> list[tuple[tuple[int, ...], int]]:
        """Return the tables at which somebody can sit, the best first, with their repeats."""
        others = [one for one in self.nearest[first] if free >> one & 1]
        wanted = [*([size] if large else []), *([size - 1] if small else [])]
        found: list[tuple[int, int, tuple[int, ...]]] = []

        def grow(table: tuple[int, ...], begin: int, repeats: int, cost: int) -> None:
            if len(table) in wanted:
                found.append((repeats, cost, table))
            if len(table) == max(wanted):
                return
            for index in range(begin, len(others)):
                other = others[index]
                self._step(len(table))
                again = repeats + sum(self.again[one][other] for one in table)
                if again <= allowed:
                    more = sum(self.cost[one][other] for one in table)
                    grow((*table, other), index + 1, again, cost + more)

        grow((first,), 0, 0, 0)
        return [(table, repeats) for repeats, _, table in sorted(found)]


def _bits(number: int) -> Iterator[int]:
    while number:
        yield (number & -number).bit_length() - 1
        number &= number - 1


def _key(one: int, other: int) -> Pair:
    return (one, other) if one < other else (other, one)
