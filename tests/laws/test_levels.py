"""Computers of every Level, in every Game: fair, deterministic, and able to continue any match."""

from collections.abc import Mapping
from typing import Any, NoReturn

import pytest
from _pytest.mark import ParameterSet
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.core import driver
from engine.core.chance import Stream
from engine.core.computers import decide, nearest, searches
from engine.core.driver import Position
from engine.core.game import AnyGame
from engine.core.types import Level, Seat
from tests.laws.playouts import (
    LONGEST,
    QUICK,
    TABLES,
    Playout,
    Table,
    is_middle,
    playouts,
    some_tables,
)
from tests.thinking import Looks
from tests.tiers import every


def some(pairs: list[tuple[Table, Level]]) -> list[ParameterSet]:
    """Return all cases. `make test` tries each Level at one table of each game."""
    return every(pairs, lambda pair: is_middle(pair[0]), rows=True)


LEVELS = [(table, level) for table in TABLES for level in table.game.info.levels]
levels = pytest.mark.parametrize(
    ("table", "level"), some(LEVELS), ids=[f"{table!r}-{level.value}" for table, level in LEVELS]
)
QUICKLY = [(table, level) for table, level in LEVELS if not searches(table.game, level)]
quick = pytest.mark.parametrize(
    ("table", "level"), some(QUICKLY), ids=[f"{table!r}-{level.value}" for table, level in QUICKLY]
)
KINGS = [table for table, level in LEVELS if searches(table.game, level)]
searched = pytest.mark.parametrize("table", some_tables(TABLES), ids=repr)
HASTE = 3
"""Number of samples of a king without time, whose decisions must be legal nonetheless."""


def decided(game: AnyGame, position: Position[Any], seat: Seat, level: Level, seed: int = 1) -> str:
    return game.notation(decide(game, position.state, seat, level, Looks(HASTE, seed)))


def moments(data: st.DataObject, table: Table) -> Position[Any]:
    """Return any position with a decision."""
    playout = data.draw(playouts(table))
    game = table.game
    undecided = [position for position in playout.positions if game.to_act(position.state)]
    return undecided[data.draw(st.integers(0, len(undecided) - 1))]


@pytest.mark.parametrize("table", some_tables(TABLES), ids=repr)
def test_levels_are_sorted_and_any_level_maps_to_one_of_them(table: Table) -> None:
    named = table.game.info.levels
    assert list(named) == sorted(set(named), key=list(Level).index)
    assert {nearest(table.game.info, level) for level in Level} == set(named)


@quick
@QUICK
@given(data=st.data())
def test_computers_finish_a_match_from_any_position(
    table: Table, level: Level, data: st.DataObject
) -> None:
    playout = data.draw(playouts(table, whole=False))
    play_on(playout, dict.fromkeys(range(table.seats), level))


@pytest.mark.parametrize("table", some_tables(KINGS), ids=repr)
@settings(QUICK, max_examples=2)
@given(data=st.data())
def test_king_finishes_the_last_quarter_among_foremen(table: Table, data: st.DataObject) -> None:
    playout = data.draw(playouts(table))
    late = len(playout.advances) * 3 // 4
    seats = dict.fromkeys(range(table.seats), Level.FOREMAN)
    seats[data.draw(st.integers(0, table.seats - 1))] = Level.KING
    play_on(playout.until(data.draw(st.integers(late, len(playout.advances)))), seats)


def play_on(playout: Playout, seats: Mapping[Seat, Level]) -> None:
    """Let computers of these Levels play the match to its end."""
    game, position = playout.table.game, playout.positions[-1]
    for _ in range(LONGEST):
        for advance in driver.advance(game, position, playout.stream):
            position = advance.position
        if game.outcome(position.state) is not None:
            break
        seat = min(game.to_act(position.state))
        token = decided(game, position, seat, seats[seat])
        position = driver.choose(game, position, seat, token).position
    assert game.outcome(position.state) is not None


@levels
@QUICK
@given(data=st.data())
def test_decision_depends_on_the_log_alone(table: Table, level: Level, data: st.DataObject) -> None:
    game = table.game
    playout = data.draw(playouts(table, whole=False))
    again = list(driver.replay(game, table.seats, playout.log))
    pairs = [
        (mine, theirs.position)
        for mine, theirs in zip(playout.positions[1:], again, strict=True)
        if game.to_act(mine.state)
    ]
    if not pairs:
        return
    many = 2 if searches(game, level) else 6
    few = data.draw(st.lists(st.sampled_from(pairs), min_size=1, max_size=many))
    first = [
        decided(game, mine, seat, level)
        for mine, _ in few
        for seat in sorted(game.to_act(mine.state))
    ]
    second = [
        decided(game, theirs, seat, level)
        for _, theirs in reversed(few)
        for seat in sorted(game.to_act(theirs.state), reverse=True)
    ]
    assert first == second[::-1]


@levels
@QUICK
@given(data=st.data())
def test_thinking_draws_no_luck_of_the_match(
    table: Table, level: Level, data: st.DataObject
) -> None:
    def drawn(*_: object) -> NoReturn:
        raise AssertionError("a computer looked at future luck")

    position = moments(data, table)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(Stream, "number", drawn)
        patch.setattr(Stream, "answer", drawn)
        for seat in table.game.to_act(position.state):
            assert decided(table.game, position, seat, level)


@searched
@QUICK
@given(data=st.data())
def test_every_action_is_assessed_once_best_first_within_the_time(
    table: Table, data: st.DataObject
) -> None:
    game = table.game
    position = moments(data, table)
    for seat in game.to_act(position.state):
        legal = driver.legal_tokens(game, position, seat)
        for looks in (0, 5):
            assessments = game.assess(position.state, seat, Looks(looks))
            assert sorted(game.notation(assessment.action) for assessment in assessments) == sorted(
                legal
            )
            assert all(
                0 <= assessment.share <= 1 and assessment.error >= 0 for assessment in assessments
            )
            if table.seats == 1:
                assert [assessment.points for assessment in assessments] == sorted(
                    (assessment.points for assessment in assessments), reverse=True
                )
