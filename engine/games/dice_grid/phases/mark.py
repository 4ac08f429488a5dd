"""Marking a square, which takes effect in one step (dice-grid.md, Set-up; A round)."""

from dataclasses import replace

from engine.core.types import Step
from engine.games.dice_grid import grid
from engine.games.dice_grid.actions import At, Cross, Write
from engine.games.dice_grid.content import Content
from engine.games.dice_grid.events import SquareMarked
from engine.games.dice_grid.phases import ending
from engine.games.dice_grid.state import Crossing, EndedBy, Move, SimpleStage, State, Writing


def new(content: Content) -> State:
    return State(
        stage=SimpleStage.PLACING,
        grid=(None,) * len(content.squares),
        open=tuple(tuple(range(1, die.faces + 1)) for die in content.dice),
        stars=content.stars,
    )


def legal_squares(content: Content, state: State) -> tuple[At, ...]:
    return tuple(At(square) for square, _ in grid.places(content, state))


def place(state: State, action: At) -> Step[State]:
    return Step(replace(state, stage=Writing(action.square)))


def legal_types(content: Content, state: State, stage: Writing) -> tuple[Write, ...]:
    types = grid.fitting(content, state, stage.square, number_left(state, stage))
    return tuple(Write(type_) for type_ in types)


def number_left(state: State, stage: Writing) -> int | None:
    """Return the result minus the move's steps; None in the set-up and with a star."""
    if stage.steps is None:
        return None
    assert state.result is not None, "a move needs a roll"
    return state.result - stage.steps


def write(content: Content, state: State, stage: Writing, action: Write) -> Step[State]:
    """Make the mark after a move. In the set-up and with a star, the player chooses the
    box next.
    """
    number = number_left(state, stage)
    if number is None:
        return Step(replace(state, stage=Crossing(stage.square, action.type)))
    assert state.marker is not None, "a move needs a marker"
    assert stage.steps is not None, "a move leaves a number"
    move = Move(state.marker, stage.square, stage.steps)
    return _mark(content, state, stage.square, action.type, number, move)


def legal_boxes(state: State, type_: int) -> tuple[Cross, ...]:
    return tuple(Cross(number) for number in state.open[type_])


def cross(content: Content, state: State, stage: Crossing, action: Cross) -> Step[State]:
    return _mark(content, state, stage.square, stage.type, action.number, None)


def _mark(
    content: Content, state: State, square: int, type_: int, number: int, move: Move | None
) -> Step[State]:
    star = move is None and state.result is not None
    after = replace(
        state,
        stage=SimpleStage.CHOOSING,
        grid=(*state.grid[:square], type_, *state.grid[square + 1 :]),
        open=crossed(state, type_, number),
        stars=state.stars - star,
        marker=square,
        die=None,
        result=None,
        move=move,
    )
    row, column = content.lines(square)
    event = SquareMarked(
        square=square,
        type=type_,
        number=number,
        move=move,
        star=star,
        full_row=grid.is_full(after, row),
        full_column=grid.is_full(after, column),
    )
    by = _ended_by(after, star=star)
    return Step(after, (event,)) if by is None else ending.end(content, after, by, event)


def crossed(state: State, type_: int, number: int) -> tuple[tuple[int, ...], ...]:
    still = tuple(box for box in state.open[type_] if box != number)
    return (*state.open[:type_], still, *state.open[type_ + 1 :])


def _ended_by(state: State, *, star: bool) -> EndedBy | None:
    if star and state.stars == 0:
        return EndedBy.LAST_STAR
    if None not in state.grid:
        return EndedBy.FULL
    if not any(state.open):
        return EndedBy.NO_BOXES
    return None
