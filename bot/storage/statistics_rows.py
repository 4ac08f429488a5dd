"""The rows of glory: what a match leads to that is over.

Everything here runs inside a transaction that somebody else began. Ratings follow each other in
the order in which matches ended (when, then number), whatever order they are kept in.
"""

import sqlite3
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from bot.match.holders import UserId, is_person
from bot.match.statistics import match_stats as deeds_of
from bot.match.statistics.projections import Era, period
from bot.match.statistics.ratings import NEWCOMER, Rating, rated
from bot.match.types import Fate, MatchId, Result

TABLES = ("took_part", "result", "tally", "beer", "achievement")
"""The derived tables."""


@dataclass(frozen=True, slots=True)
class _Row:
    """A result as its row has it."""

    match: MatchId
    user: UserId
    ended: int
    place: int
    points: int
    fate: Fate
    whole: bool
    mu: float | None
    sigma: float | None
    beers: int
    earned: tuple[str, ...]


def insert(
    connection: sqlite3.Connection,
    match: MatchId,
    guild: int,
    ended: int,
    *,
    people: Sequence[UserId],
    results: Sequence[Result],
) -> None:
    """Add what a match leads to that has ended."""
    connection.executemany(
        "INSERT INTO took_part (guild, user, ended, match) VALUES (?, ?, ?, ?)",
        [(guild, user, ended, match) for user in people],
    )
    for result in results:
        _insert_result(connection, match, guild, ended, result)
    if not results:
        return
    _rate(connection, match, guild, ended)
    later = connection.execute(
        "SELECT DISTINCT ended, match FROM result WHERE guild = ? AND (ended, match) > (?, ?)"
        " ORDER BY ended, match",
        (guild, ended, match),
    ).fetchall()
    users = {result.user for result in results}
    if not later:
        for user in users:
            _add(connection, guild, _rows(connection, guild, user, match))
        return
    # Somebody's clock was behind, or two matches ended within one second.
    for after, other in later:
        _rate(connection, other, guild, after)
        users |= {user for user, _, _ in _rivals(connection, other)}
    for user in users:
        connection.execute("DELETE FROM tally WHERE guild = ? AND user = ?", (guild, user))
        connection.execute("DELETE FROM achievement WHERE guild = ? AND user = ?", (guild, user))
        _add(connection, guild, _rows(connection, guild, user))


def forget(connection: sqlite3.Connection, user: UserId, match: MatchId, former: UserId) -> None:
    """Let a pseudonym below zero, made for this match alone, take somebody's place in it.

    What others have is not touched, nor is what a rebuild makes of it. Called for each match in
    which they took part; after the last of them `forget_sums` takes away what was theirs alone.
    """
    connection.execute(
        "INSERT INTO kept_rating (match, user, mu, sigma)"
        " SELECT match, ?, before_mu, before_sigma FROM result"
        " WHERE match = ? AND user = ? AND before_mu IS NOT NULL",
        (former, match, user),
    )
    for statement in (
        "UPDATE took_part SET user = ? WHERE match = ? AND user = ?",
        "UPDATE result SET user = ?, earned = '' WHERE match = ? AND user = ?",
        "UPDATE beer SET giver = ? WHERE match = ? AND giver = ?",
        "UPDATE beer SET taker = ? WHERE match = ? AND taker = ?",
    ):
        connection.execute(statement, (former, match, user))


def forget_sums(connection: sqlite3.Connection, guild: int, user: UserId) -> None:
    """Take away what somebody had in a server beyond single matches."""
    connection.execute("DELETE FROM tally WHERE guild = ? AND user = ?", (guild, user))
    connection.execute("DELETE FROM achievement WHERE guild = ? AND user = ?", (guild, user))


def _insert_result(
    connection: sqlite3.Connection, match: MatchId, guild: int, ended: int, result: Result
) -> None:
    connection.execute(
        "INSERT INTO result (match, user, guild, seat, ended, place, points, fate, whole, deeds,"
        " earned) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
        (
            match,
            result.user,
            guild,
            result.seat,
            ended,
            result.place,
            result.points,
            result.fate.value,
            result.whole,
            deeds_of.written(result.deeds),
            " ".join(result.earned) if is_person(result.user) else "",
        ),
    )
    connection.executemany(
        "INSERT INTO beer (guild, giver, taker, match, count) VALUES (?, ?, ?, ?, ?)",
        [(guild, result.user, taker, match, count) for taker, count in result.deeds.gifts],
    )


def _rivals(connection: sqlite3.Connection, match: MatchId) -> list[tuple[UserId, int, str]]:
    """User, place and fate of everybody in a match, in an order that lasts."""
    return connection.execute(
        "SELECT user, place, fate FROM result WHERE match = ? ORDER BY match, user", (match,)
    ).fetchall()


def _rate(connection: sqlite3.Connection, match: MatchId, guild: int, ended: int) -> None:
    """Note the ratings before and after a match of those who began it."""
    found = connection.execute(
        "SELECT seat, user, place, fate FROM result WHERE match = ?", (match,)
    ).fetchall()
    # In the order of seats, which stays the same when somebody is forgotten.
    rivals = sorted(row[:3] for row in found if Fate(row[3]) is not Fate.TOOK_OVER)
    if len(rivals) < 2:
        return
    before = [_rating(connection, match, guild, ended, user) for _, user, _ in rivals]
    after = rated(before, [place for _, _, place in rivals])
    connection.executemany(
        "UPDATE result SET before_mu = ?, before_sigma = ?, mu = ?, sigma = ?"
        " WHERE match = ? AND user = ?",
        [
            (old.mu, old.sigma, new.mu, new.sigma, match, user)
            for (_, user, _), old, new in zip(rivals, before, after, strict=True)
        ],
    )


def _rating(
    connection: sqlite3.Connection, match: MatchId, guild: int, ended: int, user: UserId
) -> Rating:
    """The rating of somebody before a match."""
    if is_person(user):
        row = connection.execute(
            "SELECT mu, sigma FROM result WHERE guild = ? AND user = ?"
            " AND (ended, match) < (?, ?) AND mu IS NOT NULL"
            " ORDER BY ended DESC, match DESC LIMIT 1",
            (guild, user, ended, match),
        ).fetchone()
    else:
        row = connection.execute(
            "SELECT mu, sigma FROM kept_rating WHERE match = ? AND user = ?", (match, user)
        ).fetchone()
    return NEWCOMER if row is None else Rating(*row)


def _rows(
    connection: sqlite3.Connection, guild: int, user: UserId, match: MatchId | None = None
) -> Iterable[_Row]:
    """What somebody took, in the order of the ends; from one match only where it is named."""
    columns = "SELECT match, user, ended, place, points, fate, whole, mu, sigma, earned FROM result"
    if match is None:
        found = connection.execute(
            f"{columns} WHERE guild = ? AND user = ? ORDER BY ended, match", (guild, user)
        ).fetchall()
    else:
        found = connection.execute(
            f"{columns} WHERE match = ? AND user = ?", (match, user)
        ).fetchall()
    for row in found:
        beers = connection.execute(
            "SELECT SUM(count) FROM beer WHERE match = ? AND giver = ?", (row[0], user)
        ).fetchone()[0]
        number, _, ended, place, points, fate, whole, mu, sigma, earned = row
        yield _Row(
            number,
            user,
            ended,
            place,
            points,
            Fate(fate),
            bool(whole),
            mu,
            sigma,
            beers or 0,
            tuple(earned.split()),
        )


def _add(connection: sqlite3.Connection, guild: int, rows: Iterable[_Row]) -> None:
    """Add results of somebody, in the order of the ends, to the sums and the achievements."""
    for row in rows:
        if not is_person(row.user):
            continue
        whole = int(row.whole)
        rating = None
        if row.mu is not None and row.sigma is not None:
            rating = Rating(row.mu, row.sigma).shown
        for era in Era:
            connection.execute(
                "INSERT INTO tally (guild, period, user, matches, wins, whole, points, best,"
                " best_match, beers, rating, rated)"
                " VALUES (?, ?, ?, 1, ?, ?, ?, ?, ?, ?, ?, ?)"
                " ON CONFLICT (guild, period, user) DO UPDATE SET matches = matches + 1,"
                " wins = wins + excluded.wins, whole = whole + excluded.whole,"
                " points = points + excluded.points, beers = beers + excluded.beers,"
                " best_match = CASE WHEN best IS NULL OR excluded.best > best"
                " THEN excluded.best_match ELSE best_match END,"
                " best = CASE WHEN best IS NULL OR excluded.best > best"
                " THEN excluded.best ELSE best END,"
                " rating = COALESCE(excluded.rating, rating), rated = rated + excluded.rated",
                (
                    guild,
                    period(era, row.ended),
                    row.user,
                    int(row.place == 1),
                    whole,
                    row.points * whole,
                    row.points if whole else None,
                    row.match if whole else None,
                    row.beers,
                    rating,
                    int(rating is not None),
                ),
            )
        connection.executemany(
            "INSERT INTO achievement (guild, user, name, match) VALUES (?, ?, ?, ?)"
            " ON CONFLICT DO NOTHING",
            [(guild, row.user, name, row.match) for name in row.earned],
        )
