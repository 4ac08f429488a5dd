"""A person's own statistics from all servers, for answers outside servers.

Ratings belong to a server, because they compare its members. So results of several servers come
without ratings.
"""

from collections import Counter, defaultdict
from collections.abc import Iterable
from dataclasses import replace

from bot.match.log.records import MatchId
from bot.match.statistics.played import Counts, PlayedStore
from bot.match.statistics.projections import Exchange, KeptResult
from bot.match.statistics.store import StatisticsStore
from bot.match.values.players import UserId


async def results(store: StatisticsStore, game: str, user: UserId) -> tuple[KeptResult, ...]:
    """Return results in the order of their ends."""
    found = [
        replace(result, before=None, after=None)
        for guild in await store.servers_of(user)
        for result in await store.results(guild, game, user)
    ]
    return tuple(sorted(found, key=lambda result: (result.ended, result.match)))


async def gifts(store: StatisticsStore, game: str, user: UserId) -> tuple[Exchange, ...]:
    sums: defaultdict[tuple[str, UserId], list[int]] = defaultdict(lambda: [0, 0])
    for guild in await store.servers_of(user):
        for exchange in await store.gifts(guild, game, user):
            both = sums[exchange.name, exchange.friend]
            both[0] += exchange.given
            both[1] += exchange.got
    return tuple(Exchange(name, friend, *both) for (name, friend), both in sorted(sums.items()))


async def achievements(
    store: StatisticsStore, game: str, user: UserId
) -> tuple[tuple[str, MatchId], ...]:
    """Return achievements, each with the match of the lowest number in which it was earned."""
    earned: dict[str, MatchId] = {}
    for guild in await store.servers_of(user):
        for name, match in await store.achievements(guild, game, user):
            earned[name] = min(match, earned.get(name, match))
    return tuple(earned.items())


async def finished_matches(
    played: PlayedStore, store: StatisticsStore, games: Iterable[str], user: UserId
) -> Counts:
    """Return the user's finished matches by game, including practice."""
    names, counts = tuple(games), Counter[str]()
    for guild in await store.servers_of(user):
        counts.update(await played.took_part(guild, names, user))
    return counts
