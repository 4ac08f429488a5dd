"""The SQL that replaces statistics in small steps.

targets.py computes the correct rows of a server in a database in memory. Each step here is one
short transaction: it checks that the server has not changed since, compares some rows, and writes
the differences. Rows that must agree change in one step: all rows of a match, and all tallies of a
leaderboard (a server, game and period). So readers always see consistent data, and a repeated step
writes nothing.
"""

import asyncio
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial

from bot.match.daily import rows as day_rows
from bot.match.log.records import MatchId
from bot.match.rebuild.targets import (
    KEYS,
    WHERE,
    Row,
    Scope,
    Values,
    columns,
    correct_rows,
    stored_inputs,
)
from bot.match.rebuild.versions import note, noted_version
from bot.match.statistics.result import EndedMatch
from bot.storage.base.connection import Connection
from bot.storage.base.database import Database
from bot.storage.base.group_writer import Work


@dataclass(frozen=True, slots=True)
class Rebuilt:
    matches: int = 0
    kept: tuple[MatchId, ...] = ()
    """Matches that can't be replayed, and whose rows stay as they were stored."""
    lost: tuple[MatchId, ...] = ()
    """Finished matches that can't be replayed, and of which no rows are stored either."""

    def __add__(self, other: "Rebuilt") -> "Rebuilt":
        return Rebuilt(
            self.matches + other.matches,
            tuple(sorted({*self.kept, *other.kept})),
            tuple(sorted({*self.lost, *other.lost})),
        )


@dataclass(frozen=True, slots=True)
class ServerSnapshot:
    """A fingerprint of a server, which changes with every match that ends and person that is
    forgotten.
    """

    over: tuple[MatchId, ...]
    former: int


NAME = "statistics"
VERSION = 1
"""Version of the code that computes statistics: raise it when the same match leads to
other rows.
"""
MATCHES, PEOPLE, TALLIES = 25, 100, 10
"""Sizes of a step: matches, people with achievements, people with standings over days."""


class DerivedStore:
    def __init__(self, database: Database, breath: float = 0.0) -> None:
        self._database = database
        self._breath = breath

    async def is_stale(self) -> bool:
        return (
            await self._database.read(lambda connection: noted_version(connection, NAME)) < VERSION
        )

    async def begin(self) -> None:
        def work(connection: Connection) -> None:
            _forget_servers(connection)
            note(connection, NAME, 0)

        await self._database.writer.write(work)

    async def servers_left(self) -> tuple[int, ...]:
        def work(connection: Connection) -> tuple[int, ...]:
            rows = connection.execute("SELECT guild FROM server ORDER BY guild").fetchall()
            return tuple(
                guild for (guild,) in rows if noted_version(connection, _of(guild)) < VERSION
            )

        return await self._database.read(work)

    async def snapshot(self, guild: int) -> ServerSnapshot:
        def work(connection: Connection) -> ServerSnapshot:
            rows = connection.execute(
                "SELECT id FROM match WHERE guild = ? AND status = 'over' ORDER BY id", (guild,)
            ).fetchall()
            return ServerSnapshot(tuple(match for (match,) in rows), _former(connection))

        return await self._database.snapshot(work)

    async def forgotten_matches(self, guild: int, since: int) -> tuple[MatchId, ...]:
        return await self._database.column(
            "SELECT former.match FROM former JOIN match ON match.id = former.match"
            " WHERE former.number > ? AND match.guild = ?",
            since,
            guild,
        )

    async def put(
        self, guild: int, endings: Sequence[EndedMatch], known: ServerSnapshot
    ) -> Rebuilt | None:
        """Replace the rows of a server, except those of matches without an ending here, and mark it
        as done.

        Return None if the server has changed since `known`. In that case only some rows may have
        been replaced, and the caller must start again.
        """
        while True:
            replayed = frozenset(ending.match for ending in endings)
            ratings, kept = await self._database.snapshot(
                partial(stored_inputs, guild=guild, replayed=replayed)
            )
            correct, refused = await asyncio.to_thread(correct_rows, guild, endings, ratings, kept)
            if not refused:
                break
            endings = [ending for ending in endings if ending.match not in refused]
        scopes = await self._database.read(lambda connection: _there(connection, guild))
        for step in await asyncio.to_thread(_steps, {*correct, *scopes}):
            if not await self._step(guild, known, partial(_correct, step, correct)):
                return None
        for put in await self._database.read(lambda connection: _days(connection, guild, endings)):
            if not await self._step(guild, known, put):
                return None
        if not await self._step(
            guild, known, lambda connection: note(connection, _of(guild), VERSION)
        ):
            return None
        kept_matches = tuple(match.match for match in kept)
        lost = tuple(match for match in known.over if match not in {*replayed, *kept_matches})
        return Rebuilt(len(replayed), kept_matches, lost)

    async def finish(self) -> None:
        def work(connection: Connection) -> None:
            _forget_servers(connection)
            note(connection, NAME, VERSION)

        await self._database.writer.write(work)

    async def _step(self, guild: int, known: ServerSnapshot, work: Work[None]) -> bool:
        def checked(connection: Connection) -> bool:
            if not _unchanged(connection, guild, known):
                return False
            work(connection)
            return True

        done = await self._database.writer.write(checked)
        await asyncio.sleep(self._breath)
        return done


def _days(connection: Connection, guild: int, endings: Sequence[EndedMatch]) -> list[Work[None]]:
    """Return the steps that correct games of the day.

    The points of the matches come first, in whichever servers they count. Then each person's tally
    is computed in the same transaction that writes it, because people can open puzzles here
    meanwhile.
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
    of_matches: dict[MatchId, list[Scope]] = {}
    leaderboards: dict[Values, list[Scope]] = {}
    people: list[Scope] = []
    for scope in sorted(scopes, key=repr):
        table, values = scope
        match table:
            case "tally" | "tally_count":
                leaderboards.setdefault(values, []).append(scope)
            case "achievement":
                people.append(scope)
            case _:
                of_matches.setdefault(values[0], []).append(scope)
    matches = sorted(of_matches)
    return [
        *(
            [
                scope
                for match_id in matches[first : first + MATCHES]
                for scope in of_matches[match_id]
            ]
            for first in range(0, len(matches), MATCHES)
        ),
        *leaderboards.values(),
        *(people[first : first + PEOPLE] for first in range(0, len(people), PEOPLE)),
    ]


def _correct(
    scopes: Sequence[Scope], rows_by_scope: Mapping[Scope, set[Row]], connection: Connection
) -> None:
    for scope in scopes:
        table, values = scope
        correct = rows_by_scope.get(scope, set())
        names = columns(table)
        rows = connection.execute(
            f"SELECT {', '.join(names)} FROM {table} WHERE {WHERE[table]}",  # noqa: S608 - constant text
            values,
        )
        stored = set(rows)
        if stored == correct:
            continue
        keys = [names.index(name) for name in KEYS[table]]
        where = " AND ".join(f"{name} = ?" for name in KEYS[table])
        connection.executemany(
            f"DELETE FROM {table} WHERE {where}",  # noqa: S608 - constant text
            [tuple(row[place] for place in keys) for row in stored - correct],
        )
        holes = ", ".join("?" * len(names))
        connection.executemany(
            f"INSERT INTO {table} ({', '.join(names)}) VALUES ({holes})",  # noqa: S608 - constant text
            sorted(correct - stored, key=repr),
        )


def _there(connection: Connection, guild: int) -> set[Scope]:
    scopes: set[Scope] = set()
    for table, where in WHERE.items():
        columns_asked = ", ".join(part.split()[0] for part in where.split(" AND "))
        rows = connection.execute(
            f"SELECT DISTINCT {columns_asked} FROM {table} WHERE guild = ?",  # noqa: S608 - constant text
            (guild,),
        )
        scopes |= {(table, tuple(row)) for row in rows}
    return scopes


def _unchanged(connection: Connection, guild: int, known: ServerSnapshot) -> bool:
    """Return whether the server still has as many finished matches, and nobody was forgotten since.

    A finished match stays until its server is forgotten, and numbers only grow.
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
    return f"{NAME} of {guild}"


def _forget_servers(connection: Connection) -> None:
    connection.execute("DELETE FROM derived WHERE name LIKE ?", (f"{NAME} of %",))
