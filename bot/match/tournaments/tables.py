"""Where the matches of a tournament are played: tables, by stage, group and round."""

from dataclasses import dataclass
from enum import Enum
from typing import NamedTuple

from bot.match.log.records import MatchId

EntrantNumber = int
"""The number of an entrant, from 0 in the order of joining."""


class TableId(NamedTuple):
    """Which table; as text ``1.0.2.5``, and ``1.0.2.5.2`` for the second match at it."""

    stage: int
    """From 1. In a league the season."""
    group: int
    """From 0."""
    round: int
    """From 1, in each stage."""
    number: int
    """From 1, in each group and round."""
    game: int = 1
    """From 1: a tie in a knockout is played again at the same table."""

    def __str__(self) -> str:
        parts = (self.stage, self.group, self.round, self.number, self.game)
        return ".".join(str(part) for part in (parts if self.game > 1 else parts[:-1]))

    @classmethod
    def parse(cls, text: str) -> "TableId":
        """The id of this text; raises ValueError."""
        parts = [int(part) for part in text.split(".")]
        if len(parts) not in (4, 5):
            raise ValueError(text)
        return cls(*parts)


class How(Enum):
    """How a table was decided; events keep the value."""

    PLAYED = "played"
    FORFEIT = "forfeit"
    """Somebody left, or was late for good."""
    DEADLINE = "deadline"
    """The round was over: who had let the others wait the longest comes last."""
    ADJUDICATED = "adjudicated"
    """A moderator decided it."""
    BYE = "bye"
    """Somebody had the round off, or their opponent was gone."""


@dataclass(frozen=True, slots=True)
class TableResult:
    """What came of a table."""

    places: tuple[int, ...]
    """The place of each of its entrants, from 1, in the order of `Table.seats`; who tie share one.
    () if there was no result: nobody gets anything."""
    how: How
    match: MatchId | None = None
    late: tuple[EntrantNumber, ...] = ()
    """Those who lost their seat by being late."""


@dataclass(frozen=True, slots=True)
class Table:
    """A table, from its pairing on."""

    id: TableId
    seats: tuple[EntrantNumber, ...]
    """In the order of seats; one alone has a bye."""
    paired: int
    """In seconds since 1970."""
    result: TableResult | None = None
    """None while it is played."""
    left: int | None = None
    """Seconds that were left in the round when the result came; None before it and if the round
    has no set end."""

    @property
    def is_bye(self) -> bool:
        """Whether nothing is played."""
        return len(self.seats) == 1

    def place_of(self, entrant: EntrantNumber) -> int | None:
        """Somebody's place; None if there is none."""
        if self.result is None or not self.result.places:
            return None
        return self.result.places[self.seats.index(entrant)]
