"""Laws of the dice grid."""

from collections.abc import Iterator
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.core import driver
from engine.core.driver import UNDO
from engine.games.dice_grid import grid, prospects, ways
from engine.games.dice_grid.actions import At, Go, Write
from engine.games.dice_grid.observation import Phase
from engine.games.dice_grid.rules import DiceGrid
from engine.games.dice_grid.state import Finished, SimpleStage, State, Writing
from engine.games.dice_grid.why import Because, why_not, why_not_type
from tests.laws.playouts import QUICK, TABLES, playouts

(TABLE,) = (table for table in TABLES if isinstance(table.game, DiceGrid))
GAME = TABLE.game
assert isinstance(GAME, DiceGrid)
CONTENT = GAME.content
BOXES = sum(die.faces for die in CONTENT.dice)


@QUICK
@given(data=st.data())
def test_marks_and_rolls_cross_one_box_each_for_good(data: st.DataObject) -> None:
    for before, after in pairwise(data.draw(playouts(TABLE)).positions):
        state: State = after.state
        crossed = BOXES - sum(map(len, state.open))
        stuck = isinstance(state.stage, Finished) and state.die is not None
        paid = stuck or state.stage is SimpleStage.ROLLING or state.result is not None
        rounds = max(0, state.marked - 1) + paid
        assert crossed == state.marked + rounds
        for now, then in zip(state.open, before.state.open, strict=True):
            assert set(now) <= set(then)
            assert list(now) == sorted(now)


@QUICK
@given(data=st.data())
def test_types_are_unique_in_lines_and_maxima_only_fall(data: st.DataObject) -> None:
    """The maxima are 30 squares and 63 points."""
    positions = data.draw(playouts(TABLE)).positions
    bounds = [prospects.possible(CONTENT, position.state) for position in positions]
    assert bounds[0] == 63
    assert bounds == sorted(bounds, reverse=True)
    for position, bound in zip(positions, bounds, strict=True):
        state: State = position.state
        for line in (*CONTENT.rows, *CONTENT.columns):
            there = [state.grid[square] for square in line if state.grid[square] is not None]
            assert len(set(there)) == len(there)
        assert state.marked <= 30
        assert grid.score(CONTENT, state).total <= bound
    assert bounds[-1] == GAME.scores(positions[-1].state)[0]


def walked(start: int) -> set[tuple[int, int]]:
    """Return end and steps of all ways from a square, found by walking."""
    size = CONTENT.size
    ways = set()

    def walk(visited: tuple[int, ...], heading: tuple[int, int] | None, turns: int) -> None:
        y, x = divmod(visited[-1], size)
        for step in ((0, 1), (0, -1), (1, 0), (-1, 0)):
            turned = turns + (heading is not None and step != heading)
            ny, nx = y + step[0], x + step[1]
            square = ny * size + nx
            if turned > 2 or not (0 <= ny < size and 0 <= nx < size) or square in visited:
                continue
            ways.add((square, len(visited)))
            walk((*visited, square), step, turned)

    walk((start,), None, 0)
    return ways


@pytest.mark.parametrize("start", [0, 8, 21, 33])
def test_table_has_exactly_the_ways_that_a_walk_finds(start: int) -> None:
    table = ways.lengths(CONTENT.size)[start]
    listed = {(end, steps) for end, lengths in enumerate(table) for steps in lengths}
    assert listed == walked(start)
    for end, steps in listed:
        way = ways.way(CONTENT.size, start, end, steps)
        assert (way[0], way[-1], len(way)) == (start, end, steps + 1)
        assert len(set(way)) == len(way)
        moves = [after - before for before, after in pairwise(way)]
        assert set(moves) <= {1, -1, CONTENT.size, -CONTENT.size}
        assert sum(one != other for one, other in pairwise(moves)) <= 2


def test_number_of_ways_matches_the_rules() -> None:
    """There are 5,232 combinations of start, end and number of steps, up to 15 steps."""
    table = ways.lengths(CONTENT.size)
    lengths = [steps for ends in table for by_steps in ends for steps in by_steps]
    assert (len(lengths), max(lengths)) == (5232, 15)


def expected(state: State) -> Iterator[str]:
    """Return the legal words after a roll, computed from the text of the rules."""
    assert state.marker is not None
    assert state.result is not None
    ends = sorted(walked(state.marker))
    moves = []
    for square, steps in ends:
        row, column = CONTENT.lines(square)
        there = {state.grid[other] for other in (*row, *column)}
        fits = [
            t for t in CONTENT.types if t not in there and state.result - steps in state.open[t]
        ]
        if state.grid[square] is None and fits:
            moves.append(f"go {CONTENT.square_name(square)} {steps}")
    yield from moves
    if state.stars and any(True for _ in grid.places(CONTENT, state)):
        yield "star"
        if not moves:
            yield "end"


@QUICK
@given(data=st.data())
def test_legal_words_match_the_rules_in_order(data: st.DataObject) -> None:
    positions = [
        p for p in data.draw(playouts(TABLE)).positions if p.state.stage is SimpleStage.MOVING
    ]
    for position in positions[:: max(1, len(positions) // 3)]:
        assert list(driver.legal_tokens(GAME, position, 0)) == list(expected(position.state))


@QUICK
@given(data=st.data())
def test_words_can_be_taken_back_to_the_last_roll(data: st.DataObject) -> None:
    playout = data.draw(playouts(TABLE))
    last = 0
    for position in playout.positions:
        state = position.state
        if position.seq and playout.log[position.seq - 1].actor is None:
            last = position.seq
        if state.stage is SimpleStage.ROLLING or isinstance(state.stage, Finished):
            assert not driver.may_undo(position, 0)
            continue
        back, count = position, 0
        while driver.may_undo(back, 0):
            back = driver.choose(GAME, back, 0, UNDO).position
            count += 1
        assert count == position.seq - last
        assert back.state == playout.positions[last].state
        assert back.drawn == position.drawn


@QUICK
@given(data=st.data())
def test_observation_agrees_with_the_rules(data: st.DataObject) -> None:
    for position in data.draw(playouts(TABLE)).positions[::2]:
        observation = GAME.observe(position.state)
        legal = driver.legal_tokens(GAME, position, 0)
        offered = [f"die {observation.columns[type_].die.name}" for type_ in observation.dice]
        offered += [f"cross {number}" for number in observation.boxes]
        offered += [f"write {observation.columns[type_].die.name}" for type_ in observation.types]
        offered += [place.token for place in observation.places] + [
            go.token for go in observation.goes
        ]
        offered += ["star"] * observation.may_use_star + ["end"] * observation.may_end
        assert list(legal) == offered
        assert bool(observation.to_act) == bool(legal)
        assert (observation.phase is Phase.FINISHED) == (observation.ended_by is not None)
        if observation.last is not None and observation.phase is Phase.CHOOSE:
            assert observation.last_way[-1] == observation.marker
        for go in observation.goes:
            after = driver.choose(GAME, position, 0, go.token).position
            written = [a.type for a in GAME.legal_actions(after.state, 0) if isinstance(a, Write)]
            assert list(go.types) == written
            assert observation.result == go.steps + go.number


@QUICK
@given(data=st.data())
def test_square_is_available_or_has_a_reason(data: st.DataObject) -> None:
    for position in data.draw(playouts(TABLE)).positions[::3]:
        state: State = position.state
        legal = GAME.legal_actions(state, 0)
        can = {action.square for action in legal if isinstance(action, At | Go)}
        for square in CONTENT.squares:
            reason = why_not(CONTENT, state, square)
            assert (reason is None) == (square in can)
            if reason is None:
                continue
            placing = state.stage is SimpleStage.PLACING
            match reason.because:
                case Because.MARKED:
                    assert state.grid[square] == reason.type
                case Because.OUT_OF_REACH:
                    assert reason.steps is not None
                    assert state.result is not None
                    assert reason.steps >= state.result
                case Because.NO_TYPE_FITS | Because.NO_TYPE_LEFT:
                    assert reason.ways
                    assert all(len(way.types) == len(CONTENT.dice) for way in reason.ways)
                    assert placing == (reason.because is Because.NO_TYPE_LEFT)
                case _:
                    assert state.stage not in (SimpleStage.PLACING, SimpleStage.MOVING)
        if isinstance(state.stage, Writing):
            for type_ in CONTENT.types:
                refusal = why_not_type(CONTENT, state, state.stage, type_)
                assert (refusal is None) == (Write(type_) in legal)
