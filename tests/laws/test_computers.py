"""Computers can take over any seat of any game, at any moment, for a turn or for good."""

from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.core import driver
from engine.core.chance import SEED_BYTES, Stream
from engine.core.driver import Position
from engine.core.types import Seat
from engine.games.dice_miner.state import Draft, Excavation, Keeping, Magic, Spending
from tests.laws.playouts import (
    DICE_MINER,
    LONGEST,
    QUICK,
    TABLES,
    Playout,
    Table,
    playouts,
    some_tables,
)

tables = pytest.mark.parametrize("table", some_tables(TABLES), ids=repr)


def settled(playout: Playout) -> Position[Any]:
    """Return the end of a playout after its luck has been answered."""
    position = playout.positions[-1]
    for advance in driver.advance(playout.table.game, position, playout.stream):
        position = advance.position
    return position


def computer(playout: Playout, position: Position[Any], seat: Seat) -> Position[Any]:
    """Return the position after a computer's decision and the following luck."""
    game = playout.table.game
    token = game.notation(game.suggest(position.state, seat))
    position = driver.choose(game, position, seat, token).position
    for advance in driver.advance(game, position, playout.stream):
        position = advance.position
    return position


@tables
@QUICK
@given(data=st.data())
def test_match_ends_while_computers_and_random_players_exchange_seats(
    table: Table, data: st.DataObject
) -> None:
    game = table.game
    playout = data.draw(playouts(table, whole=False))
    position = settled(playout)
    computers = data.draw(st.sets(st.integers(0, table.seats - 1)))
    for number in range(LONGEST):
        if game.outcome(position.state) is not None:
            break
        if number % 9 == 8:
            computers = computers ^ {data.draw(st.integers(0, table.seats - 1))}
        seat = min(
            game.to_act(position.state),
            key=lambda seat_number: (seat_number not in computers, seat_number),
        )
        if seat in computers:
            position = computer(playout, position, seat)
            continue
        tokens = driver.legal_tokens(game, position, seat)
        token = data.draw(st.sampled_from(tokens))
        position = driver.choose(game, position, seat, token).position
        for advance in driver.advance(game, position, playout.stream):
            position = advance.position
    outcome = game.outcome(position.state)
    assert outcome is not None
    assert min(outcome.places) == 1


@tables
@QUICK
@given(data=st.data())
def test_computer_finishes_a_turn_or_the_match(table: Table, data: st.DataObject) -> None:
    game = table.game
    playout = data.draw(playouts(table, whole=False))
    position = settled(playout)
    for seat in sorted(game.to_act(position.state)):
        now = position
        others = game.to_act(now.state) - {seat}
        for _ in range(LONGEST):
            if seat not in game.to_act(now.state):
                break
            now = computer(playout, now, seat)
        assert seat not in game.to_act(now.state)
        if game.outcome(now.state) is None and others:
            assert others <= game.to_act(now.state), (
                "other seats of a sealed moment can still decide"
            )


@pytest.mark.parametrize("table", some_tables(DICE_MINER), ids=repr)
def test_computer_can_take_over_in_every_phase(table: Table) -> None:
    game, phases = table.game, set()
    for number in range(30):
        stream = Stream(number.to_bytes(SEED_BYTES, "big"), "phases")
        choices = Stream(number.to_bytes(SEED_BYTES, "big"), "choices")
        playout = Playout(table, stream, (driver.start(game, table.seats),), ())
        position = settled(playout)
        while game.outcome(position.state) is None:
            stage, to_act = type(position.state.stage), sorted(game.to_act(position.state))
            if stage not in phases:
                phases.add(stage)
                for seat in to_act:
                    assert computer(playout, position, seat).seq > position.seq
            tokens = driver.legal_tokens(game, position, to_act[-1])
            token = tokens[choices.number(position.seq, len(tokens))]
            position = driver.choose(game, position, to_act[-1], token).position
            position = settled(replace(playout, positions=(position,)))
        if phases >= {Draft, Excavation, Magic, Spending, Keeping}:
            return
    raise AssertionError(f"random matches come to every phase, not to {phases} alone")
