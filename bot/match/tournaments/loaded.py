"""Stored tournaments: reading them, keeping them in memory, and appending events.

A process keeps tournaments in memory and folds each event once. Before each use it reads the row,
the last kept event and the events that were added since, perhaps by another process. If people were
forgotten, or the last kept event differs from the stored one, it reads all events again.
"""

import asyncio
import logging
from collections import OrderedDict
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field, replace

from bot.match.core.confirmed_write import confirmed_write
from bot.match.core.exclusion import KeyedLocks
from bot.match.log.records import MatchId, TournamentTable
from bot.match.log.store_errors import CONTRADICTORY
from bot.match.tournaments.errors import BrokenTournament, NoSuchTournament
from bot.match.tournaments.events import Events
from bot.match.tournaments.fold import after, fold
from bot.match.tournaments.records import TournamentId, TournamentRow
from bot.match.tournaments.standings import forget_standings
from bot.match.tournaments.state import Tournament, TournamentStatus
from bot.match.tournaments.steps import MatchState, MatchStep, match_state, need_of, next_step
from bot.match.tournaments.store import TournamentStore
from bot.match.tournaments.tables import Table, TableId
from bot.match.tournaments.trophies import trophies
from bot.match.values.players import UserId
from bot.match.values.times import Clock

_log = logging.getLogger(__name__)

MOST_EVENTS = 100_000
"""Largest number of events of all kept tournaments together; an event takes a few hundred bytes."""
EARLIER = 4
"""The number of earlier states kept of each tournament, for messages about its latest events."""
SEVERAL = 50
"""Smallest number of new events that are folded in a thread."""


@dataclass(frozen=True, slots=True)
class LoadedTournament:
    row: TournamentRow
    events: Events
    state: Tournament
    earlier: tuple[Tournament, ...] = ()
    matches: Mapping[TableId, MatchId] = field(default_factory=dict)
    """The matches of `unsettled` tables, once they have begun."""
    match_states: Mapping[TableId, MatchState] = field(default_factory=dict)

    @property
    def unsettled(self) -> tuple[Table, ...]:
        """Return the tables whose match can still begin or change.

        All other tables got their result from a match that had ended.
        """
        by_moderators = map(self.state.tables.get, self.state.adjudicated)
        return (*self.state.open_tables, *(table for table in by_moderators if table is not None))

    def time(self, clock: Clock) -> int:
        """Return the time of an event that comes next: now, but never before the latest event. The
        clock can have been put back, and clocks of processes differ.
        """
        return max(clock.now(), self.events[-1].at)

    def at(self, n: int) -> Tournament:
        """Return the tournament after its first `n` events. Only recent states are fast."""
        states = (state for state in (self.state, *reversed(self.earlier)) if state.events <= n)
        before = next(states, None)
        if before is None:
            return fold(self.events[:n])
        return after(before, *self.events[before.events : n])

    def step(self, table: Table, at: int) -> MatchStep:
        until = self.state.round_until(table.id.stage, table.id.round)
        state = self.match_states.get(table.id, MatchState.MISSING)
        return next_step(self.state.status, need_of(table, until, at), state)

    def leads_to(self, row: TournamentRow, events: Events) -> bool:
        """Return whether `events`, read from the last known event on, continue this tournament."""
        is_same = (row.seed, row.former) == (self.row.seed, self.row.former)
        return is_same and events[:1] == self.events[-1:]

    def followed(self, row: TournamentRow, events: Events, state: Tournament) -> "LoadedTournament":
        earlier = (*self.earlier, self.state)[-EARLIER:]
        return replace(self, row=row, events=self.events + events, state=state, earlier=earlier)


class Tournaments:
    def __init__(
        self, store: TournamentStore, clock: Clock, most_events: int = MOST_EVENTS
    ) -> None:
        self.store = store
        self.clock = clock
        self._locks = KeyedLocks()
        self._reading = KeyedLocks()
        self._kept: OrderedDict[TournamentId, LoadedTournament] = OrderedDict()
        """By least use, without matches."""
        self._events = 0
        self._most_events = most_events

    def locked(self, tournament: TournamentId) -> asyncio.Lock:
        return self._locks.of(tournament)

    async def load(self, tournament: TournamentId) -> LoadedTournament:
        """Return the current tournament; raise NoSuchTournament, BrokenTournament or
        StoreTrouble.
        """
        loaded = await self._current(tournament)
        tables = {str(table.id): table.id for table in loaded.unsettled}
        rows = await self.store.matches(tournament, list(tables))
        return replace(
            loaded,
            matches={tables[row.table]: row.match for row in rows},
            match_states={
                tables[row.table]: match_state(row.status, frozen=row.frozen) for row in rows
            },
        )

    def forget(self, _: UserId) -> None:
        self.drop_all_cached()

    def drop_all_cached(self) -> None:
        self._kept.clear()
        self._events = 0
        forget_standings()

    async def recall(self, row: TournamentRow) -> Tournament:
        """Return the state of a tournament whose row was just read."""
        kept = self._kept.get(row.id)
        if kept is not None:
            known = kept.row
            if (known.seed, known.former, known.events) == (row.seed, row.former, row.events):
                return kept.state
        return (await self._current(row.id)).state

    async def _current(self, tournament: TournamentId) -> LoadedTournament:
        async with self._reading.of(tournament):  # one caller folds, and the others wait
            kept = self._kept.get(tournament)
            stored = await self.store.load(tournament, 0 if kept is None else len(kept.events) - 1)
            if kept is not None and (stored is None or not kept.leads_to(*stored)):
                kept, stored = None, await self.store.load(tournament)
            if stored is None:
                self._drop(tournament)
                raise NoSuchTournament
            with _folding(tournament):
                row, events = stored
                if kept is None:
                    # A thread, because a league has thousands of events.
                    loaded = await asyncio.to_thread(_folded, row, events)
                elif len(events) == 1:
                    loaded = replace(kept, row=row)
                else:
                    new = events[1:]
                    if len(new) < SEVERAL:
                        state = after(kept.state, *new)
                    else:
                        state = await asyncio.to_thread(after, kept.state, *new)
                    loaded = kept.followed(row, new, state)
            self._keep(loaded)
            return loaded

    def _keep(self, loaded: LoadedTournament) -> None:
        self._drop(loaded.row.id)
        self._kept[loaded.row.id] = replace(loaded, matches={}, match_states={})
        self._events += len(loaded.events)
        while self._events > self._most_events and len(self._kept) > 1:
            self._drop(next(iter(self._kept)))

    def _drop(self, tournament: TournamentId) -> None:
        kept = self._kept.pop(tournament, None)
        if kept is not None:
            self._events -= len(kept.events)

    async def waits_for(self, place: TournamentTable) -> bool:
        state = (await self._current(place.tournament)).state
        table = state.table(TableId.parse(place.table))
        running = state.status is TournamentStatus.RUNNING
        return running and table is not None and table.result is None

    async def append(self, loaded: LoadedTournament, events: Events) -> LoadedTournament:
        """Append events; return the tournament after them.

        Raise Conflict or StoreTrouble if nothing has changed, Unsure if that is unknown.
        """
        if not events:
            return loaded
        before, state, due = loaded.row, after(loaded.state, *events), self.clock.now()
        won = trophies(before, state, events)

        async def is_appended() -> bool:
            stored = await self.store.load(before.id, before.events)
            return stored is not None and stored[1][: len(events)] == events

        await confirmed_write(
            lambda: self.store.append(before, events, state, due, won), is_appended
        )
        # The number of ended matches stays as it was read: if it has grown since, `put_off` changes
        # nothing, and the tournament stays due.
        row = replace(
            before,
            events=state.events,
            status=state.status,
            name=state.terms.name,
            game=state.terms.game,
            due=due,
        )
        loaded = loaded.followed(row, events, state)
        self._keep(loaded)
        return loaded


def _folded(row: TournamentRow, events: Events) -> LoadedTournament:
    announced = min(max(row.told, 1), len(events))
    before = fold(events[:announced])
    return LoadedTournament(row, events, after(before, *events[announced:]), (before,))


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
