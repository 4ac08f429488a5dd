"""The SQL that exports and deletes the data of a person or a server.

A former miner is a negative user id that replaces a forgotten person in one match.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any

from bot.match.daily import rows as day_rows
from bot.match.lobby import challenges
from bot.match.log.events import MatchEventKind
from bot.match.log.records import MatchId
from bot.match.people import bars, pings
from bot.match.people.messages import drop_of_match
from bot.match.statistics import rows as statistics_rows
from bot.match.tournaments import forgetting as in_tournaments
from bot.match.values.contribution import word_in
from bot.match.values.places import NO_SERVER
from bot.match.values.players import UserId
from bot.storage.base.connection import Connection
from bot.storage.base.database import Database
from bot.storage.base.personal_data import (
    HOLDINGS,
    OF_A_MATCH,
    OF_A_SERVER,
    OF_A_TOURNAMENT,
    OF_THE_PLAYERS,
    By,
    OnForget,
    UserColumn,
)

Rows = Sequence[Mapping[str, object]]
PersonalData = Mapping[str, Rows]
MOVES = "moves"
"""Key of a person's moves in an export: lines of match logs, which contain no user ids."""
TYPED = "words"
STAYING_BARS = "forgotten_bar.person"
"""Key of bars that stay, as keyed hashes, when their person is forgotten."""
STAYING_DAYS = "day_forgotten.person"
"""Key of puzzles of a day that a person played before being forgotten, as keyed hashes."""


Tenure = tuple[int, int, int]
"""A seat, the seq at which a person got it, and the seq at which they lost it."""
NO_END = 1 << 62


class PeopleStore:
    def __init__(self, database: Database) -> None:
        self._database = database
        self._gone: dict[int, UserId] = {}
        """People whom this process has forgotten since the last sweep, by the number of the sweep
        that removes their traces.
        """

    async def personal_data(self, user: UserId) -> PersonalData:
        return await self._database.snapshot(lambda connection: personal_data(connection, user))

    async def matches_of(self, user: UserId) -> tuple[MatchId, ...]:
        return await self._database.read(lambda connection: matches_of(connection, user))

    async def guilds_of(self, user: UserId) -> tuple[int, ...]:
        return await self._database.read(lambda connection: guilds_of(connection, user))

    async def begin(self, user: UserId, now: int) -> None:
        await self._database.execute(
            "INSERT INTO forgetting (user, since) VALUES (?, ?) ON CONFLICT DO NOTHING", user, now
        )

    async def unfinished(self) -> tuple[UserId, ...]:
        return await self._database.column(
            "SELECT user FROM forgetting WHERE user > 0 ORDER BY user"
        )

    async def forget_in(self, match: MatchId, user: UserId, *, stuck: bool) -> None:
        """Replace a user by a former miner in a match, unless they are playing it.

        In a `stuck` match, which can't be changed otherwise, replace even a player.
        """

        def work(connection: Connection) -> None:
            if stuck or not plays(connection, match, user):
                forget_in(connection, match, user)

        await self._database.writer.write(work)

    async def finish(self, user: UserId) -> bool:
        """Delete the rest; return False, and change nothing, if a match still names the user.

        Bars against them stay as keyed hashes.
        """

        def work(connection: Connection) -> tuple[int, bool] | None:
            if matches_of(connection, user):
                return None
            bars.forget(connection, user)
            challenges.forget(connection, user)
            pings.forget(connection, user)
            are_words_dropped = in_tournaments.forget(connection, user)
            for column in HOLDINGS:
                if column.by is By.USER and column.fate is OnForget.GONE:
                    sql = f"DELETE FROM {column.table} WHERE {column.user} = ?"  # noqa: S608 - constant text
                    connection.execute(sql, (user,))
                elif column.fate is OnForget.NOBODY:
                    sql = f"UPDATE {column.table} SET {column.user} = 0 WHERE {column.user} = ?"  # noqa: S608 - constant text
                    connection.execute(sql, (user,))
            _delete_days_of_no_server(connection)
            return _to_sweep(connection), are_words_dropped

        done = await self._database.writer.write(work)
        if done is not None and not done[1]:
            # A sweep can search files for ids, but not for words. If words were dropped, no user is
            # noted here, and the sweep rewrites the whole database.
            self._gone[done[0]] = user
        return done is not None

    async def sweep(self) -> bool:
        """Remove traces of deleted rows from the database's files, unless that is done already.

        Return False if it isn't done, because the database is in use or large: try again later.
        """
        wanted, done = await self._database.read(_sweeps)
        if wanted <= done:
            return True
        missing = range(done + 1, wanted + 1)
        # `_gone` lacks people forgotten by other processes or before a restart. Without their ids,
        # everything deleted must be removed.
        are_known = all(number in self._gone for number in missing)
        users = frozenset(self._gone[number] for number in missing) if are_known else None
        if not await self._database.sweep(users, wanted):
            return False
        await self._database.execute(
            "UPDATE sweep SET done = ?1 WHERE id = 1 AND done < ?1", wanted
        )
        self._gone = {number: user for number, user in self._gone.items() if number > wanted}
        return True

    async def note_came(self, guild: int) -> None:
        await self._database.execute("UPDATE server SET gone = NULL WHERE guild = ?", guild)

    async def note_left(self, guild: int, now: int) -> None:
        await self._database.execute(
            "UPDATE server SET gone = ? WHERE guild = ? AND gone IS NULL", now, guild
        )

    async def note_servers(
        self, guilds: Sequence[int], now: int, known: Callable[[int], bool] = lambda _: True
    ) -> None:
        here = set(guilds)

        def work(connection: Connection) -> None:
            kept = connection.execute("SELECT guild, gone FROM server WHERE guild > 0").fetchall()
            changed = [
                (None if guild in here else now, guild)
                for guild, left_at in kept
                if (guild in here) != (left_at is None) and known(guild)
            ]
            connection.executemany("UPDATE server SET gone = ? WHERE guild = ?", changed)

        await self._database.writer.write(work)

    async def left_before(self, at: int) -> tuple[int, ...]:
        return await self._database.column(
            "SELECT guild FROM server WHERE gone <= ? ORDER BY gone", at
        )

    async def forget_matches(self, guild: int, before: int, most: int) -> tuple[MatchId, ...]:
        def work(connection: Connection) -> tuple[MatchId, ...]:
            if not _gone(connection, guild, before):
                return ()
            rows = connection.execute(
                "SELECT id FROM match WHERE guild = ? LIMIT ?", (guild, most)
            ).fetchall()
            for (match,) in rows:
                if day_rows.counts_elsewhere(connection, match, guild):
                    _take_out_of_server(connection, match)
                else:
                    _delete_match(connection, match)
            return tuple(match for (match,) in rows)

        return await self._database.writer.write(work)

    async def forget_server(self, guild: int, before: int) -> None:
        def work(connection: Connection) -> None:
            if _gone(connection, guild, before):
                in_tournaments.forget_server(connection, guild, OF_A_TOURNAMENT)
                for table in OF_A_SERVER:
                    connection.execute(f"DELETE FROM {table} WHERE guild = ?", (guild,))  # noqa: S608 - constant text
                _delete_days_of_no_server(connection)
                _to_sweep(connection)

        await self._database.writer.write(work)


def matches_of(connection: Connection, user: UserId) -> tuple[MatchId, ...]:
    rows = connection.execute(
        "SELECT DISTINCT match FROM match_event WHERE holder = ? ORDER BY match", (user,)
    ).fetchall()
    return tuple(match for (match,) in rows)


def guilds_of(connection: Connection, user: UserId) -> tuple[int, ...]:
    guilds = {
        connection.execute("SELECT guild FROM match WHERE id = ?", (match,)).fetchone()[0]
        for match in matches_of(connection, user)
    }
    return tuple(sorted(guilds))


def plays(connection: Connection, match: MatchId, user: UserId) -> bool:
    match_row = connection.execute("SELECT guild FROM match WHERE id = ?", (match,)).fetchone()
    if match_row is None:
        return False
    row = connection.execute(
        "SELECT 1 FROM holder WHERE user = ? AND guild = ? AND match = ?",
        (user, match_row[0], match),
    ).fetchone()
    return row is not None


def forget_in(connection: Connection, match: MatchId, user: UserId) -> None:
    named = connection.execute(
        "SELECT guild FROM match WHERE id = ? AND EXISTS"
        " (SELECT 1 FROM match_event WHERE holder = ? AND match = ?)",
        (match, user, match),
    ).fetchone()
    if named is None:
        return
    for seat, first, end in tenures(connection, match, user):
        connection.execute(
            "DELETE FROM press WHERE match = ? AND EXISTS (SELECT 1 FROM log"
            " WHERE log.match = press.match AND log.seq = press.first AND log.actor = ?"
            " AND log.seq >= ? AND log.seq < ?)",
            (match, seat, first, end),
        )
    ((number,),) = connection.execute(
        "INSERT INTO former (match) VALUES (?) RETURNING number", (match,)
    ).fetchall()
    former = -number
    statistics_rows.forget(connection, user, match, former)
    statistics_rows.forget_sums(connection, named[0], user)
    day_rows.forget_in(connection, match, user, former)
    connection.execute("DELETE FROM holder WHERE match = ? AND user = ?", (match, user))
    joined = MatchEventKind.JOINED.value
    connection.execute(
        "UPDATE match_event SET detail = '' WHERE match = ? AND holder = ? AND kind = ?",
        (match, user, joined),
    )
    connection.execute(
        "UPDATE match_event SET holder = ? WHERE match = ? AND holder = ?", (former, match, user)
    )
    connection.execute(
        "UPDATE match_event SET detail = ? WHERE match = ? AND kind = ? AND detail = ?",
        (f"person {former}", match, MatchEventKind.VOTED.value, f"person {user}"),
    )
    connection.execute(
        "UPDATE match SET host = ?, opened_by = NULL WHERE id = ? AND host = ?",
        (former, match, user),
    )
    connection.execute(
        "UPDATE match SET place = NULL WHERE id = ? AND guild = ?",  # a direct message's channel
        (match, NO_SERVER),
    )
    connection.execute(
        "UPDATE message SET wanted = wanted + 1, due = 0 WHERE kind = 'card' AND subject ="
        " (SELECT id FROM match WHERE id = ? AND status <> 'over')",
        (match,),
    )
    connection.execute("UPDATE match SET former = former + 1 WHERE id = ?", (match,))


def tenures(connection: Connection, match: MatchId, user: UserId) -> list[Tenure]:
    rows = connection.execute(
        "SELECT seat, holder, after_seq FROM match_event WHERE match = ?"
        " AND kind IN ('seated', 'handed') AND seat IS NOT NULL ORDER BY n",
        (match,),
    ).fetchall()
    held: list[Tenure] = []
    since: dict[int, int] = {}
    for seat, holder, after_seq in rows:
        if (first := since.pop(seat, None)) is not None:
            held.append((seat, first, after_seq))
        if holder == user:
            since[seat] = after_seq
    return [*held, *((seat, first, NO_END) for seat, first in since.items())]


def _delete_match(connection: Connection, match: MatchId) -> None:
    for table in OF_A_MATCH:
        connection.execute(f"DELETE FROM {table} WHERE match = ?", (match,))  # noqa: S608 - constant text
    drop_of_match(connection, match)
    connection.execute("DELETE FROM match WHERE id = ?", (match,))


def _delete_days_of_no_server(connection: Connection) -> None:
    for match in day_rows.count_nowhere(connection):
        _delete_match(connection, match)


def _take_out_of_server(connection: Connection, match: MatchId) -> None:
    for table in OF_A_MATCH:
        if table not in OF_THE_PLAYERS:
            connection.execute(f"DELETE FROM {table} WHERE match = ?", (match,))  # noqa: S608 - constant text
    drop_of_match(connection, match)
    connection.execute(
        "UPDATE match SET guild = ?1, channel = ?1 WHERE id = ?2", (NO_SERVER, match)
    )


def _sweeps(connection: Connection) -> tuple[int, int]:
    wanted, done = connection.execute("SELECT wanted, done FROM sweep WHERE id = 1").fetchone()
    return wanted, done


def _to_sweep(connection: Connection) -> int:
    connection.execute("UPDATE sweep SET wanted = wanted + 1 WHERE id = 1")
    return _sweeps(connection)[0]


def _gone(connection: Connection, guild: int, before: int) -> bool:
    row = connection.execute("SELECT gone FROM server WHERE guild = ?", (guild,)).fetchone()
    return row is not None and row[0] is not None and row[0] <= before


def personal_data(connection: Connection, user: UserId) -> PersonalData:
    tables = {
        column.name: _rows(connection, column, user) for column in HOLDINGS if column.exported
    }
    tables[MOVES] = _moves(connection, user)
    tables[TYPED] = _words(connection, user)
    tables[STAYING_BARS] = _staying_bars(connection, user)
    tables[STAYING_DAYS] = [
        {"game": game, "day": day} for game, day in day_rows.of_forgotten(connection, user)
    ]
    return {name: rows for name, rows in tables.items() if rows}


def _rows(connection: Connection, column: UserColumn, user: UserId) -> list[dict[str, object]]:
    columns = ", ".join(column.exported)
    sql = f"SELECT {columns} FROM {column.table} WHERE {column.user} = ?"  # noqa: S608 - constant text
    rows: list[Any] = []
    for condition, values in _conditions(connection, column, user):
        rows += connection.execute(f"{sql}{condition}", (user, *values)).fetchall()
    return [dict(zip(column.exported, row, strict=True)) for row in rows]


def _conditions(
    connection: Connection, column: UserColumn, user: UserId
) -> Iterator[tuple[str, tuple[int, ...]]]:
    match column.by:
        case By.USER:
            yield "", ()
        case By.GUILD:
            for guild in guilds_of(connection, user):
                yield " AND guild = ?", (guild,)
        case By.MATCH:
            for match in matches_of(connection, user):
                yield f" AND {column.match} = ?", (match,)


def _moves(connection: Connection, user: UserId) -> list[dict[str, object]]:
    moves: list[dict[str, object]] = []
    for match in matches_of(connection, user):
        for seat, first, end in tenures(connection, match, user):
            rows = connection.execute(
                "SELECT seq, token, at FROM log WHERE match = ? AND seq >= ? AND seq < ?"
                " AND actor = ? ORDER BY seq",
                (match, first, end, seat),
            ).fetchall()
            moves += [
                {"match": match, "seq": seq, "token": token, "at": at} for seq, token, at in rows
            ]
    return moves


def _words(connection: Connection, user: UserId) -> list[dict[str, object]]:
    rows = connection.execute(
        "SELECT match, n, detail FROM match_event WHERE holder = ? AND kind = ? ORDER BY match",
        (user, MatchEventKind.JOINED.value),
    ).fetchall()
    typed = ((match, n, word_in(detail)) for match, n, detail in rows)
    return [{"match": match, "n": n, "word": word} for match, n, word in typed if word is not None]


def _staying_bars(connection: Connection, user: UserId) -> list[dict[str, object]]:
    since = [
        (guild, bars.of_forgotten(connection, guild, user)) for guild in bars.guilds(connection)
    ]
    return [{"guild": guild, "at": at} for guild, at in since if at is not None]
