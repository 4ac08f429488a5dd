"""Tables of three and four at which as few people as possible meet again.

Exchanges of two people get stuck if only a larger rearrangement avoids a repeat. This backtracking
search seats the person with the fewest possible partners, until all have seats or the last person
has none. It looks for tables without repeats first, then with 1, 2, … repeats. It stops after a
number of steps, never after a time, so that every machine finds the same tables.
"""

from collections.abc import Iterator, Mapping, Sequence

Pair = tuple[int, int]
Table = tuple[int, ...]

STEPS = 1_000_000
NEAREST = 15
"""Number of partners considered for a person: all, with up to 16 people."""


def with_fewer_repeats(
    people: Sequence[int],
    sizes: Sequence[int],
    repeats: Mapping[Pair, int],
    costs: Mapping[Pair, int],
    most: int,
    steps: int = STEPS,
) -> tuple[Table, ...] | None:
    """Return tables of these sizes with as few repeats as possible, and fewer than `most`. Return
    None if `steps` steps don't find any.

    `repeats` and `costs` have all pairs, the lower number first. Among equal repeats the cheapest
    partners are tried first.
    """
    search = _Search(people, sizes, repeats, costs, steps)
    for allowed in range(most):
        try:
            tables = search.seat(allowed)
        except _StepsUsedUp:
            return None
        if tables is not None:
            return tables
    return None


class _StepsUsedUp(Exception): ...


class _Search:
    """Sets of people are bits of a number: bit 0 is the first person."""

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
                (other for other in every if other != person),
                key=lambda other, person=person: (
                    self.again[person][other],
                    self.cost[person][other],
                    other,
                ),  # type: ignore[misc]  # bound here
            )[:NEAREST]
            for person in every
        ]
        self.fresh = [
            sum(1 << other for other in self.nearest[person] if not self.again[person][other])
            for person in every
        ]

    def seat(self, allowed: int) -> tuple[Table, ...] | None:
        self.failed: dict[tuple[int, int], int] = {}
        large = max(self.sizes)
        large_tables = self.sizes.count(large)
        seated = self._seat(
            (1 << len(self.people)) - 1, large_tables, len(self.sizes) - large_tables, allowed
        )
        if seated is None:
            return None
        return tuple(
            sorted(tuple(sorted(self.people[person] for person in table)) for table in seated)
        )

    def _seat(
        self, free: int, large: int, small: int, allowed: int
    ) -> list[tuple[int, ...]] | None:
        if not free:
            return []
        if self.failed.get((free, large), -1) >= allowed:
            return None
        self._step(free.bit_count())
        first = min(
            _bits(free), key=lambda person: ((self.fresh[person] & free).bit_count(), person)
        )
        size = max(self.sizes)
        for table, repeats in self._tables(first, free, allowed, large, small, size):
            rest = free
            for person in table:
                rest &= ~(1 << person)
            is_large = len(table) == size
            rest_seated = self._seat(
                rest, large - is_large, small - (not is_large), allowed - repeats
            )
            if rest_seated is not None:
                return [table, *rest_seated]
        self.failed[free, large] = allowed
        return None

    def _step(self, count: int) -> None:
        self.steps -= count
        if self.steps < 0:
            raise _StepsUsedUp

    def _tables(
        self, first: int, free: int, allowed: int, large: int, small: int, size: int
    ) -> list[tuple[tuple[int, ...], int]]:
        others = [person for person in self.nearest[first] if free >> person & 1]
        open_sizes = [*([size] if large else []), *([size - 1] if small else [])]
        candidates: list[tuple[int, int, tuple[int, ...]]] = []

        def grow(table: tuple[int, ...], begin: int, repeats: int, cost: int) -> None:
            if len(table) in open_sizes:
                candidates.append((repeats, cost, table))
            if len(table) == max(open_sizes):
                return
            for index in range(begin, len(others)):
                other = others[index]
                self._step(len(table))
                new_repeats = repeats + sum(self.again[person][other] for person in table)
                if new_repeats <= allowed:
                    added_cost = sum(self.cost[person][other] for person in table)
                    grow((*table, other), index + 1, new_repeats, cost + added_cost)

        grow((first,), 0, 0, 0)
        return [(table, repeats) for repeats, _, table in sorted(candidates)]


def _bits(number: int) -> Iterator[int]:
    while number:
        yield (number & -number).bit_length() - 1
        number &= number - 1


def _key(first: int, second: int) -> Pair:
    return (first, second) if first < second else (second, first)
