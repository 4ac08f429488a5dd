"""Computers of every Level, of every Game: fair, steady, and able to play on from anywhere."""

from collections.abc import Mapping
from typing import Any, NoReturn

import pytest
from _pytest.mark import ParameterSet
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.core import driver
from engine.core.capabilities import Assess
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
SEARCHED = [table for table in TABLES if isinstance(table.game, Assess)]
searched = pytest.mark.parametrize("table", some_tables(SEARCHED), ids=repr)
HASTE = 3
"""Looks of a king that is to play on: what it decides in no time must be legal, too."""


def decided(game: AnyGame, position: Position[Any], seat: Seat, level: Level, seed: int = 1) -> str:
    """The token of what a computer of this Level decides."""
    return game.notation(decide(game, position.state, seat, level, Looks(HASTE, seed)))


def moments(data: st.DataObject, table: Table) -> Position[Any]:
    """Any moment of a match at which somebody must decide."""
    playout = data.draw(playouts(table))
    game = table.game
    some = [one for one in playout.positions if game.to_act(one.state)]
    return some[data.draw(st.integers(0, len(some) - 1))]


@pytest.mark.parametrize("table", some_tables(TABLES), ids=repr)
def test_the_easiest_is_named_first(table: Table) -> None:
    """Each once, and whatever Level is asked for is played at one of them."""
    named = table.game.info.levels
    assert list(named) == sorted(set(named), key=list(Level).index)
    assert {nearest(table.game.info, level) for level in Level} == set(named)


@quick
@QUICK
@given(data=st.data())
def test_a_match_is_played_to_its_end(table: Table, level: Level, data: st.DataObject) -> None:
    """Legally, from wherever people who play at random have left it, by computers alone."""
    playout = data.draw(playouts(table, whole=False))
    play_on(playout, dict.fromkeys(range(table.seats), level))


@pytest.mark.parametrize("table", some_tables(KINGS), ids=repr)
@settings(QUICK, max_examples=2)
@given(data=st.data())
def test_a_king_plays_to_the_end(table: Table, data: st.DataObject) -> None:
    """Among foremen, from anywhere in the last quarter of a match."""
    playout = data.draw(playouts(table))
    late = len(playout.advances) * 3 // 4
    seats = dict.fromkeys(range(table.seats), Level.FOREMAN)
    seats[data.draw(st.integers(0, table.seats - 1))] = Level.KING
    play_on(playout.until(data.draw(st.integers(late, len(playout.advances)))), seats)


def play_on(playout: Playout, seats: Mapping[Seat, Level]) -> None:
    """Let computers of these Levels play the match to its end."""
    game, position = playout.table.game, playout.positions[-1]
    for _ in range(LONGEST):
        for made in driver.advance(game, position, playout.stream):
            position = made.position
        if game.outcome(position.state) is not None:
            break
        seat = min(game.to_act(position.state))
        token = decided(game, position, seat, seats[seat])
        position = driver.choose(game, position, seat, token).position
    assert game.outcome(position.state) is not None


@levels
@QUICK
@given(data=st.data())
def test_the_same_table_is_played_alike(table: Table, level: Level, data: st.DataObject) -> None:
    """In another match with the same log, whatever its seed, and whatever was decided before."""
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
def test_no_luck_of_the_match_is_asked(table: Table, level: Level, data: st.DataObject) -> None:
    """While computers think, nothing is drawn from any seed."""

    def drawn(*_: object) -> NoReturn:
        raise AssertionError("a computer looked at luck to come")

    position = moments(data, table)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(Stream, "number", drawn)
        patch.setattr(Stream, "answer", drawn)
        for seat in table.game.to_act(position.state):
            assert decided(table.game, position, seat, level)


@searched
@QUICK
@given(data=st.data())
def test_every_action_is_weighed(table: Table, data: st.DataObject) -> None:
    """Once each, the best first, however little time there is; more time is used, and ends."""
    game = table.game
    assert isinstance(game, Assess)
    position = moments(data, table)
    for seat in game.to_act(position.state):
        legal = driver.legal_tokens(game, position, seat)
        for looks in (0, 5):
            found = game.assess(position.state, seat, Looks(looks))
            assert sorted(game.notation(one.action) for one in found) == sorted(legal)
            assert all(0 <= one.share <= 1 and one.error >= 0 for one in found)
            if table.seats == 1:
                assert [one.points for one in found] == sorted(
                    (one.points for one in found), reverse=True
                )
