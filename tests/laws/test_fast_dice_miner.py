"""The fast form of Dice Miner equals the rules of record: side by side, step by step."""

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.games import load_games
from engine.core import driver
from engine.core.chance import Stream
from engine.core.matchfile import Opened, open_match
from engine.games.dice_miner.fast import choices, exchange, luck, moves
from engine.games.dice_miner.fast.state import FastState
from engine.games.dice_miner.fast.tables import tables
from engine.games.dice_miner.state import State
from tests.engine.dice_miner.table import CONTENT, GAME
from tests.laws.playouts import DICE_MINER, QUICK, Table, playouts, some_tables
from tests.tiers import every

GOLDEN = sorted((Path(__file__).parents[1] / "golden").glob("*.match"))
QUICK_PLAYOUTS = 40
"""Matches played on the fast form's own choices, for each number of seats."""


def assert_same(fast: FastState, state: State) -> None:
    """All that is true, all that is counted, all that may be decided, what luck is asked."""
    assert exchange.write(fast) == state
    assert fast.totals == list(state.totals)
    read = exchange.read(CONTENT, state)
    assert fast.counts == read.counts
    assert fast.mask == read.mask
    assert frozenset(choices.to_act(fast)) == GAME.to_act(state)
    for seat in choices.to_act(fast):
        offered = [exchange.action_of(fast, action) for action in choices.legal(fast, seat)]
        assert tuple(offered) == GAME.legal_actions(state, seat)
    request = GAME.chance(state)
    assert tuple(luck.bounds(fast)) == (() if request is None else request.bounds)


def follow(fast: FastState, made: driver.Advance[State], before: State) -> None:
    """Do in the fast form what was done in the rules of record."""
    actor, token = made.entry.actor, made.entry.token
    if actor is None:
        luck.resolve(fast, GAME.read_chance(before, token))
        return
    (action,) = (
        action
        for action in choices.legal(fast, actor)
        if GAME.notation(exchange.action_of(fast, action)) == token
    )
    moves.apply(fast, actor, action)


@pytest.mark.parametrize("table", some_tables(DICE_MINER), ids=repr)
@QUICK
@given(st.data())
def test_matches_of_record(table: Table, data: st.DataObject) -> None:
    """Matches at random, step by step; each step also from the State as it is read."""
    playout = data.draw(playouts(table))
    fast = FastState(tables(CONTENT), table.seats)
    for before, made in zip(playout.positions, playout.advances, strict=False):
        if made.entry.token == "undo":
            fast = exchange.read(CONTENT, made.position.state)
            continue
        assert_same(fast, before.state)
        again = exchange.read(CONTENT, before.state)
        follow(fast, made, before.state)
        follow(again, made, before.state)
        assert exchange.write(again) == exchange.write(fast) == made.position.state
    assert_same(fast, playout.positions[-1].state)


@pytest.mark.parametrize("seats", every(GAME.info.seats))
def test_thousands_of_steps(seats: int) -> None:
    """Matches that the fast form plays to their ends; the rules of record follow."""
    for number in range(QUICK_PLAYOUTS):
        stream = Stream(number.to_bytes(32, "big"), str(seats))
        fast, position = FastState(tables(CONTENT), seats), driver.start(GAME, seats)
        chooser = Stream(number.to_bytes(32, "big"), "choices")
        step = 0
        while GAME.outcome(position.state) is None:
            request = GAME.chance(position.state)
            if request is not None:
                drawn = stream.answer(request, position.drawn)
                luck.resolve(fast, drawn)
                position = driver.settle(GAME, position, drawn).position
            else:
                seat = choices.to_act(fast)[-1]
                offered = choices.legal(fast, seat)
                action = offered[chooser.number(step, len(offered))]
                token = GAME.notation(exchange.action_of(fast, action))
                moves.apply(fast, seat, action)
                position = driver.choose(GAME, position, seat, token).position
            assert exchange.write(fast) == position.state
            step += 1


def test_a_copy_is_apart() -> None:
    """What is done to a copy is not done to the original."""
    stream = Stream(bytes(32), "copy")
    fast, drawn = FastState(tables(CONTENT), 3), 0
    for _ in range(600):
        before = exchange.write(fast)
        copy = fast.copy()
        assert exchange.write(copy) == before
        asked = luck.bounds(copy)
        if asked:
            luck.resolve(copy, [stream.number(drawn + n, b) for n, b in enumerate(asked)])
            drawn += len(asked)
        elif not choices.to_act(copy):
            break
        else:
            seat = choices.to_act(copy)[0]
            offered = choices.legal(copy, seat)
            moves.apply(copy, seat, offered[drawn % len(offered)])
            drawn += 1
        assert exchange.write(fast) == before
        fast = copy
    assert not choices.to_act(fast), "the match came to its end"


@pytest.mark.parametrize("file", every(GOLDEN, 2), ids=lambda path: path.stem)
def test_recorded_matches(file: Path) -> None:
    """All golden files of Dice Miner."""
    opened: Opened = open_match(file.read_bytes(), load_games().game)
    fast, state = FastState(tables(CONTENT), opened.header.seats), GAME.new(opened.header.seats)
    for _, made in opened.advances():
        assert_same(fast, state)
        if made.entry.token == "undo":
            fast = exchange.read(CONTENT, made.position.state)
        else:
            follow(fast, made, state)
        state = made.position.state
    assert_same(fast, state)
