"""Statistics agree with the table."""

from collections import Counter

import pytest

from engine.core import driver
from engine.core.chance import Stream
from engine.games.dice_miner.events import MountainFilled
from engine.games.dice_miner.statistics import BEER, HERO, KINDS, MAGIC, REROLLED, STATISTICS, count
from tests.engine.dice_miner.table import GAME


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_counts_of_a_match_agree_with_outcome_and_decisions(seats: int) -> None:
    stream, position = Stream(bytes(32), f"deeds {seats}"), driver.start(GAME, seats)
    points: Counter[int] = Counter()
    counts: Counter[str] = Counter()
    tokens: Counter[str] = Counter()
    roles: dict[int, str | None] = {}
    while GAME.outcome(position.state) is None:
        to_act = sorted(GAME.to_act(position.state))
        if to_act:
            action = GAME.suggest(position.state, to_act[0])
            advances = [driver.choose(GAME, position, to_act[0], GAME.notation(action))]
        else:
            advances = list(driver.advance(GAME, position, stream))
        position = advances[-1].position
        for advance in advances:
            if advance.entry.actor is not None:
                tokens[advance.entry.token.split()[0]] += 1
            for counted in (counted for event in advance.events for counted in count(event)):
                if counted.round is not None:
                    assert counted.name in KINDS
                    points[counted.seat] += counted.amount
                else:
                    counts[counted.name] += counted.amount
                if counted.name == HERO:
                    roles[counted.seat] = counted.role
                assert (counted.receiver is not None) == (counted.name in STATISTICS.gifts)
                assert counted.receiver != counted.seat
    assert tuple(points[seat] for seat in range(seats)) == GAME.scores(position.state)
    assert counts[BEER] == tokens["salud"] > 0
    assert counts[MAGIC] == tokens["spend"] + tokens["spend-hero"] > 0
    assert counts[REROLLED] == tokens["reroll"]
    heroes = [hero.value for hero in position.state.heroes if hero is not None]
    assert [roles[seat] for seat in range(seats)] == heroes


def test_most_events_count_nothing() -> None:
    assert count(MountainFilled(0, 0)) == ()
