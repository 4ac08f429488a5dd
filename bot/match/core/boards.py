"""The SQL of boards: leases, Discord's view of each match, and places that matches have left.

Each match that isn't private has a row in the table `message`. Its version is the number of entries
and events that the match has had, plus the number of other changes that its board has to show.
"""

import json
from collections.abc import Sequence
from dataclasses import dataclass, field, replace

from bot.match.log.records import MatchId
from bot.match.people import messages
from bot.match.people.messages import MessageKey, MessageKind, MessageRow
from bot.match.timing import alert_store
from bot.match.timing.turn_alerts import TurnAlert
from bot.storage.base import restores
from bot.storage.base.connection import Connection
from bot.storage.base.database import Repository
from bot.storage.base.setbacks import Setbacks


@dataclass(frozen=True, slots=True)
class BoardProgress:
    """Discord's view of a match: a projection of the log, never the truth."""

    seq: int
    """Entries of the log on the board; -1 before the first board."""
    base: int
    rounds: int
    events: int
    message: int | None
    place: int | None
    stale: int | None = None
    stale_place: int | None = None
    called: int = 0
    """Number of entries on the last board that pinged a player."""
    wanted: int = field(default=0, compare=False)
    """The newest version, which `BoardStore` counts."""
    shown: int = field(default=0, compare=False)
    """A version that the board shows; `BoardStore` counts the entries and events since then."""

    @property
    def length(self) -> int:
        return max(self.seq, 0) + self.events


NOTHING_SHOWN = BoardProgress(-1, 0, 0, 0, None, None)
PROGRESS = (
    "SELECT board.detail, board.message, board.place, old.message, old.place, board.wanted,"
    " board.shown FROM message AS board LEFT JOIN message AS old ON old.kind = 'old board'"
    " AND old.subject = board.subject WHERE board.kind = 'board' AND board.subject = ?"
)
DETAILS = ("seq", "base", "rounds", "events", "called")
DUE = (
    # Without `|| ''`, SQLite would look at all boards instead of the due ones.
    "FROM message JOIN match ON match.id = subject"
    " WHERE kind || '' IN ('board', 'old board') AND shown < wanted AND match.frozen = 0"
)
PUT_BACK = 60
"""A lease that ends more than this many seconds after a new one would was taken before the clock
was put back, and is ignored.
"""


TAKE_LEASE = (
    "UPDATE message SET owner = ?, until = ? WHERE kind = 'board' AND subject = ?"
    " AND (owner IS NULL OR owner = ? OR until <= ? OR until > ?)"
)
RELEASE_LEASE = "UPDATE message SET owner = NULL WHERE kind = 'board' AND subject = ? AND owner = ?"
NOTE_PROGRESS = (
    "UPDATE message SET wanted = wanted + 1 WHERE kind = 'card' AND subject = ?"
    " AND EXISTS (SELECT 1 FROM match WHERE id = ? AND status = 'running')"
)
"""Makes the card due some time after its last edit."""
NOTE_BOARD = (
    "UPDATE message SET wanted = wanted + 1"
    " WHERE kind = 'overview' AND guild = (SELECT guild FROM match WHERE id = ?)"
)
"""Makes the overviews due that link to the board."""
LEFT = (
    "FROM left_place JOIN match ON match.id = left_place.match"
    " WHERE left_place.place <> COALESCE((SELECT place FROM message"
    " WHERE kind = 'board' AND subject = left_place.match), 0)"
)
OWNER, SHOWN = "lease owner", "shown"


class BoardStore(Repository):
    """Leases on boards, and the state that Discord shows.

    These writes don't wait for the disk: after a power cut the bot finds its boards in the channel
    again.
    """

    @property
    def setbacks(self) -> Setbacks:
        return self._database.setbacks

    async def lease(self, match: MatchId, owner: str, now: int, until: int) -> bool:
        """Take or prolong the lease on a match's board; return False if another process
        holds it.
        """

        def work(connection: Connection) -> bool:
            values = (owner, until, match, owner, now, until + PUT_BACK)
            return connection.execute(TAKE_LEASE, values).rowcount == 1

        def note(taken: bool) -> None:
            if taken:
                self._database.kept.put((OWNER, match), owner)

        return await self._database.writer.write(work, durable=False, note=note)

    async def is_abandoned(self, match: MatchId, owner: str) -> bool:
        async def read() -> str | None:
            sql = "SELECT owner FROM message WHERE kind = 'board' AND subject = ?"
            return next(iter(await self._database.column(sql, match)), None)

        return await self._database.keeping((OWNER, match), read) not in (None, owner)

    async def release(self, match: MatchId, owner: str) -> None:
        def work(connection: Connection) -> bool:
            return connection.execute(RELEASE_LEASE, (match, owner)).rowcount == 1

        def note(released: bool) -> None:
            if released:
                self._database.kept.put((OWNER, match), None)

        await self._database.writer.write(work, durable=False, note=note)

    async def progress(self, match: MatchId) -> BoardProgress:
        return await self._database.keeping((SHOWN, match), lambda: self._read_shown(match))

    async def _read_shown(self, match: MatchId) -> BoardProgress:
        return await self._database.read(lambda connection: _progress(connection, match))

    async def note_shown(
        self, match: MatchId, shown: BoardProgress, owner: str, alerts: Sequence[TurnAlert] = ()
    ) -> bool:
        """Record a posted board and its turn alerts.

        Return False if `owner` has no lease, or if the log has lost entries of the board.
        """

        def work(connection: Connection) -> BoardProgress | None:
            before = _progress(connection, match)
            version = max(before.shown + shown.length - before.length, shown.shown)
            detail = json.dumps({name: getattr(shown, name) for name in DETAILS})
            changed = connection.execute(
                "UPDATE message SET shown = ?, message = ?, place = ?, detail = ?"
                " WHERE kind = 'board' AND subject = ? AND owner = ?"
                " AND ? <= (SELECT seq FROM match WHERE id = ?)",
                (version, shown.message, shown.place, detail, match, owner, shown.seq, match),
            ).rowcount
            if changed != 1:
                return None
            if (before.stale, before.stale_place) != (shown.stale, shown.stale_place):
                _set_old_board(connection, match, shown)
            if before.seq < shown.seq:
                connection.execute(NOTE_PROGRESS, (match, match))
            if before.message != shown.message:
                connection.execute(NOTE_BOARD, (match,))
            alert_store.keep(connection, match, alerts)
            if shown.message is not None:
                restores.note_message(connection, match, shown.message)
            return replace(shown, wanted=before.wanted, shown=version)

        def note(noted: BoardProgress | None) -> None:
            if noted is not None:
                self._database.kept.put((SHOWN, match), noted)
                key = alert_store.ALERTS, match
                self._database.kept.change(key, alert_store.with_alerts(alerts))

        return await self._database.writer.write(work, durable=False, note=note) is not None

    async def of_board(self, message: int) -> MatchId | None:
        matches = await self._database.column(
            "SELECT subject FROM message JOIN match ON match.id = subject"
            " WHERE message = ? AND kind = 'board' AND status = 'running'",
            message,
        )
        return matches[0] if matches else None

    async def boards_due(self) -> tuple[MatchId, ...]:
        return tuple(sorted(set(await self._database.column(f"SELECT subject {DUE}"))))

    async def set_place(self, match: MatchId, place: int) -> None:
        await self._database.writer.write(lambda connection: leave(connection, match, place))

    async def places_left(self) -> tuple[MatchId, ...]:
        """Return matches that have left a place in which old buttons can be."""
        return await self._database.column(
            f"SELECT DISTINCT left_place.match {LEFT} AND match.frozen = 0"
        )

    async def left_places(self, match: MatchId) -> tuple[int, ...]:
        return await self._database.column(
            f"SELECT left_place.place {LEFT} AND left_place.match = ?",
            match,
        )

    async def note_tidied(self, match: MatchId, place: int) -> None:
        """Note that a place which a match has left has no old buttons any more."""
        await self._database.execute(
            "DELETE FROM left_place WHERE match = ? AND place = ?", match, place
        )

    async def set_shared(self, match: MatchId, place: int) -> None:
        """Store the channel where the player of a private match has shared something of it."""
        await self._database.writer.write(
            lambda connection: connection.execute(
                "UPDATE match SET place = ? WHERE id = ? AND private = 1 AND day IS NULL",
                (place, match),
            )
        )

    async def drop_forum(self, match: MatchId) -> None:
        """Return a match without a post to its channel."""
        await self._database.execute(
            "UPDATE match SET forum = NULL WHERE id = ? AND invitation IS NULL", match
        )

    async def first_id(self, generation: int, seen: int | None = None) -> int | None:
        """Return the smallest Discord id that the bot has seen in a generation, after storing
        `seen` if that is smaller.
        """
        firsts = await self._database.column("SELECT first FROM generation WHERE n = ?", generation)
        first: int | None = firsts[0] if firsts else None
        if seen is None or not firsts or (first is not None and first <= seen):
            return first
        await self._database.writer.write(
            lambda connection: restores.note_id(connection, generation, seen)
        )
        return seen

    async def highest_number(self) -> int:
        """Return the highest number that a match or tournament has had."""
        return int((await self._database.column("SELECT given FROM numbering"))[0])

    async def newest_generation(self) -> int:
        return int((await self._database.column("SELECT COALESCE(MAX(n), 0) FROM generation"))[0])


def _progress(connection: Connection, match: MatchId) -> BoardProgress:
    row = connection.execute(PROGRESS, (match,)).fetchone()
    if row is None:
        return NOTHING_SHOWN
    detail, message, place, stale, stale_place, wanted, shown = row
    details = json.loads(detail) if detail else {"seq": -1, "base": 0, "rounds": 0, "events": 0}
    return BoardProgress(
        message=message,
        place=place,
        stale=stale,
        stale_place=stale_place,
        wanted=wanted,
        shown=shown,
        **details,
    )


def _set_old_board(connection: Connection, match: MatchId, shown: BoardProgress) -> None:
    key = MessageKey(MessageKind.OLD_BOARD, match)
    messages.drop(connection, key)
    if shown.stale is not None:
        connection.execute(
            "INSERT INTO message (kind, subject, guild, message, place)"
            " SELECT ?, id, guild, ?, ? FROM match WHERE id = ?",
            (key.kind.value, shown.stale, shown.stale_place, match),
        )


def leave(connection: Connection, match: MatchId, place: int) -> None:
    connection.execute(
        "INSERT INTO left_place (match, place)"
        " SELECT id, place FROM match WHERE id = ? AND place <> ? ON CONFLICT DO NOTHING",
        (match, place),
    )
    connection.execute("DELETE FROM left_place WHERE match = ? AND place = ?", (match, place))
    connection.execute("UPDATE match SET place = ? WHERE id = ?", (place, match))
    messages.touch(connection, MessageKey(MessageKind.CARD, match))


def note_card(connection: Connection, row: MessageRow) -> None:
    """Store the message of a match's invitation. The first message of a post is also the place of
    the match, unless it has begun in another one meanwhile.
    """
    match = row.key.subject
    connection.execute(
        "UPDATE match SET invitation = ?1,"
        " place = CASE WHEN forum IS NULL THEN place ELSE COALESCE(place, ?1) END WHERE id = ?2",
        (row.message, match),
    )
    assert row.message is not None, "it was posted"
    restores.note_message(connection, match, row.message)
