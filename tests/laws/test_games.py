"""Laws of every Game."""

import json
from collections.abc import Iterator
from dataclasses import fields, is_dataclass, replace
from enum import Enum
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.core import driver
from engine.core.driver import UNDO
from engine.core.errors import NotLegal
from engine.core.turns import turns
from tests.laws.playouts import LONGEST, QUICK, TABLES, Table, playouts, some_tables

pytestmark = pytest.mark.parametrize("table", some_tables(TABLES), ids=repr)


@QUICK
@given(data=st.data())
def test_replay_gives_the_same_states(table: Table, data: st.DataObject) -> None:
    playout = data.draw(playouts(table))
    replayed = tuple(driver.replay(table.game, table.seats, playout.log))
    assert playout.advances == replayed
    last = playout.positions[-1].state
    assert driver.digest(table.game, last) == driver.digest(table.game, replayed[-1].position.state)


@QUICK
@given(data=st.data())
def test_position_has_either_seats_to_act_or_luck_or_outcome(
    table: Table, data: st.DataObject
) -> None:
    game = table.game
    for position in data.draw(playouts(table)).positions:
        state = position.state
        due = [
            bool(game.to_act(state)),
            game.chance(state) is not None,
            game.outcome(state) is not None,
        ]
        assert sum(due) == 1
        for seat in range(table.seats):
            assert (seat in game.to_act(state)) == bool(game.legal_actions(state, seat))


@QUICK
@given(data=st.data())
def test_several_seats_act_only_in_sealed_moments(table: Table, data: st.DataObject) -> None:
    game = table.game
    for position in data.draw(playouts(table)).positions:
        if len(game.to_act(position.state)) > 1:
            assert game.sealed(position.state)


@QUICK
@given(data=st.data())
def test_notation_is_unique_and_reads_back(table: Table, data: st.DataObject) -> None:
    game = table.game
    for position in data.draw(playouts(table)).positions:
        for seat in game.to_act(position.state):
            actions = game.legal_actions(position.state, seat)
            tokens = driver.legal_tokens(game, position, seat)
            assert len(tokens) == len(set(tokens)) == len(set(actions))
            assert UNDO not in tokens
            for action, token in zip(actions, tokens, strict=True):
                assert len(token) <= 40
                assert token.isascii()
                assert action == actions[tokens.index(game.notation(action))]
            token = tokens[position.seq % len(tokens)]
            advance = driver.choose(game, position, seat, token)
            action = actions[tokens.index(token)]
            assert game.apply(position.state, seat, action).state == advance.position.state


@QUICK
@given(data=st.data())
def test_a_refused_action_changes_nothing(table: Table, data: st.DataObject) -> None:
    game = table.game
    playout = data.draw(playouts(table))
    other = {entry.token for entry in playout.log[::7]} | {"", "nonsense", "take", "ADD 1"}
    for position in playout.positions[:: max(1, len(playout.positions) // 12)]:
        before = driver.digest(game, position.state)
        for seat in range(table.seats):
            legal = driver.legal_tokens(game, position, seat)
            for token in other - set(legal):
                with pytest.raises(NotLegal):
                    driver.choose(game, position, seat, token)
        assert before == driver.digest(game, position.state)


def _walk(value: object) -> None:
    """Fail if a value is not canonical."""
    if isinstance(value, tuple):
        for entry in value:
            _walk(entry)
    elif is_dataclass(value) and not isinstance(value, type):
        assert value.__dataclass_params__.frozen  # type: ignore[attr-defined]
        for field in fields(value):
            _walk(getattr(value, field.name))
    else:
        assert value is None or isinstance(value, int | str | bool | Enum), repr(value)


@QUICK
@given(data=st.data())
def test_states_are_canonical(table: Table, data: st.DataObject) -> None:
    """A State consists of int, str, bool, None, enum, tuple and frozen dataclasses."""
    for position in data.draw(playouts(table)).positions:
        _walk(position.state)


def _changed(value: Any) -> Iterator[Any]:
    """Yield copies of a State, or of a part of it, that each differ in one place."""
    if isinstance(value, tuple):
        for place, entry in enumerate(value):
            yield from ((*value[:place], other, *value[place + 1 :]) for other in _changed(entry))
        if value:
            yield value[:-1]
    elif is_dataclass(value) and not isinstance(value, type):
        for field in fields(value):
            for other in _changed(getattr(value, field.name)):
                yield replace(value, **{field.name: other})
    elif isinstance(value, Enum):
        yield from (member for member in type(value) if member is not value)
    elif isinstance(value, bool):
        yield not value
    elif isinstance(value, int):
        yield value + 100


@QUICK
@given(data=st.data())
def test_every_field_changes_the_canonical_text(table: Table, data: st.DataObject) -> None:
    positions = data.draw(playouts(table)).positions
    state = data.draw(st.sampled_from(positions)).state
    text = table.game.canonical(state)
    assert all(table.game.canonical(other) != text for other in _changed(state))


@QUICK
@given(data=st.data())
def test_luck_token_round_trips_within_its_bounds(table: Table, data: st.DataObject) -> None:
    game = table.game
    playout = data.draw(playouts(table))
    for before, advance in zip(playout.positions, playout.advances, strict=False):
        bounds = game.chance(before.state)
        if bounds is None:
            assert advance.entry.actor is not None
            continue
        numbers = game.read_chance(before.state, advance.entry.token)
        assert numbers == playout.stream.answer(bounds, before.drawn)
        assert len(bounds) == len(numbers) > 0
        assert game.chance_notation(before.state, numbers) == advance.entry.token


@QUICK
@given(data=st.data())
def test_each_draw_has_its_own_place_in_the_stream(table: Table, data: st.DataObject) -> None:
    game = table.game
    playout = data.draw(playouts(table))
    used: list[int] = []
    for before, after in zip(playout.positions, playout.positions[1:], strict=False):
        bounds = game.chance(before.state)
        count = 0 if bounds is None else len(bounds)
        assert before.drawn + count == after.drawn
        assert before.seq + 1 == after.seq
        used += range(before.drawn, after.drawn)
    assert list(range(playout.positions[-1].drawn)) == used


@QUICK
@given(data=st.data())
def test_undo_restores_the_state_and_leaves_the_stream(table: Table, data: st.DataObject) -> None:
    game = table.game
    playout = data.draw(playouts(table))
    for before, advance in zip(playout.positions, playout.advances, strict=False):
        seat = advance.entry.actor
        if seat is None or not driver.may_undo(advance.position, seat):
            continue
        undone = driver.choose(game, advance.position, seat, UNDO)
        assert before.state == undone.position.state
        assert (before.seq + 2, before.drawn) == (undone.position.seq, undone.position.drawn)
        assert driver.may_undo(undone.position, seat) == driver.may_undo(before, seat)


@QUICK
@given(data=st.data())
def test_suggestions_are_legal_and_deterministic(table: Table, data: st.DataObject) -> None:
    game = table.game
    level = data.draw(st.sampled_from(game.info.levels))
    first = data.draw(st.integers(0, 2))
    for position in data.draw(playouts(table)).positions[first::3]:
        for seat in game.to_act(position.state):
            suggested = game.suggest(position.state, seat, level)
            assert suggested in game.legal_actions(position.state, seat)
        if position.seq % 16 < 3 and game.to_act(position.state):
            seat = min(game.to_act(position.state))
            suggested = game.suggest(position.state, seat, level)
            assert suggested == game.suggest(position.state, seat, level)


@QUICK
@given(data=st.data())
def test_computers_finish_from_any_state(table: Table, data: st.DataObject) -> None:
    game = table.game
    level = data.draw(st.sampled_from(game.info.levels))
    playout = data.draw(playouts(table, whole=False))
    position = playout.positions[-1]
    for _ in range(LONGEST):
        for advance in driver.advance(game, position, playout.stream):
            position = advance.position
        if game.outcome(position.state) is not None:
            break
        seat = max(game.to_act(position.state))
        token = game.notation(game.suggest(position.state, seat, level))
        position = driver.choose(game, position, seat, token).position
    outcome = game.outcome(position.state)
    assert outcome is not None
    assert min(outcome.places) == 1
    assert table.seats == len(outcome.places) == len(outcome.scores)


@QUICK
@given(data=st.data())
def test_every_state_has_scores_observations_and_summaries(
    table: Table, data: st.DataObject
) -> None:
    game = table.game
    for position in data.draw(playouts(table)).positions[::5]:
        assert table.seats == len(game.scores(position.state))
        observation = game.observe(position.state)
        hash(observation)
        summary = game.summary(observation)
        assert summary == json.loads(json.dumps(summary))


@QUICK
@given(data=st.data())
def test_only_waiting_seats_plan_and_plans_are_spelled_once(
    table: Table, data: st.DataObject
) -> None:
    game = table.game
    for position in data.draw(playouts(table)).positions:
        state = position.state
        for seat in range(table.seats):
            named = [game.notation(action) for action in game.plannable(state, seat)]
            assert len(set(named)) == len(named)
            assert not (named and seat in game.to_act(state))
            assert game.plan_broken(state, (), state, seat) is None


@QUICK
@given(data=st.data())
def test_luck_has_one_comparison_per_seat_with_a_true_spread(
    table: Table, data: st.DataObject
) -> None:
    game = table.game
    playout = data.draw(playouts(table))
    for before, after in zip(playout.positions, playout.positions[1:], strict=False):
        if game.chance(before.state) is not None:
            fortunes = game.fortunes(before.state, after.state)
            assert len(fortunes) == table.seats
            assert all(fortune.dice >= 0 and fortune.margin >= 0 for fortune in fortunes)


@QUICK
@given(data=st.data())
def test_forecast_adds_up_to_one_and_ends_with_the_winners(
    table: Table, data: st.DataObject
) -> None:
    game = table.game
    if not game.shares(game.new(table.seats)):
        pytest.skip("a game without a forecast")
    for position in data.draw(playouts(table)).positions:
        shares = game.shares(position.state)
        assert len(shares) == table.seats
        assert all(0 <= share <= 1 for share in shares)
        assert sum(shares) == pytest.approx(1)
        outcome = game.outcome(position.state)
        if outcome is not None:
            winners = [place == 1 for place in outcome.places]
            assert shares == tuple(first / sum(winners) for first in winners)


@QUICK
@given(data=st.data())
def test_turns_cover_the_log_in_order(table: Table, data: st.DataObject) -> None:
    playout = data.draw(playouts(table))
    all_turns = turns(table.game, table.seats, playout.advances)
    assert [turn.start for turn in all_turns] == [0, *(turn.stop for turn in all_turns[:-1])]
    assert all_turns[-1].stop == len(playout.advances)
    for turn in all_turns:
        actors = {advance.entry.actor for advance in playout.advances[turn.start : turn.stop]} - {
            None
        }
        assert len(actors) <= 1
