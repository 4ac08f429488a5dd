"""Rows about the events on Discord that tournaments want."""

from dataclasses import dataclass

from bot.match.tournaments.records import TournamentId
from bot.storage.base.database import Repository
from bot.storage.base.rows import Rows


@dataclass(frozen=True, slots=True)
class ScheduledEventRow:
    tournament: TournamentId
    event: int | None = None
    """Discord's id; None until the event is created."""
    season: int = 0
    """The season of a league that it shows; 0 for other tournaments."""
    shown: str = ""
    """The bot's latest content of the event, as text to compare."""
    ends: int = 0
    """The end that the event shows, in seconds since 1970."""
    events: int = 0
    """Number of the tournament's events that it follows."""
    due: int | None = None
    """When to look at it in any case, in seconds since 1970."""
    closed: bool = False
    """Whether a moderator has removed or ended it."""


_ROWS = Rows(ScheduledEventRow, "scheduled_event")
_OPEN = (
    "SELECT scheduled_event.tournament, tournament.guild FROM scheduled_event"
    " JOIN tournament ON tournament.id = scheduled_event.tournament"
    " WHERE scheduled_event.closed = 0 AND tournament.panel IS NOT NULL"
)


class ScheduledEventStore(Repository):
    async def row(self, tournament: TournamentId) -> ScheduledEventRow | None:
        return await self._database.one(_ROWS, "WHERE tournament = ?", tournament)

    async def all_open(self) -> tuple[tuple[TournamentId, int], ...]:
        """Return tournaments with an event to look after, with their servers."""
        rows = await self._database.rows(f"{_OPEN} ORDER BY scheduled_event.tournament")
        return tuple((tournament, guild) for tournament, guild in rows)

    async def due(self, now: int) -> tuple[tuple[TournamentId, int], ...]:
        """Return tournaments that have changed, or whose event is about to end."""
        rows = await self._database.rows(
            f"{_OPEN} AND (scheduled_event.events < tournament.events"
            " OR scheduled_event.due <= ?) ORDER BY scheduled_event.tournament",
            now,
        )
        return tuple((tournament, guild) for tournament, guild in rows)

    async def note(self, row: ScheduledEventRow) -> None:
        """Store a row, unless it was dropped meanwhile."""
        await self._database.execute(
            "UPDATE scheduled_event SET event = ?, season = ?, shown = ?, ends = ?, events = ?,"
            " due = ?, closed = ? WHERE tournament = ?",
            row.event,
            row.season,
            row.shown,
            row.ends,
            row.events,
            row.due,
            int(row.closed),
            row.tournament,
        )

    async def drop(self, tournament: TournamentId) -> None:
        await self._database.execute("DELETE FROM scheduled_event WHERE tournament = ?", tournament)
