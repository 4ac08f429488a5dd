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
    """A toy whose computers' thoughts are counted."""

    thoughts: list[int] = None  # type: ignore[assignment]

    def suggest(self, state: ToyState, seat: int, level: Level = Level.FOREMAN) -> ToyAction:
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


def test_nothing_is_certain_before_the_rules_have_decided_it() -> None:
    """Also where every match that computers played on ended alike."""
    sure = forecast((0.9, 0.1), [(1.0, 0.0)] * FEWEST)
    assert sure[0] <= SUREST
    assert sum(sure) == pytest.approx(1)
    assert forecast((0.999, 0.001), [(1.0, 0.0)] * 10_000)[0] == pytest.approx(SUREST, abs=1e-3)
    three = forecast((0.9, 0.1, 0.0), [(1.0, 0.0, 0.0)] * FEWEST)
    assert three[2] == 0, "who can't win any more has nothing"
    assert three[1] > 0
    every = [Players(GAME).expected(state, SEED) for state in states(*MATCH)[:-1]]
    assert all(0.0199 < share < SUREST + 1e-9 for shares in every for share in shares)


def test_few_samples_are_not_believed_alone() -> None:
    """Eight that agree by chance say less than eighty, and what is guessed counts beside them."""
    few, many = (forecast((0.5, 0.5), [(1.0, 0.0)] * count)[0] for count in (8, 80))
    assert 0.5 < few < many
