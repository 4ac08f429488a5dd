"""The fast form of Dice Miner equals the normal rules, step by step."""

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.app.games import load_games
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
"""Number of matches with the fast form's own choices, for each number of seats."""


def assert_same(fast: FastState, state: State) -> None:
    """Compare state, counts, legal Actions and requests for luck."""
    assert exchange.write(fast) == state
    assert fast.totals == list(state.totals)
    read = exchange.read(CONTENT, state)
    assert fast.counts == read.counts
    assert fast.mask == read.mask
    assert frozenset(choices.to_act(fast)) == GAME.to_act(state)
    for seat in choices.to_act(fast):
        offered = [exchange.action_of(fast, action) for action in choices.legal(fast, seat)]
        assert tuple(offered) == GAME.legal_actions(state, seat)
    bounds = GAME.chance(state)
    assert tuple(luck.bounds(fast)) == (() if bounds is None else bounds)


def follow(fast: FastState, advance: driver.Advance[State], before: State) -> None:
    """Apply a step of the normal rules to the fast form."""
    actor, token = advance.entry.actor, advance.entry.token
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
def test_fast_form_follows_random_matches(table: Table, data: st.DataObject) -> None:
    """Each step also starts from the State that the fast form reads."""
    playout = data.draw(playouts(table))
    fast = FastState(tables(CONTENT), table.seats)
    for before, advance in zip(playout.positions, playout.advances, strict=False):
        if advance.entry.token == "undo":
            fast = exchange.read(CONTENT, advance.position.state)
            continue
        assert_same(fast, before.state)
        again = exchange.read(CONTENT, before.state)
        follow(fast, advance, before.state)
        follow(again, advance, before.state)
        assert exchange.write(again) == exchange.write(fast) == advance.position.state
    assert_same(fast, playout.positions[-1].state)


@pytest.mark.parametrize("seats", every(GAME.info.seats))
def test_normal_rules_follow_the_fast_form(seats: int) -> None:
    for number in range(QUICK_PLAYOUTS):
        stream = Stream(number.to_bytes(32, "big"), str(seats))
        fast, position = FastState(tables(CONTENT), seats), driver.start(GAME, seats)
        chooser = Stream(number.to_bytes(32, "big"), "choices")
        step = 0
        while GAME.outcome(position.state) is None:
            bounds = GAME.chance(position.state)
            if bounds is not None:
                numbers = stream.answer(bounds, position.drawn)
                luck.resolve(fast, numbers)
                position = driver.settle(GAME, position, numbers).position
            else:
                seat = choices.to_act(fast)[-1]
                offered = choices.legal(fast, seat)
                action = offered[chooser.number(step, len(offered))]
                token = GAME.notation(exchange.action_of(fast, action))
                moves.apply(fast, seat, action)
                position = driver.choose(GAME, position, seat, token).position
            assert exchange.write(fast) == position.state
            step += 1


def test_copy_is_independent() -> None:
    stream = Stream(bytes(32), "copy")
    fast, position = FastState(tables(CONTENT), 3), 0
    for _ in range(600):
        before = exchange.write(fast)
        copy = fast.copy()
        assert exchange.write(copy) == before
        asked = luck.bounds(copy)
        if asked:
            luck.resolve(copy, [stream.number(position + n, b) for n, b in enumerate(asked)])
            position += len(asked)
        elif not choices.to_act(copy):
            break
        else:
            seat = choices.to_act(copy)[0]
            offered = choices.legal(copy, seat)
            moves.apply(copy, seat, offered[position % len(offered)])
            position += 1
        assert exchange.write(fast) == before
        fast = copy
    assert not choices.to_act(fast), "the match came to its end"


@pytest.mark.parametrize("file", every(GOLDEN, 2), ids=lambda path: path.stem)
def test_fast_form_follows_recorded_matches(file: Path) -> None:
    opened: Opened = open_match(file.read_bytes(), load_games().game)
    fast, state = FastState(tables(CONTENT), opened.header.seats), GAME.new(opened.header.seats)
    for _, advance in opened.advances():
        assert_same(fast, state)
        if advance.entry.token == "undo":
            fast = exchange.read(CONTENT, advance.position.state)
        else:
            follow(fast, advance, state)
        state = advance.position.state
    assert_same(fast, state)
