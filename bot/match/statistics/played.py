"""How many matches people have finished in each game: the answer to which game is a favourite."""

from collections.abc import Iterable, Mapping
from functools import partial
from types import MappingProxyType

from bot.match.values.days import day_at
from bot.match.values.players import UserId
from bot.storage.base.connection import Connection
from bot.storage.base.database import Repository

_IN_MATCHES = "SELECT COUNT(*) FROM result WHERE guild = ? AND game = ? AND ended >= ?"
_ON_DAYS = (
    "SELECT COUNT(*) FROM day_guild AS asked JOIN day_match AS played"
    " ON played.game = asked.game AND played.day = asked.day AND played.user = asked.user"
    " WHERE asked.guild = ? AND asked.game = ? AND asked.day >= ? AND points IS NOT NULL"
)

Counts = Mapping[str, int]
"""Numbers by game; a game without any is missing."""
NO_COUNTS: Counts = MappingProxyType({})


class PlayedStore(Repository):
    async def finished_matches(
        self, guild: int, games: Iterable[str], *, user: UserId | None = None, since: int = 0
    ) -> Counts:
        """Return the results in matches that count, and in puzzles of the day, of a user or of the
        whole server, since a time in seconds.
        """
        return await self._database.snapshot(partial(_finished, guild, tuple(games), user, since))

    async def took_part(self, guild: int, games: Iterable[str], user: UserId) -> Counts:
        """Return a user's finished matches, including practice and matches without a result."""
        sql = "SELECT COUNT(*) FROM took_part WHERE guild = ? AND user = ? AND game = ?"
        return await self._database.snapshot(
            lambda connection: _counts(
                {game: _number(connection, sql, guild, user, game) for game in games}
            )
        )

    async def matches_together(
        self, guild: int, games: Iterable[str], user: UserId, opponent: UserId
    ) -> Counts:
        """Return the matches that count and that both users finished."""
        sql = (
            "SELECT COUNT(*) FROM result AS mine JOIN result AS yours"
            " ON yours.match = mine.match AND yours.user = ?"
            " WHERE mine.guild = ? AND mine.user = ? AND mine.game = ?"
        )
        return await self._database.snapshot(
            lambda connection: _counts(
                {game: _number(connection, sql, opponent, guild, user, game) for game in games}
            )
        )


def _finished(
    guild: int, games: tuple[str, ...], user: UserId | None, since: int, connection: Connection
) -> Counts:
    day = day_at(since)
    by_match, by_day, of_user = _IN_MATCHES, _ON_DAYS, tuple[int, ...]()
    if user is not None:
        by_match, by_day = f"{by_match} AND user = ?", f"{by_day} AND asked.user = ?"
        of_user = (user,)
    return _counts(
        {
            game: _number(connection, by_match, guild, game, since, *of_user)
            + _number(connection, by_day, guild, game, day, *of_user)
            for game in games
        }
    )


def _number(connection: Connection, sql: str, *values: object) -> int:
    number: int = connection.execute(sql, values).fetchone()[0]
    return number


def _counts(numbers: Mapping[str, int]) -> Counts:
    return {game: number for game, number in numbers.items() if number}
