"""What is kept of people and of servers, and forgetting it, in SQLite.

Fulfils bot.match.people.forgetting.PeopleStore.
"""

import sqlite3
from collections.abc import Iterator, Sequence
from typing import Any

from bot.match.events import EventKind
from bot.match.holders import UserId
from bot.match.lobby.contribution import word_in
from bot.match.people.forgetting import MOVES, STAYING_BARS, TYPED, PersonalData
from bot.match.records import MatchId
from bot.storage import bars, statistics_rows
from bot.storage.database import Database
from bot.storage.personal_data import HOLDINGS, OF_A_MATCH, OF_A_SERVER, By, OnForget, UserColumn
from bot.storage.secure_delete import sweep

Stretch = tuple[int, int, int]
"""A seat with the seqs between which somebody held it: from the first, to before the last."""
FOR_EVER = 1 << 62


class SqlitePeople:
    """Finds all that names somebody, and lets former miners take their place."""

    def __init__(self, database: Database) -> None:
        self._database = database
        self._gone: dict[int, UserId] = {}
        """Whom this process has forgotten since the files were swept, by the number of the wish
        to sweep them."""

    async def kept(self, user: UserId) -> PersonalData:
        """All that is stored about somebody, tables without any of it left out."""

        def work(connection: sqlite3.Connection) -> PersonalData:
            connection.execute("BEGIN")
            try:
                found = {one.name: _rows(connection, one, user) for one in HOLDINGS if one.told}
                found[MOVES] = _moves(connection, user)
                found[TYPED] = _words(connection, user)
                found[STAYING_BARS] = _staying_bars(connection, user)
            finally:
                connection.execute("COMMIT")
            return {name: rows for name, rows in found.items() if rows}

        return await self._database.read(work)

    async def matches_of(self, user: UserId) -> tuple[MatchId, ...]:
        """Every match whose history names somebody, the oldest first."""
        return await self._database.read(lambda connection: _matches(connection, user))

    async def guilds_of(self, user: UserId) -> tuple[int, ...]:
        """The servers of those matches."""
        return await self._database.read(lambda connection: _guilds(connection, user))

    async def begin(self, user: UserId, now: int) -> None:
        """Note that somebody is to be forgotten."""
        await self._execute(
            "INSERT INTO forgetting (user, since) VALUES (?, ?) ON CONFLICT DO NOTHING", user, now
        )

    async def begun(self) -> tuple[UserId, ...]:
        """Those whose forgetting has begun and is not done."""
        return await self._numbers("SELECT user FROM forgetting WHERE user > 0 ORDER BY user")

    async def forget_in(self, match: MatchId, user: UserId, *, stuck: bool) -> None:
        """Let a former miner take somebody's place in a match that they are not playing.

        In one that is `stuck`, as nothing can be done to it, also where they are.
        """

        def work(connection: sqlite3.Connection) -> None:
            if stuck or not _plays(connection, match, user):
                _forget_in(connection, match, user)

        await self._database.writer.write(work)

    async def finish(self, user: UserId) -> bool:
        """Take away the rest; False, having changed nothing, where a match still names them."""

        def work(connection: sqlite3.Connection) -> int | None:
            if _matches(connection, user):
                return None
            bars.forget(connection, user)
            for one in HOLDINGS:
                if one.by is By.USER and one.fate is OnForget.GONE:
                    sql = f"DELETE FROM {one.table} WHERE {one.user} = ?"  # noqa: S608 - our own words
                    connection.execute(sql, (user,))
                elif one.fate is OnForget.NOBODY:
                    sql = f"UPDATE {one.table} SET {one.user} = 0 WHERE {one.user} = ?"  # noqa: S608 - our own words
                    connection.execute(sql, (user,))
            return _to_sweep(connection)

        number = await self._database.writer.write(work)
        if number is not None:
            self._gone[number] = user
        return number is not None

    async def sweep(self) -> bool:
        """Leave nothing of what is forgotten in the database's files, where that is still to do.

        False where somebody reads or writes just now: it has to be done again.
        """
        wanted, done = (await self._database.read(_sweeps))[0]
        if wanted <= done:
            return True
        missing = range(done + 1, wanted + 1)
        # Of what another process has forgotten, or this one before a restart, nobody knows whose
        # traces to look for.
        known = all(number in self._gone for number in missing)
        users = {self._gone[number] for number in missing} if known else None
        if not await self._database.alone(lambda open_, path: sweep(open_, path, users)):
            return False
        await self._execute("UPDATE sweep SET done = MAX(done, ?) WHERE id = 1", wanted)
        self._gone = {number: user for number, user in self._gone.items() if number > wanted}
        return True

    async def came(self, guild: int) -> None:
        """The bot is in a server: nothing of it is to be forgotten."""
        await self._execute("UPDATE server SET gone = NULL WHERE guild = ?", guild)

    async def left(self, guild: int, now: int) -> None:
        """The bot is not in a server, from now on or since before."""
        await self._execute(
            "UPDATE server SET gone = ? WHERE guild = ? AND gone IS NULL", now, guild
        )

    async def among(self, guilds: Sequence[int], now: int) -> None:
        """The bot is in these servers, and in no others, from now on or since before."""
        here = set(guilds)

        def work(connection: sqlite3.Connection) -> None:
            known = connection.execute("SELECT guild, gone FROM server WHERE guild > 0").fetchall()
            changed = [
                (None if guild in here else now, guild)
                for guild, gone in known
                if (guild in here) != (gone is None)
            ]
            connection.executemany("UPDATE server SET gone = ? WHERE guild = ?", changed)

        await self._database.writer.write(work)

    async def left_before(self, at: int) -> tuple[int, ...]:
        """Servers in which the bot has not been since then."""
        return await self._numbers("SELECT guild FROM server WHERE gone <= ? ORDER BY gone", at)

    async def forget_matches(self, guild: int, before: int, most: int) -> tuple[MatchId, ...]:
        """Take away some matches of a server that was left before then; gives which."""

        def work(connection: sqlite3.Connection) -> tuple[MatchId, ...]:
            if not _gone(connection, guild, before):
                return ()
            found = connection.execute(
                "SELECT id FROM match WHERE guild = ? LIMIT ?", (guild, most)
            ).fetchall()
            for (match,) in found:
                for table in OF_A_MATCH:
                    connection.execute(f"DELETE FROM {table} WHERE match = ?", (match,))  # noqa: S608 - our own words
                connection.execute("DELETE FROM match WHERE id = ?", (match,))
            return tuple(match for (match,) in found)

        return await self._database.writer.write(work)

    async def forget_server(self, guild: int, before: int) -> None:
        """Take away the rest of a server that was left before then and has no matches."""

        def work(connection: sqlite3.Connection) -> None:
            if _gone(connection, guild, before):
                for table in OF_A_SERVER:
                    connection.execute(f"DELETE FROM {table} WHERE guild = ?", (guild,))  # noqa: S608 - our own words
                _to_sweep(connection)

        await self._database.writer.write(work)

    async def _execute(self, sql: str, *values: object) -> None:
        def work(connection: sqlite3.Connection) -> None:
            connection.execute(sql, values)

        await self._database.writer.write(work)

    async def _numbers(self, sql: str, *values: object) -> tuple[int, ...]:
        found = await self._database.read(
            lambda connection: connection.execute(sql, values).fetchall()
        )
        return tuple(row[0] for row in found)


def _sweeps(connection: sqlite3.Connection) -> list[Any]:
    """How many sweeps were wanted, and up to which they are done."""
    return connection.execute("SELECT wanted, done FROM sweep WHERE id = 1").fetchall()


def _to_sweep(connection: sqlite3.Connection) -> int:
    """Note that something was deleted that must not be left in the files; gives its number."""
    connection.execute("UPDATE sweep SET wanted = wanted + 1 WHERE id = 1")
    return int(_sweeps(connection)[0][0])


def _staying_bars(connection: sqlite3.Connection, user: UserId) -> list[dict[str, object]]:
    """The bars against somebody that have outlasted their being forgotten."""
    found = [
        (guild, bars.of_forgotten(connection, guild, user)) for guild in bars.guilds(connection)
    ]
    return [{"guild": guild, "at": at} for guild, at in found if at is not None]


def _matches(connection: sqlite3.Connection, user: UserId) -> tuple[MatchId, ...]:
    found = connection.execute(
        "SELECT DISTINCT match FROM match_event WHERE holder = ? ORDER BY match", (user,)
    ).fetchall()
    return tuple(match for (match,) in found)


def _guilds(connection: sqlite3.Connection, user: UserId) -> tuple[int, ...]:
    found = {
        connection.execute("SELECT guild FROM match WHERE id = ?", (match,)).fetchone()[0]
        for match in _matches(connection, user)
    }
    return tuple(sorted(found))


def _gone(connection: sqlite3.Connection, guild: int, before: int) -> bool:
    """Whether the bot has not been in a server since then."""
    row = connection.execute("SELECT gone FROM server WHERE guild = ?", (guild,)).fetchone()
    return row is not None and row[0] is not None and row[0] <= before


def _plays(connection: sqlite3.Connection, match: MatchId, user: UserId) -> bool:
    """Whether somebody is in an open or running match."""
    found = connection.execute("SELECT guild FROM match WHERE id = ?", (match,)).fetchone()
    if found is None:
        return False
    row = connection.execute(
        "SELECT 1 FROM holder WHERE user = ? AND guild = ? AND match = ?", (user, found[0], match)
    ).fetchone()
    return row is not None


def _forget_in(connection: sqlite3.Connection, match: MatchId, user: UserId) -> None:
    """One former miner takes somebody's place in all rows of a match."""
    named = connection.execute(
        "SELECT guild FROM match WHERE id = ? AND EXISTS"
        " (SELECT 1 FROM match_event WHERE holder = ? AND match = ?)",
        (match, user, match),
    ).fetchone()
    if named is None:
        return
    for seat, first, end in _stretches(connection, match, user):
        connection.execute(
            "DELETE FROM press WHERE match = ? AND EXISTS (SELECT 1 FROM log"
            " WHERE log.match = press.match AND log.seq = press.first AND log.actor = ?"
            " AND log.seq >= ? AND log.seq < ?)",
            (match, seat, first, end),
        )
    number = connection.execute("INSERT INTO former (match) VALUES (?)", (match,)).lastrowid
    assert number is not None, "a row was inserted"
    former = -number
    statistics_rows.forget(connection, user, match, former)
    statistics_rows.forget_sums(connection, named[0], user)
    connection.execute("DELETE FROM holder WHERE match = ? AND user = ?", (match, user))
    joined = EventKind.JOINED.value
    connection.execute(
        "UPDATE match_event SET detail = '' WHERE match = ? AND holder = ? AND kind = ?",
        (match, user, joined),
    )
    connection.execute(
        "UPDATE match_event SET holder = ? WHERE match = ? AND holder = ?", (former, match, user)
    )
    connection.execute(
        "UPDATE match_event SET detail = ? WHERE match = ? AND kind = ? AND detail = ?",
        (f"person {former}", match, EventKind.VOTED.value, f"person {user}"),
    )
    connection.execute(
        "UPDATE match SET host = ?, opened_by = NULL WHERE id = ? AND host = ?",
        (former, match, user),
    )
    connection.execute("UPDATE match SET former = former + 1 WHERE id = ?", (match,))


def _stretches(connection: sqlite3.Connection, match: MatchId, user: UserId) -> list[Stretch]:
    """The seats that somebody held in a match, and from when until when."""
    found = connection.execute(
        "SELECT seat, holder, after_seq FROM match_event WHERE match = ?"
        " AND kind IN ('seated', 'handed') AND seat IS NOT NULL ORDER BY n",
        (match,),
    ).fetchall()
    stretches: list[Stretch] = []
    since: dict[int, int] = {}
    for seat, holder, after_seq in found:
        if (first := since.pop(seat, None)) is not None:
            stretches.append((seat, first, after_seq))
        if holder == user:
            since[seat] = after_seq
    return [*stretches, *((seat, first, FOR_EVER) for seat, first in since.items())]


def _moves(connection: sqlite3.Connection, user: UserId) -> list[dict[str, object]]:
    """What somebody decided, match by match; also what a computer decided in their absence."""
    moves: list[dict[str, object]] = []
    for match in _matches(connection, user):
        for seat, first, end in _stretches(connection, match, user):
            found = connection.execute(
                "SELECT seq, token, at FROM log WHERE match = ? AND seq >= ? AND seq < ?"
                " AND actor = ? ORDER BY seq",
                (match, first, end, seat),
            ).fetchall()
            moves += [
                {"match": match, "seq": seq, "token": token, "at": at} for seq, token, at in found
            ]
    return moves


def _words(connection: sqlite3.Connection, user: UserId) -> list[dict[str, object]]:
    """The words that somebody typed into the dice of matches."""
    found = connection.execute(
        "SELECT match, n, detail FROM match_event WHERE holder = ? AND kind = ? ORDER BY match",
        (user, EventKind.JOINED.value),
    ).fetchall()
    typed = ((match, n, word_in(detail)) for match, n, detail in found)
    return [{"match": match, "n": n, "word": word} for match, n, word in typed if word is not None]


def _rows(connection: sqlite3.Connection, one: UserColumn, user: UserId) -> list[dict[str, object]]:
    """The rows of a table that name somebody, with the columns that they are told."""
    columns = ", ".join(one.told)
    sql = f"SELECT {columns} FROM {one.table} WHERE {one.user} = ?"  # noqa: S608 - our own words
    found: list[Any] = []
    for more, values in _places(connection, one, user):
        found += connection.execute(f"{sql}{more}", (user, *values)).fetchall()
    return [dict(zip(one.told, row, strict=True)) for row in found]


def _places(
    connection: sqlite3.Connection, one: UserColumn, user: UserId
) -> Iterator[tuple[str, tuple[int, ...]]]:
    """What else is asked for, so that an index finds the rows."""
    match one.by:
        case By.USER:
            yield "", ()
        case By.GUILD:
            for guild in _guilds(connection, user):
                yield " AND guild = ?", (guild,)
        case By.MATCH:
            for match in _matches(connection, user):
                yield f" AND {one.match} = ?", (match,)
