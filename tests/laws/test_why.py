"""Each Action of Dice Miner is legal or has a true reason against it."""

from collections.abc import Iterator

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.core.types import Seat
from engine.games.dice_miner import mountain
from engine.games.dice_miner.actions import (
    Action,
    ChooseHero,
    Keep,
    Reroll,
    Salud,
    SimpleAction,
    Spend,
    SpendHero,
    Take,
)
from engine.games.dice_miner.content import Content, HeroName, Kind
from engine.games.dice_miner.observation import Reach
from engine.games.dice_miner.rules import DiceMiner
from engine.games.dice_miner.state import Excavation, State
from engine.games.dice_miner.why import Because, Reason, why_not
from tests.laws.playouts import DICE_MINER, QUICK, Table, playouts, some_tables

pytestmark = pytest.mark.parametrize("table", some_tables(DICE_MINER), ids=repr)


def every_action(content: Content, seats: int) -> Iterator[Action]:
    """Return all Actions that a player could ask about, sensible or not."""
    for die in range(content.dice):
        yield from (Take(die), Spend(die), Reroll(die), Keep(die))
        yield from (Salud(die, friend) for friend in range(seats + 1))
    yield from (SpendHero(number) for number in range(1, 5))
    yield from (ChooseHero(hero) for hero in HeroName)
    yield from (SimpleAction.STOP, SimpleAction.PASS, SimpleAction.DONE)


def _check(content: Content, state: State, seat: Seat, action: Action, reason: Reason) -> None:
    lying = {rolled.die: place for place, rolled in enumerate(state.mountain) if rolled}
    held = [{rolled.die for rolled in hoard} for hoard in state.hoards]
    if isinstance(action, Take) and action.die in lying:
        place = lying[action.die]
        on_it = mountain.lying_on(content.rows, state.mountain, place)
        assert [lying[die] for die in reason.dice] == list(on_it)
        assert reason.reach is (Reach.TOP, Reach.SIDE, Reach.BURIED)[len(on_it)]
    match reason.because:
        case Because.BURIED:
            assert len(reason.dice) == 2
        case Because.SIDE:
            assert len(reason.dice) == 1
            assert isinstance(state.stage, Excavation)
            assert not state.stage.salud
        case Because.TAKEN:
            assert isinstance(action, Take)
            assert reason.seat is not None
            assert action.die in held[reason.seat]
        case Because.IN_BAG:
            assert isinstance(action, Take)
            assert action.die in state.bag
        case Because.NOT_YOURS:
            assert isinstance(action, Salud | Spend | Reroll | Keep)
            assert action.die not in held[seat]
        case Because.HAZARD:
            assert [content.kind(die) for die in reason.dice] == [Kind.HAZARD]
        case _:
            pass


@QUICK
@given(data=st.data())
def test_action_is_legal_or_has_a_true_reason(table: Table, data: st.DataObject) -> None:
    game = table.game
    assert isinstance(game, DiceMiner)
    positions = data.draw(playouts(table)).positions
    for position in positions[data.draw(st.integers(0, 11)) :: 12]:
        state: State = position.state
        for seat in range(state.seats):
            legal = set(game.legal_actions(state, seat))
            for action in every_action(game.content, state.seats):
                reason = why_not(game.content, state, seat, action)
                assert (reason is None) == (action in legal), (seat, action, reason)
                if reason is not None:
                    _check(game.content, state, seat, action, reason)
