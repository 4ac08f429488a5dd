"""Notices: separate messages about single match events.

A notice is posted once. It is open while the match can still change its text, and the bot edits it
until then.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from bot.match.log.events import MatchEvent, MatchEventKind
from bot.match.log.records import MatchId
from bot.storage.base import restores
from bot.storage.base.connection import Connection
from bot.storage.base.database import Repository
from bot.storage.base.rows import Rows
from engine.core.types import Seat

WITH_NOTICE = frozenset(
    {
        MatchEventKind.LATE,
        MatchEventKind.WARNED,
        MatchEventKind.REPLACED,
        MatchEventKind.FORFEITED,
        MatchEventKind.PAUSE_ASKED,
        MatchEventKind.RESUMED,
        MatchEventKind.IDLE_WARNED,
    }
)
_CONSENT = (MatchEventKind.PAUSE_ASKED,)


@dataclass(frozen=True, slots=True)
class Notice:
    match: MatchId
    n: int
    stamp: int
    """Changes with every event that can change the text."""
    place: int | None = None
    message: int | None = None
    tried: bool = False


NOTICES = Rows(Notice, "notice")


class NoticeStore(Repository):
    async def due(self) -> tuple[MatchId, ...]:
        return await self._database.column(
            "SELECT DISTINCT notice.match FROM notice INDEXED BY notice_due"
            " JOIN match ON match.id = notice.match"
            " WHERE notice.stamp > notice.told AND match.frozen = 0 ORDER BY notice.match"
        )

    async def of_match(self, match: MatchId) -> tuple[Notice, ...]:
        where = "WHERE match = ? AND stamp > told ORDER BY n"
        return await self._database.all(NOTICES, where, match)

    async def note_try(self, notice: Notice) -> None:
        await self._database.execute(
            "UPDATE notice SET tried = 1 WHERE match = ? AND n = ?", notice.match, notice.n
        )

    async def note_shown(
        self, notice: Notice, place: int, message: int, *, open_: bool, now: int
    ) -> None:
        """Store the message of a notice and whether it stays open. The first `now` is the time of
        the post.
        """

        def work(connection: Connection) -> None:
            connection.execute(
                "UPDATE notice SET told = ?, place = ?, message = ?, open = ?,"
                " posted = coalesce(posted, ?) WHERE match = ? AND n = ?",
                (notice.stamp, place, message, int(open_), now, notice.match, notice.n),
            )
            restores.note_message(connection, notice.match, message)

        await self._database.writer.write(work)

    async def note_dropped(self, notice: Notice) -> None:
        await self._database.execute(
            "UPDATE notice SET told = stamp, open = 0 WHERE match = ? AND n = ?",
            notice.match,
            notice.n,
        )

    async def note_lost(self, message: int) -> MatchId | None:
        """Post an open notice again after its message was deleted; return its match, or None."""
        matches = await self._database.column(
            "SELECT match FROM notice WHERE message = ? AND open = 1", message
        )
        if not matches:
            return None
        await self._database.execute(
            "UPDATE notice SET message = NULL, tried = 0, stamp = stamp + 1"
            " WHERE message = ? AND open = 1",
            message,
        )
        return int(matches[0])


def events_with_notice(events: Sequence[MatchEvent], after: int) -> tuple[int, ...]:
    """Return the numbers of events from `after` on that get a notice.

    For a pause only the proposal gets one, not each consent.
    """
    numbers = []
    is_proposed = False
    for event in events:
        if (
            event.n >= after
            and event.kind in WITH_NOTICE
            and not (is_proposed and event.kind in _CONSENT)
        ):
            numbers.append(event.n)
        if event.kind in _CONSENT:
            is_proposed = True
        elif event.kind in (MatchEventKind.PAUSE_DECLINED, MatchEventKind.PAUSED):
            is_proposed = False
    return tuple(numbers)


def seat_of(event: MatchEvent) -> Seat:
    assert event.seat is not None, f"{event.kind} names a seat"
    return event.seat
