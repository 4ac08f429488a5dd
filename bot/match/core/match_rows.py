"""The rows of matches, read and written inside a transaction of the caller."""

from collections.abc import Iterable
from dataclasses import replace

from bot.match.core import change_rows
from bot.match.core.change import Change
from bot.match.core.change_rows import set_plans
from bot.match.log.events import MatchEvent, MatchEventKind
from bot.match.log.records import (
    LogEntry,
    MatchId,
    NewMatch,
    Press,
    Record,
    Status,
    Stored,
    TournamentTable,
)
from bot.match.log.store_errors import BrokenMatch, Conflict, PressedBefore
from bot.match.statistics import rows as statistics_rows
from bot.match.statistics.result import EndedMatch
from bot.match.timing.deadline_store import set_deadlines
from bot.match.values.caps import Cap, CapCheck, CapReached, Caps
from bot.match.values.players import UserId
from bot.match.values.times import Pace
from bot.storage.base.connection import Connection
from engine.core.types import Entry

RECORD = (
    "id, game, rules, seats, seed, guild, channel, created, expires, place, invitation, pace,"
    " former, generation, opening, archive, day, tournament, tournament_table, private,"
    " forum"
)


def check_caps(connection: Connection, caps: Caps, guild: int, host: UserId, now: int) -> None:
    is_open = "status = 'open' AND frozen = 0 AND expires > ?"
    for cap, most, column, value in (
        (Cap.OPEN_OF_USER, caps.open_of_user, "host", host),
        (Cap.OPEN_IN_GUILD, caps.open_in_guild, "guild", guild),
    ):
        if most is None:
            continue
        count = connection.execute(
            f"SELECT COUNT(*) FROM match WHERE {column} = ? AND {is_open}",  # noqa: S608 - constant text
            (value, now),
        ).fetchone()[0]
        if count >= most:
            raise CapReached(cap)
    check_running(connection, CapCheck((host,), caps.running_of_user), guild)


def check_running(connection: Connection, cap_check: CapCheck, guild: int) -> None:
    full = tuple(
        user for user in cap_check.users if running(connection, guild, user) >= cap_check.most
    )
    if full:
        raise CapReached(Cap.RUNNING_OF_USER, full)


def running(connection: Connection, guild: int, user: UserId) -> int:
    row = connection.execute(
        "SELECT COUNT(*) FROM holder JOIN match ON match.id = holder.match"
        " WHERE holder.user = ? AND holder.guild = ?"
        " AND match.status = 'running' AND match.frozen = 0 AND match.day IS NULL",
        (user, guild),
    ).fetchone()
    return 0 if row is None else int(row[0])


def commit(connection: Connection, change: Change) -> bool:
    """Append to a match; return whether plans can have changed.

    Raise Conflict, PressedBefore or CapReached without any change.
    """
    interaction = None if change.press is None else change.press.interaction
    row = connection.execute(
        "SELECT seq, events, former, frozen, guild,"
        " EXISTS (SELECT 1 FROM press WHERE interaction = ?1),"
        " EXISTS (SELECT 1 FROM plan WHERE match = ?2),"
        " EXISTS (SELECT 1 FROM notice WHERE match = ?2 AND open = 1)"
        " FROM match WHERE id = ?2",
        (interaction, change.match),
    ).fetchone()
    expected = (change.seq, change.n, change.former, 0)
    as_decided = row is not None and row[:4] == expected
    if interaction is not None and (not as_decided or row[5]):
        before = press(connection, interaction)
        if before is not None:
            raise PressedBefore(before)
    if not as_decided:
        raise Conflict
    if change.cap_check is not None:
        check_running(connection, change.cap_check, row[4])
    append(connection, change, row[4], planned=bool(row[6]), noticed=bool(row[7]))
    return bool(row[6])


def append(
    connection: Connection, change: Change, guild: int, *, planned: bool, noticed: bool
) -> None:
    """Append a change to a match, without checks.

    `planned` and `noticed` say whether the match has a plan or an open notice. Most have none,
    which saves writes.
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
    if change.deadlines is not None:
        set_deadlines(connection, change.match, change.deadlines, over=change.status is Status.OVER)
    change_rows.add_notices(connection, change, noticed=noticed)
    change_rows.set_reminders(connection, change)
    if planned:
        set_plans(connection, change)
    seq = change.seq + len(change.entries)
    if not change.events:
        # Most turns add no event. Updating only these columns spares the indexes of the others.
        connection.execute(
            "UPDATE match SET seq = ?, computer_due = ? WHERE id = ?",
            (seq, change.computer_due, change.match),
        )
        return
    connection.execute(
        "UPDATE match SET status = ?, seq = ?, events = ?, computer_due = ?,"
        " card_changes = card_changes + 1 WHERE id = ?",
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
    if change.status is Status.CALLED_OFF:
        change_rows.note_match_called_off(connection, change.match)
    if change.ended is not None:
        game, tournament = connection.execute(
            "SELECT game, tournament FROM match WHERE id = ?", (change.match,)
        ).fetchone()
        ending = EndedMatch(
            change.match, guild, game, change.ended, change.took_part, change.results
        )
        statistics_rows.insert(connection, ending)
        if change.day_points is not None:
            change_rows.set_day_points(connection, change.match, change.day_points)
        if tournament is not None:
            change_rows.note_match_ended(connection, tournament)


def insert_match(
    connection: Connection, new: NewMatch, host: UserId | None, events: int
) -> MatchId:
    ((match,),) = connection.execute(
        "INSERT INTO match (id, game, rules, seats, seed, guild, channel, created, expires,"
        " status, events, host, opened_by, follows, pace, opening, archive, day, tournament,"
        " tournament_table, private, forum)"
        " VALUES ((SELECT given + 1 FROM numbering WHERE id = 1),"
        " ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?) RETURNING id",
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
            events,
            host,
            new.interaction,
            new.follows,
            new.pace.value,
            new.opening,
            int(new.archive),
            new.day,
            None if new.table is None else new.table.tournament,
            None if new.table is None else new.table.table,
            int(new.private or new.day is not None),
            new.forum,
        ),
    ).fetchall()
    return int(match)


def insert_events(connection: Connection, match: MatchId, events: Iterable[MatchEvent]) -> None:
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
    connection: Connection, match: MatchId, guild: int, users: Iterable[UserId]
) -> None:
    connection.execute("DELETE FROM holder WHERE match = ?", (match,))
    connection.executemany(
        "INSERT INTO holder (user, match, guild) VALUES (?, ?, ?)",
        [(user, match, guild) for user in users],
    )


def record(connection: Connection, match: MatchId) -> Record:
    row = connection.execute(f"SELECT {RECORD} FROM match WHERE id = ?", (match,)).fetchone()  # noqa: S608 - a constant list of columns
    *rest, pace, former, generation, opening, archive, day, tournament, table, private, forum = row
    return replace(
        Record(*rest),
        pace=Pace(pace),
        former=former,
        generation=generation,
        opening=opening,
        archive=bool(archive),
        day=day,
        table=None if tournament is None else TournamentTable(tournament, table),
        private=bool(private),
        forum=forum,
    )


def opened_by(connection: Connection, interaction: int | None) -> Record | None:
    row = connection.execute("SELECT id FROM match WHERE opened_by = ?", (interaction,)).fetchone()
    return None if row is None else record(connection, row[0])


def insert_press(connection: Connection, press: Press) -> None:
    connection.execute(
        "INSERT INTO press (interaction, match, first, count) VALUES (?, ?, ?, ?)",
        (press.interaction, press.match, press.first, press.count),
    )


def press(connection: Connection, interaction: int) -> Press | None:
    row = connection.execute(
        "SELECT interaction, match, first, count FROM press WHERE interaction = ?", (interaction,)
    ).fetchone()
    return None if row is None else Press(*row)


def load(connection: Connection, match: MatchId) -> Stored | None:
    """Return everything stored of a match; None if it does not exist. Raise BrokenMatch."""
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
    try:
        stored = record(connection, match)
    except ValueError as error:
        raise BrokenMatch(f"match {match}: it has no such pace") from error
    return Stored(
        stored,
        tuple(_event(match, *event) for event in events),
        log(connection, match),
        *row,
    )


def log(connection: Connection, match: MatchId) -> tuple[LogEntry, ...]:
    rows = connection.execute(
        "SELECT seq, actor, token, digest, at FROM log WHERE match = ? ORDER BY seq", (match,)
    ).fetchall()
    return tuple(
        LogEntry(Entry(seq, actor, token), digest, at) for seq, actor, token, digest, at in rows
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
        return MatchEvent(n, after, MatchEventKind(kind), at, seat, holder, detail)
    except ValueError as error:
        raise BrokenMatch(f"match {match}: its event {n} is {kind!r}") from error
