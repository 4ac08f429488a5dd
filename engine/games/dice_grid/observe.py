"""Builds the Observation from the State."""

from typing import assert_never

from engine.games.dice_grid import grid, prospects, ways
from engine.games.dice_grid.actions import Action, At, ChooseDie, Cross, Go, SimpleAction, Write
from engine.games.dice_grid.actions import notation as spelled
from engine.games.dice_grid.content import Content
from engine.games.dice_grid.observation import (
    Observation,
    Phase,
    SeenColumn,
    SeenMark,
    SeenPlace,
)
from engine.games.dice_grid.phases import mark
from engine.games.dice_grid.phases import round as rounds
from engine.games.dice_grid.state import Crossing, Finished, SimpleStage, State, Writing


def phase(state: State) -> Phase:
    match state.stage:
        case SimpleStage.PLACING | Writing() | Crossing():
            return Phase.SETUP if state.marker is None else Phase.MARK
        case SimpleStage.CHOOSING | SimpleStage.PAYING | SimpleStage.ROLLING:
            return Phase.CHOOSE
        case SimpleStage.MOVING:
            return Phase.MOVE
        case Finished():
            return Phase.FINISHED
        case _:
            assert_never(state.stage)


def observe(content: Content, state: State, legal: tuple[Action, ...]) -> Observation:
    stage = state.stage
    moving, placing = stage is SimpleStage.MOVING, stage is SimpleStage.PLACING
    goes = rounds.goes(content, state) if moving else ()
    places = grid.places(content, state) if placing else ()
    move = state.move
    return Observation(
        phase=phase(state),
        to_act=(0,) if legal else (),
        size=content.size,
        round=_round(state),
        grid=state.grid,
        columns=tuple(
            SeenColumn(die, boxes) for die, boxes in zip(content.dice, state.open, strict=True)
        ),
        marker=state.marker,
        stars=state.stars,
        all_stars=content.stars,
        die=state.die,
        rolling=stage is SimpleStage.ROLLING,
        result=state.result,
        mark=_mark(content, state),
        dice=tuple(action.type for action in legal if isinstance(action, ChooseDie)),
        boxes=tuple(action.number for action in legal if isinstance(action, Cross)),
        types=tuple(action.type for action in legal if isinstance(action, Write)),
        places=tuple(
            SeenPlace(spelled(content, At(square)), square, types) for square, types in places
        ),
        goes=tuple(_go(content, state, go, types) for go, types in goes),
        may_use_star=SimpleAction.USE_STAR in legal,
        may_end=SimpleAction.END in legal,
        missing_in_rows=tuple(grid.missing(content, state, line) for line in content.rows),
        missing_in_columns=tuple(grid.missing(content, state, line) for line in content.columns),
        last=move,
        last_way=() if move is None else ways.way(content.size, move.start, move.end, move.steps),
        score=grid.score(content, state),
        possible=prospects.possible(content, state),
        ended_by=stage.by if isinstance(stage, Finished) else None,
    )


def _round(state: State) -> int:
    over_after_mark = isinstance(state.stage, Finished) and state.die is None
    return state.marked - over_after_mark


def _go(content: Content, state: State, go: Go, types: tuple[int, ...]) -> SeenPlace:
    assert state.result is not None, "a move needs a roll"
    token = spelled(content, go)
    return SeenPlace(token, go.square, types, go.steps, state.result - go.steps)


def _mark(content: Content, state: State) -> SeenMark | None:
    star = state.uses_star
    match state.stage:
        case SimpleStage.PLACING:
            return SeenMark(star)
        case Writing(square, steps) as stage:
            way: tuple[int, ...] = ()
            if steps is not None:
                assert state.marker is not None, "a move needs a marker"
                way = ways.way(content.size, state.marker, square, steps)
            number = mark.number_left(state, stage)
            return SeenMark(star, square, steps, number, way=way)
        case Crossing(square, type_):
            return SeenMark(star, square, type=type_)
        case _:
            return None
