"""Random matches of Dice Miner by both forms of its rules, counted in decisions."""

from collections.abc import Callable

from engine.games.dice_miner.fast import choices, luck, moves
from engine.games.dice_miner.fast.state import FINISHED, FastState
from engine.games.dice_miner.fast.tables import tables
from engine.games.dice_miner.rules import DiceMiner


def play_fast(rules: DiceMiner, dice: Callable[[], float]) -> int:
    """Play by the fast form; `dice` returns numbers from 0 to below 1."""
    state = FastState(tables(rules.content), 2)
    decisions = 0
    while state.stage != FINISHED:
        asked = luck.bounds(state)
        if asked:
            luck.resolve(state, [int(dice() * below) for below in asked])
            continue
        seat = choices.to_act(state)[0]
        legal = choices.legal(state, seat)
        moves.apply(state, seat, legal[int(dice() * len(legal))])
        decisions += 1
    return decisions


def play_record(rules: DiceMiner, dice: Callable[[], float]) -> int:
    """Play by the normal rules."""
    state, decisions = rules.new(2), 0
    while rules.outcome(state) is None:
        bounds = rules.chance(state)
        if bounds is not None:
            drawn = tuple(int(dice() * below) for below in bounds)
            state = rules.resolve(state, drawn).state
            continue
        seat = min(rules.to_act(state))
        legal = rules.legal_actions(state, seat)
        state = rules.apply(state, seat, legal[int(dice() * len(legal))]).state
        decisions += 1
    return decisions
