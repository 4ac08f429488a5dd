"""Statistics in SQLite, to be read. Written by statistics_rows.py."""

import sqlite3
from collections.abc import Iterable
from functools import partial
from typing import Any, TypeVar

from bot.match.holders import UserId
from bot.match.statistics import match_stats as deeds_of
from bot.match.statistics.projections import (
    Beers,
    Kind,
    Leaderboard,
    Line,
    Past,
    Pasts,
    Taken,
    Tally,
)
from bot.match.statistics.ratings import Rating
from bot.match.types import Fate, MatchId
from bot.storage.database import Database
from bot.storage.writer import Work

T = TypeVar("T")

LISTS = {
    Kind.RATING: ("rating", "rated >= 3"),
    Kind.WINS: ("wins", "1"),
    Kind.WIN_RATE: ("win_rate", "matches >= 5"),
    Kind.AVERAGE: ("average", "whole >= 5"),
    Kind.BEST: ("best", "best IS NOT NULL"),
    Kind.BEERS: ("beers", "beers > 0"),
}
"""The column that a leaderboard orders by and who is in it, word for word as its index has it."""
_TALLY = "user, matches, wins, whole, points, best, best_match, beers, rating, rated"
_TAKEN = (
    "match, user, seat, ended, place, points, fate, whole, before_mu, before_sigma, mu, sigma,"
    " deeds"
)


class SqliteGlory:
    """What is told of matches that are over, on the connection that reads."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def leaderboard(
        self, guild: int, name: str, kind: Kind, *, start: int, most: int, asker: UserId
    ) -> Leaderboard:
        """A page of a server's leaderboard for a period, by its name."""
        return await self._read(partial(_leaderboard, guild, name, kind, start, most, asker))

    async def tally(self, guild: int, user: UserId) -> Tally | None:
        """The sums of all time; None for who has finished no match that counts."""
        return await self._read(lambda connection: _tally(connection, guild, "all", user))

    async def taken(self, guild: int, user: UserId) -> tuple[Taken, ...]:
        """All that somebody took in a server, the earliest first; gifts are left out."""
        found = await self._rows(
            f"SELECT {_TAKEN} FROM result WHERE guild = ? AND user = ? ORDER BY ended, match",  # noqa: S608 - a constant list of columns
            guild,
            user,
        )
        return tuple(map(_taken, found))

    async def between(
        self, guild: int, one: UserId, other: UserId
    ) -> tuple[tuple[Taken, Taken], ...]:
        """What two people took from the matches that both played, the earliest first."""

        def work(connection: sqlite3.Connection) -> tuple[tuple[Taken, Taken], ...]:
            theirs = connection.execute(
                "SELECT mine.match FROM result AS mine JOIN result AS yours"
                " ON yours.match = mine.match AND yours.user = ?"
                " WHERE mine.guild = ? AND mine.user = ? ORDER BY mine.ended, mine.match",
                (other, guild, one),
            ).fetchall()
            return tuple(
                (_result(connection, match, one), _result(connection, match, other))
                for (match,) in theirs
            )

        return await self._read(work)

    async def beers(self, guild: int, user: UserId) -> tuple[Beers, ...]:
        """With whom somebody shared beer, in the order of the ids; former miners left out."""
        gave = dict(
            await self._rows(
                "SELECT taker, SUM(count) FROM beer WHERE guild = ? AND giver = ? GROUP BY taker",
                guild,
                user,
            )
        )
        got = dict(
            await self._rows(
                "SELECT giver, SUM(count) FROM beer WHERE guild = ? AND taker = ? GROUP BY giver",
                guild,
                user,
            )
        )
        friends = sorted(friend for friend in gave.keys() | got.keys() if friend > 0)
        return tuple(Beers(friend, gave.get(friend, 0), got.get(friend, 0)) for friend in friends)

    async def history(self, guild: int, user: UserId, *, start: int, most: int) -> Pasts:
        """A page of somebody's matches that are over, the latest first."""

        def work(connection: sqlite3.Connection) -> Pasts:
            total = connection.execute(
                "SELECT COUNT(*) FROM took_part WHERE guild = ? AND user = ?", (guild, user)
            ).fetchone()[0]
            start_at = max(min(start, (total - 1) // most * most), 0)
            found = connection.execute(
                "SELECT match, ended FROM took_part WHERE guild = ? AND user = ?"
                " ORDER BY ended DESC, match DESC LIMIT ? OFFSET ?",
                (guild, user, most, start_at),
            ).fetchall()
            matches = tuple(
                Past(
                    match,
                    ended,
                    *_where(connection, match),
                    _people(connection, match),
                    _of_match(connection, match),
                )
                for match, ended in found
            )
            return Pasts(matches, start_at, total)

        return await self._read(work)

    async def of_match(self, match: MatchId) -> tuple[Taken, ...]:
        """What people took from a match, best place first; () where it did not count."""
        return await self._read(lambda connection: _of_match(connection, match))

    async def earned_in(self, match: MatchId) -> tuple[tuple[UserId, str], ...]:
        """The achievements that people have had since this match."""
        found = await self._rows("SELECT user, name FROM achievement WHERE match = ?", match)
        return tuple(sorted((user, name) for user, name in found))

    async def achievements(self, guild: int, user: UserId) -> tuple[tuple[str, MatchId], ...]:
        """What somebody has achieved, and since which match, the earliest first."""
        found = await self._rows(
            "SELECT achievement.name, achievement.match, result.ended FROM achievement"
            " JOIN result ON result.match = achievement.match AND result.user = achievement.user"
            " WHERE achievement.guild = ? AND achievement.user = ?",
            guild,
            user,
        )
        found.sort(key=lambda row: (row[2], row[1], row[0]))
        return tuple((name, match) for name, match, _ in found)

    async def _read(self, work: Work[T]) -> T:
        """What a function reads, all of it of one moment."""

        def together(connection: sqlite3.Connection) -> T:
            connection.execute("BEGIN")
            try:
                return work(connection)
            finally:
                connection.execute("COMMIT")

        return await self._database.read(together)

    async def _rows(self, sql: str, *values: object) -> list[Any]:
        return await self._database.read(
            lambda connection: connection.execute(sql, values).fetchall()
        )


def _leaderboard(
    guild: int,
    name: str,
    kind: Kind,
    start: int,
    most: int,
    asker: UserId,
    connection: sqlite3.Connection,
) -> Leaderboard:
    column, enough = LISTS[kind]
    where = f"guild = ? AND period = ? AND {enough}"

    def count(more: str = "", *values: object) -> int:
        sql = f"SELECT COUNT(*) FROM tally WHERE {where}{more}"  # noqa: S608 - our own words
        found: int = connection.execute(sql, (guild, name, *values)).fetchone()[0]
        return found

    def place(tally: Tally) -> int:
        return 1 + count(f" AND {column} > ?", tally.value(kind))

    total = count()
    start = max(min(start, (total - 1) // most * most), 0)
    found = connection.execute(
        f"SELECT {_TALLY} FROM tally WHERE {where} ORDER BY {column} DESC, user LIMIT ? OFFSET ?",  # noqa: S608 - our own words
        (guild, name, most, start),
    ).fetchall()
    lines: list[Line] = []
    for number, row in enumerate(found, start + 1):
        tally = Tally(*row)
        if not lines:
            lines.append(Line(place(tally), tally))
        elif tally.value(kind) == lines[-1].tally.value(kind):
            lines.append(Line(lines[-1].place, tally))
        else:
            lines.append(Line(number, tally))
    own = _tally(connection, guild, name, asker)
    own_line = None if own is None or not own.enough(kind) else Line(place(own), own)
    return Leaderboard(tuple(lines), start, total, own_line, own)


def _tally(connection: sqlite3.Connection, guild: int, name: str, user: UserId) -> Tally | None:
    row = connection.execute(
        f"SELECT {_TALLY} FROM tally WHERE guild = ? AND period = ? AND user = ?",  # noqa: S608 - a constant list of columns
        (guild, name, user),
    ).fetchone()
    return None if row is None else Tally(*row)


def _result(connection: sqlite3.Connection, match: MatchId, user: UserId) -> Taken:
    return _taken(
        connection.execute(
            f"SELECT {_TAKEN} FROM result WHERE match = ? AND user = ?",  # noqa: S608 - a constant list of columns
            (match, user),
        ).fetchone()
    )


def _where(connection: sqlite3.Connection, match: MatchId) -> tuple[int | None, int | None]:
    place, shown_place, message = connection.execute(
        "SELECT place, shown_place, shown_message FROM match WHERE id = ?", (match,)
    ).fetchone()
    return (place, None) if message is None else (shown_place, message)


def _people(connection: sqlite3.Connection, match: MatchId) -> tuple[UserId, ...]:
    found = connection.execute("SELECT user FROM took_part WHERE match = ?", (match,)).fetchall()
    return tuple(sorted(user for (user,) in found))


def _of_match(connection: sqlite3.Connection, match: MatchId) -> tuple[Taken, ...]:
    found: Iterable[Any] = connection.execute(
        f"SELECT {_TAKEN} FROM result WHERE match = ?",  # noqa: S608 - a constant list of columns
        (match,),
    ).fetchall()
    return tuple(sorted(map(_taken, found), key=lambda taken: (taken.place, taken.seat)))


def _taken(row: Any) -> Taken:
    match, user, seat, ended, place, points, fate, whole, *ratings, deeds = row
    before_mu, before_sigma, mu, sigma = ratings
    return Taken(
        match,
        user,
        seat,
        ended,
        place,
        points,
        Fate(fate),
        bool(whole),
        None if before_mu is None else Rating(before_mu, before_sigma),
        None if mu is None else Rating(mu, sigma),
        deeds_of.read(deeds),
    )
