"""The world outside a tournament: people, time, and the matches themselves."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from bot.match.log.events import Forfeit, MatchEventKind, Void
from bot.match.log.loaded import Loaded
from bot.match.log.records import Status

LOSING = (
    MatchEventKind.RESIGNED,
    MatchEventKind.REPLACED,
    MatchEventKind.FORFEITED,
    MatchEventKind.CLAIMED,
)
"""Events of a match that cost a player their seat."""


@dataclass(frozen=True)
class Deed:
    """An accepted action of a player or moderator."""

    kind: str
    by: int
    at: int
    user: int | None = None
    table: str | None = None
    winner: int | None = None
    until: int | None = None
    """For an extension: the requested hours."""
    terms: str | None = None


@dataclass(frozen=True)
class Played:
    """A match, without the decisions of the tournament."""

    scores: tuple[int, ...]
    is_complete: bool
    """The game reached its end by its own rules."""
    is_over: bool
    is_void: bool
    lost: tuple[int, ...]
    """Seats without a player, in the order in which they were lost."""
    late: frozenset[int]
    """Seats lost by lateness."""
    holders: tuple[int | None, ...]
    had_part: frozenset[int] = frozenset()
    has_moves: bool = False
    turns: Mapping[int, int] = field(default_factory=dict)
    """By seat to move, the seconds of its turn so far, with those when its clock stopped."""
    lasted: int = 0
    """Seconds of uptime since the start."""


@dataclass
class Outside:
    """The facts that the model takes as given."""

    now: int = 0
    downtimes: list[tuple[int, int]] = field(default_factory=list)
    barred: set[int] = field(default_factory=set)
    gone: set[int] = field(default_factory=set)
    away: dict[int, tuple[int, int]] = field(default_factory=dict)
    ratings: dict[int, float] = field(default_factory=dict)
    deeds: list[Deed] = field(default_factory=list)
    matches: dict[str, Played] = field(default_factory=dict)
    turns: dict[tuple[int, int, int, int], int] = field(default_factory=dict)
    """Seconds of uptime in each turn, by match, seat, user and length of the log."""
    lasted: dict[int, int] = field(default_factory=dict)
    """Seconds of uptime since the start of each match."""

    def can_be_seated(self, user: int) -> bool:
        return user not in self.barred and user not in self.gone

    def is_away(self, user: int, at: int) -> bool:
        since, until = self.away.get(user, (0, 0))
        return since <= at < until

    def runs_out(self, since: int, seconds: int) -> int:
        """Return when a clock that starts at `since` has run for this many seconds of uptime."""
        end = since + seconds
        for start, until in sorted(self.downtimes):
            if until > since and start < end:
                end += until - max(start, since)
        return end


def facts_of(loaded: Loaded) -> Played:
    roster = loaded.roster
    holders = list(roster.original)
    lost: list[int] = []
    late: set[int] = set()
    for event in loaded.events:
        if event.seat is None:
            continue
        if event.kind in LOSING and event.detail is not Forfeit.ROUND_OVER:
            holders[event.seat] = None
            lost.append(event.seat)
            by_lateness = event.detail is Forfeit.LATE
            if by_lateness or event.kind in (MatchEventKind.REPLACED, MatchEventKind.CLAIMED):
                late.add(event.seat)
        elif event.kind is MatchEventKind.HANDED and event.holder is not None:
            holders[event.seat] = event.holder
            if event.seat in lost:
                lost.remove(event.seat)
            late.discard(event.seat)
    is_void = roster.void not in (None, Void.ROUND_OVER) or loaded.status is Status.CALLED_OFF
    if roster.void is not None and roster.void.name == "FORFEIT":
        late.update(seat for seat in range(loaded.seats) if seat not in lost)
    return Played(
        scores=tuple(loaded.game.scores(loaded.state)),
        is_complete=loaded.outcome is not None,
        is_over=loaded.status in (Status.OVER, Status.CALLED_OFF),
        is_void=is_void,
        lost=tuple(lost),
        late=frozenset(late),
        holders=tuple(holder if isinstance(holder, int) else None for holder in holders),
        had_part=frozenset(loaded.roster.had_part),
        has_moves=any(entry.actor is not None for entry in loaded.entries),
    )
