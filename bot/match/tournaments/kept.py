"""Tournaments in memory, so that each process reads and folds each event once.

Before each use the bot reads the events that were added since, and folds only these. If events were
rewritten, or the last kept event differs from the stored one, it reads all of them again.
"""

from collections import OrderedDict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import islice
from typing import overload

from bot.match.log.records import MatchId, Status
from bot.match.tournaments.events import TournamentEvent, TournamentEventKind
from bot.match.tournaments.fold import after, fold
from bot.match.tournaments.records import StoredTournament, TableMatch, TournamentId, TournamentRow
from bot.match.tournaments.state import Tournament
from bot.match.tournaments.tables import TableId

MOST_EVENTS = 100_000
"""Largest number of events of all kept tournaments together; an event takes a few hundred bytes."""
EARLIER = 4
"""The number of earlier states kept of each tournament, for messages about its latest events."""
FINAL = (Status.OVER, Status.CALLED_OFF)


class Events(Sequence[TournamentEvent]):
    """The first `n` events of a growing list, which all states of a tournament share.

    A tuple would be copied for each event of a long league. Only the event loop appends to the
    list.
    """

    __slots__ = ("_n", "_shared")

    def __init__(self, shared: list[TournamentEvent], n: int | None = None) -> None:
        self._shared = shared
        self._n = len(shared) if n is None else n

    def __len__(self) -> int:
        return self._n

    def __iter__(self) -> Iterator[TournamentEvent]:
        return islice(self._shared, self._n)

    def __reversed__(self) -> Iterator[TournamentEvent]:
        return islice(reversed(self._shared), len(self._shared) - self._n, None)

    @overload
    def __getitem__(self, index: int) -> TournamentEvent: ...
    @overload
    def __getitem__(self, index: slice) -> tuple[TournamentEvent, ...]: ...
    def __getitem__(self, index: int | slice) -> TournamentEvent | tuple[TournamentEvent, ...]:
        if isinstance(index, slice):
            return tuple(self._shared[n] for n in range(*index.indices(self._n)))
        return self._shared[range(self._n)[index]]

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Events | tuple) and tuple(self) == tuple(other)

    def __hash__(self) -> int:
        return hash(tuple(self))

    def followed(self, events: Iterable[TournamentEvent]) -> "Events":
        if len(self._shared) > self._n:  # another state has appended different events
            return Events([*self._shared[: self._n], *events])
        self._shared.extend(events)
        return Events(self._shared)


@dataclass(frozen=True, slots=True)
class Kept:
    seed: bytes
    former: int
    state: Tournament
    events: Events
    earlier: tuple[Tournament, ...]
    live: Mapping[str, TableId]
    """Tables whose match can still begin or change, by their ids as text."""
    matches: dict[TableId, MatchId]
    """Matches that have ended, by table. All states share them, because they never change."""
    statuses: dict[TableId, Status]
    """How these matches have ended."""

    def leads_to(self, stored: StoredTournament) -> bool:
        """Return whether `stored`, read from the last kept event on, continues this tournament."""
        same_history = (stored.row.seed, stored.row.former) == (self.seed, self.former)
        return same_history and stored.events[:1] == self.events[-1:]

    def is_of(self, row: TournamentRow) -> bool:
        own = (self.seed, self.former, self.state.events)
        return own == (row.seed, row.former, row.events)

    def followed(
        self, events: tuple[TournamentEvent, ...], state: Tournament | None = None
    ) -> "Kept":
        if not events:
            return self
        return replace(
            self,
            state=after(self.state, *events) if state is None else state,
            events=self.events.followed(events),
            earlier=(*self.earlier, self.state)[-EARLIER:],
            live={**self.live, **_seated(events)},
        )

    def with_matches(self, table_matches: Sequence[TableMatch]) -> "Kept":
        """Return the tournament with the matches of its live tables; ended ones are kept.

        A table of an earlier stage without a match never gets one.
        """
        matches = {table_match.table: table_match for table_match in table_matches}
        live = dict[str, TableId]()
        for name, table in self.live.items():
            table_match = matches.get(name)
            if table_match is not None and table_match.status in FINAL:
                self.matches[table] = table_match.match
                self.statuses[table] = table_match.status
            elif table_match is not None or table.stage >= len(self.state.stages):
                live[name] = table
        return self if len(live) == len(self.live) else replace(self, live=live)


def read(stored: StoredTournament) -> Kept:
    announced = min(max(stored.row.told, 1), len(stored.events))
    before = fold(stored.events[:announced])
    return Kept(
        stored.row.seed,
        stored.row.former,
        after(before, *stored.events[announced:]),
        Events(list(stored.events)),
        (before,),
        _seated(stored.events),
        {},
        {},
    )


def _seated(events: Sequence[TournamentEvent]) -> dict[str, TableId]:
    return {
        table: TableId.parse(table)
        for event in events
        if event.kind is TournamentEventKind.PAIRED
        for table, seats in event.details["tables"].items()
        if len(seats) > 1
    }


class KeptTournaments:
    def __init__(self, most_events: int = MOST_EVENTS) -> None:
        self._most = most_events
        self._kept: OrderedDict[TournamentId, Kept] = OrderedDict()
        self._events = 0

    def get(self, tournament: TournamentId) -> Kept | None:
        kept = self._kept.get(tournament)
        if kept is not None:
            self._kept.move_to_end(tournament)
        return kept

    def put(self, tournament: TournamentId, kept: Kept) -> None:
        current = self._kept.get(tournament)
        if current is not None:
            newer = (current.former, current.state.events) > (kept.former, kept.state.events)
            if current.seed == kept.seed and newer:
                return
        self.drop(tournament)
        self._kept[tournament] = kept
        self._events += len(kept.events)
        while self._events > self._most and len(self._kept) > 1:
            self.drop(next(iter(self._kept)))

    def clear(self) -> None:
        self._kept.clear()
        self._events = 0

    def drop(self, tournament: TournamentId) -> None:
        kept = self._kept.pop(tournament, None)
        if kept is not None:
            self._events -= len(kept.events)
