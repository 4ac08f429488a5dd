"""The SQL that reads statistics; rows.py writes them."""

from collections import defaultdict
from collections.abc import Iterable
from dataclasses import replace
from functools import partial

from bot.match.log.events import MatchEventKind
from bot.match.log.records import MatchId
from bot.match.statistics import result as match_stats
from bot.match.statistics.projections import (
    Exchange,
    HistoryEntry,
    HistoryPage,
    KeptResult,
    Leaderboard,
    LeaderboardMeasure,
    Ranking,
    Tally,
)
from bot.match.values.players import UserId, is_person
from bot.storage.base.connection import Connection
from bot.storage.base.database import Repository
from bot.storage.base.rows import Conversion, Rows

LEADERBOARDS = {
    LeaderboardMeasure.RATING: ("tally", "rating", "rated >= 3"),
    LeaderboardMeasure.WINS: ("tally", "wins", "placed > 0"),
    LeaderboardMeasure.WIN_RATE: ("tally", "win_rate", "placed >= 5"),
    LeaderboardMeasure.AVERAGE: ("tally", "average", "whole >= 5"),
    LeaderboardMeasure.BEST: ("tally", "best", "best IS NOT NULL"),
    LeaderboardMeasure.MATCHES: ("tally", "whole", "whole > 0"),
    LeaderboardMeasure.COUNT: ("tally_count", "count", "name = ? AND count > 0"),
}
"""The table, column and condition of each leaderboard. The condition repeats that of its partial
index, word for word; otherwise SQLite would not use the index.
"""
TALLIES = Rows(Tally, "tally", without=("counts",))
RESULTS = Rows(
    KeptResult,
    "result",
    {
        "before.mu": "before_mu",
        "before.sigma": "before_sigma",
        "after.mu": "mu",
        "after.sigma": "sigma",
    },
    stats=Conversion(match_stats.written, match_stats.read),
)
_OF_TALLY = "guild = ? AND user = ? AND game = ? AND period = ?"


class StatisticsStore(Repository):
    async def leaderboard(
        self,
        guild: int,
        game: str,
        period: str,
        ranking: Ranking,
        *,
        start: int,
        most: int,
        asker: UserId,
    ) -> Leaderboard[Tally]:
        return await self._database.snapshot(
            partial(_leaderboard, guild, game, period, ranking, start, most, asker)
        )

    async def tally(self, guild: int, game: str, user: UserId) -> Tally | None:
        return await self._database.snapshot(
            lambda connection: _tally(connection, guild, game, "all", user)
        )

    async def results(self, guild: int, game: str, user: UserId) -> tuple[KeptResult, ...]:
        return await self._database.all(
            RESULTS,
            "WHERE guild = ? AND user = ? AND game = ? ORDER BY ended, match",
            guild,
            user,
            game,
        )

    async def between(
        self, guild: int, game: str, user: UserId, opponent: UserId
    ) -> tuple[tuple[KeptResult, KeptResult], ...]:
        def work(connection: Connection) -> tuple[tuple[KeptResult, KeptResult], ...]:
            common = connection.execute(
                "SELECT mine.match FROM result AS mine JOIN result AS yours"
                " ON yours.match = mine.match AND yours.user = ?"
                " WHERE mine.guild = ? AND mine.user = ? AND mine.game = ?"
                " ORDER BY mine.ended, mine.match",
                (opponent, guild, user, game),
            ).fetchall()
            return tuple(
                (_result(connection, match, user), _result(connection, match, opponent))
                for (match,) in common
            )

        return await self._database.snapshot(work)

    async def gifts(self, guild: int, game: str, user: UserId) -> tuple[Exchange, ...]:
        def work(connection: Connection) -> tuple[Exchange, ...]:
            exchanged: defaultdict[tuple[str, UserId], list[int]] = defaultdict(lambda: [0, 0])
            for side, (own, friend_side) in enumerate(
                (("giver", "receiver"), ("receiver", "giver"))
            ):
                rows = connection.execute(
                    f"SELECT name, {friend_side}, SUM(count) FROM gift"  # noqa: S608 - constant text
                    f" WHERE guild = ? AND {own} = ? AND game = ? GROUP BY name, {friend_side}",
                    (guild, user, game),
                )
                for name, friend, count in rows:
                    exchanged[name, friend][side] = count
            return tuple(
                Exchange(name, friend, *counts)
                for (name, friend), counts in sorted(exchanged.items())
                if is_person(friend)
            )

        return await self._database.snapshot(work)

    async def servers_of(self, user: UserId) -> tuple[int, ...]:
        """Return the servers in which a user has finished a match; NO_SERVER can be among them."""
        rows = await self._database.column("SELECT guild FROM took_part WHERE user = ?", user)
        return tuple(sorted(set(rows)))

    async def history(
        self, guild: int | None, game: str | None, user: UserId, *, start: int, most: int
    ) -> HistoryPage:
        """Return a page of a user's matches in a server or, if `guild` is None, everywhere."""
        wanted = {"user": user, "guild": guild, "game": game}
        wanted = {name: value for name, value in wanted.items() if value is not None}
        where = " AND ".join(f"{name} = ?" for name in wanted)
        parameters = tuple(wanted.values())

        def work(connection: Connection) -> HistoryPage:
            total = connection.execute(
                f"SELECT COUNT(*) FROM took_part WHERE {where}",  # noqa: S608 - constant text
                parameters,
            ).fetchone()[0]
            start_at = max(min(start, (total - 1) // most * most), 0)
            rows = connection.execute(
                f"SELECT match, game, ended FROM took_part WHERE {where}"  # noqa: S608 - constant text
                " ORDER BY ended DESC, match DESC LIMIT ? OFFSET ?",
                (*parameters, most, start_at),
            ).fetchall()
            matches = tuple(
                HistoryEntry(
                    match,
                    its_game,
                    ended,
                    *_where(connection, match),
                    _people(connection, match),
                    _of_match(connection, match),
                )
                for match, its_game, ended in rows
            )
            return HistoryPage(matches, start_at, total)

        return await self._database.snapshot(work)

    async def of_match(self, match: MatchId) -> tuple[KeptResult, ...]:
        return await self._database.snapshot(lambda connection: _of_match(connection, match))

    async def newcomers(self, game: str, users: Iterable[UserId]) -> frozenset[UserId]:
        """Return those of these users who have finished no match of the game, in any server."""

        def work(connection: Connection) -> frozenset[UserId]:
            return frozenset(
                user
                for user in users
                if connection.execute(
                    "SELECT 1 FROM took_part JOIN match_event USING (match)"
                    " WHERE took_part.user = ? AND game = ? AND kind = ? LIMIT 1",
                    (user, game, MatchEventKind.FINISHED.value),
                ).fetchone()
                is None
            )

        return await self._database.snapshot(work)

    async def average_before(self, match: MatchId, user: UserId) -> float | None:
        """Return the user's average points in earlier matches of this game in this server, or None
        without any.
        """
        rows = await self._database.rows(
            "SELECT COUNT(*), SUM(other.points) FROM result AS mine JOIN result AS other"
            " ON other.guild = mine.guild AND other.user = mine.user AND other.game = mine.game"
            " AND (other.ended, other.match) < (mine.ended, mine.match)"
            " WHERE mine.match = ? AND mine.user = ?",
            match,
            user,
        )
        ((count, total),) = rows
        return int(total) / int(count) if count else None

    async def earned_in(self, match: MatchId) -> tuple[tuple[UserId, str], ...]:
        rows = await self._database.rows(
            "SELECT user, name FROM achievement WHERE match = ?", match
        )
        return tuple(sorted((user, name) for user, name in rows))

    async def achievements(
        self, guild: int, game: str, user: UserId
    ) -> tuple[tuple[str, MatchId], ...]:
        rows = await self._database.rows(
            "SELECT achievement.name, achievement.match, result.ended FROM achievement"
            " JOIN result ON result.match = achievement.match AND result.user = achievement.user"
            " WHERE achievement.guild = ? AND achievement.user = ? AND achievement.game = ?",
            guild,
            user,
            game,
        )
        rows.sort(key=lambda row: (row[2], row[1], row[0]))
        return tuple((name, match) for name, match, _ in rows)


def _leaderboard(
    guild: int,
    game: str,
    period: str,
    ranking: Ranking,
    start: int,
    most: int,
    asker: UserId,
    connection: Connection,
) -> Leaderboard[Tally]:
    table, column, enough = LEADERBOARDS[ranking.measure]
    where = f"guild = ? AND game = ? AND period = ? AND {enough}"
    parameters: tuple[object, ...] = (guild, game, period)
    if ranking.measure is LeaderboardMeasure.COUNT:
        parameters = (*parameters, ranking.statistic)

    def count(condition: str = "", *values: object) -> int:
        sql = f"SELECT COUNT(*) FROM {table} WHERE {where}{condition}"  # noqa: S608 - constant text
        number: int = connection.execute(sql, (*parameters, *values)).fetchone()[0]
        return number

    def place(tally: Tally) -> int:
        better = "<" if ranking.fewest else ">"
        return 1 + count(f" AND {column} {better} ?", tally.value(ranking))

    total = count()
    start = max(min(start, (total - 1) // most * most), 0)
    order = "{} ASC, user DESC" if ranking.fewest else "{} DESC, user"
    rows = connection.execute(
        f"SELECT user FROM {table} WHERE {where}"  # noqa: S608 - constant text
        f" ORDER BY {order.format(column)} LIMIT ? OFFSET ?",
        (*parameters, most, start),
    ).fetchall()
    lines: list[tuple[int, Tally]] = []
    for number, (user,) in enumerate(rows, start + 1):
        tally = _tally(connection, guild, game, period, user)
        assert tally is not None, "every user in a leaderboard has a tally"
        if not lines:
            lines.append((place(tally), tally))
        elif tally.value(ranking) == lines[-1][1].value(ranking):
            lines.append((lines[-1][0], tally))
        else:
            lines.append((number, tally))
    own = _tally(connection, guild, game, period, asker)
    own_line = None if own is None or not own.enough(ranking) else (place(own), own)
    return Leaderboard(tuple(lines), start, total, own_line, own)


def _tally(
    connection: Connection, guild: int, game: str, period: str, user: UserId
) -> Tally | None:
    key = (guild, user, game, period)
    tally = TALLIES.one(connection, f"WHERE {_OF_TALLY}", *key)
    if tally is None:
        return None
    counts = connection.execute(f"SELECT name, count FROM tally_count WHERE {_OF_TALLY}", key)  # noqa: S608 - constant text
    return replace(tally, counts=dict(counts.fetchall()))


def _result(connection: Connection, match: MatchId, user: UserId) -> KeptResult:
    result = RESULTS.one(connection, "WHERE match = ? AND user = ?", match, user)
    assert result is not None, "the user took part in the match"
    return result


def _where(connection: Connection, match: MatchId) -> tuple[int | None, int | None]:
    place, shown_place, message = connection.execute(
        "SELECT match.place, message.place, message FROM match"
        " LEFT JOIN message ON kind = 'board' AND subject = match.id WHERE match.id = ?",
        (match,),
    ).fetchone()
    return (place, None) if message is None else (shown_place, message)


def _people(connection: Connection, match: MatchId) -> tuple[UserId, ...]:
    rows = connection.execute("SELECT user FROM took_part WHERE match = ?", (match,)).fetchall()
    return tuple(sorted(user for (user,) in rows))


def _of_match(connection: Connection, match: MatchId) -> tuple[KeptResult, ...]:
    results = RESULTS.all(connection, "WHERE match = ?", match)
    return tuple(sorted(results, key=lambda result: (result.place or 0, result.seat)))
