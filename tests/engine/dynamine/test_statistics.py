"""Statistics of DYNAMINE (statistics.py)."""

from collections import Counter
from typing import Any

from engine.core import driver
from engine.core.matchfile import open_match
from engine.core.statistics import Finish, FinishedMatch, SeatStats
from engine.core.types import Ending, Outcome
from engine.games.dynamine.statistics import KINDS, STATISTICS
from tests.engine.dynamine.table import GAME
from tests.golden.dynamine.record import GAMES
from tests.golden.dynamine.test_golden import FILES


def test_points_by_kind_tiles_and_moves_agree_with_the_log() -> None:
    (file,) = (file for file in FILES if file.stem == "two-seats")
    match = counting(file.read_bytes())
    counted = [
        counted_number
        for advance in match
        for event in advance.events
        for counted_number in STATISTICS.count(event)
    ]
    last = match[-1].position.state
    for seat, player in enumerate(last.players):
        sums: Counter[str] = Counter()
        for counted_number in counted:
            if counted_number.seat == seat:
                sums[counted_number.name] += counted_number.amount
        assert sum(sums[kind] for kind in KINDS) == GAME.scores(last)[seat]
        assert sums["built"] == len(player.mine)
        assert sums["levels"] == max(placed.cell[0] for placed in player.mine)
        assert sums["card"] == len(player.cards) - 1


def counting(text: bytes) -> tuple[driver.Advance[Any], ...]:
    opened = open_match(text, GAMES.game)
    return driver.without_undone([advance for _, advance in opened.advances()])


def test_achievement_is_earned_at_its_bound() -> None:
    points = (("veins", 70), ("altars", 0), ("rewards", 21), ("missions", 12))
    counts = (("built", 26), ("guessed", 2), ("levels", 9))
    full = Finish(1, 100, True, SeatStats(rounds=(points,), counts=counts))
    rival = Finish(2, 99, True, SeatStats())
    ended = Outcome(Ending.POINTS, (100, 99), (1, 2))

    def earned(own: Finish, other: Finish) -> dict[str, int | None]:
        match = FinishedMatch(own, (other,), ended, 60)
        return {
            achievement.name: achievement.figure(match) for achievement in STATISTICS.achievements
        }

    assert earned(full, rival) == {
        "abyss": 9,
        "labyrinth": 26,
        "motherlode": 70,
        "errand": 12,
        "laurels": 21,
        "oracle": 2,
        "hairline": 1,
    }
    assert set(earned(rival, full).values()) == {None}
