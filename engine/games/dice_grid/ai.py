"""The foreman of the dice grid: chooses the Action with the highest expected final points.

It looks one roll ahead, over all results of each die, and rates the positions with learned weights
(ai_worth.py). It uses no random numbers. Ties go to the first Action.
"""

from collections.abc import Callable, Iterator
from dataclasses import replace
from functools import cached_property

from engine.games.dice_grid import ai_weights, ways
from engine.games.dice_grid.actions import Action, At, ChooseDie, Cross, Go, SimpleAction, Write
from engine.games.dice_grid.ai_worth import (
    FACES,
    SIZE,
    STAR,
    BitGrid,
    coverage,
    marked,
    members,
    phase_of,
    placeable_types,
    score,
    table_of,
    worth,
)
from engine.games.dice_grid.phases.round import LOWEST
from engine.games.dice_grid.state import Crossing, SimpleStage, State, Writing

Ways = tuple[ways.Lengths, ...]
"""Possible numbers of steps, by start and end."""
_NEVER = float("-inf")
_TINY = 1e-6
"""Tie-breaker between boxes of equal worth."""


def choice(state: State, legal: tuple[Action, ...], reach: Ways | None = None) -> Action:
    """Return the best Action for dice that the foreman knows; `reach` can restrict the moves after
    a roll.
    """
    if len(legal) == 1:
        return legal[0]
    return max(legal, key=_valued(state, ways.lengths(SIZE) if reach is None else reach))


def _valued(state: State, reach: Ways) -> Callable[[Action], float]:
    table, stage = table_of(state), state.stage
    if state.uses_star:
        table.stars -= 1
    outlook = PositionOutlook(table, reach, last=state.uses_star and table.stars == 0)
    match stage:
        case SimpleStage.PLACING:
            return lambda candidate: max(outlook.after(_square(candidate)).values())
        case Writing(square, None):
            return lambda candidate: outlook.after(square)[_type(candidate)]
        case Writing(square, steps):
            assert steps is not None, "the case above handles marks without steps"
            assert state.result is not None, "a move needs a roll"
            number = state.result - steps
            return lambda candidate: outlook.mark(square, _type(candidate), number)
        case Crossing(type=type_):
            return lambda candidate: -outlook.loss(type_, _number(candidate))
        case SimpleStage.PAYING:
            assert state.die is not None, "a die must be chosen before it is paid for"
            die = state.die
            return lambda candidate: -outlook.loss(die, _number(candidate))
        case SimpleStage.CHOOSING:
            return lambda candidate: outlook.die(_type(candidate))
        case SimpleStage.MOVING:
            assert state.result is not None, "a move needs a roll"
            result = state.result
            return lambda candidate: outlook.rolled(candidate, result)
        case _:
            raise AssertionError("no Action is legal in this stage")


def _square(action: Action) -> int:
    assert isinstance(action, At), "only squares are legal here"
    return action.square


def _type(action: Action) -> int:
    assert isinstance(action, Write | ChooseDie), "only types are legal here"
    return action.type


def _number(action: Action) -> int:
    assert isinstance(action, Cross), "only boxes are legal here"
    return action.number


class PositionOutlook:
    """Expected final points of everything that can follow a position, computed on demand.

    A mark is rated once for each square and type, with the least valuable box of that type. Any
    other box only adds the difference between the two boxes.
    """

    def __init__(self, table: BitGrid, reach: Ways, *, last: bool = False) -> None:
        self.table = table
        self._reach = reach
        self._worth = score if last else worth
        self._after: dict[int, dict[int, float]] = {}
        self._phase = ai_weights.NUMBERS[phase_of(table)]

    @cached_property
    def _placeable(self) -> int:
        return placeable_types(self.table)

    @cached_property
    def _coverage(self) -> list[int]:
        return coverage(self.table.open, self._placeable)

    def loss(self, type_: int, box: int) -> float:
        """Return the cost of losing a box. Among equal boxes, the highest is the cheapest."""
        if not self._placeable >> type_ & 1:
            return -box * _TINY
        covered = self._coverage[box]
        return self._phase[box][covered] - self._phase[box][covered - 1] - box * _TINY

    @cached_property
    def cheapest(self) -> dict[int, int]:
        return {
            type_: min(members(boxes), key=lambda box: self.loss(type_, box))
            for type_, boxes in enumerate(self.table.open)
            if boxes
        }

    def after(self, square: int) -> dict[int, float]:
        if square not in self._after:
            table = self.table
            in_line = table.rows[square // SIZE] | table.columns[square % SIZE]
            self._after[square] = {
                type_: self._worth(marked(table, square, type_, box))
                for type_, box in self.cheapest.items()
                if not in_line >> type_ & 1
            }
        return self._after[square]

    def _all_after(self) -> Iterator[tuple[int, dict[int, float]]]:
        return ((square, self.after(square)) for square in self.table.empty)

    def mark(self, square: int, type_: int, number: int) -> float:
        spared = self.loss(type_, number) - self.loss(type_, self.cheapest[type_])
        return self.after(square)[type_] - spared

    @cached_property
    def _ends(self) -> list[tuple[int, dict[int, float]]]:
        ends = []
        for square, types in self._all_after():
            best: dict[int, float] = {}
            for type_ in types:
                for number in members(self.table.open[type_]):
                    value = self.mark(square, type_, number)
                    if value > best.get(number, _NEVER):
                        best[number] = value
            ends.append((square, best))
        return ends

    @cached_property
    def _star(self) -> float:
        table = self.table
        if table.stars == 0:
            return _NEVER
        best = _NEVER
        for square, types in self._all_after():
            for type_, value in types.items():
                if table.stars == 1:
                    last = marked(table, square, type_, self.cheapest[type_])
                    best = max(best, score(last) - STAR)
                else:
                    stars = ai_weights.STARS[table.marks + 1]
                    best = max(best, value - STAR + stars[table.stars - 1] - stars[table.stars])
        return best

    @cached_property
    def _results(self) -> list[float]:
        lengths, best = self._reach[self.table.marker], [_NEVER] * (FACES[-1] + 1)
        for square, numbers in self._ends:
            for steps in lengths[square]:
                for number, value in numbers.items():
                    result = number + steps
                    if result <= FACES[-1] and value > best[result]:
                        best[result] = value
        return [max(value, self._star) for value in best]

    def die(self, type_: int) -> float:
        """Return the mean worth of a die over its results, minus the cost of the box that pays for
        the roll.
        """
        table, faces = self.table, FACES[type_]
        paid = table.open.copy()
        paid[type_] &= ~(1 << self.cheapest[type_])
        cost = worth(table) - worth(replace(table, open=paid))
        over = score(table)
        results = self._results[LOWEST : faces + 1]
        return sum(max(value - cost, over) for value in results) / len(results)

    def rolled(self, action: Action, result: int) -> float:
        match action:
            case Go(square, steps):
                number = result - steps
                boxes = self.table.open
                fits = [type_ for type_ in self.after(square) if boxes[type_] >> number & 1]
                return max(self.mark(square, type_, number) for type_ in fits)
            case SimpleAction.USE_STAR:
                return self._star
            case SimpleAction.END:
                return score(self.table)
            case _:
                raise AssertionError("no other Action is legal after a roll")
