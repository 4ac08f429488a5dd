"""The rows of matches: what is read and appended inside a transaction that somebody else began."""

import sqlite3
from collections.abc import Iterable
from dataclasses import replace

from bot.match.events import EventKind, MatchEvent
from bot.match.holders import UserId
from bot.match.loaded import BrokenMatch
from bot.match.ports import Cap, CapReached, Conflict, PressedBefore
from bot.match.timing.pace import Pace
from bot.match.types import (
    Caps,
    Change,
    Due,
    EndedMatch,
    LogEntry,
    MatchId,
    Press,
    Record,
    Room,
    Status,
    Stored,
)
from bot.storage import notices, statistics_rows
from engine.core.types import Entry

RECORD = (
    "id, game, rules, seats, seed, guild, channel, created, expires, place, invitation, pace,"
    " former, life"
)


def check_caps(
    connection: sqlite3.Connection, caps: Caps, guild: int, host: UserId, now: int
) -> None:
    """Whether a host may make another invitation in a server; raises CapReached."""
    standing = "status = 'open' AND frozen = 0 AND expires > ?"
    for cap, most, column, value in (
        (Cap.OPEN_OF_USER, caps.open_of_user, "host", host),
        (Cap.OPEN_IN_GUILD, caps.open_in_guild, "guild", guild),
    ):
        if most is None:
            continue
        count = connection.execute(
            f"SELECT COUNT(*) FROM match WHERE {column} = ? AND {standing}",  # noqa: S608 - our own words
            (value, now),
        ).fetchone()[0]
        if count >= most:
            raise CapReached(cap)
    check_room(connection, Room((host,), caps.running_of_user), guild)


def check_room(connection: sqlite3.Connection, room: Room, guild: int) -> None:
    """Whether these people may be in another running match of a server; raises CapReached."""
    full = []
    for user in room.users:
        running = connection.execute(
            "SELECT COUNT(*) FROM holder JOIN match ON match.id = holder.match"
            " WHERE holder.user = ? AND holder.guild = ?"
            " AND match.status = 'running' AND match.frozen = 0",
            (user, guild),
        ).fetchone()[0]
        if running >= room.most:
            full.append(user)
    if full:
        raise CapReached(Cap.RUNNING_OF_USER, tuple(full))


def commit(connection: sqlite3.Connection, change: Change) -> None:
    """Append to a match; raises Conflict, PressedBefore or CapReached, having changed nothing."""
    interaction = None if change.press is None else change.press.interaction
    row = connection.execute(
        "SELECT seq, events, former, frozen, guild,"
        " EXISTS (SELECT 1 FROM press WHERE interaction = ?1),"
        " EXISTS (SELECT 1 FROM plan WHERE match = ?2),"
        " EXISTS (SELECT 1 FROM notice WHERE match = ?2 AND open = 1)"
        " FROM match WHERE id = ?2",
        (interaction, change.match),
    ).fetchone()
    told = (change.seq, change.n, change.former)
    as_decided = row is not None and row[:4] == (*told, 0)
    if interaction is not None and (not as_decided or row[5]):
        before = press(connection, interaction)
        if before is not None:
            raise PressedBefore(before)
    if not as_decided:
        raise Conflict
    if change.room is not None:
        check_room(connection, change.room, row[4])
    append(connection, change, row[4], planned=bool(row[6]), noticed=bool(row[7]))


def append(
    connection: sqlite3.Connection, change: Change, guild: int, *, planned: bool, noticed: bool
) -> None:
    """Add what a change says, and what is derived from it.

    `planned` and `noticed` say whether the match has a plan and an open notice: most have none.
    """
    connection.executemany(
        "INSERT INTO log (match, seq, actor, token, digest, at) VALUES (?, ?, ?, ?, ?, ?)",
        [
            (change.match, kept.entry.seq, kept.entry.actor, kept.entry.token, kept.digest, kept.at)
            for kept in change.entries
        ],
    )
    if change.press is not None:
        insert_press(connection, change.press)
    if change.due is not None:
        set_due(connection, change.match, change.due, over=change.status is Status.OVER)
    notices.append(connection, change, noticed=noticed)
    if planned:
        set_plans(connection, change)
    seq = change.seq + len(change.entries)
    if not change.events:
        # Most turns: what is not named here is in no index that must be looked after.
        connection.execute(
            "UPDATE match SET seq = ?, computer_due = ? WHERE id = ?",
            (seq, change.computer_due, change.match),
        )
        return
    connection.execute(
        "UPDATE match SET status = ?, seq = ?, events = ?, computer_due = ? WHERE id = ?",
        (
            change.status.value,
            seq,
            change.n + len(change.events),
            change.computer_due,
            change.match,
        ),
    )
    insert_events(connection, change.match, change.events)
    live = change.status in (Status.OPEN, Status.RUNNING)
    set_holders(connection, change.match, guild, change.holders if live else ())
    if change.ended is not None:
        (game,) = connection.execute(
            "SELECT game FROM match WHERE id = ?", (change.match,)
        ).fetchone()
        ending = EndedMatch(
            change.match, guild, game, change.ended, change.took_part, change.results
        )
        statistics_rows.insert(connection, ending)


def set_due(
    connection: sqlite3.Connection, match: MatchId, due: Iterable[Due], *, over: bool
) -> None:
    """Note what is due in a match: of people just this, its idle time where that is among it.

    Where it is `over` nothing of before stays.
    """
    connection.execute(
        "DELETE FROM deadline WHERE match = ? AND (user > 0 OR ?)", (match, int(over))
    )
    connection.executemany(
        "INSERT INTO deadline (match, user, kind, at, soonest) VALUES (?, ?, ?, ?, ?)"
        " ON CONFLICT (match, user, kind) DO UPDATE SET at = excluded.at,"
        " soonest = excluded.soonest",
        [(match, one.user, one.kind.value, one.at, one.at) for one in due],
    )


def set_plans(connection: sqlite3.Connection, change: Change) -> None:
    """Drop the plans that end, and note whose are to be carried out now."""
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


def insert_events(
    connection: sqlite3.Connection, match: MatchId, events: Iterable[MatchEvent]
) -> None:
    """Add lines to the history of a match."""
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


def set_holders(
    connection: sqlite3.Connection, match: MatchId, guild: int, users: Iterable[UserId]
) -> None:
    """Note who is in an open or running match."""
    connection.execute("DELETE FROM holder WHERE match = ?", (match,))
    connection.executemany(
        "INSERT INTO holder (user, match, guild) VALUES (?, ?, ?)",
        [(user, match, guild) for user in users],
    )


def record(connection: sqlite3.Connection, match: MatchId) -> Record:
    """The row of a match that exists."""
    row = connection.execute(f"SELECT {RECORD} FROM match WHERE id = ?", (match,)).fetchone()  # noqa: S608 - a constant list of columns
    *rest, pace, former, life = row
    return replace(Record(*rest), pace=Pace(pace), former=former, life=life)


def opened_by(connection: sqlite3.Connection, interaction: int | None) -> Record | None:
    """The match that this interaction has made; None where it has made none."""
    row = connection.execute("SELECT id FROM match WHERE opened_by = ?", (interaction,)).fetchone()
    return None if row is None else record(connection, row[0])


def insert_press(connection: sqlite3.Connection, press: Press) -> None:
    """Note what an interaction has done: it won't do it again."""
    connection.execute(
        "INSERT INTO press (interaction, match, first, count) VALUES (?, ?, ?, ?)",
        (press.interaction, press.match, press.first, press.count),
    )


def press(connection: sqlite3.Connection, interaction: int) -> Press | None:
    """What a counted interaction did; None where it was never counted."""
    row = connection.execute(
        "SELECT interaction, match, first, count FROM press WHERE interaction = ?", (interaction,)
    ).fetchone()
    return None if row is None else Press(*row)


def load(connection: sqlite3.Connection, match: MatchId) -> Stored | None:
    """All that is stored of a match; None where there is none. Raises BrokenMatch."""
    row = connection.execute(
        "SELECT seq, events, status FROM match WHERE id = ?", (match,)
    ).fetchone()
    if row is None:
        return None
    events = connection.execute(
        "SELECT n, after_seq, kind, at, seat, holder, detail FROM match_event"
        " WHERE match = ? ORDER BY n",
        (match,),
    ).fetchall()
    log = connection.execute(
        "SELECT seq, actor, token, digest, at FROM log WHERE match = ? ORDER BY seq", (match,)
    ).fetchall()
    try:
        found = record(connection, match)
    except ValueError as error:
        raise BrokenMatch(f"match {match}: it has no such pace") from error
    return Stored(
        found,
        tuple(_event(match, *event) for event in events),
        tuple(
            LogEntry(Entry(seq, actor, token), digest, at) for seq, actor, token, digest, at in log
        ),
        *row,
    )


def _event(
    match: MatchId,
    n: int,
    after: int,
    kind: str,
    at: int,
    seat: int | None,
    holder: UserId | None,
    detail: str,
) -> MatchEvent:
    try:
        return MatchEvent(n, after, EventKind(kind), at, seat, holder, detail)
    except ValueError as error:
        raise BrokenMatch(f"match {match}: its event {n} is {kind!r}") from error
