"""A match in memory: the stored log and history, and everything that follows from them.

The database stores no positions and no lists of players. `build` replays the log through the rules
into a position, the history into a Roster, and both together into the turns. A stored position
could contradict its log, and a change of its format would break old matches; a log can do neither.

But changed rules, or a damaged database, would lead to another position without any error. Each
entry therefore has the digest of the State after it (engine/core/canonical.py). If one differs, or
if an entry or event is missing, `build` raises BrokenMatch, and matches.py freezes the match.

Loaded is frozen: each change creates another one. Readers in other tasks and threads keep a
consistent match without a lock.
"""

from collections import deque
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, overload

from bot.match.log.casting import cast
from bot.match.log.events import Detail, MatchEvent, MatchEventKind
from bot.match.log.records import LogEntry, Record, Status, Stored
from bot.match.log.roster import Roster, fold
from bot.match.log.store_errors import CONTRADICTORY, BrokenMatch
from bot.match.log.turns import Turns, begin, follow
from bot.match.values.players import Computer, Holder, UserId, is_person
from engine.core import driver
from engine.core.chance import Stream
from engine.core.errors import EngineError
from engine.core.game import AnyGame
from engine.core.types import Entry, Outcome, Seat

Advance = driver.Advance[Any]
RECENT = 32
_REPLAYS: deque[tuple[tuple[LogEntry, ...], AnyGame, int, tuple[Advance, ...]]] = deque(maxlen=2)
"""The latest replays of whole logs. The end of a match needs the same one five times: for its
results, its story and its card.
"""


class History(Sequence[Advance]):
    """All Advances of a log, as a sequence of which only the end is in memory.

    Access to earlier ones replays the log, which takes milliseconds.
    """

    def __init__(
        self, game: AnyGame, seats: int, log: Sequence[Entry], recent: Sequence[Advance]
    ) -> None:
        self._game = game
        self._seats = seats
        self._log = log
        self._recent = recent

    def reaches(self, first: int) -> bool:
        return first >= len(self._log) - len(self._recent)

    def replay(self) -> None:
        self._recent = tuple(driver.replay(self._game, self._seats, self._log))

    def __len__(self) -> int:
        return len(self._log)

    @overload
    def __getitem__(self, index: int) -> Advance: ...
    @overload
    def __getitem__(self, index: slice) -> Sequence[Advance]: ...
    def __getitem__(self, index: int | slice) -> Advance | Sequence[Advance]:
        if isinstance(index, int):
            place = range(len(self._log))[index]
            self._reach(place)
            return self._recent[place - len(self._log)]
        start, stop, step = index.indices(len(self._log))
        if start < stop:
            self._reach(start)
        away = len(self._log) - len(self._recent)
        return self._recent[max(start - away, 0) : max(stop - away, 0) : step]

    def _reach(self, first: int) -> None:
        if not self.reaches(first):
            self.replay()


@dataclass(frozen=True, slots=True)
class Loaded:
    record: Record
    game: AnyGame
    events: tuple[MatchEvent, ...]
    log: tuple[LogEntry, ...]
    roster: Roster
    position: driver.Position[Any] | None
    """None before the start."""
    turns: Turns = field(default_factory=Turns)
    recent: tuple[Advance, ...] = field(default=(), compare=False, repr=False)

    @property
    def seq(self) -> int:
        return len(self.log)

    @property
    def status(self) -> Status:
        return self.roster.status

    @property
    def entries(self) -> tuple[Entry, ...]:
        return tuple(entry.entry for entry in self.log)

    @property
    def in_tournament(self) -> bool:
        """Return whether tournament rules apply: no longer after the tournament was ended early."""
        return self.record.table is not None and not self.roster.released

    @property
    def seats(self) -> int:
        return len(self.roster.holders)

    @property
    def computers(self) -> Mapping[Seat, Computer]:
        """Return the computer of each seat that one holds, or took over for a turn or for good."""
        return cast(self.roster, self.record.id)

    @property
    def state(self) -> Any:
        assert self.position is not None, "the match has begun"
        return self.position.state

    @property
    def stream(self) -> Stream:
        assert self.roster.contribution is not None, "the match has begun"
        return Stream(self.record.seed, self.roster.contribution)

    @property
    def outcome(self) -> Outcome | None:
        return None if self.position is None else self.game.outcome(self.position.state)

    @property
    def seats_to_act(self) -> tuple[Seat, ...]:
        if self.status is not Status.RUNNING or self.position is None:
            return ()
        return tuple(sorted(self.game.to_act(self.position.state)))

    @property
    def people_to_act(self) -> tuple[UserId, ...]:
        seats = set(self.seats_to_act) - set(self.computers_to_act)
        holders = (self.roster.holders[seat] for seat in sorted(seats))
        return tuple(holder for holder in holders if holder is not None and is_person(holder))

    @property
    def movers(self) -> tuple[Seat, ...]:
        """Return the seats whose players can press a move now; () in a pause."""
        if self.roster.paused is not None:
            return ()
        computers = self.computers_to_act
        return tuple(seat for seat in self.seats_to_act if seat not in computers)

    @property
    def computers_to_act(self) -> tuple[Seat, ...]:
        """Return the seats for which a computer must decide now.

        Computers also play for former miners, and single turns for players who are late.
        """
        if self.roster.paused is not None:
            return ()
        return tuple(
            seat
            for seat in self.seats_to_act
            if not is_person(self.roster.holders[seat]) or self.stood_in(seat)
        )

    def stood_in(self, seat: Seat) -> bool:
        """Return whether a computer plays, or played, the seat's latest turn for its holder."""
        run = self.turns.last[seat] if seat < len(self.turns.last) else None
        return run is not None and any(
            other == seat and run <= after for other, after in self.roster.stood_in
        )

    def observe(self) -> Any:
        return self.game.observe(self.state)

    def advances(self) -> tuple[Advance, ...]:
        """Replay the log, unless one of the latest calls was for the same log."""
        for log, game, seats, advances in tuple(_REPLAYS):
            if log is self.log and game is self.game and seats == self.seats:
                return advances
        advances = tuple(driver.replay(self.game, self.seats, self.entries))
        _REPLAYS.append((self.log, self.game, self.seats, advances))
        return advances

    def history(self) -> History:
        """Return the Advances without replaying, unless the caller reads old ones."""
        return History(self.game, self.seats, self.entries, self.recent)


def build(stored: Stored, game: AnyGame) -> Loaded:
    try:
        return _built(stored, game)
    except BrokenMatch as broken:
        raise BrokenMatch(f"match {stored.record.id}: {broken}") from broken.__cause__
    except CONTRADICTORY as error:
        raise BrokenMatch(f"match {stored.record.id}: its history is inconsistent") from error


def _built(stored: Stored, game: AnyGame) -> Loaded:
    if (len(stored.log), len(stored.events)) != (stored.seq, stored.n):
        raise BrokenMatch("the end of its log is missing")
    if [event.n for event in stored.events] != list(range(stored.n)):
        raise BrokenMatch("its history has a gap")
    roster = fold(stored.events)
    if roster.status.value != stored.status:
        raise BrokenMatch(f"it is {roster.status.value}, and is stored as {stored.status!r}")
    position, turns = None, Turns()
    recent: tuple[Advance, ...] = ()
    if roster.contribution is not None:
        try:
            position, turns, recent = _replayed(game, roster, stored.log)
        except EngineError as error:
            raise BrokenMatch(str(error)) from error
    elif stored.log:
        raise BrokenMatch("it has a log, but never began")
    return Loaded(stored.record, game, stored.events, stored.log, roster, position, turns, recent)


def _replayed(
    game: AnyGame, roster: Roster, log: Sequence[LogEntry]
) -> tuple[driver.Position[Any], Turns, tuple[Advance, ...]]:
    position, turns = started(game, roster)
    recent = deque[Advance](maxlen=RECENT)
    for stored in log:
        advance = driver.read(game, position, stored.entry)
        position = advance.position
        recent.append(advance)
        if not leads_there(game, advance, stored):
            raise BrokenMatch(f"entry {stored.entry.seq} leads elsewhere")
        turns = follow(game, turns, stored.entry, position.state, stored.at)
    return position, turns, tuple(recent)


def leads_there(game: AnyGame, advance: Advance, stored: LogEntry) -> bool:
    """Return whether an entry leads to the State that was stored with it."""
    return driver.digest(game, advance.position.state) == stored.digest


def started(game: AnyGame, roster: Roster) -> tuple[driver.Position[Any], Turns]:
    seats = len(roster.holders)
    position = driver.start(game, seats)
    return position, begin(game, position.state, seats, roster.started or 0)


class NewEvents:
    def __init__(self, loaded: Loaded, now: int) -> None:
        self._loaded = loaded
        self._now = now
        self.events: list[MatchEvent] = []

    def add(
        self,
        kind: MatchEventKind,
        *,
        seat: int | None = None,
        holder: Holder = None,
        detail: Detail = "",
    ) -> None:
        n = len(self._loaded.events) + len(self.events)
        seq = self._loaded.seq
        self.events.append(MatchEvent(n, seq, kind, self._now, seat, holder, detail))

    def after(self) -> Loaded:
        history = (*self._loaded.events, *self.events)
        return replace(self._loaded, events=history, roster=fold(history))
