"""Points of Counts."""

from collections.abc import Sequence

from engine.games.dice_miner.fast.tables import (
    DRAGONS,
    GEMS,
    PICKS,
    ROCKFALLS,
    SHIELDS,
    Counts,
)


def tunnels(counts: Counts) -> int:
    """Return points of tunnels (rules.md, Scoring)."""
    going = counts[0]
    points = 0
    for number in (1, 2, 3, 4, 5):
        if counts[number - 1] < going:
            going = counts[number - 1]
        if not going:
            break
        points += number * going
    return points


def hazards(counts: Counts) -> int:
    """Return points of rockfalls and dragons with their tools (rules.md, Scoring)."""
    return counts[ROCKFALLS] * (counts[PICKS] or -1) + counts[DRAGONS] * (counts[SHIELDS] or -1)


def scores(every: Sequence[Counts]) -> tuple[tuple[int, int, int], ...]:
    """Return tunnels, treasure and hazards of seats that compare gems (rules.md, Scoring)."""
    gems = [counts[GEMS] for counts in every]
    most = max(gems)
    alone = most if gems.count(most) == 1 else -1
    return tuple(
        (tunnels(counts), many * 2 if many == alone else many, hazards(counts))
        for counts, many in zip(every, gems, strict=True)
    )
