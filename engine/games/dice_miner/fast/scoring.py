"""Points of Counts (rules.md, Scoring)."""

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
    return counts[ROCKFALLS] * (counts[PICKS] or -1) + counts[DRAGONS] * (counts[SHIELDS] or -1)


def scores(every: Sequence[Counts]) -> tuple[tuple[int, int, int], ...]:
    gems = [counts[GEMS] for counts in every]
    most = max(gems)
    leader_gems = most if gems.count(most) == 1 else -1
    return tuple(
        (tunnels(counts), own_gems * 2 if own_gems == leader_gems else own_gems, hazards(counts))
        for counts, own_gems in zip(every, gems, strict=True)
    )
