"""Notices and reminders in SQLite; fulfils bot.match.timing.notices.NoticeStore."""

import sqlite3

from bot.match.change import Change
from bot.match.records import MatchId
from bot.match.timing.notices import Notice
from bot.match.timing.reminders import DueReminder
from bot.storage import restores
from bot.storage.database import Database


class SqliteNotices:
    """What is told beside the boards, in the same database as the matches."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def due(self) -> tuple[MatchId, ...]:
        """Matches with a notice to post or to write anew; no frozen ones."""

        def work(connection: sqlite3.Connection) -> tuple[MatchId, ...]:
            found = connection.execute(
                "SELECT DISTINCT notice.match FROM notice INDEXED BY notice_due"
                " JOIN match ON match.id = notice.match"
                " WHERE notice.stamp > notice.told AND match.frozen = 0 ORDER BY notice.match"
            )
            return tuple(row[0] for row in found)

        return await self._database.read(work)

    async def of_match(self, match: MatchId) -> tuple[Notice, ...]:
        """Those notices of a match, by the order of their events."""

        def work(connection: sqlite3.Connection) -> tuple[Notice, ...]:
            found = connection.execute(
                "SELECT n, stamp, place, message, tried FROM notice"
                " WHERE match = ? AND stamp > told ORDER BY n",
                (match,),
            )
            return tuple(
                Notice(match, n, stamp, place, message, tried=bool(tried))
                for n, stamp, place, message, tried in found
            )

        return await self._database.read(work)

    async def trying(self, notice: Notice) -> None:
        """Note that it is about to be posted."""
        await self._execute(
            "UPDATE notice SET tried = 1 WHERE match = ? AND n = ?", notice.match, notice.n
        )

    async def shown(
        self, notice: Notice, place: int, message: int, *, open_: bool, now: int
    ) -> None:
        """Note that it is shown as it was drawn since `now` at the latest, and may change or not.

        When it was first shown stays noted.
        """

        def work(connection: sqlite3.Connection) -> None:
            connection.execute(
                "UPDATE notice SET told = ?, place = ?, message = ?, open = ?,"
                " posted = coalesce(posted, ?) WHERE match = ? AND n = ?",
                (notice.stamp, place, message, int(open_), now, notice.match, notice.n),
            )
            restores.saw_message(connection, notice.match, message)

        await self._database.writer.write(work)

    async def dropped(self, notice: Notice) -> None:
        """Note that it is told no more."""
        await self._execute(
            "UPDATE notice SET told = stamp, open = 0 WHERE match = ? AND n = ?",
            notice.match,
            notice.n,
        )

    async def lost(self, message: int) -> MatchId | None:
        """Note that a message is gone; the match whose open notice it was, None for any other."""

        def look(connection: sqlite3.Connection) -> MatchId | None:
            row = connection.execute(
                "SELECT match FROM notice WHERE message = ? AND open = 1", (message,)
            ).fetchone()
            return None if row is None else int(row[0])

        match = await self._database.read(look)
        if match is not None:
            await self._execute(
                "UPDATE notice SET message = NULL, tried = 0, stamp = stamp + 1"
                " WHERE message = ? AND open = 1",
                message,
            )
        return match

    async def waiting(self, now: int, most: int) -> tuple[DueReminder, ...]:
        """Those of whom a reminder may be due, the longest overdue first; no frozen matches."""

        def work(connection: sqlite3.Connection) -> tuple[DueReminder, ...]:
            found = connection.execute(
                "SELECT reminder.match, reminder.user, reminder.since, reminder.sent FROM reminder"
                " JOIN match ON match.id = reminder.match"
                " WHERE reminder.at <= ? AND match.frozen = 0 ORDER BY reminder.at LIMIT ?",
                (now, most),
            )
            return tuple(DueReminder(*row) for row in found)

        return await self._database.read(work)

    async def claim(self, waiting: DueReminder, sent: int, at: int | None) -> bool:
        """Note how many reminders are sent, and when to look again; None: never in this turn.

        False where another process has been faster, or the turn is over.
        """
        changed = await self._execute(
            "UPDATE reminder SET sent = ?, at = ?"
            " WHERE match = ? AND user = ? AND since = ? AND sent = ?",
            sent,
            at,
            waiting.match,
            waiting.user,
            waiting.since,
            waiting.sent,
        )
        return changed == 1

    async def _execute(self, sql: str, *values: object) -> int:
        def work(connection: sqlite3.Connection) -> int:
            return connection.execute(sql, values).rowcount

        return await self._database.writer.write(work)


def append(connection: sqlite3.Connection, change: Change, *, noticed: bool) -> None:
    """What a change of a match has to tell, and whom it makes wait; `noticed`: one is open."""
    match = change.match
    if noticed:
        connection.execute(
            "UPDATE notice SET stamp = stamp + 1 WHERE match = ? AND open = 1", (match,)
        )
    if change.notices:
        connection.executemany(
            "INSERT INTO notice (match, n) VALUES (?, ?)", [(match, n) for n in change.notices]
        )
    if change.waiting is None:
        return
    if not change.waiting:
        connection.execute("DELETE FROM reminder WHERE match = ?", (match,))
        return
    holes = ", ".join("?" * len(change.waiting))
    connection.execute(
        f"DELETE FROM reminder WHERE match = ? AND user NOT IN ({holes})",  # noqa: S608 - only holes
        (match, *(one.user for one in change.waiting)),
    )
    connection.executemany(
        "INSERT INTO reminder (match, user, since, at) VALUES (?, ?, ?, ?)"
        " ON CONFLICT (match, user) DO UPDATE SET at = excluded.at,"
        " sent = CASE WHEN since = excluded.since THEN sent ELSE 0 END, since = excluded.since",
        [(match, one.user, one.since, one.at) for one in change.waiting],
    )
