"""The rows of matches that can't be read, read and written inside a transaction of the caller.

Nothing here replays the log or needs a readable history. The end is the ordinary event VOIDED or
CANCELLED at the stored end of the history, whose length the match's row knows. So if a later
version can read the match again, it is an ended match like any other.
"""

from dataclasses import dataclass

from bot.match.core import match_rows
from bot.match.core.change import Change
from bot.match.log.events import MatchEvent, MatchEventKind, Void
from bot.match.log.records import LogEntry, MatchId, Record, Status
from bot.match.log.roster import Roster, fold
from bot.match.log.store_errors import CONTRADICTORY, BrokenMatch, Conflict
from bot.match.people import messages
from bot.match.people.messages import MessageKey, MessageKind
from bot.match.timing.notices import OF_MATCH
from bot.match.values.days import end_of
from bot.match.values.errors import (
    ClosedUnread,
    EndedUnread,
    InvitationClosed,
    MatchOver,
    NoSuchMatch,
)
from bot.match.values.players import UserId
from bot.storage.base.connection import Connection
from bot.storage.base.frozen import ENDED

ENDS = (Status.OVER, Status.CALLED_OFF)
FROZEN = (
    "SELECT id FROM match WHERE guild = ? AND frozen = 1 AND status NOT IN ('over', 'called off')"
)
OF_USER = " AND id IN (SELECT match FROM holder WHERE user = ?)"
OF_OTHERS = " AND id NOT IN (SELECT match FROM holder WHERE user = ?)"
DUE = (
    f"SELECT id FROM match WHERE frozen = 1 AND private = 0 AND {ENDED}"  # noqa: S608 - constant text
    " AND EXISTS (SELECT 1 FROM message WHERE subject = match.id AND shown < wanted"
    " AND kind IN ('board', 'old board'))"
)


def end(connection: Connection, match: MatchId, moderator: UserId, now: int) -> Status:
    """End a frozen match without a result; return its new status.

    Raise MatchOver or InvitationClosed if it had ended before, EndedUnread or ClosedUnread if this
    function has ended it, and Conflict if it isn't frozen.
    """
    row = connection.execute(
        f"SELECT guild, status, seq, events, frozen, former, day, {match_rows.ARCHIVE},"  # noqa: S608 - constant text
        f" {ENDED} FROM match WHERE id = ?",
        (match,),
    ).fetchone()
    if row is None:
        raise NoSuchMatch
    guild, status, seq, n, frozen, former, day, archive, ended = row
    if not frozen:
        raise Conflict
    if ended:
        raise (EndedUnread if status == Status.OVER.value else ClosedUnread)(match=match)
    roster = _roster(connection, match)
    _check_not_over(status, roster)
    waits = status == Status.OPEN.value if roster is None else roster.contribution is None
    if waits and seq == 0:
        kind, detail, after = MatchEventKind.CANCELLED, "", Status.CALLED_OFF
    else:
        kind, detail, after = MatchEventKind.VOIDED, Void.MODERATED.value, Status.OVER
    # Damage can also have added events.
    (last,) = connection.execute(
        "SELECT COALESCE(MAX(n), -1) FROM match_event WHERE match = ?", (match,)
    ).fetchone()
    n = max(n, last + 1)
    at = now if day is None or archive else min(now, end_of(day) - 1)
    holders = connection.execute("SELECT user FROM holder WHERE match = ?", (match,)).fetchall()
    people = {user for (user,) in holders} if roster is None else roster.had_part
    change = Change(
        match=match,
        seq=seq,
        n=n,
        former=former,
        events=(MatchEvent(n, seq, kind, at, holder=moderator, detail=detail),),
        status=after,
        deadlines=(),
        reminders=(),
        ended=at if after is Status.OVER else None,
        took_part=tuple(sorted(people)),
    )
    match_rows.append(connection, change, guild, planned=True, noticed=False)
    connection.execute("DELETE FROM deadline WHERE match = ?", (match,))
    connection.execute("DELETE FROM turn_alert WHERE match = ?", (match,))
    connection.execute("DELETE FROM watch WHERE match = ?", (match,))
    connection.execute(
        "DELETE FROM message WHERE subject = ? AND kind IN ('card', 'host', 'reminder', 'watch')",
        (match,),
    )
    # The board's row makes all messages of the match show its end, even if there is no board.
    messages.touch(connection, MessageKey(MessageKind.BOARD, match), version=1)
    connection.execute(f"DELETE FROM message WHERE {OF_MATCH} AND message IS NULL", (match,))  # noqa: S608 - constant text
    return after


def _roster(connection: Connection, match: MatchId) -> Roster | None:
    """Return the roster of a match whose history can be read, otherwise None."""
    try:
        stored = match_rows.load(connection, match)
        return None if stored is None or len(stored.events) < stored.n else fold(stored.events)
    except (BrokenMatch, *CONTRADICTORY):
        return None


def _check_not_over(status: str, roster: Roster | None) -> None:
    """Raise MatchOver or InvitationClosed if the row says so and the history doesn't deny it."""
    if roster is not None and roster.status not in ENDS:
        return
    if status == Status.OVER.value:
        raise MatchOver
    if status == Status.CALLED_OFF.value:
        raise InvitationClosed


@dataclass(frozen=True, slots=True)
class UnreadEnd:
    """A frozen match that has ended, as far as its messages must show that."""

    notices: tuple[tuple[int, int], ...]
    """Place and message of each notice that can change."""
    match: MatchId
    game: str
    guild: int
    channel: int
    place: int | None
    invitation: int | None
    home: int
    """The channel or post that contains the invitation."""
    status: str
    events: int
    at: int | None
    """When it ended; None if its latest event is missing."""


def find(connection: Connection, match: MatchId) -> UnreadEnd:
    row = connection.execute(
        "SELECT id, game, guild, channel, place, invitation, CASE WHEN forum IS NOT NULL"
        " AND invitation IS NOT NULL THEN invitation ELSE channel END, status, events,"
        " (SELECT latest.at FROM match_event AS latest"
        " WHERE latest.match = match.id AND latest.n = match.events - 1) FROM match WHERE id = ?",
        (match,),
    ).fetchone()
    if row is None:
        raise NoSuchMatch
    notices = connection.execute(
        f"SELECT place, message FROM message WHERE {OF_MATCH} AND message IS NOT NULL",  # noqa: S608 - constant text
        (match,),
    ).fetchall()
    return UnreadEnd(tuple((place, message) for place, message in notices), *row)


@dataclass(frozen=True, slots=True)
class Remains:
    """The parts of a stored match that its log needs to be read, whatever else is damaged."""

    record: Record
    seats: int
    contribution: str
    is_over: bool
    log: tuple[LogEntry, ...]
    seq: int


def remains(connection: Connection, match: MatchId) -> Remains | None:
    """Return None if the match does not exist. Raise BrokenMatch if its start can't be read."""
    row = connection.execute("SELECT status, seq FROM match WHERE id = ?", (match,)).fetchone()
    if row is None:
        return None
    events = connection.execute(
        "SELECT kind, detail FROM match_event WHERE match = ? ORDER BY n", (match,)
    ).fetchall()
    kinds = [kind for kind, _ in events]
    started = [detail for kind, detail in events if kind == MatchEventKind.STARTED.value]
    if len(started) != 1:
        raise BrokenMatch("its history doesn't say how it started")
    try:
        record = match_rows.record(connection, match)
    except ValueError as error:
        raise BrokenMatch("it has no such pace") from error
    ends = (MatchEventKind.FINISHED, MatchEventKind.ENDED, MatchEventKind.VOIDED)
    return Remains(
        record,
        kinds.count(MatchEventKind.SEATED.value),
        started[0],
        row[0] == Status.OVER.value and any(kind.value in kinds for kind in ends),
        match_rows.LOG.all(connection, "WHERE match = ? ORDER BY seq", match),
        row[1],
    )


def note_shown(connection: Connection, end: UnreadEnd) -> None:
    connection.execute(
        "UPDATE message SET shown = wanted WHERE kind = 'board' AND subject = ?", (end.match,)
    )
    messages.drop(connection, MessageKey(MessageKind.OLD_BOARD, end.match))
    connection.execute(f"DELETE FROM message WHERE {OF_MATCH}", (end.match,))  # noqa: S608 - constant text
