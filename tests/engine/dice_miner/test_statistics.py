"""What statistics count: the same as the table shows."""

from collections import Counter

import pytest

from engine.core import driver
from engine.core.chance import Stream
from engine.games.dice_miner.events import MountainFilled
from engine.games.dice_miner.statistics import BEER, HERO, KINDS, MAGIC, REROLLED, STATISTICS, count
from tests.engine.dice_miner.table import GAME


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_a_whole_match(seats: int) -> None:
    """Points of all rounds are those of the outcome; beers and magic are as often as decided."""
    stream, position = Stream(bytes(32), f"deeds {seats}"), driver.start(GAME, seats)
    points: Counter[int] = Counter()
    counts: Counter[str] = Counter()
    tokens: Counter[str] = Counter()
    roles: dict[int, str | None] = {}
    while GAME.outcome(position.state) is None:
        to_act = sorted(GAME.to_act(position.state))
        if to_act:
            action = GAME.suggest(position.state, to_act[0])
            made = [driver.choose(GAME, position, to_act[0], GAME.notation(action))]
        else:
            made = list(driver.advance(GAME, position, stream))
        position = made[-1].position
        for advance in made:
            if advance.entry.actor is not None:
                tokens[advance.entry.token.split()[0]] += 1
            for one in (one for event in advance.events for one in count(event)):
                if one.round is not None:
                    assert one.name in KINDS
                    points[one.seat] += one.amount
                else:
                    counts[one.name] += one.amount
                if one.name == HERO:
                    roles[one.seat] = one.role
                assert (one.receiver is not None) == (one.name in STATISTICS.gifts)
                assert one.receiver != one.seat
    assert tuple(points[seat] for seat in range(seats)) == GAME.scores(position.state)
    assert counts[BEER] == tokens["salud"] > 0
    assert counts[MAGIC] == tokens["spend"] + tokens["spend-hero"] > 0
    assert counts[REROLLED] == tokens["reroll"]
    heroes = [hero.value for hero in position.state.heroes if hero is not None]
    assert [roles[seat] for seat in range(seats)] == heroes


def test_most_events_count_nothing() -> None:
    """For example that a round begins."""
    assert count(MountainFilled(0, 0)) == ()
