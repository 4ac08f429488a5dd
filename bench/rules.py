"""How many decisions a second matches of Dice Miner take, played at random: the rules of record,
and the fast form that computer players search with. Processor time; the two take turns.
"""

import random  # noqa: TID251 - luck to think with, which no match has
import time
from collections.abc import Callable
from statistics import median

from bench import game
from bench.ratios import Ratio
from engine.games.dice_miner.fast import choices, luck, moves
from engine.games.dice_miner.fast.state import FINISHED, FastState
from engine.games.dice_miner.fast.tables import tables

RUNS, FAST, RECORD = 5, 200, 20
"""Runs of each, and matches in a run."""
GOAL = 8.0


def measure() -> list[Ratio]:
    """Decisions a second of both."""
    fast, record = [], []
    for run in range(RUNS):
        fast.append(_speed(_fast, FAST, run))
        record.append(_speed(_record, RECORD, run))
    ratio = median(one / other for one, other in zip(fast, record, strict=True))
    return [
        Ratio(
            "rules: decisions a second, fast form",
            median(fast),
            median(record),
            "/s",
            ratio,
            f">= {GOAL:.0f} x the rules of record",
            ratio >= GOAL,
        )
    ]


def _speed(play: Callable[[Callable[[], float]], int], matches: int, run: int) -> float:
    dice = random.Random(run).random  # noqa: S311
    begun = time.process_time()
    decisions = sum(play(dice) for _ in range(matches))
    return decisions / (time.process_time() - begun)


def _fast(dice: Callable[[], float]) -> int:
    state = FastState(tables(game.game().content), 2)
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


def _record(dice: Callable[[], float]) -> int:
    rules = game.game()
    state, decisions = rules.new(2), 0
    while rules.outcome(state) is None:
        request = rules.chance(state)
        if request is not None:
            drawn = tuple(int(dice() * below) for below in request.bounds)
            state = rules.resolve(state, drawn).state
            continue
        seat = min(rules.to_act(state))
        legal = rules.legal_actions(state, seat)
        state = rules.apply(state, seat, legal[int(dice() * len(legal))]).state
        decisions += 1
    return decisions
