"""Tournaments as they are stored, and events appended to them."""

import asyncio
from collections.abc import Mapping
from dataclasses import dataclass, replace
from weakref import WeakValueDictionary

from bot.match.clock import Clock
from bot.match.confirmed_write import confirmed_write
from bot.match.holders import UserId, is_person
from bot.match.records import MatchId, Status, TournamentTable
from bot.match.store_errors import StoreTrouble, Unfinished
from bot.match.tournaments.errors import NoSuchTournament
from bot.match.tournaments.events import EventKind, TournamentEvent
from bot.match.tournaments.fold import after, fold
from bot.match.tournaments.progress import Due
from bot.match.tournaments.state import Standing, Tournament, TournamentStatus
from bot.match.tournaments.store import Appended, TournamentId, TournamentRow, TournamentStore
from bot.match.tournaments.tables import TableId
from bot.match.tournaments.trophies import trophies


@dataclass(frozen=True, slots=True)
class Known:
    """A tournament as it is stored now."""

    row: TournamentRow
    now: Tournament
    events: tuple[TournamentEvent, ...]
    matches: Mapping[TableId, MatchId]
    """Of the tables whose match has begun."""
    statuses: Mapping[TableId, Status]
    """Of those matches."""


class Tournaments:
    """Reads tournaments, and appends to them what was decided."""

    def __init__(self, store: TournamentStore, clock: Clock) -> None:
        self.store = store
        self.clock = clock
        self._locks: WeakValueDictionary[TournamentId, asyncio.Lock] = WeakValueDictionary()

    def locked(self, tournament: TournamentId) -> asyncio.Lock:
        """The lock that lets one task of this process change a tournament at a time."""
        lock = self._locks.get(tournament)
        if lock is None:
            lock = self._locks[tournament] = asyncio.Lock()
        return lock

    async def look(self, tournament: TournamentId) -> Known:
        """A tournament as it is now; raises NoSuchTournament."""
        stored = await self.store.load(tournament)
        if stored is None:
            raise NoSuchTournament
        found = await self.store.matches(tournament)
        return Known(
            stored.row,
            await asyncio.to_thread(fold, stored.events),  # a league has thousands
            stored.events,
            {TableId.parse(one.table): one.match for one in found},
            {TableId.parse(one.table): one.status for one in found},
        )

    async def waits_for(self, place: TournamentTable) -> bool:
        """Return whether the tournament is running and this table still needs a result."""
        now = (await self.look(place.tournament)).now
        table = now.table(TableId.parse(place.table))
        running = now.status is TournamentStatus.RUNNING
        return running and table is not None and table.result is None

    async def append(self, known: Known, events: tuple[TournamentEvent, ...]) -> Known:
        """Append events; gives the tournament after them.

        Raises Conflict if others came first, or StoreTrouble, and then nothing has changed;
        Unsure; or Unfinished if they are appended and what came of it can't be read.
        """
        if not events:
            return known
        now = known.now
        for event in events:
            now = after(now, event)
        appended = Appended(
            tournament=known.row.id,
            n=known.now.events,
            forgotten=known.row.forgotten,
            events=events,
            status=now.status,
            name=now.terms.name,
            due=self.clock.now(),
            people=_people(now),
            trophies=trophies(known.row, now, events),
        )

        async def append() -> bool:
            await self.store.append(appended)
            return True

        async def look() -> bool | None:
            stored = await self.store.load(known.row.id)
            found = () if stored is None else stored.events[appended.n :][: len(events)]
            return True if found == events else None

        await confirmed_write(append, look)
        try:
            return await self.look(known.row.id)
        except StoreTrouble as trouble:
            raise Unfinished(str(trouble)) from trouble

    def event(
        self,
        known: Known,
        kind: EventKind,
        *,
        by: UserId | None = None,
        user: UserId | None = None,
        detail: str = "{}",
    ) -> TournamentEvent:
        """The next event of a tournament."""
        return TournamentEvent(known.now.events, kind, self.clock.now(), by, user, detail)

    def events(self, known: Known, due: tuple[Due, ...]) -> tuple[TournamentEvent, ...]:
        """The next events of a tournament: those that are due."""
        made = (self.event(known, one.kind, user=one.user, detail=one.detail) for one in due)
        return tuple(replace(event, n=event.n + number) for number, event in enumerate(made))


def _people(now: Tournament) -> tuple[UserId, ...]:
    """Who takes part in a tournament that is not over, or may come back into it."""
    if now.status not in (TournamentStatus.OPEN, TournamentStatus.RUNNING):
        return ()
    staying = (Standing.IN, Standing.DROPPED)
    entrants = (one.user for one in now.entrants if one.standing in staying)
    return tuple(user for user in (*entrants, *now.reserves) if is_person(user))
