"""A match in memory: what is stored, and what follows from it."""

from collections import deque
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from typing import Any, overload

from bot.match.log.events import EventKind, MatchEvent
from bot.match.log.records import LogEntry, Record, Status, Stored
from bot.match.log.roster import Roster, fold
from bot.match.log.store_errors import BrokenMatch
from bot.match.log.turns import Turns, begin, follow
from bot.match.values.players import Holder, UserId, is_person
from engine.core import driver
from engine.core.chance import Stream
from engine.core.disclosure import disclosed
from engine.core.errors import EngineError
from engine.core.game import AnyGame
from engine.core.types import Entry, Outcome, Seat

Advance = driver.Advance[Any]
RECENT = 32
"""How many of the latest entries of a match are kept in memory with what they led to."""


class History(Sequence[Advance]):
    """All Advances of a log, or a slice of them: as a tuple, of which only the end is in memory.

    Looking further back replays the log once, which takes milliseconds.
    """

    def __init__(
        self, game: AnyGame, seats: int, log: Sequence[Entry], recent: Sequence[Advance]
    ) -> None:
        self._game = game
        self._seats = seats
        self._log = log
        self._known = recent
        """The last ones."""

    def reaches(self, first: int) -> bool:
        """Whether everything from this entry on is in memory."""
        return first >= len(self._log) - len(self._known)

    def replay(self) -> None:
        """Have everything in memory."""
        self._known = tuple(driver.replay(self._game, self._seats, self._log))

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
            return self._known[place - len(self._log)]
        start, stop, step = index.indices(len(self._log))
        if start < stop:
            self._reach(start)
        away = len(self._log) - len(self._known)
        return self._known[max(start - away, 0) : max(stop - away, 0) : step]

    def _reach(self, first: int) -> None:
        if not self.reaches(first):
            self.replay()


@dataclass(frozen=True, slots=True)
class Loaded:
    """One match at one moment, as a frozen value: a later moment is another Loaded."""

    record: Record
    game: AnyGame
    events: tuple[MatchEvent, ...]
    log: tuple[LogEntry, ...]
    roster: Roster
    position: driver.Position[Any] | None
    """None before the start."""
    turns: Turns = field(default_factory=Turns)
    """Since when each seat has had to act; empty before the start."""
    recent: tuple[Advance, ...] = field(default=(), compare=False, repr=False)
    """The latest entries of the log with what they led to, as far as they are kept."""

    @property
    def seq(self) -> int:
        """How many entries the log has."""
        return len(self.log)

    @property
    def status(self) -> Status:
        """The status of the whole match."""
        return self.roster.status

    @property
    def entries(self) -> tuple[Entry, ...]:
        """The log without digests and times."""
        return tuple(kept.entry for kept in self.log)

    @property
    def in_tournament(self) -> bool:
        """Whether it is played by the rules of tournaments: its result is for a table."""
        return self.record.table is not None and not self.roster.released

    @property
    def seats(self) -> int:
        """How many play; 0 before the start."""
        return len(self.roster.holders)

    @property
    def state(self) -> Any:
        """The State now; only after the start."""
        assert self.position is not None, "the match has begun"
        return self.position.state

    @property
    def stream(self) -> Stream:
        """The match's stream of luck; only after the start."""
        assert self.roster.contribution is not None, "the match has begun"
        return Stream(self.record.seed, self.roster.contribution)

    @property
    def outcome(self) -> Outcome | None:
        """How the match ended by its rules; None before that."""
        return None if self.position is None else self.game.outcome(self.position.state)

    @property
    def seats_to_act(self) -> tuple[Seat, ...]:
        """The seats that must decide now, in seat order; () unless the match is running."""
        if self.status is not Status.RUNNING or self.position is None:
            return ()
        return tuple(sorted(self.game.to_act(self.position.state)))

    @property
    def people_to_act(self) -> tuple[UserId, ...]:
        """The people for whom the match waits, in seat order."""
        seats = set(self.seats_to_act) - set(self.computers_to_act)
        holders = (self.roster.holders[seat] for seat in sorted(seats))
        return tuple(holder for holder in holders if holder is not None and is_person(holder))

    @property
    def computers_to_act(self) -> tuple[Seat, ...]:
        """The seats for which a computer must decide now: its own, those of former miners, and
        those whose turn it plays for their holder."""
        if self.roster.paused is not None:
            return ()
        return tuple(
            seat
            for seat in self.seats_to_act
            if not is_person(self.roster.holders[seat]) or self.stood_in(seat)
        )

    def stood_in(self, seat: Seat) -> bool:
        """Whether a computer plays, or has played, the latest turn of the seat for its holder."""
        run = self.turns.last[seat] if seat < len(self.turns.last) else None
        return run is not None and any(
            one == seat and run <= after for one, after in self.roster.stood_in
        )

    def observe(self) -> Any:
        """What everybody may see."""
        return self.game.observe(self.state, None)

    @property
    def secret(self) -> bool:
        """Whether the match goes on and its game hides something: not everybody may know all."""
        return self.game.info.hidden and self.status is Status.RUNNING

    def advances(self) -> tuple[Advance, ...]:
        """Every entry of the log with what it led to. Slow: it replays the match."""
        return tuple(driver.replay(self.game, self.seats, self.entries))

    def history(self) -> History:
        """`advances` from memory where they are kept, else replayed."""
        return History(self.game, self.seats, self.entries, self.recent)

    def disclosed(self, advances: Sequence[Advance], viewer: Seat | None) -> Sequence[Advance]:
        """The whole log, which are these, as the viewer (None: the public) may know it now."""
        if not self.secret:
            return advances
        return disclosed(self.game, self.seats, advances, viewer)


def build(stored: Stored, game: AnyGame) -> Loaded:
    """Replay what is stored; raises BrokenMatch if a digest differs or something is missing."""
    try:
        return _built(stored, game)
    except BrokenMatch as broken:
        raise BrokenMatch(f"match {stored.record.id}: {broken}") from broken.__cause__
    except (AssertionError, ValueError, IndexError, KeyError) as error:
        raise BrokenMatch(f"match {stored.record.id}: its history is no history") from error


def _built(stored: Stored, game: AnyGame) -> Loaded:
    if (len(stored.log), len(stored.events)) != (stored.seq, stored.n):
        raise BrokenMatch("the end of its log is missing")
    if [event.n for event in stored.events] != list(range(stored.n)):
        raise BrokenMatch("its history has a hole")
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
        raise BrokenMatch("it has a log, and never began")
    return Loaded(stored.record, game, stored.events, stored.log, roster, position, turns, recent)


def _replayed(
    game: AnyGame, roster: Roster, log: Sequence[LogEntry]
) -> tuple[driver.Position[Any], Turns, tuple[Advance, ...]]:
    position, turns = started(game, roster)
    recent = deque[Advance](maxlen=RECENT)
    for kept in log:
        made = driver.read(game, position, kept.entry)
        position = made.position
        recent.append(made)
        if driver.digest(position.state) != kept.digest:
            raise BrokenMatch(f"entry {kept.entry.seq} leads elsewhere")
        turns = follow(game, turns, kept.entry, position.state, kept.at)
    return position, turns, tuple(recent)


def started(game: AnyGame, roster: Roster) -> tuple[driver.Position[Any], Turns]:
    """The position and the turns of a match that has just started."""
    seats = len(roster.holders)
    position = driver.start(game, seats)
    return position, begin(game, position.state, seats, roster.started or 0)


class NewEvents:
    """A list of events that follow those of a match, numbered and timed as they are added."""

    def __init__(self, loaded: Loaded, now: int) -> None:
        self._loaded = loaded
        self._now = now
        self.events: list[MatchEvent] = []

    def add(
        self, kind: EventKind, *, seat: int | None = None, holder: Holder = None, detail: str = ""
    ) -> None:
        """Add an event."""
        n = len(self._loaded.events) + len(self.events)
        seq = self._loaded.seq
        self.events.append(MatchEvent(n, seq, kind, self._now, seat, holder, detail))

    def after(self) -> Loaded:
        """The match with these events; its log and position stay as they are."""
        history = (*self._loaded.events, *self.events)
        return replace(self._loaded, events=history, roster=fold(history))
