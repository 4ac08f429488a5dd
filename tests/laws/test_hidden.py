"""Two matches that differ only in hidden information look the same to the viewer."""

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.core import driver
from engine.core.capabilities import Assess, PlanAhead
from engine.core.chance import SEED_BYTES, Stream
from engine.core.computers import decide
from engine.core.disclosure import SECRET, disclosed
from engine.core.driver import Advance
from tests.games import TWINS
from tests.laws.playouts import QUICK, TABLES, Table, playouts, some_tables
from tests.thinking import Looks

LUCK = Stream(bytes(SEED_BYTES), "hidden")
LOOKS = 5
"""Number of a king's samples."""
HIDING = [table for table in TABLES if table.game.info.hidden]
pytestmark = pytest.mark.parametrize("table", some_tables(HIDING), ids=repr)


def twins(
    data: st.DataObject, table: Table
) -> tuple[int | None, tuple[Advance[Any], ...], tuple[Advance[Any], ...]]:
    """Return a viewer, an unfinished match, and its twin."""
    viewer = data.draw(st.sampled_from([None, *range(table.seats)]))
    playout = data.draw(playouts(table, whole=False))
    advances = playout.advances
    if advances and table.game.outcome(advances[-1].position.state) is not None:
        advances = advances[:-1]
    twin = TWINS[table.game.info.name]
    by = data.draw(st.integers(1, 5))
    log = twin(advances, viewer, lambda cards: [*cards[by:], *cards[:by]])
    return viewer, advances, tuple(driver.replay(table.game, table.seats, log))


@QUICK
@given(data=st.data())
def test_twins_are_the_same_for_the_viewer(table: Table, data: st.DataObject) -> None:
    """This covers observations, legal Actions, plans, undo and the decisions of computers."""
    game = table.game
    viewer, first, other = twins(data, table)
    assert disclosed(game, table.seats, first, viewer) == disclosed(
        game, table.seats, other, viewer
    )
    for advance, twin in zip(first, other, strict=True):
        here, there = advance.position, twin.position
        assert game.observe(here.state, viewer) == game.observe(there.state, viewer)
        assert game.to_act(here.state) == game.to_act(there.state)
        assert game.sealed(here.state) == game.sealed(there.state)
        assert game.chance(here.state) == game.chance(there.state)
        assert game.scores(here.state) == game.scores(there.state)
        assert (here.retractable is None) == (there.retractable is None)
        if viewer is None:
            continue
        assert driver.legal_tokens(game, here, viewer) == driver.legal_tokens(game, there, viewer)
        if isinstance(game, PlanAhead):
            assert game.plannable(here.state, viewer) == game.plannable(there.state, viewer)
        if viewer in game.to_act(here.state):
            for level in game.info.levels:
                mine, theirs = (
                    decide(game, state, viewer, level, Looks(LOOKS))
                    for state in (here.state, there.state)
                )
                assert mine == theirs
            if isinstance(game, Assess):
                assessments = game.assess(here.state, viewer, Looks(LOOKS))
                assert assessments == game.assess(there.state, viewer, Looks(LOOKS))


@QUICK
@given(data=st.data())
def test_disclosed_entries_include_own_decisions_but_no_state(
    table: Table, data: st.DataObject
) -> None:
    game = table.game
    advances = data.draw(playouts(table)).advances
    for viewer in range(table.seats):
        disclosed_advances = disclosed(game, table.seats, advances, viewer)
        assert [advance.entry.seq for advance in disclosed_advances] == [
            advance.entry.seq for advance in advances
        ]
        for original, disclosed_advance in zip(advances, disclosed_advances, strict=True):
            assert disclosed_advance.position.state == game.observe(original.position.state, viewer)
            assert disclosed_advance.entry.token in (original.entry.token, SECRET)
            if original.entry.actor == viewer:
                assert disclosed_advance.entry.token == original.entry.token


def test_twins_differ_in_hands_of_other_seats(table: Table) -> None:
    game = table.game
    position, log = driver.start(game, table.seats), []
    for advance in driver.advance(game, position, LUCK):
        log.append(advance)
        position = advance.position
    twin = TWINS[game.info.name]
    other = twin(log, None, lambda cards: cards[::-1])
    assert other != tuple(advance.entry for advance in log)
