"""Of pings that people cause: no more than is allowed."""

from bisect import bisect_left
from collections import defaultdict
from collections.abc import Callable, Sequence

from bot.match.people.pings import ALLOWED, Allowance, Ping


def exceeded(pings: Sequence[Ping], skew: int = 0) -> list[str]:
    """Which of these pings are more than is allowed, in words; [] if none are.

    `skew` is by how many seconds the bot's clock was set at most: for the bot as much more time had
    passed.
    """
    kinds: tuple[tuple[str, tuple[Allowance, ...], Callable[[Ping], object]], ...] = (
        ("from one person to another", ALLOWED.pair, lambda ping: (ping.sender, ping.receiver)),
        ("from one person", ALLOWED.sender, lambda ping: ping.sender),
        ("to one person", ALLOWED.receiver, lambda ping: ping.receiver),
    )
    found = []
    for name, allowances, key in kinds:
        times: defaultdict[object, list[int]] = defaultdict(list)
        for ping in sorted(pings, key=lambda ping: ping.at):
            times[key(ping)].append(ping.at)
        for who, at in times.items():
            for allowance in allowances:
                within = allowance.seconds - skew
                most = max(bisect_left(at, first + within) - n for n, first in enumerate(at))
                if most > allowance.pings:
                    found.append(
                        f"{most} pings {name} ({who}) within {within} seconds,"
                        f" where {allowance.pings} are allowed"
                    )
    return found
