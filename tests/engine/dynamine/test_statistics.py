"""What is counted of a match of DYNAMINE (statistics.py)."""

from collections import Counter
from typing import Any

from engine.core import driver
from engine.core.matchfile import open_match
from engine.core.statistics import Finish, FinishedMatch, SeatStats
from engine.core.types import Ending, Outcome
from engine.games.dynamine.statistics import KINDS, STATISTICS
from tests.golden.dynamine.record import GAME, GAMES
from tests.golden.dynamine.test_golden import FILES


def test_what_a_match_counts() -> None:
    """Points by kind add up to the total; tiles and moves are those of the log."""
    (file,) = (file for file in FILES if file.stem == "two-seats")
    match = counting(file.read_bytes())
    counted = [one for made in match for event in made.events for one in STATISTICS.count(event)]
    last = match[-1].position.state
    for seat, player in enumerate(last.players):
        sums: Counter[str] = Counter()
        for one in counted:
            if one.seat == seat:
                sums[one.name] += one.amount
        assert sum(sums[kind] for kind in KINDS) == GAME.scores(last)[seat]
        assert sums["built"] == len(player.mine)
        assert sums["levels"] == max(placed.cell[0] for placed in player.mine)
        assert sums["card"] == len(player.cards) - 1


def counting(text: bytes) -> tuple[driver.Advance[Any], ...]:
    """Everything that counts in a match file."""
    opened = open_match(text, GAMES.game)
    return driver.without_undone([made for _, made in opened.advances()])


def test_achievements() -> None:
    """Each is earned at its bound and not below it."""
    points = (("veins", 70), ("altars", 0), ("rewards", 21), ("missions", 12))
    counts = (("built", 26), ("guessed", 2), ("levels", 9))
    full = Finish(1, 100, True, SeatStats(rounds=(points,), counts=counts))
    rival = Finish(2, 99, True, SeatStats())
    ended = Outcome(Ending.POINTS, (100, 99), (1, 2))

    def earned(own: Finish, other: Finish) -> dict[str, int | None]:
        match = FinishedMatch(own, (other,), ended, 60)
        return {one.name: one.figure(match) for one in STATISTICS.achievements}

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
