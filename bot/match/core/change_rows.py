"""The rows of other topics that a match writes in the transaction of a change.

Plans, notices, reminders, days and tournaments have their own packages above this one. But a crash
between two transactions would lose a notice or a result, so the commit writes these rows itself.
"""

from itertools import chain

from bot.match.core.change import Change
from bot.match.log.records import MatchId, NewMatch, Status
from bot.match.people.messages import MessageKey, MessageKind, want
from bot.match.people.recalculation import note_server
from bot.match.timing.notices import DONE, OF_MATCH
from bot.match.values.days import Day
from bot.match.values.players import UserId
from bot.storage.base.connection import Connection
from bot.storage.base.rows import insertion

PLANS = "plans"
HEAD_START = 3
"""Seconds after a change until its notices are due, so that the board is shown before them."""
AT_ONCE = 0
"""`tournament.due` of a tournament that is due immediately: before all times."""


def want_notices(connection: Connection, change: Change, guild: int, *, noticed: bool) -> None:
    """Store that a change causes new notices and, if the match has some, can change those."""
    times = [event.at for event in change.events] + [entry.at for entry in change.entries]
    due = max(times, default=0) + HEAD_START
    if noticed:
        connection.execute(
            "UPDATE message SET wanted = wanted + 1, due = CASE WHEN due < ? THEN ? ELSE due END"  # noqa: S608 - constant text
            f" WHERE {OF_MATCH} AND NOT ({DONE})",
            (due, due, change.match),
        )
        if change.status is Status.OVER:
            connection.execute(f"DELETE FROM message WHERE {OF_MATCH} AND {DONE}", (change.match,))  # noqa: S608 - constant text
    for n in change.notices:
        (place,) = connection.execute(
            "SELECT COALESCE(place, channel) FROM match WHERE id = ?", (change.match,)
        ).fetchone()
        key = MessageKey(MessageKind.NOTICE, change.match, n)
        want(connection, key, guild, due=due, place=place)


def set_reminders(connection: Connection, change: Change, guild: int) -> None:
    match, schedule = change.match, change.reminders
    if schedule is None:
        return
    others = "kind = 'reminder' AND subject = ?"
    others += " AND NOT (part = ? AND receiver = ?)" * len(schedule)
    turns = [(reminder.since, reminder.user) for reminder in schedule]
    connection.execute(f"DELETE FROM message WHERE {others}", (match, *chain(*turns)))  # noqa: S608 - constant text
    connection.executemany(
        "INSERT INTO message (kind, subject, part, receiver, guild, due)"
        " VALUES ('reminder', ?, ?, ?, ?, ?) ON CONFLICT (kind, subject, part, receiver)"
        " DO UPDATE SET wanted = message.wanted + 1, due = excluded.due",
        [(match, reminder.since, reminder.user, guild, reminder.at) for reminder in schedule],
    )


def tell_watchers(connection: Connection, change: Change, guild: int, rounds_before: int) -> None:
    is_over = change.status is not Status.RUNNING
    connection.execute(
        "INSERT INTO message (kind, subject, receiver, guild, wanted, shown)"
        " SELECT 'watch', match, user, ?, ?, ? FROM watch WHERE match = ? AND every IN (?, 'round')"
        " ON CONFLICT (kind, subject, part, receiver) DO UPDATE SET wanted = message.wanted + 1",
        (guild, rounds_before + 1, rounds_before, change.match, "end" if is_over else "round"),
    )
    if is_over:
        connection.execute("DELETE FROM watch WHERE match = ?", (change.match,))


def set_plans(connection: Connection, change: Change) -> None:
    if change.status is not Status.RUNNING:
        connection.execute("DELETE FROM plan WHERE match = ?", (change.match,))
        return
    connection.executemany(
        "DELETE FROM plan WHERE match = ? AND user = ?",
        [(change.match, user) for user in change.unplanned],
    )
    connection.execute("UPDATE plan SET due = 0 WHERE match = ? AND due = 1", (change.match,))
    connection.executemany(
        "UPDATE plan SET due = 1 WHERE match = ? AND user = ?",
        [(change.match, user) for user in change.to_act],
    )


def day_match_of(connection: Connection, game: str, day: Day, user: UserId) -> MatchId | None:
    row = connection.execute(
        "SELECT match FROM day_match WHERE game = ? AND day = ? AND user = ?", (game, day, user)
    ).fetchone()
    return None if row is None else int(row[0])


def insert_day_match(connection: Connection, new: NewMatch, match: MatchId, user: UserId) -> None:
    assert new.day is not None, "it is of a day"
    connection.execute(*insertion("day_match", game=new.game, day=new.day, user=user, match=match))
    note_day_opened(connection, new.game, new.day, user, new.guild)


def set_day_points(connection: Connection, match: MatchId, points: int | None) -> None:
    connection.execute("UPDATE day_match SET points = ? WHERE match = ?", (points, match))


def note_day_opened(connection: Connection, game: str, day: Day, user: UserId, guild: int) -> None:
    note_server(connection, guild)
    connection.execute(
        *insertion(
            "day_guild", "ON CONFLICT DO NOTHING", guild=guild, game=game, day=day, user=user
        )
    )


def table_match_of(connection: Connection, tournament: int, table: str) -> MatchId | None:
    row = connection.execute(
        "SELECT id FROM match WHERE tournament = ? AND tournament_table = ?", (tournament, table)
    ).fetchone()
    return None if row is None else int(row[0])


def note_match_ended(connection: Connection, tournament: int) -> None:
    connection.execute(
        "UPDATE tournament SET ended = ended + 1, due = ? WHERE id = ?", (AT_ONCE, tournament)
    )


def note_match_called_off(connection: Connection, match: MatchId) -> None:
    row = connection.execute("SELECT tournament FROM match WHERE id = ?", (match,)).fetchone()
    if row is not None and row[0] is not None:
        note_match_ended(connection, row[0])
