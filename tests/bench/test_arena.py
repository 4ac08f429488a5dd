"""The arena: what it tells of matches adds up, for every game."""

import pytest

from bench.arena import tables
from bench.arena.balance import alike, questions, watch
XX
from bot.games import load_games
from engine.core.types import Level

GAMES = load_games()


@pytest.mark.parametrize("name", GAMES.names)
def test_matches_add_up(name: str) -> None:
    """One match is won once, its sources make its points, and its own questions are answered."""
    game = GAMES.newest(name)
    seats = game.info.seats[0]
    (task,) = alike(name, seats, 1, Level.APPRENTICE)
    played = play(task)
    assert sum(played.wins) == pytest.approx(1)
    assert sorted(played.order) == list(range(seats))
    for points, kinds in zip(played.points, played.kinds, strict=True):
        assert not kinds or sum(kinds.values()) == points
    asked = questions(name)
    assert (asked is None) == (played.noticed is None)
    if asked is not None:
        assert all(line.strip() for line in asked.lines(game, [played]))


def test_seats_take_turns_at_playing_better() -> None:
    """With the same luck, so that no seat's advantage is taken for skill."""
    tasks = mixed("any", 3, 24)
    assert len(tasks) == 6
    for number in {task.number for task in tasks}:
        mine = [task.levels.index(Level.FOREMAN) for task in tasks if task.number == number]
        assert sorted(mine) == [0, 1, 2]


def test_intervals() -> None:
    """Half of a hundred matches won may be 40 % to 60 %; matches that agree leave no doubt."""
    assert tables.interval([1.0, 0.0] * 50) == "50.0 % ± 9.8"
    assert tables.interval([1.0] * 9) == "100.0 % ± 0.0"
