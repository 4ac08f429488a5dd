"""Lines of a report on balance."""

from collections.abc import Iterable, Sequence
from math import sqrt
from statistics import fmean, pstdev

from bench.arena.seen import Seen

_NORMAL = 1.96
"""Half-width of a 95 % interval in standard deviations."""


def interval(values: Sequence[float]) -> str:
    """Format the mean of shares in percent, with the half-width of its 95 % interval."""
    margin = _NORMAL * pstdev(values) / sqrt(len(values))
    return f"{100 * fmean(values):.1f} % ± {100 * margin:.1f}"


def order(played: Sequence[Seen]) -> list[str]:
    """Return wins by order of the first decision, among equal players."""
    seats = len(played[0].points)
    lines = [f"Wins by who decides first ({len(played)} matches, fair is {100 / seats:.1f} %):"]
    for place in range(seats):
        ranked = [match for match in played if len(match.order) > place]
        wins = [match.wins[match.order[place]] for match in ranked]
        points = fmean(match.points[match.order[place]] for match in ranked)
        lines.append(f"  {place + 1}. {interval(wins)}, {points:.1f} points")
    return lines


def sources(played: Sequence[Seen]) -> list[str]:
    """Return lines on the sources of points, for all players and for winners; [] if the game does
    not count them.
    """
    all_seats = [(match, seat) for match in played for seat in range(len(match.points))]
    kinds = dict.fromkeys(kind for match, seat in all_seats for kind in match.kinds[seat])
    if not kinds:
        return []
    won_seats = [(match, seat) for match, seat in all_seats if match.wins[seat] == 1]
    whole = sum(match.points[seat] for match, seat in all_seats)
    lines = [f"Points: mean {whole / len(all_seats):.1f}, {_spread(all_seats)}. By source:"]
    for kind in kinds:
        mine = [match.kinds[seat].get(kind, 0) for match, seat in all_seats]
        best = [match.kinds[seat].get(kind, 0) for match, seat in won_seats]
        lines.append(
            f"  {kind}: {fmean(mine):.1f} ({100 * sum(mine) / whole:.0f} % of all points),"
            f" winners {fmean(best):.1f}, spread {pstdev(mine):.1f}"
        )
    return lines


def _spread(all_seats: Iterable[tuple[Seen, int]]) -> str:
    points = [match.points[seat] for match, seat in all_seats]
    return f"{min(points)} to {max(points)}, spread {pstdev(points):.1f}"
