"""A round: roll a die, then move the marker or use a star (dice-grid.md, A round)."""

from dataclasses import replace

from engine.core.types import Step
from engine.games.dice_grid import grid, ways
from engine.games.dice_grid.actions import ChooseDie, Cross, Go, SimpleAction
from engine.games.dice_grid.content import Content
from engine.games.dice_grid.events import BoxPaid, DieRolled
from engine.games.dice_grid.phases import ending, mark
from engine.games.dice_grid.state import EndedBy, SimpleStage, State, Writing

LOWEST = 2
"""Lowest result: a 1 is rolled again."""


def legal_dice(content: Content, state: State) -> tuple[ChooseDie, ...]:
    return tuple(ChooseDie(type_) for type_ in content.types if state.open[type_])


def choose_die(state: State, action: ChooseDie) -> Step[State]:
    return Step(replace(state, stage=SimpleStage.PAYING, die=action.type))


def pay(state: State, action: Cross) -> Step[State]:
    assert state.die is not None, "a die must be chosen before it is paid for"
    after = replace(
        state, stage=SimpleStage.ROLLING, open=mark.crossed(state, state.die, action.number)
    )
    return Step(after, (BoxPaid(state.die, action.number),))


def bound(content: Content, state: State) -> int:
    assert state.die is not None, "a die must be chosen before it rolls"
    return content.dice[state.die].faces - LOWEST + 1


def rolled(content: Content, state: State, number: int) -> Step[State]:
    assert state.die is not None, "a die must be chosen before it rolls"
    after = replace(state, stage=SimpleStage.MOVING, result=number + LOWEST)
    event = DieRolled(state.die, number + LOWEST)
    if not may_go(content, after) and not may_use_star(content, after):
        return ending.end(content, after, EndedBy.STUCK, event)
    return Step(after, (event,))


def goes(content: Content, state: State) -> tuple[tuple[Go, tuple[int, ...]], ...]:
    """Return all moves to squares where a type can be written (dice-grid.md, A round)."""
    assert state.marker is not None, "a move needs a marker"
    assert state.result is not None, "a move needs a roll"
    moves = []
    with_box = [
        frozenset(type_ for type_ in content.types if number in state.open[type_])
        for number in range(state.result)
    ]
    lacking = grid.lacking(content, state)
    lengths = ways.lengths(content.size)[state.marker]
    for square, free in enumerate(lacking):
        for steps in lengths[square] if free else ():
            if steps >= state.result:
                break
            types = free & with_box[state.result - steps]
            if types:
                moves.append((Go(square, steps), tuple(sorted(types))))
    return tuple(moves)


def may_go(content: Content, state: State) -> bool:
    return bool(goes(content, state))


def may_use_star(content: Content, state: State) -> bool:
    return state.stars > 0 and bool(grid.places(content, state))


def legal_actions(content: Content, state: State) -> tuple[Go | SimpleAction, ...]:
    """Return moves, then the star; ending if the marker can't move (dice-grid.md, A round)."""
    moves = tuple(go for go, _ in goes(content, state))
    star = (SimpleAction.USE_STAR,) if may_use_star(content, state) else ()
    return (*moves, *star) if moves else (*star, SimpleAction.END)


def go(state: State, action: Go) -> Step[State]:
    return Step(replace(state, stage=Writing(action.square, action.steps)))


def use_star(state: State) -> Step[State]:
    return Step(replace(state, stage=SimpleStage.PLACING))


def stop(content: Content, state: State) -> Step[State]:
    return ending.end(content, state, EndedBy.PLAYER)
