"""Expected final score of a position between two rounds.

It is the sum of the current points and of learned weights for each line, empty square, number and
type, and for the marker's square (ai_weights.py).
"""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache, lru_cache

from engine.games.dice_grid import ai_weights, ways
from engine.games.dice_grid.content import Content
from engine.games.dice_grid.phases.round import LOWEST
from engine.games.dice_grid.state import State

SIZE = 6
FACES = (4, 6, 8, 10, 12, 20)
LINE = 3
STAR = 4
_ALL = (1 << SIZE) - 1
_ROW = tuple(square // SIZE for square in range(SIZE * SIZE))
_COLUMN = tuple(square % SIZE for square in range(SIZE * SIZE))
_SLICES = (
    *(slice(row * SIZE, (row + 1) * SIZE) for row in range(SIZE)),
    *(slice(column, None, SIZE) for column in range(SIZE)),
)
_RESULTS = tuple(((1 << (faces - 1)) - 1) << LOWEST for faces in FACES)


def knows(content: Content) -> bool:
    return content.size == SIZE and tuple(die.faces for die in content.dice) == FACES


@dataclass(slots=True)
class BitGrid:
    """A position in bits: types in a line by type, open boxes of a type by number."""

    rows: list[int]
    columns: list[int]
    empty: list[int]
    open: list[int]
    lacking: list[int]
    """Number of rows without each type."""
    marker: int
    stars: int
    marks: int


def table_of(state: State) -> BitGrid:
    """Return the BitGrid of a State, ignoring an unfinished mark."""
    rows, columns = [0] * SIZE, [0] * SIZE
    for square, type_ in enumerate(state.grid):
        if type_ is not None:
            rows[square // SIZE] |= 1 << type_
            columns[square % SIZE] |= 1 << type_
    return BitGrid(
        rows=rows,
        columns=columns,
        empty=[square for square, type_ in enumerate(state.grid) if type_ is None],
        open=[sum(1 << number for number in boxes) for boxes in state.open],
        lacking=[SIZE - state.grid.count(type_) for type_ in range(SIZE)],
        marker=-1 if state.marker is None else state.marker,
        stars=state.stars,
        marks=state.marked,
    )


def marked(table: BitGrid, square: int, type_: int, box: int) -> BitGrid:
    rows, columns, still = table.rows.copy(), table.columns.copy(), table.open.copy()
    lacking = table.lacking.copy()
    lacking[type_] -= 1
    rows[square // SIZE] |= 1 << type_
    columns[square % SIZE] |= 1 << type_
    still[type_] &= ~(1 << box)
    empty = [other for other in table.empty if other != square]
    return BitGrid(rows, columns, empty, still, lacking, square, table.stars, table.marks + 1)


def score(table: BitGrid) -> int:
    lines = table.rows.count(_ALL) + table.columns.count(_ALL)
    return table.marks + LINE * lines + STAR * table.stars


def worth(table: BitGrid) -> float:
    if not any(table.open) or not table.empty:
        return score(table)
    return score(table) + max(0.0, to_come(table))


def to_come(table: BitGrid) -> float:
    """Return the expected further points, which learned weights can make negative."""
    phase = phase_of(table)
    rows, columns, still = table.rows, table.columns, table.open
    counts = [boxes.bit_count() for boxes in still]
    unspent = sum(1 << type_ for type_, count in enumerate(counts) if count)
    fits, placeable = [0] * (SIZE * SIZE), 0
    for square in table.empty:
        types = unspent & ~(rows[_ROW[square]] | columns[_COLUMN[square]])
        fits[square] = types
        placeable |= types
    total = ai_weights.STARS[table.marks][table.stars]
    hopes, figures = [], ai_weights.LINES[phase]
    for number, types_in_line in enumerate((*rows, *columns)):
        hope = 0
        if types_in_line != _ALL:
            lacking = _ALL & ~types_in_line
            if can_fill(lacking, tuple(fits[_SLICES[number]])):
                hope = min([counts[type_] for type_ in members(lacking)])
            total += figures[lacking.bit_count()][min(hope, 4)]
        hopes.append(hope > 0)
    squares = ai_weights.SQUARES[phase]
    for square in table.empty:
        through = hopes[_ROW[square]] + hopes[SIZE + _COLUMN[square]]
        total += squares[fits[square].bit_count()][through]
    total += _numbers(phase, tuple(still), placeable)
    for learned, count, rows_left in zip(ai_weights.TYPES, counts, table.lacking, strict=True):
        total += learned[count][rows_left]
    near = sum([fits[square] > 0 for square in _near(table.marker)])
    total += ai_weights.PLACES[phase][_place(table.marker)][min(near, 5)]
    return total + ai_weights.MOBILITY[phase][_mobility(table, fits, counts)]


@lru_cache(maxsize=1 << 13)
def _numbers(phase: int, still: tuple[int, ...], placeable: int) -> float:
    figures = ai_weights.NUMBERS[phase]
    covered = coverage(still, placeable)
    return sum(figures[number][covered[number]] for number in range(1, len(covered)))


def phase_of(table: BitGrid) -> int:
    return min(table.marks // 8, 3)


def coverage(still: Sequence[int], placeable: int) -> list[int]:
    """Return how many of these types have each box open, by number from 0."""
    boxes = [some for type_, some in enumerate(still) if placeable >> type_ & 1]
    return [sum(some >> number & 1 for some in boxes) for number in range(FACES[-1] + 1)]


def placeable_types(table: BitGrid) -> int:
    unspent = sum(1 << type_ for type_, boxes in enumerate(table.open) if boxes)
    fitting = 0
    for square in table.empty:
        fitting |= unspent & ~(table.rows[square // SIZE] | table.columns[square % SIZE])
    return fitting


def _mobility(table: BitGrid, fits: list[int], counts: list[int]) -> int:
    results, lengths, still = 0, ways.lengths(SIZE)[table.marker], table.open
    numbers: dict[int, int] = {}
    for square in table.empty:
        types = fits[square]
        boxes = numbers.get(types)
        if boxes is None:
            boxes = 0
            for type_ in members(types):
                boxes |= still[type_]
            numbers[types] = boxes
        if boxes:
            for steps in lengths[square]:
                results |= boxes << steps
    return max(
        (results & shown).bit_count() * 10 // (faces - 1)
        for shown, faces, count in zip(_RESULTS, FACES, counts, strict=True)
        if count
    )


@lru_cache(maxsize=1 << 15)
def can_fill(types: int, takes: tuple[int, ...]) -> bool:
    """Return whether each of these types can have its own square among those that accept it."""
    if not types:
        return True
    lowest = types & -types
    return any(
        square & lowest and can_fill(types ^ lowest, (*takes[:place], *takes[place + 1 :]))
        for place, square in enumerate(takes)
    )


@lru_cache(maxsize=1 << 13)
def members(bits: int) -> tuple[int, ...]:
    """Return the positions of set bits, ascending: types, or box numbers."""
    return tuple(place for place in range(bits.bit_length()) if bits >> place & 1)


@cache
def _place(square: int) -> int:
    """Return the number of the square's class by symmetry, from 0 (corners) to 5 (the middle)."""
    y, x = (min(place, SIZE - 1 - place) for place in divmod(square, SIZE))
    return max(y, x) * (max(y, x) + 1) // 2 + min(y, x)


@cache
def _near(square: int) -> tuple[int, ...]:
    y, x = divmod(square, SIZE)
    return tuple(
        other
        for other in range(SIZE * SIZE)
        if 1 <= abs(other // SIZE - y) + abs(other % SIZE - x) <= 2
    )
