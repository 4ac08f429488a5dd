"""Two matches that differ only in what a viewer may not know are one match to that viewer."""

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
"""How long a king thinks here."""
HIDING = [table for table in TABLES if table.game.info.hidden]
pytestmark = pytest.mark.parametrize("table", some_tables(HIDING), ids=repr)


def twins(
    data: st.DataObject, table: Table
) -> tuple[int | None, tuple[Advance[Any], ...], tuple[Advance[Any], ...]]:
    """A viewer, a match that was left anywhere, and its twin, both not over."""
    viewer = data.draw(st.sampled_from([None, *range(table.seats)]))
    playout = data.draw(playouts(table, whole=False))
    made = playout.advances
    if made and table.game.outcome(made[-1].position.state) is not None:
        made = made[:-1]
    twin = TWINS[table.game.info.name]
    by = data.draw(st.integers(1, 5))
    log = twin(made, viewer, lambda cards: [*cards[by:], *cards[:by]])
    return viewer, made, tuple(driver.replay(table.game, table.seats, log))


@QUICK
@given(data=st.data())
def test_a_viewer_can_t_tell_twins_apart(table: Table, data: st.DataObject) -> None:
    """What they see, may do, plan and take back, and what computers decide, are the same."""
    game = table.game
    viewer, one, other = twins(data, table)
    assert disclosed(game, table.seats, one, viewer) == disclosed(game, table.seats, other, viewer)
    for made, twin in zip(one, other, strict=True):
        here, there = made.position, twin.position
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
                found = game.assess(here.state, viewer, Looks(LOOKS))
                assert found == game.assess(there.state, viewer, Looks(LOOKS))


@QUICK
@given(data=st.data())
def test_each_is_told_their_own(table: Table, data: st.DataObject) -> None:
    """Every decision is known to the seat that made it, and no State comes with what is told."""
    game = table.game
    made = data.draw(playouts(table)).advances
    for viewer in range(table.seats):
        told = disclosed(game, table.seats, made, viewer)
        assert [one.entry.seq for one in told] == [one.entry.seq for one in made]
        for whole, shown in zip(made, told, strict=True):
            assert shown.position.state == game.observe(whole.position.state, viewer)
            assert shown.entry.token in (whole.entry.token, SECRET)
            if whole.entry.actor == viewer:
                assert shown.entry.token == whole.entry.token


def test_something_is_hidden(table: Table) -> None:
    """Other seats' hands differ between twins, or these laws would try nothing."""
    game = table.game
    position, log = driver.start(game, table.seats), []
    for made in driver.advance(game, position, LUCK):
        log.append(made)
        position = made.position
    twin = TWINS[game.info.name]
    other = twin(log, None, lambda cards: cards[::-1])
    assert other != tuple(made.entry for made in log)
