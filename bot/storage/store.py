"""The store of matches in SQLite; fulfils bot.match.ports.Store."""

import sqlite3
from collections.abc import Iterable, Sequence
from typing import Any, TypeVar

from bot.match.ports import Conflict, PressedBefore, StoreTrouble
from bot.match.types import (
    Change,
    EventKind,
    Head,
    LogEntry,
    MatchEvent,
    MatchId,
    NewMatch,
    Press,
    Record,
    Result,
    Shown,
    Standing,
    Status,
    Stored,
    UserId,
)
from bot.storage.database import Database
from bot.storage.writer import Work, run
from engine.core.types import Entry

T = TypeVar("T")

_RECORD = "id, game, rules, seats, seed, guild, channel, created, expires, place, invitation"


class SqliteStore:
    """Matches in SQLite: writes go through the one writer, reads see all that was confirmed."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def create(self, new: NewMatch, events: Sequence[MatchEvent]) -> Record:
        """Keep a new match with its first events."""

        def work(connection: sqlite3.Connection) -> Record:
            cursor = connection.execute(
                "INSERT INTO match"
                " (game, rules, seats, seed, guild, channel, created, expires, status, events)"
                " VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
                (
                    new.game,
                    new.rules,
                    new.seats,
                    new.seed,
                    new.guild,
                    new.channel,
                    new.created,
                    new.expires,
                    Status.OPEN.value,
                    len(events),
                ),
            )
            match = cursor.lastrowid
            assert match is not None, "a row was inserted"
            _insert_events(connection, match, events)
            users = {event.holder for event in events if event.holder is not None}
            _set_holders(connection, match, new.guild, sorted(users))
            return _record(connection, match)

        return await self._database.writer.write(work)

    async def commit(self, change: Change) -> None:
        """Append to a match; raises Conflict or PressedBefore, and then changes nothing."""

        def work(connection: sqlite3.Connection) -> None:
            if change.press is not None:
                before = _press(connection, change.press.interaction)
                if before is not None:
                    raise PressedBefore(before)
            row = connection.execute(
                "SELECT seq, events, guild FROM match WHERE id = ?", (change.match,)
            ).fetchone()
            if row is None or (row[0], row[1]) != (change.seq, change.n):
                raise Conflict
            _append(connection, change, guild=row[2])

        await self._database.writer.write(work)

    async def load(self, match: MatchId) -> Stored | None:
        """All that is stored of a match; None where there is none."""

        def work(connection: sqlite3.Connection) -> Stored | None:
            connection.execute("BEGIN")
            try:
                return _load(connection, match)
            finally:
                connection.execute("COMMIT")

        return await self._read(work)

    async def head(self, match: MatchId) -> Head | None:
        """How far a match has come and where it is shown; None where there is none."""
        rows = await self._rows(
            "SELECT seq, events, place, invitation FROM match WHERE id = ?", match
        )
        return Head(*rows[0]) if rows else None

    async def press(self, interaction: int) -> Press | None:
        """What a counted interaction did; None where it was never counted."""
        return await self._read(lambda connection: _press(connection, interaction))

    async def place(self, match: MatchId, place: int) -> None:
        """Note in which thread or channel a match is played."""
        await self._execute("UPDATE match SET place = ? WHERE id = ?", place, match)

    async def invitation(self, match: MatchId, message: int) -> None:
        """Note the message of the invitation."""
        await self._execute("UPDATE match SET invitation = ? WHERE id = ?", message, match)

    async def shown(self, match: MatchId) -> Shown:
        """How far Discord shows a match."""
        rows = await self._rows(
            "SELECT shown_seq, shown_base, shown_rounds, shown_events, shown_message, shown_place"
            " FROM match WHERE id = ?",
            match,
        )
        return Shown(*rows[0])

    async def show(self, match: MatchId, shown: Shown) -> None:
        """Note how far Discord shows a match."""
        await self._execute(
            "UPDATE match SET shown_seq = ?, shown_base = ?, shown_rounds = ?, shown_events = ?,"
            " shown_message = ?, shown_place = ? WHERE id = ?",
            shown.seq,
            shown.base,
            shown.rounds,
            shown.events,
            shown.message,
            shown.place,
            match,
        )

    async def unshown(self) -> tuple[MatchId, ...]:
        """Begun matches of which Discord does not show all."""
        return await self._ids(
            "SELECT id FROM match WHERE status IN ('running', 'over')"
            " AND (shown_seq < seq OR shown_events < events) ORDER BY id"
        )

    async def computers_due(self) -> tuple[MatchId, ...]:
        """Running matches in which a computer is to act."""
        return await self._ids("SELECT id FROM match WHERE computer_due = 1 ORDER BY id")

    async def expired(self, now: int) -> tuple[MatchId, ...]:
        """Invitations whose time is over."""
        return await self._ids(
            "SELECT id FROM match WHERE status = 'open' AND expires <= ? ORDER BY expires", now
        )

    async def of_user(self, guild: int, user: UserId) -> tuple[MatchId, ...]:
        """Open and running matches of a user in a server, newest first."""
        return await self._ids(
            "SELECT match FROM holder WHERE user = ? AND guild = ? ORDER BY match DESC",
            user,
            guild,
        )

    async def of_place(self, place: int) -> tuple[MatchId, ...]:
        """Running matches that are played in a thread or channel, newest first."""
        return await self._ids(
            "SELECT id FROM match WHERE place = ? AND status = 'running' ORDER BY id DESC", place
        )

    async def of_guild(self, guild: int) -> tuple[MatchId, ...]:
        """Running matches of a server, newest first."""
        return await self._ids(
            "SELECT id FROM match WHERE guild = ? AND status = 'running' ORDER BY id DESC", guild
        )

    async def standings(self, guild: int, most: int) -> tuple[Standing, ...]:
        """The server's players: most wins first, then most points, then fewest matches."""
        rows = await self._rows(
            "SELECT user, matches, wins, points FROM standing WHERE guild = ?"
            " ORDER BY wins DESC, points DESC, matches, user LIMIT ?",
            guild,
            most,
        )
        return tuple(Standing(*row) for row in rows)

    async def _execute(self, sql: str, *values: object) -> None:
        def work(connection: sqlite3.Connection) -> None:
            connection.execute(sql, values)

        await self._database.writer.write(work)

    async def _read(self, work: Work[T]) -> T:
        try:
            return await run(self._database.reader, work)
        except sqlite3.Error as error:
            raise StoreTrouble(str(error)) from error

    async def _rows(self, sql: str, *values: object) -> list[Any]:
        return await self._read(lambda connection: connection.execute(sql, values).fetchall())

    async def _ids(self, sql: str, *values: object) -> tuple[MatchId, ...]:
        return tuple(row[0] for row in await self._rows(sql, *values))


def _append(connection: sqlite3.Connection, change: Change, guild: int) -> None:
    connection.executemany(
        "INSERT INTO log (match, seq, actor, token, digest, at) VALUES (?, ?, ?, ?, ?, ?)",
        [
            (change.match, kept.entry.seq, kept.entry.actor, kept.entry.token, kept.digest, kept.at)
            for kept in change.entries
        ],
    )
    _insert_events(connection, change.match, change.events)
    if change.press is not None:
        press = change.press
        connection.execute(
            "INSERT INTO press (interaction, match, first, count) VALUES (?, ?, ?, ?)",
            (press.interaction, press.match, press.first, press.count),
        )
    connection.execute(
        "UPDATE match SET status = ?, seq = ?, events = ?, computer_due = ? WHERE id = ?",
        (
            change.status.value,
            change.seq + len(change.entries),
            change.n + len(change.events),
            change.computer_due,
            change.match,
        ),
    )
    if change.events:
        live = change.status in (Status.OPEN, Status.RUNNING)
        _set_holders(connection, change.match, guild, change.holders if live else ())
        _insert_results(connection, change, guild)


def _insert_events(
    connection: sqlite3.Connection, match: MatchId, events: Iterable[MatchEvent]
) -> None:
    connection.executemany(
        "INSERT INTO match_event (match, n, after_seq, kind, seat, holder, detail, at)"
        " VALUES (?, ?, ?, ?, ?, ?, ?, ?)",
        [
            (
                match,
                event.n,
                event.after_seq,
                event.kind.value,
                event.seat,
                event.holder,
                event.detail,
                event.at,
            )
            for event in events
        ],
    )


def _set_holders(
    connection: sqlite3.Connection, match: MatchId, guild: int, users: Iterable[UserId]
) -> None:
    connection.execute("DELETE FROM holder WHERE match = ?", (match,))
    connection.executemany(
        "INSERT INTO holder (user, match, guild) VALUES (?, ?, ?)",
        [(user, match, guild) for user in users],
    )


def _insert_results(connection: sqlite3.Connection, change: Change, guild: int) -> None:
    known = connection.execute(
        "SELECT 1 FROM result WHERE match = ? LIMIT 1", (change.match,)
    ).fetchone()
    if known is not None:
        return
    for result in change.results:
        _insert_result(connection, change.match, guild, result)


def _insert_result(
    connection: sqlite3.Connection, match: MatchId, guild: int, result: Result
) -> None:
    connection.execute(
        "INSERT INTO result (match, seat, guild, user, place, points) VALUES (?, ?, ?, ?, ?, ?)",
        (match, result.seat, guild, result.user, result.place, result.points),
    )
    connection.execute(
        "INSERT INTO standing (guild, user, matches, wins, points) VALUES (?, ?, 1, ?, ?)"
        " ON CONFLICT (guild, user) DO UPDATE SET matches = matches + 1,"
        " wins = wins + excluded.wins, points = points + excluded.points",
        (guild, result.user, int(result.place == 1), result.points),
    )


def _record(connection: sqlite3.Connection, match: MatchId) -> Record:
    row = connection.execute(f"SELECT {_RECORD} FROM match WHERE id = ?", (match,)).fetchone()  # noqa: S608 - a constant list of columns
    return Record(*row)


def _press(connection: sqlite3.Connection, interaction: int) -> Press | None:
    row = connection.execute(
        "SELECT interaction, match, first, count FROM press WHERE interaction = ?", (interaction,)
    ).fetchone()
    return None if row is None else Press(*row)


def _load(connection: sqlite3.Connection, match: MatchId) -> Stored | None:
    if connection.execute("SELECT 1 FROM match WHERE id = ?", (match,)).fetchone() is None:
        return None
    events = connection.execute(
        "SELECT n, after_seq, kind, at, seat, holder, detail FROM match_event"
        " WHERE match = ? ORDER BY n",
        (match,),
    ).fetchall()
    log = connection.execute(
        "SELECT seq, actor, token, digest, at FROM log WHERE match = ? ORDER BY seq", (match,)
    ).fetchall()
    return Stored(
        _record(connection, match),
        tuple(
            MatchEvent(n, after, EventKind(kind), at, seat, holder, detail)
            for n, after, kind, at, seat, holder, detail in events
        ),
        tuple(
            LogEntry(Entry(seq, actor, token), digest, at) for seq, actor, token, digest, at in log
        ),
    )
