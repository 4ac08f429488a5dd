"""Fast playout of the dice grid, for the king's search.

It has its own fast form of the rules, in bits. Its policy looks no further than the next roll: it
takes the die that most often allows a move, and prefers fuller lines.
"""

from collections.abc import Callable
from dataclasses import dataclass
from functools import cache

from engine.games.dice_grid import ways
from engine.games.dice_grid.ai_worth import FACES, LINE, SIZE, STAR, members
from engine.games.dice_grid.phases.round import LOWEST
from engine.games.dice_grid.state import State

ALL = (1 << SIZE) - 1
Mark = tuple[int, int, int]
_ONE = frozenset(1 << type_ for type_ in range(SIZE))
_SHOWN = tuple(((1 << (faces - 1)) - 1) << LOWEST for faces in FACES)
_FEWEST = 10
"""A stuck player with fewer open boxes keeps the stars."""


@dataclass(slots=True)
class Run:
    """A position to play on from; types in a line and open boxes are bits."""

    rows: list[int]
    columns: list[int]
    empty: list[int]
    open: list[int]
    marker: int
    stars: int
    marks: int
    die: int | None = None
    """Die that rolls next; None before the choice."""

    def copy(self) -> "Run":
        return Run(
            self.rows.copy(),
            self.columns.copy(),
            self.empty.copy(),
            self.open.copy(),
            self.marker,
            self.stars,
            self.marks,
            self.die,
        )

    def mark(self, square: int, type_: int, number: int) -> None:
        self.rows[square // SIZE] |= 1 << type_
        self.columns[square % SIZE] |= 1 << type_
        self.open[type_] &= ~(1 << number)
        self.empty.remove(square)
        self.marker = square
        self.marks += 1

    @property
    def score(self) -> int:
        lines = self.rows.count(ALL) + self.columns.count(ALL)
        return self.marks + LINE * lines + STAR * self.stars


def run_of(state: State) -> Run:
    rows, columns = [0] * SIZE, [0] * SIZE
    for square, type_ in enumerate(state.grid):
        if type_ is not None:
            rows[square // SIZE] |= 1 << type_
            columns[square % SIZE] |= 1 << type_
    assert state.marker is not None, "a die is chosen after the set-up"
    return Run(
        rows,
        columns,
        [square for square, type_ in enumerate(state.grid) if type_ is None],
        [sum(1 << number for number in boxes) for boxes in state.open],
        state.marker,
        state.stars,
        state.marked,
        state.die,
    )


def play(run: Run, luck: Callable[[], float]) -> int:
    """Play to the end and return the points; `luck` returns a number in [0, 1) per round."""
    lengths = ways.lengths(SIZE)
    while True:
        if run.die is None:
            if not run.empty or not any(run.open):
                return run.score
            run.die = _choose(run, lengths[run.marker])
            boxes = run.open[run.die]
            run.open[run.die] = boxes ^ (1 << (boxes.bit_length() - 1))
        result = LOWEST + int(luck() * (FACES[run.die] - 1))
        run.die = None
        move = _move(run, lengths[run.marker], result)
        if move is not None:
            run.mark(*move)
            continue
        if run.stars < 2 or sum(boxes.bit_count() for boxes in run.open) < _FEWEST:
            return run.score
        star = _star(run)
        if star is None:
            return run.score
        run.stars -= 1
        run.mark(*star)


def _choose(run: Run, lengths: ways.Lengths) -> int:
    rows, columns, still = run.rows, run.columns, run.open
    unspent = 0
    for type_ in range(SIZE):
        if still[type_]:
            unspent |= 1 << type_
    reach = fill = 0
    numbers: dict[int, int] = {}
    for square in run.empty:
        row, column = rows[square // SIZE], columns[square % SIZE]
        types = unspent & ~(row | column)
        if not types:
            continue
        boxes = numbers.get(types)
        if boxes is None:
            boxes = 0
            for type_ in members(types):
                boxes |= still[type_]
            numbers[types] = boxes
        here = 0
        for steps in lengths[square]:
            here |= boxes << steps
        reach |= here
        lacks_row, lacks_column = ALL & ~row, ALL & ~column
        if (lacks_row in _ONE and lacks_row & types) or (
            lacks_column in _ONE and lacks_column & types
        ):
            fill |= here
    best, chosen = -1.0, 0
    for type_, boxes in enumerate(still):
        if boxes:
            shown = _SHOWN[type_]
            good = (reach & shown).bit_count() + 3 * (fill & shown).bit_count()
            value = good / (FACES[type_] - 1) + 0.002 * boxes.bit_count()
            if value > best:
                best, chosen = value, type_
    return chosen


@cache
def _filled() -> tuple[float, ...]:
    worth = (0.0, 0.1, 0.25, 0.45, 0.7, 4.0, 0.0)
    return tuple(worth[bits.bit_count()] for bits in range(1 << SIZE))


def _move(run: Run, lengths: ways.Lengths, result: int) -> Mark | None:
    rows, columns, still, worth = run.rows, run.columns, run.open, _filled()
    best, move = -1.0, None
    having: dict[int, int] = {}
    spare = [boxes.bit_count() for boxes in still]
    for square in run.empty:
        row, column = rows[square // SIZE], columns[square % SIZE]
        in_line = row | column
        if in_line == ALL:
            continue
        for steps in lengths[square]:
            number = result - steps
            if number < 1:
                break
            types = having.get(number)
            if types is None:
                types = 0
                for type_ in range(SIZE):
                    if still[type_] >> number & 1:
                        types |= 1 << type_
                having[number] = types
            types &= ~in_line
            if not types:
                continue
            value = worth[row] + worth[column] + 0.01 * number
            for type_ in members(types):
                each = value + 0.03 * spare[type_]
                if each > best:
                    best, move = each, (square, type_, number)
    return move


def _star(run: Run) -> Mark | None:
    best, star, worth = -1.0, None, _filled()
    for square in run.empty:
        row, column = run.rows[square // SIZE], run.columns[square % SIZE]
        value = worth[row] + worth[column]
        if value <= best:
            continue
        for type_ in members(ALL & ~(row | column)):
            boxes = run.open[type_]
            if boxes:
                best, star = value, (square, type_, boxes.bit_length() - 1)
                break
    return star
