"""A tournament as it is now."""

from dataclasses import dataclass, field
from enum import Enum
from itertools import dropwhile, takewhile

from bot.match.tournaments.tables import EntrantNumber, Table, TableId, Tables
from bot.match.tournaments.terms import Format, Terms
from bot.match.values.players import UserId

FIRST_EDITION, SECOND_EDITION = 1, 2
EDITION = 3
"""The edition of the rules by which stages begin now; docs/tournaments.md lists the differences.
A stage keeps its edition, so that a tournament verifies by the rules that it was played by."""


class TournamentStatus(Enum):
    """The status of a tournament; the database stores the value."""

    OPEN = "open"
    """People join."""
    RUNNING = "running"
    OVER = "over"
    CALLED_OFF = "called off"


class Standing(Enum):
    """Whether an entrant still plays."""

    IN = "in"
    ABSENT = "absent"
    """They did not check in."""
    WITHDRAWN = "withdrawn"
    """By their own wish; they don't come back by themselves."""
    DROPPED = "dropped"
    """They vanished; `/tournament join` brings them back."""


class StageKind(Enum):
    """How the tables of a stage follow from each other."""

    KNOCKOUT = "knockout"
    ROUND_ROBIN = "round robin"
    SWISS = "swiss"


@dataclass(frozen=True, slots=True)
class Entrant:
    """A place in a tournament, and who has it."""

    number: EntrantNumber
    user: UserId
    """Who has it now; below 0 for a former miner."""
    standing: Standing = Standing.IN
    checked_in: bool = False
    vanished: bool = False
    """Whether they lost their latest match by being late, and have not come back since."""
    before: tuple[UserId, ...] = ()
    """Who had it before, the first first."""
    since: int = 0
    """Since when they have had it, in seconds since 1970; 0: from the first."""
    played: bool = False
    """Whether they have been in a match that counted, since they have had it."""

    @property
    def plays(self) -> bool:
        """Whether they are seated in further rounds."""
        return self.standing is Standing.IN


@dataclass(frozen=True, slots=True)
class Stage:
    """A part of a tournament in which the tables follow one rule; in a league a season."""

    number: int
    """From 1."""
    kind: StageKind
    groups: tuple[tuple[EntrantNumber, ...], ...]
    """The entrants of each, in seed order; one group, if all are together."""
    began: int
    """In seconds since 1970."""
    over: int | None = None
    """When it was decided; None: it goes on."""
    moved: int = 0
    """By how many seconds downtimes have moved its rounds."""
    order: tuple[tuple[EntrantNumber, ...], ...] = ()
    """The entrants of each group from the best to the last, once it is over."""
    places: tuple[tuple[int, ...], ...] = ()
    """Their places in that order, from 1."""
    edition: int = EDITION
    """The edition of the rules by which it is played."""
    seconds: int | None = None
    """The length of a round, or of a season of a league, when it began; None: no set end."""

    @property
    def is_first_edition(self) -> bool:
        """True if it began before the rules had a second edition."""
        return self.edition == FIRST_EDITION

    @property
    def is_before_third_edition(self) -> bool:
        """True if it began before the rules had a third edition."""
        return self.edition <= SECOND_EDITION

    @property
    def champions(self) -> tuple[EntrantNumber, ...]:
        """Who is first in the first group, once it is over; several if they share the place."""
        if not self.order:
            return ()
        lines = zip(self.order[0], self.places[0], strict=True)
        return tuple(number for number, place in lines if place == 1)


@dataclass(frozen=True, slots=True)
class Tournament:
    """All that follows from the events of a tournament."""

    terms: Terms
    host: UserId
    """Who made it."""
    commitment: str
    """The SHA-256 of its seed, as hex digits."""
    created: int
    status: TournamentStatus = TournamentStatus.OPEN
    seed: bytes | None = field(default=None, repr=False)
    """Its seed, once it has started."""
    rules: int | None = None
    """By which version of the game's rules it is played, once it has started."""
    entrants: tuple[Entrant, ...] = ()
    """By number. Before the start whoever leaves is taken off, and the others move up."""
    reserves: tuple[UserId, ...] = ()
    """Who waits for a place, in the order of coming."""
    check_in: int | None = None
    """When check-in opened."""
    ratings: tuple[float | None, ...] = ()
    """Of the entrants, by number, as they were at the start; () by lot."""
    stages: tuple[Stage, ...] = ()
    tables: Tables = field(default_factory=Tables)
    """In the order of pairing."""
    until: tuple[tuple[int, int, int], ...] = ()
    """When rounds end: stage, round, seconds since 1970; rounds without a deadline are left out."""
    counted: tuple[tuple[int, int, int], ...] = ()
    """For each round in `until`: stage, round, and the time up to which downtimes are part of its
    end, in seconds since 1970."""
    closes_set: int = 0
    """When the end of registration was last set, in seconds since 1970."""
    started: int | None = None
    ended: int | None = None
    places: tuple[int | None, ...] = ()
    """Of the entrants, by number, once it is over; None of those who had no part."""
    events: int = 0
    """How many events it has."""

    @property
    def is_league(self) -> bool:
        """Whether it goes on with season after season."""
        return self.terms.format is Format.LEAGUE

    @property
    def stage(self) -> Stage | None:
        """The latest stage; None before the first."""
        return self.stages[-1] if self.stages else None

    @property
    def open_tables(self) -> tuple[Table, ...]:
        """Those that are not decided."""
        return self.tables.open

    @property
    def champions(self) -> tuple[EntrantNumber, ...]:
        """Who won, once it is over; several if they share it."""
        return tuple(number for number, place in enumerate(self.places) if place == 1)

    def entrant_of(self, user: UserId) -> Entrant | None:
        """The place that somebody has; None if they have none."""
        return next((one for one in self.entrants if one.user == user), None)

    def table(self, table: TableId) -> Table | None:
        """A table; None if it has not been seated."""
        return self.tables.get(table)

    def tables_of(self, stage: int, group: int | None = None) -> tuple[Table, ...]:
        """The tables of a stage, or of one group of it."""
        return self.tables.of_stage(stage, group)

    def ends_of(self, stage: int) -> tuple[int, ...]:
        """Return when the rounds of a stage end, in seconds since 1970, as far as it is known.

        Only the last stages are fast: a league has many.
        """
        latest = dropwhile(lambda end: end[0] > stage, reversed(self.until))
        return tuple(at for _, _, at in takewhile(lambda end: end[0] == stage, latest))

    def round_until(self, stage: int, round_number: int) -> int | None:
        """When a round ends, in seconds since 1970; None: when its results are in."""
        # The latest first: a league has rounds of many seasons, and is asked about the present.
        ends = reversed(self.until)
        return next((at for s, r, at in ends if (s, r) == (stage, round_number)), None)
