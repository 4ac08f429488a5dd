"""Upper bounds on a match's final score."""

from functools import lru_cache
from itertools import combinations

from engine.games.dice_grid import grid
from engine.games.dice_grid.content import Content
from engine.games.dice_grid.phases import mark
from engine.games.dice_grid.phases import round as rounds
from engine.games.dice_grid.state import Finished, SimpleStage, State


@lru_cache(maxsize=8)
def most(content: Content) -> int:
    return possible(content, mark.new(content))


@lru_cache(maxsize=512)
def possible(content: Content, state: State) -> int:
    """Return an upper bound of the final points, which can be out of reach. It counts boxes: each
    mark takes a box of a type that fits, and each roll takes one more. Lines can be full together
    only if there are enough marks for all their empty squares, each with a fitting type, and boxes
    for all their missing types. It ignores which numbers the dice can roll and where the marker can
    go.
    """
    now = grid.score(content, state).total
    if isinstance(state.stage, Finished):
        return now
    stuck = state.stage is SimpleStage.MOVING and not rounds.may_go(content, state)
    if stuck or state.uses_star:
        return max(now, _most(content, state, state.stars - 1, last=state.stars == 1))
    return _most(content, state, state.stars, last=False)


def _most(content: Content, state: State, stars: int, *, last: bool) -> int:
    boxes = sum(map(len, state.open))
    paid = state.stage not in (SimpleStage.CHOOSING, SimpleStage.PAYING)
    takes = dict(grid.places(content, state))
    fits = [takes.get(square, ()) for square in content.squares]
    marks = min((boxes + paid) // 2, sum(bool(types) for types in fits), 1 if last else boxes)
    points = content.points
    best = _lines(content, state, fits, marks)
    return points.square * (state.marked + marks) + best + points.star * stars


def _lines(content: Content, state: State, fits: list[tuple[int, ...]], marks: int) -> int:
    rows = _choices(content, state, content.rows, fits)
    columns = _choices(content, state, content.columns, fits)
    points, best = content.points, 0
    pairs = sorted(
        ((r * points.row + c * points.column, r, c) for r in rows for c in columns), reverse=True
    )
    for worth, r, c in pairs:
        if worth <= best:
            break
        if any(
            (squares | others).bit_count() <= marks
            and all(
                max(in_rows, in_columns) <= len(state.open[type_])
                for type_, (in_rows, in_columns) in enumerate(zip(lacks, other_lacks, strict=True))
            )
            for squares, lacks in rows[r]
            for others, other_lacks in columns[c]
        ):
            best = worth
    return best


_Choice = tuple[int, tuple[int, ...]]
"""Some parallel lines: their empty squares as bits, and how many lines miss each type."""


def _choices(
    content: Content, state: State, lines: tuple[tuple[int, ...], ...], fits: list[tuple[int, ...]]
) -> dict[int, list[_Choice]]:
    single = []
    for line in lines:
        empty = [square for square in line if state.grid[square] is None]
        lacks = grid.missing(content, state, line)
        if _matched(lacks, [fits[square] for square in empty]):
            bits = sum(1 << square for square in empty)
            single.append((bits, tuple(int(type_ in lacks) for type_ in content.types)))
    by_size: dict[int, list[_Choice]] = {}
    for count in range(len(single) + 1):
        for some in combinations(single, count):
            lacking = tuple(map(sum, zip(*(line_choice[1] for line_choice in some), strict=True)))
            lacking = lacking or (0,) * len(content.types)
            if all(n <= len(state.open[type_]) for type_, n in enumerate(lacking)):
                by_size.setdefault(count, []).append(
                    (sum(line_choice[0] for line_choice in some), lacking)
                )
    return by_size


def _matched(types: tuple[int, ...], squares: list[tuple[int, ...]]) -> bool:
    if not types:
        return True
    return any(
        types[0] in takes and _matched(types[1:], squares[:place] + squares[place + 1 :])
        for place, takes in enumerate(squares)
    )
