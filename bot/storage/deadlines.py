"""Due times, absences and downtimes in SQLite; fulfils bot.match.timing.deadline_store.Deadlines."""

import sqlite3
from collections.abc import Mapping, Sequence

from bot.match.holders import UserId
from bot.match.records import MatchId, Status
from bot.match.timing.clocks import Hours
from bot.match.timing.deadline_store import AbsencePlan, StoredDeadline
from bot.match.timing.deadlines import Deadline, DeadlineKind
from bot.match.timing.quiet_hours import Quiet
from bot.match.timing.spans import Span, runs_down
from bot.match.timing.uptime import SLACK
from bot.storage import match_rows
from bot.storage.database import Database


class SqliteDeadlines:
    """What the services of time keep, in the same database as the matches."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def due(self, now: int, most: int) -> tuple[MatchId, ...]:
        """Matches in which something may be due, the longest overdue first."""

        def work(connection: sqlite3.Connection) -> tuple[MatchId, ...]:
            found = connection.execute(
                "SELECT match FROM deadline WHERE at <= ? ORDER BY at LIMIT ?", (now, most)
            )
            return tuple(dict.fromkeys(row[0] for row in found))

        return await self._database.read(work)

    async def of_match(self, match: MatchId) -> tuple[StoredDeadline, ...]:
        """All that is due in a match, sooner or later."""

        def work(connection: sqlite3.Connection) -> tuple[StoredDeadline, ...]:
            found = connection.execute(
                "SELECT kind, at, user, soonest, stamp FROM deadline WHERE match = ?", (match,)
            )
            return tuple(
                StoredDeadline(Deadline(DeadlineKind(kind), at, user), soonest, stamp)
                for kind, at, user, soonest, stamp in found
            )

        return await self._database.read(work)

    async def later(self, match: MatchId, moved: Sequence[tuple[StoredDeadline, int]]) -> None:
        """Look at these rows at other times, each unless it has changed since it was read."""

        def work(connection: sqlite3.Connection) -> None:
            connection.executemany(
                "UPDATE deadline SET at = ? WHERE match = ? AND user = ? AND kind = ?"
                " AND soonest = ? AND stamp = ?",
                [
                    (at, match, kept.due.user, kept.due.kind.value, kept.soonest, kept.stamp)
                    for kept, at in moved
                ],
            )

        await self._database.writer.write(work)

    async def renew(self, match: MatchId, due: Sequence[Deadline], seq: int, events: int) -> bool:
        """Put these in place of all that is due in a match, if it has come exactly so far."""

        def work(connection: sqlite3.Connection) -> bool:
            row = connection.execute(
                "SELECT seq, events, status FROM match WHERE id = ?", (match,)
            ).fetchone()
            if row != (seq, events, Status.RUNNING.value):
                return False
            match_rows.set_due(connection, match, due, over=True)
            return True

        return await self._database.writer.write(work)

    async def put_off(self, match: MatchId, until: int) -> None:
        """Look at nothing in a match before then."""

        def work(connection: sqlite3.Connection) -> None:
            connection.execute(
                "UPDATE deadline SET at = ? WHERE match = ? AND at < ?", (until, match, until)
            )

        await self._database.writer.write(work)

    async def hours(self, users: Sequence[UserId], since: int) -> Mapping[UserId, Hours]:
        """What stops the clock of each of these, with absences that are not over at `since`."""

        def work(connection: sqlite3.Connection) -> Mapping[UserId, Hours]:
            return {user: _hours(connection, user, since) for user in users}

        return await self._database.read(work)

    async def downtimes(self, since: int) -> tuple[Span, ...]:
        """When the bot was down, where that is not over at `since`, by the starts."""

        def work(connection: sqlite3.Connection) -> tuple[Span, ...]:
            found = connection.execute(
                "SELECT since, until FROM downtime WHERE until > ? ORDER BY until", (since,)
            )
            return tuple(sorted(Span(*row) for row in found))

        return await self._database.read(work)

    async def alive(self, now: int, gap: int | None) -> Span | None:
        """Note that the bot is up; what was a downtime before is noted and given.

        A clock that has been put back makes no downtime longer.
        """

        def work(connection: sqlite3.Connection) -> Span | None:
            last = _up(connection, now)
            if gap is None or now - last <= gap:
                return None
            _down(connection, Span(last, now))
            return Span(last, now)

        return await self._database.writer.write(work)

    async def skip(self, seconds: int, since: int, now: int) -> None:
        """Note that the bot is up, and that so many of the seconds since then are no time."""

        def work(connection: sqlite3.Connection) -> None:
            found = connection.execute(
                "SELECT since, until FROM downtime WHERE until > ? ORDER BY until", (since,)
            )
            noted = sorted(Span(*row) for row in found)
            still = runs_down(since, now - since, noted) - now
            if seconds - still > SLACK:  # else another process has noted it
                _down(connection, Span(now - seconds, now))
            _up(connection, now)

        await self._database.writer.write(work)

    async def absences(
        self, user: UserId, since: int, plan: AbsencePlan | None = None
    ) -> tuple[Span, ...]:
        """A user's absences that are not over at `since`, by the starts, after the plan if any."""

        def change(connection: sqlite3.Connection) -> tuple[Span, ...]:
            found = _absences(connection, user, since)
            if plan is None:
                return found
            planned = plan(found)
            connection.executemany(
                "DELETE FROM absence WHERE user = ? AND since = ?",
                [(user, span.start) for span in found],
            )
            connection.executemany(
                "INSERT INTO absence (user, since, until) VALUES (?, ?, ?)",
                [(user, *span) for span in planned],
            )
            return planned

        if plan is None:
            return await self._database.read(change)
        return await self._database.writer.write(change)

    async def matches_of(self, user: UserId) -> tuple[MatchId, ...]:
        """Running matches of a user in all servers; no frozen ones."""

        def work(connection: sqlite3.Connection) -> tuple[MatchId, ...]:
            found = connection.execute(
                "SELECT holder.match FROM holder JOIN match ON match.id = holder.match"
                " WHERE holder.user = ? AND match.status = 'running' AND match.frozen = 0",
                (user,),
            )
            return tuple(sorted(row[0] for row in found))

        return await self._database.read(work)


def _up(connection: sqlite3.Connection, now: int) -> int:
    """Note that the bot is up; gives when it was last known to be."""
    row = connection.execute("SELECT at FROM alive WHERE id = 1").fetchone()
    last = now if row is None else int(row[0])
    back = last - now > SLACK
    if back:
        _put_back(connection, now)
    connection.execute(
        "INSERT INTO alive (id, at) VALUES (1, ?) ON CONFLICT (id) DO UPDATE SET at = excluded.at",
        (now if back else max(last, now),),
    )
    return last


def _down(connection: sqlite3.Connection, span: Span) -> None:
    connection.execute(
        "INSERT INTO downtime (since, until) VALUES (?, ?)"
        " ON CONFLICT (since) DO UPDATE SET until = max(until, excluded.until)",
        span,
    )


def _put_back(connection: sqlite3.Connection, now: int) -> None:
    """Let nothing that was noted by a clock that was ahead stop, or put off, what is to come."""
    connection.execute("DELETE FROM downtime WHERE since >= ?", (now,))
    connection.execute("UPDATE downtime SET until = ?1 WHERE until > ?1", (now,))
    connection.execute("UPDATE deadline SET at = soonest, stamp = stamp + 1")
    connection.execute("UPDATE reminder SET at = 0")
    connection.execute("UPDATE overview SET edited = ?1 WHERE edited > ?1", (now,))


def _hours(connection: sqlite3.Connection, user: UserId, since: int) -> Hours:
    settings = connection.execute("SELECT name, value FROM user_setting WHERE user = ?", (user,))
    return Hours(Quiet.from_settings(dict(settings.fetchall())), _absences(connection, user, since))


def _absences(connection: sqlite3.Connection, user: UserId, since: int) -> tuple[Span, ...]:
    found = connection.execute(
        "SELECT since, until FROM absence WHERE user = ? AND until > ? ORDER BY since",
        (user, since),
    )
    return tuple(Span(*row) for row in found)
