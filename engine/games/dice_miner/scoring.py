"""Scores of hoards: tunnels, treasure, hazards (rules.md, Scoring)."""

from collections import Counter

from engine.core.types import Seat
from engine.games.dice_miner import hoards
from engine.games.dice_miner.content import TUNNELS, Content, Symbol
from engine.games.dice_miner.state import Score, State


def tunnels(numbers: Counter[int]) -> int:
    """Return the points of tunnel faces, given the count of each number (rules.md, Scoring)."""
    points = 0
    complete = numbers[1]
    for number in range(1, TUNNELS + 1):
        complete = min(complete, numbers[number])
        points += number * complete
    return points


def leader(gems: tuple[int, ...]) -> int | None:
    """Return the index of the highest number; None in a tie or without gems."""
    most = max(gems, default=0)
    return gems.index(most) if most > 0 and gems.count(most) == 1 else None


def treasure(gems: tuple[int, ...]) -> tuple[int, ...]:
    """Return each seat's points of treasure, given the gems of all seats in the comparison."""
    first = leader(gems)
    return tuple(count * 2 if place == first else count for place, count in enumerate(gems))


def hazards(*, rockfalls: int, dragons: int, picks: int, shields: int) -> int:
    """Return the points of hazards, given the tools (rules.md, Scoring)."""
    return rockfalls * (picks or -1) + dragons * (shields or -1)


def scores(content: Content, state: State, seats: tuple[Seat, ...]) -> tuple[Score, ...]:
    """Return the Scores of these seats, comparing gems only among them."""
    counts = []
    for seat in seats:
        numbers: Counter[int] = Counter()
        shown: Counter[Symbol] = Counter()
        for face in hoards.faces(content, state, seat):
            if face.symbol is Symbol.TUNNEL:
                numbers[face.count] += 1
            else:
                shown[face.symbol] += face.count
        counts.append((numbers, shown))
    treasures = treasure(tuple(shown[Symbol.GEM] for _, shown in counts))
    return tuple(
        Score(
            tunnels(numbers),
            gems,
            hazards(
                rockfalls=shown[Symbol.ROCKFALL],
                dragons=shown[Symbol.DRAGON],
                picks=shown[Symbol.PICK],
                shields=shown[Symbol.SHIELD],
            ),
        )
        for (numbers, shown), gems in zip(counts, treasures, strict=True)
    )
