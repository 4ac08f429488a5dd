"""The ratings by which a tournament is seeded."""

from collections.abc import Iterable, Mapping

from bot.match.statistics.projections import StatisticsStore
from bot.match.values.players import UserId


class Ratings:
    """Reads ratings."""

    def __init__(self, statistics: StatisticsStore) -> None:
        self._statistics = statistics

    async def of(self, guild: int, game: str, users: Iterable[UserId]) -> Mapping[UserId, float]:
        """The ratings of those in a server who have one in a game."""
        found = {}
        for user in users:
            tally = await self._statistics.tally(guild, game, user)
            if tally is not None and tally.rating is not None:
                found[user] = tally.rating
        return found
