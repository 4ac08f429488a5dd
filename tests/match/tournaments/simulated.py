"""A tournament without matches: events alone, with made-up results."""

import hashlib
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace

from bot.match.tournaments.events import TournamentEvent, TournamentEventKind, detail_of
from bot.match.tournaments.fold import after, fold
from bot.match.tournaments.progress import Facts, due_events, next_time, start
from bot.match.tournaments.state import Tournament, TournamentStatus
from bot.match.tournaments.tables import Table
from bot.match.tournaments.terms import Format, Terms
from bot.match.values.times import Span

SEED = bytes(range(32))
Places = Callable[[Table], tuple[int, ...]]
BEGAN = 1_000_000


@dataclass
class Simulated:
    """A tournament's events, with a clock that the test sets."""

    terms: Terms
    at: int = BEGAN
    ratings: dict[int, float] = field(default_factory=dict)
    away: frozenset[int] = frozenset()
    downtimes: list[Span] = field(default_factory=list)
    events: list[TournamentEvent] = field(default_factory=list)
    now: Tournament = field(init=False)

    def __post_init__(self) -> None:
        commitment = hashlib.sha256(SEED).hexdigest()
        detail = detail_of(terms=self.terms.text, commitment=commitment)
        created = TournamentEvent(0, TournamentEventKind.CREATED, self.at, by=1, detail=detail)
        self.events.append(created)
        self.now = fold(self.events)

    @property
    def facts(self) -> Facts:
        """The input of the tournament's rules, apart from its state."""
        return Facts(self.at, SEED, 1, self.ratings, self.away, downtimes=tuple(self.downtimes))

    def add(self, kind: TournamentEventKind, user: int | None = None, **values: object) -> None:
        event = TournamentEvent(
            len(self.events), kind, self.at, user=user, detail=detail_of(**values)
        )
        self.now = after(self.now, event)
        self.events.append(event)

    def down(self, since: int, until: int) -> None:
        """Advance the clock by a downtime that ends now."""
        self.downtimes.append(Span(since, until))
        self.at = until
        self.go_on()

    def join(self, people: int) -> None:
        """Let `people` users join, with ids from 100."""
        for user in range(100, 100 + people):
            self.add(TournamentEventKind.JOINED, user)

    def start(self) -> None:
        """Start the tournament as a moderator."""
        self._add_all(start(self.now, self.facts), by=1)
        self.go_on()

    def go_on(self) -> None:
        """Append all due events."""
        while due := due_events(self.now, self.facts):
            self._add_all(due)

    def decide(
        self,
        table: Table,
        places: Sequence[int],
        late: Sequence[int] = (),
        how: str = "played",
    ) -> None:
        self.add(
            TournamentEventKind.RESULT,
            table=str(table.id),
            places=list(places),
            how=how,
            match=1000 + len(self.events),
            late=list(late),
        )

    def play_out(self, places: Places, most: int = 2000) -> None:
        """Decide tables one by one, and advance the clock, until the tournament is over."""
        for _ in range(most):
            if self.now.status is TournamentStatus.OVER:
                return
            tables = self.now.open_tables
            if tables:
                self.decide(tables[0], places(tables[0]))
            else:
                later = next_time(self.now, self.at)
                assert later is not None, "an event will be due"
                self.at = later
            self.go_on()
        raise AssertionError("the tournament never ends")

    def times(self) -> list[int]:
        """Return the next time at which an event is due, or []."""
        later = next_time(self.now, self.at)
        return [] if later is None else [later]

    def _add_all(self, due: Sequence[TournamentEvent], by: int | None = None) -> None:
        """Append due events. The user `by` caused the first one."""
        first, *others = due
        for event in (replace(first, by=by), *others):
            self.now = after(self.now, event)
            self.events.append(event)


def continued(events: Sequence[TournamentEvent]) -> Simulated:
    """Return the tournament after these events, at the time of the last one."""
    now = fold(events)
    tournament = Simulated(now.terms, events[-1].at)
    tournament.events, tournament.now = [*events], now
    return tournament


def terms(chosen: Format, **values: object) -> Terms:
    """Return terms of a tournament of the toy game."""
    return replace(Terms("Autumn Cup", "toy", chosen), **values)  # type: ignore[arg-type]  # named by callers


def by_number(table: Table) -> tuple[int, ...]:
    """Return the places of a table at which lower numbers win."""
    order = sorted(table.seats)
    return tuple(1 + order.index(entrant) for entrant in table.seats)


def tied(table: Table) -> tuple[int, ...]:
    """Return the places of a table at which all players tie."""
    return (1,) * len(table.seats)
