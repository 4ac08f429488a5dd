"""The state of a tournament, as `fold` computes it."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from enum import Enum

from bot.match.tournaments.events import TournamentEvent, TournamentEventKind
from bot.match.tournaments.tables import EntrantNumber, Table, TableId, Tables
from bot.match.tournaments.terms import Format, Terms
from bot.match.values.players import UserId
from bot.match.values.times import Span, runs_down

EDITION = 4
"""The edition of the rules, which the event of each stage names. A stage that began under an
earlier one continues under this one, and `verify` takes on trust what doesn't follow from it.
"""


class TournamentStatus(Enum):
    OPEN = "open"
    RUNNING = "running"
    OVER = "over"
    CALLED_OFF = "called off"


class EntrantStatus(Enum):
    IN = "in"
    ABSENT = "absent"
    WITHDRAWN = "withdrawn"
    """By their own wish; only a moderator can reinstate them."""
    DROPPED = "dropped"
    """They vanished; `/tournament join` brings them back."""


class StageKind(Enum):
    KNOCKOUT = "knockout"
    ROUND_ROBIN = "round robin"
    SWISS = "swiss"


@dataclass(frozen=True, slots=True)
class Entrant:
    number: EntrantNumber
    user: UserId
    """Its current player; below 0 for a former miner."""
    standing: EntrantStatus = EntrantStatus.IN
    checked_in: bool = False
    vanished: bool = False
    """True if they lost their latest match by being late, and have not come back since."""
    before: tuple[UserId, ...] = ()
    """Earlier players, in order."""
    since: int = 0
    """When the current player took it over, in seconds since 1970; 0 for the first player."""
    played: bool = False
    """True if the current player has been in a match that counted."""

    @property
    def plays(self) -> bool:
        return self.standing is EntrantStatus.IN


@dataclass(frozen=True, slots=True)
class RoundEnd:
    """The set end of a round; all times in seconds since 1970."""

    round: int
    until: int
    counted: int
    """The time up to which downtimes are part of `until`."""

    def after(self, downtimes: Sequence[Span]) -> int:
        if self.until <= self.counted:
            return self.until
        return runs_down(self.counted, self.until - self.counted, downtimes)


@dataclass(frozen=True, slots=True)
class Stage:
    """A part of a tournament in which one rule seats all tables; in a league a season."""

    number: int
    kind: StageKind
    groups: tuple[tuple[EntrantNumber, ...], ...]
    began: int
    over: int | None = None
    ends: tuple[RoundEnd, ...] = ()
    """The ends of its rounds, in their order; () if they have none."""
    moved: int = 0
    """Seconds by which downtimes have moved its rounds."""
    order: tuple[tuple[EntrantNumber, ...], ...] = ()
    places: tuple[tuple[int, ...], ...] = ()
    edition: int = EDITION
    seconds: int | None = None
    """The length of a round, or of a league's season, at its start; None for no set end."""

    @property
    def is_on_trust(self) -> bool:
        """Return whether it began under earlier rules, from which parts of it follow."""
        return self.edition < EDITION

    @property
    def champions(self) -> tuple[EntrantNumber, ...]:
        if not self.order:
            return ()
        lines = zip(self.order[0], self.places[0], strict=True)
        return tuple(number for number, place in lines if place == 1)


@dataclass(frozen=True, slots=True)
class Tournament:
    terms: Terms
    host: UserId
    commitment: str
    created: int
    status: TournamentStatus = TournamentStatus.OPEN
    seed: bytes | None = field(default=None, repr=False)
    rules: int | None = None
    entrants: tuple[Entrant, ...] = ()
    """By number. If an entrant leaves before the start, those after them move up."""
    reserves: tuple[UserId, ...] = ()
    check_in: int | None = None
    ratings: tuple[float | None, ...] = ()
    """By number, at the start; () if seeded by lot."""
    stages: tuple[Stage, ...] = ()
    tables: Tables = field(default_factory=Tables)
    closes_set: int = 0
    """When the end of registration was last set, in seconds since 1970."""
    started: int | None = None
    ended: int | None = None
    places: tuple[int | None, ...] = ()
    """Final place of each entrant, by number; None for entrants who never played. Empty until the
    tournament ends.
    """
    adjudicated: tuple[TableId, ...] = ()
    """Tables that a moderator decided, perhaps while their match was running."""
    events: int = 0

    @property
    def is_league(self) -> bool:
        return self.terms.format is Format.LEAGUE

    @property
    def stage(self) -> Stage | None:
        return self.stages[-1] if self.stages else None

    @property
    def open_tables(self) -> tuple[Table, ...]:
        return self.tables.open

    @property
    def champions(self) -> tuple[EntrantNumber, ...]:
        return tuple(number for number, place in enumerate(self.places) if place == 1)

    def event(
        self,
        at: int,
        kind: TournamentEventKind,
        *,
        by: UserId | None = None,
        user: UserId | None = None,
        detail: str = "{}",
    ) -> TournamentEvent:
        """Return an event that comes next."""
        return TournamentEvent(self.events, kind, at, by, user, detail)

    def entrant_of(self, user: UserId) -> Entrant | None:
        return next((entrant for entrant in self.entrants if entrant.user == user), None)

    def table(self, table: TableId) -> Table | None:
        return self.tables.get(table)

    def tables_of(self, stage: int) -> tuple[Table, ...]:
        return self.tables.of_stage(stage)

    def round_until(self, stage: int, round_number: int) -> int | None:
        stages = (candidate for candidate in reversed(self.stages) if candidate.number == stage)
        ends = next((candidate.ends for candidate in stages), ())
        return next((end.until for end in ends if end.round == round_number), None)
