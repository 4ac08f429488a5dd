"""Types allowed in each square, and the score of the grid."""

from itertools import product

from engine.games.dice_grid.content import Content
from engine.games.dice_grid.state import Score, State


def free_types(content: Content, state: State, square: int) -> tuple[int, ...]:
    row, column = content.lines(square)
    taken = {state.grid[other] for other in (*row, *column)}
    return tuple(type_ for type_ in content.types if type_ not in taken)


def lacking(content: Content, state: State) -> tuple[frozenset[int], ...]:
    rows, columns = (
        [frozenset(missing(content, state, line)) for line in lines]
        for lines in (content.rows, content.columns)
    )
    return tuple(
        frozenset() if state.grid[square] is not None else row & column
        for square, (row, column) in enumerate(product(rows, columns))
    )


def fitting(content: Content, state: State, square: int, number: int | None) -> tuple[int, ...]:
    """Return the types that can mark a square and have box `number` open (None: any box)."""
    if state.grid[square] is not None:
        return ()
    return tuple(
        type_
        for type_ in free_types(content, state, square)
        if (state.open[type_] if number is None else number in state.open[type_])
    )


def places(content: Content, state: State) -> tuple[tuple[int, tuple[int, ...]], ...]:
    unspent = frozenset(type_ for type_ in content.types if state.open[type_])
    free_by_square = (
        (square, free & unspent) for square, free in enumerate(lacking(content, state))
    )
    return tuple((square, tuple(sorted(types))) for square, types in free_by_square if types)


def missing(content: Content, state: State, line: tuple[int, ...]) -> tuple[int, ...]:
    present = {state.grid[square] for square in line}
    return tuple(type_ for type_ in content.types if type_ not in present)


def is_full(state: State, line: tuple[int, ...]) -> bool:
    return all(state.grid[square] is not None for square in line)


def score(content: Content, state: State) -> Score:
    """Return the points if the match ended now (dice-grid.md, Points)."""
    points = content.points
    return Score(
        squares=points.square * state.marked,
        columns=points.column * sum(is_full(state, line) for line in content.columns),
        rows=points.row * sum(is_full(state, line) for line in content.rows),
        stars=points.star * state.stars,
    )
