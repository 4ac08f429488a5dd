"""Differences between the levels of DYNAMINE's computers (ai_miner.py, ai_king.py)."""

from statistics import fmean

import pytest

from engine.core import driver
from engine.core.chance import SEED_BYTES, Stream
from engine.core.types import Level
from engine.games.dynamine.ai_future import Future, standing_after
from engine.games.dynamine.ai_view import view
from engine.games.dynamine.ai_weights import USUAL
from engine.games.dynamine.ai_worth import board, standing
from engine.games.dynamine.events import TileBuilt
from engine.games.dynamine.state import Building
from tests.engine.dynamine.table import GAME, building, play
from tests.thinking import Looks
from tests.tiers import exhaustive, full_or

NOTHING = Future(())


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
    assert isinstance(state.stage, Building)
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


def test_future_turns_have_a_value_if_tiles_are_left() -> None:
    state = building({"1.1": "A1a", "2.0": "F1a"}, {}, budget=0).state
    worth = [
        standing_after(GAME.content, state, 0, Future(budgets)) for budgets in ((2,), (6,), (6, 6))
    ]
    assert worth == sorted(worth)
    assert worth[-1] > worth[0] + 5


def test_king_without_time_decides_like_the_foreman() -> None:
    position = building({"1.1": "A1a", "2.0": "F1a"}, {}, budget=6)
    assessments = GAME.assess(position.state, 0, Looks(0))
    assert assessments[0].action == GAME.suggest(position.state, 0)
    assert 0 < assessments[0].share < 1


@exhaustive
def test_the_king_does_not_stop_while_it_can_build() -> None:
    position = building({"1.1": "A1a", "2.0": "F1a"}, {}, budget=6)
    assessments = GAME.assess(position.state, 0, Looks(full_or(400, 100)))
    stopping = next(
        assessment for assessment in assessments if GAME.notation(assessment.action) == "done"
    )
    assert stopping.points < assessments[0].points - 3
    assert stopping.share < assessments[0].share
    assert play(position, GAME.notation(assessments[0].action)).seq == position.seq + 1
