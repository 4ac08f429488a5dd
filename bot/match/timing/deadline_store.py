"""The SQL of deadlines, absences and downtimes."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass

from bot.match.log.records import MatchId, Status
from bot.match.people.recalculation import recalculate_clocks
from bot.match.timing import shard_downtimes
from bot.match.timing.clocks import Hours
from bot.match.timing.common_clock import CommonClock, Reading
from bot.match.timing.deadlines import Deadline
from bot.match.timing.quiet_hours import Quiet
from bot.match.values.players import UserId
from bot.match.values.times import DAY, LONG_DOWNTIME, Span, runs_down
from bot.storage.base.connection import Connection
from bot.storage.base.database import Database, Repository
from bot.storage.base.rows import Rows, insert_all

AbsencePlan = Callable[[tuple[Span, ...]], tuple[Span, ...]]
"""Map a user's absences to those that replace them; if it raises, nothing changes."""


@dataclass(frozen=True, slots=True)
class StoredDeadline:
    deadline: Deadline
    soonest: int
    """The time that the last commit stored, before it was postponed."""
    stamp: int
    """Changes with everything that stops the user's clock."""


DEADLINES = Rows(StoredDeadline, "deadline")
NEW_DEADLINES = Rows(Deadline, "deadline")
SLACK = 5
"""Tolerated difference between the clocks of two processes, in seconds."""


class DeadlineStore(Repository):
    """Deadlines, absences and downtimes, with times in seconds since 1970. Each write is one
    transaction.

    Notes that the bot is up use the common clock, by default the caller's. Downtimes have the
    length that it measured, and end when they ended by the caller's clock, as times in matches do.
    """

    def __init__(self, database: Database, clock: CommonClock | None = None) -> None:
        super().__init__(database)
        self._clock = clock

    async def due(self, now: int, most: int) -> tuple[MatchId, ...]:
        matches = await self._database.column(
            "SELECT match FROM deadline WHERE at <= ? ORDER BY at LIMIT ?", now, most
        )
        return tuple(dict.fromkeys(matches))

    async def of_match(self, match: MatchId) -> tuple[StoredDeadline, ...]:
        return await self._database.all(DEADLINES, "WHERE match = ?", match)

    async def postpone(self, match: MatchId, moved: Sequence[tuple[StoredDeadline, int]]) -> None:
        def work(connection: Connection) -> None:
            connection.executemany(
                "UPDATE deadline SET at = ? WHERE match = ? AND user = ? AND kind = ?"
                " AND soonest = ? AND stamp = ?",
                [
                    (
                        at,
                        match,
                        stored.deadline.user,
                        stored.deadline.kind.value,
                        stored.soonest,
                        stored.stamp,
                    )
                    for stored, at in moved
                ],
            )

        await self._database.writer.write(work)

    async def replace(
        self, match: MatchId, deadlines: Sequence[Deadline], seq: int, events: int
    ) -> bool:
        """Replace all deadlines of a match.

        Return False, and change nothing, unless the match runs with `seq` entries and `events`
        events.
        """

        def work(connection: Connection) -> bool:
            row = connection.execute(
                "SELECT seq, events, status FROM match WHERE id = ?", (match,)
            ).fetchone()
            if row != (seq, events, Status.RUNNING.value):
                return False
            set_deadlines(connection, match, deadlines, over=True)
            return True

        return await self._database.writer.write(work)

    async def put_off(self, match: MatchId, until: int) -> None:
        await self._database.execute(
            "UPDATE deadline SET at = ? WHERE match = ? AND at < ?", until, match, until
        )

    async def hours(self, users: Sequence[UserId], since: int) -> Mapping[UserId, Hours]:
        return {user: (await self._hours(user)).since(since) for user in users}

    async def _hours(self, user: UserId) -> Hours:
        return await self._database.keeping(
            ("hours", user),
            lambda: self._database.read(lambda connection: _hours(connection, user)),
        )

    async def downtimes(self, since: int, guild: int | None = None) -> tuple[Span, ...]:
        """Return times after `since` in which players could not reach the bot, ordered by start:
        those of the whole bot, and those of a server's shard.
        """
        day = since // DAY
        spans, of_shards = await self._database.keeping(
            ("downtimes", day),
            lambda: self._database.read(
                lambda connection: (
                    _downtimes(connection, day * DAY),
                    shard_downtimes.ended(connection, day * DAY),
                )
            ),
        )
        own = [down.span for down in of_shards if guild is not None and down.concerns(guild)]
        return tuple(span for span in sorted([*spans, *own]) if span.end > since)

    async def last_up(self, guild: int) -> int | None:
        """Return until when players of a server could reach the bot, as far as is recorded."""

        def work(connection: Connection) -> int | None:
            row = connection.execute("SELECT at FROM alive WHERE id = 1").fetchone()
            if row is None:
                return None
            ended = shard_downtimes.lasting_since(connection, guild)
            return self._own(int(row[0]) if ended is None else min(int(row[0]), ended))

        return await self._database.read(work)

    def _own(self, at: int) -> int:
        """Return a time of the common clock as this process's clock shows it."""
        difference = 0 if self._clock is None else self._clock.difference or 0
        return at + difference if abs(difference) > SLACK else at

    def _reading(self, connection: Connection, now: int) -> Reading:
        return Reading(now, now, 0.0) if self._clock is None else self._clock.read(connection)

    async def alive(self, now: int, gap: int | None) -> Span | None:
        """Record that the bot is up; return the downtime that ends now, if any.

        A downtime is the time since the bot was last up, if longer than `gap` seconds. If `gap` is
        None there is none. If the bot was up later than the common clock shows, that clock has been
        put back: then every downtime ends now at the latest, and all deadlines become due for
        another look.
        """

        def work(connection: Connection) -> Span | None:
            reading = self._reading(connection, now)
            seconds = reading.now - _note_up(connection, reading)
            if gap is None or seconds <= gap:
                return None
            span = Span(reading.own - seconds, reading.own)
            _note_down(connection, span)
            return span

        return await self._database.urgent.write(work)

    async def skip(self, seconds: int, since: int, now: int) -> None:
        """Record that the bot is up, and that the clock has jumped ahead by `seconds` since
        `since`.

        These seconds become a downtime, unless another process has already recorded them.
        """

        def work(connection: Connection) -> None:
            noted = runs_down(since, now - since, _downtimes(connection, since)) - now
            if seconds - noted > SLACK:
                _note_down(connection, Span(now - seconds, now))
            _note_up(connection, self._reading(connection, now))

        await self._database.urgent.write(work)

    async def absences(
        self, user: UserId, since: int, plan: AbsencePlan | None = None
    ) -> tuple[Span, ...]:
        """Return a user's absences that end after `since`, ordered by start, after applying the
        plan.

        Errors of the plan are passed on.
        """

        def change(connection: Connection) -> tuple[Span, ...]:
            absences = _absences(connection, user, since)
            if plan is None:
                return absences
            planned = plan(absences)
            connection.executemany(
                "DELETE FROM absence WHERE user = ? AND since = ?",
                [(user, span.start) for span in absences],
            )
            connection.executemany(
                "INSERT INTO absence (user, since, until) VALUES (?, ?, ?)",
                [(user, *span) for span in planned],
            )
            if planned != absences:
                recalculate_clocks(connection, user)
            return planned

        if plan is None:
            return await self._database.read(change)
        return await self._database.writer.write(change)

    async def matches_of(self, user: UserId) -> tuple[MatchId, ...]:
        matches = await self._database.column(
            "SELECT holder.match FROM holder JOIN match ON match.id = holder.match"
            " WHERE holder.user = ? AND match.status = 'running' AND match.frozen = 0",
            user,
        )
        return tuple(sorted(matches))


def _downtimes(connection: Connection, since: int) -> tuple[Span, ...]:
    rows = connection.execute(
        "SELECT since, until FROM downtime WHERE until > ? ORDER BY until", (since,)
    )
    return tuple(sorted(Span(*row) for row in rows))


def _note_up(connection: Connection, reading: Reading) -> int:
    """Record that the bot is up; return when it was last up, by the common clock."""
    now = reading.now
    row = connection.execute("SELECT at FROM alive WHERE id = 1").fetchone()
    last = now if row is None else int(row[0])
    back = last - now > SLACK
    if back:
        _forget_later(connection, reading.own)
    connection.execute(
        "INSERT INTO alive (id, at) VALUES (1, ?) ON CONFLICT (id) DO UPDATE SET at = excluded.at",
        (now if back else max(last, now),),
    )
    return last


def _note_down(connection: Connection, span: Span) -> None:
    connection.execute(
        "INSERT INTO downtime (since, until) VALUES (?, ?)"
        " ON CONFLICT (since) DO UPDATE SET until = excluded.until"
        " WHERE downtime.until < excluded.until",
        span,
    )
    if span.end - span.start >= LONG_DOWNTIME:  # ends of rounds move, and panels show them
        connection.execute("UPDATE tournament SET due = ?1 WHERE due > ?1", (span.end,))


def _forget_later(connection: Connection, now: int) -> None:
    connection.execute("DELETE FROM downtime WHERE since >= ?", (now,))
    connection.execute("UPDATE downtime SET until = ?1 WHERE until > ?1", (now,))
    shard_downtimes.forget_later(connection, now)
    connection.execute("UPDATE deadline SET at = soonest, stamp = stamp + 1")
    connection.execute("UPDATE message SET wanted = wanted + 1 WHERE kind = 'reminder'")
    connection.execute("UPDATE message SET due = ?1 WHERE shown < wanted AND due > ?1", (now,))


def _hours(connection: Connection, user: UserId) -> Hours:
    settings = connection.execute("SELECT name, value FROM user_setting WHERE user = ?", (user,))
    return Hours(Quiet.from_settings(dict(settings.fetchall())), _absences(connection, user, 0))


def _absences(connection: Connection, user: UserId, since: int) -> tuple[Span, ...]:
    rows = connection.execute(
        "SELECT since, until FROM absence WHERE user = ? AND until > ? ORDER BY since",
        (user, since),
    )
    return tuple(Span(*row) for row in rows)


def set_deadlines(
    connection: Connection, match: MatchId, deadlines: Iterable[Deadline], *, over: bool
) -> None:
    """Replace the deadlines of people and pauses in a match. Other deadlines stay unless a new one
    of their kind is given; if `over`, they are deleted, too.
    """
    connection.execute(
        "DELETE FROM deadline WHERE match = ? AND (user > 0 OR kind = 'pause' OR ? = 1)",
        (match, int(over)),
    )
    insert_all(
        connection,
        "deadline",
        [
            {"match": match, "soonest": deadline.at, **NEW_DEADLINES.named(deadline)}
            for deadline in deadlines
        ],
        "ON CONFLICT (match, user, kind) DO UPDATE SET at = excluded.at,"
        " soonest = excluded.soonest",
    )
