"""The limits on pings that people cause."""

from bisect import bisect_left
from collections import defaultdict
from collections.abc import Callable, Sequence

from bot.match.people.pings import OF_PAIR, OF_RECEIVER, OF_SENDER, Allowance, Ping


def exceeded(pings: Sequence[Ping], skew: int = 0) -> list[str]:
    """Return the exceeded limits in words.

    `skew` is the largest error of the bot's clock in seconds: the bot may believe that the time
    between two pings was longer by that much.
    """
    kinds: tuple[tuple[str, tuple[Allowance, ...], Callable[[Ping], object]], ...] = (
        ("from one person to another", OF_PAIR, lambda ping: (ping.sender, ping.receiver)),
        ("from one person", OF_SENDER, lambda ping: ping.sender),
        ("to one person", OF_RECEIVER, lambda ping: ping.receiver),
    )
    problems = []
    for name, allowances, key in kinds:
        times: defaultdict[object, list[int]] = defaultdict(list)
        for ping in sorted(pings, key=lambda ping: ping.at):
            times[key(ping)].append(ping.at)
        for people, at in times.items():
            for allowed, seconds in allowances:
                within = seconds - skew
                most = max(bisect_left(at, first + within) - n for n, first in enumerate(at))
                if most > allowed:
                    problems.append(
                        f"{most} pings {name} ({people}) within {within} seconds,"
                        f" where {allowed} are allowed"
                    )
    return problems
