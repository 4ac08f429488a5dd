"""What tells the levels of DYNAMINE's computers apart (ai_miner.py, ai_king.py)."""

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
from engine.games.dynamine.phases import build
from engine.games.dynamine.state import Building
from tests.engine.dynamine.table import GAME, building, said
from tests.thinking import Looks
from tests.tiers import exhaustive, full_or

NOTHING = Future(())


def points(number: int, hero: int, level: Level, others: Level) -> tuple[int, ...]:
    """How a match of two ends."""
    stream = Stream(number.to_bytes(SEED_BYTES, "big"), "levels")
    position = driver.start(GAME, 2)
    while GAME.outcome(position.state) is None:
        for made in driver.advance(GAME, position, stream):
            position = made.position
        for seat in GAME.to_act(position.state):
            at = level if seat == hero else others
            token = GAME.notation(GAME.suggest(position.state, seat, at))
            position = driver.choose(GAME, position, seat, token).position
    return GAME.scores(position.state)


@exhaustive
@pytest.mark.parametrize(
    ("level", "below"), [(Level.FOREMAN, Level.MINER), (Level.MINER, Level.APPRENTICE)]
)
def test_each_is_better_than_the_one_below(level: Level, below: Level) -> None:
    """By points, from both seats; ``python -m bench.dynamine`` measures how often it wins."""
    matches = range(full_or(4, 2))
    ahead = [(points(number, hero, level, below), hero) for number in matches for hero in range(2)]
    assert sum(one[hero] - one[1 - hero] for one, hero in ahead) > 10 * len(matches)


def test_a_miner_builds_fewer_and_dearer_tiles() -> None:
    """It overlooks two that are better together than the best alone."""
    costs: dict[Level, list[int]] = {Level.MINER: [], Level.FOREMAN: []}
    for level, found in costs.items():
        position, stream = driver.start(GAME, 2), Stream(bytes(SEED_BYTES), "levels")
        while GAME.outcome(position.state) is None:
            for made in driver.advance(GAME, position, stream):
                position = made.position
            for seat in GAME.to_act(position.state):
                token = GAME.notation(GAME.suggest(position.state, seat, level))
                chosen = driver.choose(GAME, position, seat, token)
                found += [one.cost for one in chosen.events if isinstance(one, TileBuilt)]
                position = chosen.position
    assert len(costs[Level.MINER]) < len(costs[Level.FOREMAN])
    assert fmean(costs[Level.MINER]) > fmean(costs[Level.FOREMAN])


def test_what_a_mine_is_worth_grows_by_what_a_tile_adds() -> None:
    """The whole and its parts are one measure."""
    state = building({"1.1": "A1a", "2.0": "F1a", "2.1": "C3b"}, {}, budget=9).state
    assert isinstance(state.stage, Building)
    seen = view(GAME.content, state, 0, USUAL)
    mine = board(seen, state.players[0].mine)
    before, tried = standing(seen, mine, 0), 0
    for pile in range(len(GAME.content.piles)):
        tile = build.top(GAME.content, state, pile)
        if tile is None:
            continue
        for cell in mine.fits(seen.facts[tile].openings):
            plus = seen.facts[tile].plus
            added, _ = mine.added(seen, tile, cell, plus)
            assert standing(seen, mine.placed(seen, tile, cell, plus), 0) - before == (
                pytest.approx(added)
            )
            tried += 1
    assert tried > 20


def test_a_turn_to_come_is_worth_something() -> None:
    """More points to build with are better, and a supply without tiles is worth nothing."""
    state = building({"1.1": "A1a", "2.0": "F1a"}, {}, budget=0).state
    worth = [
        standing_after(GAME.content, state, 0, Future(budgets)) for budgets in ((2,), (6,), (6, 6))
    ]
    assert worth == sorted(worth)
    assert worth[-1] > worth[0] + 5


def test_the_king_begins_from_the_foreman() -> None:
    """With no time it decides the same, and says by the forecast how that looks."""
    position = building({"1.1": "A1a", "2.0": "F1a"}, {}, budget=6)
    found = GAME.assess(position.state, 0, Looks(0))
    assert found[0].action == GAME.suggest(position.state, 0)
    assert 0 < found[0].share < 1


@exhaustive
def test_the_king_does_not_stop_while_it_can_build() -> None:
    """To be done with points left is the worst of all, and it says so."""
    position = building({"1.1": "A1a", "2.0": "F1a"}, {}, budget=6)
    found = GAME.assess(position.state, 0, Looks(full_or(400, 100)))
    done = next(one for one in found if GAME.notation(one.action) == "done")
    assert done.points < found[0].points - 3
    assert done.share < found[0].share
    assert said(position, GAME.notation(found[0].action)).seq == position.seq + 1
