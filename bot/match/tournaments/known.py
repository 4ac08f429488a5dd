"""Stored tournaments: reading them, and appending events."""

import asyncio
import logging
from collections import ChainMap
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field, replace

from bot.match.core.confirmed_write import confirmed_write
from bot.match.core.exclusion import KeyedLocks
from bot.match.log.records import MatchId, Status, TournamentTable
from bot.match.log.store_errors import CONTRADICTORY, StoreTrouble, Unfinished
from bot.match.tournaments.errors import BrokenTournament, NoSuchTournament
from bot.match.tournaments.events import TournamentEvent, TournamentEventKind
from bot.match.tournaments.fold import after, fold
from bot.match.tournaments.kept import Kept, KeptTournaments, read
from bot.match.tournaments.progress import Due
from bot.match.tournaments.records import Appended, TournamentId, TournamentRow
from bot.match.tournaments.standings import forget_standings
from bot.match.tournaments.state import EntrantStatus, Tournament, TournamentStatus
from bot.match.tournaments.steps import MatchStep, match_state, need_of, next_step
from bot.match.tournaments.store import TournamentStore
from bot.match.tournaments.tables import Table, TableId
from bot.match.tournaments.trophies import trophies
from bot.match.values.players import UserId, is_person
from bot.match.values.times import Clock

_log = logging.getLogger(__name__)

SEVERAL = 50
"""Smallest number of new events that are folded in a thread."""
MOST_NAMED = 500
"""The largest number of tables in one query; beyond it, the query reads all matches."""


@dataclass(frozen=True, slots=True)
class LoadedTournament:
    row: TournamentRow
    state: Tournament
    events: Sequence[TournamentEvent]
    matches: Mapping[TableId, MatchId]
    """By table, once the match has begun."""
    statuses: Mapping[TableId, Status]
    live: Mapping[str, TableId] = field(default_factory=dict)
    """Tables whose match can still begin or change, by their ids as text."""
    earlier: tuple[Tournament, ...] = ()
    frozen: frozenset[TableId] = frozenset()

    @property
    def unsettled(self) -> tuple[Table, ...]:
        tables = {table.id: table for table in self.state.open_tables}
        for number in self.live.values():
            if number not in tables and (table := self.state.table(number)) is not None:
                tables[number] = table
        return tuple(tables.values())

    def at(self, n: int) -> Tournament:
        """Return the tournament after its first `n` events. Only recent states are fast."""
        states = (state for state in (self.state, *reversed(self.earlier)) if state.events <= n)
        before = next(states, None)
        if before is None:
            return fold(self.events[:n])
        return after(before, *self.events[before.events : n])

    def step(self, table: Table, at: int) -> MatchStep:
        until = self.state.round_until(table.id.stage, table.id.round)
        state = match_state(self.statuses.get(table.id), frozen=table.id in self.frozen)
        return next_step(self.state.status, need_of(table, until, at), state)


class Tournaments:
    def __init__(self, store: TournamentStore, clock: Clock) -> None:
        self.store = store
        self.clock = clock
        self._locks = KeyedLocks()
        self._reading = KeyedLocks()
        self._kept = KeptTournaments()

    def locked(self, tournament: TournamentId) -> asyncio.Lock:
        return self._locks.of(tournament)

    async def load(self, tournament: TournamentId) -> LoadedTournament:
        """Return the current tournament; raise NoSuchTournament, BrokenTournament or
        StoreTrouble.
        """
        kept, row = await self._current(tournament)
        names = list(kept.live)
        rows = await self.store.matches(tournament, names if len(names) <= MOST_NAMED else None)
        matches, statuses, frozen = {}, {}, set[TableId]()
        for table_match in rows:
            table = kept.live.get(table_match.table)
            if table is not None:
                matches[table], statuses[table] = table_match.match, table_match.status
                if table_match.frozen:
                    frozen.add(table)
        kept = kept.with_matches(rows)
        self._kept.put(tournament, kept)
        return LoadedTournament(
            row,
            kept.state,
            kept.events,
            ChainMap(matches, kept.matches),
            ChainMap(statuses, kept.statuses),
            kept.live,
            kept.earlier,
            frozenset(frozen),
        )

    def forget(self, _: UserId) -> None:
        self.drop_all_cached()

    def drop_all_cached(self) -> None:
        self._kept.clear()
        forget_standings()

    async def recall(self, row: TournamentRow) -> Tournament:
        kept = self._kept.get(row.id)
        if kept is not None and kept.is_of(row):
            return kept.state
        return (await self.load(row.id)).state

    async def _current(self, tournament: TournamentId) -> tuple[Kept, TournamentRow]:
        while True:
            kept = self._kept.get(tournament) or await self._read(tournament)
            stored = await self.store.load(tournament, kept.state.events - 1)
            if stored is not None and kept.leads_to(stored):
                events = stored.events[1:]
                with _folding(tournament):
                    if len(events) < SEVERAL:
                        return kept.followed(events), stored.row
                    state = await asyncio.to_thread(after, kept.state, *events)
                    return kept.followed(events, state), stored.row
            self._kept.drop(tournament)

    async def _read(self, tournament: TournamentId) -> Kept:
        async with self._reading.of(tournament):
            kept = self._kept.get(tournament)
            if kept is None:
                stored = await self.store.load(tournament)
                if stored is None:
                    raise NoSuchTournament
                with _folding(tournament):  # in a thread: a league has thousands of events
                    kept = await asyncio.to_thread(read, stored)
                self._kept.put(tournament, kept)
            return kept

    async def waits_for(self, place: TournamentTable) -> bool:
        state = (await self.load(place.tournament)).state
        table = state.table(TableId.parse(place.table))
        running = state.status is TournamentStatus.RUNNING
        return running and table is not None and table.result is None

    async def append(
        self, known: LoadedTournament, events: tuple[TournamentEvent, ...]
    ) -> LoadedTournament:
        """Append events; return the tournament after them.

        Raise Conflict or StoreTrouble if nothing has changed, Unsure if that is unknown, and
        Unfinished if the events are stored but the tournament can't be read.
        """
        if not events:
            return known
        state = after(known.state, *events)
        appended = Appended(
            tournament=known.row.id,
            n=known.state.events,
            former=known.row.former,
            events=events,
            status=state.status,
            name=state.terms.name,
            due=self.clock.now(),
            people=_people(state),
            trophies=trophies(known.row, state, events),
        )

        async def is_appended() -> bool:
            stored = await self.store.load(known.row.id, appended.n)
            return stored is not None and stored.events[: len(events)] == events

        await confirmed_write(lambda: self.store.append(appended), is_appended)
        kept = self._kept.get(known.row.id)
        if kept is None or kept.state is not known.state or kept.former != known.row.former:
            return await self._look_after_write(known.row.id)
        kept = kept.followed(events, state)
        self._kept.put(known.row.id, kept)
        # The number of ended matches stays as it was read: if it has grown since, `put_off` changes
        # nothing, and the tournament stays due.
        row = replace(
            known.row,
            events=state.events,
            status=state.status,
            name=state.terms.name,
            game=state.terms.game,
            due=appended.due,
        )
        return replace(
            known, row=row, state=state, events=kept.events, live=kept.live, earlier=kept.earlier
        )

    async def _look_after_write(self, tournament: TournamentId) -> LoadedTournament:
        try:
            return await self.load(tournament)
        except StoreTrouble as trouble:
            raise Unfinished(str(trouble)) from trouble

    def event(
        self,
        known: LoadedTournament,
        kind: TournamentEventKind,
        *,
        by: UserId | None = None,
        user: UserId | None = None,
        detail: str = "{}",
    ) -> TournamentEvent:
        return TournamentEvent(known.state.events, kind, self.clock.now(), by, user, detail)

    def events(self, known: LoadedTournament, due: tuple[Due, ...]) -> tuple[TournamentEvent, ...]:
        events = (self.event(known, item.kind, user=item.user, detail=item.detail) for item in due)
        return tuple(replace(event, n=event.n + number) for number, event in enumerate(events))


@contextmanager
def _folding(tournament: TournamentId) -> Iterator[None]:
    try:
        yield
    except CONTRADICTORY as error:
        _log.error(
            "Tournament %d is frozen because its events contradict each other: %r",
            tournament,
            error,
        )
        raise BrokenTournament from error


def _people(state: Tournament) -> tuple[UserId, ...]:
    if state.status not in (TournamentStatus.OPEN, TournamentStatus.RUNNING):
        return ()
    staying = (EntrantStatus.IN, EntrantStatus.DROPPED)
    entrants = (entrant.user for entrant in state.entrants if entrant.standing in staying)
    return tuple(user for user in (*entrants, *state.reserves) if is_person(user))
