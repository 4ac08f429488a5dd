"""Differences between the levels of DYNAMINE's computers (ai_miner.py)."""

from statistics import fmean

import pytest

from engine.core import driver
from engine.core.chance import SEED_BYTES, Stream
from engine.core.types import Level
from engine.games.dynamine.ai_view import view
from engine.games.dynamine.ai_weights import USUAL
from engine.games.dynamine.ai_worth import board, standing
from engine.games.dynamine.events import TileBuilt
from engine.games.dynamine.state import SimpleStage
from tests.engine.dynamine.table import GAME, building
from tests.tiers import exhaustive, full_or


def points(number: int, hero: int, level: Level, others: Level) -> tuple[int, ...]:
    stream = Stream(number.to_bytes(SEED_BYTES, "big"), "levels")
    position = driver.start(GAME, 2)
    while GAME.outcome(position.state) is None:
        for advance in driver.advance(GAME, position, stream):
            position = advance.position
        for seat in GAME.to_act(position.state):
            at = level if seat == hero else others
            token = GAME.notation(GAME.suggest(position.state, seat, at))
            position = driver.choose(GAME, position, seat, token).position
    return GAME.scores(position.state)


@exhaustive
@pytest.mark.parametrize(
    ("level", "below"), [(Level.FOREMAN, Level.MINER), (Level.MINER, Level.APPRENTICE)]
)
def test_each_level_beats_the_one_below_from_both_seats(level: Level, below: Level) -> None:
    """``python -m bench.dynamine`` measures how often it wins."""
    matches = range(full_or(4, 2))
    ahead = [(points(number, hero, level, below), hero) for number in matches for hero in range(2)]
    assert sum(result[hero] - result[1 - hero] for result, hero in ahead) > 10 * len(matches)


def test_a_miner_builds_fewer_and_dearer_tiles() -> None:
    """It overlooks two tiles that together beat the best single one."""
    costs: dict[Level, list[int]] = {Level.MINER: [], Level.FOREMAN: []}
    for level, tile_costs in costs.items():
        position, stream = driver.start(GAME, 2), Stream(bytes(SEED_BYTES), "levels")
        while GAME.outcome(position.state) is None:
            for advance in driver.advance(GAME, position, stream):
                position = advance.position
            for seat in GAME.to_act(position.state):
                token = GAME.notation(GAME.suggest(position.state, seat, level))
                decision = driver.choose(GAME, position, seat, token)
                tile_costs += [
                    event.cost for event in decision.events if isinstance(event, TileBuilt)
                ]
                position = decision.position
    assert len(costs[Level.MINER]) < len(costs[Level.FOREMAN])
    assert fmean(costs[Level.MINER]) > fmean(costs[Level.FOREMAN])


def test_value_of_a_mine_is_the_sum_of_its_tiles() -> None:
    state = building({"1.1": "A1a", "2.0": "F1a", "2.1": "C3b"}, {}, budget=9).state
    assert state.stage is SimpleStage.BUILDING
    mine_view = view(GAME.content, state, 0, USUAL)
    mine = board(mine_view, state.players[0].mine)
    before, tried = standing(mine_view, mine, 0), 0
    for pile in range(len(GAME.content.piles)):
        tile = state.tops[pile]
        if tile is None:
            continue
        for cell in mine.fits(mine_view.facts[tile].openings):
            plus = mine_view.facts[tile].plus
            added, _ = mine.added(mine_view, tile, cell, plus)
            assert standing(mine_view, mine.placed(mine_view, tile, cell, plus), 0) - before == (
                pytest.approx(added)
            )
            tried += 1
    assert tried > 20
