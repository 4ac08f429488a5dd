"""Turning points: found by playing on, the same for the same match."""

from dataclasses import dataclass

import pytest

from engine.core import driver, turning
from engine.core.turning import Players, swing, turning_points
from engine.core.types import Entry, Level
from tests.toy_game import ToyAction, ToyGame, ToyState

GAME = ToyGame()
SEED = bytes(32)


@dataclass(frozen=True)
class Counting(ToyGame):
    """A toy whose computers' thoughts are counted."""

    thoughts: list[int] = None  # type: ignore[assignment]

    def suggest(self, state: ToyState, seat: int, level: Level = Level.USUAL) -> ToyAction:
        """As the toy does."""
        self.thoughts.append(seat)
        return super().suggest(state, seat, level)


def states(*lines: str) -> list[ToyState]:
    """The States of a match of two, from its start on; `*` is luck."""
    position = driver.start(GAME, 2)
    found = [position.state]
    for seq, line in enumerate(lines):
        actor, _, token = line.partition(" ")
        entry = Entry(seq, None if actor == "*" else int(actor), token)
        position = driver.read(GAME, position, entry).position
        found.append(position.state)
    return found


MATCH = (
    "* roll 6", "0 add 1", "1 add 3", "0 bid 2", "1 bid 0",
    "* roll 1", "1 add 1", "0 add 1", "0 bid 0", "1 bid 0",
)  # fmt: skip
"""Seat 1 is ahead until seat 0 wins the six; nothing changes that again."""


def test_where_the_win_changed_hands() -> None:
    """The steps after which somebody else was ahead, in order, with the shares on both sides."""
    points = turning_points(GAME, states(*MATCH), SEED)
    assert points
    assert [point.step for point in points] == sorted(point.step for point in points)
    assert all(point.swing >= turning.LEAST for point in points)
    before = states(*MATCH)
    for point in points:
        assert point.before == Players(GAME).expected(before[point.step - 1], SEED)
        assert sum(point.after) == pytest.approx(1)


def test_the_same_match_gives_the_same() -> None:
    """However often it is asked; another seed is other luck."""
    assert turning_points(GAME, states(*MATCH), SEED) == turning_points(GAME, states(*MATCH), SEED)


def test_a_match_that_was_never_open_has_none() -> None:
    """Only steps that moved enough of the win are turning points, and so many at most."""
    assert turning_points(GAME, states(*MATCH)[-2:], SEED) == ()
    assert len(turning_points(GAME, states(*MATCH), SEED, most=1)) == 1


def test_the_end_is_known_exactly() -> None:
    """Nobody needs to play on from it."""
    end = states(*MATCH)[-1]
    game = Counting(thoughts=[])
    assert Players(game).expected(end, SEED) == (1.0, 0.0)
    assert game.thoughts == []


def test_computers_think_once_about_each_moment() -> None:
    """They play on often, and the first decision is the same each time."""
    game = Counting(thoughts=[])
    start = states(*MATCH)[1]
    Players(game).expected(start, SEED)
    assert 1 <= len(game.thoughts) < turning.FEWEST


def test_swing_is_what_changed_hands() -> None:
    """Half of all changes: what one loses, others gain."""
    assert swing((0.5, 0.5), (0.5, 0.5)) == 0
    assert swing((1.0, 0.0), (0.0, 1.0)) == 1
    assert swing((0.5, 0.3, 0.2), (0.3, 0.5, 0.2)) == pytest.approx(0.2)
