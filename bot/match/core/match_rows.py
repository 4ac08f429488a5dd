"""The rows of matches, read and written inside a transaction of the caller."""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from bot.match.core import change_rows
from bot.match.core.change import Change
from bot.match.core.change_rows import set_plans
from bot.match.log.events import MatchEvent, MatchEventKind, read_detail, written_detail
from bot.match.log.records import (
    LogEntry,
    MatchId,
    NewMatch,
    Press,
    Record,
    Status,
    Stored,
)
from bot.match.log.store_errors import BrokenMatch, Conflict, PressedBefore
from bot.match.people import messages
from bot.match.people.messages import MessageKey, MessageKind, MessageRow
from bot.match.people.recalculation import note_server
from bot.match.statistics import rows as statistics_rows
from bot.match.statistics.result import EndedMatch
from bot.match.timing.deadline_store import set_deadlines
from bot.match.values.caps import Cap, CapCheck, CapReached, Caps
from bot.match.values.players import UserId
from bot.storage.base.connection import Connection
from bot.storage.base.restores import next_number
from bot.storage.base.rows import Conversion, Rows, insertion

FOR_THE_HOST = (MatchEventKind.DECLINED, MatchEventKind.EXPIRED)
"""Events that the host of an invitation hears of."""


@dataclass(frozen=True, slots=True)
class _Before:
    """The state of a match before a commit."""

    seq: int
    events: int
    former: int
    frozen: bool
    guild: int
    pressed: bool
    planned: bool
    noticed: bool


TABLE_COLUMNS = {"table.tournament": "tournament", "table.table": "tournament_table"}
ARCHIVE = "day IS NOT NULL AND NOT EXISTS (SELECT 1 FROM day_match WHERE match = match.id)"
"""True for matches that play a past day again; only others of a day have a row there."""
RECORDS = Rows(Record, "match", {"archive": ARCHIVE, **TABLE_COLUMNS})
NEW_MATCHES = Rows(
    NewMatch, "match", {"interaction": "opened_by", "archive": ARCHIVE, **TABLE_COLUMNS}
)
BEFORE = Rows(
    _Before,
    "match",
    {
        "pressed": "EXISTS (SELECT 1 FROM press WHERE interaction = ?1)",
        "planned": "EXISTS (SELECT 1 FROM plan WHERE match = ?2)",
        "noticed": "EXISTS (SELECT 1 FROM message WHERE kind = 'notice' AND subject = ?2)",
    },
)
EVENTS = Rows(MatchEvent, "match_event", detail=Conversion(written_detail, str))
"""`_event` reads details, which depend on the kind."""
LOG = Rows(LogEntry, "log")
WANT_BOARD = (
    "UPDATE message SET wanted = CASE WHEN wanted = 0 THEN ? ELSE wanted + ? END"
    " WHERE kind = 'board' AND subject = ?"
)
POSTED_WITHIN = 5
"""Seconds after its creation in which the command that created a match posts it."""
PRESSES = Rows(Press, "press")


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
    match = BEFORE.one(connection, "WHERE id = ?2", interaction, change.match)
    is_as_decided = (
        match is not None
        and not match.frozen
        and ((match.seq, match.events, match.former) == (change.seq, change.n, change.former))
    )
    if interaction is not None and (match is None or not is_as_decided or match.pressed):
        before = press(connection, interaction)
        if before is not None:
            raise PressedBefore(before)
    if match is None or not is_as_decided:
        raise Conflict
    if change.cap_check is not None:
        check_running(connection, change.cap_check, match.guild)
    append(connection, change, match.guild, planned=match.planned, noticed=match.noticed)
    return match.planned


def append(
    connection: Connection, change: Change, guild: int, *, planned: bool, noticed: bool
) -> None:
    """Append a change to a match, without checks.

    `planned` and `noticed` say whether the match has a plan or notices. Most have none, which saves
    writes.
    """
    LOG.insert(connection, change.entries, match=change.match)
    if change.press is not None:
        PRESSES.insert(connection, [change.press])
    if change.deadlines is not None:
        set_deadlines(connection, change.match, change.deadlines, over=change.status is Status.OVER)
    change_rows.want_notices(connection, change, guild, noticed=noticed)
    change_rows.set_reminders(connection, change, guild)
    if change.rounds_before is not None:
        change_rows.tell_watchers(connection, change, guild, change.rounds_before)
    if planned:
        set_plans(connection, change)
    seq, events = change.seq + len(change.entries), change.n + len(change.events)
    if change.status in (Status.RUNNING, Status.OVER):
        connection.execute(
            WANT_BOARD, (seq + events, len(change.entries) + len(change.events), change.match)
        )
    if not change.events:
        # Most turns add no event. Updating only these columns spares the indexes of the others.
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
            events,
            change.computer_due,
            change.match,
        ),
    )
    messages.touch(connection, MessageKey(MessageKind.CARD, change.match))
    if any(event.kind in FOR_THE_HOST for event in change.events):
        _want_host_message(connection, change, guild)
    EVENTS.insert(connection, change.events, match=change.match)
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


def _want_host_message(connection: Connection, change: Change, guild: int) -> None:
    ((channel, is_private),) = connection.execute(
        "SELECT channel, private FROM match WHERE id = ?", (change.match,)
    ).fetchall()
    if is_private:
        return
    key, last = MessageKey(MessageKind.HOST, change.match), change.events[-1]
    messages.want(connection, key, guild, place=channel)
    # Until then the process of the change edits the card, and then posts this message.
    messages.touch(connection, key, version=last.n + 1, due=last.at + POSTED_WITHIN)


def insert_match(
    connection: Connection, new: NewMatch, host: UserId | None, events: int
) -> MatchId:
    match = next_number(connection, new.created)
    note_server(connection, new.guild)
    row = NEW_MATCHES.named(new) | {"private": int(new.private or new.day is not None)}
    status = Status.OPEN.value
    connection.execute(
        *insertion("match", id=match, status=status, events=events, host=host, **row)
    )
    if not row["private"]:
        card = MessageKey(MessageKind.CARD, match)
        # Until then its opener posts it.
        later = new.created + POSTED_WITHIN
        messages.want(connection, card, new.guild, due=later, place=new.channel)
        board = MessageRow(MessageKey(MessageKind.BOARD, match), new.guild, wanted=0)
        messages.MESSAGES.insert(connection, [board])
    return match


def set_holders(
    connection: Connection, match: MatchId, guild: int, users: Iterable[UserId]
) -> None:
    connection.execute("DELETE FROM holder WHERE match = ?", (match,))
    connection.executemany(
        "INSERT INTO holder (user, match, guild) VALUES (?, ?, ?)",
        [(user, match, guild) for user in users],
    )


def record(connection: Connection, match: MatchId) -> Record:
    record = RECORDS.one(connection, "WHERE id = ?", match)
    assert record is not None, "matches that are read exist"
    return record


def opened_by(connection: Connection, interaction: int | None) -> Record | None:
    row = connection.execute("SELECT id FROM match WHERE opened_by = ?", (interaction,)).fetchone()
    return None if row is None else record(connection, row[0])


def press(connection: Connection, interaction: int) -> Press | None:
    return PRESSES.one(connection, "WHERE interaction = ?", interaction)


def load(connection: Connection, match: MatchId) -> Stored | None:
    """Return everything stored of a match; None if it does not exist. Raise BrokenMatch."""
    row = connection.execute(
        "SELECT seq, events, status FROM match WHERE id = ?", (match,)
    ).fetchone()
    if row is None:
        return None
    try:
        stored = record(connection, match)
    except ValueError as error:
        raise BrokenMatch(f"match {match}: it has no such pace") from error
    events = connection.execute(EVENTS.select("WHERE match = ? ORDER BY n"), (match,)).fetchall()
    return Stored(
        stored,
        tuple(_event(match, dict(zip(EVENTS.columns, event, strict=True))) for event in events),
        LOG.all(connection, "WHERE match = ? ORDER BY seq", match),
        *row,
    )


def _event(match: MatchId, values: dict[str, Any]) -> MatchEvent:
    try:
        kind = MatchEventKind(values["kind"])
        detail = read_detail(kind, values["holder"], values["detail"])
    except ValueError as error:
        raise BrokenMatch(
            f"match {match}: its event {values['n']}, {values['kind']!r}, can't be read"
        ) from error
    return MatchEvent(**{**values, "kind": kind, "detail": detail})
