"""The house's openings of a daily grid: several kinds, so that days begin differently.

A kind is a number. It decides where the house begins, how many squares it marks, how many lines it
may fill, and whether it thinks in rows or in columns. Within these limits the house plays like the
foreman, whose own openings would all be alike. It rates rows higher than columns only because ties
go to the first square, so a house that thinks in columns sees the grid mirrored at its diagonal.
"""

from collections.abc import Callable
from dataclasses import replace
from typing import NamedTuple

from engine.games.dice_grid import ai, grid
from engine.games.dice_grid.actions import Action, At, Go
from engine.games.dice_grid.ai_worth import table_of, worth
from engine.games.dice_grid.content import Content
from engine.games.dice_grid.state import Crossing, SimpleStage, Stage, State, Writing

SQUARES = range(10, 17)
LINES = (0, 1, 2, 3, 3)
"""Rows and columns that the house fills at most; 3 is as good as no limit."""
SPREAD = 4
"""One in this many kinds prefers squares in emptier lines."""
LEAST_WORTH = 45.0
"""Points that the foreman expects from a fair opening, at least."""


class OpeningKind(NamedTuple):
    start: int
    """The first square."""
    squares: int
    lines: int
    """Rows and columns that the house fills at most, unless it must."""
    mirrored: bool
    spread: bool
    """Whether the house prefers squares in emptier lines."""


def kind_of(content: Content, number: int) -> OpeningKind:
    number, start = divmod(number, len(content.squares))
    number, squares = divmod(number, len(SQUARES))
    number, lines = divmod(number, len(LINES))
    number, mirrored = divmod(number, 2)
    spread = number % SPREAD == 0
    return OpeningKind(start, SQUARES[squares], LINES[lines], bool(mirrored), spread)


def is_over(kind: OpeningKind, state: State) -> bool:
    return state.marked >= kind.squares and state.stage is SimpleStage.CHOOSING


def is_fair(content: Content, state: State) -> bool:
    """Return whether the player can go on with all stars and good prospects."""
    return (
        state.stage is SimpleStage.CHOOSING
        and state.stars == content.stars
        and worth(table_of(state)) >= LEAST_WORTH
    )


def preferred(
    content: Content, kind: OpeningKind, state: State, legal: tuple[Action, ...]
) -> tuple[Action, ...]:
    """Return the legal Actions among which the foreman chooses; all if the kind's wishes leave
    none.
    """
    if state.stage is SimpleStage.PLACING and state.marker is None:
        return tuple(action for action in legal if action == At(kind.start)) or legal
    moves = [action for action in legal if isinstance(action, Go)]
    if not moves:
        return legal
    if sum(_full_lines(content, state)) >= kind.lines:
        moves = [move for move in moves if not _fills(content, state, move.square)] or moves
    if kind.spread:
        crowds = [_crowd(content, state, move.square) for move in moves]
        moves = [move for move, crowd in zip(moves, crowds, strict=True) if crowd == min(crowds)]
    return tuple(moves)


def move(
    content: Content,
    kind: OpeningKind,
    state: State,
    legal_actions: Callable[[State], tuple[Action, ...]],
) -> Action:
    """Return the house's next Action."""
    if not kind.mirrored:
        return ai.choice(state, preferred(content, kind, state, legal_actions(state)))
    seen = _mirrored(content, state)
    size = content.size
    seen_kind = kind._replace(start=_mirror(size, kind.start))
    chosen = ai.choice(seen, preferred(content, seen_kind, seen, legal_actions(seen)))
    match chosen:
        case At(square) | Go(square):
            return replace(chosen, square=_mirror(size, square))
        case _:
            return chosen


def _full_lines(content: Content, state: State) -> list[bool]:
    return [grid.is_full(state, line) for line in (*content.rows, *content.columns)]


def _fills(content: Content, state: State, square: int) -> bool:
    return any(
        all(state.grid[other] is not None for other in line if other != square)
        for line in content.lines(square)
    )


def _crowd(content: Content, state: State, square: int) -> int:
    row, column = content.lines(square)
    return sum(state.grid[other] is not None for other in (*row, *column))


def _mirrored(content: Content, state: State) -> State:
    size = content.size
    return replace(
        state,
        stage=_mirrored_stage(size, state.stage),
        grid=tuple(state.grid[_mirror(size, square)] for square in content.squares),
        marker=None if state.marker is None else _mirror(size, state.marker),
        move=None,
    )


def _mirrored_stage(size: int, stage: Stage) -> Stage:
    if isinstance(stage, Writing | Crossing):
        return replace(stage, square=_mirror(size, stage.square))
    return stage


def _mirror(size: int, square: int) -> int:
    row, column = divmod(square, size)
    return column * size + row
