"""What a match can still score at most."""

from functools import lru_cache
from itertools import combinations

from engine.games.dice_grid import grid
from engine.games.dice_grid.content import Content
from engine.games.dice_grid.phases import mark
from engine.games.dice_grid.phases import round as rounds
from engine.games.dice_grid.state import Choosing, Finished, Moving, Paying, State


@lru_cache(maxsize=8)
def most(content: Content) -> int:
    """The most points that a grid can score."""
    return possible(content, mark.new(content))


@lru_cache(maxsize=512)
def possible(content: Content, state: State) -> int:
    """An upper bound of the final points, which may be out of reach.

    Counted are boxes: each mark takes one of a type that fits, each roll one more. Lines are full
    together only if there are marks for all their empty squares, each with a type that it lacks,
    and boxes for all types that they lack. Left out is what the dice and the marker's way allow.
    """
    now = grid.score(content, state).total
    if isinstance(state.stage, Finished):
        return now
    stuck = isinstance(state.stage, Moving) and not rounds.may_go(content, state)
    if stuck or state.uses_star:
        return max(now, _most(content, state, state.stars - 1, last=state.stars == 1))
    return _most(content, state, state.stars, last=False)


def _most(content: Content, state: State, stars: int, *, last: bool) -> int:
    """The bound with so many stars unused in the end; if `last`, with one mark more alone."""
    boxes = sum(map(len, state.open))
    paid = not isinstance(state.stage, Choosing | Paying)
    takes = dict(grid.places(content, state))
    fits = [takes.get(square, ()) for square in content.squares]
    marks = min((boxes + paid) // 2, sum(bool(types) for types in fits), 1 if last else boxes)
    points = content.points
    best = _lines(content, state, fits, marks)
    return points.square * (state.marked + marks) + best + points.star * stars


def _lines(content: Content, state: State, fits: list[tuple[int, ...]], marks: int) -> int:
    """The most points for lines that so many marks can fill together."""
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
                max(one, other) <= len(state.open[type_])
                for type_, (one, other) in enumerate(zip(lacks, other_lacks, strict=True))
            )
            for squares, lacks in rows[r]
            for others, other_lacks in columns[c]
        ):
            best = worth
    return best


_Choice = tuple[int, tuple[int, ...]]
"""Some parallel lines: their empty squares as bits, and how many of them lack each type."""


def _choices(
    content: Content, state: State, lines: tuple[tuple[int, ...], ...], fits: list[tuple[int, ...]]
) -> dict[int, list[_Choice]]:
    """By how many they are, all choices of parallel lines that can be filled together."""
    single = []
    for line in lines:
        empty = [square for square in line if state.grid[square] is None]
        lacks = grid.missing(content, state, line)
        if _matched(lacks, [fits[square] for square in empty]):
            bits = sum(1 << square for square in empty)
            single.append((bits, tuple(int(type_ in lacks) for type_ in content.types)))
    found: dict[int, list[_Choice]] = {}
    for count in range(len(single) + 1):
        for some in combinations(single, count):
            lacking = tuple(map(sum, zip(*(one[1] for one in some), strict=True)))
            lacking = lacking or (0,) * len(content.types)
            if all(n <= len(state.open[type_]) for type_, n in enumerate(lacking)):
                found.setdefault(count, []).append((sum(one[0] for one in some), lacking))
    return found


def _matched(types: tuple[int, ...], squares: list[tuple[int, ...]]) -> bool:
    """Whether each type can have a square of its own among those that take it."""
    if not types:
        return True
    return any(
        types[0] in takes and _matched(types[1:], squares[:place] + squares[place + 1 :])
        for place, takes in enumerate(squares)
    )
