"""What matches of which the balance is asked tell, in lines."""

from collections.abc import Iterable, Sequence
from math import sqrt
from statistics import fmean, pstdev

from bench.arena.seen import Seen

_NORMAL = 1.96
"""Standard deviations to either side of a 95 % interval."""


def interval(values: Sequence[float]) -> str:
    """The mean of shares in percent, with half of its 95 % interval."""
    margin = _NORMAL * pstdev(values) / sqrt(len(values))
    return f"{100 * fmean(values):.1f} % ± {100 * margin:.1f}"


def order(played: Sequence[Seen]) -> list[str]:
    """How often each wins by when they first decided, where all play alike."""
    seats = len(played[0].points)
    lines = [f"Wins by who decides first ({len(played)} matches, fair is {100 / seats:.1f} %):"]
    for place in range(seats):
        ranked = [one for one in played if len(one.order) > place]
        wins = [one.wins[one.order[place]] for one in ranked]
        points = fmean(one.points[one.order[place]] for one in ranked)
        lines.append(f"  {place + 1}. {interval(wins)}, {points:.1f} points")
    return lines


def sources(played: Sequence[Seen]) -> list[str]:
    """Where points come from, of all and of those who won; [] where a game doesn't tell."""
    every = [(one, seat) for one in played for seat in range(len(one.points))]
    kinds = dict.fromkeys(kind for one, seat in every for kind in one.kinds[seat])
    if not kinds:
        return []
    won = [(one, seat) for one, seat in every if one.wins[seat] == 1]
    whole = sum(one.points[seat] for one, seat in every)
    lines = [f"Points: mean {whole / len(every):.1f}, {_spread(every)}. By source:"]
    for kind in kinds:
        mine = [one.kinds[seat].get(kind, 0) for one, seat in every]
        best = [one.kinds[seat].get(kind, 0) for one, seat in won]
        lines.append(
            f"  {kind}: {fmean(mine):.1f} ({100 * sum(mine) / whole:.0f} % of all points),"
            f" winners {fmean(best):.1f}, spread {pstdev(mine):.1f}"
        )
    return lines


def _spread(every: Iterable[tuple[Seen, int]]) -> str:
    points = [one.points[seat] for one, seat in every]
    return f"{min(points)} to {max(points)}, spread {pstdev(points):.1f}"
