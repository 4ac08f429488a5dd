"""The rows of days that forgetting and rebuilding change inside their own transactions."""

from collections.abc import Sequence
from dataclasses import dataclass

from bot.match.log.records import MatchId
from bot.match.people import bars
from bot.match.values.days import Day
from bot.match.values.places import NO_SERVER
from bot.match.values.players import UserId
from bot.storage.base.connection import Connection
from bot.storage.base.rows import Rows

_ASKED = "asked.game = played.game AND asked.day = played.day AND asked.user = played.user"
_WEEK = "'week ' || date(day, 'weekday 0', '-6 days')"
_PLAYED = " UNION ALL ".join(
    f"SELECT guild, game, {period} AS period, user, points"  # noqa: S608 - constant text
    " FROM day_guild JOIN day_match USING (game, day, user)"
    " WHERE points IS NOT NULL AND guild = ?1 AND user = ?2"
    for period in ("day", _WEEK, "'all'")
)


@dataclass(frozen=True, slots=True, order=True)
class _Tally:
    guild: int
    game: str
    period: str
    user: UserId
    days: int
    points: int


STORED = Rows(_Tally, "day_tally")
CORRECT = Rows(_Tally, f"({_PLAYED}) AS played", {"days": "COUNT(*)", "points": "SUM(points)"})
"""The correct tallies of a person in a server."""


def forget_in(connection: Connection, match: MatchId, user: UserId, former: UserId) -> None:
    """Replace a person by a former miner in a match of a day.

    A hash of their id stays until the next day, so that they can't play the same dice again.
    """
    row = connection.execute("SELECT game, day FROM day_match WHERE match = ?", (match,)).fetchone()
    if row is None:
        return
    game, day = row
    connection.execute("UPDATE day_match SET user = ? WHERE match = ?", (former, match))
    newest = connection.execute(
        "SELECT day FROM day WHERE game = ? ORDER BY day DESC LIMIT 1", (game,)
    ).fetchone()
    if newest == (day,):
        connection.execute(
            "INSERT INTO day_forgotten (game, day, person) VALUES (?, ?, ?) ON CONFLICT DO NOTHING",
            (game, day, _person_hash(connection, game, day, user)),
        )


def counts_elsewhere(connection: Connection, match: MatchId, guild: int) -> bool:
    row = connection.execute(
        "SELECT 1 FROM day_match AS played WHERE match = ? AND points IS NOT NULL AND EXISTS"  # noqa: S608 - constant text
        f" (SELECT 1 FROM day_guild AS asked WHERE {_ASKED} AND asked.guild <> ?)",
        (match, guild),
    ).fetchone()
    return row is not None


def count_nowhere(connection: Connection) -> tuple[MatchId, ...]:
    rows = connection.execute(
        "SELECT match.id FROM match JOIN day_match AS played ON played.match = match.id"  # noqa: S608 - constant text
        f" WHERE match.guild = ? AND NOT EXISTS (SELECT 1 FROM day_guild AS asked WHERE {_ASKED})",
        (NO_SERVER,),
    ).fetchall()
    return tuple(match for (match,) in rows)


def of_forgotten(connection: Connection, user: UserId) -> list[tuple[str, Day]]:
    days = list[tuple[str, Day]]()
    game = day = ""
    while True:
        row = connection.execute(
            "SELECT game, day FROM day_forgotten WHERE (game, day) > (?, ?)"
            " ORDER BY game, day LIMIT 1",
            (game, day),
        ).fetchone()
        if row is None:
            return days
        game, day = row
        if was_forgotten(connection, game, day, user):
            days.append((game, day))


def was_forgotten(connection: Connection, game: str, day: Day, user: UserId) -> bool:
    row = connection.execute(
        "SELECT 1 FROM day_forgotten WHERE game = ? AND day = ? AND person = ?",
        (game, day, _person_hash(connection, game, day, user)),
    )
    return row.fetchone() is not None


def _person_hash(connection: Connection, game: str, day: Day, user: UserId) -> bytes:
    return bars.keyed_hash(connection, f"{game}:{day}:{user}")


def put_points(connection: Connection, points: Sequence[tuple[MatchId, int | None]]) -> None:
    connection.executemany(
        "UPDATE day_match SET points = ?2 WHERE match = ?1 AND points IS NOT ?2", points
    )


def people(connection: Connection, guild: int) -> list[UserId]:
    rows = connection.execute(
        "SELECT user FROM day_guild WHERE guild = ?1"
        " UNION SELECT user FROM day_tally WHERE guild = ?1 ORDER BY user",
        (guild,),
    )
    return [user for (user,) in rows]


def put_tallies(connection: Connection, guild: int, users: Sequence[UserId]) -> None:
    for user in users:
        correct = set(CORRECT.all(connection, "GROUP BY guild, game, period, user", guild, user))
        stored = set(STORED.all(connection, "WHERE guild = ? AND user = ?", guild, user))
        connection.executemany(
            "DELETE FROM day_tally WHERE guild = ? AND game = ? AND period = ? AND user = ?",
            [(row.guild, row.game, row.period, row.user) for row in stored - correct],
        )
        STORED.insert(connection, sorted(correct - stored))
