"""Tournaments in memory: each event is read and folded once by a process.

A kept tournament is valid for the events from which it was folded. Before each use the database
returns the events that followed, from this process or others, and only these are folded. If events
were rewritten since, or the last kept event differs from the stored one, all are read again.
"""

from collections import OrderedDict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import islice
from typing import overload

from bot.match.log.records import MatchId, Status
from bot.match.tournaments.events import EventKind, TournamentEvent
from bot.match.tournaments.fold import after, fold
from bot.match.tournaments.records import StoredTournament, TableMatch, TournamentId, TournamentRow
from bot.match.tournaments.state import Tournament
from bot.match.tournaments.tables import TableId

MOST_EVENTS = 100_000
"""Events of all kept tournaments together, at most; a few hundred bytes each."""
EARLIER = 4
"""Earlier states that are kept of each tournament, for messages that tell its latest events."""
FINAL = (Status.OVER, Status.CALLED_OFF)
"""Statuses that a match keeps for ever."""


class Events(Sequence[TournamentEvent]):
    """The first events of a list that only grows, so that those of all moments can share it.

    A tuple would be copied for each event, and a league has thousands. Only the event loop adds to
    the list.
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
        """Return these events and some that follow them."""
        if len(self._shared) > self._n:  # another moment has added others
            return Events([*self._shared[: self._n], *events])
        self._shared.extend(events)
        return Events(self._shared)


@dataclass(frozen=True, slots=True)
class Settled:
    """Matches of tables that are over for good. It only grows, so states of any moment share it."""

    matches: dict[TableId, MatchId]
    statuses: dict[TableId, Status]


@dataclass(frozen=True, slots=True)
class Kept:
    """A tournament after some of its events."""

    seed: bytes
    forgotten: int
    now: Tournament
    events: Events
    earlier: tuple[Tournament, ...]
    """Some states before, the earliest first."""
    live: Mapping[str, TableId]
    """Tables whose match can still begin or change, by their ids as text."""
    settled: Settled

    def leads_to(self, stored: StoredTournament) -> bool:
        """Return whether a tournament, read from the last kept event on, has just gone on."""
        same = (stored.row.seed, stored.row.forgotten) == (self.seed, self.forgotten)
        return same and stored.events[:1] == self.events[-1:]

    def is_of(self, row: TournamentRow) -> bool:
        """Return whether it is the tournament of this row, with all its events."""
        mine = (self.seed, self.forgotten, self.now.events)
        return mine == (row.seed, row.forgotten, row.events)

    def followed(
        self, events: tuple[TournamentEvent, ...], now: Tournament | None = None
    ) -> "Kept":
        """Return it after more events, which lead to `now`; raises as `fold`."""
        if not events:
            return self
        return replace(
            self,
            now=after(self.now, *events) if now is None else now,
            events=self.events.followed(events),
            earlier=(*self.earlier, self.now)[-EARLIER:],
            live={**self.live, **_seated(events)},
        )

    def shortened(self, n: int, rest: Iterable[TournamentEvent], now: Tournament) -> "Kept":
        """Return it with other events from number `n` on, which lead to `now`."""
        events = Events([*self.events[:n], *rest])
        return replace(self, forgotten=self.forgotten + 1, now=now, events=events, earlier=())

    def with_matches(self, found: Sequence[TableMatch]) -> "Kept":
        """Return it with the matches of its live tables; those that are over are settled.

        A table of an earlier stage that has no match gets none any more.
        """
        matches = {one.table: one for one in found}
        live = dict[str, TableId]()
        for name, table in self.live.items():
            one = matches.get(name)
            if one is not None and one.status in FINAL:
                self.settled.matches[table] = one.match
                self.settled.statuses[table] = one.status
            elif one is not None or table.stage >= len(self.now.stages):
                live[name] = table
        return self if len(live) == len(self.live) else replace(self, live=live)


def read(stored: StoredTournament) -> Kept:
    """Fold a tournament from its first event; raises as `fold`. Slow for an old league."""
    told = min(max(stored.row.told, 1), len(stored.events))
    before = fold(stored.events[:told])
    return Kept(
        stored.row.seed,
        stored.row.forgotten,
        after(before, *stored.events[told:]),
        Events(list(stored.events)),
        (before,),
        _seated(stored.events),
        Settled({}, {}),
    )


def _seated(events: Sequence[TournamentEvent]) -> dict[str, TableId]:
    """The tables that these events seat, without byes."""
    return {
        table: TableId.parse(table)
        for event in events
        if event.kind is EventKind.PAIRED
        for table, seats in event.details["tables"].items()
        if len(seats) > 1
    }


class KeptTournaments:
    """Tournaments by their numbers; the least recently used ones make room."""

    def __init__(self, most_events: int = MOST_EVENTS) -> None:
        self._most = most_events
        self._kept: OrderedDict[TournamentId, Kept] = OrderedDict()
        self._events = 0

    def get(self, tournament: TournamentId) -> Kept | None:
        """Return a tournament; None if it is not in memory."""
        kept = self._kept.get(tournament)
        if kept is not None:
            self._kept.move_to_end(tournament)
        return kept

    def put(self, tournament: TournamentId, kept: Kept) -> None:
        """Keep a tournament, unless a later state of it is in memory."""
        known = self._kept.get(tournament)
        if known is not None:
            newer = (known.forgotten, known.now.events) > (kept.forgotten, kept.now.events)
            if known.seed == kept.seed and newer:
                return
        self.drop(tournament)
        self._kept[tournament] = kept
        self._events += len(kept.events)
        while self._events > self._most and len(self._kept) > 1:
            self.drop(next(iter(self._kept)))

    def clear(self) -> None:
        """Keep nothing."""
        self._kept.clear()
        self._events = 0

    def drop(self, tournament: TournamentId) -> None:
        """Keep a tournament no longer."""
        kept = self._kept.pop(tournament, None)
        if kept is not None:
            self._events -= len(kept.events)
