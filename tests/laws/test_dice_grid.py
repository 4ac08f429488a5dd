"""Laws of the dice grid alone."""

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
from engine.games.dice_grid.state import Finished, Moving, Placing, Rolling, State, Writing
from engine.games.dice_grid.why import Because, why_not, why_not_type
from tests.laws.playouts import QUICK, TABLES, playouts

(TABLE,) = (table for table in TABLES if isinstance(table.game, DiceGrid))
GAME = TABLE.game
assert isinstance(GAME, DiceGrid)
CONTENT = GAME.content
BOXES = sum(die.faces for die in CONTENT.dice)


@QUICK
@given(data=st.data())
def test_every_box_is_accounted_for(data: st.DataObject) -> None:
    """Of 60 boxes each mark has crossed one and each roll one, and none is ever opened again."""
    for before, after in pairwise(data.draw(playouts(TABLE)).positions):
        state: State = after.state
        crossed = BOXES - sum(map(len, state.open))
        stuck = isinstance(state.stage, Finished) and state.die is not None
        paid = stuck or isinstance(state.stage, Rolling) or state.result is not None
        rounds = max(0, state.marked - 1) + paid
        assert crossed == state.marked + rounds
        for now, then in zip(state.open, before.state.open, strict=True):
            assert set(now) <= set(then)
            assert list(now) == sorted(now)


@QUICK
@given(data=st.data())
def test_no_type_stands_twice_in_a_line_and_the_maxima_hold(data: st.DataObject) -> None:
    """At most 30 squares and 63 points; what is said to be possible only ever falls, to the end."""
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
    """End and steps of all ways from a square, found by walking them."""
    size = CONTENT.size
    found = set()

    def walk(seen: tuple[int, ...], heading: tuple[int, int] | None, turns: int) -> None:
        y, x = divmod(seen[-1], size)
        for step in ((0, 1), (0, -1), (1, 0), (-1, 0)):
            turned = turns + (heading is not None and step != heading)
            ny, nx = y + step[0], x + step[1]
            square = ny * size + nx
            if turned > 2 or not (0 <= ny < size and 0 <= nx < size) or square in seen:
                continue
            found.add((square, len(seen)))
            walk((*seen, square), step, turned)

    walk((start,), None, 0)
    return found


@pytest.mark.parametrize("start", [0, 8, 21, 33])
def test_ways_are_those_that_can_be_walked(start: int) -> None:
    """The table has exactly the ends and lengths that a walk finds, and one true way of each."""
    table = ways.lengths(CONTENT.size)[start]
    told = {(end, steps) for end, lengths in enumerate(table) for steps in lengths}
    assert told == walked(start)
    for end, steps in told:
        way = ways.way(CONTENT.size, start, end, steps)
        assert (way[0], way[-1], len(way)) == (start, end, steps + 1)
        assert len(set(way)) == len(way)
        moves = [after - before for before, after in pairwise(way)]
        assert set(moves) <= {1, -1, CONTENT.size, -CONTENT.size}
        assert sum(one != other for one, other in pairwise(moves)) <= 2


def test_there_are_as_many_ways_as_the_rules_say() -> None:
    """5,232 of start, end and steps, up to 15 steps."""
    table = ways.lengths(CONTENT.size)
    lengths = [steps for ends in table for some in ends for steps in some]
    assert (len(lengths), max(lengths)) == (5232, 15)


def expected(state: State) -> Iterator[str]:
    """What may be said after a roll, worked out from the rules' own words."""
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
def test_all_moves_are_offered_in_order(data: st.DataObject) -> None:
    """By square, then steps, then the star, then the end: no more and no fewer."""
    positions = [
        p for p in data.draw(playouts(TABLE)).positions if isinstance(p.state.stage, Moving)
    ]
    for position in positions[:: max(1, len(positions) // 3)]:
        assert list(driver.legal_tokens(GAME, position, 0)) == list(expected(position.state))


@QUICK
@given(data=st.data())
def test_words_are_taken_back_to_the_last_roll(data: st.DataObject) -> None:
    """From anywhere, one after another, to right after the roll or to the empty grid."""
    playout = data.draw(playouts(TABLE))
    last = 0
    for position in playout.positions:
        state = position.state
        if position.seq and playout.log[position.seq - 1].actor is None:
            last = position.seq
        if isinstance(state.stage, Rolling | Finished):
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
def test_the_observation_agrees_with_the_rules(data: st.DataObject) -> None:
    """What can be done according to it is what is legal; its last way is the move's."""
    for position in data.draw(playouts(TABLE)).positions[::2]:
        seen = GAME.observe(position.state, None)
        legal = driver.legal_tokens(GAME, position, 0)
        offered = [f"die {seen.columns[type_].die.name}" for type_ in seen.dice]
        offered += [f"cross {number}" for number in seen.boxes]
        offered += [f"write {seen.columns[type_].die.name}" for type_ in seen.types]
        offered += [place.token for place in seen.places] + [go.token for go in seen.goes]
        offered += ["star"] * seen.may_use_star + ["end"] * seen.may_end
        assert list(legal) == offered
        assert bool(seen.to_act) == bool(legal)
        assert (seen.phase is Phase.FINISHED) == (seen.ended_by is not None)
        if seen.last is not None and seen.phase is Phase.CHOOSE:
            assert seen.last.way[-1] == seen.marker
        for go in seen.goes:
            after = driver.choose(GAME, position, 0, go.token).position
            written = [a.type for a in GAME.legal_actions(after.state, 0) if isinstance(a, Write)]
            assert list(go.types) == written
            assert seen.result == go.steps + go.number


@QUICK
@given(data=st.data())
def test_a_square_can_be_chosen_or_a_reason_stands_against_it(data: st.DataObject) -> None:
    """Exactly one of the two, and no reason where none is needed."""
    for position in data.draw(playouts(TABLE)).positions[::3]:
        state: State = position.state
        legal = GAME.legal_actions(state, 0)
        can = {action.square for action in legal if isinstance(action, At | Go)}
        for square in CONTENT.squares:
            reason = why_not(CONTENT, state, square)
            assert (reason is None) == (square in can)
            if reason is None:
                continue
            placing = isinstance(state.stage, Placing)
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
                    assert not isinstance(state.stage, Placing | Moving)
        if isinstance(state.stage, Writing):
            for type_ in CONTENT.types:
                refusal = why_not_type(CONTENT, state, state.stage, type_)
                assert (refusal is None) == (Write(type_) in legal)
