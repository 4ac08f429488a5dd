"""Reminders in SQLite."""

from bot.match.core.store import Change
from bot.match.timekeeping.reminders import DueReminder, ReminderStore
from bot.storage.base.connection import Connection
from bot.storage.base.database import Repository


class SqlReminders(Repository, ReminderStore):
    async def due(self, now: int, most: int) -> tuple[DueReminder, ...]:
        found = await self._database.rows(
            "SELECT reminder.match, reminder.user, reminder.since, reminder.sent FROM reminder"
            " JOIN match ON match.id = reminder.match"
            " WHERE reminder.at <= ? AND match.frozen = 0 ORDER BY reminder.at LIMIT ?",
            now,
            most,
        )
        return tuple(DueReminder(*row) for row in found)

    async def claim(self, reminder: DueReminder, sent: int, at: int | None) -> bool:
        changed = await self._database.execute(
            "UPDATE reminder SET sent = ?, at = ?"
            " WHERE match = ? AND user = ? AND since = ? AND sent = ?",
            sent,
            at,
            reminder.match,
            reminder.user,
            reminder.since,
            reminder.sent,
        )
        return changed == 1


def append(connection: Connection, change: Change) -> None:
    """Store who may be reminded after a change."""
    match, schedule = change.match, change.reminders
    if schedule is None:
        return
    if not schedule:
        connection.execute("DELETE FROM reminder WHERE match = ?", (match,))
        return
    marks = ", ".join("?" * len(schedule))
    connection.execute(
        f"DELETE FROM reminder WHERE match = ? AND user NOT IN ({marks})",  # noqa: S608 - only marks
        (match, *(one.user for one in schedule)),
    )
    connection.executemany(
        "INSERT INTO reminder (match, user, since, at) VALUES (?, ?, ?, ?)"
        " ON CONFLICT (match, user) DO UPDATE SET at = excluded.at,"
        " sent = CASE WHEN reminder.since = excluded.since THEN reminder.sent ELSE 0 END,"
        " since = excluded.since",
        [(match, one.user, one.since, one.at) for one in schedule],
    )
