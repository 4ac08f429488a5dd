"""Rebuilding the tables of statistics in small steps; fulfils DerivedStore.

What a server's matches lead to is worked out in a database in memory (rebuild_targets.py). Each
step is one short transaction: it makes sure that the server is still as it was known, compares some
rows with those that there should be, and writes what differs. So whatever is in place is right by
itself: all rows of a match change at once, and so does each leaderboard, which is all tallies of a
server, game and period. A step that was done before writes nothing.
"""

import asyncio
from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass
from functools import partial

from bot.match.daily import rows as day_rows
from bot.match.log.records import MatchId
from bot.match.rebuild.targets import KEYS, WHERE, Scope, Target, Values, aim, columns, start
from bot.match.statistics.result import EndedMatch
from bot.storage.base.connection import Connection
from bot.storage.base.database import Database
from bot.storage.base.group_writer import Work


@dataclass(frozen=True, slots=True)
class Known:
    """What was seen of a server: by it one knows that nothing has changed since."""

    over: tuple[MatchId, ...]
    """Its matches that are over, in order of their numbers."""
    former: int
    """How many former miners there have ever been, in any server."""


NAME = "statistics"
VERSION = 1
"""Of what the code makes of a match: raise it when the same match leads to other rows."""
MATCHES, PEOPLE, TALLIES = 25, 100, 10
"""The rows of so many matches, the achievements of so many people, or the standings over days of so
many are compared in a step."""


class DerivedStore:
    """Derived rows and their versions. Every write is one short transaction."""

    def __init__(self, database: Database, breath: float = 0.0) -> None:
        self._database = database
        self._breath = breath
        """Seconds between two steps, in which others write."""

    async def stale(self) -> bool:
        """Whether it was never made, or by an older version, or not to the end."""
        return await self._database.read(lambda connection: _version(connection, NAME)) < VERSION

    async def begin(self) -> None:
        """Note that all of it is to be rebuilt: until `finish` it is stale."""

        def work(connection: Connection) -> None:
            _forget_servers(connection)
            _note(connection, NAME, 0)

        await self._database.writer.write(work)

    async def left(self) -> tuple[int, ...]:
        """The servers that are still to be rebuilt."""

        def work(connection: Connection) -> tuple[int, ...]:
            found = connection.execute("SELECT guild FROM server ORDER BY guild").fetchall()
            return tuple(guild for (guild,) in found if _version(connection, _of(guild)) < VERSION)

        return await self._database.read(work)

    async def known(self, guild: int) -> Known:
        """The matches of a server to rebuild it from."""

        def work(connection: Connection) -> Known:
            found = connection.execute(
                "SELECT id FROM match WHERE guild = ? AND status = 'over' ORDER BY id", (guild,)
            ).fetchall()
            return Known(tuple(match for (match,) in found), _former(connection))

        return await self._database.snapshot(work)

    async def forgotten(self, guild: int, since: int) -> tuple[MatchId, ...]:
        """The matches of a server in which people were forgotten, after so many former miners."""
        return await self._database.column(
            "SELECT former.match FROM former JOIN match ON match.id = former.match"
            " WHERE former.number > ? AND match.guild = ?",
            since,
            guild,
        )

    async def put(
        self, guild: int, endings: Sequence[EndedMatch], known: Known, games: Collection[str]
    ) -> tuple[MatchId, ...] | None:
        """Put what these lead to in place of all that a server has of these games, and note that.

        Nothing of other games changes. Gives the matches for which that is not possible. None if
        the server is no longer as it was `known`: then some of it may be in place, and it must be
        done again.
        """
        given = await self._database.read(lambda connection: start(connection, guild))
        target = await asyncio.to_thread(aim, endings, given)
        there = await self._database.read(lambda connection: _there(connection, guild, games))
        for step in await asyncio.to_thread(_steps, {*target.rows, *there}):
            if not await self._step(guild, known, partial(_level, step, target, games)):
                return None
        for put in await self._database.read(lambda one: _days(one, guild, endings)):
            if not await self._step(guild, known, put):
                return None
        if not await self._step(guild, known, lambda one: _note(one, _of(guild), VERSION)):
            return None
        return target.refused

    async def finish(self) -> None:
        """Note that all of it is made by this version."""

        def work(connection: Connection) -> None:
            _forget_servers(connection)
            _note(connection, NAME, VERSION)

        await self._database.writer.write(work)

    async def _step(self, guild: int, known: Known, work: Work[None]) -> bool:
        """Do it in one transaction; False, and nothing is done, if the server has changed."""

        def checked(connection: Connection) -> bool:
            if not _unchanged(connection, guild, known):
                return False
            work(connection)
            return True

        done = await self._database.writer.write(checked)
        await asyncio.sleep(self._breath)
        return done


def _days(connection: Connection, guild: int, endings: Sequence[EndedMatch]) -> list[Work[None]]:
    """What is put right of games of the day in one transaction each.

    First what the matches count for, in whatever servers; then what people have here, from the
    rows that are there by then, as others may ask for a day here meanwhile.
    """
    points = [(ending.match, ending.day_points) for ending in endings]
    users = day_rows.people(connection, guild)
    return [
        *(
            partial(day_rows.put_points, points=points[first : first + MATCHES])
            for first in range(0, len(points), MATCHES)
        ),
        *(
            partial(day_rows.put_tallies, guild=guild, users=users[first : first + TALLIES])
            for first in range(0, len(users), TALLIES)
        ),
    ]


def _steps(scopes: Iterable[Scope]) -> list[Sequence[Scope]]:
    """What is compared in one transaction each: matches first, then what is summed from them."""
    of_matches: dict[MatchId, list[Scope]] = {}
    leaderboards: dict[Values, list[Scope]] = {}
    people: list[Scope] = []
    for scope in sorted(scopes, key=repr):
        match scope.table:
            case "tally" | "tally_count":
                leaderboards.setdefault(scope.values, []).append(scope)
            case "achievement":
                people.append(scope)
            case _:
                of_matches.setdefault(scope.values[0], []).append(scope)
    matches = sorted(of_matches)
    return [
        *(
            [scope for one in matches[first : first + MATCHES] for scope in of_matches[one]]
            for first in range(0, len(matches), MATCHES)
        ),
        *leaderboards.values(),
        *(people[first : first + PEOPLE] for first in range(0, len(people), PEOPLE)),
    ]


def _level(
    scopes: Sequence[Scope], target: Target, games: Collection[str], connection: Connection
) -> None:
    """Write what differs from the target, in these games."""
    for scope in scopes:
        table, wanted = scope.table, target.of(scope)
        names = columns(table)
        game = names.index("game")
        rows = connection.execute(
            f"SELECT {', '.join(names)} FROM {table} WHERE {WHERE[table]}",  # noqa: S608 - our own words
            scope.values,
        )
        found = {row for row in rows if row[game] in games}
        if found == wanted:
            continue
        keys = [names.index(name) for name in KEYS[table]]
        where = " AND ".join(f"{name} = ?" for name in KEYS[table])
        connection.executemany(
            f"DELETE FROM {table} WHERE {where}",  # noqa: S608 - our own words
            [tuple(row[place] for place in keys) for row in found - wanted],
        )
        holes = ", ".join("?" * len(names))
        connection.executemany(
            f"INSERT INTO {table} ({', '.join(names)}) VALUES ({holes})",  # noqa: S608 - our own words
            sorted(wanted - found, key=repr),
        )


def _there(connection: Connection, guild: int, games: Collection[str]) -> set[Scope]:
    """All scopes of a server that have rows of these games."""
    found: set[Scope] = set()
    for table, where in WHERE.items():
        columns_asked = ", ".join(part.split()[0] for part in where.split(" AND "))
        rows = connection.execute(
            f"SELECT game, {columns_asked} FROM {table} WHERE guild = ?",  # noqa: S608 - our own words
            (guild,),
        )
        found |= {Scope(table, row[1:]) for row in rows if row[0] in games}
    return found


def _unchanged(connection: Connection, guild: int, known: Known) -> bool:
    """Whether as many matches are over, and nobody was forgotten since.

    A match that is over stays so until its server is forgotten, and numbers only grow.
    """
    count, last = connection.execute(
        "SELECT COUNT(*), MAX(id) FROM match WHERE guild = ? AND status = 'over'", (guild,)
    ).fetchone()
    newest = known.over[-1] if known.over else None
    return (count, last, _former(connection)) == (len(known.over), newest, known.former)


def _former(connection: Connection) -> int:
    row = connection.execute("SELECT MAX(number) FROM former").fetchone()
    return row[0] or 0


def _of(guild: int) -> str:
    """The name of the tables of one server while all are being made."""
    return f"{NAME} of {guild}"


def _version(connection: Connection, name: str) -> int:
    """By which version they were made; 0 for those that were never made."""
    row = connection.execute("SELECT version FROM derived WHERE name = ?", (name,)).fetchone()
    return 0 if row is None else int(row[0])


def _note(connection: Connection, name: str, version: int) -> None:
    connection.execute(
        "INSERT INTO derived (name, version) VALUES (?, ?)"
        " ON CONFLICT (name) DO UPDATE SET version = excluded.version",
        (name, version),
    )


def _forget_servers(connection: Connection) -> None:
    connection.execute("DELETE FROM derived WHERE name <> ?", (NAME,))
