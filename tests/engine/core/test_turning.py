"""Turning points: found by playing on, the same for the same match."""

from dataclasses import dataclass

import pytest

from engine.core import driver, turning
from engine.core.turning import FEWEST, SUREST, Players, forecast, swing, turning_points
from engine.core.types import Entry, Level
from tests.toy_game import ToyAction, ToyGame, ToyState

GAME = ToyGame()
SEED = bytes(32)


@dataclass(frozen=True)
class Counting(ToyGame):
    """A toy game that counts the decisions of computers."""

    thoughts: list[int] = None  # type: ignore[assignment]

    def suggest(self, state: ToyState, seat: int, level: Level = Level.FOREMAN) -> ToyAction:
        self.thoughts.append(seat)
        return super().suggest(state, seat, level)


def states(*lines: str) -> list[ToyState]:
    """Return the States of a match of two from its start; `*` is luck."""
    position = driver.start(GAME, 2)
    states_so_far = [position.state]
    for seq, line in enumerate(lines):
        actor, _, token = line.partition(" ")
        entry = Entry(seq, None if actor == "*" else int(actor), token)
        position = driver.read(GAME, position, entry).position
        states_so_far.append(position.state)
    return states_so_far


MATCH = (
    "* roll 6", "0 add 1", "1 add 3", "0 bid 2", "1 bid 0",
    "* roll 1", "1 add 1", "0 add 1", "0 bid 0", "1 bid 0",
)  # fmt: skip
"""Seat 1 is ahead until seat 0 wins the six; nothing changes that again."""


def test_turning_points_are_steps_with_a_new_leader() -> None:
    points = turning_points(GAME, states(*MATCH), SEED)
    assert points
    assert [point.step for point in points] == sorted(point.step for point in points)
    assert all(point.swing >= turning.LEAST for point in points)
    before = states(*MATCH)
    for point in points:
        assert point.before == Players(GAME).expected(before[point.step - 1], SEED)
        assert sum(point.after) == pytest.approx(1)


def test_turning_points_follow_from_match_and_seed() -> None:
    assert turning_points(GAME, states(*MATCH), SEED) == turning_points(GAME, states(*MATCH), SEED)


def test_one_sided_match_has_no_turning_points() -> None:
    assert turning_points(GAME, states(*MATCH)[-2:], SEED) == ()
    assert len(turning_points(GAME, states(*MATCH), SEED, most=1)) == 1


def test_end_needs_no_playing_on() -> None:
    end = states(*MATCH)[-1]
    game = Counting(thoughts=[])
    assert Players(game).expected(end, SEED) == (1.0, 0.0)
    assert game.thoughts == []


def test_computers_think_once_per_moment() -> None:
    game = Counting(thoughts=[])
    start = states(*MATCH)[1]
    Players(game).expected(start, SEED)
    assert 1 <= len(game.thoughts) < turning.FEWEST


def test_swing_is_half_of_all_changes() -> None:
    assert swing((0.5, 0.5), (0.5, 0.5)) == 0
    assert swing((1.0, 0.0), (0.0, 1.0)) == 1
    assert swing((0.5, 0.3, 0.2), (0.3, 0.5, 0.2)) == pytest.approx(0.2)


def test_share_is_not_certain_before_the_end() -> None:
    sure = forecast((0.9, 0.1), [(1.0, 0.0)] * FEWEST)
    assert sure[0] <= SUREST
    assert sum(sure) == pytest.approx(1)
    assert forecast((0.999, 0.001), [(1.0, 0.0)] * 10_000)[0] == pytest.approx(SUREST, abs=1e-3)
    three = forecast((0.9, 0.1, 0.0), [(1.0, 0.0, 0.0)] * FEWEST)
    assert three[2] == 0, "a seat that can't win has no share"
    assert three[1] > 0
    every = [Players(GAME).expected(state, SEED) for state in states(*MATCH)[:-1]]
    assert all(0.0199 < share < SUREST + 1e-9 for shares in every for share in shares)


def test_prior_weighs_more_with_few_samples() -> None:
    few, many = (forecast((0.5, 0.5), [(1.0, 0.0)] * count)[0] for count in (8, 80))
    assert 0.5 < few < many
